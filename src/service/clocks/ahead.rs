//! Times that were stored while the clock was ahead: they lie too far in the future.
//!
//! A server rarely shows such a time: it doubts a jump ahead ([`common::clock`]). One that starts in such a
//! moment, or a jump that lasts, stores lockouts, leases and pauses that would hold for as long as the
//! jump was wide. Two signs give it away afterwards: a process whose clock is set back, and a watch
//! (`outages`) that was kept in the future, also by a process that is gone.

use chrono::TimeDelta;
use common::clock::Moment;

use crate::refusal::Result;
use crate::store::{Conn, ahead};

/// By how much a clock must have been ahead. Nobody is harmed by less.
pub const NOTICED: TimeDelta = TimeDelta::minutes(1);

/// Sets back what a clock stored while it was ahead by `by`.
pub(in crate::service) async fn take_back(
    conn: &mut Conn,
    by: TimeDelta,
    now: Moment,
) -> Result<()> {
    let rows = ahead::set_back(conn, by, now).await?;
    tracing::warn!(
        seconds = by.num_seconds(),
        rows,
        "the clock was ahead; the times that were stored meanwhile are set back"
    );
    Ok(())
}
