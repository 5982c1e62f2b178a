//! Sending the mails in the outbox: lease, write, hand over, mark.
//!
//! A mail is leased in one short statement and marked in another; no transaction is open while a
//! mail server is talked to. A worker that dies in between leaves a lease that runs out after
//! five minutes, and the mail goes out again under the same message id. So every mail is sent at least
//! once, and more than once only under one id.
//!
//! Turn mails that are superseded are dropped many at a time, beside all this ([`sift`]).
//!
//! Moves go before mails: while many are under way, a mail is begun only now and then, so that it takes
//! little from them. What somebody waits for, and what has waited for some time, never waits for moves.
//!
//! Any number of workers may run, in one process or in many.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::FutureExt;
use futures_util::future::OptionFuture;
use futures_util::stream::{FuturesUnordered, StreamExt};
use metrics::counter;
use sha2::{Digest, Sha256};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::field::display;

use super::rest;
use crate::clock::Moment;
use crate::mail::Failure;
use crate::mail::compose::{Mail as Message, Posting, compose};
use crate::post::digest;
use crate::post::letters::{self, Composed};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::bounces;
use crate::store::leases::{LEASE, backoff_seconds};
use crate::store::outbox::{self, Dropped, Mail};
use crate::store::sets::OutboxEnd;

/// How many mails are under way at once: with a mail server, which takes its time, most of the time.
const AT_ONCE: usize = 16;

/// How many of them are being written.
const WRITTEN: usize = 4;

/// With more moves than this under way, mails make way for them: a few players alone do not count.
const FEW_MOVES: usize = 4;

/// How long many moves are reckoned with after some were seen.
const CALM: Duration = Duration::from_millis(250);

/// How often a mail for which nobody waits is begun meanwhile.
const BEAT: Duration = Duration::from_millis(100);

/// How long such a mail makes way at most.
const MADE_WAY: TimeDelta = TimeDelta::minutes(1);

/// As long as so many superseded mails are dropped at a time, there are more.
const MANY: u64 = 1_000;

/// How often more are dropped before a server that is to stop may do so.
const ROUNDS: usize = 25;

/// The first and the longest pause before what became of a mail is written down once more.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// How often a mail is tried: for a little more than three days.
pub const MOST_ATTEMPTS: i32 = 16;

/// Sends mails until `stop`, then finishes those that are under way.
pub async fn run(app: &App, stop: &CancellationToken) {
    let mut pace = Pace::default();
    while !stop.is_cancelled() {
        let dealt = deliver(app, stop, &mut pace).await;
        if let Err(refusal) = &dealt {
            tracing::warn!(%refusal, "mail is not sent just now");
        }
        rest(stop, &app.outbox, dealt.is_ok()).await;
    }
}

/// Sends all mails that are due now, and says how many it dealt with.
pub async fn deliver_due(app: &App) -> Result<usize> {
    deliver(app, &CancellationToken::new(), &mut Pace::default()).await
}

/// Drops the mails that are superseded, and says how many.
pub async fn sift(app: &App) -> Result<u64> {
    let mut all = 0;
    for _ in 0..ROUNDS {
        let mut conn = app.db.get().await?;
        let dropped = outbox::drop_superseded(&mut conn, app.clock.now()).await?;
        drop(conn);
        let before = all;
        for Dropped { kind, count } in dropped {
            let count = count.unsigned_abs();
            counter!("turnpike_mails_dropped_total", "kind" => kind).increment(count);
            all += count;
        }
        if all - before < MANY {
            break;
        }
    }
    Ok(all)
}

async fn deliver(app: &App, stop: &CancellationToken, pace: &mut Pace) -> Result<usize> {
    // All are polled together: whoever waits for a connection waits for those who have one.
    let mut leasing = FuturesUnordered::new();
    let (mut writing, mut sending) = (FuturesUnordered::new(), FuturesUnordered::new());
    let (mut done, mut fault) = (0, None);
    // When to look for more; else when one has ended.
    let mut next = Some(Instant::now());
    loop {
        // Only as many as can be sent at once, so that no lease runs out while its mail waits.
        let room = AT_ONCE.saturating_sub(writing.len() + sending.len());
        let room = room.min(WRITTEN.saturating_sub(writing.len()));
        let looks = room > 0 && leasing.is_empty() && fault.is_none() && !stop.is_cancelled();
        let wait = OptionFuture::from(next.filter(|_| looks).map(sleep_until));
        tokio::select! {
            Some(()) = wait => {
                leasing.push(lease(app, room, pace.makes_way(app)));
                next = None;
            }
            Some(leased) = leasing.next() => match leased {
                Ok((mails, again)) => {
                    writing.extend(mails.into_iter().map(|mail| write(app, mail)));
                    next = again;
                }
                Err(refusal) => fault = Some(refusal),
            },
            Some(written) = writing.next() => sending.push(finish(app, written, stop)),
            Some(()) = sending.next() => {
                done += 1;
                next.get_or_insert_with(Instant::now);
            }
            // What has come meanwhile does not wait for a mail server that takes its time with another.
            () = app.outbox.notified(), if looks && next.is_none() && !sending.is_empty() => {
                next = Some(Instant::now());
            }
            else => return fault.map_or(Ok(done), Err),
        }
    }
}

