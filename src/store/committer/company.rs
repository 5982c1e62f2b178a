//! When a batch begins. It costs the database as much as ten or twenty moves, whatever is in it; so
//! where many move at the same time, it waits for half of them: while these are written, the others'
//! moves are read, played and answered. A lone move waits for nobody.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, mpsc, watch};
use tokio::time::timeout;

use super::MAX_BATCH;

/// How long a batch waits at most until the one under way is done: one that hangs keeps the next no
/// longer.
const PATIENCE: Duration = Duration::from_millis(5);

/// How long it waits then for more to come; the clock of the runtime makes one or two milliseconds of it.
const PAUSE: Duration = Duration::from_millis(1);

/// The queue of the writers, which one of them reads at a time.
pub(super) struct Line<T> {
    pub(super) queue: mpsc::Receiver<T>,
    /// About how many move at the same time: the most that were under way and waited, of late.
    crowd: usize,
}

impl<T> Line<T> {
    pub(super) fn of(queue: mpsc::Receiver<T>) -> Line<T> {
        Line { queue, crowd: 0 }
    }
}

/// What those who come and the writer who waits for them know of each other. Nobody looks at the queue
/// meanwhile: to be woken for each move costs more than to read it. Who is woken in vain looks once more.
pub(super) struct Company {
    /// As many are enough; more than there ever are where nobody waits for them.
    wanted: AtomicUsize,
    enough: Notify,
}

impl Default for Company {
    fn default() -> Company {
        Company {
            wanted: AtomicUsize::new(usize::MAX),
            enough: Notify::new(),
        }
    }
}

impl Company {
    /// Somebody has come, and so many wait now.
    pub(super) fn came(&self, waiting: usize) {
        if waiting >= self.wanted.load(Ordering::SeqCst) {
            self.enough.notify_one();
        }
    }

    /// Waits until the batch under way is done and there is company for the next. Where nobody waits at all, the
    /// first who comes goes alone.
    pub(super) async fn gather<T>(
        &self,
        line: &mut Line<T>,
        mut under_way: watch::Receiver<usize>,
    ) -> Option<T> {
        let written = *under_way.borrow();
        let _ = timeout(PATIENCE, under_way.wait_for(|games| *games == 0)).await;
        let seen = written + line.queue.len();
        line.crowd = seen.max(line.crowd - line.crowd.div_ceil(8));
        let half = (line.crowd / 2).min(MAX_BATCH);
        self.wanted.store(half, Ordering::SeqCst);
        let come = async {
            while line.queue.len() < half {
                self.enough.notified().await;
            }
        };
        let _ = timeout(PAUSE, come).await;
        self.wanted.store(usize::MAX, Ordering::SeqCst);
        line.queue.recv().await
    }
}
