//! Webhooks of players: create, change, test, disable.
//!
//! The statement that stores a notice or a message also queues its deliveries
//! (`notices::deliveries`, `social::store::messages`). `event` builds the content, and `worker`
//! sends it.

pub mod event;
pub mod store;
pub mod worker;

use base::permits;
use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{self, GameId, PlayerId};
use common::notice::Changed;
use common::texts::message;
use db::sets::{DisabledBy, WebhookFormat};
use egress::guard::host;
use egress::signature::Secret;
use notices::outbox::PUSH;
use play::refusal::{Refusal, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::Integrations;
use crate::pushes::{Until, refused};
pub use crate::webhooks::store::{Delivery, Webhook};
use accounts::access::Caller;
use accounts::account::{refuse_guest, tell};
use accounts::store::{players, suspensions};
use accounts::tokens::Scope;
use letters::store::pushes::PUSH_TEST;
use play::look;

/// The most webhooks of a player.
const MOST: i64 = 10;

/// How long the previous secret signs as well after a rotation.
const OVERLAP: TimeDelta = TimeDelta::hours(24);

/// A webhook is disabled after failing for this long.
const FAILS_FOR: TimeDelta = TimeDelta::days(3);

/// The most deliveries in a list.
const LISTED: i64 = 100;

/// The most pending deliveries of a webhook.
const MOST_WAITING: i64 = 500;

/// How long finished deliveries are kept.
const KEPT: TimeDelta = TimeDelta::days(30);

/// The event that tests a webhook.
pub const TEST: &str = "webhook.test";

/// The events that a webhook can list.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
pub enum Event {
    /// One of your games has started.
    #[serde(rename = "game.started")]
    #[strum(serialize = "game.begun")]
    Begun,
    /// It is your turn, after an event that you did not cause.
    #[serde(rename = "game.turn")]
    #[strum(serialize = "game.turn")]
    Turn,
    /// It is still your turn, and your time is running out.
    #[serde(rename = "game.reminder")]
    #[strum(serialize = "game.reminder")]
    Reminder,
    /// One of your games has finished or was cancelled.
    #[serde(rename = "game.finished")]
    #[strum(serialize = "game.over")]
    Over,
    /// Another change: for example, a player's time ran out, or a seat changed hands.
    #[serde(rename = "game.changed")]
    #[strum(serialize = "game.changed")]
    Changed,
    /// A seat is reserved for you or offered to you.
    #[serde(rename = "game.invitation")]
    #[strum(serialize = "game.invitation")]
    Invitation,
    /// Another player posted a chat message at the table.
    #[serde(rename = "chat.message")]
    #[strum(serialize = "chat.said")]
    Said,
}

impl Event {
    /// Returns the name of an event in the contract, for its name in the database. Names of tests
    /// are the same in both.
    pub fn public_name(stored: &str) -> String {
        match stored.parse::<Event>().map(serde_json::to_value) {
            Ok(Ok(Value::String(name))) => name,
            _ => stored.to_owned(),
        }
    }
}

/// The events that test a receiver.
pub const TESTS: [&str; 2] = [TEST, PUSH_TEST];

/// Returns the names of all events, including tests and push messages.
pub fn known() -> Vec<&'static str> {
    let events = Event::VARIANTS.iter().map(|event| event.into());
    events.chain([TEST, PUSH, PUSH_TEST]).collect()
}

/// The settings of a webhook. The URL is a secret, so there is no `Debug`.
pub struct Wanted {
    /// The URL of the receiver.
    pub url: String,
    /// The format of the body.
    pub format: WebhookFormat,
    /// The events to deliver.
    pub events: Vec<Event>,
    /// Restricts the webhook to this game.
    pub game: Option<GameId>,
    /// Whether the webhook is enabled.
    pub enabled: bool,
}

impl Wanted {
    /// Runs the checks that need no transaction. Returns the normalised URL.
    async fn check(
        &self,
        app: &Integrations,
        player: PlayerId,
        until: &Until,
    ) -> Result<String, crate::Refusal> {
        app.limits.webhook(player)?;
        let hears = !matches!(until, Until::Token { chat: false, .. });
        if self.events.contains(&Event::Said) && !hears {
            return Err(accounts::Refusal::InsufficientScope(Some(Scope::Chat.into())).into());
        }
        if self.events.is_empty() {
            return Err(Refusal::invalid("why-events").into());
        }
        // A slow DNS look-up must not block other requests.
        let checked = permits::outside(app.webhooks.check(&self.url)).await?;
        let url = checked.map_err(|no| refused("url", no))?;
        if let Some(game) = &self.game {
            look::glance(app, Some(player), game, None).await?;
        }
        Ok(url.into())
    }

    /// Returns the names of the events, each once, separated by spaces.
    fn words(&self) -> String {
        let wanted = Event::VARIANTS.iter().filter(|it| self.events.contains(it));
        let words: Vec<&str> = wanted.map(Into::into).collect();
        words.join(" ")
    }
}

