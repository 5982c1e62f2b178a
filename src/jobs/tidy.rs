//! Throws away what is over: expired sessions and codes, and the memory of old tries.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::service::sessions;

const EVERY: Duration = Duration::from_secs(60);

/// Runs until `stop`.
pub async fn run(app: &App, stop: impl Future<Output = ()>) {
    let mut stop = std::pin::pin!(stop);
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = &mut stop => return,
            _ = ticks.tick() => {
                app.limits.forget_idle();
                drop(sessions::remove_old(app).await);
            }
        }
    }
}
