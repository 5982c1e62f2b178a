//! The JSON form of the moves.
//!
//! It is flat, and which members a move has depends on its card: so a move is read in one pass into
//! a table of all members, and then made of those. Whether it is one of the forms depends on the
//! move alone and not on the position.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cards::{Card, Naming};
use super::moves::{FerryFolliesMove, Shown, Side, Target, naming};

/// Every member that some move has. A member is the same thing wherever it occurs.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Members {
    #[serde(rename = "type")]
    form: Form,
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    card: Option<i32>,
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    index: Option<i32>,
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    indexes: Option<[i32; 2]>,
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    order: Option<Vec<i32>>,
    #[serde(rename = "as")]
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    shown: Option<Shown>,
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    end: Option<Side>,
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    direction: Option<Side>,
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    from: Option<i32>,
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    to: Option<i32>,
}

/// A member that is there must have a value: `null` is no way to leave one out.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Members {
    const fn of(form: Form) -> Members {
        Members {
            form,
            card: None,
            index: None,
            indexes: None,
            order: None,
            shown: None,
            end: None,
            direction: None,
            from: None,
            to: None,
        }
    }

    fn into_move(mut self) -> Result<FerryFolliesMove, String> {
        let mv = match self.form {
            Form::Play => {
                let card = need("card", self.card.take())?;
                FerryFolliesMove::Play {
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
                FerryFolliesMove::Discard {
                    card,
                    on: self.target(card)?,
                }
            }
            Form::Score => FerryFolliesMove::Score {
                from: need("from", self.from.take())?,
                to: need("to", self.to.take())?,
            },
            Form::Decline => FerryFolliesMove::Decline,
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

impl From<&FerryFolliesMove> for Members {
    fn from(mv: &FerryFolliesMove) -> Members {
        match mv {
            FerryFolliesMove::Play { card, index, shown } => Members {
                card: Some(*card),
                index: Some(*index),
                shown: *shown,
                ..Members::of(Form::Play)
            },
            FerryFolliesMove::Discard { card, on } => {
                let discard = Members {
                    card: Some(*card),
                    ..Members::of(Form::Discard)
                };
                match on {
                    Target::Nothing => discard,
                    Target::Order(order) => Members {
                        order: Some(order.clone()),
                        ..discard
                    },
                    Target::Index(index) => Members {
                        index: Some(*index),
                        ..discard
                    },
                    Target::Indexes(a, b) => Members {
                        indexes: Some([*a, *b]),
                        ..discard
                    },
                    Target::IndexAndEnd(index, end) => Members {
                        index: Some(*index),
                        end: Some(*end),
                        ..discard
                    },
                    Target::IndexAndDirection(index, direction) => Members {
                        index: Some(*index),
                        direction: Some(*direction),
                        ..discard
                    },
                }
            }
            FerryFolliesMove::Score { from, to } => Members {
                from: Some(*from),
                to: Some(*to),
                ..Members::of(Form::Score)
            },
            FerryFolliesMove::Decline => Members::of(Form::Decline),
        }
    }
}

impl Serialize for FerryFolliesMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Members::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FerryFolliesMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Members::deserialize(deserializer)?
            .into_move()
            .map_err(D::Error::custom)
    }
}

/// The `type` of a move.
#[derive(Clone, Copy)]
enum Form {
    Play,
    Discard,
    Score,
    Decline,
}

const FORMS: [(&str, Form); 4] = [
    ("play", Form::Play),
    ("discard", Form::Discard),
    ("score", Form::Score),
    ("decline", Form::Decline),
];

const SIDES: [(&str, Side); 2] = [("left", Side::Left), ("right", Side::Right)];

/// Reads a word out of a short list. A derived reader would also take `{"left": null}` for `"left"`.
struct OneOf<T: 'static>(&'static [(&'static str, T)]);

impl<T: Copy> Visitor<'_> for OneOf<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|(word, _)| *word).collect();
        write!(f, "one of the words {}", words.join(", "))
    }

    fn visit_str<E: Error>(self, given: &str) -> Result<T, E> {
        self.0
            .iter()
            .find(|(word, _)| *word == given)
            .map(|(_, value)| *value)
            .ok_or_else(|| E::invalid_value(Unexpected::Str(given), &self))
    }
}

impl<'de> Deserialize<'de> for Form {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Form, D::Error> {
        deserializer.deserialize_str(OneOf(&FORMS))
    }
}

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(FORMS[*self as usize].0)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        deserializer.deserialize_str(OneOf(&SIDES))
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
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
