//! Dealing with the mails that came in, and the conversations in which they come.
//!
//! A mail is leased in one short statement and ended in the transaction that writes its answer. A
//! worker that dies in between leaves a lease that runs out; what the mail asks for is done once
//! all the same (`post::inbound`). Any number of workers may run.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use mail::inbound::listener;
use mail::inbound::{Arrived, Postroom, Verdict};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::rest;
use crate::post::inbound;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::inbound::Arrival;

/// Deals with mails until `stop`.
pub(super) async fn run(app: &App, stop: &CancellationToken) {
    while !stop.is_cancelled() {
        let dealt = deal_with_due(app).await;
        if let Err(refusal) = &dealt {
            tracing::warn!(%refusal, "mail that came in is not dealt with just now");
        }
        rest(stop, &app.inbound, dealt.is_ok()).await;
    }
}

/// Deals with all mails that are due now, and says how many there were.
pub async fn deal_with_due(app: &App) -> Result<usize> {
    let mut done = 0;
    // One after the other: what one player writes is dealt with in its order, and over a mail that
    // the process dies of no other one is held.
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
        // The lease runs out, and the mail is tried again.
        tracing::error!(%refusal, mail = mail.id, "a mail that came in could not be put back");
    }
}

/// Takes mail in at this listener until `stop`.
pub async fn listen(app: Arc<App>, listener: TcpListener, stop: impl Future<Output = ()>) {
    let host = app
        .config
        .mail_in
        .as_ref()
        .map_or("localhost", |mail_in| mail_in.domain.as_str())
        .to_owned();
    listener::run(listener, host, Arc::new(Door(app)), stop).await;
}

/// The way from a conversation into the service.
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
