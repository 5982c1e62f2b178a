//! Finds PostgreSQL's programs on this machine: first in `PATH`, then in the folders of
//! distributions, then in an earlier download.
//!
//! A program counts only if PostgreSQL's user can run it and it reports its version. An existing
//! cluster needs programs of its own major version. This module does not download programs
//! (`fetch`) or upgrade a cluster.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::account::Account;
use super::error::{Error, io};

/// The oldest supported major version.
const OLDEST: u32 = 14;

/// The folders of distributions: the parent folder, the prefix of the version below it, and the
/// folder below the version.
const FAMILIES: &[(&str, &str, &str)] = &[
    ("/usr/lib/postgresql", "", "bin"),          // Debian, Ubuntu
    ("/usr", "pgsql-", "bin"), // Fedora and RHEL, packages of the PostgreSQL project
    ("/usr/lib", "postgresql", "bin"), // openSUSE
    ("/usr/lib64", "postgresql-", "bin"), // Gentoo
    ("/usr/libexec", "postgresql", ""), // Alpine
    ("/opt/homebrew/opt", "postgresql@", "bin"), // Homebrew, Apple silicon
    ("/usr/local/opt", "postgresql@", "bin"), // Homebrew, Intel
    ("/home/linuxbrew/.linuxbrew/opt", "postgresql@", "bin"),
    ("/opt/local/lib", "postgresql", "bin"), // MacPorts
    ("/Library/PostgreSQL", "", "bin"),      // EDB
    ("/Applications/Postgres.app/Contents/Versions", "", "bin"),
];

/// Folders without a version in their names.
const SINGLES: &[&str] = &["/usr/bin", "/usr/local/bin", "/usr/local/pgsql/bin"];

/// A folder with PostgreSQL's programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Binaries {
    pub(super) folder: PathBuf,
    pub(super) major: u32,
}

impl Binaries {
    pub(super) fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    pub(super) fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }

    /// Returns the actual folder of the PostgreSQL in `folder`, if there is one.
    fn installed(folder: &Path) -> Option<PathBuf> {
        // Distributions link to their programs; the installation may be in another folder.
        match folder.join("postgres").canonicalize() {
            Ok(real) if real.with_file_name("initdb").is_file() => {
                Some(real.parent()?.to_path_buf())
            }
            Ok(_) if folder.join("initdb").is_file() => Some(folder.to_path_buf()),
            _ => None,
        }
    }

    /// Returns the PostgreSQL in `folder`, if there is one that `account` can run.
    pub(super) async fn probe(folder: &Path, account: &Account) -> Option<Self> {
        let folder = Self::installed(folder)?;
        let mut command = account.command(folder.join("postgres"));
        let output = command.arg("--version").kill_on_drop(true).output().await;
        let version = match output {
            Ok(output) if output.status.success() => output.stdout,
            Ok(output) => {
                tracing::debug!(folder = %folder.display(), status = %output.status, "postgres does not run");
                return None;
            }
            Err(error) => {
                tracing::debug!(folder = %folder.display(), %error, "postgres does not run");
                return None;
            }
        };
        let major = major_of(&String::from_utf8_lossy(&version))?;
        Some(Self { folder, major })
    }
}

/// The result of [`search`].
#[derive(Debug)]
pub(super) enum Found {
    /// A suitable PostgreSQL.
    Usable(Binaries),
    /// No suitable PostgreSQL; descriptions of the unsuitable ones.
    Unusable(Vec<String>),
}

/// Searches the folders in order for a PostgreSQL of the major version `wanted`, or of any
/// supported version.
pub(super) async fn search(folders: &[PathBuf], wanted: Option<u32>, account: &Account) -> Found {
    let mut others: Vec<Binaries> = Vec::new();
    for folder in folders {
        let Some(found) = Binaries::probe(folder, account).await else {
            continue;
        };
        if wanted.map_or(found.major >= OLDEST, |wanted| found.major == wanted) {
            return Found::Usable(found);
        }
        if !others.contains(&found) {
            others.push(found);
        }
    }
    let in_words = |other: &Binaries| format!("{} in {}", other.major, other.folder.display());
    Found::Unusable(others.iter().map(in_words).collect())
}

/// Returns the PostgreSQL that [`search`] would find, judged only by the names of folders. The
/// programs are not run.
pub(super) fn called(folders: &[PathBuf], wanted: u32) -> Option<Binaries> {
    for folder in folders {
        let Some(folder) = Binaries::installed(folder) else {
            continue;
        };
        let major = major_of_folder(&folder)?;
        if major == wanted {
            return Some(Binaries { folder, major });
        }
    }
    None
}

