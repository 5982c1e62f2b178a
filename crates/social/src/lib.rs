//! Chat, notes, reports, the presence of players, and whom players follow.
//!
//! [`Social`] is the state of this domain.

pub mod chat;
pub mod following;
pub mod notes;
pub mod presence;
pub mod reports;
pub mod store;

use std::ops::{Deref, DerefMut};

use play::Play;

use crate::presence::Presence;

/// The state of chat and presence.
pub struct Social {
    /// The state of games.
    pub play: Play,
    /// The players who are currently active in a client.
    pub presence: Presence,
}

impl Deref for Social {
    type Target = Play;

    fn deref(&self) -> &Play {
        &self.play
    }
}

impl DerefMut for Social {
    fn deref_mut(&mut self) -> &mut Play {
        &mut self.play
    }
}
