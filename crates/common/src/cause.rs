//! Causes of failures, as log lines show them.

use std::fmt::Display;

/// The longest cause in a log line, in characters.
const LONGEST: usize = 300;

/// The text of a cause on one line, cut after 300 characters: a failed part may quote its input.
pub fn bounded(cause: &impl Display) -> String {
    let text = cause.to_string();
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}
