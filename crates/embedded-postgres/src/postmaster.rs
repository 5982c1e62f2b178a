//! The running PostgreSQL: starts it, waits for it, stops it.
//!
//! The reaction to its death is in `keeper`. This module does not tune PostgreSQL: the command line
//! contains only mandatory settings. All other settings are in the cluster's own `postgresql.conf`,
//! which `initdb` wrote and an operator may change.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::process::Child;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use super::account::Account;
use super::binaries::Binaries;
use super::error::{Error, io};
use super::layout::{Layout, PORT};
use super::provision;

/// How long PostgreSQL may be silent before its start counts as failed.
const START_PATIENCE: Duration = Duration::from_secs(60);
/// The time limit for one attempt to connect.
const CONNECT_PATIENCE: Duration = Duration::from_secs(5);
/// The longest wait for PostgreSQL's ready status before an attempt to connect.
const PAUSE: Duration = Duration::from_millis(100);
/// The polling interval for this status. The runtime's timer would make it one or two milliseconds.
const POLL: Duration = Duration::from_micros(400);
/// The index of the line in `postmaster.pid` with PostgreSQL's status.
const STATUS_LINE: usize = 7;
/// The signals to stop PostgreSQL with, and how long to wait after each. At the first one, it
/// writes all data to the disk.
const STOP: [(Signal, Duration); 3] = [
    (Signal::SIGINT, Duration::from_secs(60)),
    (Signal::SIGQUIT, Duration::from_secs(10)),
    (Signal::SIGKILL, Duration::from_secs(10)),
];

/// The user of the first successful connection.
pub(super) enum Admitted {
    /// The user of the program's everyday work.
    Usual,
    Superuser(Client),
}

/// A postmaster, which is a child of this process.
#[derive(Debug)]
pub(super) struct Postmaster {
    child: Child,
    pub(super) pid: u32,
    /// The length of the log when it started.
    log_start: u64,
}

