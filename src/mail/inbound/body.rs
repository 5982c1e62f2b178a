//! The text of a message: the text part first, the HTML part where there is no other.

use std::borrow::Cow;

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

use super::html;

/// How much of a part is read, in bytes: what a player wrote stands in the beginning, or in a few
/// lines below a quotation.
const MAX_TEXT: usize = 256 * 1024;

/// The text, with quotations and signatures; empty where there is none.
pub fn text<'a>(message: &'a Message<'_>) -> Cow<'a, str> {
    let numbered = |id: &u32| message.parts.get(*id as usize);
    if let Some((part, text)) = first_text(message.text_body.iter().filter_map(numbered)) {
        return unbroken(part, cut(text));
    }
    let mut shown = message.html_body.iter().filter_map(numbered);
    let html = shown.find_map(|part| match &part.body {
        PartType::Html(html) => Some(html),
        _ => None,
    });
    if let Some(text) = html {
        return Cow::Owned(html::plain(cut(text)));
    }
    // The parser takes a part that is broken off for an attachment.
    let parts = message.parts.iter();
    let broken = first_text(parts.filter(|part| part.content_disposition().is_none()));
    broken.map_or(Cow::Borrowed(""), |(_, text)| Cow::Borrowed(cut(text)))
}

/// The first text among these parts that is not empty.
fn first_text<'a, 'm: 'a>(
    mut parts: impl Iterator<Item = &'a MessagePart<'m>>,
) -> Option<(&'a MessagePart<'m>, &'a str)> {
    parts.find_map(|part| match &part.body {
        PartType::Text(text) if !text.trim().is_empty() => Some((part, &**text)),
        _ => None,
    })
}

/// The text with those lines whole that the mail program broke, where it says which these are
/// (`format=flowed`, RFC 3676).
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
