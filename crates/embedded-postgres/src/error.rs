//! Errors of the private cluster, worded for the operator of the program.
//!
//! Each message contains its cause, which is therefore not returned as a source. The program adds
//! advice that depends on its own settings (another data directory, another database).
//!
//! This module does not log errors. The caller that handles an error logs it once.

use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::Arc;

/// Why the private cluster did not start or stopped running.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another process holds the lock of the data directory.
    #[error(
        "another process{} is using {}",
        holder.map(|pid| format!(" ({pid})")).unwrap_or_default(),
        data_dir.display()
    )]
    Locked {
        /// The data directory.
        data_dir: PathBuf,
        /// The process id of the holder, if its lock file contains one.
        holder: Option<u32>,
    },
    /// There is no suitable PostgreSQL on this machine, and none could be downloaded.
    #[error("{}", no_postgres(*wanted, found, cause))]
    NoPostgres {
        /// The required major version, if there is an existing cluster.
        wanted: Option<u32>,
        /// The unsuitable versions of PostgreSQL that were found.
        found: Vec<String>,
        /// Why the download failed.
        cause: String,
    },
    /// PostgreSQL's user may not enter a folder on the path to the cluster.
    #[error(
        "PostgreSQL refuses to run as root, so it runs as the user {account}, who may not enter {}; let others pass with \
         `chmod o+x {}`",
        folder.display(), folder.display()
    )]
    Unreachable {
        /// The user that PostgreSQL runs as.
        account: String,
        /// The first folder that this user cannot enter.
        folder: PathBuf,
    },
    /// The cluster belongs to another user, and this process cannot run PostgreSQL as that user.
    #[error("the database in {} belongs to the user {owner}", cluster.display())]
    Foreign {
        /// The cluster's folder.
        cluster: PathBuf,
        /// The name or number of its owner.
        owner: String,
    },
    /// The cluster's folder contains databases but lacks files that PostgreSQL needs.
    #[error(
        "the database in {} is damaged ({missing} is missing); restore it from a backup, or move the folder away to begin \
         afresh",
        cluster.display()
    )]
    Damaged {
        /// The cluster's folder.
        cluster: PathBuf,
        /// The missing file.
        missing: &'static str,
    },
    /// `initdb` could not create a new cluster.
    #[error("initdb could not make a database in {}: {output}", data_dir.display())]
    Initdb {
        /// The data directory.
        data_dir: PathBuf,
        /// The output of `initdb`.
        output: String,
    },
    /// PostgreSQL exited instead of accepting connections, or exited later without a request.
    #[error("PostgreSQL ended ({status}); the end of {}:\n{tail}", log.display())]
    Exited {
        /// Its exit status.
        status: ExitStatus,
        /// Its log file.
        log: PathBuf,
        /// The last lines of the log file.
        tail: String,
    },
    /// PostgreSQL runs but does not accept connections.
    #[error("PostgreSQL did not accept connections in time ({cause}); the end of {}:\n{tail}", log.display())]
    NotReady {
        /// The error of the last attempt to connect.
        cause: String,
        /// Its log file.
        log: PathBuf,
        /// The last lines of the log file.
        tail: String,
    },
    /// The program's roles or its database could not be created.
    #[error("could not prepare the database: {0}")]
    Prepare(tokio_postgres::Error),
    /// Processes of an earlier PostgreSQL on the same cluster cannot be stopped.
    #[error("an earlier PostgreSQL still runs on {} and cannot be stopped: processes {pids:?}", cluster.display())]
    Leftover {
        /// The cluster's folder.
        cluster: PathBuf,
        /// The processes.
        pids: Vec<i32>,
    },
    /// There is no suitable folder for the Unix socket: the data directory's path is too long, and
    /// the alternatives failed too.
    #[error(
        "no private folder for PostgreSQL's socket (its path may have {longest} bytes); tried {tried}"
    )]
    NoSocketDir {
        /// The longest path of a socket's folder, in bytes.
        longest: usize,
        /// The folders that were tried, each with its problem.
        tried: String,
    },
    /// An operation on a file failed.
    #[error("could not {action} {}: {cause}", path.display())]
    Io {
        /// The operation.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        cause: std::io::Error,
    },
    /// PostgreSQL died repeatedly. This is the last error.
    #[error("PostgreSQL keeps failing and is not restarted any more: {0}")]
    GaveUp(Arc<Error>),
    /// The thread that supervises PostgreSQL is gone.
    #[error("the thread that looks after PostgreSQL ended unexpectedly")]
    KeeperLost,
}

/// Adds the operation and the file to an I/O error: `.map_err(io("create", path))`.
pub(super) fn io(
    action: &'static str,
    path: impl AsRef<Path>,
) -> impl FnOnce(std::io::Error) -> Error {
    move |cause| Error::Io {
        action,
        path: path.as_ref().to_path_buf(),
        cause,
    }
}

fn no_postgres(wanted: Option<u32>, found: &[String], cause: &str) -> String {
    let (what, apt, dnf) = match wanted {
        Some(major) => (
            format!("The existing database needs PostgreSQL {major}, which this machine has not"),
            format!("postgresql-{major}"),
            format!("postgresql{major}-server"),
        ),
        None => (
            "This machine has no PostgreSQL (14 or newer)".to_owned(),
            "postgresql".to_owned(),
            "postgresql-server".to_owned(),
        ),
    };
    let brew = wanted.unwrap_or(super::settings::DEFAULT_MAJOR);
    let found = match found {
        [] => String::new(),
        found => format!(" (found: {})", found.join(", ")),
    };
    format!(
        "{what}{found}, and fetching it failed: {cause}\n\
         Install it, then start again:\n\
         \x20 Debian, Ubuntu:  sudo apt-get install {apt}\n\
         \x20 Fedora:          sudo dnf install {dnf}\n\
         \x20 macOS:           brew install postgresql@{brew}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_without_postgres_lists_install_commands() {
        let text = Error::NoPostgres {
            wanted: None,
            found: vec![],
            cause: "no network".to_owned(),
        }
        .to_string();
        for part in [
            "no network",
            "sudo apt-get install postgresql\n",
            "sudo dnf install postgresql-server\n",
            "brew install postgresql@17",
        ] {
            assert!(text.contains(part), "{part:?} is not in {text}");
        }
    }

    #[test]
    fn error_for_an_existing_cluster_names_its_version() {
        let text = Error::NoPostgres {
            wanted: Some(16),
            found: vec!["15 in /usr/bin".to_owned()],
            cause: "no network".to_owned(),
        }
        .to_string();
        for part in [
            "needs PostgreSQL 16",
            "(found: 15 in /usr/bin)",
            "postgresql-16\n",
            "postgresql@16",
        ] {
            assert!(text.contains(part), "{part:?} is not in {text}");
        }
    }
}
