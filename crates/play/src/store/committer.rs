//! The committer: a few writers. Each one writes the moves of many games in one transaction.
//!
//! One statement writes the moves that are queued at the same time, with the new heads of their
//! games and the resulting mails. A single move is written immediately. Moves that arrive meanwhile
//! form the next batch (`db::batches` decides when). A move loses and leaves no trace if another
//! process has changed its game. A move whose game another session has locked is set aside and
//! retried in later batches, so that it does not delay other moves.
//!
//! # When something goes wrong
//!
//! - The connection breaks or hangs during a batch: the batch is tried again on a new one, five
//!   times in all. If an earlier attempt got through, the compare fails and the commits are `Lost`.
//!   The caller then looks for its own hash in the log.
//! - Another session has locked a game: the batch leaves it out, and later batches retry it for ten
//!   seconds. After that the commit fails.
//! - Another lock is in the way for a quarter of a second: each commit of the batch is tried alone.
//!   The one that waits is retried later, by itself.
//! - The database rejects a part of a batch: each commit is tried alone, so that a bad one does not
//!   affect the others. If the database goes away meanwhile, the rest fails at once.
//! - An administrator ends the wait for a synchronous standby: the session is dropped, as if the
//!   connection had broken (`db::connect`).

mod batch;
mod columns;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::batches::{BatchQueue, BatchSender, MOST, batch_queue};
use db::prepared::Prepared;
use db::worker::replaced_when_it_panics;
use db::{Error, connect};
use notices::outbox::NewMail;
use rules::{Bot, Entry, Hash, Seat, SeatSet};
use serde_json::Value;
use tokio::sync::{Mutex, oneshot, watch};
use tokio::time::{Instant, timeout, timeout_at};

use crate::store::committer::batch::Found;

/// The number of writers, and so of simultaneous batches. If one batch hangs, the next is still
/// written.
const WRITERS: usize = 2;

/// The longest wait of a batch for the running one. A batch that hangs does not delay the next one
/// further.
const PATIENCE_WITH_OTHERS: Duration = Duration::from_millis(5);

/// The share of concurrent movers, in eighths, that a batch waits for. Half of them seldom arrive
/// while the other half is written. Batches of a quarter cost more than they gain (decision 0003).
const EIGHTHS: usize = 3;

/// The number of attempts to write a batch, if the connection breaks or the database reports a
/// conflict or a lack of resources.
const TRIES: u32 = 5;

/// The time limit for writing a batch. It is a little longer than the database's own limit for a
/// statement, and most batches are one statement. After that, the connection counts as hung and is
/// dropped.
const PATIENCE: Duration = Duration::from_secs(35);

/// How long a write waits for a lock of another session before it gives way. It does not wait for
/// the row of a game at all.
const SESSION: &str = "SET lock_timeout = '250ms'";

/// How long a move is retried while another session has locked its game.
const PATIENCE_WITH_LOCKS: Duration = Duration::from_secs(10);

/// The first and the longest pause before a locked game is retried.
const PAUSES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(320));

/// Writes only a record to PostgreSQL's write-ahead log, so that its commit waits for a synchronous
/// standby. A transaction that only has a number (`pg_current_xact_id()`) does not wait.
const SETTLE: &str = "SELECT pg_logical_emit_message(true, 'turnpike', '')";

/// All changes of one request to one game. No `Debug`, because it may hold orders.
#[derive(Clone)]
pub struct Commit {
    /// The game.
    pub game_id: GameId,
    /// The ply after which the entries follow.
    pub expected: u64,
    /// The hash of the last entry before them. After a failover, another log may be as long.
    pub before: Hash,
    /// The revision of the clocks and orders on which the entries are based.
    pub revision: i32,
    /// The new entries, numbered from `expected + 1`; at least one.
    pub entries: Vec<Entry>,
    /// The hash of the last new entry.
    pub head: Hash,
    /// The seats to act afterwards.
    pub acting: SeatSet,
    /// The result, if the game is over afterwards.
    pub result: Option<Value>,
    /// When the request was accepted.
    pub at: Moment,
    /// The seats of bots afterwards.
    pub bots: SeatSet,
    /// The clocks afterwards, in a game with a pace.
    pub clocks: Option<Value>,
    /// When the clocks need a check, if that is earlier than before.
    pub look_at: Option<Moment>,
    /// The seats that change hands, each with its new owner.
    pub seated: Vec<(Seat, NewSitter)>,
    /// The remaining orders of the seats whose orders change.
    pub orders: Vec<LeftOrders>,
    /// The mails to players about the game.
    pub mails: Vec<NewMail>,
    /// A mail to a player that is not about the game.
    pub notice: Option<NewMail>,
    /// The game after the last entry as compact bytes, if a snapshot is due.
    pub snapshot: Option<Vec<u8>>,
}

