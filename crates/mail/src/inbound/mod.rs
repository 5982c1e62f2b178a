//! Incoming mail: the session with the mail server, and reading the message.
//!
//! - [`session`] and [`listener`]: the parts of LMTP and SMTP that a mail server in front needs;
//! - [`read`]: turns a raw message into the relevant facts and lines ([`Incoming`]);
//! - [`body`], [`html`], [`strip`], [`courtesy`]: the sender's own text, without quotations and
//!   signatures;
//! - [`second_thoughts`]: lines that retract the text above them, and small talk;
//! - [`own`]: text that repeats the server's own mails, so it is not the sender's;
//! - [`silence`]: messages that must never be answered;
//! - [`report`]: bounces of the server's mails and complaints about them;
//! - [`authentic`]: whether the mail server in front vouches for the sender.
//!
//! This module does not interpret the lines (`mail_commands`), store mail or answer it. It has no
//! TLS, no relaying and no queue, because a mail server stands in front.

pub mod authentic;
pub mod body;
pub mod courtesy;
pub mod html;
pub mod listener;
pub mod own;
pub mod read;
pub mod report;
pub mod second_thoughts;
pub mod session;
pub mod silence;
pub mod strip;

pub use read::{Incoming, Unreadable};
pub use session::{Arrived, Postroom, Verdict};
