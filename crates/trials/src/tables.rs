//! Tables for playing: all combinations of a game's options and seat counts, and seeded random
//! choices.

use rules::{Blinding, Dice, GameSeed, Hash, Header, Kind, Seat, SeedSource, ServerSeed};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::options::option_values;

/// A game with its options and number of seats.
#[derive(Clone)]
pub struct Table {
    /// The game.
    pub kind: &'static dyn Kind,
    /// All options.
    pub options: Value,
    /// The number of seats.
    pub seats: u8,
}

/// The blinding of the games, which have their own like all games with a chosen seed.
pub(crate) const BLINDING: Option<Blinding> = Some(Blinding([9; 32]));

/// Returns all combinations of option values and seat counts of a game.
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

/// Returns a seed that depends only on the text.
pub fn seed_of(text: &str) -> GameSeed {
    GameSeed(Sha256::digest(text).into())
}

/// Returns the header of a game at a table, with a server seed.
pub(crate) fn header(table: &Table, server_seed: &ServerSeed) -> Header {
    Header {
        id: "k7Qd2xPz9Wb".to_owned(),
        rules: table.kind.info().rules(),
        options: table.options.clone().into(),
        entropies: Seat::all(table.seats)
            .map(|seat| format!("wörd {seat}"))
            .collect(),
        seed_commitment: Hash(server_seed.commitment()),
        seed_source: SeedSource::Chosen,
        blinding_commitment: BLINDING.map(|it| Hash(it.commitment())),
        deal: None,
    }
}

/// Picks one of the items.
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
