//! Checks texts that people type and others read.
//!
//! [`accounts::identity`] checks names, addresses and passwords.

use common::texts::message;
use rules::Message;
use serde_json::Value;

use crate::refusal::{Refusal, Result};

/// Whether a character is a control character, or changes the position of its neighbours. Marks
/// that the letters of some scripts need are allowed.
fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}')
}

fn refuse(fault: Message, what: &str) -> Refusal {
    Refusal::InvalidRequest(fault.with("what", what))
}

/// Rejects control characters and characters that reorder text.
pub fn shows(what: &str, text: &str) -> Result<()> {
    match text.chars().any(is_odd) {
        true => Err(refuse(message("why-text-plain"), what)),
        false => Ok(()),
    }
}

/// Rejects the same characters anywhere in a JSON value, including member names.
pub fn value_shows(what: &str, value: &Value) -> Result<()> {
    match value {
        Value::String(text) => shows(what, text),
        Value::Array(items) => items.iter().try_for_each(|item| value_shows(what, item)),
        Value::Object(members) => members.iter().try_for_each(|(name, value)| {
            shows(what, name)?;
            value_shows(what, value)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

/// Checks and trims a text: not blank, at most `most` characters, no control characters and none
/// that reorder text. `lines` allows line breaks and tabs.
pub fn plain(what: &str, text: &str, most: usize, lines: bool) -> Result<String> {
    let text = text.trim();
    if text.chars().count() > most {
        return Err(refuse(message("why-text-long").with("most", most), what));
    }
    match lines {
        true => shows(what, &text.replace(['\n', '\t'], ""))?,
        false => shows(what, text)?,
    }
    let blank = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
            )
    };
    if text.chars().all(blank) {
        return Err(refuse(message("why-text-empty"), what));
    }
    Ok(text.to_owned())
}
