//! The 52 cards (R1.1): suits, ranks, two copies of each, four jokers, and how they are named.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How many cards there are.
pub(super) const CARDS: usize = 52;
/// The id of the first joker; all higher ids are jokers.
const FIRST_JOKER: u8 = 48;
/// What tells copies of a card apart in a name.
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
    /// The letter in the name of a card.
    pub(super) const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    /// The sign on the sheet.
    pub(super) const fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }
}

/// One physical card, by its id from 0 to 51. Copies of a card differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Card(u8);

impl Card {
    /// The card with this id.
    pub(super) fn of(id: i32) -> Option<Card> {
        u8::try_from(id)
            .ok()
            .filter(|id| usize::from(*id) < CARDS)
            .map(Card)
    }

    /// All cards by rising id.
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

    /// The suit; a joker has none.
    pub(super) const fn suit(self) -> Option<Suit> {
        if self.is_joker() {
            None
        } else {
            Some(Suit::ALL[self.0 as usize / 12])
        }
    }

    /// The value printed on it; a joker has none.
    pub(super) const fn value(self) -> Option<u8> {
        if self.is_joker() {
            None
        } else {
            Some(self.0 % 12 / 2 + 1)
        }
    }

    /// How far it moves trucks without overtime (R6.2).
    pub(super) const fn steps(self) -> u8 {
        match self.value() {
            Some(value) => value,
            None => 6,
        }
    }

    /// Which of the cards alike it is, from 0.
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

    /// The cards that look like this one, itself among them.
    pub(super) fn alike(self) -> impl Iterator<Item = Card> {
        Card::all().into_iter().filter(move |it| it.is_like(self))
    }

    /// What stands on the card: `5H`, `AS`, `JK`.
    pub(super) fn face(self) -> String {
        match (self.suit(), self.value()) {
            (Some(suit), Some(1)) => format!("A{}", suit.letter()),
            (Some(suit), Some(value)) => format!("{value}{}", suit.letter()),
            _ => "JK".to_owned(),
        }
    }

    /// What it is called among cards: without the letter of its copy, unless another copy lies there.
    pub(super) fn called_among(self, cards: &[Card]) -> String {
        match cards.iter().filter(|it| it.is_like(self)).count() {
            0 | 1 => self.face(),
            _ => self.to_string(),
        }
    }

    /// The card that a word names, and whether the word says which of those alike: `5h`, `5hb`,
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

/// The name in the notation: what stands on the card, and a letter from the second copy on.
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
