//! The moves in their typed form and in JSON. Reading the text notation is in `read.rs`.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{self, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::card::Card;
use super::trucks::TruckId;

/// A move. Use each of the day's three cards at most once, then end the day. Cards are named by
/// `id` as in the view: of two cards that look alike each has an id of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "FlipFreightersMove")]
pub enum Move {
    /// Load one square of a truck that has not started.
    Load {
        /// The id of a card that lies face up, 0 to 51.
        card: i32,
        /// The truck.
        truck: TruckName,
        /// The square, counted from 0 at the left.
        square: i32,
        /// The value that is written, 1 to 11. Each hour changes that of the card by 1; a joker is
        /// 1 to 6 as its player likes.
        value: i32,
    },
    /// Move one or more trucks with one card. The steps of all legs together may not exceed the
    /// value of the card (6 for a joker) and the hours left; what is not used is lost.
    Move {
        /// The id of a card that lies face up, 0 to 51.
        card: i32,
        /// Where each truck goes; a truck at most once.
        legs: Vec<Leg>,
    },
    /// End the day. Nothing more is accepted but `restart_turn`, until the next day.
    EndTurn {},
    /// Take back everything done today; all three cards can be used again.
    RestartTurn {},
}

/// Where one truck goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FlipFreightersLeg")]
pub struct Leg {
    /// The truck.
    pub truck: TruckName,
    /// The circle to reach, counted from 1 after the truck: not a number of steps.
    pub to: i32,
    /// Whether to deliver on an x1 stop. On its last circle a truck is delivered in any case.
    #[schemars(default)]
    pub deliver: bool,
}

/// The name of a truck, or some text that is no truck's name. The latter is well formed and always
/// refused, and does not remember its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TruckName(pub(super) Option<TruckId>);

impl TruckName {
    const UNKNOWN: &str = "unknown";

    const fn text(self) -> &'static str {
        match self.0 {
            Some(id) => id.name(),
            None => TruckName::UNKNOWN,
        }
    }
}

impl From<TruckId> for TruckName {
    fn from(id: TruckId) -> TruckName {
        TruckName(Some(id))
    }
}

impl JsonSchema for TruckName {
    fn schema_name() -> Cow<'static, str> {
        TruckId::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        TruckId::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        TruckId::json_schema(generator)
    }
}

impl Serialize for TruckName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

impl<'de> Deserialize<'de> for TruckName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TruckName, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = TruckName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of a truck")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<TruckName, E> {
                Ok(TruckName(TruckId::named(name)))
            }
        }
        deserializer.deserialize_str(Name)
    }
}

impl<'de> Deserialize<'de> for Leg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Leg, D::Error> {
        #[derive(Deserialize)]
        #[serde(field_identifier, rename_all = "snake_case")]
        enum Member {
            Truck,
            To,
            Deliver,
        }

        /// Reads an object only; a derived reader would also take an array of the members.
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Leg;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the members truck and to, and perhaps deliver")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Leg, A::Error> {
                let (mut truck, mut to, mut deliver) = (None, None, None);
                while let Some(member) = map.next_key()? {
                    let doubled = match member {
                        Member::Truck => truck.replace(map.next_value()?).is_some(),
                        Member::To => to.replace(map.next_value()?).is_some(),
                        Member::Deliver => deliver.replace(map.next_value()?).is_some(),
                    };
                    if doubled {
                        return Err(de::Error::custom("a leg has a member twice"));
                    }
                }
                Ok(Leg {
                    truck: truck.ok_or_else(|| de::Error::missing_field("truck"))?,
                    to: to.ok_or_else(|| de::Error::missing_field("to"))?,
                    deliver: deliver.unwrap_or(false),
                })
            }
        }
        deserializer.deserialize_map(Members)
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
    card: Option<i32>,
    #[serde(default, deserialize_with = "given")]
    truck: Option<TruckName>,
    #[serde(default, deserialize_with = "given")]
    square: Option<i32>,
    #[serde(default, deserialize_with = "given")]
    value: Option<i32>,
    #[serde(default, deserialize_with = "given")]
    legs: Option<Vec<Leg>>,
}

/// Reads a member that is there: `null` is no way to leave it out.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