/// Creates a webhook. Returns it with its secret, which is shown only once.
pub async fn make(
    app: &Integrations,
    caller: &Caller,
    until: &Until,
    wanted: Wanted,
) -> Result<(Webhook, String), crate::Refusal> {
    let url = wanted.check(app, caller.player, until).await?;
    let (now, secret) = (app.clock.now(), Secret::draw());
    let webhook = app
        .once(async |conn| {
            let player = players::lock(conn, caller.player).await?;
            let player = player.ok_or(Refusal::NOT_SIGNED_IN)?;
            refuse_guest(&player)?;
            until.hold(conn, caller).await?;
            if store::count(conn, player.id).await? >= MOST {
                return Err(base::Refusal::Forbidden(
                    message("why-webhooks-many").with("most", MOST),
                )
                .into());
            }
            let webhook = Webhook {
                player_id: player.id,
                id: ids::short_id(),
                game_id: wanted.game.clone(),
                url: url.clone(),
                format: wanted.format,
                events: wanted.words(),
                secret: secret.bytes().to_vec(),
                old_secret: None,
                old_until: None,
                created_at: now,
                disabled_at: (!wanted.enabled).then_some(now),
                disabled_by: (!wanted.enabled).then_some(DisabledBy::Player),
                failing_since: None,
                taken_at: None,
                token_id: until.token().cloned(),
            };
            store::insert(conn, &webhook).await?;
            let host = host(&webhook.url);
            tell(
                app,
                conn,
                &player,
                Changed::WebhookMade,
                host.as_deref(),
                now,
            )
            .await?;
            Ok(webhook)
        })
        .await?;
    app.outbox.notify_one();
    Ok((webhook, secret.written()))
}

/// Returns the caller's webhooks, oldest first. A token manages only the webhooks that were created
/// with it, because it may have read access only and the URLs are secrets.
pub async fn list(app: &Integrations, caller: &Caller, until: &Until) -> Result<Vec<Webhook>> {
    let mut conn = app.db.get().await?;
    let mut all = store::of_player(&mut conn, caller.player).await?;
    all.retain(|it| until.manages(it.token_id.as_ref()));
    Ok(all)
}

/// Returns a webhook of the caller.
pub async fn find(app: &Integrations, caller: &Caller, until: &Until, id: &str) -> Result<Webhook> {
    let mut conn = app.db.get().await?;
    let found = store::find(&mut conn, caller.player, id).await?;
    let found = found.filter(|it| until.manages(it.token_id.as_ref()));
    found.ok_or(Refusal::NOT_FOUND)
}

/// Changes a webhook. Enabling it clears its failures. Disabling it drops its pending deliveries.
pub async fn change(
    app: &Integrations,
    caller: &Caller,
    until: &Until,
    id: &str,
    wanted: Wanted,
) -> Result<Webhook, crate::Refusal> {
    find(app, caller, until, id).await?;
    let url = wanted.check(app, caller.player, until).await?;
    let now = app.clock.now();
    let changed = app
        .transaction(async |conn| {
            let player = players::lock(conn, caller.player).await?;
            let player = player.ok_or(Refusal::NOT_SIGNED_IN)?;
            until.hold(conn, caller).await?;
            let webhook = store::lock(conn, caller.player, id).await?;
            let mut webhook = webhook.ok_or(Refusal::NOT_FOUND)?;
            let leads_elsewhere = webhook.url != url;
            if leads_elsewhere || webhook.format != wanted.format {
                // The receiver has changed, so pending deliveries are written again in the new
                // form.
                webhook.failing_since = None;
                webhook.taken_at = None;
                store::write_anew(conn, webhook.player_id, &webhook.id).await?;
            }
            webhook.url.clone_from(&url);
            webhook.format = wanted.format;
            webhook.events = wanted.words();
            webhook.game_id = wanted.game.clone();
            match (wanted.enabled, webhook.disabled_at) {
                (true, Some(_)) => {
                    webhook.disabled_at = None;
                    webhook.disabled_by = None;
                    webhook.failing_since = None;
                }
                (false, None) => {
                    webhook.disabled_at = Some(now);
                    webhook.disabled_by = Some(DisabledBy::Player);
                    store::drop_waiting(conn, webhook.player_id, &webhook.id, now).await?;
                }
                (true, None) | (false, Some(_)) => {}
            }
            store::update(conn, &webhook).await?;
            if leads_elsewhere {
                let host = host(&webhook.url);
                tell(
                    app,
                    conn,
                    &player,
                    Changed::WebhookMade,
                    host.as_deref(),
                    now,
                )
                .await?;
            }
            Ok(webhook)
        })
        .await?;
    app.outbox.notify_one();
    Ok(changed)
}

/// Deletes a webhook of the caller.
pub async fn remove(app: &Integrations, caller: &Caller, until: &Until, id: &str) -> Result<()> {
    find(app, caller, until, id).await?;
    let removed = app
        .transaction(async |conn| Ok(store::remove(conn, caller.player, id).await?))
        .await?;
    match removed {
        true => Ok(()),
        false => Err(Refusal::NOT_FOUND),
    }
}

