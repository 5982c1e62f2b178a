//! The legal moves in letters: limited in number, as a list or grouped by their first words, and as
//! links if there are only a few. The HTML shows a long list partly above the board, and the rest
//! below it.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::{LetterTable, Line};
use crate::position;
use crate::tongue::{Sentence, Tongue};

/// The largest number of legal moves in the text of a letter, and in a list of its HTML.
pub const MOST_MOVES: usize = 60;

/// The largest number of legal moves that the HTML of a letter shows in groups.
const MOST_GROUPED: usize = 240;

/// The largest number of characters in a grouped move: those of a line on a phone.
const MOST_CHARACTERS: usize = 32;

/// The largest number of moves that are shown as links.
const MOST_LINKS: usize = 12;

/// The largest number of moves in a plain list, one a line, and of lines above the board.
const FEW_MOVES: usize = 12;

/// The target of links that open a reply with a move in it (RFC 6068). The address is secret: no
/// `Debug`.
#[derive(Clone)]
pub struct MoveLinks {
    /// The reply address.
    pub address: String,
    /// The sequence number of the move.
    pub seq: u32,
    /// Whether the address is not the one of a seat, so that the line must name the game.
    pub names_game: bool,
}

impl MoveLinks {
    /// Returns the links if there are few enough moves for each to be a link.
    pub(crate) fn fit<'a>(
        links: Option<&'a MoveLinks>,
        moves: &[Line],
        complete: bool,
    ) -> Option<&'a MoveLinks> {
        links.filter(|_| complete && (1..=MOST_LINKS).contains(&moves.len()))
    }

    /// Returns the link for this move at this table.
    pub(crate) fn link(&self, table: &LetterTable, t: &Tongue, text: &Line) -> String {
        let subject = table.subject(*t, &t.line("subject-your-turn"));
        let subject = format!("Re: {}", position::with_number(subject.as_str(), self.seq));
        let line = match self.names_game {
            true => format!("{}#{} {text}", table.id, self.seq),
            false => text.to_string(),
        };
        mailto(&self.address, &subject, &line)
    }
}

/// Returns a link that opens a mail to this address (RFC 6068).
pub(super) fn mailto(address: &str, subject: &str, body: &str) -> String {
    let [subject, body] = [subject, body].map(|it| utf8_percent_encode(it, NON_ALPHANUMERIC));
    format!("mailto:{address}?subject={subject}&body={body}")
}

/// Returns the legal moves that a letter shows.
pub(super) fn shown(moves: &[Line]) -> &[Line] {
    &moves[..moves.len().min(MOST_MOVES)]
}

/// Legal moves that begin with the same words.
pub(crate) struct Group<'a> {
    /// The common words at the beginning.
    pub(crate) words: &'a str,
    /// The rest of each move: `red 1/2` for `red 1` and `red 2`. Empty if there is only one move.
    pub(crate) ends: Vec<String>,
    /// The first move.
    first: &'a str,
}

impl Group<'_> {
    /// Returns the rest of each move, in one piece on a line.
    pub(crate) fn unbroken(&self) -> impl Iterator<Item = String> {
        self.ends.iter().map(|end| end.replace(' ', "\u{a0}"))
    }

    /// Returns the number of lines that the group takes on a phone, beside words of this width.
    fn lines(&self, widest: usize) -> usize {
        let room = MOST_CHARACTERS.saturating_sub(widest).max(1);
        let ends: usize = self.ends.iter().map(|end| width(end) + width(" · ")).sum();
        ends.div_ceil(room).max(1)
    }
}

/// The legal moves in the HTML of a letter.
pub(crate) struct Listed<'a> {
    groups: Vec<Group<'a>>,
    /// The number of groups above the board.
    above: usize,
    /// A plain list, if that is better than groups.
    texts: &'a [Line],
    /// The number of its moves above the board.
    texts_above: usize,
}

impl<'a> Listed<'a> {
    /// Groups these moves, or lists them, and selects those above the board.
    pub(super) fn of(moves: &'a [Line]) -> Self {
        let groups = grouped(moves).unwrap_or_default();
        let texts = match groups.is_empty() {
            true => shown(moves),
            false => &[],
        };
        let widest = groups.iter().map(|group| width(group.words)).max();
        let of_group = |group: &Group<'_>| group.lines(widest.unwrap_or(0));
        let of_text = |text: &Line| width(text.as_str()).div_ceil(MOST_CHARACTERS);
        Listed {
            above: fitting(groups.iter().map(of_group)),
            texts_above: fitting(texts.iter().map(of_text)),
            groups,
            texts,
        }
    }

