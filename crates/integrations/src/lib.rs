//! What other programs hear: webhooks, feeds, event streams and pushes.
//!
//! Each has a folder with its calls. Webhooks, feeds and streams have their queries there (`store`);
//! those about pushes are in `letters::store::pushes`. `webhooks::worker` delivers webhooks and
//! pushes, which share the leased delivery ([`store`]). [`Integrations`] is the state of this
//! domain.

pub mod feeds;
pub mod pushes;
pub mod refusal;
pub mod store;
pub mod streams;
pub mod webhooks;

use std::ops::{Deref, DerefMut};

use base::current::Current;
use egress::push::Identity;
use egress::sender::Sender;
use letters::Letters;

pub use crate::refusal::Refusal;

/// The state of webhooks and pushes.
pub struct Integrations {
    /// The state of outgoing mail.
    pub letters: Letters,
    /// Sends webhooks and push messages.
    pub webhooks: Sender,
    /// The server's identity for push services.
    pub pushes: Current<Identity>,
}

impl Deref for Integrations {
    type Target = Letters;

    fn deref(&self) -> &Letters {
        &self.letters
    }
}

impl DerefMut for Integrations {
    fn deref_mut(&mut self) -> &mut Letters {
        &mut self.letters
    }
}
