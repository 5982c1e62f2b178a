//! A private PostgreSQL cluster inside the data directory, for a server that was given no `DATABASE_URL`.
//!
//! [`Cluster::start`] finds PostgreSQL's programs, makes the cluster on first use, runs it and keeps it running; a server
//! killed with `kill -9` leaves nothing behind that the next start cannot put right. The parts, in the order of a start:
//!
//! - `layout`: where things lie, the lock that keeps a second server out, the folder of the Unix socket;
//! - `account`: the operating system's user that PostgreSQL runs as (it refuses to run as root);
//! - `binaries`, `fetch`: the programs on this machine, or else a download, once;
//! - `leftovers`: what a killed server left running or lying about;
//! - `initdb`: a new cluster, all of it or none of it;
//! - `postmaster`: the running process; `provision`: who may connect, and the database `turnpike`;
//! - `watchdog`: stops PostgreSQL when this process dies; `keeper`: the thread that restarts it when it dies.
//!
//! Deliberately not here: the schema and its migrations (`store`), connection pools, standbys (whoever needs one runs a
//! PostgreSQL of their own and sets `DATABASE_URL`). Backups and a new major version are made with PostgreSQL's own programs,
//! which are let in here and run by `turnpike database`. Neither is it portable to Windows: sockets, signals and users are
//! those of Unix.

mod account;
mod binaries;
mod error;
mod fetch;
mod initdb;
mod keeper;
mod layout;
mod leftovers;
mod postmaster;
mod provision;
mod watchdog;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{oneshot, watch};

pub use error::EmbeddedError;

/// The database that the server works with, and the role that owns it; [`Cluster::start`] creates both when they are
/// missing.
pub const DATABASE: &str = "turnpike";

/// Where a cluster lives, and for how long.
#[derive(Debug, Clone)]
pub struct EmbeddedConfig {
    /// Turnpike's data directory. The cluster lives in `postgres` below it, with its log, lock and socket beside that.
    pub data_dir: PathBuf,
    /// For tests: nothing is made durable, and all files are deleted when the cluster stops or this process dies.
    pub ephemeral: bool,
}

impl EmbeddedConfig {
    /// A cluster that keeps its data below `data_dir`.
    pub fn persistent(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            ephemeral: false,
        }
    }

    /// A throw-away cluster in a new folder of its own under the system's folder for temporary files.
    pub fn ephemeral() -> Self {
        let name = format!("turnpike-{:016x}", rand::random::<u64>());
        Self {
            data_dir: std::env::temp_dir().join(name),
            ephemeral: true,
        }
    }
}

/// What the cluster is doing, as told by [`Cluster::state`].
#[derive(Debug, Clone)]
pub enum ClusterState {
    /// It accepts connections.
    Running {
        /// The process id of the postmaster; a restart changes it.
        pid: u32,
    },
    /// It died and is being restarted.
    Restarting,
    /// It was told to stop, and has stopped.
    Stopped,
    /// It kept dying, and is not being restarted any more.
    Failed(Arc<EmbeddedError>),
}

/// A running private cluster.
///
/// It is independent of the runtime that started it, so that it can be shared in a static. Dropping it stops PostgreSQL
/// too, but nobody waits for that: prefer [`Cluster::stop`].
#[derive(Debug)]
pub struct Cluster {
    socket_dir: PathBuf,
    programs: PathBuf,
    state: watch::Receiver<ClusterState>,
    stop: oneshot::Sender<()>,
}

impl Cluster {
    /// Starts the cluster in `config.data_dir`, making it if need be, and waits until it accepts connections.
    ///
    /// Whatever an earlier server left there after a crash is put right first. PostgreSQL itself is fetched from the
    /// network only when this machine has none.
    ///
    /// # Errors
    /// When another server uses the data directory, when there is no PostgreSQL, or when it does not start; the text says
    /// what to do about it.
    pub async fn start(config: EmbeddedConfig) -> Result<Self, EmbeddedError> {
        let (ready, started) = oneshot::channel();
        let (stop, stopping) = oneshot::channel();
        keeper::spawn(config, ready, stopping)?;
        let keeper::Started {
            socket_dir,
            programs,
            state,
        } = started.await.map_err(|_| EmbeddedError::KeeperLost)??;
        Ok(Self {
            socket_dir,
            programs,
            state,
            stop,
        })
    }

