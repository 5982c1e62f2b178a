//! The texts about a game for its players, in their language: the guide to playing it, and its
//! rules; as text for mails and terminals, and as HTML.

pub mod manual;
pub mod markdown;
