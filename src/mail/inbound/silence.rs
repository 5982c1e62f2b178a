//! The messages that must never be answered: an answer to a machine is how loops begin.

use mail_parser::{Message, MimeHeaders};

use super::strip;
use crate::mail::position;

/// Why a message gets no answer, as a word for the operator; `None` when it may get one.
///
/// `sender` is the envelope's; `host` ends the ids of our own messages.
pub fn why(message: &Message<'_>, sender: &str, hosts: &[&str]) -> Option<&'static str> {
    let text = |name: &str| {
        message
            .headers_raw()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim().to_ascii_lowercase())
    };
    let has = |name: &str| text(name).is_some();
    if sender.is_empty() || text("Return-Path").is_some_and(|path| path == "<>") {
        return Some("bounce");
    }
    if let Some(kind) = message.content_type()
        && (kind
            .subtype()
            .is_some_and(|it| it.eq_ignore_ascii_case("report"))
            || kind
                .subtype()
                .is_some_and(|it| it.to_ascii_lowercase().ends_with("-notification")))
    {
        return Some("report");
    }
    // RFC 3834: whatever is not “no” was sent by a machine.
    if text("Auto-Submitted")
        .is_some_and(|value| !value.starts_with("no") || value.starts_with("not"))
    {
        return Some("automatic");
    }
    let is_responder = |name: &str| {
        let name = name.to_ascii_lowercase().replace('-', "");
        // The last one is a wish of its sender, which people's programs may have as well.
        (name.starts_with("xauto") || name.starts_with("xmailauto"))
            && name != "xautoresponsesuppress"
    };
    if message.headers_raw().any(|(name, _)| is_responder(name)) {
        return Some("automatic");
    }
    for name in [
        "X-Failed-Recipients",
        "X-FC-MachineGenerated",
        "X-Vacation",
        "X-MS-Exchange-Inbox-Rules-Loop",
    ] {
        if has(name) {
            return Some("automatic");
        }
    }
    for (name, word) in [
        ("Preference", "auto"),
        ("Delivered-To", "autoresponder"),
        ("X-POST-MessageClass", "autoresponder"),
    ] {
        if text(name).is_some_and(|value| value.contains(word)) {
            return Some("automatic");
        }
    }
    if is_automatic_subject(message.subject().unwrap_or_default()) {
        return Some("automatic");
    }
    if let Some(value) = text("Precedence")
        && (["bulk", "junk", "list"].contains(&value.as_str()) || value.starts_with("auto"))
    {
        return Some("bulk");
    }
    for name in ["List-Id", "List-Post", "List-Unsubscribe", "Mailing-List"] {
        if has(name) {
            return Some("list");
        }
    }
    if message
        .message_id()
        .is_some_and(|id| position::is_own(id, hosts))
    {
        return Some("own");
    }
    let from = message.from()?.first()?.address()?.to_ascii_lowercase();
    let local = from.split('@').next().unwrap_or_default();
    let machines = [
        "mailer-daemon",
        "postmaster",
        "noreply",
        "no-reply",
        "no_reply",
        "do-not-reply",
        "donotreply",
        "autoreply",
        "auto-reply",
        "autoresponder",
    ];
    // `noreply+7`, `mailer-daemon-12`.
    let is_machine = |name: &&str| {
        let rest = local.strip_prefix(*name);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    if machines.iter().any(is_machine) {
        return Some("machine");
    }
    None
}

/// What responders without headers of their own put before the subject.
const SUBJECTS: [&str; 18] = [
    "automatic reply",
    "automated reply",
    "auto reply",
    "autoreply",
    "auto-reply",
    "auto response",
    "autoresponse",
    "auto",
    "out of office",
    "out of the office",
    "away from my mail",
    "réponse automatique",
    "absence du bureau",
    "automatische antwort",
    "abwesenheitsnotiz",
    "automatisch antwoord",
    "respuesta automática",
    "risposta automatica",
];

/// Whether a subject is one that a responder writes: `Automatic reply: Your turn`.
fn is_automatic_subject(subject: &str) -> bool {
    let subject = strip::visible(subject).to_lowercase();
    SUBJECTS.iter().any(|begin| {
        let rest = subject.strip_prefix(begin).map(str::trim_start);
        match *begin {
            // A word that people begin a subject with as well.
            "auto" => rest.is_some_and(|rest| rest.starts_with(':')),
            _ => rest.is_some_and(|rest| {
                !rest.starts_with(char::is_lowercase) || rest.starts_with("re")
            }),
        }
    })
}
