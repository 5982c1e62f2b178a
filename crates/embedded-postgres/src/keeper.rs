//! The thread that supervises PostgreSQL from start to stop, and restarts it when it dies.
//!
//! It has its own runtime, so a cluster outlives the runtime in which it was started (a test's, for
//! example). The thread does not stop the program: the owner of the [`Cluster`](super::Cluster)
//! receives the failure and decides.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{Instant, sleep, timeout};

use super::account::Account;
use super::binaries::{self, Binaries, Found};
use super::error::{Error, io};
use super::fetch::{self, Tell};
use super::layout::{Layout, Lock};
use super::postmaster::{Admitted, Postmaster};
use super::watchdog::Watchdog;
use super::{ClusterState, Settings, initdb, leftovers, provision};

/// The limit of consecutive restarts. With the pauses in between they take one and a half minutes.
const ATTEMPTS: u32 = 10;
/// How long the program has time to connect before the keeper checks that the roles and the
/// database exist, unless a caller asks for that earlier. At nearly every start they exist, and the
/// check would compete with the program's own connections.
const HEAD_START: Duration = Duration::from_millis(100);
/// The running time after which a death counts as a new failure, so that the restarts are counted
/// from zero.
const STEADY: Duration = Duration::from_secs(60);

/// The result of a start.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) socket_dir: PathBuf,
    pub(super) programs: PathBuf,
    pub(super) state: watch::Receiver<ClusterState>,
    /// Whether the roles and the database of the program are known to exist.
    pub(super) usable: watch::Receiver<bool>,
    /// Notified by a caller that waits for `usable`.
    pub(super) asked: Arc<Notify>,
}

/// Starts the thread. It sends its result to `ready`, and stops PostgreSQL when `stopping` receives
/// a message or its sender is dropped.
pub(super) fn spawn(
    settings: Settings,
    tell: Tell,
    ready: oneshot::Sender<Result<Started, Error>>,
    stopping: oneshot::Receiver<()>,
) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(io("start", "a runtime"))?;
    std::thread::Builder::new()
        .name("postgres-keeper".to_owned())
        .spawn(move || runtime.block_on(keep(settings, tell, ready, stopping)))
        .map_err(io("start", "a thread"))?;
    Ok(())
}

async fn keep(
    settings: Settings,
    tell: Tell,
    mut ready: oneshot::Sender<Result<Started, Error>>,
    mut stopping: oneshot::Receiver<()>,
) {
    let mut keeper = match Keeper::prepare(settings) {
        Ok(keeper) => keeper,
        Err(error) => return drop(ready.send(Err(error))),
    };
    let begun = tokio::select! {
        begun = keeper.begin(tell) => begun,
        () = ready.closed() => {
            tracing::debug!("the start of PostgreSQL was cancelled");
            return keeper.close(None).await;
        }
    };
    let begun = match begun {
        Ok(begun) => begun,
        Err(error) => {
            keeper.close(None).await;
            return drop(ready.send(Err(error)));
        }
    };
    let (Begun::Answering(postmaster) | Begun::Usable(postmaster)) = &begun;
    keeper.tell(postmaster);
    let (state, watched) = watch::channel(ClusterState::Running {
        pid: postmaster.pid,
    });
    let (usable, is_usable) = watch::channel(false);
    let asked = Arc::<Notify>::default();
    let started = Started {
        usable: is_usable,
        asked: Arc::clone(&asked),
        socket_dir: keeper.socket_dir.clone(),
        programs: keeper
            .binaries
            .as_ref()
            .map_or_else(PathBuf::new, |binaries| binaries.folder.clone()),
        state: watched,
    };
    // If the caller is gone, the sender of `stopping` is gone too.
    let _ = ready.send(Ok(started));
    let begun = match begun {
        Begun::Answering(postmaster) => tokio::select! {
            _ = timeout(HEAD_START, asked.notified()) => keeper.usable(postmaster).await,
            _ = &mut stopping => {
                keeper.close(Some(postmaster)).await;
                state.send_replace(ClusterState::Stopped);
                return;
            }
        },
        Begun::Usable(postmaster) => Ok(postmaster),
    };
    let postmaster = match begun {
        Ok(postmaster) => postmaster,
        Err(error) => {
            keeper.close(None).await;
            state.send_replace(ClusterState::Failed(Arc::new(error)));
            return;
        }
    };
    usable.send_replace(true);
    match keeper.supervise(postmaster, &state, &mut stopping).await {
        Ok(postmaster) => {
            keeper.close(postmaster).await;
            state.send_replace(ClusterState::Stopped);
        }
        Err(error) => {
            keeper.close(None).await;
            state.send_replace(ClusterState::Failed(Arc::new(error)));
        }
    }
}

/// The progress of a start.
enum Begun {
    /// PostgreSQL accepts connections. The cluster existed before, so the program's roles and
    /// database most likely exist.
    Answering(Postmaster),
    /// Roles and database of the program exist.
    Usable(Postmaster),
}

