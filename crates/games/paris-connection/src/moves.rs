//! The two actions in their typed form and in JSON. Reading the text notation is in `read.rs`.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::MESSAGES;
use super::company::Company;
use super::hexes::Hex;
use super::map::map;
use rules::{Message, Word};

/// An action: a turn is exactly one of these. There is no passing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "ParisConnectionMove")]
pub enum Move {
    /// Put one to five locomotives of one company from its stock on the map, one after another.
    Build {
        /// Any company; holding shares of it is not required.
        #[schemars(with = "Company")]
        company: Named<Company>,
        /// Where they go, in this order. Each must be adjacent to a locomotive of the company,
        /// those placed before it included. The city that ends the game can only come last.
        #[schemars(with = "Vec<Hex>", length(min = 1, max = 5))]
        hexes: Vec<Named<Hex>>,
    },
    /// Return one own share to its stock and take one or two shares of one other company.
    Trade {
        /// The company whose share is returned; you must hold one.
        #[schemars(with = "Company")]
        give: Named<Company>,
        /// The company whose shares are taken, another one.
        #[schemars(with = "Company")]
        take: Named<Company>,
        /// How many are taken; the stock must have as many.
        #[schemars(range(min = 1, max = 2))]
        count: i32,
    },
}

/// What a text names; nothing, if it is no name. Then the move is well formed and always refused,
/// and does not remember the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named<T>(pub(super) Option<T>);

/// What a name that names nothing says of itself.
const UNKNOWN: &str = "unknown";

/// Something with a permanent id.
pub(super) trait Id: Sized + Copy {
    fn of(id: &str) -> Option<Self>;
    fn id(self) -> &'static str;
}

impl Id for Company {
    fn of(id: &str) -> Option<Company> {
        Company::named(id)
    }

    fn id(self) -> &'static str {
        self.name()
    }
}

impl Id for Hex {
    fn of(id: &str) -> Option<Hex> {
        map().find(id)
    }

    fn id(self) -> &'static str {
        Hex::id(self)
    }
}

impl<T: Id> fmt::Display for Named<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.map_or(UNKNOWN, T::id))
    }
}

impl<T: Id> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.map_or(UNKNOWN, T::id))
    }
}

impl<'de, T: Id> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        struct Text<T>(std::marker::PhantomData<T>);
        impl<T: Id> Visitor<'_> for Text<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of a company or hex")
            }

            fn visit_str<E: de::Error>(self, id: &str) -> Result<Named<T>, E> {
                Ok(Named(T::of(id)))
            }
        }
        deserializer.deserialize_str(Text(std::marker::PhantomData))
    }
}

impl Named<Company> {
    /// What the company is called in sentences.
    pub(super) fn told(self) -> Message {
        let id = self.0.map_or(UNKNOWN, Company::id);
        MESSAGES.message("company").with("company", id)
    }

    /// So many shares of the company: `2 red`.
    pub(super) fn shares(self, count: impl Into<Word>) -> Message {
        let id = self.0.map_or(UNKNOWN, Company::id);
        let shares = MESSAGES.message("shares").with("count", count);
        shares.with("company", id)
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
    company: Option<Named<Company>>,
    #[serde(default, deserialize_with = "given")]
    hexes: Option<Vec<Named<Hex>>>,
    #[serde(default, deserialize_with = "given")]
    give: Option<Named<Company>>,
    #[serde(default, deserialize_with = "given")]
    take: Option<Named<Company>>,
    #[serde(default, deserialize_with = "given")]
    count: Option<i32>,
}

#[derive(Clone, Copy)]
enum Tag {
    Build,
    Trade,
}

/// Reads a member that is there: `null` is no way to leave it out.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tag, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = Tag;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("build or trade")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Tag, E> {
                match word {
                    "build" => Ok(Tag::Build),
                    "trade" => Ok(Tag::Trade),
                    _ => Err(E::unknown_variant(word, &["build", "trade"])),
                }
            }
        }
        deserializer.deserialize_str(Word)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        match Members::deserialize(deserializer)? {
            Members {
                tag: Tag::Build,
                company: Some(company),
                hexes: Some(hexes),
                give: None,
                take: None,
                count: None,
            } => Ok(Move::Build { company, hexes }),
            Members {
                tag: Tag::Trade,
                company: None,
                hexes: None,
                give: Some(give),
                take: Some(take),
                count: Some(count),
            } => Ok(Move::Trade { give, take, count }),
            Members { tag, .. } => Err(de::Error::custom(match tag {
                Tag::Build => "build has the further members company and hexes",
                Tag::Trade => "trade has the further members give, take and count",
            })),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Build { company, hexes } => {
                write!(f, "build {company}")?;
                hexes.iter().try_for_each(|hex| write!(f, " {hex}"))
            }
            Move::Trade { give, take, count } => write!(f, "trade {give} {take} {count}"),
        }
    }
}

