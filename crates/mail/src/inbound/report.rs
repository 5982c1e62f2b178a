//! Reports about the server's mails: delivery failures (RFC 3464) and complaints (RFC 5965).
//!
//! `mail-parser` splits the parts; this module reads the few relevant fields in them. It does not
//! support bounces that are only prose.

use mail_parser::{Message, MimeHeaders, PartType};

use super::read;

/// The most lines of a report that are read.
const MAX_FIELDS: usize = 2_000;

/// The content of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// The mail server gave up on the mail, with this status.
    Failed(Status),
    /// The mail is late; the mail server still retries.
    Delayed,
    /// The recipient marked the mail as spam.
    Complaint {
        /// The envelope senders of our mail, from the report or from the mail in it. They are
        /// addresses: never log them.
        senders: Vec<String>,
    },
}

/// An enhanced status code (RFC 3463).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// The class: 5 for permanent failures, 4 for temporary ones.
    pub class: u16,
    /// The subject: 1 for the address, 2 for the mailbox, 7 for policy.
    pub subject: u16,
    /// The detail.
    pub detail: u16,
}

impl Status {
    /// Returns the first status code in a text: `550 5.1.1 no such user`.
    pub fn find(text: &str) -> Option<Status> {
        text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '#' | ',' | '-'))
            .find_map(Status::parse)
    }

    fn parse(word: &str) -> Option<Status> {
        let mut parts = word.split('.');
        let mut number = |most: usize| {
            let part = parts.next()?;
            let is_number =
                (1..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| part.parse().ok()).flatten()
        };
        let status = Status {
            class: number(1)?,
            subject: number(3)?,
            detail: number(3)?,
        };
        (parts.next().is_none() && matches!(status.class, 2 | 4 | 5)).then_some(status)
    }

    /// Whether it is about the recipient's address or mailbox (RFC 3463, 3.2 and 3.3), not about
    /// the sender, the network or a policy.
    pub const fn is_about_recipient(self) -> bool {
        // Details 7 and 8 are about the sender's address.
        matches!((self.subject, self.detail), (1, 0..=6 | 9..) | (2, _))
    }

    /// Whether it means that the mailbox does not exist, or no longer exists.
    pub const fn is_no_such_user(self) -> bool {
        self.class == 5
            && matches!(
                (self.subject, self.detail),
                // Bad mailbox, bad system, bad syntax, moved away, null MX; mailbox disabled.
                (1, 1 | 2 | 3 | 6 | 10) | (2, 1)
            )
    }
}

/// Reads a report. Returns `None` if the message is not a report in a supported form.
pub fn read(raw: &[u8]) -> Option<Report> {
    let message = read::parse(raw).ok()?;
    part(&message, "delivery-status")
        .and_then(|text| delivery_status(&text))
        .or_else(|| part(&message, "feedback-report").and_then(|text| complaint(&message, &text)))
}

/// Returns the text of the part with the type `message/KIND`.
fn part(message: &Message<'_>, kind: &str) -> Option<String> {
    let part = message.parts.iter().find(|part| {
        part.content_type().is_some_and(|it| {
            it.ctype().eq_ignore_ascii_case("message")
                && it.subtype().is_some_and(|sub| {
                    // RFC 6533 has the same types for non-ASCII addresses.
                    let sub = sub.trim_start_matches("global-");
                    sub.eq_ignore_ascii_case(kind)
                })
        })
    })?;
    match &part.body {
        PartType::Text(text) => Some(text.to_string()),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        PartType::Message(inner) => Some(String::from_utf8_lossy(inner.raw_message()).into_owned()),
        _ => None,
    }
}

/// Splits a report into its groups of fields, unfolded, with names in lower case.
fn groups(text: &str) -> Vec<Vec<(String, String)>> {
    let mut groups = vec![Vec::<(String, String)>::new()];
    for line in text.lines().take(MAX_FIELDS) {
        if line.trim().is_empty() {
            groups.push(Vec::new());
            continue;
        }
        let Some(group) = groups.last_mut() else {
            break;
        };
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = group.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            group.push((name.trim().to_lowercase(), value.trim().to_owned()));
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn field<'a>(group: &'a [(String, String)], name: &str) -> Option<&'a str> {
    group
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.as_str())
}

/// Returns the worst status of all recipients. The server's mails have only one.
fn delivery_status(text: &str) -> Option<Report> {
    let mut delayed = false;
    for group in groups(text) {
        let Some(action) = field(&group, "action") else {
            continue;
        };
        let action = action.split([' ', ';', '(']).next().unwrap_or_default();
        let status = field(&group, "status").and_then(Status::find);
        // The code of the last mail server is often more precise than the one derived from it.
        let diagnostic = field(&group, "diagnostic-code").and_then(Status::find);
        if action.eq_ignore_ascii_case("failed") {
            let vague = |it: &Status| it.subject == 0;
            let status = match (status, diagnostic) {
                (Some(status), Some(diagnostic))
                    if vague(&status) && diagnostic.class == status.class =>
                {
                    diagnostic
                }
                (Some(status), _) => status,
                (None, Some(diagnostic)) => diagnostic,
                (None, None) => Status {
                    class: 5,
                    subject: 0,
                    detail: 0,
                },
            };
            return Some(Report::Failed(status));
        }
        delayed |= action.eq_ignore_ascii_case("delayed");
    }
    delayed.then_some(Report::Delayed)
}

fn complaint(message: &Message<'_>, text: &str) -> Option<Report> {
    let groups = groups(text);
    let fields = groups.first()?;
    let kind = field(fields, "feedback-type")?;
    if kind.eq_ignore_ascii_case("not-spam") || kind.eq_ignore_ascii_case("auth-failure") {
        return None;
    }
    let bare = |it: &str| it.trim().trim_matches(['<', '>']).to_lowercase();
    let mut senders: Vec<String> = field(fields, "original-mail-from")
        .map(bare)
        .into_iter()
        .collect();
    // The original mail, or only its header section.
    let head = part(message, "rfc822").or_else(|| {
        message
            .parts
            .iter()
            .find(|part| {
                part.content_type()
                    .is_some_and(|it| it.subtype() == Some("rfc822-headers"))
            })
            .and_then(|part| part.text_contents().map(str::to_owned))
    });
    if let Some(head) = head {
        let head = self::groups(&head).into_iter().next().unwrap_or_default();
        senders.extend(field(&head, "return-path").map(bare));
    }
    Some(Report::Complaint { senders })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_code_is_found_in_a_report() {
        let code = |class, subject, detail| {
            Some(Status {
                class,
                subject,
                detail,
            })
        };
        for (text, found) in [
            ("5.1.1", code(5, 1, 1)),
            ("smtp; 550 5.7.26 refused", code(5, 7, 26)),
            ("550-5.1.10 no", code(5, 1, 10)),
            ("4.4.7 (delivery time expired)", code(4, 4, 7)),
            ("550 no such user at 10.0.0.1", None),
            ("version 1.2.3", None),
            ("5.1", None),
        ] {
            assert_eq!(Status::find(text), found, "{text}");
        }
    }
}
