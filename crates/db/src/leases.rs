//! Leases: what waits in a queue is dealt with by any number of workers, each piece by one at a time.
//!
//! A row is leased for a while, dealt with while no transaction is open, and then marked: ended, or put
//! back for later. Two workers never hold the same lease; a worker that dies leaves a lease that runs
//! out. Whoever holds a row knows it by its number of attempts, which every lease counts up.

use std::time::Duration;

/// How long a lease lasts: longer than a conversation with a slow mail server, and than anything that
/// a mail may ask for takes.
pub const LEASE: Duration = Duration::from_mins(5);

/// How many seconds pass after so many tries before the next: `first`, then twice as many each time,
/// up to `most`.
pub fn backoff_seconds(tries: i32, first: i64, most: i64) -> i64 {
    let doublings = u32::try_from(tries - 1).unwrap_or(0).min(10);
    (first << doublings).min(most)
}

/// The row of a table with this key, as long as whoever leased it this many times holds it.
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
