//! The log of a game: entries, their canonical form and the hash chain over them.
//!
//! `docs/VERIFYING.md` defines every byte that is hashed here.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::{Blinding, Bot, Seat, canonical};

/// A SHA-256 hash of the chain: 64 lower-case hex digits in JSON.
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

/// The source of a game's server seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeedSource {
    /// The server drew the seed and keeps it secret until the game is over.
    Secret,
    /// The creator of the game chose the seed, for practice or to repeat a game. Never rated.
    Chosen,
    /// The server drew the seed for a deal, on which others play too, and keeps it secret until the
    /// deal closes.
    Deal,
}

crate::words! {
    /// The kind of a log entry.
    pub enum EntryKind = "EntryKind" {
        /// A move of the game.
        Move,
        /// The seat left the game for good: the player resigned.
        Leave,
        /// The seat's time ran out. `leads_to` is the consequence.
        Timeout,
        /// Another player or a bot has the seat from now on. `by` is the successor. The position
        /// stays.
        Takeover,
    }
}

crate::words! {
    /// The consequence of a time-out.
    pub enum LeadsTo = "LeadsTo" {
        /// The seat leaves the game, as if the player resigned.
        Leave,
        /// A greedy bot takes the seat. The position stays.
        Bot,
        /// A bot makes the pending decision, in the entries that follow. The player keeps the seat.
        /// This entry itself changes nothing.
        Move,
        /// The game ends in the current position: the seat is last, and all others share the first
        /// place.
        End,
    }
}

crate::words! {
    /// The successor in a seat.
    pub enum Successor = "Successor" {
        /// Another player.
        Player,
        /// A bot that plays at random.
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
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Members<Box<RawValue>>")]
pub struct Entry {
    /// The entry's number, from 1. Entry 0 is the setup and is not stored.
    pub n: u64,
    /// The seat that the entry belongs to.
    pub seat: Seat,
    /// The seat's own sequence number for the entry, from 1.
    pub seq: u32,
    /// The content of the entry.
    pub body: Body,
    /// The time at which the server accepted the entry: RFC 3339 in UTC with milliseconds.
    pub at: String,
    /// The hash of the log up to and including this entry.
    pub hash: Hash,
}

/// The content of a log entry with all its members.
#[derive(Clone, Debug)]
pub enum Body {
    /// A move of the game as JSON; `None` if it is sealed for the reader.
    Move(Option<Box<RawValue>>),
    /// The seat left the game.
    Leave,
    /// The seat's time ran out, with this consequence.
    Timeout(LeadsTo),
    /// Another player or a bot has the seat from now on.
    Takeover(Successor),
}

/// An entry has a member that its kind does not allow, or lacks one that it needs.
#[derive(Debug, thiserror::Error)]
#[error("entry {0} is a {1} {2}")]
pub struct Contradiction(u64, EntryKind, &'static str);

impl Body {
    /// Returns the content of entry `n` with this kind and these members.
    pub fn of(
        n: u64,
        kind: EntryKind,
        mv: Option<Box<RawValue>>,
        leads_to: Option<LeadsTo>,
        by: Option<Successor>,
    ) -> Result<Body, Contradiction> {
        let wrong = match (kind, mv, leads_to, by) {
            (EntryKind::Move, mv, None, None) => return Ok(Body::Move(mv)),
            (EntryKind::Leave, None, None, None) => return Ok(Body::Leave),
            (EntryKind::Timeout, None, Some(it), None) => return Ok(Body::Timeout(it)),
            (EntryKind::Takeover, None, None, Some(it)) => return Ok(Body::Takeover(it)),
            (EntryKind::Timeout, _, None, _) => "without `leads_to`",
            (EntryKind::Takeover, _, _, None) => "without `by`",
            (kind, Some(_), ..) if kind != EntryKind::Move => "with `move`",
            (EntryKind::Timeout, ..) | (_, _, None, _) => "with `by`",
            _ => "with `leads_to`",
        };
        Err(Contradiction(n, kind, wrong))
    }

    /// Returns the kind and the members, as [`Body::of`] takes them.
    pub fn members(
        &self,
    ) -> (
        EntryKind,
        Option<&RawValue>,
        Option<LeadsTo>,
        Option<Successor>,
    ) {
        match self {
            Body::Move(mv) => (EntryKind::Move, mv.as_deref(), None, None),
            Body::Leave => (EntryKind::Leave, None, None, None),
            Body::Timeout(it) => (EntryKind::Timeout, None, Some(*it), None),
            Body::Takeover(it) => (EntryKind::Takeover, None, None, Some(*it)),
        }
    }

    /// Returns the kind of the entry.
    pub fn kind(&self) -> EntryKind {
        self.members().0
    }

    /// Returns the move as JSON.
    pub fn mv(&self) -> Option<&RawValue> {
        self.members().1
    }
}

/// The JSON form of an entry.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Members<M> {
    n: u64,
    kind: EntryKind,
    seat: Seat,
    seq: u32,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leads_to: Option<LeadsTo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Successor>,
    at: String,
    hash: Hash,
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, mv, leads_to, by) = self.body.members();
        Members {
            n: self.n,
            kind,
            seat: self.seat,
            seq: self.seq,
            mv,
            leads_to,
            by,
            at: self.at.clone(),
            hash: self.hash,
        }
        .serialize(serializer)
    }
}

