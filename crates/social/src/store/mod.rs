//! The queries about chat, followed players, notes, reports and presence.

pub mod following;
pub mod messages;
pub mod notes;
pub mod presence;
pub mod reports;
