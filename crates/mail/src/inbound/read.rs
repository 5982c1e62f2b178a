//! Turns a raw message into the relevant facts and lines.
//!
//! `mail-parser` parses the format and accepts any input. So this module rejects messages that
//! would be too expensive to parse.

use std::ops::Range;

use mail_parser::decoders::html::html_to_text;
use mail_parser::{
    HeaderName, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType,
};
use sha2::{Digest, Sha256};

use super::authentic::Word;
use super::own::OwnText;
use super::{authentic, body, courtesy, silence, strip};

/// The most parts of a message, including the parts of nested messages that have a type.
const MAX_PARTS: usize = 200;

/// The most pairs of dashes in a message. A part without a header needs only one pair and its
/// boundary, which the parser finds anywhere in a line. The limit is high because people also draw
/// rules with dashes.
const MAX_DASHES: usize = 20_000;

/// The largest header section of a message, in bytes.
const MAX_HEAD: usize = 256 * 1024;

/// The most ids that are checked to find the answered mail.
const MAX_REFERENCES: usize = 100;

/// Why a message cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It has too many parts, or its header section is too large.
    TooMuch,
    /// It contains no message.
    Nothing,
}

/// The relevant contents of a message, without invisible characters. It holds addresses and a
/// user's text: no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Incoming {
    /// The address in `From`, in lower case.
    pub from: Option<String>,
    /// The name in `From`, if there is one.
    pub name: Option<String>,
    /// The verdict of the mail server in front about the sender.
    pub word: Word,
    /// Its `Message-ID`, without angle brackets.
    pub message_id: Option<String>,
    /// The subject.
    pub subject: String,
    /// The ids that it replies to, the nearest first.
    pub answers: Vec<String>,
    /// The lines that its sender wrote, without quotations and signatures.
    pub lines: Vec<String>,
    /// Whether some of these lines come from below the signature.
    pub adds_below: bool,
    /// A digest of the whole text, including quotations.
    pub text: Vec<u8>,
    /// The addresses in `To` and `Cc`.
    pub to: Vec<String>,
    /// Whether it is encrypted, so that the server cannot read it.
    pub is_encrypted: bool,
    /// The reason not to answer it, if there is one.
    pub silence: Option<&'static str>,
}

impl Incoming {
    /// Whether the mail server in front vouches for the sender.
    pub fn is_vouched_for(&self) -> bool {
        self.word == Word::For
    }
}

/// The settings for reading a message. It knows an address: no `Debug`.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// The host names at the end of the ids of the server's own messages.
    pub hosts: &'a [&'a str],
    /// The name of the mail server in front in its `Authentication-Results`.
    pub authserv_id: Option<&'a str>,
    /// Recognises the text of the server's own mails.
    pub own: &'a OwnText,
    /// Whether a line is a command. It matters for people whose name is one.
    pub is_command: fn(&str) -> bool,
}

impl Reader<'_> {
    /// Reads a message. `sender` is the envelope sender.
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
        // A message with two senders has none, because its author is unknown.
        let from = from.filter(|_| {
            message.header_values(HeaderName::From).count() == 1
                && message.from().is_some_and(|from| from.iter().count() == 1)
        });
        let word = match (self.authserv_id, &from, topmost_results(&message)) {
            (Some(id), Some(from), Some(value)) => {
                let domain = from.rsplit('@').next().unwrap_or_default();
                authentic::word(value, id, domain)
            }
            _ => Word::None,
        };
        let text = body::text(&message);
        let names = names(&message);
        let (lines, adds_below) = strip::own_lines(&text, self.own, &names, self.is_command);
        let reaction = silence::is_reaction(&lines).then_some("reaction");
        let name = message.from().and_then(|from| from.first()?.name());
        Ok(Incoming {
            word,
            name: name.map(strip::visible),
            message_id: message.message_id().map(strip::visible),
            subject: strip::visible(message.subject().unwrap_or_default()),
            answers: answers(&message),
            lines,
            adds_below,
            text: Sha256::digest(text.trim().as_bytes()).to_vec(),
            to: recipients(&message),
            is_encrypted: is_encrypted(&message, &text),
            silence: silence::why(&message, sender, self.hosts).or(reaction),
            from,
        })
    }
}

