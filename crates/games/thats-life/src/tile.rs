//! The tiles: their permanent codes, kinds and values.
//!
//! `track.rs` has their positions and `play.rs` their effects. The numbering is the same as in
//! `data/tiles.json`; a test compares the two.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::MESSAGES;
use rules::reading::Id;
use rules::svg::parts::signed;
use rules::{Message, told};

/// The number of tiles, including start and finish.
const COUNT: usize = 38;

/// The number of collectable tiles.
pub(super) const COLLECTABLE: usize = 32;

/// The permanent codes, by number.
const CODES: [&str; COUNT] = [
    "start", "m1a", "m2a", "m3a", "m4a", "m5a", "m6a", "m7a", "m8a", "L1", "L2", "L3", "L4", "L5",
    "L6", "p8", "p7", "p6", "p5", "p4", "p3", "p2", "p1", "m1b", "m2b", "m3b", "m4b", "m5b", "m6b",
    "m7b", "m8b", "m9b", "m10b", "act1", "act2", "act3", "act4", "finish",
];

/// One tile of the track: 32 that can be collected, four action tiles, start and finish.
///
/// It is its code in JSON and a number in the compact form of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile(u8);

/// The kind of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TileKind {
    Start,
    Minus,
    Lucky,
    Plus,
    /// One of the four action tiles, from 0.
    Action(usize),
    Finish,
}

impl Tile {
    /// The tile on which every pawn begins.
    pub(super) const START: Tile = Tile(0);
    /// The tile on which every pawn ends.
    pub(super) const FINISH: Tile = Tile(37);

    /// Returns all tiles, in the order of the data.
    pub(super) fn all() -> impl Iterator<Item = Tile> {
        (0..COUNT as u8).map(Tile)
    }

    /// Returns the 32 collectable tiles, in the order of the standard layout.
    pub(super) const fn collectable() -> [Tile; COLLECTABLE] {
        let mut tiles = [Tile::START; COLLECTABLE];
        let mut i = 0;
        while i < COLLECTABLE {
            tiles[i] = Tile(i as u8 + 1);
            i += 1;
        }
        tiles
    }

    /// Returns the action tile `act1` to `act4`, counted from 0.
    pub(super) const fn action(n: usize) -> Tile {
        Tile(33 + n as u8)
    }

    /// Returns the permanent code.
    pub fn code(self) -> &'static str {
        CODES[usize::from(self.0)]
    }

    pub(super) const fn kind(self) -> TileKind {
        match self.0 {
            0 => TileKind::Start,
            9..=14 => TileKind::Lucky,
            15..=22 => TileKind::Plus,
            33..=36 => TileKind::Action((self.0 - 33) as usize),
            37.. => TileKind::Finish,
            _ => TileKind::Minus,
        }
    }

    pub(super) const fn is_lucky(self) -> bool {
        matches!(self.kind(), TileKind::Lucky)
    }

    /// Returns the number printed on a plus or minus tile; 0 for every other tile.
    pub(super) const fn points(self) -> i32 {
        match self.0 {
            1..=8 => -(self.0 as i32),
            15..=22 => 23 - self.0 as i32,
            23..=32 => 22 - self.0 as i32,
            _ => 0,
        }
    }

    /// Returns the rank as the top of a tower: the number, or above all numbers if it is lucky
    /// (R5.5).
    pub(super) const fn rank(self) -> i32 {
        if self.is_lucky() { 9 } else { self.points() }
    }

    /// Returns its worth for players: `−4`, `+5`, `lucky`; empty for the other tiles.
    pub(super) fn worth(self) -> Message {
        match self.kind() {
            TileKind::Minus | TileKind::Plus => Message::verbatim(signed(self.points())),
            TileKind::Lucky => told!("lucky"),
            _ => Message::verbatim(""),
        }
    }

    /// Returns the tile's name for players: `the −4`, `a lucky tile`. Equal tiles have the same
    /// name.
    pub(super) fn told(self) -> Message {
        self.in_words(told!("tile"))
    }

    /// Returns a phrase such as `from the −4`.
    pub(super) fn left(self) -> Message {
        self.in_words(told!("from-tile"))
    }

    /// Returns a phrase such as `to the +8`.
    pub(super) fn reached(self) -> Message {
        self.in_words(told!("to-tile"))
    }

    fn in_words(self, text: Message) -> Message {
        let kind = match self.kind() {
            TileKind::Start => "start",
            TileKind::Minus | TileKind::Plus => "number",
            TileKind::Lucky => "lucky",
            TileKind::Action(_) => "action",
            TileKind::Finish => "finish",
        };
        text.with("kind", kind)
            .with("points", signed(self.points()))
    }

    /// Returns the code with the worth, for a player who typed the code: `m4a (−4)`.
    pub(super) fn noted(self) -> Message {
        match self.kind() {
            TileKind::Minus | TileKind::Plus | TileKind::Lucky => {
                told!("tile-told", tile: self.code(), worth: self.worth())
            }
            _ => Message::verbatim(self.code()),
        }
    }
}

