//! Tables to play at: every combination of a game's options and seat counts, and seeded chance.

use rules::{Dice, GameSeed, Kind};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::options::option_values;

/// A game with its options and number of seats.
#[derive(Clone)]
pub struct Table {
    /// The game.
    pub kind: &'static dyn Kind,
    /// The options, every one of them.
    pub options: Value,
    /// How many sit there.
    pub seats: u8,
}

/// Every combination of option values and seat counts of a game.
pub fn tables(kind: &'static dyn Kind) -> Vec<Table> {
    let mut tables = Vec::new();
    for seats in kind.info().seats {
        for options in combinations(kind) {
            tables.push(Table {
                kind,
                options,
                seats,
            });
        }
    }
    tables
}

/// A seed of one's own for every text.
pub fn seed_of(text: &str) -> GameSeed {
    GameSeed(Sha256::digest(text).into())
}

/// One of the items.
pub fn pick<'a, T>(chance: &mut Dice, items: &'a [T]) -> &'a T {
    &items[chance.below(items.len() as u32) as usize]
}

fn combinations(kind: &dyn Kind) -> Vec<Value> {
    let mut all = vec![Map::new()];
    for (name, values) in option_values(kind) {
        let mut longer = Vec::new();
        for value in values {
            for options in &all {
                let mut options = options.clone();
                options.insert(name.clone(), value.clone());
                longer.push(options);
            }
        }
        all = longer;
    }
    all.into_iter().map(Value::Object).collect()
}
