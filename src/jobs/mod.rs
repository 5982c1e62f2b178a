//! Background work: what goes on without anybody asking.
//!
//! A job calls `service` for what is to be done and keeps to itself when and how often. A panic ends
//! what was being done, never the job.

pub mod gauges;
pub mod inbound;
pub mod mailer;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::{MailIn, Role};
use crate::metrics;
use crate::post::{inbound as mail_in, letters};
use crate::service::App;
use crate::service::clocks::outages::Watch;
use crate::service::clocks::{deadlines, outages};
use crate::service::wishes::presence;
use crate::service::{admin, bots, health, lobby, play, sessions, tries};

/// How often a node asks which sessions were ended on the others.
const REVOCATIONS_EVERY: Duration = Duration::from_secs(1);

/// How often a node asks the database what time it is.
const CLOCK_EVERY: Duration = Duration::from_secs(10);

/// How often what was timed is summed up.
const SUM_UP_EVERY: Duration = Duration::from_secs(5);

/// How often the limits forget those who have not tried for long.
const FORGET_EVERY: Duration = Duration::from_secs(60);

/// How often the games of deleted accounts are looked for.
const DEPARTED_EVERY: Duration = Duration::from_secs(60);

/// How often the bots look for games that wait for them and of which nobody told them: those
/// moved in another process, or before a restart.
const BOTS_EVERY: Duration = Duration::from_secs(2);

/// How often it is looked whose time has run out, and who is to be reminded.
const CLOCKS_EVERY: Duration = Duration::from_secs(5);

/// How often it is written down who was seen.
const PRESENCE_EVERY: Duration = Duration::from_secs(15);

/// How often expired sessions and codes, and old mail, are thrown away.
const THROW_AWAY_EVERY: Duration = Duration::from_secs(60 * 60);

