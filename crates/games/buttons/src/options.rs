//! The options that players choose before the start (R3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of Buttons. The default is the basic game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "ButtonsOptions")]
pub struct Options {
    /// The number of plain dice that a player who leaves the round sets aside.
    pub dice_per_leaver: DicePerLeaver,
}

/// The number of plain dice that a player who leaves the round sets aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ButtonsDicePerLeaver")]
pub enum DicePerLeaver {
    /// Two with two players, one with three or four.
    #[default]
    #[serde(rename = "auto")]
    Auto,
    /// Always one.
    #[serde(rename = "1")]
    One,
}

impl DicePerLeaver {
    /// Returns the number of dice at a table with this many seats.
    pub(super) const fn at(self, seats: u8) -> u8 {
        match self {
            DicePerLeaver::Auto if seats == 2 => 2,
            DicePerLeaver::Auto | DicePerLeaver::One => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_data() {
        let data: Value = serde_json::from_str(include_str!("data/boards.json")).unwrap();
        for (seats, dice) in data["dice_set_aside_per_leaver"].as_object().unwrap() {
            let seats: u8 = seats.parse().unwrap();
            assert_eq!(*dice, DicePerLeaver::Auto.at(seats));
            assert_eq!(1, DicePerLeaver::One.at(seats));
        }
    }
}
