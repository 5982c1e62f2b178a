//! The exported history of a game, and its verification without a server.
//!
//! A [`Record`] is one JSON document. [`verify`] derives everything in it again: the commitment,
//! the hash chain, every die, every move, the result. `docs/VERIFYING.md` is the definition.
//!
//! As that page says, verification does not cover the players' names.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::log::{Entry, Hash, SeedSource};
use crate::{Blinding, Game, GameFault, Header, Kinds, Outcome, Seat, ServerSeed};

/// The format of the documents that this program writes.
pub const FORMAT: &str = "turnpike-record/1";

/// The exported history of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// The game's id.
    pub id: String,
    /// The game: `thats-life`.
    pub kind: String,
    /// Game and version: `thats-life@1`.
    pub rules: String,
    /// The version of the derivation of the dice ([`crate::dice::Randomness`]).
    pub randomness: u32,
    /// The values of all options.
    pub options: Arc<Value>,
    /// The seats, in order.
    pub seats: Vec<RecordSeat>,
    /// The source of the server seed.
    pub seed_source: SeedSource,
    /// SHA-256 of the server seed.
    pub seed_commitment: Hash,
    /// The id of the deal, if the game is on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<String>,
    /// The server seed. Published when the game is over and its deal, if any, is closed.
    pub server_seed: Option<Hash>,
    /// SHA-256 of the game's own blinding, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blinding_commitment: Option<Hash>,
    /// The game's own blinding. Published when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blinding_secret: Option<Hash>,
    /// The hash before the first entry.
    pub start: Hash,
    /// The number of entries.
    pub ply: u64,
    /// The hash of the last entry.
    pub head: Hash,
    /// The log. In a game in progress, moves that are sealed for the reader lack `move`.
    pub entries: Vec<Entry>,
    /// How the game ended.
    pub result: Option<Outcome>,
}

/// A seat of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordSeat {
    /// The seat's number.
    pub seat: Seat,
    /// The player's name; an account that was deleted shows as `former player`.
    pub player: String,
    /// What the player gave towards the seed.
    pub entropy: String,
}

/// The first error in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The place, as a path into the document (`entries[11].hash`).
    pub at: String,
    /// A description of the error.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}

impl std::error::Error for Fault {}

fn fault(at: impl Into<String>, what: impl Into<String>) -> Fault {
    Fault {
        at: at.into(),
        what: what.into(),
    }
}

impl Record {
    /// Returns the record of a game with its whole log and with `players` in seat order. Pass the
    /// seed only when nothing is secret any more. The game's own blinding is published together
    /// with it.
    pub fn of(
        game: &Game,
        players: impl IntoIterator<Item = String>,
        entries: Vec<Entry>,
        server_seed: Option<Hash>,
    ) -> Record {
        let header = game.header();
        let seats = Seat::all(game.seats())
            .zip(players.into_iter().zip(&header.entropies))
            .map(|(seat, (player, entropy))| RecordSeat {
                seat,
                player,
                entropy: entropy.clone(),
            })
            .collect();
        Record {
            format: FORMAT.to_owned(),
            id: header.id.clone(),
            kind: game.kind().info().id.to_owned(),
            rules: header.rules.clone(),
            randomness: header.randomness().version(),
            options: header.options.clone(),
            seats,
            seed_source: header.seed_source,
            seed_commitment: header.seed_commitment,
            deal: header.deal.clone(),
            server_seed,
            blinding_commitment: header.blinding_commitment,
            blinding_secret: server_seed
                .and(header.blinding_commitment)
                .map(|_| Hash(game.secrets().blinding.0)),
            start: header.hash(),
            ply: game.ply(),
            head: game.head(),
            entries,
            result: game.turn().outcome().cloned(),
        }
    }