/// Starts the jobs of a process with this role. They end when `stopped` turns true.
pub fn start(app: &Arc<App>, role: Role, stopped: &watch::Receiver<bool>) -> Vec<JoinHandle<()>> {
    let mut jobs = Vec::new();
    jobs.push(tokio::spawn(every(
        SUM_UP_EVERY,
        until(stopped),
        async || {
            metrics::sum_up();
        },
    )));
    let (node, end) = (Arc::clone(app), until(stopped));
    jobs.push(tokio::spawn(async move { gauges::run(&node, end).await }));
    let (node, end) = (Arc::clone(app), until(stopped));
    jobs.push(tokio::spawn(every(CLOCK_EVERY, end, async move || {
        if let Err(refusal) = health::follow_clock(&node).await {
            tracing::warn!(%refusal, "the database could not be asked for the time");
        }
    })));
    if matches!(role, Role::Worker | Role::All) {
        let (worker, end) = (Arc::clone(app), until(stopped));
        jobs.push(tokio::spawn(async move { mailer::run(&worker, end).await }));
        if app.config.mail_in.is_some() {
            let (worker, end) = (Arc::clone(app), until(stopped));
            jobs.push(tokio::spawn(
                async move { inbound::run(&worker, end).await },
            ));
        }
        let (worker, end) = (Arc::clone(app), until(stopped));
        jobs.push(tokio::spawn(every(BOTS_EVERY, end, async move || {
            if let Err(refusal) = bots::answer_all(&worker).await {
                tracing::warn!(%refusal, "the games that wait for bots could not be found");
            }
        })));
        let (worker, end) = (Arc::clone(app), until(stopped));
        jobs.push(tokio::spawn(every(CLOCKS_EVERY, end, async move || {
            if let Err(refusal) = deadlines::watch(&worker).await {
                tracing::warn!(%refusal, "the games whose clocks want something could not be found");
            }
        })));
        let (worker, mut end) = (Arc::clone(app), Box::pin(until(stopped)));
        jobs.push(tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = &mut end => return,
                    id = worker.bots.next() => bots::answer(&worker, &id).await,
                }
            }
        }));
        let (worker, end) = (Arc::clone(app), until(stopped));
        jobs.push(tokio::spawn(every(
            THROW_AWAY_EVERY,
            end,
            async move || {
                if let Err(refusal) = tries::forget_idle(&worker).await {
                    tracing::warn!(%refusal, "old tries could not be forgotten");
                }
                if let Err(refusal) = sessions::remove_old(&worker).await {
                    tracing::warn!(%refusal, "expired sessions could not be removed");
                }
                if let Err(refusal) = letters::remove_old(&worker).await {
                    tracing::warn!(%refusal, "old mail could not be removed");
                }
                if let Err(refusal) = lobby::forget_requests(&worker).await {
                    tracing::warn!(%refusal, "old requests could not be forgotten");
                }
                if let Err(refusal) = outages::forget(&worker).await {
                    tracing::warn!(%refusal, "old outages could not be forgotten");
                }
                if let Err(refusal) = mail_in::remove_old(&worker).await {
                    tracing::warn!(%refusal, "old mail that came in could not be removed");
                }
                if let Err(refusal) = health::forget_nodes(&worker).await {
                    tracing::warn!(%refusal, "nodes that are gone could not be forgotten");
                }
            },
        )));
        let (worker, end) = (Arc::clone(app), until(stopped));
        jobs.push(tokio::spawn(every(DEPARTED_EVERY, end, async move || {
            if let Err(refusal) = play::leave_for_departed(&worker).await {
                tracing::warn!(%refusal, "games of deleted accounts could not be left");
            }
            if let Err(refusal) = admin::hand_over_waiting(&worker).await {
                tracing::warn!(%refusal, "games that wait for suspended players could not be found");
            }
        })));
    }
    if matches!(role, Role::Web | Role::All) {
        let (web, end) = (Arc::clone(app), until(stopped));
        jobs.push(tokio::spawn(every(
            REVOCATIONS_EVERY,
            end,
            async move || {
                if let Err(refusal) = sessions::sync_revocations(&web).await {
                    tracing::warn!(%refusal, "ended sessions could not be read");
                }
            },
        )));
        if app.config.mail_in.as_ref().is_some_and(MailIn::is_open) {
            let (web, end) = (Arc::clone(app), until(stopped));
            jobs.push(tokio::spawn(every(CLOCKS_EVERY, end, async move || {
                if let Err(refusal) = outages::see(&web, Watch::Mail).await {
                    tracing::warn!(%refusal, "it could not be noted that mail can come in");
                }
            })));
        }
        let (web, end) = (Arc::clone(app), until(stopped));
        jobs.push(tokio::spawn(every(PRESENCE_EVERY, end, async move || {
            if let Err(refusal) = presence::write_down(&web).await {
                tracing::warn!(%refusal, "who was seen could not be written down");
            }
        })));
        let (web, end) = (Arc::clone(app), until(stopped));
        jobs.push(tokio::spawn(every(FORGET_EVERY, end, async move || {
            web.limits.forget_idle();
        })));
    }
    jobs
}

pub(crate) fn until(stopped: &watch::Receiver<bool>) -> impl Future<Output = ()> + Send + use<> {
    let mut stopped = stopped.clone();
    async move {
        // An error means that the sender is gone, which is an end as well.
        let _ = stopped.wait_for(|stopped| *stopped).await;
    }
}

async fn every<W>(pause: Duration, end: impl Future<Output = ()>, work: W)
where
    W: AsyncFn(),
{
    let mut end = std::pin::pin!(end);
    loop {
        tokio::select! {
            () = &mut end => return,
            () = tokio::time::sleep(pause) => {
                if AssertUnwindSafe(work()).catch_unwind().await.is_err() {
                    tracing::error!("a job panicked; it goes on");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_job_goes_on_after_a_panic() {
        let runs = AtomicU32::new(0);
        let twice = async {
            while runs.load(Ordering::Relaxed) < 2 {
                tokio::task::yield_now().await;
            }
        };
        every(Duration::ZERO, twice, async || {
            assert!(
                runs.fetch_add(1, Ordering::Relaxed) > 0,
                "the first run panics"
            );
        })
        .await;
    }
}
