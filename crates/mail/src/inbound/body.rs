//! Extracts the text of a message: its text parts in order. It uses the HTML parts if there are no
//! others, or if they strike text out that the plain text would show. Attachments are left out.

use std::borrow::Cow;
use std::str::from_utf8;

use encoding_rs::WINDOWS_1252;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders, PartType};

use super::html;

/// The part of a text that is read, in bytes. A player's own words are at the beginning, or in a
/// few lines below a quotation.
const MAX_TEXT: usize = 256 * 1024;

/// Returns the text with quotations and signatures; empty if there is none.
pub fn text(message: &Message<'_>) -> String {
    let plain = shown(message, &message.text_body);
    let rich = shown(message, &message.html_body);
    // Some mail programs write only HTML and leave the text part empty, perhaps above a footer with
    // some text.
    let tells_more = rich.has_html && (rich.strikes || plain.has_blank || plain.text.is_empty());
    let text = if tells_more && !rich.text.is_empty() {
        rich.text
    } else {
        plain.text
    };
    if !text.is_empty() {
        return text;
    }
    // The parser takes a truncated part for an attachment.
    let mut broken = message.parts.iter().filter_map(|part| match &part.body {
        PartType::Text(text) if part.content_disposition().is_none() => Some(&**text),
        _ => None,
    });
    let broken = broken.find(|text| !text.trim().is_empty());
    broken.map_or(String::new(), |text| cut(text).to_owned())
}

/// The text of some parts of a message, one below the other.
#[derive(Default)]
struct Shown {
    text: String,
    /// Whether one of them is HTML.
    has_html: bool,
    /// Whether one of them is an empty text part.
    has_blank: bool,
    /// Whether text in them is struck out.
    strikes: bool,
}

/// Returns the text of these parts. There may be several, because people write above and below a
/// picture.
fn shown(message: &Message<'_>, ids: &[u32]) -> Shown {
    let mut shown = Shown::default();
    let parts = ids.iter().filter_map(|id| message.parts.get(*id as usize));
    for (n, part) in parts.enumerate() {
        // A part with a file name is an attachment, unless it is the first part.
        if n > 0 && part.attachment_name().is_some() {
            continue;
        }
        let text = match &part.body {
            PartType::Text(text) => {
                let written = as_written(message, part, text);
                let text = written.as_deref().unwrap_or(text);
                shown.has_blank |= text.trim().is_empty();
                unbroken(part, cut(text)).into_owned()
            }
            PartType::Html(html) => {
                let written = as_written(message, part, html);
                let seen = html::seen(cut(written.as_deref().unwrap_or(html)));
                shown.has_html = true;
                shown.strikes |= seen.strikes;
                seen.text
            }
            _ => continue,
        };
        if text.trim().is_empty() {
            continue;
        }
        if !shown.text.is_empty() {
            let ends = if shown.text.ends_with('\n') {
                "\n"
            } else {
                "\n\n"
            };
            shown.text.push_str(ends);
        }
        shown.text.push_str(&text);
    }
    let end = cut(&shown.text).len();
    shown.text.truncate(end);
    shown
}

/// The prefixes of charsets that mail programs often declare wrongly.
const CARELESS: [&str; 5] = ["us-ascii", "iso-8859-", "windows-125", "utf-8", "utf8"];

/// Decodes a part by its bytes if its declared charset is missing, wrong or often wrong: as UTF-8
/// if valid, else as Windows-1252 if the declared charset does not fit. Returns `None` if the
/// declared charset is to be trusted.
fn as_written(message: &Message<'_>, part: &MessagePart<'_>, text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let kind = part.content_type();
    let charset = kind
        .and_then(|kind| kind.attribute("charset"))
        .map(str::to_ascii_lowercase);
    let is_careless = |it: &String| CARELESS.iter().any(|name| it.starts_with(name));
    let is_impossible = text.contains('\u{fffd}');
    if !is_impossible && !charset.as_ref().is_none_or(is_careless) {
        return None;
    }
    let place = part.offset_body as usize..part.offset_end as usize;
    let raw = message.raw_message.get(place)?;
    let bytes = match part.encoding {
        Encoding::None => Cow::Borrowed(raw),
        Encoding::QuotedPrintable => Cow::Owned(quoted_printable_decode(raw)?),
        Encoding::Base64 => Cow::Owned(base64_decode(raw)?),
    };
    match from_utf8(&bytes) {
        Ok(utf8) => Some(utf8.to_owned()),
        Err(_) if is_impossible => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
            Some(text.into_owned())
        }
        Err(_) => None,
    }
}

/// Joins the lines that the mail program wrapped, if it marks them (`format=flowed`, RFC 3676).
fn unbroken<'a>(part: &MessagePart<'_>, text: &'a str) -> Cow<'a, str> {
    let says = |name: &str, value: &str| {
        let kind = part.content_type();
        kind.and_then(|kind| kind.attribute(name))
            .is_some_and(|it| it.eq_ignore_ascii_case(value))
    };
    if !says("format", "flowed") {
        return Cow::Borrowed(text);
    }
    let without_space = says("delsp", "yes");
    let mut whole = String::with_capacity(text.len());
    for line in text.lines() {
        if line.starts_with('>') {
            if !whole.is_empty() && !whole.ends_with('\n') {
                whole.push('\n');
            }
            whole.push_str(line.trim_end());
            whole.push('\n');
            continue;
        }
        let line = line.strip_prefix(' ').unwrap_or(line);
        match line.strip_suffix(' ') {
            Some(begun) if line != "-- " => {
                whole.push_str(if without_space { begun } else { line });
            }
            _ => {
                whole.push_str(line);
                whole.push('\n');
            }
        }
    }
    Cow::Owned(whole)
}

fn cut(text: &str) -> &str {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
