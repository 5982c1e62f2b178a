//! The moves as text: `play 8 left`, `discard 11 on 2 right`, `score 1 to 3`.
//!
//! Writing needs no position, so it always writes a place as an index. Reading also accepts `left`,
//! `right` and `middle` for a place, and ignores filler words.

use std::fmt;

use super::MESSAGES;
use super::cards::{Ability, Card, Naming};
use super::legal::allowed::{middle_card, middle_gap};
use super::moves::{Move, Shown, Side, Target, naming};
use super::sets::sets;
use super::state::State;
use rules::notation::Words;
use rules::{Illegal, Message, refused, told};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play { card, index, shown } => {
                write!(f, "play {card}")?;
                if let Some(shown) = shown {
                    write!(f, " as {}", shown.worth())?;
                }
                write!(f, " at {index}")
            }
            Move::Discard { card, on } => {
                write!(f, "discard {card}")?;
                match on {
                    Target::Nothing => Ok(()),
                    Target::Order(order) => {
                        f.write_str(" order")?;
                        order.iter().try_for_each(|index| write!(f, " {index}"))
                    }
                    Target::Index(index) => write!(f, " on {index}"),
                    Target::Indexes(a, b) => write!(f, " on {a} and {b}"),
                    Target::IndexAndEnd(index, end) if is_end_to_middle(*card) => {
                        write!(f, " {} to {index}", end.word())
                    }
                    Target::IndexAndEnd(index, end) => {
                        write!(f, " on {index} to {}", end.word())
                    }
                    Target::IndexAndDirection(index, direction) => {
                        write!(f, " on {index} {}", direction.word())
                    }
                }
            }
            Move::Score { from, to } => write!(f, "score {from} to {to}"),
            Move::Decline => f.write_str("decline"),
        }
    }
}

fn is_end_to_middle(card: i32) -> bool {
    Card::of(card).and_then(Card::ability) == Some(Ability::EndToMiddle)
}

/// Words that may occur anywhere and have no meaning.
const FILLERS: [&str; 21] = [
    "a",
    "and",
    "at",
    "card",
    "cards",
    "end",
    "from",
    "in",
    "index",
    "indexes",
    "of",
    "off",
    "on",
    "order",
    "place",
    "places",
    "position",
    "positions",
    "set",
    "the",
    "to",
];

/// Words that describe the effect of a discarded card, which has only one. They are not `FILLERS`
/// before a played card: “move 5 left” does not play the 5.
const DOES: [&str; 14] = [
    "back", "down", "face", "for", "its", "move", "over", "shuffle", "swap", "then", "turn",
    "upside", "with", "deck",
];

#[derive(Clone, Copy)]
enum Verb {
    Play,
    Discard,
    Score,
    Decline,
}

const VERBS: [(&str, Verb); 4] = [
    ("play", Verb::Play),
    ("discard", Verb::Discard),
    ("score", Verb::Score),
    ("decline", Verb::Decline),
];

#[derive(Clone, Copy)]
enum Spot {
    Left,
    Right,
    Middle,
}

const SPOTS: [(&str, Spot); 3] = [
    ("left", Spot::Left),
    ("right", Spot::Right),
    ("middle", Spot::Middle),
];

const SIDES: [(&str, Side); 2] = [("left", Side::Left), ("right", Side::Right)];

/// Reads a move. The position only determines the meaning of `left`, `right` and `middle` and the
/// places of named cards.
pub(super) fn read(state: &State, text: &str) -> Result<Move, Illegal> {
    let mut words = Words::of(&placed(state, &plain(text))?);
    let n = state.row.len();
    // “Lege 2 ab” discards, while “lege 2” plays.
    let is_off = |word: &str| word.eq_ignore_ascii_case("off");
    // “16 left” plays the card.
    let is_card = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let verb = match words.peek().is_some_and(is_card) {
        true => Verb::Play,
        false => words.choose(told!("what-move"), &VERBS)?,
    };
    let verb = match verb {
        Verb::Play if text.split_whitespace().any(is_off) => Verb::Discard,
        verb => verb,
    };
    let mv = match verb {
        Verb::Play => play(&mut words, n)?,
        Verb::Discard => {
            let card = words.number(told!("what-discard"))?;
            let on = target(&mut words, card, n)?;
            Move::Discard { card, on }
        }
        Verb::Score if words.peek().is_none() => only_set(state)?,
        Verb::Score => Move::Score {
            from: words.number(told!("what-from"))?,
            to: words.number(told!("what-to"))?,
        },
        Verb::Decline => Move::Decline,
    };
    words.end()?;
    Ok(mv)
}

