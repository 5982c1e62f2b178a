//! Chat, presence and followed players: the calls of the domain `social`.
//! [`play`](crate::http::play) registers those about a game.

pub mod chat;
pub mod following;
pub mod presence;
