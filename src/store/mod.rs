//! The database: connections, migrations, and one function for each question asked of it.
//!
//! All SQL is below this module. Functions take a connection and answer rows; what an answer
//! means is decided in `service`.

pub mod admin;
pub mod ahead;
pub mod answers;
pub mod avoided;
pub mod clocks;
pub mod committer;
pub mod connect;
pub mod deals;
pub mod departures;
pub mod entries;
mod error;
pub mod feeds;
pub mod freshness;
pub mod games;
pub mod grants;
pub mod holidays;
pub mod idempotency;
pub mod inbound;
pub mod leases;
mod line;
pub mod loader;
pub mod mail_addresses;
pub mod mail_codes;
pub mod mail_settings;
pub mod mailed_commands;
pub mod messages;
mod migrations;
pub mod notes;
pub mod on_deal;
pub mod options;
pub mod orders;
pub mod outbox;
pub mod passkeys;
pub mod players;
mod pool;
mod prepared;
pub mod presence;
pub mod pulse;
pub mod pushes;
pub mod quotas;
pub mod reply_addresses;
pub mod reply_senders;
pub mod reports;
pub mod reservations;
pub mod resignations;
pub mod schema;
pub mod second_factor;
pub mod sessions;
pub mod sets;
pub mod settings;
pub mod signals;
pub mod signing_keys;
pub mod strangers;
pub mod streams;
mod sweep;
pub mod tokens;
pub mod watches;
pub mod webhooks;
mod worker;

pub use error::Error;
pub use migrations::{Login, MIGRATIONS, migrate, prepare, up_to_date};
pub use pool::{Connection, Database, Patience};

/// The connection that a question is asked on: one of the pool's, or one apart.
pub type Conn = diesel_async::AsyncPgConnection;
