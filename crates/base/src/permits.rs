//! Concurrency limits. A [`PermitPool`] limits how many pieces of one kind of work run at once, how
//! many more may wait, and for how long. The server rejects excess requests immediately, so that
//! under overload it still answers as many as it can.
//!
//! Each kind of work has its own pool, so that no kind takes the capacity of another. Moves go
//! before reads, and reads go before replays and pictures.
//!
//! A [`RequestPermit`] is the permit of a request. Code that works for the request finds it in the
//! task ([`RequestPermit::during`]), and sees from it whether a client waits that can retry later.
//! Work is never rejected if it runs in the background, handles a mail, or belongs to an answer
//! that has already begun. A request that waits for something that another request holds
//! ([`aside`]) gives up its permit meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::refusal::{Refusal, Result};

tokio::task_local! {
    /// The request for which this task works.
    static REQUEST: Arc<RequestPermit>;
}

/// A concurrency limit. A caller that enters holds a permit until the permit is dropped.
#[derive(Clone)]
pub struct PermitPool {
    name: &'static str,
    at_once: usize,
    free: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    patience: Duration,
}

/// A permit of a pool.
pub struct Permit {
    _permit: OwnedSemaphorePermit,
}

impl PermitPool {
    /// Creates a pool that runs `at_once` pieces of work. At most `waiting` more may queue, each
    /// for at most `patience`.
    pub fn new(
        name: &'static str,
        at_once: usize,
        waiting: usize,
        patience: Duration,
    ) -> PermitPool {
        PermitPool {
            name,
            at_once,
            free: Arc::new(Semaphore::new(at_once)),
            waiting: Arc::new(Semaphore::new(waiting)),
            patience,
        }
    }

    /// Returns the number of permits in use.
    pub fn taken(&self) -> usize {
        self.at_once.saturating_sub(self.free.available_permits())
    }

    /// Takes a permit, waiting if necessary.
    ///
    /// # Errors
    ///
    /// [`Refusal::Unavailable`], immediately if the queue is full, or when the wait takes longer
    /// than the pool's `patience`.
    pub async fn enter(&self) -> Result<Permit> {
        if let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
            return Ok(Permit { _permit: permit });
        }
        let Ok(_turn) = self.waiting.try_acquire() else {
            return Err(self.shed("full"));
        };
        match tokio::time::timeout(self.patience, self.wait()).await {
            Ok(entered) => entered,
            Err(_) => Err(self.shed("late")),
        }
    }

    /// Takes a permit without a time limit. This is for background work, of which there is never
    /// much at once.
    async fn wait(&self) -> Result<Permit> {
        let permit = Arc::clone(&self.free).acquire_owned().await;
        permit
            .map(|permit| Permit { _permit: permit })
            .map_err(Refusal::internal)
    }

    /// Takes a permit. Only a request is subject to the limits of [`PermitPool::enter`]; other work
    /// waits without a time limit.
    pub async fn take(&self) -> Result<Permit> {
        match is_request() {
            true => self.enter().await,
            false => self.wait().await,
        }
    }

    /// Takes the permit for a new request, as [`PermitPool::enter`] does.
    pub async fn admit(&self) -> Result<RequestPermit> {
        let permit = self.enter().await?;
        Ok(RequestPermit {
            pool: self.clone(),
            permit: Mutex::new(Some(permit)),
            is_done: AtomicBool::new(false),
        })
    }

    /// Does CPU-bound work under this permit, outside the threads that answer requests. The permit
    /// is held until the work ends, even if the caller is dropped earlier.
    pub async fn work<T: Send + 'static>(
        permit: Permit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        })
        .await
        .map_err(Refusal::internal)
    }

    fn shed(&self, why: &'static str) -> Refusal {
        metrics::counter!("turnpike_shed_total", "lane" => self.name, "why" => why).increment(1);
        Refusal::unavailable(format_args!("no permit for {}: {why}", self.name))
    }
}

/// The permit of a request. It holds a permit until it ends, except while it waits for another
/// request.
pub struct RequestPermit {
    pool: PermitPool,
    permit: Mutex<Option<Permit>>,
    /// Set once the request's effect has happened. From then on the request is no longer rejected,
    /// because a rejection would say that nothing happened.
    is_done: AtomicBool,
}

impl RequestPermit {
    /// Does the work of the request. Functions that the work calls find the request in the task.
    pub async fn during<T>(self, work: impl Future<Output = T>) -> T {
        REQUEST.scope(Arc::new(self), work).await
    }

    fn set(&self, permit: Option<Permit>) {
        *self.permit.lock().unwrap_or_else(PoisonError::into_inner) = permit;
    }

    /// Takes a permit again if one is free, and returns whether it did.
    fn reacquires(&self) -> bool {
        let permit = Arc::clone(&self.pool.free).try_acquire_owned();
        let permit = permit.ok().map(|permit| Permit { _permit: permit });
        let is_back = permit.is_some();
        self.set(permit);
        is_back
    }

    async fn releases_for<W: Future>(&self, wait: impl Fn() -> W) -> Result<W::Output> {
        let until = Instant::now() + self.pool.patience;
        loop {
            self.set(None);
            let Ok(found) = timeout_at(until, wait()).await else {
                return Err(self.pool.shed("blocked"));
            };
            if self.reacquires() {
                return Ok(found);
            }
            // The holder of a permit may be waiting for the thing that was found. Release it before
            // queueing.
            drop(found);
            self.set(Some(self.pool.enter().await?));
            if let Some(found) = wait().now_or_never() {
                return Ok(found);
            }
        }
    }
}