/// Reads the major version in `/usr/lib/postgresql/15/bin`, `/usr/pgsql-15/bin` and the like.
fn major_of_folder(folder: &Path) -> Option<u32> {
    let installation = match folder.ends_with("bin") {
        true => folder.parent()?,
        false => folder,
    };
    let name = installation.file_name()?.to_str()?;
    let version = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    version.split('.').next()?.parse().ok()
}

/// Returns all folders that may contain PostgreSQL's programs, the preferred ones first.
pub(super) fn folders(path: Option<OsString>, dist: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = path
        .iter()
        .flat_map(std::env::split_paths)
        .filter(|folder| folder.is_absolute())
        .collect();
    for (parent, prefix, below) in FAMILIES {
        all.extend(versions(Path::new(parent), prefix).map(|folder| folder.join(below)));
    }
    all.extend(SINGLES.iter().map(PathBuf::from));
    all.extend(versions(dist, "").map(|folder| folder.join("bin")));
    all
}

/// Returns the folders in `parent` whose name is `prefix` and a version, the highest version first.
fn versions(parent: &Path, prefix: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let number = |name: &str| -> Option<Vec<u32>> {
        let version = name.strip_prefix(prefix)?;
        version.split('.').map(|part| part.parse().ok()).collect()
    };
    let mut found: Vec<(Vec<u32>, PathBuf)> = std::fs::read_dir(parent)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((number(entry.file_name().to_str()?)?, entry.path())))
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, folder)| folder)
}

/// Returns the major version of an existing cluster.
pub(super) fn major_of_cluster(cluster: &Path) -> Result<Option<u32>, Error> {
    let file = cluster.join("PG_VERSION");
    match std::fs::read_to_string(&file) {
        Ok(text) => Ok(text.trim().split('.').next().and_then(|n| n.parse().ok())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io("read", file)(error)),
    }
}

/// Reads the major version in `postgres (PostgreSQL) 15.3 (Debian …)`, `… 18beta1` and the like.
pub(super) fn major_of(version: &str) -> Option<u32> {
    let number = version.split("(PostgreSQL)").nth(1)?.trim_start();
    let digits = number.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn major_version_is_parsed_from_program_output() {
        assert_eq!(
            major_of("postgres (PostgreSQL) 15.3 (Debian 15.3-1)"),
            Some(15)
        );
        assert_eq!(major_of("postgres (PostgreSQL) 18beta1\n"), Some(18));
        assert_eq!(major_of("something else 15"), None);
    }

    #[test]
    fn major_version_is_parsed_from_folder_names() {
        let major = |folder| major_of_folder(Path::new(folder));
        assert_eq!(major("/usr/lib/postgresql/15/bin"), Some(15));
        assert_eq!(major("/usr/pgsql-16/bin"), Some(16));
        assert_eq!(major("/usr/libexec/postgresql17"), Some(17));
        assert_eq!(major("/srv/postgres-dist/18.1.0/bin"), Some(18));
        assert_eq!(major("/usr/bin"), None);
        assert_eq!(major("/opt/postgres-current/bin"), None);
    }

    #[test]
    fn highest_version_comes_first() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["pg-9", "pg-14", "pg-16.2", "pg-16.10", "pg-common", "15"] {
            std::fs::create_dir(dir.path().join(name)).unwrap();
        }
        let found: Vec<_> = versions(dir.path(), "pg-")
            .filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned()))
            .collect();
        assert_eq!(found, ["pg-16.10", "pg-16.2", "pg-14", "pg-9"]);
    }

    /// Creates a folder of programs that only report the given version.
    fn installation(parent: &Path, version: &str) -> PathBuf {
        let folder = parent.join(version);
        std::fs::create_dir(&folder).unwrap();
        for program in ["postgres", "initdb"] {
            let file = folder.join(program);
            let script = format!("#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n");
            std::fs::write(&file, script).unwrap();
            std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
        }
        folder
    }

    #[tokio::test]
    async fn existing_cluster_gets_programs_of_its_own_version() {
        let dir = tempfile::tempdir().unwrap();
        crate::account::permit(dir.path(), 0o055).unwrap();
        let account = Account::choose(&dir.path().join("postgres")).unwrap();
        let folders = ["13.9", "16.1", "15.4"].map(|version| installation(dir.path(), version));
        let search = |wanted| search(&folders, wanted, &account);
        let major = |found| match found {
            Found::Usable(found) => Ok(found.major),
            Found::Unusable(others) => Err(others.len()),
        };
        assert_eq!(major(search(None).await), Ok(16));
        assert_eq!(major(search(Some(15)).await), Ok(15));
        assert_eq!(major(search(Some(17)).await), Err(3));
    }
}