    pub(crate) fn is_grouped(&self) -> bool {
        !self.groups.is_empty()
    }

    /// Returns the first move of the first group of several moves.
    pub(crate) fn example(&self) -> Option<&'a str> {
        let several = self.groups.iter().find(|group| !group.ends.is_empty());
        several.map(|group| group.first)
    }

    /// Whether a group joins endings by `/`.
    pub(crate) fn is_joined(&self) -> bool {
        let mut ends = self.groups.iter().flat_map(|group| &group.ends);
        ends.any(|end| end.contains('/'))
    }

    /// Whether the list continues below the board.
    pub(crate) fn has_more(&self) -> bool {
        !self.groups_below().is_empty() || !self.texts_below().is_empty()
    }

    /// Returns the groups above the board.
    pub(crate) fn groups_above(&self) -> &[Group<'a>] {
        &self.groups[..self.above]
    }

    /// Returns the groups below the board.
    pub(crate) fn groups_below(&self) -> &[Group<'a>] {
        &self.groups[self.above..]
    }

    /// Returns the moves of the plain list above the board.
    pub(crate) fn texts_above(&self) -> &'a [Line] {
        &self.texts[..self.texts_above]
    }

    /// Returns the moves of the plain list below the board.
    pub(crate) fn texts_below(&self) -> &'a [Line] {
        &self.texts[self.texts_above..]
    }
}

/// Returns the number of items above the board, which take these numbers of lines on a phone. The
/// first is always among them: if it is too long, it has no better place. So are the last ones if
/// they are too few for a heading below the board.
fn fitting(items: impl Iterator<Item = usize>) -> usize {
    let (mut lines, mut fit, mut all) = (0, 0, 0);
    for item in items {
        lines += item;
        all += 1;
        if all == 1 || lines <= FEW_MOVES {
            fit = all;
        }
    }
    if lines <= FEW_MOVES + 2 { all } else { fit }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Groups the moves by their first words, if there are many and all are short enough for a phone:
/// `build black` with `D16`, `E13`, `F12`. `None` if a plain list is better.
fn grouped(moves: &[Line]) -> Option<Vec<Group<'_>>> {
    let is_long = |text: &Line| width(text.as_str()) > MOST_CHARACTERS;
    if moves.len() <= FEW_MOVES || moves.iter().any(is_long) {
        return None;
    }
    let moves = &moves[..moves.len().min(MOST_GROUPED)];
    let mut groups: Vec<Vec<&str>> = Vec::new();
    for text in moves.iter().map(Line::as_str) {
        match groups.last_mut() {
            Some(group) if key(group[0]) == key(text) => group.push(text),
            _ => groups.push(vec![text]),
        }
    }
    Some(groups.into_iter().map(together).collect())
}

/// Returns the words of a move that decide its group: the first two, or only the first if there are
/// fewer than three.
fn key(text: &str) -> &str {
    let mut ends = text.match_indices(' ').map(|(at, _)| at);
    let (first, second) = (ends.next(), ends.next());
    second.or(first).map_or(text, |end| &text[..end])
}

/// Makes a group of these moves, with as many common words as possible.
fn together(texts: Vec<&str>) -> Group<'_> {
    let alone = |text| Group {
        words: text,
        ends: Vec::new(),
        first: text,
    };
    let (first, rest) = match texts.split_first() {
        None => return alone(""),
        Some((first, [])) => return alone(first),
        Some((first, rest)) => (*first, rest),
    };
    let is_common = |end: usize| {
        rest.iter()
            .all(|text| text.get(..=end) == first.get(..=end))
    };
    let mut ends = first.match_indices(' ').map(|(at, _)| at);
    let words = ends.rfind(|end| is_common(*end)).unwrap_or(0);
    Group {
        words: &first[..words],
        ends: joined(texts.iter().map(|text| text[words..].trim_start())),
        first,
    }
}

