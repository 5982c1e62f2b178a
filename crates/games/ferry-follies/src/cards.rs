//! The 18 cards: their abilities and their texts (R1). The data file has both for other readers.

use serde::{Deserialize, Serialize};

use super::MESSAGES;
use rules::{Message, told};

/// The number of cards, one of each value from 1.
pub(super) const CARDS: usize = 18;

/// A card, by its value from 1 to 18.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Card(u8);

impl Card {
    /// The 7, which may be played anywhere.
    pub(super) const SEVEN: Card = Card(7);
    /// The 9, which may be played as a 6.
    pub(super) const NINE: Card = Card(9);
    /// The 12, which turns a card face down.
    pub(super) const TWELVE: Card = Card(12);
    /// The 13, which opens sets of 18.
    pub(super) const THIRTEEN: Card = Card(13);
    /// The 17, which is played in the middle.
    pub(super) const SEVENTEEN: Card = Card(17);
    /// The 18, which counts double when scored.
    pub(super) const EIGHTEEN: Card = Card(18);

    /// Returns all cards, from 1 to 18.
    pub(super) fn all() -> [Card; CARDS] {
        std::array::from_fn(|i| Card(i as u8 + 1))
    }

    /// Returns the card of this value, if there is one.
    pub(super) fn of(value: i32) -> Option<Card> {
        u8::try_from(value)
            .ok()
            .filter(|value| (1..=CARDS as u8).contains(value))
            .map(Card)
    }

    /// The value printed on the card.
    pub(super) const fn value(self) -> u8 {
        self.0
    }

    /// Returns the ability of discarding the card, or `None` if the card is never discarded from
    /// the hand.
    pub(super) const fn ability(self) -> Option<Ability> {
        Some(match self.0 {
            1 => Ability::Arrange,
            2 => Ability::Swap(Fit::Any),
            3 => Ability::ToTop,
            4 => Ability::ShuffleInOne,
            5 => Ability::EndToMiddle,
            6 => Ability::ShuffleInTwo,
            8 => Ability::ToEnd,
            10 => Ability::Swap(Fit::TenOrLess),
            11 => Ability::MoveTwo,
            12 => Ability::FaceDown,
            14 => Ability::DiscardMiddle,
            15 => Ability::Swap(Fit::Odd),
            16 => Ability::Swap(Fit::Even),
            _ => return None,
        })
    }

    /// Returns the heading of the card's text: when it is played, when it is discarded, or while it
    /// lies in the row.
    pub(super) fn head(self) -> Message {
        told!("head", card: self.0)
    }

    /// Returns the card's text for a player, without its heading.
    pub(super) fn text(self) -> Message {
        told!("text", card: self.0)
    }
}

/// The effect of discarding a card (R4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ability {
    /// Put the row in any order.
    Arrange,
    /// Swap two cards with suitable worths.
    Swap(Fit),
    /// Put a card on top of the deck.
    ToTop,
    /// Shuffle a card into the deck.
    ShuffleInOne,
    /// Shuffle two cards into the deck.
    ShuffleInTwo,
    /// Move the card at an end to the middle.
    EndToMiddle,
    /// Move a card to an end.
    ToEnd,
    /// Move a card two places.
    MoveTwo,
    /// Turn a card face down.
    FaceDown,
    /// Discard a card from the middle.
    DiscardMiddle,
}

impl Ability {
    /// Returns how many cards of the row must be suitable for the ability, and which ones are.
    pub(super) const fn needs(self) -> (usize, Fit) {
        match self {
            Ability::Swap(fit) => (2, fit),
            Ability::Arrange | Ability::ShuffleInTwo | Ability::EndToMiddle | Ability::ToEnd => {
                (2, Fit::Any)
            }
            Ability::ToTop | Ability::ShuffleInOne | Ability::FaceDown | Ability::DiscardMiddle => {
                (1, Fit::Any)
            }
            Ability::MoveTwo => (3, Fit::Any),
        }
    }

    /// Returns the members that a move needs besides the card.
    pub(super) const fn names(self) -> Naming {
        match self {
            Ability::Arrange => Naming::Order,
            Ability::Swap(_) | Ability::ShuffleInTwo => Naming::Indexes,
            Ability::ToTop | Ability::ShuffleInOne | Ability::FaceDown | Ability::DiscardMiddle => {
                Naming::Index
            }
            Ability::EndToMiddle | Ability::ToEnd => Naming::IndexAndEnd,
            Ability::MoveTwo => Naming::IndexAndDirection,
        }
    }
}