/// The state of the cluster, and the resources to hold while it runs.
struct Keeper {
    layout: Layout,
    account: Account,
    binaries: Option<Binaries>,
    socket_dir: PathBuf,
    ephemeral: bool,
    watchdog: Watchdog,
    /// Held until PostgreSQL has stopped.
    _lock: Lock,
}

impl Keeper {
    /// Takes the lock, which gives the right to change the files in the data directory.
    fn prepare(settings: Settings) -> Result<Self, Error> {
        let layout = Layout::prepare(&settings)?;
        let lock = layout.lock()?;
        let account = Account::choose(&layout.cluster)?;
        let socket_dir = layout.socket_dir(&account)?;
        let watchdog = if settings.ephemeral {
            let files = layout.files().into_iter().chain([&*socket_dir]);
            Watchdog::deleting(layout.name, &layout.data_dir, files)?
        } else {
            Watchdog::sparing(layout.name)
        };
        Ok(Self {
            account,
            binaries: None,
            socket_dir,
            ephemeral: settings.ephemeral,
            watchdog,
            layout,
            _lock: lock,
        })
    }

    /// Runs all steps before the first connection.
    async fn begin(&mut self, mut tell: Tell) -> Result<Begun, Error> {
        let (layout, account) = (&self.layout, &self.account);
        let tidied = async {
            if leftovers::may_be(&layout.cluster) {
                leftovers::clear(&layout.cluster, &self.socket_dir, account).await?;
            }
            initdb::recover(layout)
        };
        // Both run at once, because each may start another process.
        let (tidied, found) = tokio::join!(tidied, binaries_of_cluster(layout, account));
        tidied?;
        let major = binaries::major_of_cluster(&layout.cluster)?;
        let mut asked = None;
        match found.filter(|(found, _)| Some(found.major) == major) {
            Some((binaries, true)) => asked = Some(binaries),
            Some((called, false)) => match self.begin_with(called, true).await {
                // The version may differ from the folder's name, or PostgreSQL's user may no longer
                // enter the cluster's folder.
                Err(Error::Exited { .. } | Error::Io { .. }) => {}
                begun => return begun,
            },
            None => {}
        }
        let (layout, account) = (&self.layout, &self.account);
        leftovers::clear(&layout.cluster, &self.socket_dir, account).await?;
        account.admit_to(&layout.data_dir).await?;
        let binaries = match asked {
            Some(binaries) => binaries,
            None => choose_binaries(layout, account, &mut tell).await?,
        };
        self.begin_with(binaries, major.is_some()).await
    }

    async fn begin_with(&mut self, binaries: Binaries, was_there: bool) -> Result<Begun, Error> {
        initdb::ensure(
            &self.layout,
            &self.account,
            &binaries,
            self.ephemeral,
            &mut self.watchdog,
        )
        .await?;
        let may_be_whole = was_there && !provision::always_mends(binaries.major);
        self.binaries = Some(binaries);
        provision::write_access(&self.layout, &self.account)?;
        let mut postmaster = self.spawn()?;
        if may_be_whole && matches!(postmaster.says_ready(&self.layout).await, Ok(true)) {
            return Ok(Begun::Answering(postmaster));
        }
        self.usable(postmaster).await.map(Begun::Usable)
    }

    /// Starts PostgreSQL on the existing cluster.
    fn spawn(&mut self) -> Result<Postmaster, Error> {
        let binaries = self.binaries.as_ref().ok_or(Error::KeeperLost)?;
        let postmaster = Postmaster::spawn(
            &self.layout,
            &self.account,
            binaries,
            &self.socket_dir,
            self.ephemeral,
        )?;
        let signal = if self.ephemeral { "QUIT" } else { "INT" };
        self.watchdog.guard(signal, postmaster.pid)?;
        Ok(postmaster)
    }

    /// Waits until PostgreSQL accepts connections, and creates missing roles and the missing
    /// database.
    async fn usable(&mut self, mut postmaster: Postmaster) -> Result<Postmaster, Error> {
        let layout = &self.layout;
        let binaries = self.binaries.as_ref().ok_or(Error::KeeperLost)?;
        let (name, socket_dir, major) = (layout.name, &self.socket_dir, binaries.major);
        let program = provision::url(socket_dir, &name.app(), name.owner());
        let superuser = provision::url(socket_dir, provision::SUPERUSER, "postgres");
        let usable = async {
            // The database is created last. So a connection to it shows that nothing is missing.
            let usual = (!provision::always_mends(major)).then_some(&*program);
            match postmaster.ready(layout, usual, &superuser).await? {
                Admitted::Usual => Ok(()),
                Admitted::Superuser(client) => {
                    provision::ensure_database(name, &client, socket_dir, major).await
                }
            }
        };
        if let Err(error) = usable.await {
            postmaster.stop(self.ephemeral).await;
            self.watchdog.rest();
            return Err(error);
        }
        Ok(postmaster)
    }

