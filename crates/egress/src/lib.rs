//! Sending to addresses that players give: permitted targets, signatures, encryption, the request
//! itself, and pauses of receivers that took too long.
//!
//! Other modules decide about the contents (`post::webhooks`, `post::pushes`), and about the time
//! and number of attempts (`jobs::webhooks`).

mod circuits;
pub mod guard;
mod names;
pub mod push;
pub mod sender;
pub mod signature;