impl Postmaster {
    /// Starts PostgreSQL. It does not accept connections yet.
    pub(super) fn spawn(
        layout: &Layout,
        account: &Account,
        binaries: &Binaries,
        socket_dir: &Path,
        ephemeral: bool,
    ) -> Result<Self, Error> {
        let (log, log_start) = layout.open_log()?;
        let errors = log.try_clone().map_err(io("open", &layout.log))?;
        let program = binaries.postgres();
        let mut command = account.command(&program);
        command
            .arg("-D")
            .arg(&layout.cluster)
            .stdout(log)
            .stderr(errors)
            // Ctrl-C in a terminal must not reach it before the program has finished its work.
            .process_group(0);
        let settings = [
            ("listen_addresses", OsString::new()),
            ("port", PORT.to_string().into()),
            ("unix_socket_directories", quoted(socket_dir)),
            ("unix_socket_permissions", "0700".into()),
            ("hba_file", layout.hba.clone().into()),
            ("ident_file", layout.ident.clone().into()),
            ("logging_collector", "off".into()),
            ("log_destination", "stderr".into()),
            ("timezone", "UTC".into()),
            ("log_timezone", "UTC".into()),
            // Errors are logged without the row, the statement and its values, because these
            // contain names, addresses and seeds.
            ("log_error_verbosity", "terse".into()),
            ("log_min_error_statement", "panic".into()),
            ("log_parameter_max_length", "0".into()),
            ("log_parameter_max_length_on_error", "0".into()),
        ];
        for (name, value) in settings {
            let mut setting = OsString::from(name);
            setting.push("=");
            setting.push(value);
            command.arg("-c").arg(setting);
        }
        if ephemeral {
            for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
                command.arg("-c").arg(format!("{setting}=off"));
            }
            // Tests use one cluster for as many programs as the machine has cores, and more.
            command.arg("-c").arg("max_connections=1000");
            // An ephemeral cluster is never recovered, so its WAL need not grow to a gigabyte.
            command.arg("-c").arg("max_wal_size=128MB");
        }
        let child = command.spawn().map_err(io("run", &program))?;
        // A child that was never waited for has a process id.
        let pid = child.id().ok_or(Error::KeeperLost)?;
        Ok(Self {
            child,
            pid,
            log_start,
        })
    }

    /// Waits for a moment until PostgreSQL's status file says that it accepts connections, and
    /// returns whether it does. If it does not, an attempt to connect shows the reason.
    pub(super) async fn says_ready(&mut self, layout: &Layout) -> Result<bool, Error> {
        let file = layout.cluster.join("postmaster.pid");
        let pid = self.pid.to_string();
        let is_ready = || {
            let told = std::fs::read_to_string(&file).unwrap_or_default();
            let mut lines = told.lines();
            // The file of an earlier postmaster may exist for a moment before it is overwritten.
            lines.next() == Some(&pid)
                && lines
                    .nth(STATUS_LINE - 1)
                    .is_some_and(|status| status.trim() == "ready")
        };
        let told = timeout(PAUSE, async {
            while !is_ready() {
                // Blocking is fine: the keeper's thread runs no other task.
                std::thread::sleep(POLL);
                tokio::task::yield_now().await;
            }
        });
        tokio::select! {
            status = self.child.wait() => {
                Err(self.exited(layout, status.map_err(io("wait for", "postgres"))?))
            }
            told = told => Ok(told.is_ok()),
        }
    }

    /// Waits until PostgreSQL accepts connections. Replaying a long log after a crash may take any
    /// time, as long as PostgreSQL answers. The superuser connects only if `usual` cannot.
    pub(super) async fn ready(
        &mut self,
        layout: &Layout,
        usual: Option<&str>,
        superuser: &str,
    ) -> Result<Admitted, Error> {
        let mut usual = usual;
        let mut deadline = Instant::now() + START_PATIENCE;
        loop {
            self.says_ready(layout).await?;
            let url = usual.unwrap_or(superuser);
            let attempt = timeout(CONNECT_PATIENCE, provision::connect(url));
            let attempt = tokio::select! {
                status = self.child.wait() => {
                    return Err(self.exited(layout, status.map_err(io("wait for", "postgres"))?));
                }
                attempt = attempt => attempt,
            };
            let cause = match attempt {
                Ok(Ok(_)) if usual.is_some() => return Ok(Admitted::Usual),
                Ok(Ok(client)) => return Ok(Admitted::Superuser(client)),
                Ok(Err(error)) if error.code() == Some(&SqlState::CANNOT_CONNECT_NOW) => {
                    deadline = Instant::now() + START_PATIENCE;
                    error.to_string()
                }
                Ok(Err(error)) if error.code().is_some() && usual.is_some() => {
                    usual = None;
                    continue;
                }
                Ok(Err(error)) => error.to_string(),
                Err(_) => "no answer".to_owned(),
            };
            if Instant::now() > deadline {
                return Err(Error::NotReady {
                    cause,
                    log: layout.log.clone(),
                    tail: layout.log_tail(self.log_start),
                });
            }
            // Its status is ready, but it accepts no connection.
            sleep(POLL).await;
        }
    }

    /// Waits until PostgreSQL exits unexpectedly.
    pub(super) async fn death(&mut self, layout: &Layout) -> Error {
        match self.child.wait().await {
            Ok(status) => self.exited(layout, status),
            Err(error) => io("wait for", "postgres")(error),
        }
    }

    /// Stops PostgreSQL: an ephemeral one immediately, any other one after it has written its data
    /// to the disk.
    pub(super) async fn stop(mut self, ephemeral: bool) {
        for (signal, patience) in STOP.into_iter().skip(usize::from(ephemeral)) {
            if signal != STOP[0].0 && !ephemeral {
                tracing::warn!(pid = self.pid, %signal, "PostgreSQL did not stop in time; sending a stronger signal");
            }
            self.signal(signal);
            if timeout(patience, self.child.wait()).await.is_ok() {
                return;
            }
        }
        tracing::error!(
            pid = self.pid,
            "PostgreSQL did not stop; its process is left behind"
        );
    }

    /// Does nothing after the process was waited for, because another process may have its id by
    /// then.
    fn signal(&self, signal: Signal) {
        if self.child.id().is_none() {
            return;
        }
        if let Err(error) = kill(Pid::from_raw(self.pid.cast_signed()), signal) {
            tracing::warn!(pid = self.pid, %error, "could not signal PostgreSQL");
        }
    }

    fn exited(&self, layout: &Layout, status: ExitStatus) -> Error {
        Error::Exited {
            status,
            log: layout.log.clone(),
            tail: layout.log_tail(self.log_start),
        }
    }
}

impl Drop for Postmaster {
    /// PostgreSQL is still running here only if a start was cancelled. It may be too new to be
    /// found by other means.
    fn drop(&mut self) {
        self.signal(Signal::SIGQUIT);
    }
}

/// Quotes one element of a PostgreSQL setting that is a list of folders.
fn quoted(folder: &Path) -> OsString {
    let mut bytes = vec![b'"'];
    for byte in folder.as_os_str().as_bytes() {
        bytes.push(*byte);
        if *byte == b'"' {
            bytes.push(b'"');
        }
    }
    bytes.push(b'"');
    OsString::from_vec(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_with_quotes_is_escaped() {
        assert_eq!(quoted(Path::new("/a b, \"c\"")), "\"/a b, \"\"c\"\"\"");
    }
}
