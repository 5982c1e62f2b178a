//! Gauges of the queues. A separate task fills them, so that they stay correct even if the workers
//! hang.
//!
//! While the database is unreachable, `turnpike_database_up` is 0, and the age of the oldest due
//! mail still grows.

use std::time::Duration;

use accounts::bounces;
use common::clock::Moment;
use integrations::webhooks::store;
use mail_commands;
use metrics::gauge;
use notices::outbox::{self, Counts};
use play::refusal::Result;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::App;

/// The interval between updates.
const EVERY: Duration = Duration::from_secs(10);

/// Updates the gauges until `stop`.
pub(super) async fn run(app: &App, stop: &CancellationToken) {
    let mut gauges = Gauges::default();
    gauges.fill(app).await;
    while stop.run_until_cancelled(sleep(EVERY)).await.is_some() {
        gauges.fill(app).await;
    }
}

/// Values from the last update.
#[derive(Debug, Default)]
struct Gauges {
    /// When the oldest waiting mail became due.
    oldest_due: Option<Moment>,
}

impl Gauges {
    /// Updates the gauges.
    async fn fill(&mut self, app: &App) {
        let counted = count(app).await;
        gauge!("turnpike_database_up").set(f64::from(u8::from(counted.is_ok())));
        match counted {
            Ok(counted) => {
                self.oldest_due = counted.mails.oldest_due;
                gauge!("turnpike_mails_waiting").set(counted.mails.waiting as f64);
                gauge!("turnpike_mails_refused").set(counted.mails.refused as f64);
                gauge!("turnpike_mails_dead").set(counted.mails.dead as f64);
                gauge!("turnpike_addresses_suspended").set(counted.suspended as f64);
                gauge!("turnpike_inbound_waiting").set(counted.inbound as f64);
                gauge!("turnpike_webhooks_waiting").set(counted.webhooks as f64);
            }
            Err(refusal) => tracing::warn!(%refusal, "queues could not be counted"),
        }
        let age = self
            .oldest_due
            .map_or(0, |due| (app.clock.now() - due).num_seconds().max(0));
        gauge!("turnpike_mails_oldest_seconds").set(age as f64);
    }
}

struct Counted {
    mails: Counts,
    suspended: i64,
    inbound: i64,
    webhooks: i64,
}

async fn count(app: &App) -> Result<Counted> {
    let mut conn = app.db.get().await?;
    let mails = outbox::counts(&mut conn).await?;
    let webhooks = store::waiting(&mut conn).await?;
    drop(conn);
    Ok(Counted {
        mails,
        webhooks,
        suspended: bounces::suspended(app).await?,
        inbound: mail_commands::waiting(app).await?,
    })
}