#[derive(Clone, Copy)]
enum Tag {
    Load,
    Move,
    EndTurn,
    RestartTurn,
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tag, D::Error> {
        /// A derived reader would also take `{"load": null}` for `"load"`.
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Tag;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one of load, move, end_turn, restart_turn")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Tag, E> {
                Ok(match name {
                    "load" => Tag::Load,
                    "move" => Tag::Move,
                    "end_turn" => Tag::EndTurn,
                    "restart_turn" => Tag::RestartTurn,
                    _ => return Err(E::invalid_value(Unexpected::Str(name), &self)),
                })
            }
        }
        deserializer.deserialize_str(Name)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let Members {
            tag,
            card,
            truck,
            square,
            value,
            legs,
        } = Members::deserialize(deserializer)?;
        Ok(match (tag, card, truck, square, value, legs) {
            (Tag::Load, Some(card), Some(truck), Some(square), Some(value), None) => Move::Load {
                card,
                truck,
                square,
                value,
            },
            (Tag::Move, Some(card), None, None, None, Some(legs)) => Move::Move { card, legs },
            (Tag::EndTurn, None, None, None, None, None) => Move::EndTurn {},
            (Tag::RestartTurn, None, None, None, None, None) => Move::RestartTurn {},
            (tag, ..) => {
                return Err(de::Error::custom(match tag {
                    Tag::Load => "load has the further members card, truck, square and value",
                    Tag::Move => "move has the further members card and legs",
                    Tag::EndTurn => "end_turn has no further members",
                    Tag::RestartTurn => "restart_turn has no further members",
                }));
            }
        })
    }
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
                write!(f, "{} {}.{square}", Named(*card), truck.text())?;
                let face = Card::of(*card).and_then(Card::value);
                if face.map(i32::from) == Some(*value) {
                    Ok(())
                } else {
                    write!(f, " as {value}")
                }
            }
            Move::Move { card, legs } => {
                write!(f, "{}", Named(*card))?;
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
        write!(f, "{}>{}{mark}", self.truck.text(), self.to)
    }
}

/// A card by its name, or by its number where there is no such card.
struct Named(i32);

impl fmt::Display for Named {
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
    fn a_move_has_exactly_its_members() {
        for bad in [
            r#"{}"#,
            r#""end_turn""#,
            r#"{"type":"fly"}"#,
            r#"{"type":"Load"}"#,
            r#"{"type":{"end_turn":null}}"#,
            r#"{"type":"end_turn","card":3}"#,
            r#"{"type":"end_turn","card":null}"#,
            r#"{"type":"end_turn","type":"end_turn"}"#,
            r#"{"type":"restart_turn","legs":[]}"#,
            r#"{"type":"leave"}"#,
            r#"{"type":"load","card":3,"truck":"any","square":0}"#,
            r#"{"type":"load","card":3,"truck":"any","square":0,"value":3,"legs":[]}"#,
            r#"{"type":"load","card":3,"truck":null,"square":0,"value":3}"#,
            r#"{"type":"load","card":3,"truck":4,"square":0,"value":3}"#,
            r#"{"type":"load","card":"3","truck":"any","square":0,"value":3}"#,
            r#"{"type":"load","card":3,"truck":"any","square":0.5,"value":3}"#,
            r#"{"type":"load","card":3,"truck":"any","square":0,"value":2147483648}"#,
            r#"{"type":"move","card":3}"#,
            r#"{"type":"move","legs":[]}"#,
            r#"{"type":"move","card":3,"legs":{}}"#,
            r#"{"type":"move","card":3,"legs":[["any",1,false]]}"#,
            r#"{"type":"move","card":3,"legs":[{"truck":"any"}]}"#,
            r#"{"type":"move","card":3,"legs":[{"to":1}]}"#,
            r#"{"type":"move","card":3,"legs":[{"truck":"any","to":1,"deliver":null}]}"#,
            r#"{"type":"move","card":3,"legs":[{"truck":"any","to":1,"deliver":1}]}"#,
            r#"{"type":"move","card":3,"legs":[{"truck":"any","to":1,"steps":1}]}"#,
            r#"{"type":"move","card":3,"legs":[{"truck":"any","to":1,"to":1}]}"#,
            r#"{"type":"move","card":3,"legs":[{"truck":"any","to":"1"}]}"#,
            r#"{"type":"move","card":3,"legs":[],"truck":"any"}"#,
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
