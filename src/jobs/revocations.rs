//! Learns every second which sessions were ended on other servers.
//!
//! On the server that ended it a session is refused at once; this is for the others.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::service::sessions;

const EVERY: Duration = Duration::from_secs(1);

/// Runs until `stop` becomes true or its sender is gone. A failure is logged where it happened,
/// and tried again a second later.
pub async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            _ = ticks.tick() => drop(sessions::sync_revocations(&app).await),
        }
    }
}
