//! Processes incoming mail, and accepts it from mail servers.
//!
//! A worker leases a mail in one short statement. It ends the mail in the transaction that writes
//! the answer. If a worker dies in between, its lease expires and another worker takes the mail,
//! but the commands in the mail are carried out only once (`post::inbound`). Any number of workers
//! may run.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use base::refusal::{Refusal, Result};
use futures_util::FutureExt;
use mail::inbound::listener;
use mail::inbound::{Arrived, Postroom, Verdict};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::rest;
use crate::post::inbound;
use crate::service::App;
use crate::store::inbound::Arrival;

/// Processes mails until `stop`.
pub(super) async fn run(app: &App, stop: &CancellationToken) {
    while !stop.is_cancelled() {
        let dealt = deal_with_due(app).await;
        if let Err(refusal) = &dealt {
            tracing::warn!(%refusal, "mail that came in is not dealt with just now");
        }
        rest(stop, &app.inbound, dealt.is_ok()).await;
    }
}

/// Processes all mails that are due, and returns their number.
pub async fn deal_with_due(app: &App) -> Result<usize> {
    let mut done = 0;
    // One mail at a time: the mails of a player are processed in order, and if the process dies of
    // a mail, it holds no lease of another one.
    while let Some(mail) = inbound::lease(app, 1).await?.pop() {
        deal_with(app, &mail).await;
        done += 1;
    }
    Ok(done)
}

async fn deal_with(app: &App, mail: &Arrival) {
    let dealt = AssertUnwindSafe(async {
        if inbound::is_deadly(mail) {
            return inbound::give_up(app, mail, "its workers died").await;
        }
        let dealt = inbound::deal_with(app, mail).await?;
        inbound::finish(app, mail, dealt).await
    })
    .catch_unwind()
    .await;
    let why = match dealt {
        Ok(Ok(())) => return,
        Ok(Err(refusal)) => {
            tracing::error!(%refusal, mail = mail.id, "a mail that came in is not dealt with");
            refusal.code()
        }
        Err(_) => "panic",
    };
    if let Err(refusal) = inbound::put_back(app, mail, why).await {
        // The lease expires, and another attempt follows.
        tracing::error!(%refusal, mail = mail.id, "a mail that came in could not be put back");
    }
}

/// Accepts mail at this listener until `stop`.
pub async fn listen(app: Arc<App>, listener: TcpListener, stop: impl Future<Output = ()>) {
    let host = app
        .config
        .mail_in
        .as_ref()
        .map_or("localhost", |mail_in| mail_in.domain.as_str())
        .to_owned();
    listener::run(listener, host, Arc::new(Door(app)), stop).await;
}

/// Connects a mail session with the service.
struct Door(Arc<App>);

impl Postroom for Door {
    async fn knows(&self, to: &str) -> Verdict {
        verdict(inbound::knows(&self.0, to).await)
    }

    async fn take(&self, mail: Arrived<'_>) -> Verdict {
        verdict(inbound::accept(&self.0, mail.from, mail.to, mail.raw).await)
    }
}

fn verdict(outcome: Result<()>) -> Verdict {
    match outcome {
        Ok(()) => Verdict::Taken,
        Err(Refusal::NotFound) => Verdict::Unknown,
        Err(Refusal::TooMany { .. }) => Verdict::TooMany,
        Err(Refusal::TooLarge) => Verdict::Unreadable,
        Err(refusal) => {
            tracing::warn!(%refusal, "mail is not taken in just now");
            Verdict::Later
        }
    }
}
