//! Runs the queues in the database: outgoing and incoming mail, webhooks and pushes.
//!
//! A [`Queue`] leases entries (`db::leases`), works on one entry, and marks results. The runner
//! calls it: it polls and wakes, limits the concurrency, starts urgent entries first, catches
//! panics, waits after failures, and stops. Any number of runners share a queue.
//!
//! One task polls all these steps, because a step that waits for a database connection depends on
//! the steps that hold one.

use std::collections::VecDeque;
use std::fmt::Display;
use std::future;
use std::mem;
use std::ops::RangeInclusive;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::FutureExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use sha2::{Digest, Sha256};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::Refusal;

/// The longest wait for a wake-up. Other processes and retries don't wake the runner.
pub const POLL: Duration = Duration::from_secs(1);

/// The pause after a failed lease. The database is usually unreachable then.
pub const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// The largest number of entries of a queue that should use the database at once. Requests use the
/// same connection pool.
pub const DATABASE_USERS: usize = 3;

/// A queue of entries that workers lease.
pub trait Queue: Sync {
    /// A leased entry.
    type Entry: Send + Sync;
    /// The result of the work on an entry.
    type Outcome: Send;
    /// Why entries could not be leased.
    type Fault: From<Refusal> + Display + Send;

    /// The name in log lines.
    const NAME: &'static str;
    /// The limits of the queue.
    const LIMITS: Limits;

    /// Leases due entries. `room` is the number of further entries that the limit allows. If it is
    /// less than [`Limits::batch`], only urgent entries may be leased.
    fn lease(
        &self,
        room: usize,
    ) -> impl Future<Output = Result<Vec<Self::Entry>, Self::Fault>> + Send;

    /// Works on an entry. The runner does not stop before the work ends.
    fn work(&self, entry: &Self::Entry) -> impl Future<Output = Self::Outcome> + Send;

    /// Marks entries with the outcome of their work, or `None` if the work panicked. An entry that
    /// could not be marked is due again when its lease expires.
    fn mark(
        &self,
        done: Vec<(Self::Entry, Option<Self::Outcome>)>,
    ) -> impl Future<Output = ()> + Send;

    /// Waits until this process has added entries. If it never reports them, the runner polls.
    fn added(&self) -> impl Future<Output = ()> + Send {
        future::pending()
    }

    /// Whether the entry starts before others.
    fn is_urgent(&self, _: &Self::Entry) -> bool {
        false
    }

    /// Returns the shortest and the longest time between two leases.
    fn interval(&self) -> RangeInclusive<Duration> {
        Duration::ZERO..=POLL
    }
}

/// The limits of a queue.
pub struct Limits {
    /// The largest number of entries that are leased and not yet marked. Urgent entries may exceed
    /// it by some batches.
    pub leased: usize,
    /// The runner leases once this many more entries may be leased, except for urgent ones. It does
    /// not wait for the next poll if an entry ends while at least so many are leased.
    pub batch: usize,
    /// The largest number of entries that are worked on at once.
    pub running: usize,
    /// The number of these that are reserved for urgent entries.
    pub reserved: usize,
    /// The largest number of calls of [`Queue::mark`] at once. With one call at a time, entries
    /// that end meanwhile are marked together.
    pub marking: usize,
}

/// The number of batches by which urgent entries may exceed [`Limits::leased`]. Without a limit,
/// urgent entries for a receiver that hangs would fill the memory.
const URGENT_BATCHES: usize = 4;

impl Limits {
    /// Whether the runner may lease another batch, at least of urgent entries.
    const fn has_room(&self, leased: usize) -> bool {
        let beyond = match self.reserved {
            0 => 0,
            _ => URGENT_BATCHES * self.batch,
        };
        leased + self.batch <= self.leased + beyond
    }
}

/// Works on the queue until `stop`, then finishes the leased entries.
pub async fn run<Q: Queue>(queue: &Q, stop: &CancellationToken) {
    // The runner has logged each failure.
    drop(work(queue, stop, false).await);
}

