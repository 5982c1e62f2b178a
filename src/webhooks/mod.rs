//! Sending to addresses that players give: where that may lead, how it is signed and sealed, how it goes out.
//!
//! Not here: what is told (`post::webhooks`, `post::pushes`), when, and how often it is tried (`jobs::webhooks`).

pub mod guard;
pub mod push;
pub mod sender;
pub mod signature;