    /// The URL of a database of this cluster, for its owner, the role `turnpike`. It stays the same over restarts.
    ///
    /// That role may create databases; it is no superuser, so that nothing comes to depend on more than an ordinary
    /// `DATABASE_URL` gives.
    pub fn url(&self, database: &str) -> String {
        provision::url(&self.socket_dir, DATABASE, database)
    }

    /// The same for the role that the server signs in as, `turnpike_app`, which owns nothing.
    pub fn app_url(&self, database: &str) -> String {
        provision::url(&self.socket_dir, provision::APP, database)
    }

    /// The same for the superuser `postgres`: for tests and for looking after the cluster, not for the server's work.
    pub fn superuser_url(&self, database: &str) -> String {
        provision::url(&self.socket_dir, provision::SUPERUSER, database)
    }

    /// How PostgreSQL's own programs find the database `turnpike`, as its owner.
    pub fn libpq_environment(&self) -> [(&'static str, OsString); 4] {
        [
            ("PGHOST", self.socket_dir.clone().into()),
            ("PGPORT", layout::PORT.to_string().into()),
            ("PGUSER", DATABASE.into()),
            ("PGDATABASE", DATABASE.into()),
        ]
    }

    /// The folder of PostgreSQL's programs that the cluster runs on: those of its own version.
    pub fn programs(&self) -> &Path {
        &self.programs
    }

    /// What the cluster is doing now, and every change of it.
    pub fn state(&self) -> watch::Receiver<ClusterState> {
        self.state.clone()
    }

    /// Waits until PostgreSQL is beyond saving: it kept dying although it was restarted. A server should stop then.
    pub async fn failed(&self) -> EmbeddedError {
        let mut state = self.state.clone();
        match state
            .wait_for(|state| matches!(state, ClusterState::Failed(_)))
            .await
            .as_deref()
        {
            Ok(ClusterState::Failed(cause)) => EmbeddedError::GaveUp(Arc::clone(cause)),
            _ => EmbeddedError::KeeperLost,
        }
    }

    /// Shuts PostgreSQL down, cutting whatever is still connected, and waits until it is gone.
    ///
    /// # Errors
    /// When PostgreSQL had already failed for good.
    pub async fn stop(self) -> Result<(), EmbeddedError> {
        let Self {
            mut state, stop, ..
        } = self;
        drop(stop);
        let last = state
            .wait_for(|state| matches!(state, ClusterState::Stopped | ClusterState::Failed(_)))
            .await
            .map(|state| state.clone());
        match last {
            Ok(ClusterState::Failed(cause)) => Err(EmbeddedError::GaveUp(cause)),
            Ok(_) => Ok(()),
            Err(_) => Err(EmbeddedError::KeeperLost),
        }
    }
}

/// Turnpike's data directory when none is configured: `/var/lib/turnpike` for root, the user's own data folder otherwise.
pub fn default_data_dir() -> PathBuf {
    if nix::unistd::geteuid().is_root() {
        return PathBuf::from("/var/lib/turnpike");
    }
    let absolute = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let home = absolute("HOME").or_else(|| {
        let user = nix::unistd::User::from_uid(nix::unistd::geteuid());
        user.ok().flatten().map(|user| user.dir)
    });
    let home = home.as_deref().unwrap_or(Path::new("/"));
    if cfg!(target_os = "macos") {
        home.join("Library/Application Support/turnpike")
    } else {
        absolute("XDG_DATA_HOME")
            .unwrap_or_else(|| home.join(".local/share"))
            .join("turnpike")
    }
}