impl TryFrom<Members<Box<RawValue>>> for Entry {
    type Error = Contradiction;

    fn try_from(it: Members<Box<RawValue>>) -> Result<Entry, Contradiction> {
        Ok(Entry {
            n: it.n,
            seat: it.seat,
            seq: it.seq,
            body: Body::of(it.n, it.kind, it.mv, it.leads_to, it.by)?,
            at: it.at,
            hash: it.hash,
        })
    }
}

/// The hashed form of an entry: every member except `hash`, in the order of RFC 8785.
#[derive(Serialize)]
struct Hashed<'a> {
    at: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Successor>,
    kind: EntryKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    leads_to: Option<LeadsTo>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<Box<RawValue>>,
    n: u64,
    seat: Seat,
    seq: u32,
}

impl Entry {
    /// Returns the canonical JSON text that is hashed: every member except `hash`.
    pub fn canonical(&self) -> String {
        let (kind, mv, leads_to, by) = self.body.members();
        let text = mv.map(canonical::raw).transpose().and_then(|mv| {
            serde_json::to_string(&Hashed {
                at: &self.at,
                by,
                kind,
                leads_to,
                mv,
                n: self.n,
                seat: self.seat,
                seq: self.seq,
            })
        });
        // This fails only for a move that no server can have written, because it is nested too
        // deeply or contains a number that is too large.
        text.unwrap_or_else(|_| "null".to_owned())
    }

    /// Returns the hash of this entry, chained to the hash before it.
    pub fn hash_after(&self, before: Hash, blinding: &Blinding) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(before.0);
        hasher.update(blinding.blind(self.n));
        hasher.update(self.canonical());
        Hash(hasher.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(says: &str) -> String {
        let hash = Hash::default();
        format!(r#"{{"n":4,{says},"at":"2026-03-01T12:00:00.000Z","hash":"{hash}"}}"#)
    }

    #[test]
    fn an_entry_is_written_as_it_was_read() {
        for says in [
            r#""kind":"move","seat":1,"seq":2,"move":{"b":[1.0],"a":"x"}"#,
            r#""kind":"move","seat":1,"seq":2"#,
            r#""kind":"leave","seat":1,"seq":2"#,
            r#""kind":"timeout","seat":1,"seq":2,"leads_to":"bot""#,
            r#""kind":"takeover","seat":1,"seq":2,"by":"player""#,
        ] {
            let entry: Entry = serde_json::from_str(&json(says)).unwrap();
            assert_eq!(serde_json::to_string(&entry).unwrap(), json(says));
        }
    }

    #[test]
    fn an_entry_has_the_members_of_its_kind() {
        for (says, fault) in [
            (r#""move","leads_to":"end""#, "a move with `leads_to`"),
            (r#""move","move":{},"by":"player""#, "a move with `by`"),
            (r#""leave","move":{}"#, "a leave with `move`"),
            (r#""leave","leads_to":"leave""#, "a leave with `leads_to`"),
            (r#""leave","by":"random""#, "a leave with `by`"),
            (r#""timeout""#, "a timeout without `leads_to`"),
            (
                r#""timeout","leads_to":"bot","by":"greedy""#,
                "a timeout with `by`",
            ),
            (
                r#""timeout","leads_to":"move","move":{}"#,
                "a timeout with `move`",
            ),
            (r#""takeover""#, "a takeover without `by`"),
            (
                r#""takeover","by":"player","leads_to":"bot""#,
                "a takeover with `leads_to`",
            ),
            (
                r#""takeover","by":"player","move":{}"#,
                "a takeover with `move`",
            ),
        ] {
            let json = json(&format!(r#""kind":{says},"seat":1,"seq":2"#));
            let error = serde_json::from_str::<Entry>(&json).unwrap_err();
            assert_eq!(error.to_string(), format!("entry 4 is {fault}"));
        }
    }
}