/// Rotates a webhook's secret. Returns the new secret, which is shown only once. The previous one
/// signs as well for a day.
pub async fn rotate(
    app: &Integrations,
    caller: &Caller,
    until: &Until,
    id: &str,
) -> Result<(Webhook, String)> {
    app.limits.webhook(caller.player)?;
    find(app, caller, until, id).await?;
    let (now, secret) = (app.clock.now(), Secret::draw());
    let webhook = app
        .once(async |conn| {
            until.hold(conn, caller).await?;
            let webhook = store::lock(conn, caller.player, id).await?;
            let mut webhook = webhook.ok_or(Refusal::NOT_FOUND)?;
            let new = secret.bytes().to_vec();
            webhook.old_secret = Some(std::mem::replace(&mut webhook.secret, new));
            webhook.old_until = Some(now + OVERLAP);
            store::update(conn, &webhook).await?;
            Ok(webhook)
        })
        .await?;
    Ok((webhook, secret.written()))
}

/// Queues a test delivery, even if the webhook is disabled. While one is pending, no other is
/// queued.
pub async fn test(
    app: &Integrations,
    caller: &Caller,
    until: &Until,
    id: &str,
) -> Result<Delivery> {
    find(app, caller, until, id).await?;
    app.limits.webhook(caller.player)?;
    let now = app.clock.now();
    app.once(async |conn| {
        let webhook = store::lock(conn, caller.player, id).await?;
        let webhook = webhook.ok_or(Refusal::NOT_FOUND)?;
        Ok(store::tell_once(conn, &webhook, TEST, now).await?)
    })
    .await
}

/// Returns the deliveries of a webhook, newest first.
pub async fn deliveries(
    app: &Integrations,
    caller: &Caller,
    until: &Until,
    id: &str,
) -> Result<Vec<Delivery>> {
    find(app, caller, until, id).await?;
    let mut conn = app.db.get().await?;
    Ok(store::told(&mut conn, caller.player, id, LISTED).await?)
}

/// Returns the secrets that sign for a webhook at this time.
pub fn secrets(webhook: &Webhook, now: Moment) -> Vec<Secret> {
    let old = webhook.old_secret.as_ref();
    let old = old.filter(|_| webhook.old_until.is_some_and(|until| now < until));
    let new = Secret::stored(webhook.secret.clone());
    let old = old.map(|old| Secret::stored(old.clone()));
    [new].into_iter().chain(old).collect()
}

/// Records a failed delivery. Disables a webhook that has failed for days.
pub async fn failed(app: &Integrations, webhook: &Webhook) -> Result<()> {
    let now = app.clock.now();
    let (player, id) = (webhook.player_id, &webhook.id);
    let mut conn = app.db.get().await?;
    let since = store::fails(&mut conn, player, id, now).await?;
    drop(conn);
    match since {
        Some(since) if now - since >= FAILS_FOR => disable(app, webhook, DisabledBy::Failing).await,
        _ => Ok(()),
    }
}

/// Disables a webhook and notifies its owner.
pub async fn disable(app: &Integrations, webhook: &Webhook, by: DisabledBy) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let (player, id) = (webhook.player_id, &webhook.id);
        let told = &webhook.url;
        let Some(mut webhook) = store::lock(conn, player, id).await? else {
            return Ok(());
        };
        // The failure came from an earlier URL of the webhook, or it is disabled already.
        if webhook.disabled_at.is_some() || webhook.url != *told {
            return Ok(());
        }
        webhook.disabled_at = Some(now);
        webhook.disabled_by = Some(by);
        store::update(conn, &webhook).await?;
        store::drop_waiting(conn, player, id, now).await?;
        if let Some(player) = players::by_id(conn, player).await? {
            let host = host(&webhook.url);
            let what = match by {
                DisabledBy::Gone => Changed::WebhookGone,
                DisabledBy::Failing | DisabledBy::Player => Changed::WebhookFailing,
            };
            tell(app, conn, &player, what, host.as_deref(), now).await?;
        }
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Deletes deliveries that finished over a month ago, and secrets that no longer sign.
pub async fn forget(app: &Integrations) -> Result<()> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    store::forget(&mut conn, now - KEPT).await?;
    store::forget_secrets(&mut conn, now).await?;
    Ok(())
}

/// Drops the oldest pending deliveries of webhooks that have too many.
pub async fn limit(app: &Integrations) -> Result<()> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    store::drop_beyond(&mut conn, MOST_WAITING, now).await?;
    Ok(())
}

/// Returns the player if they may get deliveries: the account exists and is not suspended.
pub async fn may_be_told(app: &Integrations, player: PlayerId) -> Result<Option<players::Player>> {
    let mut conn = app.db.get().await?;
    if suspensions::suspension(&mut conn, player).await?.is_some() {
        return Ok(None);
    }
    let found = players::by_id(&mut conn, player).await?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use common::notice::NoticeKind;
    use notices::deliveries::events;

    use super::*;

    #[test]
    fn every_event_of_a_notice_is_known() {
        for kind in NoticeKind::VARIANTS {
            for ply in [None, Some(0), Some(1)] {
                for event in events(*kind, ply).split_terminator(' ') {
                    assert!(event.parse::<Event>().is_ok(), "{event}");
                }
            }
        }
    }
}
