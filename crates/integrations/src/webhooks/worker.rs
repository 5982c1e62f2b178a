//! Delivers events to webhooks, and notices to browsers and phones (`pushes`): a [`Queue`].
//!
//! As with mails, another worker takes a delivery whose lease has expired. So each event is
//! delivered at least once, each time under the same id.
//!
//! A slow receiver delays few others:
//!
//! - The number of deliveries under way is limited for each player and for each host.
//! - Half of the slots are reserved for receivers that accepted their last delivery.
//! - Tests have a few slots of their own.
//! - Deliveries to a paused receiver are put back unsent.
//!
//! Few deliveries use the database at a time, because requests use the same connection pool.
//! Waiting for any of this does not count as a failure.
//!
//! # When something goes wrong
//!
//! - The worker dies while it sends: the lease expires, and another worker sends the event again
//!   under the same id.
//! - The receiver hangs: the request ends after 15 seconds, or after 6 if no connection is made.
//!   Then the receiver gets a pause (`egress::circuits`), and its deliveries are put back unsent.
//! - The name does not resolve: the request ends after 3 seconds. If no name server answered, the
//!   host gets a pause, too.
//! - The name leads to a private address: no connection is made, and the attempt counts as failed
//!   (`egress::guard`). So does an attempt whose body or request cannot be written.
//! - The database is unreachable: the lease expires, and another worker sends the event.
//! - The webhook is off or gone, or its owner may no longer see the event: the delivery is dropped.
//! - The receiver answers 410, or fails for three days: `integrations::webhooks` turns the webhook
//!   off, with a mail.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use base::queue::{self, DATABASE_USERS, Limits, Queue};
use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::PlayerId;
use db::leases::LEASE;
use db::sets::{DeliveryStatus, DisabledBy};
use egress::sender::{Answer, Attempt, Message};
use letters::store::pushes as subscriptions;
use letters::store::pushes::{PUSH_TEST, Subscription};
use metrics::counter;
use notices::outbox::PUSH;
use play::refusal::{Refusal, Result};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::Integrations;
use crate::pushes::delivery;
use crate::store::{Leased, Share};
use crate::webhooks::event::compose;
use crate::webhooks::store::{self, Room, Webhook};
use crate::webhooks::{TEST, TESTS, disable, failed, known, secrets};

/// The largest number of deliveries under way.
const AT_ONCE: usize = 64;

/// The largest number of these to receivers that are new or rejected their last delivery.
const UNPROVEN: usize = 32;

/// The largest number of tests.
const TESTING: usize = 8;

/// The largest number for one player.
const OF_ONE: usize = 4;

/// The largest number to one host.
const TO_HOST: usize = 16;

/// The pauses between attempts, in seconds. Together they are three days and some hours.
const PAUSES: [i64; 9] = [
    5,
    5 * 60,
    30 * 60,
    2 * 3600,
    5 * 3600,
    10 * 3600,
    14 * 3600,
    20 * 3600,
    24 * 3600,
];

/// The largest number of attempts, counting those whose worker died before it could mark the
/// result.
const MOST_ATTEMPTS: usize = 2 * PAUSES.len();

/// The longest pause that a receiver may ask for.
const LONGEST: TimeDelta = TimeDelta::days(1);

/// The receiver of a delivery.
enum To {
    Webhook(Webhook),
    Device(Subscription),
}

/// Delivers events until `stop`, then finishes the deliveries that are under way.
pub async fn run(app: &Integrations, stop: &CancellationToken) {
    queue::run(&Deliveries::new(app), stop).await;
}

/// Delivers all events that are due, and returns their number.
pub async fn deliver_due(app: &Integrations) -> Result<usize> {
    queue::drain(&Deliveries::new(app)).await
}

/// The queue of deliveries.
struct Deliveries<'a> {
    app: &'a Integrations,
    /// Limits the deliveries that use the database at once.
    database: Semaphore,
    /// The deliveries under way, and some that have ended.
    begun: Mutex<Vec<Weak<Leased>>>,
}

/// A leased delivery. The receiver is `None` if it no longer exists.
struct Delivery {
    leased: Arc<Leased>,
    to: Option<To>,
}

impl<'a> Deliveries<'a> {
    fn new(app: &'a Integrations) -> Deliveries<'a> {
        Deliveries {
            app,
            database: Semaphore::new(DATABASE_USERS),
            begun: Mutex::default(),
        }
    }

    fn begun(&self) -> MutexGuard<'_, Vec<Weak<Leased>>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the deliveries under way.
    fn under_way(&self) -> Vec<Arc<Leased>> {
        let mut begun = self.begun();
        begun.retain(|leased| leased.strong_count() > 0);
        begun.iter().filter_map(Weak::upgrade).collect()
    }
}

impl Queue for Deliveries<'_> {
    type Entry = Delivery;
    type Outcome = Result<Option<Attempt>>;
    type Fault = Refusal;

