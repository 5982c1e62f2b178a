//! Turnpike as a client sees it: a real server, a real PostgreSQL, a real HTTP client.

mod helpers;
mod letters;
mod mail;
mod smtp;
