//! Throws away what is over: expired sessions and codes, and the memory of old tries.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::service::sessions;

const EVERY: Duration = Duration::from_secs(60);

/// Runs until `stop` becomes true or its sender is gone.
pub async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            _ = ticks.tick() => {
                app.limits.forget_idle();
                drop(sessions::remove_old(&app).await);
            }
        }
    }
}
