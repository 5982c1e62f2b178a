//! The options that players choose before the start (R11).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of Flip Freighters. All combinations are allowed. The default is the basic game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "FlipFreightersOptions")]
pub struct Options {
    /// The use of an overtime hour.
    pub overtime_rule: OvertimeRule,
    /// Whether views list the cards of closed days and the unseen cards.
    pub show_discard: ShowDiscard,
}

/// The use of an overtime hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FlipFreightersOvertimeRule")]
pub enum OvertimeRule {
    /// Changes the value of a card by 1.
    #[default]
    Basic,
    /// Changes the value of a card by 1, or lets you load it on a square of another suit.
    SuitChange,
}

/// Whether views list the cards of closed days and the unseen cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FlipFreightersShowDiscard")]
pub enum ShowDiscard {
    /// Views contain both lists.
    #[default]
    Enabled,
    /// Views contain neither list.
    Disabled,
}
