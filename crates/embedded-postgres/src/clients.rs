//! Finds `pg_dump` and `pg_restore` for a PostgreSQL that may run elsewhere.
//!
//! Both must not be older than the server. Programs of the server's own version are best: newer
//! ones write statements that it may not know.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::binaries;
use super::settings::Settings;

/// A folder with `pg_dump` and `pg_restore`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clients {
    /// The folder.
    pub folder: PathBuf,
    /// Their major version.
    pub major: u32,
}

impl Clients {
    /// Returns the programs for a server of this major version: those of the same version, or else
    /// of the next one that this machine has. It looks where [`Cluster`](super::Cluster) finds
    /// PostgreSQL, and does not download anything.
    pub fn find(settings: &Settings, major: u32) -> Option<Self> {
        let folders = binaries::folders(std::env::var_os("PATH"), &settings.downloads);
        let found = folders.iter().filter_map(|folder| Self::probe(folder));
        found
            .filter(|it| it.major >= major)
            .min_by_key(|it| it.major)
    }

    fn probe(folder: &Path) -> Option<Self> {
        let dump = folder.join("pg_dump");
        // Debian's wrapper chooses a version by the clusters of the machine.
        if !folder.join("pg_restore").is_file() || dump.canonicalize().ok()?.ends_with("pg_wrapper")
        {
            return None;
        }
        let mut command = Command::new(&dump);
        let output = command
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let major = binaries::major_of(&String::from_utf8_lossy(&output.stdout))?;
        Some(Self {
            folder: folder.to_path_buf(),
            major,
        })
    }
}
