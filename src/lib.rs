//! Turnpike: a server for correspondence play of board games.
//!
//! `docs/ARCHITECTURE.md` is the overview. Dependencies point one way: `http, jobs → post → service
//! → store`, and from each of them to the crates in `crates/`.
//!
//! `docs/BATCHING.md` follows a move through permits, caches and batches.

pub mod cli;
pub mod cluster;
pub mod config;
pub mod current;
pub mod http;
pub mod jobs;
pub mod listeners;
pub mod logging;
pub mod manual;
pub mod markdown;
pub mod metrics;
pub mod permits;
pub mod pictures;
pub mod post;
pub mod receipt;
pub mod refusal;
pub mod service;
pub mod store;
pub mod thread_pool;
