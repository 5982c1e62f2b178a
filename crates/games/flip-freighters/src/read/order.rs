//! Puts free text into the order of the notation: the verb, then the card by its sign, then the
//! rest.

use super::{FILLERS, VERBS, Verb};
use crate::MESSAGES;
use crate::card::{Card, Suit};
use crate::state::State;
use rules::{Illegal, Seat, refused};

/// The names of the ranks, with their signs. “as” is French.
const RANKS: [(&str, &str); 13] = [
    ("ace", "a"),
    ("as", "a"),
    ("one", "a"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("2", "2"),
    ("3", "3"),
    ("4", "4"),
    ("5", "5"),
    ("6", "6"),
];

/// Words before the card of a move: “drive clubs to 3 with the 6S”.
const WITH: [&str; 4] = ["with", "the", "use", "card"];

/// Replaces the name of the first card by its sign: “hearts four”, “4 of hearts” and “ace hearts”
/// begin with `4h`, `4h` and `ah`. After a card, the same words name a square.
pub(super) fn with_cards(text: &str) -> String {
    let written: Vec<&str> = text.split_whitespace().collect();
    let bare = |word: &&str| {
        let word = word.to_lowercase().replace('’', "'");
        word.strip_prefix("l'").unwrap_or(&word).to_owned()
    };
    let lower: Vec<String> = written.iter().map(bare).collect();
    let words: Vec<&str> = lower.iter().map(String::as_str).collect();
    let is_before =
        |word: &&&str| FILLERS.contains(*word) || VERBS.iter().any(|(verb, _)| verb == *word);
    let at = words.iter().take_while(is_before).count();
    // “AS spades” is the ace of spades on a truck.
    let is_sign = words.get(at) == Some(&"as") && words.get(at + 1) != Some(&"of");
    match named_at(&words, at).filter(|_| !is_sign) {
        Some((count, sign)) => {
            let whole = written[..at].iter().copied().chain([sign.as_str()]);
            let whole = whole.chain(written[at + count..].iter().copied());
            whole.collect::<Vec<_>>().join(" ")
        }
        None => text.to_owned(),
    }
}

/// Returns the text with its verb first, then its only card and then the rest: “drive clubs to 3
/// with the 6S”, “6S drives spades to 1”. The card may be a number alone if only one such card is
/// unused: “with the 6”, “load the 4 on clubs”. Returns `None` if there is no card, and an error if
/// there are two.
pub(super) fn in_order(state: &State, seat: Seat, text: &str) -> Result<Option<String>, Illegal> {
    let lower = text.to_lowercase();
    let mut words: Vec<&str> = lower
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .collect();
    // “As 6” is a value, while “with AS” is the ace of spades.
    let is_value = |at: usize| {
        let next = words.get(at + 1);
        words[at] == "as" && next.is_some_and(|next| next.parse::<u8>().is_ok())
    };
    let signs: Vec<usize> = (0..words.len())
        .filter(|at| Card::named(words[*at]).is_some() && !is_value(*at))
        .collect();
    let (at, count, card) = match signs.as_slice() {
        [at] => (*at, 1, words[*at].to_owned()),
        [] => match in_words(state, seat, &words) {
            Some(found) => found,
            None => return Ok(None),
        },
        [_, other, ..] => return Err(refused!("one-card", word: words[*other].to_uppercase())),
    };
    let with = words[..at].iter().rev();
    let with = with.take_while(|word| WITH.contains(*word)).count();
    words.drain(at - with..at + count);
    let uses_card = |word: &&str| {
        let mut verbs = VERBS.iter().filter(|(verb, _)| verb == word);
        verbs.any(|(_, it)| !matches!(it, Verb::End | Verb::Restart))
    };
    let verb = words.iter().position(uses_card).map(|at| words.remove(at));
    let ordered = verb.into_iter().chain([card.as_str()]).chain(words);
    Ok(Some(ordered.collect::<Vec<_>>().join(" ")))
}

/// Finds a card after “with” or the first “the”, by its name or, if only one such card is unused,
/// by its number alone: “with the 6 of hearts”, “load the 4”. Returns the index of its first word,
/// the number of its words, and its sign.
fn in_words(state: &State, seat: Seat, words: &[&str]) -> Option<(usize, usize, String)> {
    let at = words.iter().position(|word| *word == "with").or_else(|| {
        let at = words.iter().position(|word| *word == "the")?;
        (at <= 1).then_some(at)
    })?;
    let at = at + 1 + usize::from(words.get(at + 1) == Some(&"the"));
    if let Some((count, sign)) = named_at(words, at) {
        return Some((at, count, sign));
    }
    let card = by_number(state, seat, rank(words.get(at)?)?)?;
    Some((at, 1, card.face().to_lowercase()))
}

/// Finds a card by its rank and suit, in either order, from this word on. Returns the number of its
/// words, and its sign.
fn named_at(words: &[&str], at: usize) -> Option<(usize, String)> {
    let is_of = words.get(at + 1) == Some(&"of");
    let count = 2 + usize::from(is_of);
    let (one, other) = (words.get(at)?, words.get(at + count - 1)?);
    let suit = |word: &str| Suit::ALL.into_iter().find(|it| it.word() == word);
    let (rank, suit) = match (rank(one), suit(other)) {
        (Some(rank), Some(suit)) => (rank, suit),
        _ => (rank(other)?, suit(one)?),
    };
    Some((
        count,
        format!("{rank}{}", suit.letter().to_ascii_lowercase()),
    ))
}

/// Returns the rank as in the sign of a card.
fn rank(word: &str) -> Option<&'static str> {
    let found = RANKS.iter().find(|(name, _)| *name == word);
    found.map(|(_, sign)| *sign)
}

/// Returns the card with this rank if only one such card, or only copies of it, are unused.
fn by_number(state: &State, seat: Seat, rank: &str) -> Option<Card> {
    if seat.number() >= state.seats() {
        return None;
    }
    let value = match rank {
        "a" => Some(1),
        number => number.parse().ok(),
    };
    let mut left = state.unused(seat).map(|(_, card)| card);
    let card = left.find(|card| card.value() == value)?;
    let is_only = left.all(|other| other.value() != value || other.is_like(card));
    is_only.then_some(card)
}
