//! A pool of threads for one kind of work.
//!
//! Some work needs many megabytes for a few milliseconds. A few dedicated threads do it, because
//! the system's allocator keeps freed memory for each thread that ever did such work.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use tokio::sync::oneshot;

use crate::permits::Permit;
use crate::refusal::{Refusal, Result};

type Work = Box<dyn FnOnce() + Send>;

/// A pool of threads. They end once the pool is dropped and the queued work is done.
pub struct ThreadPool(mpsc::Sender<Work>);

impl ThreadPool {
    /// Starts this many threads.
    pub fn new(threads: usize) -> ThreadPool {
        let (sender, works) = mpsc::channel();
        let works = Arc::new(Mutex::new(works));
        for _ in 0..threads {
            let works: Arc<Mutex<mpsc::Receiver<Work>>> = Arc::clone(&works);
            std::thread::spawn(move || {
                loop {
                    let work = works.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(work) = work else { break };
                    // The caller notices the panic: its channel closes without an answer.
                    let _ = catch_unwind(AssertUnwindSafe(work));
                }
            });
        }
        ThreadPool(sender)
    }

    /// Runs `work` on a thread of the pool. The permit is held until the work ends, even if the
    /// caller is dropped earlier.
    ///
    /// # Errors
    ///
    /// [`Refusal::Internal`] if `work` panics.
    pub async fn work<T: Send + 'static>(
        &self,
        permit: Permit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let (answer, done) = oneshot::channel();
        let work = move || {
            let _permit = permit;
            // The caller may be gone.
            let _ = answer.send(work());
        };
        // The threads run as long as the pool exists.
        let _ = self.0.send(Box::new(work));
        done.await.map_err(Refusal::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::permits::PermitPool;

    #[tokio::test]
    async fn panicking_work_returns_an_error_and_the_thread_continues() {
        let pool = PermitPool::new("test", 1, 1, Duration::from_secs(60));
        let threads = ThreadPool::new(1);
        let fails = threads.work(pool.enter().await.unwrap(), || -> u8 { panic!("it fails") });
        assert!(fails.await.is_err());
        let works = threads.work(pool.enter().await.unwrap(), || 7);
        assert_eq!(works.await.ok(), Some(7));
    }
}
