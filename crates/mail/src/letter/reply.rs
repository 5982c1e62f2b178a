//! The reply to a user's mail.

use askama::Template;
use rules::Language;

use super::{
    Board, Drawn, For, Letter, LetterTable, Line, MoveLinks, Picture, Proof, filters,
    moves::Listed, plain_subject, shown, site_mark, tidy, which,
};
use crate::time::TimeLeft;
use crate::tongue::{Sentence, Tongue, emphasised};
use crate::{position, text};

/// The game as a reply shows it.
pub struct ReplyGame {
    /// The table.
    pub table: LetterTable,
    /// The board as the reader sees it.
    pub board: Board,
    /// The other players who owe a decision.
    pub acting: Vec<Line>,
    /// Whether the game is over.
    pub is_over: bool,
    /// Whether the reader owes a decision.
    pub acts: bool,
    /// The time left, if the reader owes a decision in a game with a pace.
    pub time: Option<TimeLeft>,
    /// The reader's legal moves. The letter shows [`MOST_MOVES`](super::MOST_MOVES) of them.
    pub moves: Vec<Line>,
    /// Whether `moves` has all legal moves.
    pub complete: bool,
    /// A sentence of the game about moves that `moves` lacks.
    pub hint: Option<Line>,
    /// The target of links that play a move, if moves may be links.
    pub links: Option<MoveLinks>,
    /// The proof of this position.
    pub proof: Proof,
}

impl ReplyGame {
    fn shown(&self) -> &[Line] {
        shown(&self.moves)
    }

    fn links(&self) -> Option<&MoveLinks> {
        MoveLinks::fit(self.links.as_ref(), &self.moves, self.complete)
    }

    fn which(&self, t: &Tongue, grouped: bool) -> Sentence {
        which(&self.moves, (self.complete, grouped), true, t)
    }

    fn listed(&self) -> Listed<'_> {
        Listed::of(&self.moves)
    }

    fn whose_turn(&self, t: &Tongue) -> Sentence {
        match (self.acts, &self.acting[..]) {
            (true, []) => t.say("reply-your-turn"),
            (true, others) => t.say("reply-your-turn-too").names("others", others),
            (false, others) => t.say("reply-not-your-turn").names("others", others),
        }
    }
}

/// A titled section of a reply. It may contain text that only its reader may see: no `Debug`.
pub struct ReplySection {
    /// The title.
    pub title: Line,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether the lines are preformatted instead of list items.
    pub fixed: bool,
    /// Whether another author than the server may have written the lines.
    pub quoted: bool,
    /// Whether the lines are a board, which is never wrapped.
    pub board: bool,
    /// The same content as HTML of the server.
    pub page: Option<String>,
    /// The page of the game that the section ends with.
    pub link: Option<String>,
}

impl ReplySection {
    fn lines(&self) -> Vec<Line> {
        self.lines.iter().map(|line| Line::long(line)).collect()
    }

    fn points(&self) -> Vec<Line> {
        if self.fixed { Vec::new() } else { self.lines() }
    }

    fn picture(&self) -> Picture {
        match self.fixed {
            true => Picture::new(&text::narrow(&self.lines)),
            false => Picture::default(),
        }
    }

    /// Returns the receipt, if the section is one.
    fn receipt(&self) -> Option<Line> {
        let is_receipt = self.fixed && self.lines.first()?.starts_with(RECEIPT);
        is_receipt.then(|| Line::long(&self.lines.concat()))
    }

    /// Returns the lines to quote in the text part, if the section is quoted.
    fn quotes(&self) -> Vec<Line> {
        if self.quoted {
            self.lines()
        } else {
            Vec::new()
        }
    }
}

/// The beginning of a receipt.
const RECEIPT: &str = "turnpike-receipt-";

/// The reply to a mail.
pub struct Reply {
    public_url: String,
    you: Option<Line>,
    subject: Line,
    said: Vec<Line>,
    /// The page for the step that the reply asks the reader to take.
    link: Option<Line>,
    sections: Vec<ReplySection>,
    /// The game, if the reply shows it.
    pub game: Option<ReplyGame>,
}

/// The prefixes that mail programs add to the subject of a reply or a forwarded mail, in many
/// languages.
const PREFIXES: [&str; 20] = [
    "re", "aw", "antw", "antwort", "rép", "rep", "réf", "tr", "wg", "fw", "fwd", "sv", "vs", "rv",
    "res", "odp", "ynt", "r", "回复", "答复",
];

/// The texts that begin the subject of a reply to a refused mail.
const REFUSED: [&str; 3] = [
    "subject-not-played",
    "subject-not-done",
    "subject-partly-done",
];

/// Strips the beginning that [`Reply::refusing`] adds, in any language. Replies to a refusal would
/// repeat it.
fn without_refusal(subject: &str) -> &str {
    let Some(what) = subject.strip_prefix(&*site_mark()) else {
        return subject;
    };
    let known = Language::ALL.into_iter().flat_map(|language| {
        let line = move |id| Tongue(language).line(id);
        REFUSED.map(line)
    });
    let rests = known.filter_map(|known| what.strip_prefix(known.as_str()));
    let colons = [':', ' ', '\u{a0}', '\u{202f}'];
    let mut rests = rests.map(|rest| rest.trim_start_matches(colons));
    rests.next().unwrap_or(subject)
}