/// The remaining orders of a seat. No `Debug`, because they are secret from other players.
#[derive(Clone)]
pub struct LeftOrders {
    /// The seat.
    pub seat: Seat,
    /// The queued moves, as a list.
    pub moves: Value,
    /// The conditional orders, as a list of texts.
    pub conditional: Value,
}

/// The new owner of a seat in a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewSitter {
    /// A player.
    Player(PlayerId),
    /// A bot.
    Bot(Bot),
}

impl Commit {
    /// Whether it writes more than moves usually do: the owners of seats, orders, or a notice.
    fn is_more(&self) -> bool {
        !self.seated.is_empty() || !self.orders.is_empty() || self.notice.is_some()
    }
}

/// The outcome of a [`Commit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was written and is durable.
    Written,
    /// The game is not (or no longer) at the expected ply, head and revision. Nothing was written.
    /// After a broken connection, this may also mean that an earlier attempt succeeded.
    Lost,
    /// The database could not be reached, or it failed. It is not known whether the commit was
    /// written.
    Failed,
}

/// A request to a writer.
enum Request {
    Write(Box<Waiting>),
    /// Makes sure that everything committed so far is durable. Answers whether it is.
    Settle(oneshot::Sender<bool>),
}

/// A commit in the queue.
struct Waiting {
    commit: Commit,
    answer: oneshot::Sender<Fate>,
    /// Its retry state, if it is set aside.
    aside: Option<Aside>,
}

/// The retry state of a commit whose game is locked.
#[derive(Clone, Copy)]
struct Aside {
    until: Instant,
    next: Instant,
    pause: Duration,
    /// Whether it is written alone: the lock is not on the game's row, so a wait for it would delay
    /// the rest of the batch.
    alone: bool,
}

impl Waiting {
    fn end(self, fate: Fate) {
        // The caller may be gone. The write stands all the same.
        let _ = self.answer.send(fate);
    }

    /// Schedules a retry after a pause. If the retries have taken too long, the commit fails.
    fn set_aside(mut self, alone: bool) -> Option<Waiting> {
        let now = Instant::now();
        let pause = self
            .aside
            .map_or(PAUSES.0, |aside| PAUSES.1.min(aside.pause * 2));
        let until = self
            .aside
            .map_or(now + PATIENCE_WITH_LOCKS, |aside| aside.until);
        if now >= until {
            tracing::warn!(
                game.id = %self.commit.game_id,
                "another database session locked a game for too long"
            );
            self.end(Fate::Failed);
            return None;
        }
        if self.aside.is_none() {
            metrics::counter!("turnpike_commits_set_aside_total").increment(1);
        }
        self.aside = Some(Aside {
            until,
            next: now + pause,
            pause,
            alone,
        });
        Some(self)
    }

    fn is_alone(&self) -> bool {
        self.aside.is_some_and(|aside| aside.alone)
    }
}

/// A handle to the writers.
#[derive(Clone)]
pub struct Committer {
    sender: BatchSender<Request>,
}

