//! Whether the server can do its work, and what time it is.

use chrono::TimeDelta;
use common::clock::Correction;
use common::ids;
use db::pulse;
use tokio::sync::Mutex;
use tokio::time::{Duration, Instant};

use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::clocks::ahead;

/// For how long a proof holds: many who ask at once cost one write.
const HOLDS: Duration = Duration::from_millis(500);

/// What this process last proved.
pub struct Health {
    /// What it is called among the nodes of its database; another name after a restart.
    node: String,
    /// When the last try to write began, and whether it succeeded.
    last: Mutex<Option<(Instant, bool)>>,
}

impl Health {
    /// Nothing is proved yet.
    pub fn new() -> Health {
        Health {
            node: ids::short_id(),
            last: Mutex::new(None),
        }
    }
}

impl Default for Health {
    fn default() -> Health {
        Health::new()
    }
}

/// Proves that this node can write: it does.
pub async fn ready(app: &App) -> Result<()> {
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

async fn beat(app: &App) -> Result<()> {
    let mut conn = app.db.get().await?;
    Ok(pulse::beat(&mut conn, &app.health.node).await?)
}

/// Sets the clock by the database's, which is that of all nodes. A clock that was ahead by more than a
/// minute takes back what it had stored meanwhile.
pub async fn follow_clock(app: &App) -> Result<()> {
    let mut conn = app.db.get().await?;
    let asked = Instant::now();
    let told = pulse::now(&mut conn).await?;
    match app.clock.correct(asked, told) {
        Correction::Kept => {}
        Correction::Doubted(by) => tracing::warn!(
            milliseconds = by.num_milliseconds(),
            "the database's clock has jumped ahead; it is not followed unless it stays there"
        ),
        Correction::Set(by) => {
            if by.abs() > TimeDelta::seconds(1) {
                let milliseconds = by.num_milliseconds();
                tracing::warn!(milliseconds, "the clock was set by the database's");
            }
            if -by > ahead::NOTICED {
                let now = app.clock.now();
                ahead::take_back(&mut conn, -by, now).await?;
            }
        }
    }
    Ok(())
}

/// Forgets the nodes that were not heard of for a day.
pub async fn forget_nodes(app: &App) -> Result<()> {
    let mut conn = app.db.get().await?;
    // By the clock that wrote them down.
    let now = pulse::now(&mut conn).await?;
    pulse::remove_old(&mut conn, now - TimeDelta::days(1)).await?;
    Ok(())
}