/// Works on all entries that are due, and returns their number.
pub async fn drain<Q: Queue>(queue: &Q) -> Result<usize, Q::Fault> {
    work(queue, &CancellationToken::new(), true).await
}

/// Returns a pause that is longer by up to a quarter. It spreads out entries that failed together.
pub fn spread(pause: TimeDelta, entry: &str, tries: i32) -> TimeDelta {
    let digest = Sha256::digest(format!("{entry}/{tries}"));
    // In whole milliseconds, like the times that callers see.
    let milliseconds = pause.num_milliseconds();
    TimeDelta::milliseconds(milliseconds + milliseconds * i64::from(digest[0]) / 1024)
}

async fn work<Q: Queue>(
    queue: &Q,
    stop: &CancellationToken,
    drains: bool,
) -> Result<usize, Q::Fault> {
    let limits = Q::LIMITS;
    let (mut leasing, mut running) = (FuturesUnordered::new(), FuturesUnordered::new());
    let (mut marking, mut waiting) = (FuturesUnordered::new(), VecDeque::new());
    let (mut ended, mut leased, mut done) = (Vec::new(), 0_usize, 0);
    let (mut looked, mut due) = (Instant::now(), Instant::now());
    let (mut again, mut fault) = (true, None);
    loop {
        while running.len() < limits.running {
            let urgent = waiting.iter().position(|entry| queue.is_urgent(entry));
            let other = (running.len() + limits.reserved < limits.running).then_some(0);
            let Some(entry) = urgent.or(other).and_then(|at| waiting.remove(at)) else {
                break;
            };
            running.push(async {
                let outcome = AssertUnwindSafe(queue.work(&entry)).catch_unwind().await;
                (entry, outcome.ok())
            });
        }
        if marking.len() < limits.marking && !ended.is_empty() {
            let ended = mem::take(&mut ended);
            marking.push(async {
                let count = ended.len();
                let marked = AssertUnwindSafe(queue.mark(ended)).catch_unwind().await;
                if marked.is_err() {
                    tracing::error!(queue = Q::NAME, "storing the results of a queue panicked");
                }
                count
            });
        }
        let stops = stop.is_cancelled();
        let is_idle = leased == 0 && leasing.is_empty();
        if is_idle && (stops || drains && !again) {
            return fault.map_or(Ok(done), Err);
        }
        let room = |leased| limits.leased.saturating_sub(leased);
        tokio::select! {
            () = sleep_until(due), if limits.has_room(leased) && !stops && leasing.is_empty() => {
                looked = Instant::now();
                (due, again) = (looked + *queue.interval().end(), false);
                leasing.push(AssertUnwindSafe(queue.lease(room(leased))).catch_unwind());
            }
            Some(lease) = leasing.next() => {
                let panicked = |_| Err(Refusal::internal("leasing panicked").into());
                match lease.unwrap_or_else(panicked) {
                    Ok(entries) => {
                        leased += entries.len();
                        waiting.extend(entries);
                        fault = None;
                    }
                    Err(refusal) => {
                        tracing::warn!(%refusal, queue = Q::NAME, "the next entries of a queue could not be read");
                        due = Instant::now() + AFTER_FAILURE;
                        fault = Some(refusal);
                    }
                }
            }
            Some(entry) = running.next() => ended.push(entry),
            Some(count) = marking.next() => {
                let was_full = leased >= limits.batch;
                (leased, done) = (leased - count, done + count);
                if was_full && room(leased) >= limits.batch {
                    (due, again) = (due.min(looked + *queue.interval().start()), true);
                }
            }
            () = queue.added(), if !stops => {
                due = due.min(looked + *queue.interval().start());
            }
            () = stop.cancelled(), if !stops => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio::sync::Notify;

    use super::*;

    /// Entries from 100 are urgent, 13 panics, 14 stops the runner, and 15 cannot be leased.
    #[derive(Default)]
    struct Numbers {
        due: Mutex<Vec<u32>>,
        begun: Mutex<Vec<u32>>,
        marked: Mutex<Vec<(u32, Option<()>)>>,
        found_none: Notify,
        added: Notify,
        stop: CancellationToken,
    }

    impl Numbers {
        fn new(due: &[u32]) -> Numbers {
            let due = Mutex::new(due.to_vec());
            Numbers {
                due,
                ..Numbers::default()
            }
        }
    }

    impl Queue for Numbers {
        type Entry = u32;
        type Outcome = ();
        type Fault = Refusal;

        const NAME: &'static str = "numbers";
        const LIMITS: Limits = Limits {
            leased: 4,
            batch: 2,
            running: 2,
            reserved: 1,
            marking: 1,
        };

        async fn lease(&self, room: usize) -> Result<Vec<u32>, Refusal> {
            let mut due = self.due.lock().unwrap();
            let end = due.len().min(room);
            let leased: Vec<u32> = due.drain(..end).collect();
            if leased.is_empty() {
                self.found_none.notify_one();
            }
            match leased.contains(&15) {
                true => Err(Refusal::internal("15")),
                false => Ok(leased),
            }
        }

        async fn work(&self, entry: &u32) {
            self.begun.lock().unwrap().push(*entry);
            match entry {
                13 => panic!("13"),
                14 => self.stop.cancel(),
                _ => {}
            }
        }

        async fn mark(&self, done: Vec<(u32, Option<()>)>) {
            self.marked.lock().unwrap().extend(done);
        }

        async fn added(&self) {
            self.added.notified().await;
        }

        fn is_urgent(&self, entry: &u32) -> bool {
            *entry >= 100
        }

        fn interval(&self) -> RangeInclusive<Duration> {
            Duration::ZERO..=Duration::from_hours(1)
        }
    }

    #[tokio::test]
    async fn urgent_entry_starts_before_older_ones() {
        let queue = Numbers::new(&[1, 2, 100]);
        drain(&queue).await.unwrap();
        assert_eq!(*queue.begun.lock().unwrap(), [100, 1, 2]);
    }

    #[tokio::test]
    async fn drain_with_more_entries_than_the_limit_returns_the_number_of_all() {
        let queue = Numbers::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(drain(&queue).await.unwrap(), 9);
    }

    #[test]
    fn urgent_entries_exceed_the_limit_by_some_batches() {
        let limits = Numbers::LIMITS;
        assert!(limits.has_room(2) && limits.has_room(10));
        assert!(!limits.has_room(11) && !limits.has_room(usize::MAX / 2));
        let limits = Limits {
            reserved: 0,
            ..limits
        };
        assert!(limits.has_room(2) && !limits.has_room(3));
    }

    #[tokio::test]
    async fn entry_whose_work_panics_is_marked_without_an_outcome() {
        let queue = Numbers::new(&[13]);
        drain(&queue).await.unwrap();
        assert_eq!(*queue.marked.lock().unwrap(), [(13, None)]);
    }

    #[tokio::test]
    async fn drain_with_a_failed_lease_returns_the_error() {
        assert!(drain(&Numbers::new(&[15])).await.is_err());
    }

    #[tokio::test]
    async fn stopped_runner_finishes_leased_entries_only() {
        let queue = Numbers::new(&[14, 1, 2, 3, 4]);
        run(&queue, &queue.stop).await;
        assert_eq!(*queue.begun.lock().unwrap(), [14, 1, 2, 3]);
        assert_eq!(*queue.due.lock().unwrap(), [4]);
    }

    #[tokio::test]
    async fn added_entry_wakes_an_idle_runner() {
        let queue = Numbers::default();
        let adds = async {
            queue.found_none.notified().await;
            queue.due.lock().unwrap().push(14);
            queue.added.notify_one();
        };
        tokio::join!(run(&queue, &queue.stop), adds);
        assert_eq!(*queue.marked.lock().unwrap(), [(14, Some(()))]);
    }
}
