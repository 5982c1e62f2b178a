//! The log of a game: entries, their canonical form and the hash chain over them.
//!
//! `docs/VERIFYING.md` defines every byte that is hashed here.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{Blinding, Bot, Seat, canonical};

/// A SHA-256 hash of the chain; 64 lower-case hex digits in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Hash(pub [u8; 32]);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
        lower_hex(deserializer).map(Hash)
    }
}

/// Reads exactly 32 bytes from 64 lower-case hex digits.
pub(crate) fn lower_hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
    let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
    let mut bytes = [0; 32];
    if text.contains(|c: char| c.is_ascii_uppercase())
        || hex::decode_to_slice(&*text, &mut bytes).is_err()
    {
        return Err(serde::de::Error::custom(
            "a hash or seed is 64 lower-case hex digits",
        ));
    }
    Ok(bytes)
}

/// Where the server seed of a game came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeedSource {
    /// Drawn by the server and kept secret until the end.
    Secret,
    /// Chosen by whoever made the game: practice, or a challenge on the same seed. Never rated.
    Chosen,
}

crate::words! {
    /// What a log entry says.
    pub enum Body = "Body" {
        /// A move of the game.
        Move,
        /// The seat left the game for good: it resigned.
        Leave,
        /// The seat's time ran out; [`Entry::leads_to`] says what came of it.
        Timeout,
        /// Somebody else has the seat from now on; [`Entry::by`] says who. The position stays.
        Takeover,
    }
}

crate::words! {
    /// What comes of it when the time of a seat runs out.
    pub enum LeadsTo = "LeadsTo" {
        /// The seat leaves the game, as if it resigned.
        Leave,
        /// A greedy bot has the seat from now on. The position stays.
        Bot,
        /// A bot plays what the seat owes, in entries that follow; the player stays. By itself this
        /// entry changes nothing.
        Move,
        /// The game is over as it stands: the seat is last, all others share the first place.
        End,
    }
}

crate::words! {
    /// Who takes a seat over.
    pub enum Successor = "Successor" {
        /// Another player.
        Player,
        /// A bot that plays by lot.
        Random,
        /// A bot that plays to win.
        Greedy,
    }
}

impl From<Bot> for Successor {
    fn from(bot: Bot) -> Successor {
        match bot {
            Bot::Random => Successor::Random,
            Bot::Greedy => Successor::Greedy,
        }
    }
}

/// One entry of a game's log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The entry's number, from 1. Entry 0 is the setup and is not stored.
    pub n: u64,
    /// What the entry says.
    pub kind: Body,
    /// Whose entry it is.
    pub seat: Seat,
    /// The seat's own number for it, from 1.
    pub seq: u32,
    /// The move as JSON, for [`Body::Move`].
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<Box<RawValue>>,
    /// What came of it, for [`Body::Timeout`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads_to: Option<LeadsTo>,
    /// Who has the seat now, for [`Body::Takeover`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Successor>,
    /// When the server accepted it, RFC 3339 in UTC with milliseconds.
    pub at: String,
    /// The hash of the log up to and with this entry.
    pub hash: Hash,
}

impl Entry {
    /// The canonical JSON text that is hashed: every member but `hash`.
    pub fn canonical(&self) -> String {
        let mut value = json!({
            "n": self.n,
            "kind": self.kind,
            "seat": self.seat,
            "seq": self.seq,
            "at": self.at,
        });
        if let Some(mv) = &self.mv {
            // A `RawValue` is valid JSON by construction.
            value["move"] = serde_json::from_str(mv.get()).unwrap_or(Value::Null);
        }
        if let Some(leads_to) = self.leads_to {
            value["leads_to"] = json!(leads_to);
        }
        if let Some(by) = self.by {
            value["by"] = json!(by);
        }
        canonical::to_string(&value)
    }

    /// The hash of this entry on top of the one before it.
    pub fn hash_after(&self, before: Hash, blinding: &Blinding) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(before.0);
        hasher.update(blinding.blind(self.n));
        hasher.update(self.canonical());
        Hash(hasher.finalize().into())
    }
}
