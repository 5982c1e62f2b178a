//! Sending to addresses that players give: where that may lead, how it is signed and sealed, how it goes out, and which
//! receivers rest since they took too long.
//!
//! Not here: what is told (`post::webhooks`, `post::pushes`), when, and how often it is tried (`jobs::webhooks`).

mod circuits;
pub mod guard;
mod names;
pub mod push;
pub mod sender;
pub mod signature;
