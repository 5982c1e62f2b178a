//! Recognises messages that must never be answered. Answers to automatic mail would start mail
//! loops.

use mail_parser::{Message, MessagePart, MimeHeaders};

use super::strip;
use crate::position;

/// Returns why a message must not be answered, as a word for the operator; `None` if it may be
/// answered.
///
/// `sender` is the envelope sender. `hosts` are the host names at the end of the server's own
/// message ids.
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
    // RFC 3834: a machine sent it unless the value is “no”.
    if text("Auto-Submitted")
        .is_some_and(|value| !value.starts_with("no") || value.starts_with("not"))
    {
        return Some("automatic");
    }
    let is_responder = |name: &str| {
        let name = name.to_ascii_lowercase().replace('-', "");
        // The exception is a request of the sender, which human senders' programs may also add.
        ((name.starts_with("xauto") || name.starts_with("xmailauto"))
            && name != "xautoresponsesuppress")
            // A ticket system.
            || name.starts_with("xzendesk")
    };
    if message.headers_raw().any(|(name, _)| is_responder(name)) {
        return Some("automatic");
    }
    for name in [
        "X-Failed-Recipients",
        "X-FC-MachineGenerated",
        "X-Vacation",
        "X-MS-Exchange-Inbox-Rules-Loop",
        // Sent by the “Mailbox Rules Agent” and similar agents.
        "X-MS-Exchange-Generated-Message-Source",
        "X-Loop",
        // Ticket systems: OTRS and its successors, Request Tracker, Jira.
        "X-OTRS-Loop",
        "X-RT-Loop-Prevention",
        "X-RT-Originator",
        "RT-Originator",
        "RT-Ticket",
        "X-JIRA-FingerPrint",
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
    let subject = message.subject().unwrap_or_default();
    // A person who replies keeps the subject. In a new mail, a person may write about an absence.
    let is_answer = has("In-Reply-To") || has("References");
    if is_automatic(subject) || (is_answer && is_absence(subject)) {
        return Some("automatic");
    }
    if let Some(why) = message.parts.iter().find_map(of_part) {
        return Some(why);
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

/// Returns why a message with this part must not be answered: it is a Gmail reaction or a reply to
/// a meeting request.
fn of_part(part: &MessagePart<'_>) -> Option<&'static str> {
    let kind = part.content_type()?;
    let subtype = kind.subtype().unwrap_or_default().to_ascii_lowercase();
    if subtype == "vnd.google.email-reaction+json" {
        return Some("reaction");
    }
    if subtype != "calendar" {
        return None;
    }
    let answers = |method: &str| ["reply", "counter"].contains(&&*method.to_ascii_lowercase());
    let line = |line: &str| {
        let method = line.trim().split_once(':');
        method.is_some_and(|(name, it)| name.eq_ignore_ascii_case("METHOD") && answers(it))
    };
    let is_answer = kind.attribute("method").is_some_and(answers)
        || part.text_contents().is_some_and(|it| it.lines().any(line));
    is_answer.then_some("meeting")
}

/// Whether these lines are Outlook's text for a reaction: `👍 Ben Example reacted to your message:`.
pub fn is_reaction(lines: &[String]) -> bool {
    let [line] = lines else {
        return false;
    };
    let line = line.to_lowercase();
    let line = line.trim_end_matches([':', '.', ' ', '\u{a0}']);
    REACTIONS.iter().any(|end| line.ends_with(end))
}

/// The endings of the only line of a reaction.
const REACTIONS: [&str; 4] = [
    " reacted to your message",
    " a réagi à votre message",
    " hat auf ihre nachricht reagiert",
    " hat auf deine nachricht reagiert",
];

/// The prefixes of subjects from responders that add no header.
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

/// Beginnings of subjects from responders. People also write them, in mails that are not replies.
const ABSENCES: [&str; 20] = [
    "absence",
    "absent",
    "avis d'absence",
    "avis d’absence",
    "message d'absence",
    "message d’absence",
    "notification d'absence",
    "en vacances",
    "en congé",
    "vacances",
    "congés",
    "abwesend",
    "abwesenheit",
    "im urlaub",
    "urlaub",
    "on vacation",
    "on holiday",
    "out of office",
    "out of the office",
    "vacation",
];

/// Whether a subject announces an absence: `En vacances jusqu'au 7 décembre`.
fn is_absence(subject: &str) -> bool {
    let subject = strip::visible(subject).to_lowercase();
    ABSENCES.iter().any(|begin| {
        let rest = subject.strip_prefix(begin);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// Whether a subject comes from a responder: `Automatic reply: Your turn`.
fn is_automatic(subject: &str) -> bool {
    let subject = strip::visible(subject).to_lowercase();
    SUBJECTS.iter().any(|begin| {
        let rest = subject.strip_prefix(begin).map(str::trim_start);
        match *begin {
            // People also begin a subject with this word.
            "auto" => rest.is_some_and(|rest| rest.starts_with(':')),
            _ => rest.is_some_and(|rest| {
                !rest.starts_with(char::is_lowercase) || rest.starts_with("re")
            }),
        }
    })
}
