//! Chat, presence and followed players.

pub mod chat;
pub mod following;
pub mod presence;
