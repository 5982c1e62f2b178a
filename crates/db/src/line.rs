//! A line of those who want the same of the database, which does it for many of them together, and
//! when it begins to. That costs it as much as ten or twenty of them, whatever they are; so where many come
//! at the same time, some of them are waited for: while these are served, the others do what they do
//! in between. A lone one waits for nobody.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

/// The most that are served together.
pub const MOST: usize = 256;

/// How long more are waited for; the clock of the runtime makes one or two milliseconds of it.
const PAUSE: Duration = Duration::from_millis(1);

/// How many may be in line before new ones have to wait for a place in it.
const PLACES: usize = 4096;

/// An empty line in which so many eighths of those who come at the same time are waited for, and where one
/// joins it.
pub fn line<T>(eighths: usize) -> (Entrance<T>, Line<T>) {
    let (queue, waiting) = mpsc::channel(PLACES);
    let company = Arc::new(Company {
        wanted: AtomicUsize::new(usize::MAX),
        enough: Notify::new(),
    });
    let entrance = Entrance {
        queue,
        company: Arc::clone(&company),
    };
    let line = Line {
        queue: waiting,
        company,
        eighths,
        crowd: 0,
    };
    (entrance, line)
}

/// What those who come and whoever waits for them know of each other. Nobody looks at the queue
/// meanwhile: to be woken for each of them costs more than to read it. Who is woken in vain looks once
/// more.
struct Company {
    /// As many are enough; more than there ever are where nobody waits for them.
    wanted: AtomicUsize,
    enough: Notify,
}

/// Where one joins a line.
pub struct Entrance<T> {
    queue: mpsc::Sender<T>,
    company: Arc<Company>,
}

impl<T> Clone for Entrance<T> {
    fn clone(&self) -> Entrance<T> {
        Entrance {
            queue: self.queue.clone(),
            company: Arc::clone(&self.company),
        }
    }
}

impl<T> Entrance<T> {
    /// Joins it. `false` where nobody serves it any more.
    pub async fn join(&self, one: T) -> bool {
        let is_in_line = self.queue.send(one).await.is_ok();
        let waiting = self.queue.max_capacity() - self.queue.capacity();
        if waiting >= self.company.wanted.load(Ordering::SeqCst) {
            self.company.enough.notify_one();
        }
        is_in_line
    }
}

/// Those who wait.
pub struct Line<T> {
    queue: mpsc::Receiver<T>,
    company: Arc<Company>,
    eighths: usize,
    /// About how many come at the same time: the most that were served and waited, of late.
    crowd: usize,
}

impl<T> Line<T> {
    /// The first in line, once there is company, where so many were served until now. Where nobody waits at all, the
    /// first who comes goes alone. `None` when nobody comes any more.
    pub async fn gather(&mut self, served: usize) -> Option<T> {
        let seen = served + self.queue.len();
        self.crowd = seen.max(self.crowd - self.crowd.div_ceil(8));
        let enough = (self.crowd * self.eighths / 8).min(MOST);
        if self.queue.len() < enough {
            self.company.wanted.store(enough, Ordering::SeqCst);
            let come = async {
                while self.queue.len() < enough {
                    self.company.enough.notified().await;
                }
            };
            let _ = timeout(PAUSE, come).await;
            self.company.wanted.store(usize::MAX, Ordering::SeqCst);
        }
        self.queue.recv().await
    }

    /// Takes the first in line, if anybody waits.
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

    /// So many who wait, where so many came at the same time of late.
    async fn waiting(count: usize, crowd: usize) -> (Entrance<usize>, Line<usize>) {
        let (entrance, mut waiting) = line(4);
        waiting.crowd = crowd;
        for who in 0..count {
            assert!(entrance.join(who).await);
        }
        (entrance, waiting)
    }

    #[tokio::test]
    async fn a_lone_one_waits_for_nobody() {
        let (_entrance, mut line) = waiting(1, 0).await;
        assert_eq!(line.gather(0).now_or_never(), Some(Some(0)));
    }

    #[tokio::test]
    async fn where_many_come_at_once_half_of_them_are_waited_for() {
        let (entrance, mut line) = waiting(3, 10).await;
        let mut gathered = pin!(line.gather(0));
        assert!(poll!(gathered.as_mut()).is_pending());
        entrance.join(3).await;
        assert!(poll!(gathered.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn or_another_share_of_them() {
        let (entrance, mut line) = waiting(5, 19).await;
        line.eighths = 3;
        let mut gathered = pin!(line.gather(0));
        assert!(poll!(gathered.as_mut()).is_pending());
        entrance.join(5).await;
        assert!(poll!(gathered.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn those_who_were_served_are_waited_for() {
        let (entrance, mut line) = waiting(1, 0).await;
        let mut gathered = pin!(line.gather(3));
        assert!(poll!(gathered.as_mut()).is_pending());
        entrance.join(1).await;
        assert!(poll!(gathered.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn who_does_not_come_is_not_waited_for_and_forgotten() {
        let (entrance, mut line) = waiting(1, 10).await;
        let mut batches = 0;
        while line.crowd > 3 {
            assert_eq!(line.gather(0).await, Some(0));
            entrance.join(0).await;
            batches += 1;
        }
        assert!(batches < 10, "{batches}");
    }

    #[tokio::test]
    async fn nobody_waits_for_more_than_are_served_together() {
        let (_entrance, mut line) = waiting(MOST, 4_000).await;
        let gathered = unconstrained(line.gather(0)).now_or_never();
        assert_eq!(gathered, Some(Some(0)));
    }

    #[tokio::test]
    async fn when_nobody_comes_any_more_that_is_told_last() {
        let (entrance, mut line) = waiting(2, 0).await;
        drop(entrance);
        assert_eq!(line.gather(0).await, Some(0));
        assert_eq!((line.take(), line.take()), (Some(1), None));
        assert_eq!(line.gather(0).await, None);
    }
}