/// The most recipients that are read.
const MOST_RECIPIENTS: usize = 50;

/// Returns the addresses in `To` and `Cc`.
fn recipients(message: &Message<'_>) -> Vec<String> {
    let all = [message.to(), message.cc()].into_iter().flatten();
    let all = all.flat_map(|it| it.iter().filter_map(|it| it.address()));
    all.take(MOST_RECIPIENTS).map(str::to_owned).collect()
}

/// Whether a message is encrypted with OpenPGP (RFC 3156, or in its text) or S/MIME (RFC 8551).
fn is_encrypted(message: &Message<'_>, text: &str) -> bool {
    let kind = message.content_type();
    let is = |name: &str, of: &str| {
        kind.is_some_and(|kind| {
            kind.ctype().eq_ignore_ascii_case(name)
                && kind.subtype().is_some_and(|it| it.eq_ignore_ascii_case(of))
        })
    };
    let is_signed = kind
        .and_then(|kind| kind.attribute("smime-type"))
        .is_some_and(|it| it.eq_ignore_ascii_case("signed-data"));
    let is_smime = is("application", "pkcs7-mime") || is("application", "x-pkcs7-mime");
    is("multipart", "encrypted")
        || (is_smime && !is_signed)
        || text.trim_start().starts_with("-----BEGIN PGP MESSAGE-----")
}

/// Returns the words of the writer's name: from `From`, or else from the part of the address before
/// the `@`.
fn names(message: &Message<'_>) -> Vec<String> {
    let from = message.from().and_then(|from| from.first());
    let name = from.and_then(|from| from.name());
    let local = from.and_then(|from| from.address()?.split('@').next());
    let words = courtesy::words_of_name(name.or(local).unwrap_or_default());
    words.take(MOST_NAMES).collect()
}

/// The most words of a writer's name that are recognised.
const MOST_NAMES: usize = 8;

/// Checks the bytes of a message and rejects one that would be too expensive to parse.
pub fn check(raw: &[u8]) -> Result<(), Unreadable> {
    const PART: &[u8] = b"content-type";
    // The parser also reads `Content-Ty pe:`.
    let unspaced = raw.iter().filter(|byte| !b" \t\r\x0c".contains(byte));
    let unspaced: Vec<u8> = unspaced.map(u8::to_ascii_lowercase).collect();
    let parts = unspaced.windows(PART.len());
    let parts = parts.filter(|window| *window == PART).count();
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

/// Returns a message in which each part is replaced with its decoded text, including the parts of
/// forwarded messages. Bytes outside of the parts stay as they are, and so does a message that
/// cannot be read.
pub fn decoded(raw: &[u8]) -> String {
    fn gather(message: &Message<'_>, parts: &mut Vec<(Range<usize>, String)>) {
        for part in &message.parts {
            let text = match &part.body {
                PartType::Text(text) => text.to_string(),
                PartType::Html(html) => html_to_text(html),
                PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                    String::from_utf8_lossy(bytes).into_owned()
                }
                PartType::Message(inner) => {
                    gather(inner, parts);
                    continue;
                }
                PartType::Multipart(_) => continue,
            };
            parts.push((part.offset_body as usize..part.offset_end as usize, text));
        }
    }
    let mut parts = Vec::new();
    if let (Ok(()), Ok(message)) = (check(raw), parse(raw)) {
        gather(&message, &mut parts);
    }
    parts.sort_by_key(|(place, _)| place.start);
    let between = |from, to| String::from_utf8_lossy(raw.get(from..to).unwrap_or_default());
    let (mut all, mut end_before) = (String::new(), 0);
    for (place, text) in parts {
        all.push_str(&between(end_before, place.start));
        all.push('\n');
        all.push_str(&text);
        all.push('\n');
        end_before = place.end.max(end_before);
    }
    all.push_str(&between(end_before, raw.len()));
    all
}

