//! The running PostgreSQL: started, waited for, stopped.
//!
//! Deliberately not here: what follows from its death (`keeper`). Tuning neither: only what must hold is given on the command
//! line; all else is in the cluster's own `postgresql.conf`, as `initdb` wrote it and an operator may change it.

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

/// How long PostgreSQL may give no sign of life before it counts as not starting.
const START_PATIENCE: Duration = Duration::from_secs(60);
/// How long one attempt to connect may take.
const CONNECT_PATIENCE: Duration = Duration::from_secs(5);
/// The pause before such an attempt, while PostgreSQL does not say that it is ready.
const PAUSE: Duration = Duration::from_millis(100);
/// How often it is looked whether it says so. The runtime's clock would make one or two milliseconds of it.
const POLL: Duration = Duration::from_micros(400);
/// Which line of `postmaster.pid` holds PostgreSQL's status, from 0.
const STATUS_LINE: usize = 7;
/// What to ask of it when it shall stop, in growing impatience; the first writes out all data.
const STOP: [(Signal, Duration); 3] = [
    (Signal::SIGINT, Duration::from_secs(60)),
    (Signal::SIGQUIT, Duration::from_secs(10)),
    (Signal::SIGKILL, Duration::from_secs(10)),
];

/// Who was let in first.
pub(super) enum Admitted {
    /// Whoever works with the cluster every day.
    Usual,
    Superuser(Client),
}

/// A postmaster, our child.
#[derive(Debug)]
pub(super) struct Postmaster {
    child: Child,
    pub(super) pid: u32,
    /// How long the log was when it started.
    log_start: u64,
}

impl Postmaster {
    /// Starts PostgreSQL; it does not accept connections yet.
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
            // Ctrl-C in a terminal must not reach it before we have drained.
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
            // What is refused is told without the row, the statement and its values: they hold
            // names, addresses and seeds.
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
            // Nobody recovers it: its log need not grow to a gigabyte.
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

    /// Waits until it says in its own file that it takes connections, but no longer than a moment: why it does not, it tells
    /// whoever connects. Whether it did.
    pub(super) async fn says_ready(&mut self, layout: &Layout) -> Result<bool, Error> {
        let file = layout.cluster.join("postmaster.pid");
        let pid = self.pid.to_string();
        let is_ready = || {
            let told = std::fs::read_to_string(&file).unwrap_or_default();
            let mut lines = told.lines();
            // What another one left is overwritten, but not at once.
            lines.next() == Some(&pid)
                && lines
                    .nth(STATUS_LINE - 1)
                    .is_some_and(|status| status.trim() == "ready")
        };
        let told = timeout(PAUSE, async {
            while !is_ready() {
                // Nobody else is on the keeper's thread.
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

    /// Waits until it accepts connections. Replaying a long log after a crash may take its time, as long as it answers.
    /// The superuser is asked for only where `usual` is not let in.
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
            // It says that it is ready, and yet nobody is let in.
            sleep(POLL).await;
        }
    }

    /// Waits for it to end, which it should not.
    pub(super) async fn death(&mut self, layout: &Layout) -> Error {
        match self.child.wait().await {
            Ok(status) => self.exited(layout, status),
            Err(error) => io("wait for", "postgres")(error),
        }
    }

    /// Stops it: an ephemeral one at once, any other one after it has written out its data.
    pub(super) async fn stop(mut self, ephemeral: bool) {
        for (signal, patience) in STOP.into_iter().skip(usize::from(ephemeral)) {
            if signal != STOP[0].0 && !ephemeral {
                tracing::warn!(pid = self.pid, %signal, "PostgreSQL does not stop: insisting");
            }
            self.signal(signal);
            if timeout(patience, self.child.wait()).await.is_ok() {
                return;
            }
        }
        tracing::error!(pid = self.pid, "PostgreSQL does not stop");
    }

    /// Does nothing once it has been waited for: its process id may be somebody else's by then.
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
    /// Only a start that was broken off gets here with PostgreSQL running, perhaps so new that nothing else could find it.
    fn drop(&mut self) {
        self.signal(Signal::SIGQUIT);
    }
}

/// One element of a PostgreSQL setting that is a list of folders.
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
    fn a_folder_is_quoted() {
        assert_eq!(quoted(Path::new("/a b, \"c\"")), "\"/a b, \"\"c\"\"\"");
    }
}
