//! The pool of connections for requests and jobs.
//!
//! No wait is unlimited. Before the pool hands out a connection, it checks that the connection is
//! alive and accepts writes. A connection that is held for too long is cut, which ends every wait
//! for its answer. If one connection hangs or is read-only, the pool stops using all connections
//! that are as old, because the same network failure or failover has probably hit them as well.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use deadpool::managed::{self, Metrics, Object, Pool, PoolError, QueueMode, RecycleResult};
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use diesel_async::pooled_connection::PoolableConnection;
use tokio::task::AbortHandle;
use tokio::time::timeout;

use crate::connect::{self, Link};
use crate::{Conn, Error};

diesel::define_sql_function! {
    /// PostgreSQL's value of a setting.
    fn current_setting(name: Text) -> Text;
}

/// Time limits for the database.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Until there is a connection, from the pool or a new one.
    pub checkout: Duration,
    /// Until a connection from the pool answers the check.
    pub sign_of_life: Duration,
    /// For everything that runs on one connection between taking it and returning it. A little more
    /// than the server's own limit for a statement.
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

/// The pool of connections for requests and jobs. The committer has its own connections.
#[derive(Clone)]
pub struct Database {
    pool: Pool<Manager>,
    patience: Patience,
}

impl Database {
    /// Creates a pool for the database at `url`, with at most `size` connections. It connects on
    /// demand.
    pub fn new(url: &str, size: usize) -> anyhow::Result<Database> {
        Database::with_patience(url, size, Patience::default())
    }

    /// Like [`Database::new`], with other time limits.
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
        Ok(Database { pool, patience })
    }

    /// Takes a connection from the pool, or opens a new one.
    pub async fn get(&self) -> Result<Connection, Error> {
        // The box is cheap compared with the round trip that follows. It keeps the futures of
        // requests small, which rarely need a connection.
        let got = Box::pin(timeout(self.patience.checkout, self.pool.get()));
        let error = match got.await {
            Ok(Ok(session)) => return Ok(Connection::new(session, self.patience.hold)),
            Ok(Err(PoolError::Backend(error))) => error,
            Ok(Err(error)) => anyhow::anyhow!("{error}"),
            Err(_) => anyhow::anyhow!("none within {:?}", self.patience.checkout),
        };
        Err(Error::away(&connect::told(&error)))
    }

    /// Returns how the pool is used at the moment.
    pub fn usage(&self) -> Usage {
        let status = self.pool.status();
        Usage {
            limit: status.max_size,
            idle: status.available,
            used: status.size.saturating_sub(status.available),
            waiting: status.waiting,
        }
    }
}

/// The use of a pool, in numbers of connections.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// The most that the pool opens.
    pub limit: usize,
    /// Open connections that nobody uses.
    pub idle: usize,
    /// Connections in use.
    pub used: usize,
    /// Requests and jobs that wait for one.
    pub waiting: usize,
}

/// A connection from the pool. It is cut if it is held for too long.
pub struct Connection {
    session: Object<Manager>,
    limit: AbortHandle,
}

impl Connection {
    fn new(session: Object<Manager>, hold: Duration) -> Connection {
        let driver = session.link.driver.clone();
        let (trust, generation) = (session.trust.clone(), session.generation);
        let limit = tokio::spawn(async move {
            tokio::time::sleep(hold).await;
            tracing::error!(
                ?hold,
                "a database connection was in use for too long and was cut"
            );
            trust.end(generation);
            driver.abort();
        });
        Connection {
            session,
            limit: limit.abort_handle(),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.limit.abort();
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
    /// The generation in which it was opened.
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

    /// Ends the use of this generation of connections and of older ones.
    fn end(&self, generation: u64) {
        self.0.fetch_max(generation + 1, Ordering::Relaxed);
    }
}

/// Opens connections, and checks them before they are used again.
struct Manager {
    url: String,
    patience: Patience,
    trust: Trust,
}

impl Manager {
    /// Checks that a connection is alive and accepts writes.
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
        // Read before connecting: a failure that shows meanwhile counts against this connection as
        // well.
        let generation = self.trust.oldest();
        Ok(Session {
            link: connect::link(&self.url).await?,
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
                "a database connection failed its check and was closed"
            );
            self.trust.end(session.generation);
            return Err(error.into());
        }
        Ok(())
    }
}
