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

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::poll;

    use super::*;

    /// So many who wait, where so many moved at the same time of late.
    fn line(waiting: usize, crowd: usize) -> (mpsc::Sender<usize>, Line<usize>) {
        let (come, queue) = mpsc::channel(16);
        for who in 0..waiting {
            come.try_send(who).unwrap();
        }
        (come, Line { queue, crowd })
    }

    #[tokio::test]
    async fn a_lone_move_waits_for_nobody() {
        let (company, under_way) = (Company::default(), watch::Sender::new(0));
        let (_come, mut line) = line(1, 0);
        let mut gathered = pin!(company.gather(&mut line, under_way.subscribe()));
        assert!(poll!(gathered.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn a_batch_begins_when_the_one_under_way_is_done() {
        let (company, under_way) = (Company::default(), watch::Sender::new(2));
        let (_come, mut line) = line(2, 0);
        let mut gathered = pin!(company.gather(&mut line, under_way.subscribe()));
        assert!(poll!(gathered.as_mut()).is_pending());
        under_way.send_replace(0);
        assert!(poll!(gathered.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn where_many_move_at_once_a_batch_waits_for_half_of_them() {
        let (company, under_way) = (Company::default(), watch::Sender::new(0));
        let (come, mut line) = line(3, 10);
        let mut gathered = pin!(company.gather(&mut line, under_way.subscribe()));
        assert!(poll!(gathered.as_mut()).is_pending());
        come.try_send(3).unwrap();
        company.came(4);
        assert!(poll!(gathered.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn who_does_not_come_is_not_waited_for_and_forgotten() {
        let (company, under_way) = (Company::default(), watch::Sender::new(0));
        let (come, mut line) = line(1, 10);
        let mut batches = 0;
        while line.crowd > 3 {
            let first = company.gather(&mut line, under_way.subscribe()).await;
            assert_eq!(first, Some(0));
            come.try_send(0).unwrap();
            batches += 1;
        }
        assert!(batches < 10, "{batches}");
    }

    #[tokio::test]
    async fn nobody_waits_for_more_than_fit_into_a_batch() {
        let (company, under_way) = (Company::default(), watch::Sender::new(0));
        let (come, queue) = mpsc::channel(MAX_BATCH);
        for who in 0..MAX_BATCH {
            come.try_send(who).unwrap();
        }
        let mut line = Line {
            queue,
            crowd: 4_000,
        };
        let mut gathered = pin!(company.gather(&mut line, under_way.subscribe()));
        assert!(poll!(gathered.as_mut()).is_ready());
    }
}
