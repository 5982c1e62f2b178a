//! A queue of similar requests to the database, which runs them in batches, and the decision when
//! to start a batch.
//!
//! Each batch has a fixed cost in the database, as high as that of ten or twenty requests. If many
//! requests come at the same time, the next batch therefore waits for a part of them. While one
//! part is processed, the other callers do their work in between. A single request starts
//! immediately.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

/// The largest batch.
pub const MOST: usize = 256;

/// How long a batch waits for more requests. The clock of the runtime makes one or two milliseconds
/// of it.
const PAUSE: Duration = Duration::from_millis(1);

/// How many requests the queue holds before new ones must wait to enter it.
const CAPACITY: usize = 4096;

/// Creates an empty queue, with the handle that adds requests. A batch waits for `eighths` eighths
/// of the estimated number of simultaneous requests.
pub fn batch_queue<T>(eighths: usize) -> (BatchSender<T>, BatchQueue<T>) {
    let (queue, waiting) = mpsc::channel(CAPACITY);
    let shared = Arc::new(Shared {
        wanted: AtomicUsize::new(usize::MAX),
        enough: Notify::new(),
    });
    let sender = BatchSender {
        queue,
        shared: Arc::clone(&shared),
    };
    let receiver = BatchQueue {
        queue: waiting,
        shared,
        eighths,
        estimate: 0,
    };
    (sender, receiver)
}

/// The state that senders share with the waiting receiver. A sender wakes the receiver only if
/// enough requests are queued, because a wake-up for each request costs more than reading the
/// queue. After a spurious wake-up the receiver checks again.
struct Shared {
    /// The number of requests that suffices for a batch. While the receiver does not wait, it is
    /// larger than any number of requests.
    wanted: AtomicUsize,
    enough: Notify,
}

/// The sending side of the queue.
pub struct BatchSender<T> {
    queue: mpsc::Sender<T>,
    shared: Arc<Shared>,
}

impl<T> Clone for BatchSender<T> {
    fn clone(&self) -> BatchSender<T> {
        BatchSender {
            queue: self.queue.clone(),
            shared: Arc::clone(&self.shared),
        }
    }
}

impl<T> BatchSender<T> {
    /// Adds a request. Returns `false` if the receiver is gone.
    pub async fn send(&self, one: T) -> bool {
        let is_queued = self.queue.send(one).await.is_ok();
        let waiting = self.queue.max_capacity() - self.queue.capacity();
        if waiting >= self.shared.wanted.load(Ordering::SeqCst) {
            self.shared.enough.notify_one();
        }
        is_queued
    }
}

/// The receiving side of the queue.
pub struct BatchQueue<T> {
    queue: mpsc::Receiver<T>,
    shared: Arc<Shared>,
    eighths: usize,
    /// The estimated number of simultaneous requests: a slowly decaying maximum of processed plus
    /// queued ones.
    estimate: usize,
}

impl<T> BatchQueue<T> {
    /// Waits for enough requests for the next batch, at most for `PAUSE`, and returns the first.
    /// `served` is the number of requests that were processed just before. If the queue stays
    /// empty, the next request that arrives starts a batch alone. Returns `None` once all senders
    /// are gone.
    pub async fn gather(&mut self, served: usize) -> Option<T> {
        let seen = served + self.queue.len();
        self.estimate = seen.max(self.estimate - self.estimate.div_ceil(8));
        let enough = (self.estimate * self.eighths / 8).min(MOST);
        if self.queue.len() < enough {
            self.shared.wanted.store(enough, Ordering::SeqCst);
            let come = async {
                while self.queue.len() < enough {
                    self.shared.enough.notified().await;
                }
            };
            let _ = timeout(PAUSE, come).await;
            self.shared.wanted.store(usize::MAX, Ordering::SeqCst);
        }
        self.queue.recv().await
    }

    /// Takes the first request from the queue, if there is one.
    pub fn take(&mut self) -> Option<T> {
        self.queue.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::{FutureExt, poll};
    use tokio::task::unconstrained;

    use super::*;

    /// Returns a queue that holds `count` requests, with this estimate.
    async fn waiting(count: usize, estimate: usize) -> (BatchSender<usize>, BatchQueue<usize>) {
        let (sender, mut waiting) = batch_queue(4);
        waiting.estimate = estimate;
        for who in 0..count {
            assert!(sender.send(who).await);
        }
        (sender, waiting)
    }

    #[tokio::test]
    async fn single_request_starts_immediately() {
        let (_sender, mut queue) = waiting(1, 0).await;
        assert_eq!(queue.gather(0).now_or_never(), Some(Some(0)));
    }

    #[tokio::test]
    async fn batch_waits_for_half_of_the_recent_callers() {
        let (sender, mut queue) = waiting(3, 10).await;
        let mut gathered = pin!(queue.gather(0));
        assert!(poll!(gathered.as_mut()).is_pending());
        sender.send(3).await;
        assert!(poll!(gathered.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn batch_waits_for_the_configured_share_of_callers() {
        let (sender, mut queue) = waiting(5, 19).await;
        queue.eighths = 3;
        let mut gathered = pin!(queue.gather(0));
        assert!(poll!(gathered.as_mut()).is_pending());
        sender.send(5).await;
        assert!(poll!(gathered.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn batch_waits_for_the_callers_of_the_last_batch() {
        let (sender, mut queue) = waiting(1, 0).await;
        let mut gathered = pin!(queue.gather(3));
        assert!(poll!(gathered.as_mut()).is_pending());
        sender.send(1).await;
        assert!(poll!(gathered.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn callers_that_stay_away_are_forgotten_within_ten_batches() {
        let (sender, mut queue) = waiting(1, 10).await;
        let mut batches = 0;
        while queue.estimate > 3 {
            assert_eq!(queue.gather(0).await, Some(0));
            sender.send(0).await;
            batches += 1;
        }
        assert!(batches < 10, "{batches}");
    }

    #[tokio::test]
    async fn full_batch_starts_immediately() {
        let (_sender, mut queue) = waiting(MOST, 4_000).await;
        let gathered = unconstrained(queue.gather(0)).now_or_never();
        assert_eq!(gathered, Some(Some(0)));
    }

    #[tokio::test]
    async fn closed_queue_serves_pending_requests_and_then_ends() {
        let (sender, mut queue) = waiting(2, 0).await;
        drop(sender);
        assert_eq!(queue.gather(0).await, Some(0));
        assert_eq!((queue.take(), queue.take()), (Some(1), None));
        assert_eq!(queue.gather(0).await, None);
    }
}