/// Waits for something that another task holds. A request gives up its permit meanwhile, so that
/// requests that wait for the same thing do not block others. `wait` may be called several times.
///
/// # Errors
///
/// [`Refusal::Unavailable`] if a request waits longer than its pool's `patience`, or gets no permit
/// afterwards.
pub async fn aside<W: Future>(wait: impl Fn() -> W) -> Result<W::Output> {
    match REQUEST.try_with(Arc::clone) {
        Ok(request) if !request.is_done.load(Ordering::Relaxed) => request.releases_for(wait).await,
        _ => Ok(wait().await),
    }
}

/// Waits without a permit and without a time limit, and then takes a permit again.
pub async fn outside<W: Future>(wait: W) -> Result<W::Output> {
    leave();
    let waited = wait.await;
    if let Ok(request) = REQUEST.try_with(Arc::clone) {
        request.set(Some(request.pool.enter().await?));
    }
    Ok(waited)
}

/// Whether this task works for a request that can still be rejected.
pub fn is_request() -> bool {
    REQUEST
        .try_with(|request| !request.is_done.load(Ordering::Relaxed))
        .unwrap_or(false)
}

/// Marks the request's effect as done, and gives up the permit. The rest of the request waits
/// without a permit and without a time limit, as background work does.
pub fn done() {
    // Outside a request there is nothing to mark.
    let _ = REQUEST.try_with(|request| {
        request.is_done.store(true, Ordering::Relaxed);
        request.set(None);
    });
}

/// Gives up the permit of a request that continues in another pool.
pub fn leave() {
    // Outside a request there is no permit.
    let _ = REQUEST.try_with(|request| request.set(None));
}

/// The pools of permits of a server, one for each kind of work.
pub struct Permits {
    /// Moves. The server writes them in batches, and they rarely need a database connection.
    pub moves: PermitPool,
    /// All other changes.
    pub writes: PermitPool,
    /// Passwords, each of which costs memory and a core.
    pub sign_ins: PermitPool,
    /// Views of a current game, which come from a cache or from a batched read.
    pub looks: PermitPool,
    /// Views of other current data.
    pub reads: PermitPool,
    /// Views of the past, and pictures.
    pub histories: PermitPool,
    /// Reads of streams after a hint. They are never rejected; each waits for its turn.
    pub streams: PermitPool,
    /// Replaying and drawing, for requests and mails.
    pub replays: PermitPool,
}

impl Permits {
    /// Creates the pools of a server with this many database connections. Reads leave some of them
    /// to moves.
    pub fn new(connections: usize) -> Permits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let few = Duration::from_secs(2);
        let more = Duration::from_secs(5);
        Permits {
            moves: PermitPool::new("moves", 256, 4_096, more),
            writes: PermitPool::new("writes", connections, 512, more),
            sign_ins: PermitPool::new("sign-ins", 8, 256, Duration::from_secs(10)),
            looks: PermitPool::new("looks", 256, 1_024, few),
            reads: PermitPool::new("reads", (connections * 3 / 4).max(1), 1_024, few),
            histories: PermitPool::new("histories", (connections / 4).max(2), 256, few),
            streams: PermitPool::new("streams", (connections / 2).max(2), 0, few),
            replays: PermitPool::new("replays", cores.div_ceil(2), 256, more),
        }
    }

    /// Takes the permit of `reads` that a request in `looks` needs before it reads from the
    /// database. A request in another pool needs none.
    pub async fn to_read(&self) -> Result<Option<Permit>> {
        let free = &self.looks.free;
        let is_look = REQUEST.try_with(|request| Arc::ptr_eq(&request.pool.free, free));
        match is_look {
            Ok(true) => self.reads.take().await.map(Some),
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    #[tokio::test]
    async fn full_pool_and_queue_reject_at_once() {
        let pool = PermitPool::new("test", 1, 1, LONG);
        let first = pool.enter().await.unwrap();
        let second = tokio::spawn({
            let pool = pool.clone();
            async move { pool.enter().await.is_ok() }
        });
        while pool.waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(pool.enter().await, Err(Refusal::Unavailable(_))));
        drop(first);
        assert!(second.await.unwrap());
        assert!(pool.enter().await.is_ok());
    }

    #[tokio::test]
    async fn waiting_aside_releases_the_permit_and_times_out() {
        let pool = PermitPool::new("test", 1, 0, Duration::from_millis(20));
        let work = async {
            assert!(pool.enter().await.is_err());
            // The wait ends once another task has had the permit.
            aside(|| {
                let other = pool.clone();
                async move { drop(other.enter().await.unwrap()) }
            })
            .await?;
            assert!(pool.enter().await.is_err(), "it has its permit again");
            aside(std::future::pending::<()>).await
        };
        let done = pool.admit().await.unwrap().during(work).await;
        assert!(matches!(done, Err(Refusal::Unavailable(_))));
        assert!(pool.enter().await.is_ok());
    }

    #[tokio::test]
    async fn finished_work_is_not_rejected_after_a_long_wait() {
        let pool = PermitPool::new("test", 1, 0, Duration::from_millis(20));
        let work = async {
            done();
            // This takes longer than a request may wait, while no permit is free.
            let permit = pool.enter().await.unwrap();
            aside(|| tokio::time::sleep(Duration::from_millis(200))).await?;
            drop(permit);
            pool.take().await.map(drop)
        };
        let answer = pool.admit().await.unwrap().during(work).await;
        assert!(answer.is_ok());
    }

    #[tokio::test]
    async fn wait_for_a_permit_times_out() {
        let pool = PermitPool::new("test", 1, 1, Duration::ZERO);
        let _first = pool.enter().await.unwrap();
        assert!(matches!(pool.enter().await, Err(Refusal::Unavailable(_))));
    }
}
