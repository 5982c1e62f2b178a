//! Checks whether the server can work, and keeps its clock in step with the database.

use chrono::TimeDelta;
use common::clock::Correction;
use common::ids;
use db::pulse;
use play::clocks::ahead;
use play::refusal::{Refusal, Result};
use tokio::sync::Mutex;
use tokio::time::{Duration, Instant};

use crate::Admin;

/// How long a result is reused, so that concurrent requests cost one write.
const HOLDS: Duration = Duration::from_millis(500);

/// The result of this process's last health check.
pub struct Health {
    /// The name of this node in the database: its host, and an id that changes with each restart.
    node: String,
    /// The start of the last write, and whether it succeeded.
    last: Mutex<Option<(Instant, bool)>>,
}

impl Health {
    /// Creates a state without a result for a process on this host.
    pub fn new(host: &str) -> Health {
        Health {
            node: format!("{host}/{}", ids::short_id()),
            last: Mutex::new(None),
        }
    }
}

/// Checks that this node can write, by writing a heartbeat.
pub async fn ready(app: &Admin) -> Result<()> {
    let mut last = app.health.last.lock().await;
    let well = match *last {
        Some((begun, well)) if begun.elapsed() < HOLDS => well,
        _ => {
            let begun = Instant::now();
            let beaten = beat(app).await;
            *last = Some((begun, beaten.is_ok()));
            return beaten.map_err(Refusal::unavailable);
        }
    };
    well.then_some(())
        .ok_or_else(|| Refusal::unavailable("a moment ago it could not write"))
}

async fn beat(app: &Admin) -> Result<()> {
    let mut conn = app.db.get().await?;
    Ok(pulse::beat(&mut conn, &app.health.node).await?)
}

/// Sets the clock by the database's clock, which all nodes follow. If the clock was ahead by more
/// than a minute, corrects the times that it has stored.
pub async fn follow_clock(app: &Admin) -> Result<()> {
    let mut conn = app.db.get().await?;
    let asked = Instant::now();
    let told = pulse::now(&mut conn).await?;
    match app.clock.correct(asked, told) {
        Correction::Kept => {}
        Correction::Doubted(by) => tracing::warn!(
            milliseconds = by.num_milliseconds(),
            "the database's clock jumped ahead; this process ignores that unless it lasts"
        ),
        Correction::Set(by) => {
            if by.abs() > TimeDelta::seconds(1) {
                let milliseconds = by.num_milliseconds();
                tracing::warn!(
                    milliseconds,
                    "this process corrected its clock by the database's"
                );
            }
            if -by > ahead::NOTICED {
                let now = app.clock.now();
                ahead::take_back(&mut conn, -by, now).await?;
            }
        }
    }
    Ok(())
}

/// Deletes nodes without a heartbeat for a day.
pub async fn forget_nodes(app: &Admin) -> Result<()> {
    let mut conn = app.db.get().await?;
    // Heartbeats have the database's time.
    let now = pulse::now(&mut conn).await?;
    pulse::remove_old(&mut conn, now - TimeDelta::days(1)).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_on_one_host_have_different_names_with_the_host() {
        let [one, other] = [Health::new("web1"), Health::new("web1")];
        assert!(one.node.starts_with("web1/"), "{}", one.node);
        assert_ne!(one.node, other.node);
    }
}
