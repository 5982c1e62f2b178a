//! A private PostgreSQL inside a program's data directory: found or fetched, made, started, watched over, stopped.
//!
//! For a program that shall run whole as soon as it is started, on one machine, with a real database that nobody has to set up.
//! [`Cluster::start`] finds PostgreSQL's programs, makes the cluster on first use, runs it and keeps it running; a program
//! killed with `kill -9` leaves nothing behind that the next start cannot put right. Who may connect is decided by the
//! kernel: there is a Unix socket for the program's own user, no password, and no network port.
//!
//! ```
//! use embedded_postgres::{Cluster, Name, Settings};
//! use tokio_postgres::NoTls;
//!
//! const NAME: Name = Name::new("orchard");
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // `ephemeral`, for a test: without it the data stays in the folder.
//! let settings = Settings::new(NAME, "/var/lib/orchard").ephemeral();
//! // What takes long is told: PostgreSQL is fetched where there is none.
//! let cluster = Cluster::start(settings, |step| eprintln!("{step} ...")).await?;
//!
//! let (client, connection) = tokio_postgres::connect(&cluster.url("orchard"), NoTls).await?;
//! tokio::spawn(connection);
//! client.batch_execute("CREATE TABLE trees (kind text); INSERT INTO trees VALUES ('pear')").await?;
//! let tree = client.query_one("SELECT kind FROM trees", &[]).await?;
//! assert_eq!(tree.get::<_, &str>("kind"), "pear");
//!
//! cluster.stop().await?;
//! # Ok(())
//! # }
//! ```
//!
//! The parts, in the order of a start:
//!
//! - `settings`: whose cluster it is, and where;
//! - `layout`: where things lie, the lock that keeps a second program out, the folder of the Unix socket;
//! - `account`: the operating system's user that PostgreSQL runs as (it refuses to run as root);
//! - `binaries`, `fetch`: PostgreSQL's programs on this machine, or else a download, once;
//! - `leftovers`: what a killed program left running or lying about;
//! - `initdb`: a new cluster, all of it or none of it;
//! - `postmaster`: the running process; `provision`: who may connect, and the program's database;
//! - `watchdog`: stops PostgreSQL when this process dies; `keeper`: the thread that restarts it when it dies.
//!
//! Deliberately not here: tables and their migrations, connection pools, standbys. Backups and a new major version are made
//! with PostgreSQL's own programs, which are let in here ([`Cluster::programs`], [`Cluster::libpq_environment`]). Neither is
//! it portable to Windows: sockets, signals and users are those of Unix.

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
mod settings;
mod watchdog;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{Notify, oneshot, watch};

pub use error::Error;
pub use fetch::Fetching;
pub use settings::{Name, Settings};

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
    Failed(Arc<Error>),
}

/// How a cluster is reached that another process runs.
#[derive(Debug, Clone)]
pub struct Running {
    /// The URL of the program's database, for the [owner](Name::owner).
    pub url: String,
    /// The same for the role that [owns nothing](Name::app).
    pub app_url: String,
}

impl Running {
    /// The cluster in `settings.data_dir`, as a process that was [refused](Error::Locked) reaches it.
    ///
    /// # Errors
    /// The folder belongs to another user.
    pub fn find(settings: &Settings) -> Result<Self, Error> {
        let layout = layout::Layout::prepare(settings)?;
        let account = account::Account::choose(&layout.cluster)?;
        let socket_dir = layout.socket_dir(&account)?;
        let name = settings.name;
        let url = |role: &str| provision::url(&socket_dir, role, name.owner());
        Ok(Self {
            url: url(name.owner()),
            app_url: url(&name.app()),
        })
    }
}

/// A running private cluster.
///
/// It is independent of the runtime that started it, so that it can be shared in a static. Dropping it stops PostgreSQL
/// too, but nobody waits for that: prefer [`Cluster::stop`].
#[derive(Debug)]
pub struct Cluster {
    name: Name,
    socket_dir: PathBuf,
    programs: PathBuf,
    state: watch::Receiver<ClusterState>,
    usable: watch::Receiver<bool>,
    asked: Arc<Notify>,
    stop: oneshot::Sender<()>,
}

