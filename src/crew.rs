//! Threads that do one kind of work and nothing else.
//!
//! What takes many megabytes for some milliseconds is done by few threads, always the same: the system's
//! allocator keeps what a thread had for the next time, and would so for every thread that ever did it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use tokio::sync::oneshot;

use crate::lanes::Place;
use crate::refusal::{Refusal, Result};

type Work = Box<dyn FnOnce() + Send>;

/// The threads. They end when this is dropped and what was asked for is done.
pub struct Crew(mpsc::Sender<Work>);

impl Crew {
    /// So many threads.
    pub fn new(threads: usize) -> Crew {
        let (sender, works) = mpsc::channel();
        let works = Arc::new(Mutex::new(works));
        for _ in 0..threads {
            let works: Arc<Mutex<mpsc::Receiver<Work>>> = Arc::clone(&works);
            std::thread::spawn(move || {
                loop {
                    let work = works.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(work) = work else { break };
                    // Whoever waits for it sees that no answer comes.
                    let _ = catch_unwind(AssertUnwindSafe(work));
                }
            });
        }
        Crew(sender)
    }

    /// Has this done in this place, which is kept to the end even when whoever asked goes away.
    pub async fn work<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let (answer, done) = oneshot::channel();
        let work = move || {
            let _place = place;
            // Whoever asked may have gone away.
            let _ = answer.send(work());
        };
        // The threads are there as long as this is.
        let _ = self.0.send(Box::new(work));
        done.await.map_err(Refusal::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::lanes::Lane;

    #[tokio::test]
    async fn whoever_asked_for_what_panics_is_told_and_the_thread_goes_on() {
        let lane = Lane::new("test", 1, 1, Duration::from_secs(60));
        let crew = Crew::new(1);
        let fails = crew.work(lane.enter().await.unwrap(), || -> u8 { panic!("it fails") });
        assert!(fails.await.is_err());
        let works = crew.work(lane.enter().await.unwrap(), || 7);
        assert_eq!(works.await.ok(), Some(7));
    }
}
