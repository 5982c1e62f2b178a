//! Causes of failures, formatted for log lines.

use std::fmt::Display;

/// The longest cause in a log line, in characters.
const LONGEST: usize = 300;

/// Formats a cause on one line and cuts it after 300 characters, because a failed parser may quote
/// its input.
pub fn bounded(cause: &impl Display) -> String {
    let text = cause.to_string();
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}
