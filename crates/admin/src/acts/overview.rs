//! Counts for the operator: sign-ups, queues, and what fails.
//!
//! Incoming mail is not in it, because that domain is above this one.

use accounts::bounces;
use notices::outbox;
use play::refusal::Result;

use crate::Admin;
use crate::acts::MOST;
use crate::store::{self, FailingWebhook, SignUps};

/// How many days of sign-ups are counted.
const DAYS: i32 = 7;

/// The state of the server, as an operator asks for it now and then.
pub struct Overview {
    /// The sign-ups of each of the last seven days, the newest first.
    pub sign_ups: Vec<SignUps>,
    /// The number of open reports.
    pub open_reports: i64,
    /// The mails in the outbox.
    pub mails: outbox::Counts,
    /// The number of addresses that get no mail about games.
    pub suspended_addresses: i64,
    /// The number of deliveries to webhooks that wait.
    pub deliveries: i64,
    /// The webhooks that currently fail.
    pub failing_webhooks: Vec<FailingWebhook>,
}

/// Counts all of it.
pub async fn overview(app: &Admin) -> Result<Overview> {
    let suspended_addresses = bounces::suspended(app).await?;
    let mut conn = app.db.get().await?;
    Ok(Overview {
        sign_ups: store::sign_ups(&mut conn, app.clock.now(), DAYS).await?,
        open_reports: store::count_open_reports(&mut conn).await?,
        mails: outbox::counts(&mut conn).await?,
        suspended_addresses,
        deliveries: integrations::webhooks::store::waiting(&mut conn).await?,
        failing_webhooks: store::failing_webhooks(&mut conn, MOST).await?,
    })
}
