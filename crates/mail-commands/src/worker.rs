//! Processes incoming mail (a [`Queue`]), and accepts it from mail servers.
//!
//! A worker leases a mail in one short statement. It ends the mail in the transaction that writes
//! the answer. If a worker dies in between, its lease expires and another worker takes the mail,
//! but the commands in the mail are carried out only once (`mail_commands`). Any number of workers
//! may run.

use std::ops::Deref;
use std::sync::Arc;

use base::queue::{self, Limits, Queue};
use base::refusal::Rejection;
use mail::inbound::{Arrived, Postroom, Verdict, listener};
use play::refusal::{Refusal, Result};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::MailCommands;
use crate::store::Arrival;

/// Processes mails until `stop`.
pub async fn run(app: &MailCommands, stop: &CancellationToken) {
    queue::run(&Arrivals(app), stop).await;
}

/// Processes all mails that are due, and returns their number.
pub async fn deal_with_due(app: &MailCommands) -> Result<usize> {
    queue::drain(&Arrivals(app)).await
}

/// The queue of incoming mails.
struct Arrivals<'a>(&'a MailCommands);

impl Queue for Arrivals<'_> {
    type Entry = Arrival;
    type Outcome = Result<()>;
    type Fault = Refusal;

    const NAME: &'static str = "incoming mail";
    // One mail at a time: this process handles the mails of a player in the order of arrival, except
    // for retries. If it dies of a mail, it holds no lease of another one.
    const LIMITS: Limits = Limits {
        leased: 1,
        batch: 1,
        running: 1,
        reserved: 0,
        marking: 1,
    };

    async fn added(&self) {
        self.0.inbound.notified().await;
    }

    async fn lease(&self, room: usize) -> Result<Vec<Arrival>> {
        crate::lease(self.0, room).await
    }

    async fn work(&self, mail: &Arrival) -> Result<()> {
        if crate::is_deadly(mail) {
            return crate::give_up(self.0, mail, "its workers died").await;
        }
        let dealt = crate::deal_with(self.0, mail).await?;
        crate::finish(self.0, mail, dealt).await
    }

    async fn mark(&self, done: Vec<(Arrival, Option<Result<()>>)>) {
        for (mail, dealt) in done {
            let why = match dealt {
                Some(Ok(())) => continue,
                Some(Err(refusal)) => {
                    tracing::error!(%refusal, mail = mail.id, "an incoming mail could not be processed");
                    refusal.code()
                }
                None => "panic",
            };
            if let Err(refusal) = crate::put_back(self.0, &mail, why).await {
                // The lease expires, and another attempt follows.
                tracing::error!(%refusal, mail = mail.id, "an incoming mail could not be scheduled for another try");
            }
        }
    }
}

/// Accepts mail at this listener until `stop`.
pub async fn listen<A>(app: Arc<A>, listener: TcpListener, stop: impl Future<Output = ()>)
where
    A: Deref<Target = MailCommands> + Send + Sync + 'static,
{
    let host = app
        .config
        .mail_in
        .as_ref()
        .map_or("localhost", |mail_in| mail_in.domain.as_str())
        .to_owned();
    listener::run(listener, host, Arc::new(Door(app)), stop).await;
}

/// Connects a mail session with this domain.
struct Door<A>(Arc<A>);

impl<A> Postroom for Door<A>
where
    A: Deref<Target = MailCommands> + Send + Sync + 'static,
{
    async fn knows(&self, to: &str) -> Verdict {
        verdict(crate::knows(&self.0, to).await)
    }

    async fn take(&self, mail: Arrived<'_>) -> Verdict {
        verdict(crate::accept(&self.0, mail.from, mail.to, mail.raw).await)
    }
}

fn verdict(outcome: Result<()>) -> Verdict {
    match outcome {
        Ok(()) => Verdict::Taken,
        Err(Refusal::General(base::Refusal::NotFound)) => Verdict::Unknown,
        Err(Refusal::General(base::Refusal::RateLimited { .. })) => Verdict::TooMany,
        Err(Refusal::General(base::Refusal::TooLarge)) => Verdict::Unreadable,
        Err(refusal) => {
            tracing::warn!(%refusal, "an incoming mail was rejected for now; its sender tries again");
            Verdict::Later
        }
    }
}
