//! Turnpike: a server for correspondence play of board games.
//!
//! `docs/ARCHITECTURE.md` is the map. Dependencies point one way: `http, jobs → post →
//! service → store, mail, webhooks`, `service → games → rules`.

pub mod cache;
pub mod chance;
pub mod cli;
pub mod clock;
pub mod cluster;
pub mod config;
pub mod crew;
pub mod current;
pub mod hosts;
pub mod http;
pub mod ids;
pub mod jobs;
pub mod lanes;
pub mod listeners;
pub mod logging;
pub mod mail;
pub mod manual;
pub mod markdown;
pub mod metrics;
pub mod notice;
pub mod post;
pub mod raster;
pub mod receipt;
pub mod refusal;
pub mod service;
pub mod store;
pub mod synonyms;
pub mod texts;
pub mod webhooks;
