//! Why a mail was not sent.

use std::fmt;

use super::inbound::report::Status;

/// Why a mail was not handed over. Holds no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Whether trying again is of no use.
    pub permanent: bool,
    /// What went wrong, for the operator.
    pub what: String,
    /// Whether the mail server refused the address or the mail for good.
    pub refused: bool,
    /// Whether that is about the recipient, so that the operator can do nothing about it.
    pub recipient: bool,
    /// The enhanced status code that the mail server gave.
    pub status: Option<Status>,
}

impl Failure {
    /// A failure that trying again will not mend.
    pub fn permanent(what: &str) -> Failure {
        Failure {
            permanent: true,
            ..Failure::passing(what)
        }
    }

    /// A failure that may pass.
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

/// Mail servers like to repeat the address they refuse.
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
    fn failures_hold_no_addresses() {
        let failure = Failure::permanent("550 5.1.1 <ben@example.org>: no such\r\nuser");
        assert_eq!(failure.what, "550 5.1.1 (address) no such user");
        assert_eq!(Failure::passing(&"x".repeat(999)).what.len(), 300);
    }
}
