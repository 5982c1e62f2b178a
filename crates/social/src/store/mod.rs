//! The queries about chat, notes, reports and presence.

pub mod messages;
pub mod notes;
pub mod presence;
pub mod reports;
