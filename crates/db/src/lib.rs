//! Access to PostgreSQL: connections and their pool, schema and migrations, leases of queues, hints
//! between nodes, and the types of columns.
//!
//! The crate knows the ids of games and players, and which player has which seat (`seated`), but no
//! rules of a game. The queries are in the modules `store` of the domains, and in `notices::outbox`.

pub mod ahead;
pub mod batches;
pub mod connect;
pub mod distributed;
mod error;
pub mod facts;
pub mod leases;
mod migrations;
mod pool;
pub mod prepared;
pub mod pulse;
pub mod schema;
pub mod seated;
pub mod sets;
pub mod settings;
pub mod signals;
pub mod sweep;
pub mod worker;

pub use error::Error;
pub use migrations::{Login, inspect, migrate, prepare, supports, up_to_date};
pub use pool::{Connection, Database, Patience, Usage};

/// The connection for a query, from the pool or a separate one.
pub type Conn = diesel_async::AsyncPgConnection;
