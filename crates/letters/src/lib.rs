//! Mail to players: which letter, when, to whom and with what contents; the settings for it; and
//! the worker that sends it.
//!
//! - `outgoing`: turns a mail in the outbox into a letter when it is sent. `game_letters`,
//!   `answers`, `operator` and `digest` write their own kinds, with rows that `background` reads
//!   for many mails at once.
//! - `unsubscribe`: links that stop mail without signing in.
//! - `pushes`: notices for browsers and phones, before a mail is sent.
//!
//! The wording is in the crate `mail`. [`Letters`] is the state of this domain.

mod answers;
pub mod background;
pub mod digest;
pub mod game_letters;
pub mod mail_settings;
pub mod mailbox;
pub mod mailer;
pub mod operator;
pub mod outgoing;
pub mod pushes;
pub mod store;
pub mod unsubscribe;

use std::ops::{Deref, DerefMut};

use mail::Transport;
use mail::mailbox_key::MailboxKey;
use social::Social;

/// The state of outgoing mail.
pub struct Letters {
    /// The state of chat and presence.
    pub social: Social,
    /// The transport for outgoing mail.
    pub mail: Transport,
    /// The key to the pages of the local mailbox, if there are any.
    pub mailbox_key: Option<MailboxKey>,
}

impl Deref for Letters {
    type Target = Social;

    fn deref(&self) -> &Social {
        &self.social
    }
}

impl DerefMut for Letters {
    fn deref_mut(&mut self) -> &mut Social {
        &mut self.social
    }
}
