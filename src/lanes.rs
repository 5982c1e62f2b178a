//! Lanes: how much of one kind of work is done at once, how much more may wait for its turn, and
//! for how long. What finds no place is told at once to come back, so that a server that is asked
//! for more than it can do goes on doing what it can.
//!
//! Each kind has a lane of its own, so that none takes what another needs: moves go before reads,
//! and reads before what has to be replayed or drawn.
//!
//! A request's [`Stay`] is known to whatever works for it ([`Stay::during`]). From that follows
//! whether somebody waits for an answer and can come back later; what is done in the background, for
//! a mail, or for an answer that has begun, is never refused a place. And who has to wait for what
//! another request holds ([`aside`]) keeps no place meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::refusal::{Refusal, Result};

tokio::task_local! {
    /// The request that this task works for.
    static STAY: Arc<Stay>;
}

/// A lane. Whoever enters has a place until it is dropped.
#[derive(Clone)]
pub struct Lane {
    name: &'static str,
    at_once: usize,
    places: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    patience: Duration,
}

/// A place in a lane.
pub struct Place {
    _permit: OwnedSemaphorePermit,
}

impl Lane {
    /// A lane for `at_once` pieces of work, with room for `waiting` more, each of which waits no
    /// longer than `patience`.
    pub fn new(name: &'static str, at_once: usize, waiting: usize, patience: Duration) -> Lane {
        Lane {
            name,
            at_once,
            places: Arc::new(Semaphore::new(at_once)),
            waiting: Arc::new(Semaphore::new(waiting)),
            patience,
        }
    }

    /// How many places are taken.
    pub fn taken(&self) -> usize {
        self.at_once.saturating_sub(self.places.available_permits())
    }

    /// Takes a place, or refuses: at once where too many wait already.
    pub async fn enter(&self) -> Result<Place> {
        if let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(Place { _permit: permit });
        }
        let Ok(_turn) = self.waiting.try_acquire() else {
            return Err(self.shed("full"));
        };
        match tokio::time::timeout(self.patience, self.wait()).await {
            Ok(entered) => entered,
            Err(_) => Err(self.shed("late")),
        }
    }

    /// Takes a place however long it takes: for work in the background, of which there is never
    /// much at once.
    async fn wait(&self) -> Result<Place> {
        let permit = Arc::clone(&self.places).acquire_owned().await;
        permit
            .map(|permit| Place { _permit: permit })
            .map_err(Refusal::internal)
    }

    /// Takes a place, or refuses where it is a request that wants one.
    pub async fn take(&self) -> Result<Place> {
        match is_request() {
            true => self.enter().await,
            false => self.wait().await,
        }
    }

    /// Takes a place for a request, or refuses.
    pub async fn admit(&self) -> Result<Stay> {
        let place = self.enter().await?;
        Ok(Stay {
            lane: self.clone(),
            place: Mutex::new(Some(place)),
            is_done: AtomicBool::new(false),
        })
    }

    /// Does work that keeps a core busy in this place, away from the threads that answer requests.
    /// It keeps its place to the end even when whoever asked goes away.
    pub async fn work<T: Send + 'static>(
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        })
        .await
        .map_err(Refusal::internal)
    }

    fn shed(&self, why: &'static str) -> Refusal {
        metrics::counter!("turnpike_shed_total", "lane" => self.name, "why" => why).increment(1);
        Refusal::unavailable(format_args!("no place in the lane of {}: {why}", self.name))
    }
}

/// A request in its lane. It has a place as long as it lasts, but for the times in which it waits
/// for another one.
pub struct Stay {
    lane: Lane,
    place: Mutex<Option<Place>>,
    /// Set once what was asked for is done: the rest is no reason to say that nothing happened.
    is_done: AtomicBool,
}

impl Stay {
    /// Does the work of the request, with what waits for it knowing that it is one.
    pub async fn during<T>(self, work: impl Future<Output = T>) -> T {
        STAY.scope(Arc::new(self), work).await
    }

    fn set(&self, place: Option<Place>) {
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }

    /// Takes a place again if one is free.
    fn comes_back(&self) -> bool {
        let permit = Arc::clone(&self.lane.places).try_acquire_owned();
        let place = permit.ok().map(|permit| Place { _permit: permit });
        let is_back = place.is_some();
        self.set(place);
        is_back
    }

    async fn leaves_for<W: Future>(&self, wait: impl Fn() -> W) -> Result<W::Output> {
        let until = Instant::now() + self.lane.patience;
        loop {
            self.set(None);
            let Ok(found) = timeout_at(until, wait()).await else {
                return Err(self.lane.shed("blocked"));
            };
            if self.comes_back() {
                return Ok(found);
            }
            // Whoever has a place may be waiting for what was found: let go of it before queueing.
            drop(found);
            self.set(Some(self.lane.enter().await?));
            if let Some(found) = wait().now_or_never() {
                return Ok(found);
            }
        }
    }
}

/// Waits for something that another piece of work holds. A request gives its place back meanwhile, so
/// that those who wait for one thing keep nobody from another, and is told to come back when it takes
/// longer than a place in its lane may take. `wait` may be called several times.
pub async fn aside<W: Future>(wait: impl Fn() -> W) -> Result<W::Output> {
    match STAY.try_with(Arc::clone) {
        Ok(stay) if !stay.is_done.load(Ordering::Relaxed) => stay.leaves_for(wait).await,
        _ => Ok(wait().await),
    }
}

