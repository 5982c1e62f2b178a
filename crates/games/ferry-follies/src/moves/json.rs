//! The JSON form of the moves.
//!
//! The form is flat, and the card determines the members of a move. So one pass reads all members
//! into a table, and the move is made from the table. The result depends only on the move, not on
//! the position.

use serde::de::Error;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{Card, Naming};
use crate::moves::{Move, Shown, Side, Target, naming};
use rules::reading::given;

/// Writes the members of an ability as members of its discard.
impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        match self {
            Target::Nothing => {}
            Target::Order(order) => members.serialize_entry("order", order)?,
            Target::Index(index) => members.serialize_entry("index", index)?,
            Target::Indexes(a, b) => members.serialize_entry("indexes", &[a, b])?,
            Target::IndexAndEnd(index, end) => {
                members.serialize_entry("index", index)?;
                members.serialize_entry("end", end)?;
            }
            Target::IndexAndDirection(index, direction) => {
                members.serialize_entry("index", index)?;
                members.serialize_entry("direction", direction)?;
            }
        }
        members.end()
    }
}

/// All members that a move can have. Each member has the same meaning in all moves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    #[serde(rename = "type")]
    form: Form,
    #[serde(default, deserialize_with = "given")]
    card: Option<i32>,
    #[serde(default, deserialize_with = "given")]
    index: Option<i32>,
    #[serde(default, deserialize_with = "given")]
    indexes: Option<[i32; 2]>,
    #[serde(default, deserialize_with = "given")]
    order: Option<Vec<i32>>,
    #[serde(default, deserialize_with = "given", rename = "as")]
    shown: Option<Shown>,
    #[serde(default, deserialize_with = "side")]
    end: Option<Side>,
    #[serde(default, deserialize_with = "side")]
    direction: Option<Side>,
    #[serde(default, deserialize_with = "given")]
    from: Option<i32>,
    #[serde(default, deserialize_with = "given")]
    to: Option<i32>,
}

/// The `type` of a move.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case", variant_identifier, expecting = "a word")]
enum Form {
    Play,
    Discard,
    Score,
    Decline,
}

/// Reads a [`Side`] from its word only. Without this, serde would also accept `{"left": null}`.
#[derive(Deserialize)]
#[serde(remote = "Side", rename_all = "snake_case")]
#[serde(variant_identifier, expecting = "a word")]
enum Word {
    Left,
    Right,
}

fn side<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Side>, D::Error> {
    Word::deserialize(from).map(Some)
}

impl Members {
    fn into_move(mut self) -> Result<Move, String> {
        let mv = match self.form {
            Form::Play => {
                let card = need("card", self.card.take())?;
                Move::Play {
                    card,
                    index: need("index", self.index.take())?,
                    shown: if card == i32::from(Card::NINE.value()) {
                        Some(need("as", self.shown.take())?)
                    } else {
                        None
                    },
                }
            }
            Form::Discard => {
                let card = need("card", self.card.take())?;
                Move::Discard {
                    card,
                    on: self.target(card)?,
                }
            }
            Form::Score => Move::Score {
                from: need("from", self.from.take())?,
                to: need("to", self.to.take())?,
            },
            Form::Decline => Move::Decline,
        };
        self.nothing_left()?;
        Ok(mv)
    }

    fn target(&mut self, card: i32) -> Result<Target, String> {
        Ok(match naming(card) {
            None => Target::Nothing,
            Some(Naming::Order) => Target::Order(need("order", self.order.take())?),
            Some(Naming::Index) => Target::Index(need("index", self.index.take())?),
            Some(Naming::Indexes) => {
                let [a, b] = need("indexes", self.indexes.take())?;
                Target::two(a, b)
            }
            Some(Naming::IndexAndEnd) => Target::IndexAndEnd(
                need("index", self.index.take())?,
                need("end", self.end.take())?,
            ),
            Some(Naming::IndexAndDirection) => Target::IndexAndDirection(
                need("index", self.index.take())?,
                need("direction", self.direction.take())?,
            ),
        })
    }

    fn nothing_left(&self) -> Result<(), String> {
        let surplus = [
            ("card", self.card.is_some()),
            ("index", self.index.is_some()),
            ("indexes", self.indexes.is_some()),
            ("order", self.order.is_some()),
            ("as", self.shown.is_some()),
            ("end", self.end.is_some()),
            ("direction", self.direction.is_some()),
            ("from", self.from.is_some()),
            ("to", self.to.is_some()),
        ];
        match surplus.iter().find(|(_, there)| *there) {
            None => Ok(()),
            Some((name, _)) => Err(format!("the move has no member `{name}`")),
        }
    }
}

fn need<T>(name: &str, member: Option<T>) -> Result<T, String> {
    member.ok_or_else(|| format!("the move needs the member `{name}`"))
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Members::deserialize(deserializer)?
            .into_move()
            .map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Shown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shown, D::Error> {
        let worth = i32::deserialize(deserializer)?;
        Shown::of(worth).ok_or_else(|| D::Error::custom("`as` is 9 or 6"))
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.worth())
    }
}
