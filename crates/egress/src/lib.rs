//! Sending to addresses that players give: permitted targets, signatures, encryption, the request
//! itself, and pauses of receivers that took too long.
//!
//! Other modules decide about the contents (`integrations::webhooks::event`, `letters::pushes`),
//! and about the time and number of attempts (`integrations::webhooks::worker`).

mod circuits;
pub mod guard;
mod names;
pub mod push;
pub mod sender;
pub mod signature;
