//! The queries about games.

pub mod clocks;
pub mod committer;
pub mod deals;
pub mod departures;
pub mod entries;
pub mod freshness;
pub mod games;
pub mod holidays;
pub mod idempotency;
pub mod lists;
pub mod loader;
pub mod on_deal;
pub mod options;
pub mod orders;
pub mod reservations;
pub mod resignations;
pub mod signing_keys;
pub mod watches;