/// The cards of the row that an ability may take, by their worth there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// Every card.
    Any,
    /// Worth 10 or less.
    TenOrLess,
    /// An odd worth.
    Odd,
    /// An even worth.
    Even,
}

impl Fit {
    /// Whether a card of this worth fits.
    pub(super) const fn takes(self, worth: u8) -> bool {
        match self {
            Fit::Any => true,
            Fit::TenOrLess => worth <= 10,
            Fit::Odd => !worth.is_multiple_of(2),
            Fit::Even => worth.is_multiple_of(2),
        }
    }

    /// Returns a phrase such as “two cards of odd worth”.
    pub(super) const fn words(self) -> Message {
        let id = match self {
            Fit::Any => "fit-any",
            Fit::TenOrLess => "fit-ten-or-less",
            Fit::Odd => "fit-odd",
            Fit::Even => "fit-even",
        };
        MESSAGES.message(id)
    }
}

/// The members of a discard besides `type` and `card`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// `order`.
    Order,
    /// `index`.
    Index,
    /// `indexes`.
    Indexes,
    /// `index` and `end`.
    IndexAndEnd,
    /// `index` and `direction`.
    IndexAndDirection,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use rules::Language;

    fn params(naming: Naming) -> Value {
        match naming {
            Naming::Order => json!(["order"]),
            Naming::Index => json!(["index"]),
            Naming::Indexes => json!(["indexes"]),
            Naming::IndexAndEnd => json!(["end", "index"]),
            Naming::IndexAndDirection => json!(["direction", "index"]),
        }
    }

    fn ability_name(ability: Ability) -> &'static str {
        match ability {
            Ability::Arrange => "arrange",
            Ability::Swap(_) => "swap",
            Ability::ToTop => "to_top",
            Ability::ShuffleInOne | Ability::ShuffleInTwo => "shuffle_in",
            Ability::EndToMiddle => "end_to_middle",
            Ability::ToEnd => "to_end",
            Ability::MoveTwo => "move_two",
            Ability::FaceDown => "face_down",
            Ability::DiscardMiddle => "discard_middle",
        }
    }

    fn fit_name(fit: Fit) -> &'static str {
        match fit {
            Fit::Any => "any",
            Fit::TenOrLess => "worth_10_or_less",
            Fit::Odd => "worth_odd",
            Fit::Even => "worth_even",
        }
    }

    #[test]
    fn constants_agree_with_the_data() {
        let data: Value = serde_json::from_str(include_str!("data/cards.json")).unwrap();
        let cards = data["cards"].as_array().unwrap();
        assert_eq!(cards.len(), CARDS);
        for (card, data) in Card::all().into_iter().zip(cards) {
            assert_eq!(data["value"], card.value());
            let text = told!("card", head: card.head(), text: card.text());
            assert_eq!(data["text"], text.to(Language::English));
            let play = match card {
                Card::SEVEN => "anywhere",
                Card::SEVENTEEN => "middle",
                _ => "ends",
            };
            assert_eq!(data["play"], play, "{card:?}");
            let may_be_six = data.get("as").is_some_and(|shown| *shown == json!([9, 6]));
            assert_eq!(may_be_six, card == Card::NINE);
            let passive = match card {
                Card::THIRTEEN => json!("set_18"),
                Card::SEVENTEEN => json!("middle"),
                Card::EIGHTEEN => json!("double"),
                _ => Value::Null,
            };
            assert_eq!(data["passive"], passive);
            let Some(ability) = card.ability() else {
                assert!(data["discard"].is_null(), "{card:?}");
                continue;
            };
            let discard = &data["discard"];
            assert_eq!(discard["ability"], ability_name(ability));
            let mut named: Vec<&str> = discard["params"]
                .as_array()
                .unwrap()
                .iter()
                .map(|name| name.as_str().unwrap())
                .collect();
            named.sort_unstable();
            assert_eq!(json!(named), params(ability.names()));
            let (count, fit) = ability.needs();
            assert_eq!(
                discard["needs"],
                json!({"count": count, "of": fit_name(fit)})
            );
        }
    }
}
