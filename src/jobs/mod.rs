//! Background jobs, which run without a request.
//!
//! A job decides when and how often something happens, and calls a domain to do it. A panic ends
//! the current run, never the job.

pub mod gauges;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use accounts::{attempts, oauth, sessions, tokens};
use admin::{acts, health, secrets};
use base::config::Role;
use base::idempotency;
use chrono::TimeDelta;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use integrations::{pushes as devices, webhooks as hooks};
use letters::outgoing;
use mail_commands as mail_in;
use notices::outbox;
use play::clocks::deadlines;
use play::clocks::outages::{self, Watch};
use play::refusal::{Refusal, Result};
use play::store::watches;
use play::{bots, lobby, membership, moves};
use social::presence;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::{App, metrics};

/// A background job. It runs until the process stops.
enum Job {
    /// Runs by itself, and knows when there is work.
    Endless(fn(Arc<App>, CancellationToken) -> BoxFuture<'static, ()>),
    /// Runs its steps one after the other, with a pause of this many seconds before each run.
    Every(u64, &'static [Step]),
    /// Like `Every`, with an additional run as soon as the metrics are recorded.
    NowAndEvery(u64, &'static [Step]),
    /// One of all workers runs it each hour, even if all of them restart more often.
    Hourly(&'static [Step]),
}

/// A function, and the log message if it fails.
struct Step(fn(Arc<App>) -> BoxFuture<'static, Result<()>>, &'static str);

/// A job that runs by itself.
macro_rules! endless {
    ($run:path) => {
        Job::Endless(|app, stop| async move { $run(&app, &stop).await }.boxed())
    };
}

/// The steps of a job.
macro_rules! steps {
    ($($step:path, $fails:literal),+) => {
        &[$(Step(|app| async move { $step(&app).await.map(drop).map_err(Refusal::from) }.boxed(), $fails)),+]
    };
}

/// A job that runs with a pause of this many seconds before each run.
macro_rules! every {
    ($seconds:literal => $($steps:tt)+) => { Job::Every($seconds, steps!($($steps)+)) };
}

/// The jobs of every process.
static ALWAYS: [Job; 5] = [
    endless!(gauges::run),
    endless!(sum_up),
    // Workers count as well, for example the answers to mails.
    endless!(forget_idle),
    every!(1 => secrets::take_up, "the server's secrets could not be read from the database"),
    every!(10 => health::follow_clock, "the database's time could not be read"),
];

/// The jobs of a worker.
static WORKER: [Job; 10] = [
    endless!(letters::mailer::run),
    endless!(hooks::worker::run),
    // After a time without workers there are many superseded mails.
    Job::NowAndEvery(
        1,
        steps!(
            letters::mailer::sift,
            "superseded mails could not be dropped"
        ),
    ),
    endless!(answer_woken),
    // Finds games for which no wake-up reached the bots: the move was made in another process, or
    // before a restart.
    every!(2 => bots::answer_all, "games in which bots have to move could not be found"),
    every!(5 => deadlines::watch, "games with due time-outs or reminders could not be found"),
    every!(10 => ratings::rate, "finished games could not be rated"),
    every!(300 => archives::make, "archive files could not be made"),
    every!(60 =>
        hooks::limit, "excess webhook deliveries could not be dropped",
        moves::leave_for_departed, "deleted players could not be removed from their games",
        acts::hand_over_waiting, "seats of suspended players could not be given to bots"),
    Job::Hourly(steps!(
        attempts::forget_idle,
        "old counts of sign-in attempts could not be deleted",
        sessions::remove_old,
        "expired sessions could not be deleted",
        membership::guests::remove_unseen,
        "inactive guests could not be deleted",
        tokens::forget,
        "expired tokens could not be deleted",
        devices::forget,
        "ended push subscriptions could not be deleted",
        idempotency::forget,
        "old answers for retried requests could not be deleted",
        oauth::forget,
        "ended OAuth grants could not be deleted",
        hooks::forget,
        "old webhook deliveries could not be deleted",
        outgoing::remove_old,
        "old outgoing mails could not be deleted",
        lobby::forget_requests,
        "expired requests for games could not be deleted",
        outages::forget,
        "old outages could not be deleted",
        mail_in::remove_old,
        "old incoming mails could not be deleted",
        ratings::rate_late,
        "games that were stored late could not be rated",
        health::forget_nodes,
        "heartbeats of stopped nodes could not be deleted"
    )),
];

/// The job of a worker that processes incoming mail.
static MAIL_IN: Job = endless!(mail_commands::worker::run);

/// The jobs of a process that answers requests.
static WEB: [Job; 2] = [
    every!(1 => sessions::sync_revocations, "ended sessions could not be read from the database"),
    every!(15 => presence::write_down, "when players were last seen could not be stored"),
];

/// The job of a process that accepts mail.
static MAIL_DOOR: Job = every!(5 => see_mail, "the heartbeat of incoming mail could not be stored");

/// The interval between hourly jobs.
const AN_HOUR: TimeDelta = TimeDelta::hours(1);

/// How long the jobs wait after a start, so that the first requests have the cores and the
/// database. Without this pause, a core was busy with other work for up to 200 ms after a start.
const MOMENT: Duration = Duration::from_millis(250);

/// The longest wait of a sandbox for its mails.
const MOST_FOR_MAILS: Duration = Duration::from_secs(5);

/// How often it looks whether they are sent.
const LOOK: Duration = Duration::from_millis(20);

/// Starts the jobs of a process with this role. After `stop`, they finish their current work and
/// end.
pub fn start(app: &Arc<App>, role: Role, stop: &CancellationToken) -> TaskTracker {
    let mail_in = app.config.mail_in.as_ref();
    let mut jobs: Vec<&'static Job> = ALWAYS.iter().collect();
    if matches!(role, Role::Worker | Role::All) {
        jobs.extend(&WORKER);
        jobs.extend(mail_in.map(|_| &MAIL_IN));
    }
    if matches!(role, Role::Web | Role::All) {
        jobs.extend(&WEB);
        jobs.extend(mail_in.filter(|it| it.is_open()).map(|_| &MAIL_DOOR));
    }
    let moment = match role {
        Role::Web | Role::All => MOMENT,
        Role::Worker => Duration::ZERO,
    };
    let counting = begin_to_count(moment).boxed().shared();
    let tasks = TaskTracker::new();
    for job in jobs {
        tasks.spawn(job.run(Arc::clone(app), counting.clone(), stop.clone()));
    }
    tasks
}

impl Job {
    /// Runs the job. `counting` completes once the metrics are recorded.
    async fn run(
        &self,
        app: Arc<App>,
        counting: impl Future<Output = ()>,
        stop: CancellationToken,
    ) {
        match self {
            Job::Endless(run) => {
                stop.run_until_cancelled(counting).await;
                run(app, stop).await;
            }
            Job::Every(seconds, steps) => {
                every(*seconds, &stop, || take(steps, &app)).await;
            }
            Job::NowAndEvery(seconds, steps) => {
                if stop.run_until_cancelled(counting).await.is_some() {
                    once(take(steps, &app)).await;
                }
                every(*seconds, &stop, || take(steps, &app)).await;
            }
            Job::Hourly(steps) => every(60, &stop, || hourly(steps, &app)).await,
        }
    }
}

/// Does what is due after a sandbox has moved its clock: runs the periodic jobs, and sends the mails
/// that they queue. Returns when these are sent, or after five seconds.
pub async fn catch_up(app: &Arc<App>) -> Result<()> {
    for job in &WORKER {
        match job {
            Job::Every(_, steps) | Job::NowAndEvery(_, steps) => once(take(steps, app)).await,
            Job::Hourly(steps) => once(hourly(steps, app)).await,
            Job::Endless(_) => {}
        }
    }
    let until = Instant::now() + MOST_FOR_MAILS;
    while Instant::now() < until {
        letters::mailer::deliver_due(app).await?;
        let mails = outbox::counts(&mut *app.db.get().await?).await?;
        if mails.oldest_due.is_none_or(|due| due > app.clock.now()) {
            break;
        }
        // The mailer of this process is sending them.
        sleep(LOOK).await;
    }
    Ok(())
}

/// Whether work that recurs after `pause` is due, considering all processes. Records it as done, so
/// that only one of several processes does it.
pub async fn is_due(app: &App, what: Watch, pause: TimeDelta) -> Result<bool> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    Ok(watches::take_turn(&mut conn, what, now - pause, now).await?)
}

/// Starts to record metrics after `moment`. The library calibrates its clock then, which keeps a
/// core busy for up to 200 ms.
async fn begin_to_count(moment: Duration) {
    sleep(moment).await;
    let begun = tokio::task::spawn_blocking(metrics::start).await;
    if let Err(error) = begun.map_err(Into::into).flatten() {
        tracing::error!(%error, "metrics did not start");
    }
}

async fn hourly(steps: &[Step], app: &Arc<App>) {
    match is_due(app, Watch::Hourly, AN_HOUR).await {
        Ok(true) => take(steps, app).await,
        Ok(false) => {}
        Err(refusal) => tracing::warn!(%refusal, "hourly jobs could not start"),
    }
}

async fn take(steps: &[Step], app: &Arc<App>) {
    for Step(run, fails) in steps {
        if let Err(refusal) = run(Arc::clone(app)).await {
            tracing::warn!(%refusal, "{fails}");
        }
    }
}

async fn every<W: Future>(seconds: u64, stop: &CancellationToken, work: impl Fn() -> W) {
    let pause = Duration::from_secs(seconds);
    while stop.run_until_cancelled(sleep(pause)).await.is_some() {
        once(work()).await;
    }
}

async fn once(work: impl Future) {
    if AssertUnwindSafe(work).catch_unwind().await.is_err() {
        tracing::error!("a background job panicked; its next run follows as usual");
    }
}

async fn sum_up(_: &App, stop: &CancellationToken) {
    every(5, stop, || async { metrics::sum_up() }).await;
}

async fn forget_idle(app: &App, stop: &CancellationToken) {
    every(60, stop, || async { app.limits.forget_idle() }).await;
}

async fn see_mail(app: &App) -> Result<()> {
    outages::see(app, Watch::Mail).await
}

/// Plays for the bots that this process knows to be on turn.
async fn answer_woken(app: &App, stop: &CancellationToken) {
    while let Some(id) = stop.run_until_cancelled(app.bots.next()).await {
        bots::answer(app, &id).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[tokio::test]
    async fn job_runs_again_after_a_panic() {
        let (stop, was_run) = (CancellationToken::new(), AtomicBool::new(false));
        every(0, &stop, || async {
            assert!(
                was_run.swap(true, Ordering::Relaxed),
                "the first run panics"
            );
            stop.cancel();
        })
        .await;
    }
}