impl Committer {
    /// Starts the writers, each with its own connection. They end when the last handle is dropped
    /// and the queue is empty.
    pub fn start(url: String) -> Committer {
        let (sender, queue) = batch_queue(EIGHTHS);
        let queue = Arc::new(Mutex::new(queue));
        let (under_way, idle) = (watch::Sender::default(), Idle::default());
        for _ in 0..WRITERS {
            let (url, queue) = (url.clone(), Arc::clone(&queue));
            let (under_way, idle) = (under_way.clone(), Arc::clone(&idle));
            let writer = move || {
                let writer = Writer {
                    url: url.clone(),
                    session: None,
                    idle: Arc::clone(&idle),
                    under_way: under_way.clone(),
                };
                writer.run(Arc::clone(&queue))
            };
            tokio::spawn(replaced_when_it_panics(writer));
        }
        Committer { sender }
    }

    /// Writes a commit. Returns once it is durable, or has failed.
    pub async fn commit(&self, commit: Commit) -> Fate {
        let (answer, fate) = oneshot::channel();
        let waiting = Waiting {
            commit,
            answer,
            aside: None,
        };
        if !self.sender.send(Request::Write(Box::new(waiting))).await {
            return Fate::Failed;
        }
        fate.await.unwrap_or(Fate::Failed)
    }

    /// Makes sure that all data that is readable now is as durable as the database promises. If
    /// commits wait for a standby, the standby has the data then. A caller that finds its own entry
    /// in the database must call this before it reports success: the entry may be there although
    /// the wait for the standby was cancelled, or although the primary crashed during the wait.
    pub async fn settle(&self) -> Result<(), Error> {
        let (answer, settled) = oneshot::channel();
        let is_queued = self.sender.send(Request::Settle(answer)).await;
        if is_queued && settled.await.unwrap_or(false) {
            Ok(())
        } else {
            Err(Error::Passing("a commit may not be durable yet".to_owned()))
        }
    }
}

/// The connections that no writer uses. The most recently used one is used next, because its data
/// is still in the caches of a processor.
type Idle = Arc<std::sync::Mutex<Vec<Prepared>>>;

struct Writer {
    url: String,
    session: Option<Prepared>,
    idle: Idle,
    /// The number of games that all writers together are writing.
    under_way: watch::Sender<usize>,
}

/// Counts games as under way until it is dropped.
struct UnderWay(watch::Sender<usize>, usize);

impl UnderWay {
    fn begin(all: &watch::Sender<usize>, games: usize) -> UnderWay {
        all.send_modify(|all| *all += games);
        UnderWay(all.clone(), games)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.send_modify(|all| *all -= self.1);
    }
}

impl Writer {
    async fn run(mut self, queue: Arc<Mutex<BatchQueue<Request>>>) {
        let mut held_over: Vec<Waiting> = Vec::new();
        let mut aside: Vec<Waiting> = Vec::new();
        loop {
            let mut next = std::mem::take(&mut held_over);
            let mut unsettled = Vec::new();
            let mut under_way = None;
            next.extend(due(&mut aside));
            if next.is_empty() {
                let due = aside.iter().filter_map(|it| Some(it.aside?.next)).min();
                let gathered = self.gather(&queue, &mut next, &mut unsettled);
                match due {
                    // A commit that was set aside is due before anything else has arrived.
                    Some(at) => match timeout_at(at, gathered).await {
                        Ok(Some(begun)) => under_way = Some(begun),
                        // All handles are dropped. The remaining commits are retried to the end.
                        Ok(None) => tokio::time::sleep_until(at).await,
                        Err(_) => {}
                    },
                    None => match gathered.await {
                        Some(begun) => under_way = Some(begun),
                        None => return,
                    },
                }
            } else if let Ok(mut queue) = queue.try_lock() {
                // If another writer is waiting for a batch, it takes the queued requests when its
                // time comes.
                drain(&mut queue, &mut next, &mut unsettled);
            }
            let mut batch: Vec<Waiting> = Vec::new();
            let mut more: Vec<Waiting> = Vec::new();
            let mut alone = None;
            let mut games = HashSet::new();
            for one in next {
                // One statement cannot write to the same game twice.
                if !games.insert(one.commit.game_id.clone()) {
                    held_over.push(one);
                } else if one.is_alone() && alone.is_some() {
                    // Only one per round, because the rest of the batch waits for each of them.
                    aside.push(one);
                } else if one.is_alone() {
                    alone = Some(one);
                } else if one.commit.is_more() {
                    // It needs several statements and keeps its games locked in between.
                    more.push(one);
                } else {
                    batch.push(one);
                }
            }
            let games = batch.len() + more.len();
            let under_way = under_way.unwrap_or_else(|| UnderWay::begin(&self.under_way, games));
            for batch in [batch, more].into_iter().filter(|it| !it.is_empty()) {
                metrics::histogram!("turnpike_commit_batch_size").record(batch.len() as f64);
                aside.extend(self.write_all(batch).await);
            }
            self.give_back_session();
            drop(under_way);
            if let Some(alone) = alone {
                aside.extend(self.write_all(vec![alone]).await);
                self.give_back_session();
            }
            if !unsettled.is_empty() {
                let settled = self.settle().await;
                self.give_back_session();
                for answer in unsettled {
                    let _ = answer.send(settled);
                }
            }
        }
    }