impl Cluster {
    /// Starts the cluster in `settings.data_dir`, making it if need be, and waits until the program can use it.
    ///
    /// Whatever an earlier program left there after a crash is put right first. PostgreSQL itself is fetched from the
    /// network only when this machine has none that will do; `tell` learns how far that is, on another thread.
    ///
    /// # Errors
    /// When another process uses the data directory, when there is no PostgreSQL, or when it does not start.
    pub async fn start(
        settings: Settings,
        tell: impl FnMut(Fetching) + Send + 'static,
    ) -> Result<Self, Error> {
        let cluster = Self::launch(settings, tell).await?;
        cluster.usable().await?;
        Ok(cluster)
    }

    /// Like [`start`](Self::start), but where the cluster was there before it waits only until PostgreSQL takes connections.
    /// At nearly every start the program can then use it; where it cannot, [`usable`](Self::usable) has mended what was missing.
    ///
    /// # Errors
    /// Those of [`start`](Self::start).
    pub async fn launch(
        settings: Settings,
        tell: impl FnMut(Fetching) + Send + 'static,
    ) -> Result<Self, Error> {
        let name = settings.name;
        let (ready, started) = oneshot::channel();
        let (stop, stopping) = oneshot::channel();
        keeper::spawn(settings, Box::new(tell), ready, stopping)?;
        let keeper::Started {
            socket_dir,
            programs,
            state,
            usable,
            asked,
        } = started.await.map_err(|_| Error::KeeperLost)??;
        Ok(Self {
            name,
            socket_dir,
            programs,
            state,
            usable,
            asked,
            stop,
        })
    }

    /// Waits until the program's roles and its database are known to be there.
    ///
    /// # Errors
    /// When they could not be made, or PostgreSQL does not let anybody in.
    pub async fn usable(&self) -> Result<(), Error> {
        self.asked.notify_one();
        let mut usable = self.usable.clone();
        // It is told before anything else, or never.
        match usable.wait_for(|usable| *usable).await {
            Ok(_) => Ok(()),
            Err(_) => Err(self.failed().await),
        }
    }

    /// The URL of a database of this cluster, for the [owner](Name::owner). It stays the same over restarts.
    ///
    /// That role may create databases; it is no superuser, so that nothing comes to depend on more than an ordinary
    /// database gives.
    pub fn url(&self, database: &str) -> String {
        provision::url(&self.socket_dir, self.name.owner(), database)
    }

    /// The same for the role that [owns nothing](Name::app).
    pub fn app_url(&self, database: &str) -> String {
        provision::url(&self.socket_dir, &self.name.app(), database)
    }

    /// The same for the superuser `postgres`: for tests and for looking after the cluster, not for the program's work.
    pub fn superuser_url(&self, database: &str) -> String {
        provision::url(&self.socket_dir, provision::SUPERUSER, database)
    }

    /// How PostgreSQL's own programs find the program's database, as its owner.
    pub fn libpq_environment(&self) -> [(&'static str, OsString); 4] {
        [
            ("PGHOST", self.socket_dir.clone().into()),
            ("PGPORT", layout::PORT.to_string().into()),
            ("PGUSER", self.name.owner().into()),
            ("PGDATABASE", self.name.owner().into()),
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

    /// Waits until PostgreSQL is beyond saving: it kept dying although it was restarted. A program should stop then.
    pub async fn failed(&self) -> Error {
        let mut state = self.state.clone();
        match state
            .wait_for(|state| matches!(state, ClusterState::Failed(_)))
            .await
            .as_deref()
        {
            Ok(ClusterState::Failed(cause)) => Error::GaveUp(Arc::clone(cause)),
            _ => Error::KeeperLost,
        }
    }

    /// Shuts PostgreSQL down, cutting whatever is still connected, and waits until it is gone.
    ///
    /// # Errors
    /// When PostgreSQL had already failed for good.
    pub async fn stop(self) -> Result<(), Error> {
        let Self {
            mut state, stop, ..
        } = self;
        drop(stop);
        let last = state
            .wait_for(|state| matches!(state, ClusterState::Stopped | ClusterState::Failed(_)))
            .await
            .map(|state| state.clone());
        match last {
            Ok(ClusterState::Failed(cause)) => Err(Error::GaveUp(cause)),
            Ok(_) => Ok(()),
            Err(_) => Err(Error::KeeperLost),
        }
    }
}