    fn tell(&self, postmaster: &Postmaster) {
        let version = self.binaries.as_ref().map(|binaries| binaries.major);
        tracing::info!(
            pid = postmaster.pid, version, data_dir = %self.layout.data_dir.display(),
            "PostgreSQL accepts connections"
        );
    }

    /// Keeps PostgreSQL running until a stop is requested. Returns the postmaster, if one is
    /// running then.
    async fn supervise(
        &mut self,
        mut postmaster: Postmaster,
        state: &watch::Sender<ClusterState>,
        stopping: &mut oneshot::Receiver<()>,
    ) -> Result<Option<Postmaster>, Error> {
        let mut attempt = 0;
        loop {
            let since = Instant::now();
            let mut death = tokio::select! {
                _ = &mut *stopping => return Ok(Some(postmaster)),
                death = postmaster.death(&self.layout) => death,
            };
            self.watchdog.rest();
            state.send_replace(ClusterState::Restarting);
            if since.elapsed() > STEADY {
                attempt = 0;
            }
            postmaster = loop {
                if attempt == ATTEMPTS {
                    return Err(death);
                }
                let pause = pause_before(attempt);
                attempt += 1;
                tracing::error!(error = %death, attempt, ?pause, "PostgreSQL died: restarting it");
                let launched = async {
                    sleep(pause).await;
                    let layout = &self.layout;
                    leftovers::clear(&layout.cluster, &self.socket_dir, &self.account).await?;
                    let postmaster = self.spawn()?;
                    self.usable(postmaster).await
                };
                tokio::select! {
                    _ = &mut *stopping => return Ok(None),
                    launched = launched => match launched {
                        Ok(postmaster) => {
                            self.tell(&postmaster);
                            break postmaster;
                        }
                        Err(error) => death = error,
                    },
                }
            };
            state.send_replace(ClusterState::Running {
                pid: postmaster.pid,
            });
        }
    }

    /// Stops PostgreSQL and releases all resources. Without a `postmaster`, one may still be
    /// running because it was just starting.
    async fn close(self, postmaster: Option<Postmaster>) {
        if let Some(postmaster) = postmaster {
            postmaster.stop(self.ephemeral).await;
        }
        if let Err(error) =
            leftovers::clear(&self.layout.cluster, &self.socket_dir, &self.account).await
        {
            tracing::error!(%error, "PostgreSQL did not stop cleanly");
        }
        if !self.socket_dir.starts_with(&self.layout.data_dir)
            && let Err(error) = std::fs::remove_dir(&self.socket_dir)
        {
            tracing::debug!(%error, "could not delete the socket's folder");
        }
        self.watchdog.dismiss();
    }
}

/// Returns the programs for the existing cluster, if a quick search finds them, and whether their
/// version was checked. If the folder's name contains the version, starting PostgreSQL takes less
/// time than checking the version first.
async fn binaries_of_cluster(layout: &Layout, account: &Account) -> Option<(Binaries, bool)> {
    let wanted = binaries::major_of_cluster(&layout.cluster).ok()??;
    let folders = binaries::folders(std::env::var_os("PATH"), &layout.dist);
    if let Some(called) = binaries::called(&folders, wanted) {
        return Some((called, false));
    }
    match binaries::search(&folders, Some(wanted), account).await {
        Found::Usable(binaries) => Some((binaries, true)),
        Found::Unusable(_) => None,
    }
}

/// Returns the programs for the existing cluster, or for a new one.
async fn choose_binaries(
    layout: &Layout,
    account: &Account,
    tell: &mut Tell,
) -> Result<Binaries, Error> {
    let wanted = binaries::major_of_cluster(&layout.cluster)?;
    let folders = binaries::folders(std::env::var_os("PATH"), &layout.dist);
    let found = match binaries::search(&folders, wanted, account).await {
        Found::Usable(binaries) => return Ok(binaries),
        Found::Unusable(others) => others,
    };
    fetch::fetch(wanted, &layout.dist, account, tell)
        .await
        .map_err(|cause| Error::NoPostgres {
            wanted,
            found,
            cause,
        })
}

/// Returns the pause before a restart: zero at first, then longer each time up to a limit.
fn pause_before(attempt: u32) -> Duration {
    match attempt {
        0 => Duration::ZERO,
        n => Duration::from_millis(100 << n.min(9)).min(Duration::from_secs(30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restart_pauses_double_up_to_30_seconds() {
        let pauses: Vec<_> = (0..12).map(|n| pause_before(n).as_millis()).collect();
        assert_eq!(pauses[..4], [0, 200, 400, 800]);
        assert_eq!(pauses[8..], [25_600, 30_000, 30_000, 30_000]);
    }
}
