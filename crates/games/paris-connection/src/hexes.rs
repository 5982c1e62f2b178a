//! Hexes as numbers, and sets of hexes as bits.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::MESSAGES;
use super::map::map;
use rules::reading::{Id, Named};
use rules::{Message, told};

/// The maximum number of hexes on a map.
pub(super) const MOST_HEXES: usize = 192;

/// A hex of the map, by its index in the map file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex(pub(super) u8);

impl Hex {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Describes a hex without a city by the nearest one: `country north of Rouen`.
    pub(super) fn told(self) -> Message {
        told!("tip-country", way: map().bearing(self), near: map().near(self))
    }

    /// Returns the permanent id, which is also the word of the text notation: `E21`.
    pub(super) fn id(self) -> &'static str {
        &map().info(self).id
    }
}

impl Id for Hex {
    fn of(id: &str) -> Option<Hex> {
        map().find(id)
    }

    fn id(self) -> &'static str {
        self.id()
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Serializes as an id in JSON, and as a number in binary formats.
impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(self.id())
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        if deserializer.is_human_readable() {
            let named = Named::deserialize(deserializer)?;
            return named
                .0
                .ok_or_else(|| D::Error::custom("there is no such hex"));
        }
        let number = u8::deserialize(deserializer)?;
        if usize::from(number) < map().len() {
            Ok(Hex(number))
        } else {
            Err(D::Error::custom("there is no such hex"))
        }
    }
}

impl JsonSchema for Hex {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ParisConnectionHex".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The id of a hex: a row letter from north to south and a column number \
                from west to east. Two hexes of a row are neighbours when their columns differ by \
                2, two of adjoining rows when their columns differ by 1.",
            "type": "string",
            "pattern": "^[A-Z][0-9]{1,2}$",
        })
    }
}

/// A set of hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct HexSet([u64; 3]);

impl HexSet {
    pub(super) const EMPTY: HexSet = HexSet([0; 3]);

    pub(super) const fn contains(&self, hex: Hex) -> bool {
        self.0[hex.index() >> 6] & (1 << (hex.0 & 63)) != 0
    }

    pub(super) const fn insert(&mut self, hex: Hex) {
        self.0[hex.index() >> 6] |= 1 << (hex.0 & 63);
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    pub(super) const fn len(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    #[must_use]
    pub(super) const fn and(&self, other: &HexSet) -> HexSet {
        HexSet([
            self.0[0] & other.0[0],
            self.0[1] & other.0[1],
            self.0[2] & other.0[2],
        ])
    }

    #[must_use]
    pub(super) const fn or(&self, other: &HexSet) -> HexSet {
        HexSet([
            self.0[0] | other.0[0],
            self.0[1] | other.0[1],
            self.0[2] | other.0[2],
        ])
    }

    #[must_use]
    pub(super) const fn without(&self, other: &HexSet) -> HexSet {
        HexSet([
            self.0[0] & !other.0[0],
            self.0[1] & !other.0[1],
            self.0[2] & !other.0[2],
        ])
    }

    pub(super) const fn meets(&self, other: &HexSet) -> bool {
        !self.and(other).is_empty()
    }

    /// Removes and returns the first hex of the set.
    pub(super) const fn pop(&mut self) -> Option<Hex> {
        let mut word = 0;
        while word < 3 {
            if self.0[word] != 0 {
                let bit = self.0[word].trailing_zeros() as u8;
                self.0[word] &= self.0[word] - 1;
                return Some(Hex(64 * word as u8 + bit));
            }
            word += 1;
        }
        None
    }

    /// Returns the hexes in the order of the map file.
    pub(super) fn iter(mut self) -> impl Iterator<Item = Hex> {
        std::iter::from_fn(move || self.pop())
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet {
        let mut set = HexSet::EMPTY;
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}
