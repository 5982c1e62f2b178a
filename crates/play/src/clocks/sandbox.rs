//! The clock of a sandbox, a test server whose clients move its clock.
//!
//! The clock runs ahead of the database's clock. Nothing else changes: all jobs and calls take the
//! time from it. `base::config` ensures that no other process uses the same database.

use chrono::TimeDelta;
use common::clock::Clock;
use common::texts::message;
use db::Conn;
use db::sets::Watch;

use crate::Play;
use crate::refusal::{Refusal, Result};
use crate::store::watches;

/// The longest move of the clock at once.
pub const MOST: TimeDelta = TimeDelta::days(30);

/// How far the clock can run ahead: RFC 3339 has no years beyond 9999.
const MOST_AHEAD: TimeDelta = TimeDelta::days(100 * 365);

/// Moves the clock forward by this many seconds. The heartbeats move with it: no time passed in
/// which the server was down.
///
/// # Errors
///
/// Rejects less than a second and more than [`MOST`], and a clock more than a century ahead.
pub async fn advance(app: &Play, seconds: u32) -> Result<()> {
    let by = TimeDelta::seconds(seconds.into());
    if by.is_zero() || by > MOST {
        let most = MOST.num_seconds().unsigned_abs();
        return Err(Refusal::out_of_range("advance_seconds", 1, most));
    }
    if app.clock.ahead() + by > MOST_AHEAD {
        return Err(base::Refusal::Forbidden(message("why-sandbox-far-ahead")).into());
    }
    app.transaction(async |conn| {
        // Locks the heartbeats. A job that records one next sees both changes.
        watches::move_on(conn, by).await?;
        app.clock.forward(by);
        Ok(())
    })
    .await
}

/// Moves the clock forward to the last heartbeat: at a restart it goes on where it stopped.
pub async fn resume(conn: &mut Conn, clock: &Clock) -> Result<()> {
    if let Some(seen) = watches::seen_at(conn, Watch::Clocks).await? {
        clock.forward((seen - clock.now()).max(TimeDelta::zero()));
    }
    Ok(())
}