/// When many moves were last seen under way.
#[derive(Default)]
struct Pace(Option<Instant>);

impl Pace {
    fn makes_way(&mut self, app: &App) -> bool {
        if app.lanes.moves.taken() > FEW_MOVES {
            self.0 = Some(Instant::now());
        }
        self.0.is_some_and(|seen| seen.elapsed() < CALM)
    }
}

/// Leases mails, at most as many as there is `room` for, and says when to look again where there may be
/// more. A worker that makes way for moves takes what must not wait, or else a single one.
async fn lease(app: &App, room: usize, makes_way: bool) -> Result<(Vec<Mail>, Option<Instant>)> {
    let (now, begun) = (app.clock.now(), Instant::now());
    let mut conn = app.db.get().await?;
    let patient = if makes_way { now - MADE_WAY } else { now };
    let mails = outbox::lease(&mut conn, now, now + LEASE, room, patient).await?;
    if mails.len() == room || makes_way && !mails.is_empty() {
        return Ok((mails, Some(begun)));
    }
    if !makes_way {
        return Ok((mails, None));
    }
    let one = outbox::lease(&mut conn, now, now + LEASE, 1, now).await?;
    let again = (!one.is_empty()).then_some(begun + BEAT);
    Ok((one, again))
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

/// A mail of which a letter was written, or what became of it without one.
struct Written {
    mail: Mail,
    begun: Instant,
    letter: Result<Ready, Attempt>,
}

/// A letter that is to be sent. It holds an address and may hold a secret: no `Debug`.
struct Ready {
    message: Message,
    to: String,
    said: Option<i64>,
}

async fn write(app: &App, mail: Mail) -> Written {
    let begun = Instant::now();
    let letter = AssertUnwindSafe(letter(app, &mail)).catch_unwind().await;
    Written {
        letter: letter.unwrap_or_else(|_| Err(panicked())),
        mail,
        begun,
    }
}

async fn finish(app: &App, written: Written, stop: &CancellationToken) {
    let Written {
        mail,
        begun,
        letter,
    } = written;
    let attempt = match letter {
        Ok(ready) => AssertUnwindSafe(send(app, ready)).catch_unwind().await,
        Err(attempt) => Ok(attempt),
    };
    let attempt = attempt.unwrap_or_else(|_| panicked());
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

fn panicked() -> Attempt {
    Attempt::failed(Failure::passing("writing or sending it panicked"))
}

/// Writes the letter; `Err` where there is none to send.
async fn letter(app: &App, mail: &Mail) -> Result<Ready, Attempt> {
    if mail.tries() > MOST_ATTEMPTS {
        // Its workers died, each time, before they could mark it.
        let failure = Failure::permanent("it was tried too often");
        return Err(Attempt::failed(failure));
    }
    match letters::compose(app, mail).await {
        Ok(Composed::NoLongerTrue) => Err(Attempt::Dropped),
        Ok(Composed::Later(at)) => Err(Attempt::Later(at)),
        Ok(Composed::Digest(at)) => Err(Attempt::Digest(at)),
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
            match compose(&posting, &to, &letter) {
                Ok(message) => Ok(Ready {
                    message,
                    to: to.address,
                    said,
                }),
                Err(failure) => Err(Attempt::Failed(failure, Some(to.address))),
            }
        }
        Err(refusal) => {
            tracing::error!(%refusal, mail = mail.key, "a letter could not be written");
            let code = refusal.code();
            Err(Attempt::failed(Failure::passing(&format!(
                "the letter could not be written ({code})"
            ))))
        }
    }
}

async fn send(app: &App, ready: Ready) -> Attempt {
    let Ready { message, to, said } = ready;
    match app.mail.send(message).await {
        Ok(()) => Attempt::Sent { said },
        Err(failure) => Attempt::Failed(failure, Some(to)),
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
