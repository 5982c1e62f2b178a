//! Sending to addresses that players give: where that may lead, how it is signed, how it goes out.
//!
//! Not here: what is told (`post::webhooks`), when, and how often it is tried (`jobs::webhooks`).

pub mod guard;
pub mod sender;
pub mod signature;
