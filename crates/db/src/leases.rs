//! Leases: any number of workers process a queue, and each entry is processed by one worker at a
//! time.
//!
//! A worker leases a row for a while, processes it while no transaction is open, and then marks it:
//! ended, or put back for later. Two workers never hold the same lease. The lease of a worker that
//! dies expires. Every lease increments the number of attempts. That number shows a worker whether
//! it holds the row.

use std::time::Duration;

/// How long a lease lasts: longer than a conversation with a slow mail server, and longer than
/// carrying out the commands of any mail.
pub const LEASE: Duration = Duration::from_mins(5);

/// Returns the pause before the next attempt after `tries` attempts, in seconds: `first`, then
/// twice as long each time, at most `most`.
pub fn backoff_seconds(tries: i32, first: i64, most: i64) -> i64 {
    let doublings = u32::try_from(tries - 1).unwrap_or(0).min(10);
    (first << doublings).min(most)
}

/// Selects the row with this key while the worker that leased it for the `$attempts`th time holds
/// it.
#[macro_export]
macro_rules! held {
    ($table:ident, $status:ident, $key:expr, $attempts:expr) => {
        $table::table
            .find($key)
            .filter($table::status.eq($status::Waiting))
            .filter($table::attempts.eq($attempts))
    };
}
pub use held;
