//! Turnpike as a client sees it: a real server, a real PostgreSQL, a real HTTP client.
#![expect(unreachable_pub, reason = "a test binary exports nothing")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod authorization;
mod contract;
mod helpers;
mod letters;
mod mail;
mod mailbag;
mod sessions;
mod smtp;
