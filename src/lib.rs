//! Turnpike: a server for correspondence play of board games.
//!
//! `docs/ARCHITECTURE.md` is the overview. `cli`, `http` and `jobs` call the domains, which are
//! crates in `crates/`. No domain knows this crate.
//!
//! `docs/BATCHING.md` follows a move through permits, caches and batches.

mod app;
pub mod cli;
pub mod cluster;
pub mod http;
pub mod jobs;
pub mod logging;
pub mod metrics;
mod traces;

pub use app::App;
