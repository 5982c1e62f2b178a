//! Sending the mails in the outbox: lease, write, hand over, mark.
//!
//! A mail is leased in one short statement and marked in another; no transaction is open while a
//! mail server is talked to. A worker that dies in between leaves a lease that runs out after
//! five minutes, and the mail goes out again under the same message id. So every mail is sent at least
//! once, and more than once only under one id.
//!
//! Turn mails that are superseded are dropped many at a time, before any is leased.
//!
//! Moves go before mails: while some are under way, mails are written one at a time, with pauses, so
//! that it takes little from them. Nobody waits for a mail for longer than such a pause.
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
use crate::mail::compose::{Mail as Message, Posting, compose};
use crate::post::digest;
use crate::post::letters::{self, Composed};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::bounces;
use crate::store::leases::{LEASE, backoff_seconds};
use crate::store::outbox::{self, Dropped, Mail};
use crate::store::sets::OutboxEnd;

/// How many mails are under way at once. Each may hold a connection while the next are leased.
const AT_ONCE: usize = 4;

/// How often it is looked for superseded mails while others are sent.
const SIFT: Duration = Duration::from_secs(1);

/// How much longer than the work on a mail the pause behind it is while moves are played, and the
/// longest such pause.
const REST: (u32, Duration) = (15, Duration::from_secs(1));

/// How long it takes at most to notice that moves rest.
const TICK: Duration = Duration::from_millis(10);

/// The first and the longest pause before what became of a mail is written down once more.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// How often a mail is tried: for a little more than three days.
pub const MOST_ATTEMPTS: i32 = 16;

/// Sends mails until `stop`, then finishes those that are under way.
pub async fn run(app: &App, stop: &CancellationToken) {
    let mut pace = Pace::new(app);
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
    deliver(app, &CancellationToken::new(), &mut Pace::new(app)).await
}

async fn deliver(app: &App, stop: &CancellationToken, pace: &mut Pace<'_>) -> Result<usize> {
    let (mut writing, mut sending) = (FuturesUnordered::new(), FuturesUnordered::new());
    let (mut done, mut fault) = (0, None);
    loop {
        let goes_on = fault.is_none() && !stop.is_cancelled();
        let at_once = if goes_on { pace.at_once() } else { 0 };
        if at_once > 0 && pace.is_to_sift() {
            match pace.sift().await {
                Ok(dropped) => done += dropped,
                Err(refusal) => fault = Some(refusal),
            }
        }
        // Only as many as can be sent at once, so that no lease runs out while its mail waits.
        let room = at_once.saturating_sub(writing.len());
        let room = room.min(AT_ONCE.saturating_sub(writing.len() + sending.len()));
        if room > 0 {
            match lease(app, room).await {
                Ok(mails) => writing.extend(mails.into_iter().map(|mail| write(app, mail))),
                Err(refusal) => fault = Some(refusal),
            }
        }
        tokio::select! {
            Some(written) = writing.next() => {
                pace.worked_since(written.begun);
                sending.push(finish(app, written, stop));
            }
            Some(()) = sending.next() => done += 1,
            () = sleep(TICK), if goes_on && at_once == 0 => {}
            else => return fault.map_or(Ok(done), Err),
        }
    }
}

/// How fast the worker goes: it makes way for moves.
struct Pace<'a> {
    app: &'a App,
    /// Until when nothing is begun, unless moves rest.
    rests_until: Instant,
    /// When it last found no superseded mail.
    sifted: Option<Instant>,
}

impl Pace<'_> {
    fn new(app: &App) -> Pace<'_> {
        Pace {
            app,
            rests_until: Instant::now(),
            sifted: None,
        }
    }

    /// How many mails may be written at once now.
    fn at_once(&self) -> usize {
        if self.app.lanes.moves.is_free() {
            AT_ONCE
        } else {
            usize::from(self.rests_until <= Instant::now())
        }
    }

    /// Notes that something was done that began then.
    fn worked_since(&mut self, begun: Instant) {
        self.rests_until = Instant::now() + REST.1.min(REST.0 * begun.elapsed());
    }

    fn is_to_sift(&self) -> bool {
        self.sifted.is_none_or(|at| at.elapsed() > SIFT)
    }

    /// Drops mails that are superseded, and says how many.
    async fn sift(&mut self) -> Result<usize> {
        let begun = Instant::now();
        let mut conn = self.app.db.get().await?;
        let dropped = outbox::drop_superseded(&mut conn, self.app.clock.now()).await?;
        drop(conn);
        let mut all = 0;
        for Dropped { kind, count } in dropped {
            let count = count.unsigned_abs();
            counter!("turnpike_mails_dropped_total", "kind" => kind).increment(count);
            all += count as usize;
        }
        self.worked_since(begun);
        // Where there were some there may be more.
        self.sifted = (all == 0).then(Instant::now);
        Ok(all)
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
