//! The options that players choose before the start: none. Only the number of players matters (R2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Paris Connection has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "ParisConnectionOptions")]
pub struct Options {}
