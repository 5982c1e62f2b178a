//! Sending the mails in the outbox: lease, write, hand over, mark.
//!
//! A mail is leased in one short statement and marked in another; no transaction is open while a
//! mail server is talked to. A worker that dies in between leaves a lease that runs out after
//! five minutes, and the mail goes out again under the same message id. So every mail is sent at least
//! once, and more than once only under one id.
//!
//! Any number of workers may run, in one process or in many.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::FutureExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use metrics::counter;
use sha2::{Digest, Sha256};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tracing::field::display;

use super::rest;
use crate::clock::Moment;
use crate::mail::Failure;
use crate::mail::compose::{Posting, compose};
use crate::post::digest;
use crate::post::letters::{self, Composed};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::bounces;
use crate::store::leases::{LEASE, backoff_seconds};
use crate::store::outbox::{self, Mail};
use crate::store::sets::OutboxEnd;

/// How many mails are under way at once.
const AT_ONCE: usize = 4;

/// The first and the longest pause before what became of a mail is written down once more.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// How often a mail is tried: for a little more than three days.
pub const MOST_ATTEMPTS: i32 = 16;

/// Sends mails until `stop`, then finishes those that are under way.
pub async fn run(app: &App, stop: &CancellationToken) {
    while !stop.is_cancelled() {
        let dealt = deliver(app, stop).await;
        if let Err(refusal) = &dealt {
            tracing::warn!(%refusal, "mail is not sent just now");
        }
        rest(stop, &app.outbox, dealt.is_ok()).await;
    }
}

/// Sends all mails that are due now, and says how many it dealt with.
pub async fn deliver_due(app: &App) -> Result<usize> {
    deliver(app, &CancellationToken::new()).await
}

async fn deliver(app: &App, stop: &CancellationToken) -> Result<usize> {
    let mut under_way = FuturesUnordered::new();
    let mut done = 0;
    let mut fault = None;
    loop {
        // Only as many as can be sent at once, so that no lease runs out while its mail waits.
        if fault.is_none() && !stop.is_cancelled() {
            match lease(app, AT_ONCE - under_way.len()).await {
                Ok(mails) => {
                    under_way.extend(mails.into_iter().map(|mail| deal_with(app, mail, stop)));
                }
                Err(refusal) => fault = Some(refusal),
            }
        }
        match under_way.next().await {
            Some(()) => done += 1,
            None => return fault.map_or(Ok(done), Err),
        }
    }
}

async fn lease(app: &App, count: usize) -> Result<Vec<Mail>> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    outbox::lease(&mut conn, now, now + LEASE, count)
        .await
        .map_err(Refusal::from)
}

/// What became of an attempt.
enum Attempt {
    /// It was sent, and tells what was said at the table up to this message.
    Sent {
        said: Option<i64>,
    },
    Dropped,
    /// It could not be sent, to this address where it came so far.
    Failed(Failure, Option<String>),
    Later(Moment),
    Digest(Moment),
}

impl Attempt {
    fn failed(failure: Failure) -> Attempt {
        Attempt::Failed(failure, None)
    }
}

async fn deal_with(app: &App, mail: Mail, stop: &CancellationToken) {
    let begun = Instant::now();
    let attempt = AssertUnwindSafe(attempt(app, &mail))
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Attempt::failed(Failure::passing("writing or sending it panicked")));
    let mut pause = PAUSES.0;
    while let Err(refusal) = mark(app, &mail, &attempt).await {
        let mail_is_ours = begun.elapsed() + pause < LEASE;
        let goes_on = matches!(refusal, Refusal::Unavailable(_)) && mail_is_ours;
        if !goes_on || stop.is_cancelled() {
            // The lease runs out, and the mail is tried again.
            tracing::error!(%refusal, game.id = mail.game().map(display), mail = mail.key, "a mail could not be marked");
            return;
        }
        // The database is away. Left to its lease, a mail that was sent would go out twice, and one
        // that was not would wait for minutes after the database is back.
        sleep(pause).await;
        pause = PAUSES.1.min(2 * pause);
    }
}