    const NAME: &'static str = "webhooks";
    const LIMITS: Limits = Limits {
        leased: AT_ONCE,
        // A delivery that ends makes room for others of its player, host and share.
        batch: 1,
        running: AT_ONCE,
        reserved: 0,
        marking: AT_ONCE,
    };

    async fn lease(&self, room: usize) -> Result<Vec<Delivery>> {
        let room = room_beside(&self.under_way(), room);
        let leased = lease(self.app, room).await?;
        let begun = leased.iter().map(|it| Arc::downgrade(&it.leased));
        self.begun().extend(begun);
        Ok(leased)
    }

    async fn work(&self, Delivery { leased, to }: &Delivery) -> Result<Option<Attempt>> {
        attempt(self.app, &self.database, leased, to.as_ref()).await
    }

    async fn mark(&self, done: Vec<(Delivery, Option<Result<Option<Attempt>>>)>) {
        for (Delivery { leased, to }, attempt) in done {
            let attempt = attempt.unwrap_or_else(|| Err(Refusal::internal("it panicked")));
            let attempt = attempt.or_else(|refusal| {
                tracing::warn!(%refusal, event = leased.event, "a webhook delivery could not be made");
                match refusal {
                    Refusal::General(base::Refusal::Unavailable(_)) => Err(refusal),
                    // Waiting for the lease to expire would not help.
                    _ => Ok(Some(Attempt::Answered(Answer::NONE))),
                }
            });
            let marked = match attempt {
                Ok(attempt) => {
                    let _permit = self.database.acquire().await;
                    mark(self.app, &leased, to.as_ref(), attempt).await
                }
                // It is in the log. The lease expires, and another attempt follows.
                Err(_) => continue,
            };
            if let Err(refusal) = marked {
                // The lease expires, and another attempt follows.
                tracing::warn!(%refusal, event = leased.event, "the result of a webhook delivery could not be stored");
            }
        }
    }
}

/// Returns how many deliveries may be leased beside those under way if there are `places` slots.
fn room_beside(under_way: &[Arc<Leased>], places: usize) -> Room {
    let (mut players, mut hosts) = (BTreeMap::<_, i64>::new(), BTreeMap::<_, i64>::new());
    for leased in under_way {
        *players.entry(leased.player_id).or_default() += 1;
        *hosts.entry(leased.host.clone()).or_default() += 1;
    }
    let left = |most: usize, share| {
        let taken = under_way.iter().filter(|leased| leased.share() == share);
        places.min(most.saturating_sub(taken.count()))
    };
    let places = [
        places,
        left(UNPROVEN, Share::Unproven),
        left(TESTING, Share::Test),
    ];
    let number = |count| i64::try_from(count).unwrap_or(i64::MAX);
    Room {
        places: places.map(number),
        of_player: number(OF_ONE),
        to_host: number(TO_HOST),
        players: players.into_iter().unzip(),
        hosts: hosts.into_iter().unzip(),
    }
}

async fn lease(app: &Integrations, room: Room) -> Result<Vec<Delivery>> {
    let now = app.clock.now();
    let until = now + TimeDelta::from_std(LEASE).map_err(Refusal::internal)?;
    let mut conn = app.db.get().await?;
    let leased = store::lease(&mut conn, now, until, &room, &known(), &TESTS).await?;
    if leased.is_empty() {
        return Ok(Vec::new());
    }
    let found = store::of_leased(&mut conn, &leased, now).await?;
    let pushed = leased.iter().filter(|leased| is_push(leased));
    let (players, ids): (Vec<PlayerId>, Vec<&str>) = pushed
        .map(|leased| (leased.player_id, &*leased.webhook_id))
        .unzip();
    let devices = match ids.is_empty() {
        true => Vec::new(),
        false => subscriptions::by_ids(&mut conn, &players, &ids, now).await?,
    };
    drop(conn);
    let with = |leased: Leased| {
        let is_it =
            |it: &&Subscription| (it.player_id, &it.id) == (leased.player_id, &leased.webhook_id);
        let device = devices.iter().find(is_it);
        let to = match is_push(&leased) {
            true => device.cloned().map(To::Device),
            false => found.get(&leased.webhook_id).cloned().map(To::Webhook),
        };
        Delivery {
            leased: Arc::new(leased),
            to,
        }
    };
    Ok(leased.into_iter().map(with).collect())
}

/// Whether the receiver is a browser or phone.
fn is_push(leased: &Leased) -> bool {
    matches!(&*leased.event, PUSH | PUSH_TEST)
}

