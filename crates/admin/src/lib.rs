//! The operator's side: acts on accounts and games, the health of the server, and its secrets.
//!
//! [`Admin`] is the state of this domain.

pub mod acts;
pub mod health;
pub mod secrets;
pub mod store;

use std::ops::{Deref, DerefMut};

use integrations::Integrations;

use crate::health::Health;
use crate::secrets::Secrets;

/// The state of the server's operation.
pub struct Admin {
    /// The state of webhooks and pushes.
    pub integrations: Integrations,
    /// The secrets from which the state of other domains is derived.
    pub secrets: Secrets,
    /// The health of this process.
    pub health: Health,
}

impl Deref for Admin {
    type Target = Integrations;

    fn deref(&self) -> &Integrations {
        &self.integrations
    }
}

impl DerefMut for Admin {
    fn deref_mut(&mut self) -> &mut Integrations {
        &mut self.integrations
    }
}