impl Id for Tile {
    fn of(code: &str) -> Option<Tile> {
        Some(match code.as_bytes() {
            b"start" => Tile::START,
            b"finish" => Tile::FINISH,
            b"m10b" => Tile(32),
            [b'm', n @ b'1'..=b'8', b'a'] => Tile(n - b'0'),
            [b'm', n @ b'1'..=b'9', b'b'] => Tile(22 + n - b'0'),
            [b'p', n @ b'1'..=b'8'] => Tile(23 - (n - b'0')),
            [b'L', n @ b'1'..=b'6'] => Tile(8 + n - b'0'),
            [b'a', b'c', b't', n @ b'1'..=b'4'] => Tile(32 + n - b'0'),
            _ => return None,
        })
    }

    fn id(self) -> &'static str {
        self.code()
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(self.code())
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        if deserializer.is_human_readable() {
            let code = Cow::<'de, str>::deserialize(deserializer)?;
            Tile::of(&code).ok_or_else(|| de::Error::custom(format!("there is no tile {code}")))
        } else {
            let number = u8::deserialize(deserializer)?;
            if usize::from(number) < COUNT {
                Ok(Tile(number))
            } else {
                Err(de::Error::custom("no tile has this number"))
            }
        }
    }
}

impl JsonSchema for Tile {
    fn schema_name() -> Cow<'static, str> {
        "ThatsLifeTile".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The permanent code of a tile. m3a is a -3 of the first run (-1 to -8), \
                m3b a -3 of the second run (-1 to -10), p5 a +5, L1 to L6 are lucky tiles, act1 to \
                act4 action tiles. Suffixes distinguish physical tiles; equal numbers are equal in \
                every rule.",
            "type": "string",
            "enum": CODES.as_slice(),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn data() -> Value {
        serde_json::from_str(include_str!("data/tiles.json")).unwrap()
    }

    #[test]
    fn the_codes_and_values_are_those_of_the_data() {
        let data = data();
        let tiles = data["tiles"].as_array().unwrap();
        assert_eq!(tiles.len(), COUNT);
        for (tile, row) in Tile::all().zip(tiles) {
            assert_eq!(row["id"], tile.0);
            assert_eq!(row["code"], tile.code());
            assert_eq!(Tile::of(tile.code()), Some(tile));
            assert_eq!(row["value"].as_i64().unwrap_or(0), i64::from(tile.points()));
            let kind = match tile.kind() {
                TileKind::Start => "start",
                TileKind::Minus => "minus",
                TileKind::Lucky => "lucky",
                TileKind::Plus => "plus",
                TileKind::Action(n) => {
                    assert_eq!(Tile::action(n), tile);
                    "action"
                }
                TileKind::Finish => "finish",
            };
            assert_eq!(row["kind"], kind);
        }
    }

    #[test]
    fn the_counts_are_those_of_the_data() {
        let data = data();
        let count = |kind: &str| {
            let tiles = data["tiles"].as_array().unwrap().iter();
            tiles.filter(|row| row["kind"] == kind).count()
        };
        for kind in ["start", "finish", "plus", "minus", "lucky", "action"] {
            assert_eq!(data["counts"][kind], count(kind));
        }
        let sum: i32 = Tile::collectable().iter().map(|tile| tile.points()).sum();
        assert_eq!(sum, -55);
        assert_eq!(data["value_rank"]["lucky"], Tile::collectable()[8].rank());
    }

    #[test]
    fn a_code_is_read_exactly() {
        for code in [
            "", "M4A", "m9a", "m10a", "m0a", "p9", "L7", "l1", "act5", "m11b", "Start",
        ] {
            assert_eq!(Tile::of(code), None, "{code}");
        }
    }
}