    /// Waits until the next batch is due, and takes it from the queue. The batch counts as under
    /// way before another writer looks. Returns `None` once all handles are dropped.
    async fn gather(
        &self,
        queue: &Mutex<BatchQueue<Request>>,
        next: &mut Vec<Waiting>,
        unsettled: &mut Vec<oneshot::Sender<bool>>,
    ) -> Option<UnderWay> {
        let mut queue = queue.lock().await;
        let mut under_way = self.under_way.subscribe();
        let written = *under_way.borrow();
        let _ = timeout(
            PATIENCE_WITH_OTHERS,
            under_way.wait_for(|games| *games == 0),
        )
        .await;
        sort(queue.gather(written).await?, next, unsettled);
        drain(&mut queue, next, unsettled);
        Some(UnderWay::begin(&self.under_way, next.len()))
    }

    /// Writes a batch. If the database rejects the batch, writes each commit alone, so that a bad
    /// one does not affect the others. Returns the commits to retry, because their games are
    /// locked.
    async fn write_all(&mut self, batch: Vec<Waiting>) -> Vec<Waiting> {
        let (trouble, batch) = match self.try_all(batch).await {
            Ok(locked) => return locked,
            Err(it) => it,
        };
        let mut again = Vec::new();
        let parts = if batch.len() > 1 && !matches!(trouble, Trouble::Away) {
            let mut parts = Vec::new();
            let mut rest = batch.into_iter();
            while let Some(one) = rest.next() {
                match self.try_all(vec![one]).await {
                    Ok(locked) => again.extend(locked),
                    Err((trouble, one)) => {
                        parts.extend(one.into_iter().map(|it| (trouble, it)));
                        // The database is gone for all of them. Each would wait as long again.
                        if matches!(trouble, Trouble::Away) {
                            parts.extend(rest.by_ref().map(|it| (trouble, it)));
                        }
                    }
                }
            }
            parts
        } else {
            batch.into_iter().map(|it| (trouble, it)).collect()
        };
        for (trouble, one) in parts {
            match trouble {
                Trouble::Locked => again.extend(one.set_aside(true)),
                Trouble::Refused | Trouble::Away => one.end(Fate::Failed),
            }
        }
        again
    }

    /// Writes a batch, and retries if the connection breaks. Returns the commits to retry because
    /// their games are locked. On failure, returns the whole batch with the cause.
    async fn try_all(
        &mut self,
        batch: Vec<Waiting>,
    ) -> Result<Vec<Waiting>, (Trouble, Vec<Waiting>)> {
        let commits: Vec<&Commit> = batch.iter().map(|it| &it.commit).collect();
        let found = match self.write_patiently(&commits).await {
            Ok(found) => found,
            Err(trouble) => return Err((trouble, batch)),
        };
        let mut again = Vec::new();
        for one in batch {
            match found.get(&*one.commit.game_id) {
                Some(Found::Written) => one.end(Fate::Written),
                Some(Found::Locked) => again.extend(one.set_aside(false)),
                None => one.end(Fate::Lost),
            }
        }
        Ok(again)
    }

