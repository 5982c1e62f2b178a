//! A raw message as the facts and lines that matter.
//!
//! The format is `mail-parser`'s. It takes anything; what would cost too much is refused before.

use mail_parser::{HeaderName, HeaderValue, Message, MessageParser};
use sha2::{Digest, Sha256};

use super::{authentic, body, silence, strip};

/// The most parts of a message, those of messages within it included where they have a type.
const MAX_PARTS: usize = 200;

/// The most pairs of dashes in a message. A part without a header needs no more than one and its
/// boundary, which the parser finds anywhere in a line; but people rule lines with them too.
const MAX_DASHES: usize = 20_000;

/// The largest head of a message, in bytes.
const MAX_HEAD: usize = 256 * 1024;

/// The most ids that are looked at to find what a message answers.
const MAX_REFERENCES: usize = 100;

/// Why a message is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It has too many parts or too large a head.
    TooMuch,
    /// There is no message in it.
    Nothing,
}

/// A message as far as it matters, without characters that cannot be seen. It holds addresses and what somebody wrote: no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Incoming {
    /// The address in `From`, in lower case.
    pub from: Option<String>,
    /// Whether the mail server in front vouches for it.
    pub authentic: bool,
    /// Its `Message-ID`, without angle brackets.
    pub message_id: Option<String>,
    /// The subject.
    pub subject: String,
    /// The ids of what it answers, the nearest first.
    pub answers: Vec<String>,
    /// The lines that its sender wrote, without quotations and signatures.
    pub lines: Vec<String>,
    /// Why it must not be answered.
    pub silence: Option<&'static str>,
}

/// What decides how a message is read.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The hosts that the ids of our own messages end with.
    pub hosts: &'a [&'a str],
    /// The name by which the mail server in front signs its `Authentication-Results`.
    pub authserv_id: Option<&'a str>,
}

impl Reader<'_> {
    /// Reads a message that came from `sender`, as the envelope says.
    pub fn read(&self, raw: &[u8], sender: &str) -> Result<Incoming, Unreadable> {
        check(raw)?;
        let message = parse(raw)?;
        if message.parts.len() > MAX_PARTS {
            return Err(Unreadable::TooMuch);
        }
        let from = message
            .from()
            .and_then(|from| from.first())
            .and_then(|from| from.address())
            .map(str::to_lowercase)
            .filter(|from| from.contains('@') && strip::visible(from) == *from);
        // Two senders are none: nobody can say whose word it is.
        let from = from.filter(|_| {
            message.header_values(HeaderName::From).count() == 1
                && message.from().is_some_and(|from| from.iter().count() == 1)
        });
        let authentic = match (self.authserv_id, &from) {
            (Some(id), Some(from)) => {
                let domain = from.rsplit('@').next().unwrap_or_default();
                topmost_results(&message).is_some_and(|value| authentic::vouches(value, id, domain))
            }
            _ => false,
        };
        Ok(Incoming {
            authentic,
            message_id: message.message_id().map(strip::visible),
            subject: strip::visible(message.subject().unwrap_or_default()),
            answers: answers(&message),
            lines: body::lines(&message),
            silence: silence::why(&message, sender, self.hosts),
            from,
        })
    }
}

/// Refuses what would cost too much to parse, by a look at the bytes.
pub fn check(raw: &[u8]) -> Result<(), Unreadable> {
    const PART: &[u8] = b"content-type";
    let parts = raw
        .windows(PART.len())
        .filter(|window| window.eq_ignore_ascii_case(PART))
        .take(MAX_PARTS + 1)
        .count();
    let dashes = raw.split(|byte| *byte != b'-');
    let dashes: usize = dashes.map(|run| run.len() / 2).sum();
    let head = raw
        .windows(2)
        .enumerate()
        .position(|(at, two)| two == b"\n\n" || (two == b"\n\r" && raw.get(at + 2) == Some(&b'\n')))
        .unwrap_or(raw.len());
    if parts > MAX_PARTS || dashes > MAX_DASHES || head > MAX_HEAD {
        return Err(Unreadable::TooMuch);
    }
    Ok(())
}

/// The sender as the message itself says it, for want of an envelope: `Return-Path`, else `From`.
/// Empty for a bounce.
pub fn sender(raw: &[u8]) -> Option<String> {
    let message = head(raw)?;
    let path = message
        .headers_raw()
        .find(|(name, _)| name.eq_ignore_ascii_case("Return-Path"))
        .map(|(_, value)| value.trim().trim_matches(['<', '>']).to_owned());
    let from = || {
        let from = message.from()?.first()?.address()?;
        Some(from.to_owned())
    };
    path.or_else(from)
}

/// What names a message for one recipient: what comes twice is one message.
pub fn key(raw: &[u8], recipient: &str) -> Vec<u8> {
    let id = head(raw)
        .and_then(|message| message.message_id().map(str::to_owned))
        .filter(|id| !id.trim().is_empty());
    let digest = Sha256::new().chain_update(recipient.to_lowercase());
    match id {
        Some(id) => digest.chain_update("\0id\0").chain_update(id),
        None => digest.chain_update("\0raw\0").chain_update(raw),
    }
    .finalize()
    .to_vec()
}

fn parse(raw: &[u8]) -> Result<Message<'_>, Unreadable> {
    MessageParser::default()
        .parse(raw)
        .filter(|message| !message.headers().is_empty())
        .ok_or(Unreadable::Nothing)
}

/// The message without its body.
fn head(raw: &[u8]) -> Option<Message<'_>> {
    MessageParser::default()
        .parse_headers(raw)
        .filter(|message| !message.headers().is_empty())
}

/// The value of the first `Authentication-Results`.
fn topmost_results<'a>(message: &'a Message<'_>) -> Option<&'a str> {
    message
        .headers_raw()
        .find(|(name, _)| name.eq_ignore_ascii_case("Authentication-Results"))
        .map(|(_, value)| value)
}

/// The ids that the message answers: `In-Reply-To`, then `References` from its end.
fn answers(message: &Message<'_>) -> Vec<String> {
    let list = |value: &HeaderValue<'_>| -> Vec<String> {
        match value {
            HeaderValue::Text(id) => vec![strip::visible(id)],
            HeaderValue::TextList(ids) => ids.iter().map(|id| strip::visible(id)).collect(),
            _ => Vec::new(),
        }
    };
    let mut ids = list(message.in_reply_to());
    ids.extend(list(message.references()).into_iter().rev());
    ids.truncate(MAX_REFERENCES);
    ids
}
