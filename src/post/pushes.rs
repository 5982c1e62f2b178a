//! What browsers and phones are told before a mail goes, and how long that mail waits for its reader to come.
//!
//! One notice, one channel: what a mail would tell now is pushed, and the mail put off: for a minute, in which a push service
//! has to take the notice, and then for a quarter of an hour, in which its reader may come. Where no push service takes it
//! (`jobs::pushes`) the mail goes at once. Only a session, or a token that manages mail,
//! has mail wait: programs with other tokens are told beside it.

use chrono::TimeDelta;
use common::clock::Moment;
use common::notice::NoticeKind;
use mail::tongue::Tongue;
use mail::{Letter, Line};
use rules::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::mail_settings::MailKind;
use crate::service::tokens::Scope;
use crate::store::outbox::{self, Mail};
use crate::store::pushes;

/// How long a mail waits after it was pushed, and how long that is worth showing.
pub const WAITS: TimeDelta = TimeDelta::minutes(15);

/// How long a mail waits at most for a push service to take what it tells.
pub const UNTAKEN: TimeDelta = TimeDelta::seconds(60);

/// How many sentences of what happened are told: the newest.
const LINES: usize = 3;

/// How many characters of what happened are told at most: more is not shown anywhere, and push services take 4096 bytes
/// (RFC 8291 section 4).
const LONGEST: usize = 300;

/// The version of what is pushed, by which browsers show it also where no page of ours is open (the Push API's
/// declarative push messages).
const DECLARATIVE: u16 = 8030;

/// What is pushed in place of a mail, and until when that waits. It may tell what only its reader may know: no `Debug`.
pub struct Push {
    /// What browsers and phones are told.
    body: String,
    /// When the mail goes if its reader does not come.
    until: Moment,
}

/// What is written down of the mail in whose place something is pushed.
#[derive(Serialize, Deserialize)]
pub struct Facts {
    /// Its name within its game; none where it does not wait for this push.
    pub mail: Option<String>,
    /// The word for its kind.
    pub kind: String,
    /// When it goes: until then the push is worth showing.
    pub until: Moment,
}

/// Whether what a mail tells may be pushed before it goes: mails that were asked for, and digests, are not.
pub fn may_be_pushed(mail: &Mail) -> bool {
    mail.pushed_at.is_none() && MailKind::of(mail.kind).is_some()
}

/// What is pushed in place of this letter. With a deadline the mail waits for half of what is left at most.
pub fn push(
    app: &App,
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

/// What tries a browser or phone.
pub fn test(app: &App, language: Language) -> String {
    let t = Tongue(language);
    let (title, body) = (t.line("push-test"), t.line("push-test-told"));
    let page = format!("{}/", app.config.public_url);
    told(title.as_str(), body.as_str(), &page, "test", language).to_string()
}

/// A declarative push message.
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

/// What is shown in place of what has the same tag: the newest turn of a game, and the newest of all else apart.
fn tag(mail: &Mail) -> String {
    let game = mail.game().map_or("", |game| game);
    match mail.kind {
        NoticeKind::YourTurn | NoticeKind::Reminder => game.to_owned(),
        other => format!("{game} {}", other.word()),
    }
}

/// At most so much of a text, whole words.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST) else {
        return text.to_owned();
    };
    let cut = &text[..end];
    let cut = cut.rsplit_once(' ').map_or(cut, |(words, _)| words);
    format!("{cut} …")
}

/// Pushes to all browsers and phones of the reader, and puts the mail off.
pub async fn hold(app: &App, mail: &Mail, push: &Push) -> Result<()> {
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
        // Where nothing has it wait (any more), it is mailed.
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
    fn what_is_long_ends_with_a_word() {
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
