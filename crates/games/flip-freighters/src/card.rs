//! The 52 cards (R1.1): suits, ranks, two copies of each, four jokers, and their names.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of cards.
pub(super) const CARDS: usize = 52;
/// The id of the first joker; all higher ids are jokers.
const FIRST_JOKER: u8 = 48;
/// The suffixes of the names of copies.
const COPIES: [&str; 4] = ["", "b", "c", "d"];

rules::words! {
    /// A suit, in the order of the ids.
    pub enum Suit = "FlipFreightersSuit" {
        /// ♠, written S.
        Spades,
        /// ♥, written H.
        Hearts,
        /// ♦, written D.
        Diamonds,
        /// ♣, written C.
        Clubs,
    }
}

impl Suit {
    /// Returns the letter in the name of a card.
    pub(super) const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    /// Returns the sign on the sheet.
    pub(super) const fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }
}

/// One physical card, by its id from 0 to 51. Copies of a card differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Card(u8);

impl Card {
    /// Returns the card with this id, if there is one.
    pub(super) fn of(id: i32) -> Option<Card> {
        u8::try_from(id)
            .ok()
            .filter(|id| usize::from(*id) < CARDS)
            .map(Card)
    }

    /// Returns all cards by ascending id.
    pub(super) fn all() -> [Card; CARDS] {
        std::array::from_fn(|id| Card(id as u8))
    }

    /// The id.
    pub(super) const fn id(self) -> u8 {
        self.0
    }

    /// Whether it is a joker.
    pub(super) const fn is_joker(self) -> bool {
        self.0 >= FIRST_JOKER
    }

    /// Returns the suit; a joker has none.
    pub(super) const fn suit(self) -> Option<Suit> {
        if self.is_joker() {
            None
        } else {
            Some(Suit::ALL[self.0 as usize / 12])
        }
    }

    /// Returns the printed value; a joker has none.
    pub(super) const fn value(self) -> Option<u8> {
        if self.is_joker() {
            None
        } else {
            Some(self.0 % 12 / 2 + 1)
        }
    }

    /// Returns how far it moves trucks without overtime (R6.2).
    pub(super) const fn steps(self) -> u8 {
        match self.value() {
            Some(value) => value,
            None => 6,
        }
    }

    /// Returns the number of its copy, from 0.
    pub(super) const fn copy(self) -> usize {
        if self.is_joker() {
            (self.0 - FIRST_JOKER) as usize
        } else {
            (self.0 % 2) as usize
        }
    }

    /// Whether two cards look alike.
    pub(super) fn is_like(self, other: Card) -> bool {
        self.suit() == other.suit() && self.value() == other.value()
    }

    /// Returns the cards that look like this one, including itself.
    pub(super) fn alike(self) -> impl Iterator<Item = Card> {
        Card::all().into_iter().filter(move |it| it.is_like(self))
    }

    /// Returns the text on the card: `5H`, `AS`, `JK`.
    pub(super) fn face(self) -> String {
        match (self.suit(), self.value()) {
            (Some(suit), Some(1)) => format!("A{}", suit.letter()),
            (Some(suit), Some(value)) => format!("{value}{}", suit.letter()),
            _ => "JK".to_owned(),
        }
    }

    /// Returns its name among these cards: with the letter of its copy only if another copy is
    /// there.
    pub(super) fn called_among(self, cards: &[Card]) -> String {
        match cards.iter().filter(|it| it.is_like(self)).count() {
            0 | 1 => self.face(),
            _ => self.to_string(),
        }
    }

    /// Returns the card that a word names, and whether the word also names its copy: `5h`, `5hb`,
    /// `as`, `1s`, `5♥`, `jk`, `joker`.
    pub(super) fn named(word: &str) -> Option<(Card, bool)> {
        let word = word.to_lowercase();
        let joker = ["joker", "jk", "j"]
            .iter()
            .find_map(|name| word.strip_prefix(name));
        let (first, rest) = match joker {
            Some(rest) => (Card(FIRST_JOKER), rest),
            None => {
                let mut chars = word.chars();
                let value = match chars.next()? {
                    'a' => 1,
                    digit => digit.to_digit(10).filter(|it| (1..=6).contains(it))? as u8,
                };
                let sign = chars.next()?;
                let suit = Suit::ALL
                    .into_iter()
                    .find(|it| sign == it.letter().to_ascii_lowercase() || sign == it.sign())?;
                (Card(12 * suit as u8 + 2 * (value - 1)), chars.as_str())
            }
        };
        if rest.is_empty() {
            return Some((first, false));
        }
        let copy = ["a", "b", "c", "d"].iter().position(|it| *it == rest)?;
        let card = first.alike().nth(copy)?;
        Some((card, true))
    }
}

/// Writes the name in the notation: the text on the card, with a letter from the second copy on.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.face(), COPIES[self.copy()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_by_its_name() {
        for card in Card::all() {
            let named = Card::named(&card.to_string()).unwrap();
            assert_eq!(named, (card, card.copy() > 0), "{card}");
            let exact = Card::named(&format!(
                "{}{}",
                card.face(),
                ["a", "b", "c", "d"][card.copy()]
            ));
            assert_eq!(exact, Some((card, true)), "{card}");
        }
        assert_eq!(Card::named("1s"), Some((Card(0), false)));
        assert_eq!(Card::named("joker"), Some((Card(48), false)));
        for wrong in ["", "5", "h", "7h", "0h", "5hc", "5hh", "jkx", "5h5h", "jj"] {
            assert_eq!(Card::named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_ids_are_those_of_the_rules() {
        let name = |id| Card::of(id).unwrap().to_string();
        assert_eq!(
            [name(0), name(1), name(20), name(47)],
            ["AS", "ASb", "5H", "6Cb"]
        );
        assert_eq!(
            [name(48), name(49), name(50), name(51)],
            ["JK", "JKb", "JKc", "JKd"]
        );
        assert_eq!((Card::of(52), Card::of(-1)), (None, None));
        assert!(
            Card::all()
                .into_iter()
                .all(|card| card.alike().count() == if card.is_joker() { 4 } else { 2 })
        );
    }
}
