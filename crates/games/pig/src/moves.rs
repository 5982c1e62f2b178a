//! The moves, in JSON and as text. `read.rs` reads the text.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "PigMove")]
pub enum Move {
    /// Roll the die.
    Roll {},
    /// Hold the points at stake, and pass the die on.
    Hold {},
}

impl Move {
    /// All moves.
    pub(crate) const ALL: [Move; 2] = [Move::Roll {}, Move::Hold {}];

    /// Returns its word in the text notation.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Move::Roll {} => "roll",
            Move::Hold {} => "hold",
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