impl Move {
    /// A build of these locomotives.
    pub(super) fn build(company: Company, hexes: impl IntoIterator<Item = Hex>) -> Move {
        Move::Build {
            company: Named(Some(company)),
            hexes: hexes.into_iter().map(|hex| Named(Some(hex))).collect(),
        }
    }

    /// A trade.
    pub(super) const fn trade(give: Company, take: Company, count: u8) -> Move {
        Move::Trade {
            give: Named(Some(give)),
            take: Named(Some(take)),
            count: count as i32,
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
            r#"{"type":"pass"}"#,
            r#"{"type":"Build","company":"red","hexes":["E15"]}"#,
            r#"{"type":{"build":null},"company":"red","hexes":["E15"]}"#,
            r#"{"company":"red","hexes":["E15"]}"#,
            r#"{"type":"build"}"#,
            r#"{"type":"build","company":"red"}"#,
            r#"{"type":"build","hexes":["E15"]}"#,
            r#"{"type":"build","company":"red","hexes":null}"#,
            r#"{"type":"build","company":"red","hexes":"E15"}"#,
            r#"{"type":"build","company":"red","hexes":{"0":"E15"}}"#,
            r#"{"type":"build","company":"red","hexes":["E15",4]}"#,
            r#"{"type":"build","company":"red","hexes":[null]}"#,
            r#"{"type":"build","company":["red"],"hexes":["E15"]}"#,
            r#"{"type":"build","company":{"red":null},"hexes":["E15"]}"#,
            r#"{"type":"build","company":null,"hexes":["E15"]}"#,
            r#"{"type":"build","company":4,"hexes":["E15"]}"#,
            r#"{"type":"build","company":"red","hexes":["E15"],"count":1}"#,
            r#"{"type":"build","company":"red","hexes":["E15"],"count":null}"#,
            r#"{"type":"build","company":"red","hexes":["E15"],"seat":1}"#,
            r#"{"type":"build","company":"red","company":"red","hexes":["E15"]}"#,
            r#"{"type":"trade"}"#,
            r#"{"type":"trade","give":"red","take":"blue"}"#,
            r#"{"type":"trade","give":"red","count":1}"#,
            r#"{"type":"trade","take":"red","count":1}"#,
            r#"{"type":"trade","give":"red","take":"blue","count":null}"#,
            r#"{"type":"trade","give":"red","take":"blue","count":"1"}"#,
            r#"{"type":"trade","give":"red","take":"blue","count":1.5}"#,
            r#"{"type":"trade","give":"red","take":"blue","count":2147483648}"#,
            r#"{"type":"trade","give":"red","take":["blue"],"count":1}"#,
            r#"{"type":"trade","give":"red","take":"blue","count":1,"hexes":[]}"#,
            r#""build""#,
        ] {
            assert!(serde_json::from_str::<Move>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_names_nothing_is_still_well_formed() {
        let given = r#"{"type":"build","company":"Red","hexes":["e15","E015","","E15"]}"#;
        let mv: Move = serde_json::from_str(given).unwrap();
        let text = serde_json::to_string(&mv).unwrap();
        assert_eq!(
            text,
            r#"{"type":"build","company":"unknown","hexes":["unknown","unknown","unknown","E15"]}"#
        );
        assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), mv);
        let far = r#"{"type":"trade","give":"red","take":"blue","count":-7}"#;
        assert!(serde_json::from_str::<Move>(far).is_ok());
    }
}
