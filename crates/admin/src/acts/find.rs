//! Look-ups for the operator: players, a player's stored data, and a test of outgoing mail.

use accounts::access::Caller;
use accounts::account::{self, Account};
use accounts::identity::{Email, PlayerName};
use accounts::store::{mail_addresses, players};
use base::typed_text;
use chrono_tz::Tz;
use common::clock::{Moment, rfc3339};
use db::sets::MailTrouble;
use mail::compose::compose;
use mail::{Failure, Letter, Line, Posting, Recipient, Threading};
use play::export::All;
use play::refusal::{Refusal, Result};
use rules::Language;
use serde_json::json;
use social::following;

use crate::Admin;
use crate::acts::limit_of;
use crate::store::{self, FoundPlayer};

/// Returns the newest players, or those whose name or address contains `text`, and why the server
/// sends no mail about games to the address of each, if so.
pub async fn players(
    app: &Admin,
    text: Option<&str>,
    limit: Option<i64>,
) -> Result<Vec<(FoundPlayer, Option<MailTrouble>)>> {
    let limit = limit_of(limit)?;
    text.map_or(Ok(()), |text| typed_text::shows("text", text))?;
    let mut conn = app.db.get().await?;
    let found = store::find_players(&mut conn, text, limit).await?;
    let address_id = |it: &FoundPlayer| Some(app.mail_tokens.address(it.email.as_deref()?));
    let ids: Vec<String> = found.iter().filter_map(address_id).collect();
    let known = mail_addresses::find(&mut conn, &ids).await?;
    let with_trouble = |it: FoundPlayer| {
        let id = address_id(&it);
        let row = known.iter().find(|row| Some(&row.id) == id.as_ref());
        let trouble = row.and_then(|row| row.reason.filter(|_| row.suspended_at.is_some()));
        (it, trouble)
    };
    Ok(found.into_iter().map(with_trouble).collect())
}

/// A player's stored data, in the form in which the player can export it.
pub struct Exported {
    account: Account,
    following: Vec<(String, Moment)>,
    games: All,
}

impl Exported {
    /// Begins the export for the player with this name.
    pub async fn of(app: &Admin, name: &str) -> Result<Exported> {
        let key = PlayerName::key_of(name).ok_or(Refusal::NOT_FOUND)?;
        let player = players::by_name(&mut *app.db.get().await?, &key).await?;
        let player = player.ok_or(Refusal::NOT_FOUND)?;
        let caller = Caller::without_session(player.id);
        Ok(Exported {
            following: following::all(app, player.id).await?,
            account: account::account(app, player).await?,
            games: All::begin(app, caller).await?,
        })
    }

    /// Returns the account as JSON, with the players whom the player follows.
    pub fn account(&self) -> String {
        let account = &self.account;
        let following = self.following.iter();
        let following =
            following.map(|(name, since)| json!({"name": name, "since": rfc3339(*since)}));
        json!({
            "name": account.name,
            "email": account.email,
            "email_confirmed": account.email_confirmed,
            "pending_email": account.pending_email,
            "created_at": rfc3339(account.created_at),
            "time_zone": account.time_zone.name(),
            "language": account.language,
            "forced": account.forced,
            "automated": account.automated,
            "guest": account.guest,
            "following": following.collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// Returns the next part of the records of finished games, one record per line; `None` after
    /// the last.
    pub async fn next(&mut self, app: &Admin) -> Result<Option<String>> {
        self.games.next(app).await
    }

    /// Returns the number of games exported so far.
    pub fn games(&self) -> usize {
        self.games.told()
    }
}

/// Sends a test mail to this address at once, bypassing the outbox.
pub async fn test_mail(app: &Admin, address: &str) -> Result<Result<(), Failure>> {
    let address = Email::parse(address)?;
    let now = app.clock.now();
    let text = format!(
        "This is a test mail of {} at {}.\n",
        app.config.site.name, app.config.public_url
    );
    let letter = Letter {
        subject: Line::new(&format!("[{}] Test mail", app.config.site.name)),
        html: format!("<p>{}</p>", text.trim_end()),
        text,
        drawn: None,
        file: None,
        receipts: Vec::new(),
        gist: Vec::new(),
    };
    let to = Recipient {
        name: None,
        address: address.as_str().to_owned(),
        language: Language::default(),
        zone: Tz::UTC,
        unsubscribe: None,
        answerable: false,
    };
    let posting = Posting {
        from: &app.config.mail_from,
        host: app.config.public_host(),
        key: &format!("test/{}", now.timestamp_millis()),
        about: None,
        at: now,
        due: now,
        threading: &Threading::default(),
    };
    Ok(match compose(&posting, &to, &letter) {
        Ok(mail) => app.mail.send(mail).await,
        Err(failure) => Err(failure),
    })
}