/// Returns the move that scores the only set, for a text that names none.
fn only_set(state: &State) -> Result<Move, Illegal> {
    let mut sets = sets(&state.row);
    match (sets.next(), sets.next()) {
        (Some(only), None) => Ok(Move::Score {
            from: only.from as i32,
            to: only.to as i32,
        }),
        _ => Err(refused!("which-set")),
    }
}

/// Removes filler words, and turns `1-3` into `1 3`; the sign of `-1` stays. A number that the text
/// marks as a card, as in “the 2”, gets a `#` in front: `#2`.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '.' | '@'));
    let (mut plain, mut is_card) = (String::new(), false);
    let is = |word: &str, known: &[&str]| known.iter().any(|it| word.eq_ignore_ascii_case(it));
    let mut is_discard = false;
    for word in words.filter(|word| !word.is_empty()) {
        is_discard |= word.eq_ignore_ascii_case("discard");
        if is(word, &FILLERS) || is_discard && is(word, &DOES) {
            is_card = is(word, &["the", "card", "cards"]);
            continue;
        }
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if std::mem::take(&mut is_card) && is_number {
            plain.push_str(&format!(" #{word}"));
            continue;
        }
        let sign = word.starts_with('-');
        let rest = word.strip_prefix('-').unwrap_or(word);
        plain.push(' ');
        plain.push_str(if sign { "-" } else { "" });
        plain.push_str(&rest.replace(['-', '–', '—'], " "));
    }
    plain
}

/// Replaces the number of each named card of the row by its place. This applies, after the played
/// or discarded card, to numbers marked as cards and to the two cards “between” which another is
/// played.
fn placed(state: &State, plain: &str) -> Result<String, Illegal> {
    let words: Vec<&str> = plain.split_whitespace().collect();
    let scores = words
        .first()
        .is_some_and(|verb| "score".starts_with(&verb.to_lowercase()));
    let digits = |word: &str| word.trim_start_matches('#').parse::<u8>().ok();
    let is_between = |word: &&str| word.eq_ignore_ascii_case("between");
    let pair = words.iter().position(is_between).map(|at| at + 1..at + 3);
    let in_pair = |at: &usize| pair.as_ref().is_some_and(|pair| pair.contains(at));
    let first = (0..words.len()).find(|at| digits(words[*at]).is_some() && !in_pair(at));
    // A discarded card has no place between two cards.
    let plays = words
        .first()
        .is_some_and(|verb| "play".starts_with(&verb.to_lowercase()) || digits(verb).is_some());
    let place_of = |number| {
        state
            .row
            .iter()
            .position(|laid| laid.card.value() == number)
    };
    let (mut said, mut between) = (Vec::new(), None::<Option<(u8, usize)>>);
    for (at, word) in words.iter().enumerate() {
        let bare = word.trim_start_matches('#');
        let is_own = !scores && Some(at) == first;
        if plays && is_between(word) {
            between = Some(None);
            continue;
        }
        if let (Some(one), Some(number)) = (between, digits(word)) {
            let Some(place) = place_of(number) else {
                return Err(refused!("not-in-row", card: number));
            };
            match one {
                None => between = Some(Some((number, place))),
                Some((_, other)) if place.abs_diff(other) == 1 => {
                    said.push(place.max(other).to_string());
                    between = None;
                }
                Some((one, _)) => return Err(refused!("not-neighbours", one: one, other: number)),
            }
            continue;
        }
        let number = digits(word).filter(|number| !is_own && Card::of((*number).into()).is_some());
        let Some(number) = number else {
            said.push(bare.to_owned());
            continue;
        };
        match place_of(number) {
            _ if !word.starts_with('#') => said.push(bare.to_owned()),
            Some(place) => said.push(place.to_string()),
            None => return Err(refused!("not-in-row", card: number)),
        }
    }
    Ok(said.join(" "))
}

fn play(words: &mut Words, n: usize) -> Result<Move, Illegal> {
    let card: i32 = words.number(told!("what-play"))?;
    let before = shown(words)?;
    let index = match Card::of(card) {
        // There is only one place.
        _ if n == 0
            && matches!(
                words.peek(),
                None | Some("as" | "upside" | "upright" | "middle")
            ) =>
        {
            words.skip(&["middle"]);
            0
        }
        Some(Card::SEVEN | Card::SEVENTEEN) => place(words, n, n, middle_gap)?,
        _ => place(words, n, n, |_, _| false)?,
    };
    let shown = match before {
        Some(shown) => Some(shown),
        None => shown(words)?,
    };
    let is_nine = card == i32::from(Card::NINE.value());
    match shown {
        None if is_nine => Err(refused!("say-nine")),
        Some(_) if !is_nine => Err(refused!("only-nine")),
        _ => Ok(Move::Play { card, index, shown }),
    }
}

