//! Whose cluster it is, and where it lives.

use std::path::PathBuf;

/// The name of the program that a cluster belongs to, as everything that the cluster makes is named: the database and the
/// role that owns it; the role `…_app`; and folders and processes outside the data directory.
///
/// PostgreSQL keeps it: with another name an existing cluster gets a second, empty database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name(&'static str);

impl Name {
    /// A name of lower-case letters, digits and underscores that begins with a letter. It is meant for a constant, where a
    /// fault does not compile.
    ///
    /// # Panics
    /// When it is no such name, is longer than 59 bytes, or is one that PostgreSQL keeps for itself (`postgres`, `pg_…`).
    pub const fn new(name: &'static str) -> Self {
        let bytes = name.as_bytes();
        // With `_app` behind it PostgreSQL's limit of 63.
        assert!(bytes.len() < 60, "the name is too long");
        let mut n = 0;
        while n < bytes.len() {
            let begins = bytes[n].is_ascii_lowercase();
            let goes_on = n > 0 && (bytes[n].is_ascii_digit() || bytes[n] == b'_');
            assert!(begins || goes_on, "the name is no word in lower case");
            n += 1;
        }
        assert!(
            !matches!(bytes, [] | b"postgres" | [b'p', b'g', b'_', ..]),
            "the name is PostgreSQL's own, or empty"
        );
        Self(name)
    }

    /// The database, and the role that owns it and all that it makes there. It may create databases, too.
    pub const fn owner(self) -> &'static str {
        self.0
    }

    /// A role that owns nothing and has no right but those that the owner gives it: what a program signs in as when it
    /// shall not be able to change the shape of its tables.
    pub fn app(self) -> String {
        format!("{}_app", self.0)
    }
}

/// Whose cluster it is, where it lives, and for how long.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The program that it belongs to.
    pub name: Name,
    /// The program's data directory. The cluster lives in `postgres` below it, with its log, lock and socket beside that.
    pub data_dir: PathBuf,
    /// Where PostgreSQL's programs are put when they have to be fetched. Clusters may share it.
    pub downloads: PathBuf,
    /// For tests: nothing is made durable, and all files are deleted when the cluster stops or this process dies.
    pub ephemeral: bool,
}

impl Settings {
    /// A cluster that keeps its data below `data_dir`, and a download, too.
    pub fn new(name: Name, data_dir: impl Into<PathBuf>) -> Self {
        let data_dir = data_dir.into();
        Self {
            name,
            downloads: data_dir.join("postgres-dist"),
            data_dir,
            ephemeral: false,
        }
    }

    /// Instead of it a throw-away cluster, in a new folder of its own under the system's folder for temporary files. A
    /// download is kept where this one would have kept it.
    pub fn ephemeral(self) -> Self {
        let folder = format!("{}-{:016x}", self.name.owner(), rand::random::<u64>());
        Self {
            data_dir: std::env::temp_dir().join(folder),
            ephemeral: true,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_word_that_is_not_postgres_own() {
        for name in ["a", "orchard", "pear_tree2", "pgtool"] {
            assert_eq!(Name::new(name).owner(), name);
        }
        let long: &str = "a".repeat(60).leak();
        for name in [
            "", "2a", "_a", "Pear", "a-b", "a b", "a\"", "é", "postgres", "pg_a", long,
        ] {
            assert!(
                std::panic::catch_unwind(|| Name::new(name)).is_err(),
                "{name:?}"
            );
        }
    }
}
