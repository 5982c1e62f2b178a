//! Chat and presence.

pub mod chat;
pub mod presence;
