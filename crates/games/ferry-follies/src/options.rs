//! The options that players choose before the start: none.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Ferry Follies has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "FerryFolliesOptions")]
pub struct Options {}
