//! Creates a new cluster, completely or not at all: under a temporary name that is then changed.
//!
//! This module never deletes anything that might contain data. It renames a folder that is not a
//! cluster.

use std::fs::{DirBuilder, File};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::process::Stdio;
use std::time::SystemTime;

use super::account::Account;
use super::binaries::Binaries;
use super::error::{Error, io};
use super::layout::{Layout, UNFINISHED};
use super::provision::SUPERUSER;
use super::watchdog::Watchdog;

/// Cleans up after a crash during the creation of a cluster.
///
/// Deletes this module's own unfinished clusters. Renames a folder `postgres` that lacks a
/// cluster's essential files and contains no databases. If it contains databases, returns an error.
pub(super) fn recover(layout: &Layout) -> Result<(), Error> {
    let entries = std::fs::read_dir(&layout.data_dir).map_err(io("list", &layout.data_dir))?;
    for entry in entries.flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        if ours && let Err(error) = std::fs::remove_dir_all(entry.path()) {
            tracing::warn!(path = %entry.path().display(), %error, "could not delete an unfinished cluster");
        }
    }
    let cluster = &layout.cluster;
    let lacking = ["PG_VERSION", "global/pg_control"]
        .into_iter()
        .find(|file| !cluster.join(file).exists());
    let Some(missing) = lacking.filter(|_| cluster.symlink_metadata().is_ok()) else {
        return Ok(());
    };
    if std::fs::remove_dir(cluster).is_ok() {
        return Ok(()); // It was empty.
    }
    if holds_databases(cluster) {
        return Err(Error::Damaged {
            cluster: cluster.clone(),
            missing,
        });
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let stamp = now.map_or(0, |now| now.as_nanos());
    let aside = layout.data_dir.join(format!("postgres.broken-{stamp}"));
    std::fs::rename(cluster, &aside).map_err(io("put aside", cluster))?;
    tracing::warn!(
        cluster = %cluster.display(), aside = %aside.display(), missing,
        "the database folder was incomplete and without data; it was renamed"
    );
    Ok(())
}

/// Whether a cluster may contain data. `initdb` creates the database `1` first; any other database
/// shows that it got further.
fn holds_databases(cluster: &Path) -> bool {
    let databases = std::fs::read_dir(cluster.join("base"))
        .into_iter()
        .flatten();
    databases.flatten().any(|entry| entry.file_name() != "1")
}

/// Creates the cluster, if there is none.
pub(super) async fn ensure(
    layout: &Layout,
    account: &Account,
    binaries: &Binaries,
    ephemeral: bool,
    watchdog: &mut Watchdog,
) -> Result<(), Error> {
    if layout.cluster.exists() {
        return Ok(());
    }
    let unfinished = &layout.unfinished;
    DirBuilder::new()
        .mode(0o700)
        .create(unfinished)
        .map_err(io("create", unfinished))?;
    account.give(unfinished)?;

    let program = binaries.initdb();
    let mut command = account.command(&program);
    command
        .arg("--pgdata")
        .arg(unfinished)
        .args(["--username", SUPERUSER])
        .args(["--encoding", "UTF8", "--locale", "C"])
        .args(["--data-checksums", "--auth", "reject"])
        .args(ephemeral.then_some("--no-sync"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let child = command.spawn().map_err(io("run", &program))?;
    if let Some(pid) = child.id() {
        watchdog.guard("TERM", pid)?;
    }
    let output = child
        .wait_with_output()
        .await
        .map_err(io("run", &program))?;
    watchdog.rest();
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // A failure is ignored: the next start tries again to delete the folder.
        let _ = std::fs::remove_dir_all(unfinished);
        return Err(Error::Initdb {
            data_dir: layout.data_dir.clone(),
            output: format!("{}; {}", output.status, said.trim()),
        });
    }
    std::fs::rename(unfinished, &layout.cluster).map_err(io("rename", unfinished))?;
    if !ephemeral {
        File::open(&layout.data_dir)
            .and_then(|folder| folder.sync_all())
            .map_err(io("sync", &layout.data_dir))?;
    }
    tracing::info!(cluster = %layout.cluster.display(), version = binaries.major, "made a new PostgreSQL cluster");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Name, Settings};

    fn layout(data_dir: &Path) -> Layout {
        Layout::prepare(&Settings::new(Name::new("orchard"), data_dir)).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn unfinished_clusters_are_deleted() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("postgres.init-12/base/1")).unwrap();
        recover(&layout(dir.path())).unwrap();
        assert_eq!(names(dir.path()), [""; 0]);
    }

    #[test]
    fn folder_that_is_not_a_cluster_is_renamed() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("postgres/base/1")).unwrap();
        std::fs::write(dir.path().join("postgres/PG_VERSION"), "15\n").unwrap();
        recover(&layout(dir.path())).unwrap();
        let names = names(dir.path());
        assert_eq!(names.len(), 1);
        assert!(names[0].starts_with("postgres.broken-"), "{names:?}");
    }

    #[test]
    fn damaged_cluster_returns_an_error_and_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("postgres/base/5")).unwrap();
        let answer = recover(&layout(dir.path()));
        assert!(matches!(answer, Err(Error::Damaged { .. })), "{answer:?}");
        assert_eq!(names(dir.path()), ["postgres"]);
    }
}
