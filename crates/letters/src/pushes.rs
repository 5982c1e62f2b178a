//! Push notices to browsers and phones before a mail is sent, and how long the mail waits for its
//! reader.
//!
//! Each notice uses one channel. The server pushes the contents of the mail and postpones the mail.
//! A push service has a minute to accept the notice. Then the reader has a quarter of an hour to
//! come. If no push service accepts the notice (`integrations::pushes::delivery`), the mail is sent
//! at once.
//!
//! A mail waits only for subscriptions made by a session or by a token that manages mail. Other
//! subscriptions get the notice in addition to the mail.

use accounts::tokens::Scope;
use chrono::TimeDelta;
use common::clock::Moment;
use common::notice::{MailKind, NoticeKind};
use mail::tongue::Tongue;
use mail::{Letter, Line};
use notices::outbox::{self, Mail};
use play::refusal::{Refusal, Result};
use rules::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Letters;
use crate::store::pushes;

/// How long a mail waits after its notice was pushed. A push service may show the notice for as
/// long.
pub const WAITS: TimeDelta = TimeDelta::minutes(15);

/// How long a mail waits at most for a push service to accept the notice.
pub const UNTAKEN: TimeDelta = TimeDelta::seconds(60);

/// How many sentences about recent events a notice contains. The newest ones are kept.
const LINES: usize = 3;

/// The maximal length of these sentences in characters. No device shows more, and push services
/// accept at most 4096 bytes (RFC 8291 section 4).
const LONGEST: usize = 300;

/// The version of declarative push messages (Push API). Browsers can show these even if no page of
/// the server is open.
const DECLARATIVE: u16 = 8030;

/// A notice that is pushed before its mail is sent. It may contain private information, so there is
/// no `Debug`.
pub struct Push {
    /// The declarative push message.
    body: String,
    /// When the mail is sent if its reader does not come.
    until: Moment,
}

/// The facts about a mail that are stored with its push deliveries.
#[derive(Serialize, Deserialize)]
pub struct Facts {
    /// The mail's name within its game; `None` if the mail does not wait for this push.
    pub mail: Option<String>,
    /// The word for the mail's kind.
    pub kind: String,
    /// When the mail is sent. Until then, a device may show the notice.
    pub until: Moment,
}

/// Whether a notice may be pushed before its mail. That excludes mails that the reader has
/// requested, digests, and mails that were already pushed.
pub fn may_be_pushed(mail: &Mail) -> bool {
    mail.pushed_at.is_none() && MailKind::of(mail.kind).is_some()
}

/// Returns the notice for this letter. If there is a deadline, the mail waits at most for half of
/// the remaining time.
pub fn push(
    app: &Letters,
    mail: &Mail,
    letter: &Letter,
    language: Language,
    deadline: Option<Moment>,
) -> Push {
    let now = app.clock.now();
    let left = deadline.map_or(WAITS, |deadline| (deadline - now) / 2);
    let newest = letter.gist.len().saturating_sub(LINES);
    let gist: Vec<&str> = letter.gist[newest..].iter().map(Line::as_str).collect();
    let (url, game) = (&app.config.public_url, mail.game());
    let page = game.map_or_else(|| format!("{url}/"), |game| format!("{url}/games/{game}"));
    let body = told(
        letter.what(),
        &shortened(&gist.join(" ")),
        &page,
        &tag(mail),
        language,
    );
    Push {
        body: body.to_string(),
        until: now + left.clamp(TimeDelta::zero(), WAITS),
    }
}

/// Returns the notice that tests a browser or phone.
pub fn test(app: &Letters, language: Language) -> String {
    let t = Tongue(language);
    let (title, body) = (t.line("push-test"), t.line("push-test-told"));
    let page = format!("{}/", app.config.public_url);
    told(title.as_str(), body.as_str(), &page, "test", language).to_string()
}

/// Returns a declarative push message.
fn told(title: &str, body: &str, page: &str, tag: &str, language: Language) -> Value {
    json!({
        "web_push": DECLARATIVE,
        "notification": {
            "title": title,
            "body": body,
            "lang": language.code(),
            "navigate": page,
            "tag": tag,
        },
    })
}

/// Returns the tag of a notice. A notice replaces an older one with the same tag. Turns of a game
/// share one tag; each other kind has its own.
fn tag(mail: &Mail) -> String {
    let game = mail.game().map_or("", |game| game);
    match mail.kind {
        NoticeKind::YourTurn | NoticeKind::Reminder => game.to_owned(),
        other => format!("{game} {}", other.word()),
    }
}

/// Shortens a text to `LONGEST` characters, if possible at the end of a word.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST) else {
        return text.to_owned();
    };
    let cut = &text[..end];
    let cut = cut.rsplit_once(' ').map_or(cut, |(words, _)| words);
    format!("{cut} …")
}

/// Pushes the notice to the reader's browsers and phones, and postpones the mail.
pub async fn hold(app: &Letters, mail: &Mail, push: &Push) -> Result<()> {
    let Some(player) = mail.player_id else {
        return Ok(());
    };
    let now = app.clock.now();
    let facts = |waits: bool| {
        serde_json::to_value(Facts {
            mail: waits.then(|| mail.key.clone()),
            kind: mail.kind.word().to_owned(),
            until: push.until,
        })
        .map_err(Refusal::internal)
    };
    let is_said = mail.kind == NoticeKind::Chat;
    app.transaction(async |conn| {
        let scope = Scope::MailManage.into();
        let mut all = pushes::that_mail_waits_for(conn, player, scope, now).await?;
        all.retain(|(it, _)| it.chat || !is_said);
        let has_it_wait = all.iter().any(|(_, waits)| *waits);
        // If no subscription makes the mail wait (any more), it is due now.
        let until = if has_it_wait {
            push.until.min(now + UNTAKEN)
        } else {
            now
        };
        if outbox::pushed(conn, mail, until, now).await? {
            for (to, waits) in all {
                let facts = facts(waits)?;
                pushes::tell(conn, &to, mail.game(), &facts, &push.body, now).await?;
            }
        }
        Ok(())
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_push_text_is_cut_after_a_word() {
        assert_eq!(shortened("Ann has moved."), "Ann has moved.");
        let cut = shortened(&"mot très ".repeat(60));
        assert!(
            cut.ends_with("mot très …") || cut.ends_with("mot …"),
            "{cut}"
        );
        assert!(cut.chars().count() <= LONGEST + 2);
        let cut = shortened(&"é".repeat(400));
        assert_eq!(cut.chars().count(), LONGEST + 2);
    }
}
