//! The options that players choose before the start (R3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of That's Life!. All combinations are allowed. The default is the basic game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "ThatsLifeOptions")]
pub struct Options {
    /// The order of the 32 collectable tiles.
    pub sorting: Sorting,
    /// Whether the track contains the four action tiles.
    pub action_tiles: bool,
    /// Whether eight neutral guards stand on the lucky tiles and on +7 and +8.
    pub guards: bool,
    /// The effect of lucky tiles on the score.
    pub scoring: Scoring,
    /// The number of pawns of each player.
    pub pawns: Pawns,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            sorting: Sorting::Random,
            action_tiles: true,
            guards: false,
            scoring: Scoring::Basic,
            pawns: Pawns::Three,
        }
    }
}

/// The order of the 32 collectable tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ThatsLifeSorting")]
pub enum Sorting {
    /// Shuffled.
    Random,
    /// -1 to -8, six lucky tiles, +8 to +1, -1 to -10.
    Standard,
    /// -1 to -8, +1 to +8, six lucky tiles, -1 to -10.
    Variant1,
    /// -1 to -8, +1 to +8, -1 to -10, six lucky tiles.
    Variant2,
}

/// The effect of lucky tiles on the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ThatsLifeScoring")]
pub enum Scoring {
    /// Each lucky tile turns the worst minus tile left in the tower into a plus tile.
    Basic,
    /// Each lucky tile reverses the sign of the tile directly under it in the tower.
    Expert,
}

/// The number of pawns of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ThatsLifePawns")]
pub enum Pawns {
    /// Three, with any number of players.
    #[serde(rename = "3")]
    Three,
    /// As printed: three with two to four players, two with five or six.
    #[serde(rename = "auto")]
    Auto,
    /// Two, for a short game.
    #[serde(rename = "2")]
    Two,
}

impl Pawns {
    /// Returns the number of pawns of each player at a table with this many seats (R4.2).
    pub(super) const fn each(self, seats: u8) -> u8 {
        match self {
            Pawns::Two => 2,
            Pawns::Auto if seats >= 5 => 2,
            Pawns::Three | Pawns::Auto => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_data() {
        let data: Value = serde_json::from_str(include_str!("data/tiles.json")).unwrap();
        for (seats, pawns) in data["pawns_per_player"].as_object().unwrap() {
            let seats: u8 = seats.parse().unwrap();
            assert_eq!(*pawns, Pawns::Auto.each(seats));
            assert_eq!((3, 2), (Pawns::Three.each(seats), Pawns::Two.each(seats)));
        }
    }
}
