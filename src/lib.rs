//! Turnpike: a server for correspondence play of board games.
//!
//! `docs/ARCHITECTURE.md` is the overview. Dependencies point one way: `http, jobs → post → service
//! → store`, and from each of them to the crates in `crates/`.
//!
//! `docs/BATCHING.md` follows a move through permits, caches and batches.

mod app;
pub mod cli;
pub mod cluster;
pub mod http;
pub mod jobs;
pub mod logging;
pub mod metrics;

pub use app::App;
