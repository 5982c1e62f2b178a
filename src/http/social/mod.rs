//! Chat and presence: the calls of the domain `social`. [`play`](crate::http::play) registers them
//! with the other calls about a game.

pub mod chat;
pub mod presence;
