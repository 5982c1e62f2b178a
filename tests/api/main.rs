//! Turnpike as a client sees it: a real server, a real PostgreSQL, a real HTTP client.

mod accounts;
mod helpers;
mod mailbag;
mod sessions;