/// Strips all reply prefixes from a subject: `Re: AW: Re[2]: Your turn`.
fn without_prefixes(subject: &str) -> &str {
    let mut subject = subject.trim();
    while let Some((prefix, rest)) = subject.split_once([':', '：']) {
        let prefix = prefix.trim_end();
        let name = prefix.trim_end_matches(|c: char| c.is_ascii_digit() || "[]()^".contains(c));
        if !PREFIXES.contains(&name.to_lowercase().as_str()) {
            break;
        }
        subject = rest.trim_start();
    }
    subject
}

impl Reply {
    /// Starts a reply to a mail with this subject. `you` is the name of the recipient.
    pub fn new(public_url: &str, you: Option<Line>, subject: &str, t: Tongue) -> Reply {
        let subject = without_refusal(without_prefixes(subject));
        let subject = Line::new(position::without_number(subject));
        Reply {
            public_url: public_url.to_owned(),
            you,
            subject: match subject.as_str() {
                "" => plain_subject(t, "subject-your-mail"),
                about => Line::new(&format!("Re: {about}")),
            },
            said: Vec::new(),
            link: None,
            sections: Vec::new(),
            game: None,
        }
    }

    /// Adds the page on which the recipient starts to play, and changes the subject accordingly.
    pub fn asking(self, link: Option<&str>, t: Tongue) -> Reply {
        match link {
            None => self,
            Some(link) => Reply {
                subject: plain_subject(t, "subject-begin"),
                link: Some(Line::long(link)),
                ..self
            },
        }
    }

    /// Changes the subject to say that the server refused the mail, or a part of it. `what` is one
    /// of [`REFUSED`].
    pub fn refusing(self, what: &'static str, table: Option<&LetterTable>, t: Tongue) -> Reply {
        let about = self.subject.as_str();
        let about = about.strip_prefix("Re: ").map(str::trim);
        let subject = match (table, about) {
            (Some(table), _) => table.subject(t, &t.line(what)),
            (None, Some(about)) => {
                let about = about.strip_prefix(&*site_mark()).unwrap_or(about);
                let subject = t.say("subject-refused").with("what", t.say(what));
                subject.with("about", about).line()
            }
            (None, None) => plain_subject(t, what),
        };
        Reply { subject, ..self }
    }

    /// Returns the receipts in the reply, for the header of the message.
    pub fn receipts(&self) -> Vec<Line> {
        let shown = self.game.iter().map(|game| game.proof.receipt.clone());
        let sections = self.sections.iter().filter_map(ReplySection::receipt);
        shown.chain(sections).collect()
    }

    /// Returns the sections without receipts, which only the header of the message has.
    fn shown(&self) -> impl Iterator<Item = &ReplySection> {
        let sections = self.sections.iter();
        sections.filter(|section| section.receipt().is_none())
    }

    /// Returns the sentence about the receipts; `None` if there are none.
    fn record(&self, t: &Tongue) -> Option<Sentence> {
        match &self.game {
            Some(game) => {
                let record = t.say("record-reply").count("ply", game.proof.ply);
                Some(record.with("head", game.proof.begins()))
            }
            None => (!self.receipts().is_empty()).then(|| t.say("record-reply-table")),
        }
    }

    /// Sets the paragraphs.
    pub fn saying(mut self, said: &[String]) -> Reply {
        self.said = said.iter().map(|paragraph| Line::long(paragraph)).collect();
        self
    }

    /// Sets the sections.
    pub fn with_sections(mut self, sections: impl Iterator<Item = ReplySection>) -> Reply {
        self.sections = sections.collect();
        self
    }
}

templates! {
    Reply::letter "mail/reply.txt" "mail/reply.html":
        |l, _| l.subject.clone(), |l| l.game.as_ref().and_then(|game| game.board.drawn.clone());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reply_subject_loses_all_prefixes() {
        for subject in [
            "Your turn",
            "Re: Your turn",
            "Re: AW: Re: Re: Your turn",
            "RE : Antw: Your turn",
            "Re[2]: SV: Your turn",
            "Fwd: RÉP : Your turn",
            "回复：Re: Your turn",
        ] {
            assert_eq!(without_prefixes(subject), "Your turn", "{subject}");
        }
        assert_eq!(
            without_prefixes("That's Life!: your turn"),
            "That's Life!: your turn"
        );
    }

    #[test]
    fn reply_to_a_refusal_does_not_repeat_it() {
        let t = Tongue(Language::French);
        let refused = Reply::new("", None, "Re: Re: roll", t).refusing("subject-not-done", None, t);
        let subject = refused.subject.as_str();
        assert_eq!(subject, "[Turnpike] Demande refusée\u{a0}: roll");
        let again = Reply::new(
            "",
            None,
            &format!("RE: {subject}"),
            Tongue(Language::German),
        );
        assert_eq!(again.subject.as_str(), "Re: roll");
        let other = Reply::new("", None, "[Turnpike] Your turn: Buttons (G1)", t);
        assert_eq!(
            other.subject.as_str(),
            "Re: [Turnpike] Your turn: Buttons (G1)"
        );
    }
}
