//! The options that players choose before the start (R11).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the people at a table agree on before the start. All combinations are allowed; the default
/// is the basic game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "FlipFreightersOptions")]
pub struct Options {
    /// What an overtime hour can do.
    pub overtime_rule: OvertimeRule,
    /// Whether views list the cards of closed days and those not seen yet.
    pub show_discard: ShowDiscard,
}

/// What an overtime hour can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FlipFreightersOvertimeRule")]
pub enum OvertimeRule {
    /// Change the value of a card by 1.
    #[default]
    Basic,
    /// That, or let a card be loaded on a square of another suit.
    SuitChange,
}

/// Whether views list the cards of closed days and those not seen yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FlipFreightersShowDiscard")]
pub enum ShowDiscard {
    /// Both lists are there.
    #[default]
    Enabled,
    /// Neither list is there.
    Disabled,
}
