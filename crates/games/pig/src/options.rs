//! The options that players choose before the start (R3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the people at a table agree on before the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "PigOptions")]
pub struct Options {
    /// How many points win.
    pub goal: Goal,
}

/// How many points win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PigGoal")]
pub enum Goal {
    /// The usual game.
    #[default]
    #[serde(rename = "100")]
    Hundred,
    /// A short game.
    #[serde(rename = "50")]
    Fifty,
}

impl Goal {
    pub(crate) const fn points(self) -> u8 {
        match self {
            Goal::Hundred => 100,
            Goal::Fifty => 50,
        }
    }
}
