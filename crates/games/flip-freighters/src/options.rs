//! What the people at a table agree on before the start (R11).

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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_options_are_those_of_the_data() {
        let data: Value = serde_json::from_str(include_str!("data/sheet.json")).unwrap();
        let default = serde_json::to_value(Options::default()).unwrap();
        let named = data["options"].as_object().unwrap();
        assert_eq!(default.as_object().unwrap().len(), named.len());
        for (name, option) in named {
            assert_eq!(option["default"], default[name], "{name}");
            for value in option["values"].as_array().unwrap() {
                let read: Options = serde_json::from_value(json!({ name: value })).unwrap();
                assert_eq!(&serde_json::to_value(read).unwrap()[name], value);
            }
        }
    }
}