    /// Reads a document. `Err` describes the error in its form, and the place.
    pub fn from_json(text: &str) -> Result<Record, Fault> {
        let record: Record = serde_json::from_str(text).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            fault(place, error.to_string())
        })?;
        if record.format != FORMAT {
            return Err(fault("format", format!("this program reads {FORMAT}")));
        }
        Ok(record)
    }

    /// Returns the header, which the first link of the chain covers.
    pub fn header(&self) -> Header {
        Header {
            id: self.id.clone(),
            rules: self.rules.clone(),
            options: self.options.clone(),
            entropies: self.seats.iter().map(|seat| seat.entropy.clone()).collect(),
            seed_commitment: self.seed_commitment,
            seed_source: self.seed_source,
            blinding_commitment: self.blinding_commitment,
            deal: self.deal.clone(),
        }
    }

    /// Checks that the versions are known and the seats in order.
    fn check_form(&self) -> Result<(), Fault> {
        let header = self.header();
        let version = header.randomness().version();
        if self.randomness != version {
            let games = match self.deal {
                None => "on no deal",
                Some(_) => "on a deal",
            };
            let what = format!("of games {games}, this program knows version {version}");
            return Err(fault("randomness", what));
        }
        header.check_deal().map_err(|error| match error {
            GameFault::Deal => fault("seed_source", error.to_string()),
            _ => fault("blinding_commitment", "a game on a deal has one"),
        })?;
        if !self.rules.starts_with(&format!("{}@", self.kind)) {
            return Err(fault("kind", format!("the rules are {}", self.rules)));
        }
        for (i, entry) in self.seats.iter().enumerate() {
            if entry.seat.index() != i {
                return Err(fault(format!("seats[{i}].seat"), "out of order"));
            }
        }
        Ok(())
    }

    /// Checks that `given`, the hash of the header, is the start that the record states.
    fn check_start(&self, given: Hash) -> Result<(), Fault> {
        match given == self.start {
            true => Ok(()),
            false => Err(fault(
                "start",
                "id, rules, options, entropies, commitments, seed source or deal is not what was hashed at the start",
            )),
        }
    }

    /// Returns the game at its start, if it is one of these kinds. Needs the seed.
    pub fn start(&self, kinds: Kinds<'_>) -> Result<Game, Fault> {
        self.check_form()?;
        let Some(seed) = self.server_seed else {
            // The record does not say why the seed is missing.
            let what = "is not in the record: without it neither dice nor moves can be checked";
            return Err(fault("server_seed", what));
        };
        let header = self.header();
        let given = header.hash();
        let blinding = self.blinding_secret.map(|secret| Blinding(secret.0));
        let started = kinds
            .of(&header)
            .and_then(|kind| Game::start(kind, header, &ServerSeed(seed.0), blinding));
        let (game, _) = started.map_err(|error| {
            let at = match &error {
                GameFault::Commitment => "server_seed".to_owned(),
                GameFault::Blinding => "blinding_secret".to_owned(),
                GameFault::UnknownRules(_) => "rules".to_owned(),
                GameFault::Options(_) => "options".to_owned(),
                GameFault::Entropy(seat) => format!("seats[{seat}].entropy"),
                _ => "seats".to_owned(),
            };
            fault(at, error.to_string())
        })?;
        self.check_start(given)?;
        Ok(game)
    }
}

/// The result of a successful verification, for a person to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of checked entries.
    pub entries: u64,
    /// The last hash of the chain.
    pub head: Hash,
    /// The result according to the rules.
    pub result: Option<Outcome>,
}

/// Checks a record without its seed: the form, the hash of the header at the start, the numbers of
/// the entries, `ply` and `head`. A record with a result must be on a deal. It cannot check that
/// the entries match their hashes.
pub fn verify_unpublished(record: &Record) -> Result<(), Fault> {
    record.check_form()?;
    if record.result.is_some() && record.deal.is_none() {
        return Err(fault("server_seed", "a game with a result tells its seed"));
    }
    record.check_start(record.header().hash())?;
    for (i, (n, entry)) in (1..).zip(&record.entries).enumerate() {
        if entry.n != n {
            return Err(fault(format!("entries[{i}].n"), format!("should be {n}")));
        }
    }
    let last = record.entries.last();
    if record.ply != last.map_or(0, |entry| entry.n) {
        let there = record.entries.len();
        return Err(fault("ply", format!("there are {there} entries")));
    }
    if record.head != last.map_or(record.start, |entry| entry.hash) {
        return Err(fault("head", "is not the hash of the last entry"));
    }
    Ok(())
}

/// Derives everything in a record of one of these kinds again, and reports the first error.
///
/// The order is: form, versions, commitment and start; then the number, hash and move of each
/// entry; at the end `ply`, `head` and the result.
pub fn verify(record: &Record, kinds: Kinds<'_>) -> Result<Verified, Fault> {
    let mut game = record.start(kinds)?;
    for (i, entry) in record.entries.iter().enumerate() {
        let at = |member: &str| format!("entries[{i}]{member}");
        if entry.n != game.ply() + 1 {
            return Err(fault(at(".n"), format!("should be {}", game.ply() + 1)));
        }
        if entry.hash != entry.hash_after(game.head(), &game.secrets().blinding) {
            return Err(fault(
                at(".hash"),
                "does not follow from the entry and the hash before it",
            ));
        }
        game.replay(entry)
            .map_err(|error| fault(at(""), error.to_string()))?;
    }
    if record.ply != game.ply() {
        return Err(fault("ply", format!("there are {} entries", game.ply())));
    }
    if record.head != game.head() {
        return Err(fault("head", "is not the hash of the last entry"));
    }
    let result = game.turn().outcome().cloned();
    if record.result != result {
        return Err(fault("result", "is not what the moves lead to"));
    }
    Ok(Verified {
        entries: game.ply(),
        head: game.head(),
        result,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_SEATS;

    #[test]
    fn a_record_of_more_seats_than_any_table_has_is_faulty() {
        let none = Hash([0; 32]);
        let mut record = Record {
            format: FORMAT.to_owned(),
            id: "crowded".to_owned(),
            kind: "pig".to_owned(),
            rules: "pig@1".to_owned(),
            randomness: 1,
            options: Arc::default(),
            seats: Vec::new(),
            seed_source: SeedSource::Secret,
            seed_commitment: none,
            deal: None,
            server_seed: None,
            blinding_commitment: None,
            blinding_secret: None,
            start: none,
            ply: 0,
            head: none,
            entries: Vec::new(),
            result: None,
        };
        let last = Seat::of(MAX_SEATS - 1);
        record.seats = Seat::all(MAX_SEATS as u8)
            .chain(last)
            .map(|seat| RecordSeat {
                seat,
                player: String::new(),
                entropy: String::new(),
            })
            .collect();
        let faulty = Err(fault("seats[12].seat", "out of order"));
        assert_eq!(verify_unpublished(&record), faulty);
    }
}
