//! Learns every second which sessions were ended on other servers.
//!
//! On the server that ended it a session is refused at once; this is for the others.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::service::sessions;

const EVERY: Duration = Duration::from_secs(1);

/// Runs until `stop`. A failure is logged where it happened,
/// and tried again a second later.
pub async fn run(app: &App, stop: impl Future<Output = ()>) {
    let mut stop = std::pin::pin!(stop);
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = &mut stop => return,
            _ = ticks.tick() => drop(sessions::sync_revocations(app).await),
        }
    }
}
