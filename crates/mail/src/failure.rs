//! Errors of sending.

use std::fmt;

use super::inbound::report::Status;

/// Why a mail was not delivered to the mail server or the mailbox. Contains no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Whether retrying is useless.
    pub permanent: bool,
    /// The cause, for the operator.
    pub what: String,
    /// Whether the mail server rejected the address or the mail permanently.
    pub refused: bool,
    /// Whether the rejection is about the recipient, so that the operator cannot fix it.
    pub recipient: bool,
    /// The enhanced status code from the mail server.
    pub status: Option<Status>,
}

impl Failure {
    /// Returns a failure that a retry will not fix.
    pub fn permanent(what: &str) -> Failure {
        Failure {
            permanent: true,
            ..Failure::passing(what)
        }
    }

    /// Returns a failure that a retry may fix.
    pub fn passing(what: &str) -> Failure {
        Failure {
            permanent: false,
            what: without_addresses(what),
            refused: false,
            recipient: false,
            status: None,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// Removes addresses from a text: mail servers often repeat the address that they reject.
fn without_addresses(text: &str) -> String {
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| {
            if word.contains('@') {
                "(address)"
            } else {
                word
            }
        })
        .collect();
    let mut text = words.join(" ");
    if let Some((end, _)) = text.char_indices().nth(300) {
        text.truncate(end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_text_contains_no_addresses() {
        let failure = Failure::permanent("550 5.1.1 <ben@example.org>: no such\r\nuser");
        assert_eq!(failure.what, "550 5.1.1 (address) no such user");
        assert_eq!(Failure::passing(&"x".repeat(999)).what.len(), 300);
    }
}
