//! What every domain needs: ids, time, chance, texts in all languages, bounded caches, and how many
//! connections each client holds.
//!
//! Asks no network, no database and no file. Ids know how PostgreSQL stores them.

pub mod cache;
pub mod chance;
pub mod clock;
pub mod hosts;
pub mod ids;
pub mod notice;
pub mod synonyms;
pub mod texts;