async fn attempt(app: &App, mail: &Mail) -> Attempt {
    if mail.tries() > MOST_ATTEMPTS {
        // Its workers died, each time, before they could mark it.
        return Attempt::failed(Failure::permanent("it was tried too often"));
    }
    match letters::compose(app, mail).await {
        Ok(Composed::NoLongerTrue) => Attempt::Dropped,
        Ok(Composed::Later(at)) => Attempt::Later(at),
        Ok(Composed::Digest(at)) => Attempt::Digest(at),
        Ok(Composed::Letter {
            to,
            letter,
            threading,
            said,
        }) => {
            let posting = Posting {
                from: &app.config.mail_from,
                host: app.config.public_host(),
                key: &mail.key,
                about: mail.about.as_ref().map(|it| (&*it.game, it.seat)),
                at: mail.created_at,
                threading: &threading,
            };
            let sent = match compose(&posting, &to, &letter) {
                Ok(message) => app.mail.send(message).await,
                Err(failure) => Err(failure),
            };
            match sent {
                Ok(()) => Attempt::Sent { said },
                Err(failure) => Attempt::Failed(failure, Some(to.address)),
            }
        }
        Err(refusal) => {
            tracing::error!(%refusal, mail = mail.key, "a letter could not be written");
            let code = refusal.code();
            Attempt::failed(Failure::passing(&format!(
                "the letter could not be written ({code})"
            )))
        }
    }
}

async fn mark(app: &App, mail: &Mail, attempt: &Attempt) -> Result<()> {
    let now = app.clock.now();
    if let Attempt::Sent { said: Some(said) } = attempt {
        // It was sent all the same: at worst the next mail tells it once more.
        if let Err(refusal) = letters::was_told(app, mail, *said).await {
            tracing::warn!(%refusal, game.id = mail.game().map(display), mail = mail.key, "what a mail told could not be kept");
        }
    }
    let given_up = |failure: &Failure| failure.permanent || mail.tries() >= MOST_ATTEMPTS;
    if let Attempt::Failed(failure, Some(to)) = attempt
        && failure.refused
        && given_up(failure)
    {
        bounces::refused(app, to, failure.status).await?;
    }
    let mut conn = app.db.get().await?;
    let (game, key) = (mail.game().map(display), &mail.key);
    match attempt {
        Attempt::Later(at) => {
            outbox::put_off(&mut conn, mail, *at).await?;
            counter!("turnpike_mails_put_off_total", "kind" => mail.kind.word()).increment(1);
        }
        Attempt::Digest(at) => {
            drop(conn);
            digest::hold(app, mail, *at).await?;
            counter!("turnpike_mails_held_total", "kind" => mail.kind.word()).increment(1);
        }
        Attempt::Sent { .. } | Attempt::Dropped => {
            let end = match attempt {
                Attempt::Sent { .. } => OutboxEnd::Sent,
                _ => OutboxEnd::Dropped,
            };
            digest::ended(&mut conn, mail, end, now).await?;
            if outbox::end(&mut conn, mail, end, None, now).await? {
                let name = match end {
                    OutboxEnd::Sent => "turnpike_mails_sent_total",
                    _ => "turnpike_mails_dropped_total",
                };
                counter!(name, "kind" => mail.kind.word()).increment(1);
                tracing::debug!(game.id = game, mail = key, ?end, "a mail was dealt with");
            }
        }
        Attempt::Failed(failure, _) if given_up(failure) => {
            digest::ended(&mut conn, mail, OutboxEnd::Dead, now).await?;
            if outbox::end(&mut conn, mail, OutboxEnd::Dead, Some(&failure.what), now).await? {
                counter!("turnpike_mails_dead_total", "kind" => mail.kind.word()).increment(1);
                let attempts = mail.tries();
                tracing::error!(%failure, game.id = game, mail = key, attempts, "a mail was given up");
            }
        }
        Attempt::Failed(failure, _) => {
            let due = now + backoff(mail);
            if outbox::retry(&mut conn, mail, &failure.what, due).await? {
                counter!("turnpike_mails_retried_total", "kind" => mail.kind.word()).increment(1);
                let attempts = mail.tries();
                tracing::warn!(%failure, game.id = game, mail = key, attempts, %due, "a mail is tried again later");
            }
        }
    }
    Ok(())
}

/// How long to wait after this attempt: a minute, then twice as long each time, at most half a
/// day; and up to a quarter more, so that what failed together does not come back together.
fn backoff(mail: &Mail) -> TimeDelta {
    let seconds = backoff_seconds(mail.tries(), 60, 12 * 3600);
    let digest = Sha256::new()
        .chain_update(mail.game().map_or("", |id| id))
        .chain_update(&mail.key)
        .chain_update(mail.attempts.to_le_bytes())
        .finalize();
    TimeDelta::seconds(seconds + seconds * i64::from(digest[0]) / 1024)
}
