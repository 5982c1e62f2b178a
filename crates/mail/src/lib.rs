//! Mail: the wording of letters, their form as messages, their delivery, and incoming mail
//! ([`inbound`]).
//!
//! A letter is written from facts that the caller passes in ([`letter`]). It is turned into a
//! message that is the same to the byte each time ([`compose`]). The message goes to a mail server
//! or into the local mailbox ([`transport`], [`mailbox`]).
//!
//! This crate does not decide about recipients and times (`letters::outgoing`, `letters::mailer`),
//! and it uses no database.

pub mod compose;
pub mod dkim;
pub mod failure;
pub mod inbound;
pub mod letter;
pub mod letter_account;
pub mod letter_chat;
pub mod letter_operator;
pub mod mailbox;
pub mod mailbox_key;
pub mod position;
pub mod smtp;
mod text;
pub mod time;
pub mod tongue;
pub mod transport;

pub use compose::{Answering, Mail, Posting, Threading};
pub use failure::Failure;
pub use letter::{Letter, Recipient, Unsubscribe};
pub use text::{Line, Picture, folded, visible};
pub use transport::{MailOut, Transport};
