//! Corrects times that were stored while the clock was ahead, and that lie too far in the future.
//!
//! This is rare, because a server does not follow a jump ahead at once ([`common::clock`]). But if
//! it starts during a jump, or the jump lasts, it stores lockouts, leases and pauses that last too
//! long by the width of the jump. Two signs show that afterwards: a process sets its clock back, or
//! a heartbeat (`outages`) lies in the future, possibly written by a process that has ended.

use chrono::TimeDelta;
use common::clock::Moment;
use db::{Conn, ahead};

use crate::refusal::Result;

/// The smallest jump that counts. A smaller one does no harm.
pub const NOTICED: TimeDelta = TimeDelta::minutes(1);

/// Sets back the times that were stored while the clock was ahead by `by`.
pub async fn take_back(conn: &mut Conn, by: TimeDelta, now: Moment) -> Result<()> {
    let rows = ahead::set_back(conn, by, now).await?;
    tracing::warn!(
        seconds = by.num_seconds(),
        rows,
        "the clock was ahead; times stored meanwhile were set back"
    );
    Ok(())
}
