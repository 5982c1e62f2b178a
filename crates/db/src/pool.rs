//! The pool of connections that requests and jobs use.
//!
//! Nothing here waits for ever. A connection that comes out of the pool has just said that it lives
//! and can be written to; one that is kept for too long is cut, and with it whatever waits for its
//! answer. Whoever finds one hung or read-only distrusts all that are as old: the same failure of
//! the network, or the same failover, has most likely befallen them as well.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context;
use common::ids::{GameId, PlayerId};
use deadpool::managed::{self, Metrics, Object, Pool, PoolError, QueueMode, RecycleResult};
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use diesel_async::pooled_connection::PoolableConnection;
use tokio::task::AbortHandle;
use tokio::time::timeout;

use crate::connect::{self, Link};
use crate::signals::Hints;
use crate::{Conn, Error};

diesel::define_sql_function! {
    /// PostgreSQL's value of a setting.
    fn current_setting(name: Text) -> Text;
}

/// How long the database may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Until there is a connection: a free one or a new one.
    pub checkout: Duration,
    /// Until a connection that was in the pool gives a sign of life.
    pub sign_of_life: Duration,
    /// For all that is asked over one connection between taking it and giving it back. A little more
    /// than the server's own limit on a statement.
    pub hold: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            checkout: Duration::from_secs(10),
            sign_of_life: Duration::from_secs(2),
            hold: Duration::from_secs(35),
        }
    }
}

/// The pool of connections that requests use. The committer has connections of its own.
#[derive(Clone)]
pub struct Database {
    pool: Pool<Manager>,
    patience: Patience,
    passes_on: PassesOn,
}

/// Who is told what games were changed over a connection, when it is given back.
type PassesOn = Arc<OnceLock<Box<dyn Fn(GameId, Vec<PlayerId>) + Send + Sync>>>;

impl Database {
    /// A pool on the database at `url`, with at most `size` connections. Connects when needed.
    pub fn new(url: &str, size: usize) -> anyhow::Result<Database> {
        Database::with_patience(url, size, Patience::default())
    }

    /// As [`Database::new`], with other limits on time.
    pub fn with_patience(url: &str, size: usize, patience: Patience) -> anyhow::Result<Database> {
        let manager = Manager {
            url: url.to_owned(),
            patience,
            trust: Trust::default(),
        };
        let pool = Pool::builder(manager)
            .max_size(size)
            .queue_mode(QueueMode::Lifo)
            .build()?;
        Ok(Database {
            pool,
            patience,
            passes_on: PassesOn::default(),
        })
    }

    /// From now on this is told which games were changed over its connections, and which players have to
    /// do with them, each time one is given back. Only the first who asks is told.
    pub fn on_change(&self, told: impl Fn(GameId, Vec<PlayerId>) + Send + Sync + 'static) {
        let _ = self.passes_on.set(Box::new(told));
    }

    /// A connection.
    pub async fn get(&self) -> Result<Connection, Error> {
        // Small beside the round trip that follows; a request that hardly ever needs one is not larger for it.
        let got = Box::pin(timeout(self.patience.checkout, self.pool.get()));
        let error = match got.await {
            Ok(Ok(session)) => {
                let passes_on = Arc::clone(&self.passes_on);
                return Ok(Connection::new(session, self.patience.hold, passes_on));
            }
            Ok(Err(PoolError::Backend(error))) => error,
            Ok(Err(error)) => anyhow::anyhow!("{error}"),
            Err(_) => anyhow::anyhow!("none within {:?}", self.patience.checkout),
        };
        Err(Error::away(&connect::told(&error)))
    }
}

/// A connection out of the pool. It is cut when it is kept for too long.
pub struct Connection {
    session: Object<Manager>,
    limit: AbortHandle,
    passes_on: PassesOn,
}

impl Connection {
    fn new(session: Object<Manager>, hold: Duration, passes_on: PassesOn) -> Connection {
        let driver = session.link.driver.clone();
        let (trust, generation) = (session.trust.clone(), session.generation);
        let limit = tokio::spawn(async move {
            tokio::time::sleep(hold).await;
            tracing::error!(?hold, "a database connection hangs and is cut");
            trust.end(generation);
            driver.abort();
        });
        Connection {
            session,
            limit: limit.abort_handle(),
            passes_on,
        }
    }
}

impl Drop for Connection {
    /// What it did is done by now, or undone: then somebody looks for nothing.
    fn drop(&mut self) {
        self.limit.abort();
        let hints = self.session.hints.take();
        if let Some(pass_on) = self.passes_on.get() {
            hints
                .into_iter()
                .for_each(|(game, players)| pass_on(game, players));
        }
    }
}

impl Deref for Connection {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.session.link.conn
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.session.link.conn
    }
}

/// A connection in the pool.
struct Session {
    link: Link,
    /// What triggers have told it.
    hints: Hints,
    /// The generation it was made in.
    generation: u64,
    trust: Trust,
}

/// The oldest generation of connections that may be taken out of the pool.
#[derive(Clone, Default)]
struct Trust(Arc<AtomicU64>);

impl Trust {
    fn oldest(&self) -> u64 {
        AtomicU64::load(&self.0, Ordering::Relaxed)
    }

    /// Connections of this generation, and older ones, are not used again.
    fn end(&self, generation: u64) {
        self.0.fetch_max(generation + 1, Ordering::Relaxed);
    }
}

/// Makes connections and looks at them before they are used again.
struct Manager {
    url: String,
    patience: Patience,
    trust: Trust,
}

impl Manager {
    /// Whether a connection lives and may be written to.
    async fn is_sound(&self, session: &mut Session) -> anyhow::Result<()> {
        let question = diesel::select(current_setting("transaction_read_only"));
        let answer = question.get_result::<String>(&mut session.link.conn);
        let read_only = timeout(self.patience.sign_of_life, answer)
            .await
            .context("it gives no sign of life")??;
        anyhow::ensure!(read_only == "off", "its server cannot be written to");
        Ok(())
    }
}

impl managed::Manager for Manager {
    type Type = Session;
    type Error = anyhow::Error;

    async fn create(&self) -> anyhow::Result<Session> {
        // Read before connecting: what is found out meanwhile counts against this one as well.
        let generation = self.trust.oldest();
        let hints = Hints::default();
        let hears = hints.clone();
        let heard = move |message: &_| hears.hear(message);
        Ok(Session {
            link: connect::link(&self.url, Arc::new(heard)).await?,
            hints,
            generation,
            trust: self.trust.clone(),
        })
    }

    async fn recycle(&self, session: &mut Session, _: &Metrics) -> RecycleResult<anyhow::Error> {
        if session.generation < self.trust.oldest() {
            return Err(anyhow::anyhow!("it is as old as one that failed").into());
        }
        if std::thread::panicking() || session.link.conn.is_broken() {
            return Err(anyhow::anyhow!("it is broken").into());
        }
        if let Err(error) = self.is_sound(session).await {
            tracing::warn!(
                error = connect::told(&error),
                "a database connection is given up"
            );
            self.trust.end(session.generation);
            return Err(error.into());
        }
        Ok(())
    }
}
