//! The database: connections, migrations, and one function for each question asked of it.
//!
//! All SQL is below this module. Functions take a connection and answer rows; what an answer
//! means is decided in `service`.

pub mod admin;
pub mod avoided;
pub mod clocks;
pub mod committer;
pub mod connect;
pub mod departures;
pub mod entries;
pub mod games;
pub mod holidays;
pub mod idempotency;
pub mod inbound;
pub mod mail_addresses;
pub mod mail_codes;
pub mod mail_wishes;
pub mod mailed_commands;
pub mod messages;
pub mod notes;
pub mod orders;
pub mod outbox;
pub mod players;
pub mod presence;
pub mod reply_addresses;
pub mod reports;
pub mod schema;
pub mod sessions;
pub mod settings;

use std::time::Duration;

use deadpool::managed::QueueMode;
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use futures_util::FutureExt;

use crate::problem::Problem;

/// The migrations, in the program itself.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// A connection out of the pool.
pub type Connection = Object<AsyncPgConnection>;

/// The pool of connections that requests use. The committer has a connection of its own.
#[derive(Clone)]
pub struct Database {
    pool: Pool<AsyncPgConnection>,
    url: String,
}

impl Database {
    /// A pool on the database at `url`, with at most `size` connections. Connects when needed.
    pub fn new(url: &str, size: usize) -> anyhow::Result<Database> {
        let mut config = ManagerConfig::default();
        config.custom_setup = Box::new(|url| {
            async move {
                connect::diesel(url)
                    .await
                    .map_err(|error| diesel::ConnectionError::BadConnection(format!("{error:#}")))
            }
            .boxed()
        });
        let manager = AsyncDieselConnectionManager::new_with_config(url, config);
        let pool = Pool::builder(manager)
            .max_size(size)
            .queue_mode(QueueMode::Lifo)
            .wait_timeout(Some(Duration::from_secs(10)))
            .create_timeout(Some(Duration::from_secs(10)))
            .runtime(deadpool::Runtime::Tokio1)
            .build()?;
        Ok(Database {
            pool,
            url: url.to_owned(),
        })
    }

    /// A connection, or `unavailable` when there is none to be had.
    pub async fn get(&self) -> Result<Connection, Problem> {
        self.pool.get().await.map_err(|error| {
            tracing::error!(%error, "no database connection");
            Problem::Unavailable
        })
    }

    /// The address, for connections outside the pool. Holds a password; never log it.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// Brings the database at `url` up to date. Several servers may do so at once: they take turns.
pub async fn migrate(url: &str) -> anyhow::Result<()> {
    let mut conn = connect::owner(url).await?;
    // Held until the connection closes.
    conn.batch_execute("SELECT pg_advisory_lock(7487526910)")
        .await?;
    tokio::task::spawn_blocking(move || {
        let mut harness = diesel_async::AsyncMigrationHarness::new(conn);
        harness
            .run_pending_migrations(MIGRATIONS)
            .map(|_| ())
            .map_err(|error| anyhow::anyhow!("the database could not be migrated: {error}"))
    })
    .await?
}