/// Sends a delivery. Returns `None` if there is nothing to send.
async fn attempt(
    app: &Integrations,
    database: &Semaphore,
    leased: &Leased,
    to: Option<&To>,
) -> Result<Option<Attempt>> {
    let webhook = match to {
        None => return Ok(None),
        Some(To::Device(device)) => return delivery::attempt(app, database, leased, device).await,
        Some(To::Webhook(webhook)) => webhook,
    };
    let is_off = webhook.disabled_at.is_some() && leased.event != TEST;
    // In each attempt, the worker died before it could mark the delivery.
    let is_tried = usize::try_from(leased.attempts).is_ok_and(|it| it > MOST_ATTEMPTS);
    if is_off || is_tried {
        return Ok(None);
    }
    let permit = database.acquire().await;
    // Each attempt checks whether the owner may still see the event. The body stays the same.
    let Some(new) = compose(app, webhook, leased).await? else {
        return Ok(None);
    };
    let body = match &leased.body {
        Some(body) => body,
        None => {
            let mut conn = app.db.get().await?;
            store::keep(&mut conn, webhook, leased, &new).await?;
            &new
        }
    };
    drop(permit);
    let now = app.clock.now();
    let message = Message {
        url: &webhook.url,
        id: &leased.id,
        body,
        secrets: &secrets(webhook, now),
    };
    let attempt = app.webhooks.send(&message, now).await;
    attempt.map(Some).map_err(Refusal::internal)
}

/// Records the result of an attempt.
async fn mark(
    app: &Integrations,
    leased: &Leased,
    to: Option<&To>,
    attempt: Option<Attempt>,
) -> Result<()> {
    let now = app.clock.now();
    let event = leased.event.clone();
    let is_test = TESTS.contains(&&*event);
    let (status, due) = match &attempt {
        None => (DeliveryStatus::Dropped, now),
        Some(Attempt::Paused(_)) if is_test => (DeliveryStatus::Failed, now),
        Some(Attempt::Paused(until))
            if leased.event == PUSH && *until >= delivery::tried_until(leased) =>
        {
            (DeliveryStatus::Dropped, now)
        }
        Some(Attempt::Paused(until)) => (DeliveryStatus::Waiting, *until),
        Some(Attempt::Answered(answer)) if answer.is_success() => (DeliveryStatus::Delivered, now),
        Some(Attempt::Answered(answer)) => match next(leased, answer, now) {
            Some(pause) => (DeliveryStatus::Waiting, now + pause),
            None => (DeliveryStatus::Failed, now),
        },
    };
    let answer = attempt.and_then(|attempt| match attempt {
        Attempt::Answered(answer) => Some(answer),
        Attempt::Paused(_) => None,
    });
    let mut conn = app.db.get().await?;
    let tried = answer.map(|answer| answer.status);
    let is_ours = store::mark(&mut conn, leased, status, tried, due, now).await?;
    if let (DeliveryStatus::Delivered, Some(To::Webhook(webhook))) = (status, to) {
        store::works(&mut conn, webhook.player_id, &webhook.id, now).await?;
    }
    drop(conn);
    if !is_ours {
        return Ok(());
    }
    let name = match status {
        DeliveryStatus::Delivered => "turnpike_webhooks_delivered_total",
        DeliveryStatus::Waiting => "turnpike_webhooks_retried_total",
        DeliveryStatus::Failed => "turnpike_webhooks_failed_total",
        DeliveryStatus::Dropped => "turnpike_webhooks_dropped_total",
    };
    counter!(name, "event" => event).increment(1);
    if is_push(leased) {
        return delivery::finish(app, leased, status, answer).await;
    }
    match (answer, to) {
        (Some(answer), Some(To::Webhook(webhook))) if !is_test && !answer.is_success() => {
            match answer.is_gone() {
                true => disable(app, webhook, DisabledBy::Gone).await,
                false => failed(app, webhook).await,
            }
        }
        _ => Ok(()),
    }
}

/// Returns the pause before the next attempt, or `None` if there is none. The pause is up to a
/// quarter longer than in the table, which spreads out deliveries that failed together. It is at
/// least as long as the receiver asks for.
fn next(leased: &Leased, answer: &Answer, now: Moment) -> Option<TimeDelta> {
    let is_over = match &*leased.event {
        TEST | PUSH_TEST => true,
        PUSH => delivery::is_final(leased, answer),
        _ => answer.is_gone(),
    };
    if is_over {
        return None;
    }
    let tries = usize::try_from(leased.attempts).unwrap_or(0);
    let pauses = match leased.event == PUSH {
        true => &delivery::PAUSES[..],
        false => &PAUSES[..],
    };
    let seconds = *pauses.get(tries.saturating_sub(1))?;
    let pause = queue::spread(TimeDelta::seconds(seconds), &leased.id, leased.attempts);
    let asked = answer.retry_after.unwrap_or_default().min(LONGEST);
    let pause = pause.max(asked);
    // By then the mail itself is sent.
    let is_late = leased.event == PUSH && now + pause >= delivery::tried_until(leased);
    Some(pause).filter(|_| !is_late)
}
