//! Mail: the wording of letters, their form as messages, their transport; and mail that comes in
//! ([`inbound`]).
//!
//! Letters are written from facts that the caller hands in ([`letter`]), made into messages that
//! come out the same to the byte each time ([`compose`]), and handed to a mail server or put into
//! the local mailbox ([`transport`], [`mailbox`]).
//!
//! Not here: who is told what and when (`post::letters`, `jobs::mailer`), and any database.

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