/// Waits for something however long that takes, without a place, and then for a place.
pub async fn outside<W: Future>(wait: W) -> Result<W::Output> {
    leave();
    let waited = wait.await;
    if let Ok(stay) = STAY.try_with(Arc::clone) {
        stay.set(Some(stay.lane.enter().await?));
    }
    Ok(waited)
}

/// Whether this is done for a request that can be told to come back.
pub fn is_request() -> bool {
    STAY.try_with(|stay| !stay.is_done.load(Ordering::Relaxed))
        .unwrap_or(false)
}

/// Says that what the request asked for is done. What it still waits for it waits for without a
/// place, however long that takes, as work in the background does.
pub fn done() {
    // Where there is no request, nobody is refused.
    let _ = STAY.try_with(|stay| {
        stay.is_done.store(true, Ordering::Relaxed);
        stay.set(None);
    });
}

/// Gives the place of a request up whose work goes on in another lane.
pub fn leave() {
    // Where there is no request, there is no place.
    let _ = STAY.try_with(|stay| stay.set(None));
}

/// The lanes of a server.
pub struct Lanes {
    /// Moves. They are written many at a time, and need no database connection as a rule.
    pub moves: Lane,
    /// Whatever else changes something.
    pub writes: Lane,
    /// Passwords, which cost memory and a core each.
    pub sign_ins: Lane,
    /// Looking at a game as it is: that is remembered, or read together with others.
    pub looks: Lane,
    /// Looking at whatever else as it is.
    pub reads: Lane,
    /// Looking back, and pictures.
    pub histories: Lane,
    /// Looks of streams at what they may have to tell. None of them is refused: each waits for its turn.
    pub streams: Lane,
    /// The replaying and drawing itself, for requests and mails alike.
    pub replays: Lane,
}

impl Lanes {
    /// The lanes of a server with so many database connections. Reads leave some of them to moves.
    pub fn new(connections: usize) -> Lanes {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let few = Duration::from_secs(2);
        let more = Duration::from_secs(5);
        Lanes {
            moves: Lane::new("moves", 256, 4_096, more),
            writes: Lane::new("writes", connections, 512, more),
            sign_ins: Lane::new("sign-ins", 8, 256, Duration::from_secs(10)),
            looks: Lane::new("looks", 256, 1_024, few),
            reads: Lane::new("reads", (connections * 3 / 4).max(1), 1_024, few),
            histories: Lane::new("histories", (connections / 4).max(2), 256, few),
            streams: Lane::new("streams", (connections / 2).max(2), 0, few),
            replays: Lane::new("replays", cores.div_ceil(2), 256, more),
        }
    }

    /// The place among reads that a look needs once it has to read something. Whoever is in another
    /// lane has their place there.
    pub async fn to_read(&self) -> Result<Option<Place>> {
        let places = &self.looks.places;
        let is_look = STAY.try_with(|stay| Arc::ptr_eq(&stay.lane.places, places));
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
    async fn whoever_finds_no_place_is_refused_at_once() {
        let lane = Lane::new("test", 1, 1, LONG);
        let first = lane.enter().await.unwrap();
        let second = tokio::spawn({
            let lane = lane.clone();
            async move { lane.enter().await.is_ok() }
        });
        while lane.waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(lane.enter().await, Err(Refusal::Unavailable(_))));
        drop(first);
        assert!(second.await.unwrap());
        assert!(lane.enter().await.is_ok());
    }

    #[tokio::test]
    async fn who_waits_for_another_holds_no_place_and_not_for_ever() {
        let lane = Lane::new("test", 1, 0, Duration::from_millis(20));
        let work = async {
            assert!(lane.enter().await.is_err());
            // What is waited for comes when somebody else has had the place.
            aside(|| {
                let other = lane.clone();
                async move { drop(other.enter().await.unwrap()) }
            })
            .await?;
            assert!(lane.enter().await.is_err(), "it has its place again");
            aside(std::future::pending::<()>).await
        };
        let done = lane.admit().await.unwrap().during(work).await;
        assert!(matches!(done, Err(Refusal::Unavailable(_))));
        assert!(lane.enter().await.is_ok());
    }

    #[tokio::test]
    async fn nobody_is_told_that_nothing_happened_when_it_did() {
        let lane = Lane::new("test", 1, 0, Duration::from_millis(20));
        let work = async {
            done();
            // Longer than a request may wait, while others have all places.
            let place = lane.enter().await.unwrap();
            aside(|| tokio::time::sleep(Duration::from_millis(200))).await?;
            drop(place);
            lane.take().await.map(drop)
        };
        let answer = lane.admit().await.unwrap().during(work).await;
        assert!(answer.is_ok());
    }

    #[tokio::test]
    async fn nobody_waits_for_longer_than_told() {
        let lane = Lane::new("test", 1, 1, Duration::ZERO);
        let _first = lane.enter().await.unwrap();
        assert!(matches!(lane.enter().await, Err(Refusal::Unavailable(_))));
    }
}