    /// Commits a record, and waits until the database reports it as durable.
    async fn settle(&mut self) -> bool {
        let settled = async {
            let session = self.session().await?;
            Ok::<_, anyhow::Error>(session.client().batch_execute(SETTLE).await?)
        };
        let settled = tokio::time::timeout(PATIENCE, settled).await;
        let error = match settled {
            Ok(Ok(())) => return true,
            Ok(Err(error)) => connect::told(&error),
            Err(_) => "the database does not answer".to_owned(),
        };
        tracing::warn!(
            error,
            "the database did not confirm that moves are on the disk"
        );
        self.session = None;
        false
    }

    /// Writes a batch. Retries after temporary failures.
    async fn write_patiently(
        &mut self,
        batch: &[&Commit],
    ) -> Result<HashMap<String, Found>, Trouble> {
        for attempt in 0..TRIES {
            let error = match timeout(PATIENCE, self.write(batch)).await {
                Ok(Ok(written)) => return Ok(written),
                Ok(Err(error)) => error,
                Err(_) => anyhow::anyhow!("the database does not answer"),
            };
            let refused = trouble_of(&error);
            let error = connect::told(&error);
            tracing::warn!(
                error,
                size = batch.len(),
                attempt,
                "moves could not be stored"
            );
            match refused {
                Some(Trouble::Away) => {}
                Some(trouble) => return Err(trouble),
                // The state of this connection is unknown, so the next attempt opens a new one.
                None => self.session = None,
            }
            tokio::time::sleep(Duration::from_millis(50 << attempt)).await;
        }
        Err(Trouble::Away)
    }

    /// Returns the connection to the pool of idle ones.
    fn give_back_session(&mut self) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.extend(self.session.take());
    }

    fn idle(&self) -> Option<Prepared> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop()
    }

    async fn write(&mut self, batch: &[&Commit]) -> anyhow::Result<HashMap<String, Found>> {
        batch::write(self.session().await?, batch).await
    }

    /// Returns a connection with the prepared statement. Opens a new one if there is none.
    async fn session(&mut self) -> anyhow::Result<&mut Prepared> {
        let session = self.session.take().or_else(|| self.idle());
        let session = match session.filter(|it| !it.is_closed()) {
            Some(session) => session,
            None => Prepared::open(&self.url, SESSION, batch::QUESTION).await?,
        };
        Ok(self.session.insert(session))
    }
}

/// Takes the commits whose retry is due.
fn due(aside: &mut Vec<Waiting>) -> Vec<Waiting> {
    let now = Instant::now();
    aside
        .extract_if(.., |it| it.aside.is_none_or(|aside| aside.next <= now))
        .collect()
}

/// Takes requests from the queue, as many as fit into a batch.
fn drain(
    queue: &mut BatchQueue<Request>,
    next: &mut Vec<Waiting>,
    unsettled: &mut Vec<oneshot::Sender<bool>>,
) {
    while next.len() < MOST
        && let Some(another) = queue.take()
    {
        sort(another, next, unsettled);
    }
}

fn sort(request: Request, next: &mut Vec<Waiting>, unsettled: &mut Vec<oneshot::Sender<bool>>) {
    match request {
        Request::Write(waiting) => next.push(*waiting),
        Request::Settle(answer) => unsettled.push(answer),
    }
}

/// Why a batch was not written.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    /// A lock was not released in time.
    Locked,
    /// The database rejects the contents.
    Refused,
    /// The database stayed unreachable, or too busy, through all attempts.
    Away,
}

/// Classifies an error of the database. `None` means that the connection cannot be used any more.
/// `Away` means that a retry on the same connection may help: transactions conflicted (class 40),
/// or the database lacks resources (class 53).
fn trouble_of(error: &anyhow::Error) -> Option<Trouble> {
    let code = error
        .downcast_ref::<tokio_postgres::Error>()?
        .code()?
        .code();
    match (code, &code[..2]) {
        ("55P03", _) => Some(Trouble::Locked),
        // Class 25: the server has become a standby, and the primary is elsewhere.
        (_, "08" | "25" | "57") => None,
        (_, "40" | "53") => Some(Trouble::Away),
        _ => Some(Trouble::Refused),
    }
}