/// Joins neighbours of several words that differ only in the last one: `red 1` and `red 2` become
/// `red 1/2`.
fn joined<'a>(ends: impl Iterator<Item = &'a str>) -> Vec<String> {
    let (mut joined, mut before) = (Vec::<String>::new(), None);
    for end in ends {
        let split = end.rsplit_once(' ');
        match (joined.last_mut(), split) {
            (Some(last), Some((words, word))) if before == Some(words) => {
                last.push('/');
                last.push_str(word);
            }
            _ => joined.push(end.to_owned()),
        }
        before = split.map(|(words, _)| words);
    }
    joined
}

/// Returns a sentence that says which legal moves the letter shows, and how the reader gets the
/// others. `grouped` if it shows them in groups.
pub(super) fn which(
    moves: &[Line],
    (complete, grouped): (bool, bool),
    by_mail: bool,
    t: &Tongue,
) -> Sentence {
    let most = if grouped { MOST_GROUPED } else { MOST_MOVES };
    match (complete, by_mail) {
        (true, _) if moves.len() <= most => t.say("moves-all"),
        (true, by_mail) => t
            .say(match by_mail {
                true => "moves-some-mail",
                false => "moves-some-page",
            })
            .count("shown", most)
            .count("all", moves.len()),
        (false, true) => t.say("moves-more-mail"),
        (false, false) => t.say("moves-more-page"),
    }
}

#[cfg(test)]
mod tests {
    use rules::Language;

    use super::*;

    fn lines(moves: &[&str]) -> Vec<Line> {
        moves.iter().map(Line::from).collect()
    }

    #[test]
    fn many_moves_are_grouped_by_their_first_words() {
        let moves = lines(&[
            "pass",
            "build black D16",
            "build black E13",
            "build blue B2",
            "play 2 at 0",
            "play 2 at 6",
            "discard 2 on 0 and 1",
            "discard 2 on 0 and 2",
            "discard 2 on 1 and 2",
            "trade black red 1",
            "trade black red 2",
            "trade black yellow 1",
            "trade red black 1",
        ]);
        let groups = grouped(&moves).unwrap();
        let shown: Vec<String> = groups
            .iter()
            .map(|group| format!("{}: {}", group.words, group.ends.join(", ")))
            .collect();
        assert_eq!(
            shown,
            [
                "pass: ",
                "build black: D16, E13",
                "build blue B2: ",
                "play 2 at: 0, 6",
                "discard 2 on: 0 and 1/2, 1 and 2",
                "trade black: red 1/2, yellow 1",
                "trade red black 1: ",
            ]
        );
        let listed = Listed::of(&moves);
        assert_eq!(listed.example(), Some("build black D16"));
        assert!(listed.is_joined() && listed.groups_below().is_empty());
    }

    #[test]
    fn link_in_a_digest_names_the_game_and_the_move_number() {
        let table = LetterTable {
            public_url: "https://play.test".to_owned(),
            id: "Gx3kPq7LmZ2".into(),
            game: "Buttons".into(),
            you: "Ann".into(),
            opponents: vec!["Ben".into()],
            practice: false,
            deal: None,
        };
        let links = MoveLinks {
            address: "games@play.test".to_owned(),
            seq: 17,
            names_game: true,
        };
        let link = links.link(&table, &Tongue(Language::English), &"roll".into());
        assert!(link.ends_with("&body=Gx3kPq7LmZ2%2317%20roll"), "{link}");
    }

    #[test]
    fn long_list_continues_below_the_board() {
        let moves: Vec<String> = (0..5)
            .flat_map(|give| (0..20).map(move |take| format!("trade {give} c{take} 1")))
            .collect();
        let moves: Vec<Line> = moves.iter().map(Line::from).collect();
        let listed = Listed::of(&moves);
        let (above, below) = (listed.groups_above(), listed.groups_below());
        assert_eq!((above.len(), below.len()), (2, 3));
        let long: Vec<Line> = (0..20)
            .map(|n| Line::from(&format!("a move that is too long for groups {n}")))
            .collect();
        let listed = Listed::of(&long);
        assert_eq!(listed.texts_above().len(), 6);
        assert_eq!(listed.texts_below().len(), 14);
        assert!(!listed.is_grouped());
    }

    #[test]
    fn few_or_long_moves_are_not_grouped() {
        assert!(grouped(&lines(&["play 2 at 0"; 12])).is_none());
        let mut moves = lines(&["play 2 at 0"; 13]);
        moves[3] = "JK as 1-6 on eq.0, eq.1, eq.2, eq.3".into(); // 35 characters
        assert!(grouped(&moves).is_none());
    }
}
