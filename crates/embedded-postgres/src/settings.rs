//! The owner, the location and the lifetime of a cluster.

use std::path::PathBuf;

/// The major version of a download for a new cluster.
pub(super) const DEFAULT_MAJOR: u32 = 17;

/// The name of the program that a cluster belongs to. It is the name of the database and of the
/// role that owns it. It is also a part of the name of the role `…_app`, and of folders and
/// processes outside the data directory.
///
/// The cluster keeps the name: with another name, an existing cluster gets a second, empty
/// database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name(&'static str);

impl Name {
    /// Creates a name of lower-case letters, digits and underscores that begins with a letter. Use
    /// it for a constant, so that an invalid name fails to compile.
    ///
    /// # Panics
    /// If the name is invalid, is longer than 59 bytes, or is reserved by PostgreSQL (`postgres`,
    /// `pg_…`).
    pub const fn new(name: &'static str) -> Self {
        let bytes = name.as_bytes();
        // With `_app` appended, it must not exceed PostgreSQL's limit of 63 bytes.
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

    /// Returns the name of the database, and of the role that owns it and everything that it
    /// creates there. This role may also create databases.
    pub const fn owner(self) -> &'static str {
        self.0
    }

    /// Returns the name of a role that owns nothing and has only the rights that the owner grants.
    /// A program can sign in with it to be unable to change the structure of its tables.
    pub fn app(self) -> String {
        format!("{}_app", self.0)
    }
}

/// The owner, the location and the lifetime of a cluster.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The program that the cluster belongs to.
    pub name: Name,
    /// The program's data directory. The cluster is in its folder `postgres`, beside its log, lock
    /// and socket.
    pub data_dir: PathBuf,
    /// The folder for downloaded PostgreSQL programs. Clusters may share it.
    pub downloads: PathBuf,
    /// For tests: nothing is durable, and all files are deleted when the cluster stops or this
    /// process dies.
    pub ephemeral: bool,
}

impl Settings {
    /// Creates settings for a cluster that keeps its data, and a download, below `data_dir`.
    pub fn new(name: Name, data_dir: impl Into<PathBuf>) -> Self {
        let data_dir = data_dir.into();
        Self {
            name,
            downloads: data_dir.join("postgres-dist"),
            data_dir,
            ephemeral: false,
        }
    }

    /// Changes the settings to a temporary cluster, in a new folder in the system's folder for
    /// temporary files. The folder for downloads stays the same.
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
    fn cluster_name_must_be_a_lowercase_word_without_pg_prefix() {
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
