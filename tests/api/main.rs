//! Turnpike as a client sees it: a real server, a real PostgreSQL, a real HTTP client.
#![expect(unreachable_pub, reason = "a test binary exports nothing")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod architecture;
mod conformance;
mod database_helpers;
mod helpers;
mod http;
mod inbound;
mod integrations;
mod letters;
mod operating;
mod play;
mod proxy;
mod ratings;
mod receiver;
mod secrets;
mod smtp;
mod social;
mod stream_client;
mod table;
