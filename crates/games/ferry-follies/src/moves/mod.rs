//! The moves, as a player writes them.
//!
//! Numbers are as written; `allowed` checks whether such a card or place exists. The JSON form is
//! in `json`, its schema in `schema`, the text notation in `read`.

mod json;
mod schema;

use serde::Serialize;

use crate::cards::{Ability, Card, Naming};

/// A move of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Move {
    /// Put a card of the hand into the row.
    Play {
        /// The value of the card.
        card: i32,
        /// Its index in the new row.
        index: i32,
        /// The number that a 9 shows; other cards have none.
        #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
        shown: Option<Shown>,
    },
    /// Discard a card of the hand for its ability.
    Discard {
        /// The value of the card.
        card: i32,
        /// The target of the ability.
        #[serde(flatten)]
        on: Target,
    },
    /// Score a set.
    Score {
        /// Index of its leftmost card.
        from: i32,
        /// Index of its rightmost card.
        to: i32,
    },
    /// Score none of the optional sets.
    Decline,
}

/// The number that a 9 shows when it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// 9: upright.
    Nine,
    /// 6: upside down.
    Six,
}

rules::words! {
    /// Left or right: an end of the row, or a direction along it.
    pub enum Side = "FerryFolliesSide" {
        /// Towards index 0.
        Left,
        /// Towards the last index.
        Right,
    }
}

/// The target of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The card has no ability.
    Nothing,
    /// Card 1: the old index of each card of the new row.
    Order(Vec<i32>),
    /// One card of the row.
    Index(i32),
    /// Two cards of the row, the lower index first, so that either order gives the same move.
    Indexes(i32, i32),
    /// A card or place, and an end of the row.
    IndexAndEnd(i32, Side),
    /// A card, and the direction in which it moves.
    IndexAndDirection(i32, Side),
}

impl Target {
    /// Creates the target of two cards, given in either order.
    pub(crate) fn two(a: i32, b: i32) -> Target {
        Target::Indexes(a.min(b), a.max(b))
    }
}

impl Shown {
    /// The number.
    pub(crate) const fn worth(self) -> i32 {
        match self {
            Shown::Nine => 9,
            Shown::Six => 6,
        }
    }

    /// Returns the value with this number.
    pub(crate) const fn of(worth: i32) -> Option<Shown> {
        match worth {
            9 => Some(Shown::Nine),
            6 => Some(Shown::Six),
            _ => None,
        }
    }
}

/// Returns the members that a discard of this card needs; `None` if the card has no ability or does
/// not exist.
pub(crate) fn naming(card: i32) -> Option<Naming> {
    Card::of(card)?.ability().map(Ability::names)
}