fn shown(words: &mut Words) -> Result<Option<Shown>, Illegal> {
    match words.peek() {
        Some("upright") => {
            words.word();
            return Ok(Some(Shown::Nine));
        }
        Some("upside" | "upside-down") => {
            words.word();
            words.skip(&["down"]);
            return Ok(Some(Shown::Six));
        }
        Some("as") => {}
        _ => return Ok(None),
    }
    words.skip(&["as"]);
    let worth = words.number(told!("what-worth"))?;
    Shown::of(worth)
        .map(Some)
        .ok_or_else(|| refused!("nine-or-six"))
}

fn target(words: &mut Words, card: i32, n: usize) -> Result<Target, Illegal> {
    Ok(match naming(card) {
        None => Target::Nothing,
        Some(Naming::Order) => {
            let mut order = Vec::new();
            // Other abbreviations are not in `FILLERS`.
            if words.peek().is_some_and(|word| "order".starts_with(word)) {
                words.word();
            }
            while words.peek().is_some() {
                order.push(words.number(told!("what-order"))?);
            }
            if order.is_empty() {
                return Err(refused!("name-order"));
            }
            Target::Order(order)
        }
        Some(Naming::Index) => Target::Index(place(words, n.saturating_sub(1), n, middle_card)?),
        Some(Naming::Indexes) => {
            let a = words.number(told!("what-first"))?;
            Target::two(a, words.number(told!("what-second"))?)
        }
        Some(Naming::IndexAndEnd) => {
            let (index, end) = index_and_side(words, told!("what-end"), card, n)?;
            Target::IndexAndEnd(index, end)
        }
        Some(Naming::IndexAndDirection) => {
            let (index, direction) = index_and_side(words, told!("what-direction"), card, n)?;
            Target::IndexAndDirection(index, direction)
        }
    })
}

/// Reads an index and a side, in either order.
fn index_and_side(
    words: &mut Words,
    what: Message,
    card: i32,
    n: usize,
) -> Result<(i32, Side), Illegal> {
    let middle = words
        .peek()
        .is_some_and(|word| "middle".starts_with(word) && is_end_to_middle(card));
    let side_first = !middle
        && words
            .peek()
            .is_some_and(|word| word.starts_with(char::is_alphabetic));
    if side_first {
        let side = words.choose(what, &SIDES)?;
        return Ok((inner_index(words, card, n)?, side));
    }
    let index = inner_index(words, card, n)?;
    Ok((index, words.choose(what, &SIDES)?))
}

fn inner_index(words: &mut Words, card: i32, n: usize) -> Result<i32, Illegal> {
    if is_end_to_middle(card) && words.peek().is_some_and(|word| "middle".starts_with(word)) {
        return place(words, n, n.saturating_sub(1), middle_gap);
    }
    words.number(told!("what-index"))
}

/// Reads an index, or a word for one: `left` is 0, `right` is `last`, and `middle` is the one place
/// that satisfies `is_middle` in a row of `n`.
fn place(
    words: &mut Words,
    last: usize,
    n: usize,
    is_middle: fn(usize, usize) -> bool,
) -> Result<i32, Illegal> {
    let spelled = words
        .peek()
        .is_some_and(|word| word.starts_with(char::is_alphabetic));
    if !spelled {
        return words.number(told!("what-index-or-side"));
    }
    let word = words.peek().unwrap_or_default().to_owned();
    let spot = words.choose(told!("what-place"), &SPOTS);
    match spot.map_err(|_| refused!("place-unread", word: word, last: last))? {
        Spot::Left => Ok(0),
        Spot::Right => Ok(last as i32),
        Spot::Middle => {
            let mut middles = (0..=n).filter(|at| is_middle(*at, n));
            match (middles.next(), middles.next()) {
                (Some(only), None) => Ok(only as i32),
                // “In the middle, at 3.”
                (Some(one), Some(other)) => match words.peek().map(str::parse::<usize>) {
                    Some(Ok(said)) if said == one || said == other => {
                        words.number(told!("what-place"))
                    }
                    _ => Err(refused!("two-middles", one: one, other: other)),
                },
                (None, _) => Err(refused!("no-middle")),
            }
        }
    }
}
