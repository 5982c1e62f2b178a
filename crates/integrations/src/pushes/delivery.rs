//! Pushes to browsers and phones: one attempt, and its consequences. `webhooks` leases, pauses and
//! marks deliveries.

use accounts::account::language_of;
use accounts::store::players;
use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::GameId;
use common::notice::NoticeKind;
use db::sets::DeliveryStatus;
use egress::push::Keys;
use egress::sender::{Answer, Attempt, Push};
use letters::outgoing;
use letters::pushes::{Facts, UNTAKEN, WAITS, test};
use letters::store::pushes::{self, Subscription};
use notices::outbox;
use play::refusal::{Refusal, Result};
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::Integrations;
use crate::store::Leased;

/// The pauses between attempts, in seconds. All attempts take place while the mail waits for a push
/// service to accept the notice.
pub const PAUSES: [i64; 2] = [5, 20];

/// The number of failed notices in a row after which a subscription is removed.
const MOST_MISSES: i16 = 20;

/// Pushes a notice. Returns `None` if it is too late, the notice is no longer true, or the player
/// no longer exists.
pub async fn attempt(
    app: &Integrations,
    database: &Semaphore,
    leased: &Leased,
    to: &Subscription,
) -> Result<Option<Attempt>> {
    let now = app.clock.now();
    let facts = facts(leased);
    let lasts = until(leased) - now;
    let keys = Keys::stored(&to.public_key, &to.auth).filter(|_| lasts >= TimeDelta::seconds(1));
    let Some(keys) = keys else {
        return Ok(None);
    };
    let permit = database.acquire().await;
    let body = match &leased.body {
        // The notice was written moments ago if this is the first attempt.
        Some(body) if leased.attempts == 1 && now < tried_until(leased) => body.clone(),
        Some(body) if still_tells(app, leased, &facts).await? => body.clone(),
        Some(_) => return Ok(None),
        None => {
            let player = players::by_id(&mut *app.db.get().await?, to.player_id).await?;
            let Some(player) = player else {
                return Ok(None);
            };
            test(app, language_of(&player))
        }
    };
    drop(permit);
    let kind: Option<NoticeKind> = facts.and_then(|it| it.kind.parse().ok());
    let is_turn = matches!(kind, Some(NoticeKind::YourTurn | NoticeKind::Reminder));
    let game = leased.game_id.as_ref().filter(|_| is_turn);
    let topic = game.map(|game| app.mail_tokens.topic(&to.player_id.to_string(), game));
    let by = app.pushes.get();
    let push = Push {
        endpoint: &to.endpoint,
        keys: &keys,
        body: &body,
        topic: topic.as_deref(),
        urgent: is_turn,
        lasts,
        by: &by,
    };
    let attempt = app.webhooks.push(&push, now).await;
    attempt.map(Some).map_err(Refusal::internal)
}

/// Whether the notice's mail still waits, and the notice is still true.
async fn still_tells(app: &Integrations, leased: &Leased, facts: &Option<Facts>) -> Result<bool> {
    let mail = facts.as_ref().and_then(|facts| facts.mail.as_ref());
    let (Some(game), Some(mail)) = (&leased.game_id, mail) else {
        return Ok(false);
    };
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let mail = outbox::waits_for_reader(&mut conn, game, mail, now).await?;
    drop(conn);
    match mail {
        Some(mail) => outgoing::is_true(app, &mail).await,
        None => Ok(false),
    }
}

/// Returns the facts about the notice's mail; `None` for a test.
fn facts(leased: &Leased) -> Option<Facts> {
    Facts::deserialize(&leased.facts).ok()
}

/// Returns when attempts end: when the mail no longer waits for a push service.
pub fn tried_until(leased: &Leased) -> Moment {
    match mail(leased) {
        Some(_) => until(leased).min(leased.created_at + UNTAKEN),
        None => until(leased),
    }
}

/// Returns until when the notice is worth showing.
fn until(leased: &Leased) -> Moment {
    facts(leased).map_or(leased.created_at + WAITS, |facts| facts.until)
}

/// Whether another attempt is useless: no mail waits, the push service does not know the browser
/// (RFC 8030 section 7.3), or it rejects this server or this notice.
pub fn is_final(leased: &Leased, answer: &Answer) -> bool {
    let status = answer.status.unwrap_or(0);
    let is_refused = (400..500).contains(&status) && !matches!(status, 408 | 429);
    is_refused || mail(leased).is_none()
}

/// Returns the game and the name of the mail that waits for this push.
fn mail(leased: &Leased) -> Option<(&GameId, String)> {
    leased.game_id.as_ref().zip(facts(leased)?.mail)
}

/// Applies the consequences of a push.
pub async fn finish(
    app: &Integrations,
    leased: &Leased,
    status: DeliveryStatus,
    answer: Option<Answer>,
) -> Result<()> {
    let now = app.clock.now();
    let (player, device) = (leased.player_id, &leased.webhook_id);
    let mail = mail(leased);
    let mut conn = app.db.get().await?;
    match status {
        DeliveryStatus::Delivered => {
            pushes::note(&mut conn, player, device, now).await?;
            if let Some((game, mail)) = mail {
                outbox::push_taken(&mut conn, game, &mail, now, until(leased)).await?;
            }
            return Ok(());
        }
        DeliveryStatus::Waiting => return Ok(()),
        // A test that was not sent because the push service is paused.
        DeliveryStatus::Failed if answer.is_none() => {}
        DeliveryStatus::Failed => match answer.and_then(|it| it.status) {
            // The browser has ended the subscription, or made it for a server with another key.
            Some(401 | 403 | 404 | 410) => {
                pushes::remove(&mut conn, player, device).await?;
            }
            _ => {
                pushes::miss(&mut conn, player, device, MOST_MISSES).await?;
            }
        },
        DeliveryStatus::Dropped => {}
    }
    if let Some((game, mail)) = mail
        && outbox::not_pushed(&mut conn, game, &mail, now).await? > 0
    {
        app.outbox.notify_one();
    }
    Ok(())
}