/// Returns the sender according to the message itself, for a message without an envelope:
/// `Return-Path`, else `From`. Empty for a bounce.
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

/// Returns a key that identifies a message for one recipient, so that duplicates can be recognised.
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

/// Parses a message. Rejects a message with an encoded nested message, which RFC 2046 does not
/// allow. The parser would decode and parse it although [`check`] has not seen its bytes.
pub(super) fn parse(raw: &[u8]) -> Result<Message<'_>, Unreadable> {
    // Read as a content type, no encoding is one that the parser decodes.
    let as_it_is = MessageParser::new()
        .header_content_type(HeaderName::ContentType)
        .header_content_type(HeaderName::ContentTransferEncoding)
        .parse(raw);
    if as_it_is.is_some_and(|message| holds_coded_mail(&message)) {
        return Err(Unreadable::TooMuch);
    }
    MessageParser::default()
        .parse(raw)
        .filter(|message| !message.headers().is_empty())
        .ok_or(Unreadable::Nothing)
}

fn holds_coded_mail(message: &Message<'_>) -> bool {
    let is_digest = |part: &MessagePart<'_>| {
        let kind = part.content_type().and_then(|kind| kind.subtype());
        kind.is_some_and(|kind| kind == "digest")
    };
    let digests = message.parts.iter().any(is_digest);
    message.parts.iter().any(|part| {
        // A part without a type in a digest is a message.
        let is_mail = part.content_type().map_or(digests, |kind| {
            kind.ctype() == "message" && matches!(kind.subtype(), Some("rfc822" | "global"))
        });
        let is_coded = part.headers.iter().any(|header| {
            let coding = header.value.as_content_type().map(|coding| coding.ctype());
            header.name == HeaderName::ContentTransferEncoding
                && !matches!(coding, Some("7bit" | "8bit" | "binary"))
        });
        (is_mail && is_coded)
            || matches!(&part.body, PartType::Message(inner) if holds_coded_mail(inner))
    })
}

/// Parses only the header section.
fn head(raw: &[u8]) -> Option<Message<'_>> {
    MessageParser::default()
        .parse_headers(raw)
        .filter(|message| !message.headers().is_empty())
}

/// Returns the value of the first `Authentication-Results`.
fn topmost_results<'a>(message: &'a Message<'_>) -> Option<&'a str> {
    message
        .headers_raw()
        .find(|(name, _)| name.eq_ignore_ascii_case("Authentication-Results"))
        .map(|(_, value)| value)
}

/// Returns the ids that the message replies to: `In-Reply-To`, then `References` from its end.
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

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::*;

    #[test]
    fn nested_mail_with_spaces_in_its_header_name_is_counted() {
        let mails = "Content-Ty pe: message/rfc822\r\n\r\n";
        assert_eq!(check(mails.repeat(200).as_bytes()), Ok(()));
        let many = mails.repeat(201);
        assert_eq!(check(many.as_bytes()), Err(Unreadable::TooMuch));
    }

    #[test]
    fn mails_nested_in_an_encoded_mail_are_rejected() {
        let mails = "Content-Type: message/rfc822\r\n\r\n".repeat(20_000);
        let mails = STANDARD.encode(mails);
        let digest = "Content-Type: multipart/digest; boundary=b\r\n\r\n--b\r\n";
        for head in ["Content-Type: message/rfc822\r\n", digest] {
            let raw = |coding: &str, body: &str| {
                format!("{head}Content-Transfer-Encoding: {coding}\r\n\r\n{body}\r\n--b--\r\n")
            };
            let coded = raw("base64", &mails);
            assert_eq!(check(coded.as_bytes()), Ok(()));
            assert_eq!(parse(coded.as_bytes()).err(), Some(Unreadable::TooMuch));
            let plain = raw("8bit", "Subject: x\r\n\r\nx");
            assert!(parse(plain.as_bytes()).is_ok());
        }
        let text = "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nYQ==\r\n";
        assert!(parse(text.as_bytes()).is_ok());
    }
}
