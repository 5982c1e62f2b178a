//! A private PostgreSQL in a program's data directory. The crate finds or downloads PostgreSQL,
//! creates a cluster, starts it, supervises it and stops it.
//!
//! It is for a program that needs a real database on one machine and must run without any setup of
//! it. [`Cluster::start`] finds PostgreSQL's programs, creates the cluster on first use, runs it
//! and keeps it running. After a `kill -9` of the program, the next start cleans everything up. The
//! kernel controls the access: the cluster has a Unix socket for the program's own user, no
//! password and no network port.
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
//! The modules, in the order of a start:
//!
//! - `settings`: the program that the cluster belongs to, and the cluster's location;
//! - `layout`: the paths, the lock that excludes a second program, the folder of the Unix socket;
//! - `account`: the operating system user that PostgreSQL runs as (it refuses to run as root);
//! - `binaries`, `fetch`: PostgreSQL's programs on this machine, or else a download, once;
//! - `leftovers`: processes and files that a killed program has left behind;
//! - `initdb`: a new cluster, created completely or not at all;
//! - `postmaster`: the running process; `provision`: access control, and the program's database;
//! - `watchdog`: stops PostgreSQL when this process dies; `keeper`: the thread that restarts
//!   PostgreSQL when it dies;
//! - `clients`: PostgreSQL's programs for backups.
//!
//! The crate deliberately has no tables and migrations, no connection pools and no standbys.
//! PostgreSQL's own programs make backups and upgrade to a new major version; they get access
//! through [`Cluster::programs`] and [`Cluster::libpq_environment`]. The crate does not support
//! Windows, because it uses the sockets, signals and users of Unix.

mod account;
mod binaries;
mod clients;
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

pub use clients::Clients;
pub use error::Error;
pub use fetch::Fetching;
pub use settings::{Name, Settings};

/// The state of the cluster, as in [`Cluster::state`].
#[derive(Debug, Clone)]
pub enum ClusterState {
    /// The cluster accepts connections.
    Running {
        /// The process id of the postmaster. A restart changes it.
        pid: u32,
    },
    /// It died and is being restarted.
    Restarting,
    /// It has stopped on request.
    Stopped,
    /// It died repeatedly and is not restarted any more.
    Failed(Arc<Error>),
}

/// How to connect to a cluster that another process runs.
#[derive(Debug, Clone)]
pub struct Running {
    /// The URL of the program's database, for the [owner](Name::owner).
    pub url: String,
    /// The URL for the role that [owns nothing](Name::app).
    pub app_url: String,
}

impl Running {
    /// Returns the URLs of the cluster in `settings.data_dir`, for a process whose own start failed
    /// with [`Error::Locked`].
    ///
    /// # Errors
    /// If the folder belongs to another user, the data directory cannot be created, or there is no
    /// folder for the socket.
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
/// It is independent of the runtime that started it, so it can be shared in a static. Dropping it
/// also stops PostgreSQL, but does not wait for that: prefer [`Cluster::stop`].
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
    /// Starts the cluster in `settings.data_dir`, creates it if necessary, and waits until the
    /// program can use it.
    ///
    /// First it cleans up after a crash of an earlier program. It downloads PostgreSQL only if this
    /// machine has no suitable version. `tell` receives the progress of the download, on another
    /// thread.
    ///
    /// # Errors
    /// If another process uses the data directory, there is no PostgreSQL, or PostgreSQL does not
    /// start.
    pub async fn start(
        settings: Settings,
        tell: impl FnMut(Fetching) + Send + 'static,
    ) -> Result<Self, Error> {
        let cluster = Self::launch(settings, tell).await?;
        cluster.usable().await?;
        Ok(cluster)
    }

    /// Like [`start`](Self::start), but for an existing cluster it waits only until PostgreSQL
    /// accepts connections. At nearly every start the program can use the cluster then. If roles or
    /// the database are missing, [`usable`](Self::usable) returns after they have been created.
    ///
    /// # Errors
    /// The same as for [`start`](Self::start).
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

    /// Waits until the program's roles and its database exist.
    ///
    /// # Errors
    /// If they could not be created, or PostgreSQL accepts no connection.
    pub async fn usable(&self) -> Result<(), Error> {
        self.asked.notify_one();
        let mut usable = self.usable.clone();
        // The keeper sends this value first, or drops the sender after a failure.
        match usable.wait_for(|usable| *usable).await {
            Ok(_) => Ok(()),
            Err(_) => Err(self.failed().await),
        }
    }

    /// Returns the URL of a database of this cluster, for the [owner](Name::owner). It stays the
    /// same after a restart.
    ///
    /// This role may create databases. It is not a superuser, so a program cannot come to depend on
    /// more than an ordinary database offers.
    pub fn url(&self, database: &str) -> String {
        provision::url(&self.socket_dir, self.name.owner(), database)
    }

    /// Like [`url`](Self::url), for the role that [owns nothing](Name::app).
    pub fn app_url(&self, database: &str) -> String {
        provision::url(&self.socket_dir, &self.name.app(), database)
    }

    /// Like [`url`](Self::url), for the superuser `postgres`. Use it for tests and for maintenance,
    /// not for the program's work.
    pub fn superuser_url(&self, database: &str) -> String {
        provision::url(&self.socket_dir, provision::SUPERUSER, database)
    }

    /// Returns the environment in which PostgreSQL's own programs find the program's database, as
    /// its owner.
    pub fn libpq_environment(&self) -> [(&'static str, OsString); 4] {
        [
            ("PGHOST", self.socket_dir.clone().into()),
            ("PGPORT", layout::PORT.to_string().into()),
            ("PGUSER", self.name.owner().into()),
            ("PGDATABASE", self.name.owner().into()),
        ]
    }

    /// Returns the folder of the PostgreSQL programs that the cluster runs on, which have its
    /// version.
    pub fn programs(&self) -> &Path {
        &self.programs
    }

    /// Returns the current state of the cluster, and all later changes.
    pub fn state(&self) -> watch::Receiver<ClusterState> {
        self.state.clone()
    }

    /// Waits until PostgreSQL has died repeatedly and is not restarted any more. The program should
    /// then stop.
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

    /// Shuts PostgreSQL down, which closes all connections, and waits until it has exited.
    ///
    /// # Errors
    /// If PostgreSQL had already failed permanently.
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
