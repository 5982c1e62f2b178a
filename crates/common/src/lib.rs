//! What every domain needs: ids, time, chance, host names, texts in all languages, and bounded caches.
//!
//! Pure but for the clock and the random number generator: no network, no database, no files.

pub mod cache;
pub mod chance;
pub mod clock;
pub mod hosts;
pub mod ids;
pub mod notice;
pub mod synonyms;
pub mod texts;
