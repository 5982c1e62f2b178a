//! Lanes: how much of one kind of work is done at once, how much more may wait for its turn, and
//! for how long. What finds no place is told at once to come back, so that a server that is asked
//! for more than it can do goes on doing what it can.
//!
//! Each kind has a lane of its own, so that none takes what another needs: moves go before reads,
//! and reads before what has to be replayed or drawn.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// A lane. Whoever enters has a place until it is dropped.
#[derive(Clone)]
pub struct Lane {
    name: &'static str,
    places: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    patience: Duration,
}

/// Whether somebody waits for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hurry {
    /// Somebody does, and can come back later.
    Request,
    /// It is done in the background, or is part of what must not be refused.
    Whenever,
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
            places: Arc::new(Semaphore::new(at_once)),
            waiting: Arc::new(Semaphore::new(waiting)),
            patience,
        }
    }

    /// Takes a place, or refuses: at once where too many wait already.
    pub async fn enter(&self) -> Result<Place, Problem> {
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
    pub async fn wait(&self) -> Result<Place, Problem> {
        let permit = Arc::clone(&self.places).acquire_owned().await;
        permit
            .map(|permit| Place { _permit: permit })
            .map_err(Problem::internal)
    }

    /// Takes a place, as whoever is in this hurry does.
    pub async fn take(&self, hurry: Hurry) -> Result<Place, Problem> {
        match hurry {
            Hurry::Request => self.enter().await,
            Hurry::Whenever => self.wait().await,
        }
    }

    /// Does work that keeps a core busy in this place, away from the threads that answer requests.
    /// It keeps its place to the end even when whoever asked goes away.
    pub async fn work<T: Send + 'static>(
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        })
        .await
        .map_err(Problem::internal)
    }

    fn shed(&self, why: &'static str) -> Problem {
        metrics::counter!("turnpike_shed_total", "lane" => self.name, "why" => why).increment(1);
        Problem::Unavailable
    }
}

/// The lanes of a server.
pub struct Lanes {
    /// Moves. They are written many at a time, and need no database connection as a rule.
    pub moves: Lane,
    /// Whatever else changes something.
    pub writes: Lane,
    /// Passwords, which cost memory and a core each.
    pub sign_ins: Lane,
    /// Looking at things as they are.
    pub reads: Lane,
    /// Looking back, and pictures.
    pub histories: Lane,
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
            reads: Lane::new("reads", (connections * 3 / 4).max(1), 1_024, few),
            histories: Lane::new("histories", (connections / 4).max(2), 256, few),
            replays: Lane::new("replays", cores.div_ceil(2), 256, more),
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
        assert!(matches!(lane.enter().await, Err(Problem::Unavailable)));
        drop(first);
        assert!(second.await.unwrap());
        assert!(lane.enter().await.is_ok());
    }

    #[tokio::test]
    async fn nobody_waits_for_longer_than_told() {
        let lane = Lane::new("test", 1, 1, Duration::ZERO);
        let _first = lane.enter().await.unwrap();
        assert!(matches!(lane.enter().await, Err(Problem::Unavailable)));
    }
}
