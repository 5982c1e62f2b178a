//! The moves in their typed form and in JSON. `read` reads the text notation.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::card::Card;
use super::trucks::TruckId;
use rules::reading::{self, Named};

/// A move. Use each of the day's three cards at most once, then end the day. Moves name cards by
/// their `id` in the view. Cards that look alike have different ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "FlipFreightersMove")]
pub enum Move {
    /// Load one square of a truck that has not started.
    Load {
        /// The id of a face-up card, 0 to 51.
        card: i32,
        /// The truck.
        truck: Named<TruckId>,
        /// The square, counted from 0 at the left.
        square: i32,
        /// The written value, 1 to 11. Each hour changes the card's value by 1. A joker has any
        /// value from 1 to 6.
        value: i32,
    },
    /// Move one or more trucks with one card. The steps of all legs together must not exceed the
    /// value of the card (6 for a joker) plus the hours left. The rest is lost.
    Move {
        /// The id of a face-up card, 0 to 51.
        card: i32,
        /// The legs, at most one for each truck.
        legs: Vec<Leg>,
    },
    /// End the day. Until the next day, only `restart_turn` is legal.
    EndTurn {},
    /// Undo everything that you did today. All three cards can be used again.
    RestartTurn {},
}

/// The leg of one truck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FlipFreightersLeg")]
pub struct Leg {
    /// The truck.
    pub truck: Named<TruckId>,
    /// The circle to reach, from 1 after the truck. This is not a number of steps.
    pub to: i32,
    /// Whether to deliver on an x1 stop. On its last circle a truck is always delivered.
    #[schemars(default)]
    pub deliver: bool,
}

impl<'de> Deserialize<'de> for Leg {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Leg, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Members {
            truck: Named<TruckId>,
            to: i32,
            #[serde(default)]
            deliver: bool,
        }
        reading::object(from).map(|Members { truck, to, deliver }| Leg { truck, to, deliver })
    }
}

rules::read_moves! {
    Move { card: i32, truck: Named<TruckId>, square: i32, value: i32, legs: Vec<Leg> }
    => Load(card, truck, square, value), Move(card, legs), EndTurn(), RestartTurn()
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Load {
                card,
                truck,
                square,
                value,
            } => {
                write!(f, "{} {truck}.{square}", CardName(*card))?;
                let face = Card::of(*card).and_then(Card::value);
                if face.map(i32::from) == Some(*value) {
                    Ok(())
                } else {
                    write!(f, " as {value}")
                }
            }
            Move::Move { card, legs } => {
                write!(f, "{}", CardName(*card))?;
                legs.iter().try_for_each(|leg| write!(f, " {leg}"))
            }
            Move::EndTurn {} => f.write_str("done"),
            Move::RestartTurn {} => f.write_str("restart"),
        }
    }
}

impl fmt::Display for Leg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.deliver { "!" } else { "" };
        write!(f, "{}>{}{mark}", self.truck, self.to)
    }
}

/// The name of a card, or its number if there is no such card.
struct CardName(i32);

impl fmt::Display for CardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Card::of(self.0) {
            Some(card) => card.fmt(f),
            None => write!(f, "card{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_number_holds_is_no_move() {
        for bad in [
            r#"{"type":"load","card":3,"truck":"any","square":0,"value":2147483648}"#,
            r#"{"type":"move","card":3,"legs":[{"truck":"any","to":1,"to":1}]}"#,
        ] {
            assert!(serde_json::from_str::<Move>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_out_of_range_is_still_a_move() {
        for text in [
            r#"{"type":"load","card":-1,"truck":"unknown","square":-7,"value":2147483647}"#,
            r#"{"type":"move","card":99,"legs":[{"truck":"unknown","to":-3,"deliver":true}]}"#,
            r#"{"type":"move","card":99,"legs":[]}"#,
        ] {
            let mv: Move = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&mv).unwrap(), text);
            assert!(!mv.to_string().is_empty());
        }
    }

    #[test]
    fn deliver_may_be_left_out() {
        let text = r#"{"type":"move","card":3,"legs":[{"truck":"any","to":1}]}"#;
        let mv: Move = serde_json::from_str(text).unwrap();
        let leg = Leg {
            truck: TruckId::Any.into(),
            to: 1,
            deliver: false,
        };
        assert_eq!(
            mv,
            Move::Move {
                card: 3,
                legs: vec![leg]
            }
        );
    }
}
