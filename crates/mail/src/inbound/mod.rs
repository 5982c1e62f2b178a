//! Mail that comes in: the conversation in which it is handed over, and reading it.
//!
//! - [`session`] and [`listener`]: LMTP and SMTP, as far as a mail server in front needs them;
//! - [`read`]: a raw message as the facts and lines that matter ([`Incoming`]);
//! - [`body`], [`html`], [`strip`], [`courtesy`]: the text that its sender wrote, without quotations and
//!   signatures;
//! - [`second_thoughts`]: lines that take back what stands above them, and small talk;
//! - [`own`]: what of it repeats our own mails, and is not their answerer's word;
//! - [`silence`]: the messages that must never be answered;
//! - [`report`]: bounces and complaints about mails of ours;
//! - [`authentic`]: whether the mail server in front vouches for the sender.
//!
//! Not here: what the lines mean (`post::inbound`), storing mail, answering it. There is no
//! TLS, no relaying and no queue: a mail server stands in front.

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
