//! Cleans up after a killed program: a running postmaster, orphaned backends, stale pid and lock
//! files.
//!
//! The caller must hold the lock of the data directory, so all processes on the cluster are
//! orphans. This module does not trust a process id from a file, because ids are reused, in
//! containers even regularly. A process counts as PostgreSQL's only if it verifiably is a
//! PostgreSQL process and runs on this very cluster.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::time::{Instant, sleep};

use super::account::Account;
use super::error::Error;
use super::layout::PORT;

/// The signals to stop leftover processes with, and how long to wait after each. At the first one,
/// a postmaster writes its data to the disk.
const SIGNALS: [(Signal, Duration); 3] = [
    (Signal::SIGINT, Duration::from_secs(60)),
    (Signal::SIGQUIT, Duration::from_secs(5)),
    (Signal::SIGKILL, Duration::from_secs(10)),
];

/// Whether a process may still run on `cluster`. PostgreSQL deletes its pid file last of all, when
/// its last process has ended. The thorough search happens only in this case, and the check of
/// permissions only after a failed start. That lowered the time to a program's first answer from 62
/// to 53 ms.
pub(super) fn may_be(cluster: &Path) -> bool {
    named(cluster).exists()
}

fn named(cluster: &Path) -> PathBuf {
    cluster.join("postmaster.pid")
}

/// Stops all processes on `cluster` and deletes the files that would prevent a new postmaster from
/// starting.
pub(super) async fn clear(
    cluster: &Path,
    socket_dir: &Path,
    account: &Account,
) -> Result<(), Error> {
    stop(cluster, account).await?;
    let stale = [
        named(cluster),
        socket_dir.join(format!(".s.PGSQL.{PORT}")),
        socket_dir.join(format!(".s.PGSQL.{PORT}.lock")),
    ];
    for file in stale {
        match std::fs::remove_file(&file) {
            Ok(()) => tracing::info!(file = %file.display(), "deleted a stale file"),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(super::error::io("delete", file)(error)),
        }
    }
    Ok(())
}

async fn stop(cluster: &Path, account: &Account) -> Result<(), Error> {
    for (signal, patience) in SIGNALS {
        let found = Running::on(cluster, account).await;
        let targets = match (signal, found.postmaster) {
            _ if found.is_empty() => return Ok(()),
            // Without a postmaster, the first signal is useless: for a backend, SIGINT has another
            // meaning.
            (Signal::SIGINT, None) => continue,
            (Signal::SIGINT, Some(postmaster)) => vec![postmaster],
            _ => found.all(),
        };
        tracing::warn!(cluster = %cluster.display(), ?targets, %signal, "stopping a leftover PostgreSQL");
        for target in targets {
            match kill(target, signal) {
                Ok(()) | Err(Errno::ESRCH) => {}
                Err(error) => {
                    tracing::warn!(pid = %target, %error, "could not signal a leftover process")
                }
            }
        }
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if Running::on(cluster, account).await.is_empty() {
                return Ok(());
            }
            sleep(Duration::from_millis(50)).await;
        }
    }
    let found = Running::on(cluster, account).await;
    if found.is_empty() {
        return Ok(());
    }
    Err(Error::Leftover {
        cluster: cluster.to_path_buf(),
        pids: found.all().into_iter().map(Pid::as_raw).collect(),
    })
}

/// The PostgreSQL processes that run on a cluster.
#[derive(Debug, Default)]
struct Running {
    postmaster: Option<Pid>,
    others: Vec<Pid>,
}

impl Running {
    async fn on(cluster: &Path, account: &Account) -> Self {
        let named = std::fs::read_to_string(named(cluster))
            .ok()
            .and_then(|text| text.lines().next()?.trim().parse().ok())
            .map(Pid::from_raw)
            .filter(|pid| pid.as_raw() > 1);
        let postmaster = named.filter(|pid| is_postmaster(*pid, cluster));
        let mut others = working_in(cluster, account).await;
        others.retain(|pid| Some(*pid) != postmaster);
        Self { postmaster, others }
    }

    fn is_empty(&self) -> bool {
        self.postmaster.is_none() && self.others.is_empty()
    }

    fn all(&self) -> Vec<Pid> {
        self.postmaster
            .iter()
            .chain(&self.others)
            .copied()
            .collect()
    }
}

/// Whether a process was started as `…/postgres … <cluster> …`. A zombie process has no command
/// line.
fn is_postmaster(pid: Pid, cluster: &Path) -> bool {
    let is_postgres = |program: &[u8]| {
        Path::new(OsStr::from_bytes(program)).file_name() == Some(OsStr::new("postgres"))
    };
    if Path::new("/proc/self/cmdline").exists() {
        let arguments = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let mut arguments = arguments.split(|byte| *byte == 0);
        return arguments.next().is_some_and(is_postgres)
            && arguments.any(|argument| argument == cluster.as_os_str().as_bytes());
    }
    let pid = pid.to_string();
    let Ok(ps) = std::process::Command::new("ps")
        .args(["-ww", "-o", "command=", "-p", &pid])
        .output()
    else {
        return false;
    };
    let folder = cluster.as_os_str().as_bytes();
    ps.stdout.windows(9).any(|part| part == b"postgres ")
        && ps.stdout.windows(folder.len()).any(|part| part == folder)
}

/// Lists all programs named `postgres` whose working directory is `$1`, even if the folder has been
/// renamed since. An upgrade under a running program appends `(deleted)` to the program's name.
const WORKING_IN: &str = r#"
for process in /proc/[0-9]*; do
  [ "$process/cwd" -ef "$1" ] || continue
  case $(readlink "$process/exe") in
    */postgres | */postgres\ \(deleted\)) echo "${process#/proc/}" ;;
  esac
done
"#;

/// Returns the processes whose working directory is the cluster's folder, as for a postmaster and
/// its children. This works only on Linux. On other systems, orphaned backends have to notice the
/// death of their postmaster themselves.
///
/// The search runs as PostgreSQL's user, because in most containers root may not inspect the
/// processes of other users.
async fn working_in(cluster: &Path, account: &Account) -> Vec<Pid> {
    let mut shell = account.command("/bin/sh");
    shell.args(["-c", WORKING_IN, "sh"]).arg(cluster);
    match shell.kill_on_drop(true).output().await {
        Ok(output) => String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| line.parse().ok())
            .map(Pid::from_raw)
            .collect(),
        Err(error) => {
            tracing::warn!(%error, "could not look for leftover processes");
            Vec::new()
        }
    }
}
