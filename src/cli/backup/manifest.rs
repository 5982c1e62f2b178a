//! The list of a backup's contents.

use serde::{Deserialize, Serialize};

/// The version of the format. A program reads only the versions that it knows.
pub(super) const FORMAT: &str = "turnpike-backup-1";

/// The part with the output of `pg_dump --format=custom`.
pub(super) const DATABASE: &str = "database.dump";

/// The prefix of the parts that are files of the data directory.
pub(super) const DATA: &str = "data/";

/// The contents of a backup, as `manifest.json`.
#[derive(Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) format: String,
    /// The version of the program that made it.
    pub(super) version: String,
    /// The newest migration of the database.
    pub(super) schema: String,
    /// The major version of PostgreSQL.
    pub(super) postgres: u32,
    /// The moment that it shows, RFC 3339.
    pub(super) made_at: String,
    pub(super) games: i64,
    pub(super) entries: i64,
    pub(super) accounts: i64,
    pub(super) parts: Vec<Part>,
}

/// A file in the backup.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

impl Manifest {
    /// Returns the parts that are files of the data directory, and their paths in it.
    pub(super) fn files(&self) -> impl Iterator<Item = (&Part, &str)> {
        let parts = self.parts.iter();
        parts.filter_map(|part| Some((part, part.name.strip_prefix(DATA)?)))
    }

    /// Returns the contents in words.
    pub(super) fn in_words(&self) -> String {
        let mut words = format!(
            "{}, {} and {}",
            count(self.games, "game", "games"),
            count(self.entries, "entry", "entries"),
            count(self.accounts, "account", "accounts"),
        );
        let files = self.files().count();
        if files > 0 {
            let files = i64::try_from(files).unwrap_or(i64::MAX);
            let files = count(files, "file", "files");
            words.push_str(&format!(", and {files} of the data folder"));
        }
        words
    }
}

fn count(number: i64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
