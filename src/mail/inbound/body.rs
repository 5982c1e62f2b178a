//! The text of a message: the text part first, the HTML part where there is no other.

use mail_parser::{Message, PartType};

use super::strip;

/// How much of a part is read, in bytes: what a player wrote stands in the beginning, or in a few
/// lines below a quotation.
const MAX_TEXT: usize = 256 * 1024;

/// How deeply HTML may be nested.
const MAX_DEPTH: usize = 400;

/// How many elements HTML may have.
const MAX_ELEMENTS: usize = 20_000;

/// The lines that the sender wrote, without quotations and signatures.
pub fn lines(message: &Message<'_>) -> Vec<String> {
    let text = message.parts.iter().enumerate().find_map(|(n, part)| {
        let shown = message.text_body.iter().any(|id| *id as usize == n);
        match &part.body {
            PartType::Text(text) if shown && !text.trim().is_empty() => Some(text),
            _ => None,
        }
    });
    match text {
        Some(text) => strip::own_lines(cut(text)),
        None => {
            let html = message.html_body.iter().find_map(|id| {
                match message.parts.get(*id as usize).map(|part| &part.body) {
                    Some(PartType::Html(html)) => Some(html),
                    _ => None,
                }
            });
            html.map_or_else(Vec::new, |html| strip::own_lines(&plain(html)))
        }
    }
}

/// HTML as text, with quotations marked by `>` as in plain mails.
pub fn plain(html: &str) -> String {
    let html = cut(html);
    if too_deep(html) {
        return String::new();
    }
    html2text::config::plain_no_decorate()
        .link_footnotes(false)
        .no_table_borders()
        .allow_width_overflow()
        .string_from_read(html.as_bytes(), 2_000)
        .unwrap_or_default()
}

/// Whether HTML is nested so deeply, or has so many elements, that nobody wrote it.
fn too_deep(html: &str) -> bool {
    const ALONE: [&str; 12] = [
        "br", "img", "hr", "meta", "input", "link", "p", "li", "td", "tr", "o:p", "!--",
    ];
    let (mut depth, mut deepest, mut elements) = (0_usize, 0_usize, 0_usize);
    for tag in html.split('<').skip(1) {
        elements += 1;
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else {
            let name = tag
                .split(|c: char| c.is_whitespace() || c == '>' || c == '/')
                .next()
                .unwrap_or_default();
            if !ALONE.iter().any(|alone| name.eq_ignore_ascii_case(alone)) && !tag.contains("/>") {
                depth += 1;
                deepest = deepest.max(depth);
            }
        }
    }
    deepest > MAX_DEPTH || elements > MAX_ELEMENTS
}

fn cut(text: &str) -> &str {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
