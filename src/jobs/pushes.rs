//! Pushing to browsers and phones: one attempt, and what comes of it. `webhooks` leases, pauses and marks.

use tokio::sync::Semaphore;

use crate::notice::NoticeKind;
use crate::post::pushes::{WAITS, test, topic};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::accounts::language_of;
use crate::store::pushes::{self, Subscription};
use crate::store::sets::DeliveryStatus;
use crate::store::webhooks::Leased;
use crate::store::{outbox, players};
use crate::webhooks::push::Keys;
use crate::webhooks::sender::{Answer, Push};

/// How often a push is tried again, while its mail waits.
pub(super) const MORE_TRIES: usize = 2;

/// Pushes; none where it is too late, or there is nobody to tell.
pub(super) async fn attempt(
    app: &App,
    asking: &Semaphore,
    told: &Leased,
    to: &Subscription,
) -> Result<Option<Answer>> {
    let now = app.clock.now();
    let lasts = told.created_at + WAITS - now;
    let keys = Keys::stored(&to.public_key, &to.auth).filter(|_| lasts.num_seconds() > 0);
    let Some(keys) = keys else {
        return Ok(None);
    };
    let body = match &told.body {
        Some(body) => body.clone(),
        None => {
            let _place = asking.acquire().await;
            let player = players::by_id(&mut *app.db.get().await?, to.player_id).await?;
            let Some(player) = player else {
                return Ok(None);
            };
            test(app, language_of(&player))
        }
    };
    let kind: Option<NoticeKind> = fact(told, "kind").and_then(|it| it.parse().ok());
    let is_turn = matches!(kind, Some(NoticeKind::YourTurn | NoticeKind::Reminder));
    let game = told.game_id.as_ref().filter(|_| is_turn);
    let topic = game.map(|game| topic(to.player_id, game));
    let push = Push {
        endpoint: &to.endpoint,
        keys: &keys,
        body: &body,
        topic: topic.as_deref(),
        urgent: is_turn,
        lasts,
        by: &app.pushes,
    };
    let answer = app.webhooks.push(&push, now).await;
    answer.map(Some).map_err(Refusal::internal)
}

/// Does what follows from what came of a push.
pub(super) async fn came(
    app: &App,
    told: &Leased,
    status: DeliveryStatus,
    answer: Option<Answer>,
) -> Result<()> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    match status {
        DeliveryStatus::Delivered => {
            pushes::note(&mut conn, told.player_id, &told.webhook_id, now).await?;
        }
        DeliveryStatus::Waiting => {}
        DeliveryStatus::Failed | DeliveryStatus::Dropped => {
            // The browser has ended it (RFC 8030 section 7.3).
            if matches!(answer.and_then(|it| it.status), Some(404 | 410)) {
                pushes::remove(&mut conn, told.player_id, &told.webhook_id).await?;
            }
            if let (Some(game), Some(mail)) = (&told.game_id, fact(told, "mail"))
                && outbox::not_pushed(&mut conn, game, mail, now).await? > 0
            {
                app.outbox.notify_one();
            }
        }
    }
    Ok(())
}

/// What was written down of the mail in whose place it is pushed.
fn fact<'a>(told: &'a Leased, name: &str) -> Option<&'a str> {
    told.facts.get(name)?.as_str()
}
