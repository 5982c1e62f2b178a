//! Accounts: sign-in, sessions, tokens, OAuth, second factor, addresses and their bounces, and the
//! players whom a player has muted or blocked.
//!
//! [`Accounts`] is the state of this domain. This crate knows no game. The crate `play` signs
//! players up and deletes accounts, because both change games.

pub mod access;
pub mod account;
pub mod attempts;
pub mod avoided;
pub mod bounces;
pub mod codes;
pub mod confirmation;
pub mod devices;
pub mod identity;
pub mod limits;
pub mod mail_domains;
pub mod mail_tokens;
pub mod oauth;
pub mod passkeys;
pub mod passwords;
pub mod reauthentication;
pub mod refusal;
pub mod reply_addresses;
pub mod reset;
pub mod second_factor;
pub mod sessions;
pub mod store;
pub mod strangers;
pub mod tokens;

use std::ops::{Deref, DerefMut};

use base::Core;
use base::core::Transaction;
use db::Conn;

use crate::access::Access;
use crate::devices::Devices;
use crate::limits::Limits;
use crate::mail_tokens::MailTokens;
use crate::passwords::Passwords;
use crate::refusal::Result;
use crate::reply_addresses::ReplyAddresses;

pub use crate::refusal::Refusal;

/// The state of accounts.
pub struct Accounts {
    /// The state that all domains share.
    pub core: Core,
    /// Access tokens.
    pub access: Access,
    /// Hashes and verifies passwords.
    pub passwords: Passwords,
    /// The rate limits.
    pub limits: Limits,
    /// The addresses for replies by mail.
    pub reply_addresses: ReplyAddresses,
    /// The tokens in links and addresses of mails.
    pub mail_tokens: MailTokens,
    /// The tokens of devices that players have used before.
    pub devices: Devices,
}

impl Accounts {
    /// Runs `what` as [`Core::transaction`] does, with the refusals of this domain.
    pub async fn transaction<T, F>(&self, what: F) -> Result<T>
    where
        F: for<'a> Transaction<&'a mut Conn, Result<T>, Fut: Send> + Send,
        T: Send,
    {
        self.core.transaction(what).await
    }

    /// Runs `what` as [`Core::once`] does, with the refusals of this domain.
    pub async fn once<T, F>(&self, what: F) -> Result<T>
    where
        F: for<'a> Transaction<&'a mut Conn, Result<T>, Fut: Send> + Send,
        T: Send,
    {
        self.core.once(what).await
    }
}

impl Deref for Accounts {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl DerefMut for Accounts {
    fn deref_mut(&mut self) -> &mut Core {
        &mut self.core
    }
}
