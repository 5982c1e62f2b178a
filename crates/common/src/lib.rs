//! Building blocks for all parts of the server: ids, time, randomness, texts in all languages,
//! bounded caches, and the number of connections of each client.
//!
//! The crate uses no network, database or files. Ids implement their form in PostgreSQL.

pub mod cache;
pub mod cause;
pub mod chance;
pub mod clock;
pub mod hosts;
pub mod ids;
pub mod notice;
pub mod site;
pub mod synonyms;
pub mod texts;
pub mod wording;
