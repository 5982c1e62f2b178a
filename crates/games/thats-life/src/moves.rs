//! The moves in their typed form and in JSON. Reading the text notation is in `read.rs`.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::tile::Tile;
use rules::Seat;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "ThatsLifeMove")]
pub enum Move {
    /// Roll the die; the first thing in every turn.
    Roll {},
    /// Move one of your own pawns by the whole die.
    MovePawn {
        /// The tile where the pawn stands.
        #[schemars(with = "Tile")]
        from: Place,
    },
    /// Move a guard by the whole die, in a game with guards. A pawn, anybody's, must stand beside
    /// it.
    MoveGuard {
        /// The tile where the guard stands.
        #[schemars(with = "Tile")]
        from: Place,
    },
    /// Say to whom a gift goes, or from whom to steal, when the rules leave a choice.
    ChooseTarget {
        /// One of the seats that the view lists as candidates.
        seat: Seat,
    },
}

/// Where a move begins: a tile's code, or some text that is no tile's code. The latter is a
/// well-formed move that is always refused, and does not remember its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub(super) Option<Tile>);

impl Place {
    /// What a place that is no tile says of itself.
    const UNKNOWN: &str = "unknown";

    /// The place that a code names.
    pub fn named(code: &str) -> Place {
        Place(Tile::from_code(code))
    }

    /// The code of the tile, or the word for none.
    pub(super) fn code(self) -> &'static str {
        self.0.map_or(Place::UNKNOWN, Tile::code)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Place, D::Error> {
        struct Code;
        impl Visitor<'_> for Code {
            type Value = Place;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the code of a tile")
            }

            fn visit_str<E: de::Error>(self, code: &str) -> Result<Place, E> {
                Ok(Place::named(code))
            }
        }
        deserializer.deserialize_str(Code)
    }
}

/// The members of any move. Serde's own reading of a tagged enum copies them all before it looks at
/// the tag, which is most of the time that a replay takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    #[serde(rename = "type")]
    tag: Tag,
    #[serde(default, deserialize_with = "given")]
    from: Option<Place>,
    #[serde(default, deserialize_with = "given")]
    seat: Option<Seat>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Tag {
    Roll,
    MovePawn,
    MoveGuard,
    ChooseTarget,
}

/// Reads a member that is there: `null` is no way to leave it out.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let Members { tag, from, seat } = Members::deserialize(deserializer)?;
        Ok(match (tag, from, seat) {
            (Tag::Roll, None, None) => Move::Roll {},
            (Tag::MovePawn, Some(from), None) => Move::MovePawn { from },
            (Tag::MoveGuard, Some(from), None) => Move::MoveGuard { from },
            (Tag::ChooseTarget, None, Some(seat)) => Move::ChooseTarget { seat },
            (Tag::Roll, ..) => return Err(de::Error::custom("roll has no further members")),
            (Tag::ChooseTarget, ..) => {
                return Err(de::Error::custom(
                    "choose_target has the one further member seat",
                ));
            }
            (Tag::MovePawn | Tag::MoveGuard, ..) => {
                return Err(de::Error::custom(
                    "a piece's move has the one further member from",
                ));
            }
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Roll {} => f.write_str("roll"),
            Move::MovePawn { from } => write!(f, "move {from}"),
            Move::MoveGuard { from } => write!(f, "guard {from}"),
            Move::ChooseTarget { seat } => write!(f, "target {seat}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_has_exactly_its_members() {
        for bad in [
            r#"{}"#,
            r#"{"type":"fly"}"#,
            r#"{"type":"Roll"}"#,
            r#"{"type":"roll","from":"m4a"}"#,
            r#"{"type":"roll","from":null}"#,
            r#"{"type":"roll","seat":null}"#,
            r#"{"type":"roll","die":3}"#,
            r#"{"type":"roll","type":"roll"}"#,
            r#"{"type":"move_pawn"}"#,
            r#"{"type":"move_pawn","from":4}"#,
            r#"{"type":"move_pawn","from":null}"#,
            r#"{"type":"move_pawn","from":["m4a"]}"#,
            r#"{"type":"move_pawn","from":"m4a","to":"m5a"}"#,
            r#"{"type":"move_guard"}"#,
            r#"{"type":"move_guard","from":true}"#,
            r#"{"type":"move_guard","from":"L1","seat":1}"#,
            r#"{"type":"choose_target"}"#,
            r#"{"type":"choose_target","seat":256}"#,
            r#"{"type":"choose_target","seat":null}"#,
            r#"{"type":"choose_target","seat":"1"}"#,
            r#"{"type":"choose_target","seat":-1}"#,
            r#"{"type":"choose_target","seat":1.5}"#,
            r#"{"type":"choose_target","seat":1,"from":"m4a"}"#,
            r#""roll""#,
        ] {
            assert!(serde_json::from_str::<Move>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_string_that_is_no_code_is_still_a_place() {
        let mv: Move = serde_json::from_str(r#"{"type":"move_pawn","from":"M4a"}"#).unwrap();
        assert_eq!(mv, Move::MovePawn { from: Place(None) });
        let text = serde_json::to_string(&mv).unwrap();
        assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), mv);
    }
}
