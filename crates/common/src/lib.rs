//! Building blocks for all parts of the server: ids, time, chance, texts in all languages, bounded
//! caches, and counts of each client's connections.
//!
//! The crate uses no network, database or files. Ids know how PostgreSQL stores them.

pub mod cache;
pub mod cause;
pub mod chance;
pub mod clock;
pub mod hosts;
pub mod ids;
pub mod notice;
pub mod synonyms;
pub mod texts;
