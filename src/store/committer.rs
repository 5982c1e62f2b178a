//! The committer: few writers that turn the moves of many games into one transaction each.
//!
//! Moves that wait at the same moment are written by one statement, with the new head of their
//! games and the mails that follow from them. A lone move is written at once, and what arrives
//! meanwhile forms the next batch (`line` says when). A move whose game went on in another
//! process meanwhile loses, and leaves no trace. One whose game somebody has locked is set aside and
//! tried again in later batches, so that it keeps no other waiting.

mod batch;
mod columns;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Error;
use db::connect;
use db::line::{Entrance, Line, MOST, line};
use db::prepared::Prepared;
use db::worker::replaced_when_it_panics;
use rules::{Bot, Entry, Hash, Seat, SeatSet};
use serde_json::Value;
use tokio::sync::{Mutex, oneshot, watch};
use tokio::time::{Instant, timeout, timeout_at};

use self::batch::Found;
use super::outbox::NewMail;

/// How many batches may be under way at once: where one hangs, the next is written.
const WRITERS: usize = 2;

/// How long a batch waits at most until the one under way is done: one that hangs keeps the next no
/// longer.
const PATIENCE_WITH_OTHERS: Duration = Duration::from_millis(5);

/// The share of concurrent movers, in eighths, that a batch waits for. Half of them seldom arrive
/// while the other half is written; batches of a quarter cost more than they gain (decision 3).
const EIGHTHS: usize = 3;

/// How often a batch is tried again when the connection breaks or the database asks for it.
const TRIES: u32 = 5;

/// How long the database may take to write a batch. A little more than its own limit on the one
/// statement of most: beyond it the connection is hung, and is given up.
const PATIENCE: Duration = Duration::from_secs(35);

/// How long a write waits for what somebody else has locked, before it makes way. For the row of a
/// game it does not wait at all.
const SESSION: &str = "SET lock_timeout = '250ms'";

/// How long a game that somebody else has locked is tried again.
const PATIENCE_WITH_LOCKS: Duration = Duration::from_secs(10);

/// The first and the longest pause before a locked game is tried again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(320));

/// Writes nothing but a record of the log of PostgreSQL, so that its commit waits for a synchronous
/// standby. A transaction that only has a number (`pg_current_xact_id()`) does not wait.
const SETTLE: &str = "SELECT pg_logical_emit_message(true, 'turnpike', '')";

/// Everything that one request changes in one game. It may hold orders: no `Debug`.
#[derive(Clone)]
pub struct Commit {
    /// The game.
    pub game_id: GameId,
    /// The ply that the entries follow.
    pub expected: u64,
    /// The hash of the last entry before them. After a failover another log may be as long.
    pub before: Hash,
    /// The revision of the clocks and orders that they were made with.
    pub revision: i32,
    /// The new entries, numbered from `expected + 1`; at least one.
    pub entries: Vec<Entry>,
    /// The hash of the last of them.
    pub head: Hash,
    /// Who is to act then.
    pub acting: SeatSet,
    /// The result, if the game is over then.
    pub result: Option<Value>,
    /// When it was accepted.
    pub at: Moment,
    /// The seats that bots have then.
    pub bots: SeatSet,
    /// Where the clocks stand then, in a game with a pace.
    pub clocks: Option<Value>,
    /// When the clocks want to be looked at, if that is earlier than before.
    pub look_at: Option<Moment>,
    /// Who takes a seat over.
    pub seated: Vec<(Seat, NewSitter)>,
    /// What is left of the orders of some seats.
    pub orders: Vec<LeftOrders>,
    /// What players are to be told.
    pub mails: Vec<NewMail>,
    /// The game as compact bytes after the last entry, now and then.
    pub snapshot: Option<Vec<u8>>,
}

/// What is left of the orders of a seat. Nobody else sees them: no `Debug`.
#[derive(Clone)]
pub struct LeftOrders {
    /// The seat.
    pub seat: Seat,
    /// The moves of the queue, as a list.
    pub moves: Value,
    /// The conditional orders, as a list of texts.
    pub conditional: Value,
}

/// Who takes a seat over while the game runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewSitter {
    /// A player.
    Player(PlayerId),
    /// A bot.
    Bot(Bot),
}

impl Commit {
    /// Whether it changes what hardly any move does: who sits where, or orders.
    fn is_more(&self) -> bool {
        !self.seated.is_empty() || !self.orders.is_empty()
    }
}

/// What became of a [`Commit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is durable.
    Written,
    /// The game is not at the expected ply, head and revision (any more); nothing was written. After a
    /// broken connection this may also mean that an earlier try got through.
    Lost,
    /// The database could not be reached or refused; whether it was written is not known.
    Failed,
}

/// What the writer is asked.
enum Asked {
    Write(Box<Waiting>),
    /// Whether what is committed by now is where it should be.
    Settle(oneshot::Sender<bool>),
}

/// A commit that waits to be written.
struct Waiting {
    commit: Commit,
    answer: oneshot::Sender<Fate>,
    /// Since when it is set aside, if it is.
    aside: Option<Aside>,
}

/// How a commit waits whose game is locked.
#[derive(Clone, Copy)]
struct Aside {
    until: Instant,
    next: Instant,
    pause: Duration,
    /// It would keep the others of its batch waiting: not the game's row is locked, but another.
    alone: bool,
}

impl Waiting {
    fn end(self, fate: Fate) {
        // Whoever asked may have gone away; what was written stands all the same.
        let _ = self.answer.send(fate);
    }

    /// Has it tried again in a while, if there is patience left.
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
                "a game is locked for too long"
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

/// A handle to the writer.
#[derive(Clone)]
pub struct Committer {
    line: Entrance<Asked>,
}

impl Committer {
    /// Starts the writers, each with a connection of its own. They end when the last handle is dropped
    /// and everything that waits is written.
    pub fn start(url: String) -> Committer {
        let (entrance, asked) = line(EIGHTHS);
        let asked = Arc::new(Mutex::new(asked));
        let (under_way, idle) = (watch::Sender::default(), Idle::default());
        for _ in 0..WRITERS {
            let (url, asked) = (url.clone(), Arc::clone(&asked));
            let (under_way, idle) = (under_way.clone(), Arc::clone(&idle));
            let writer = move || {
                let writer = Writer {
                    url: url.clone(),
                    session: None,
                    idle: Arc::clone(&idle),
                    under_way: under_way.clone(),
                };
                writer.run(Arc::clone(&asked))
            };
            tokio::spawn(replaced_when_it_panics(writer));
        }
        Committer { line: entrance }
    }

    /// Writes, and answers when it is durable.
    pub async fn commit(&self, commit: Commit) -> Fate {
        let (answer, fate) = oneshot::channel();
        let waiting = Waiting {
            commit,
            answer,
            aside: None,
        };
        if !self.line.join(Asked::Write(Box::new(waiting))).await {
            return Fate::Failed;
        }
        fate.await.unwrap_or(Fate::Failed)
    }

    /// Makes sure that what can be read by now is as durable as the database promises: where a
    /// commit waits for a standby, that the standby has it. Whoever answers that something was done
    /// because it is there already asks this first: it may be there because the wait was broken
    /// off, or because the primary crashed in the middle of it.
    pub async fn settle(&self) -> Result<(), Error> {
        let (answer, settled) = oneshot::channel();
        let asked = self.line.join(Asked::Settle(answer)).await;
        if asked && settled.await.unwrap_or(false) {
            Ok(())
        } else {
            Err(Error::Passing("a commit may not be durable yet".to_owned()))
        }
    }
}

/// The connections that no writer has just now. The one that was used last is used next: what it does is
/// still in the caches of a processor.
type Idle = Arc<std::sync::Mutex<Vec<Prepared>>>;

struct Writer {
    url: String,
    session: Option<Prepared>,
    idle: Idle,
    /// How many games all writers are writing just now.
    under_way: watch::Sender<usize>,
}

/// So many games are under way until it is dropped.
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
    async fn run(mut self, line: Arc<Mutex<Line<Asked>>>) {
        let mut held_over: Vec<Waiting> = Vec::new();
        let mut aside: Vec<Waiting> = Vec::new();
        loop {
            let mut next = std::mem::take(&mut held_over);
            let mut unsettled = Vec::new();
            let mut under_way = None;
            next.extend(due(&mut aside));
            if next.is_empty() {
                let due = aside.iter().filter_map(|it| Some(it.aside?.next)).min();
                let gathered = self.gather(&line, &mut next, &mut unsettled);
                match due {
                    // What is set aside is due before anything else comes.
                    Some(at) => match timeout_at(at, gathered).await {
                        Ok(Some(begun)) => under_way = Some(begun),
                        // Nobody asks any more; what is left is tried to the end.
                        Ok(None) => tokio::time::sleep_until(at).await,
                        Err(_) => {}
                    },
                    None => match gathered.await {
                        Some(begun) => under_way = Some(begun),
                        None => return,
                    },
                }
            } else if let Ok(mut line) = line.try_lock() {
                // Another writer that waits with it takes what is there when its moment has come.
                drain(&mut line, &mut next, &mut unsettled);
            }
            let mut batch: Vec<Waiting> = Vec::new();
            let mut more: Vec<Waiting> = Vec::new();
            let mut alone = None;
            let mut games = HashSet::new();
            for one in next {
                // Two writes of one game cannot stand in one statement.
                if !games.insert(one.commit.game_id.clone()) {
                    held_over.push(one);
                } else if one.is_alone() && alone.is_some() {
                    // One at a time: the others of the batch wait for each.
                    aside.push(one);
                } else if one.is_alone() {
                    alone = Some(one);
                } else if one.commit.is_more() {
                    // It takes several statements, and keeps its games locked in between.
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
            self.rest();
            drop(under_way);
            if let Some(alone) = alone {
                aside.extend(self.write_all(vec![alone]).await);
                self.rest();
            }
            if !unsettled.is_empty() {
                let settled = self.settle().await;
                self.rest();
                for answer in unsettled {
                    let _ = answer.send(settled);
                }
            }
        }
    }

    /// Takes what waits, when it is time for the next batch. That is under way before any other writer
    /// looks. `None` when nobody asks any more.
    async fn gather(
        &self,
        line: &Mutex<Line<Asked>>,
        next: &mut Vec<Waiting>,
        unsettled: &mut Vec<oneshot::Sender<bool>>,
    ) -> Option<UnderWay> {
        let mut line = line.lock().await;
        let mut under_way = self.under_way.subscribe();
        let written = *under_way.borrow();
        let _ = timeout(
            PATIENCE_WITH_OTHERS,
            under_way.wait_for(|games| *games == 0),
        )
        .await;
        sort(line.gather(written).await?, next, unsettled);
        drain(&mut line, next, unsettled);
        Some(UnderWay::begin(&self.under_way, next.len()))
    }

    /// Writes a batch; when the database refuses it, each of its parts alone, so that one bad part
    /// harms nobody else. Returns what is to be tried again, because its game is locked.
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
                        // The database is gone for all of them: each would wait as long again.
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

    /// Writes a batch, again when the connection broke. Returns what is to be tried again, or all of
    /// it, with the trouble.
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

    /// Commits, and waits until the database says that it is durable.
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
        tracing::warn!(error, "it is not known whether a commit is durable");
        self.session = None;
        false
    }

    /// Writes, and tries again after what passes by itself.
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
            let refused = refusal(&error);
            let error = connect::told(&error);
            tracing::warn!(
                error,
                size = batch.len(),
                attempt,
                "moves could not be written"
            );
            match refused {
                Some(Trouble::Away) => {}
                Some(trouble) => return Err(trouble),
                // Whatever state the connection is in, a new one is in a better.
                None => self.session = None,
            }
            tokio::time::sleep(Duration::from_millis(50 << attempt)).await;
        }
        Err(Trouble::Away)
    }

    /// Leaves the connection to whoever writes next.
    fn rest(&mut self) {
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

    /// The connection with its statement, a new one where there is none.
    async fn session(&mut self) -> anyhow::Result<&mut Prepared> {
        let session = self.session.take().or_else(|| self.idle());
        let session = match session.filter(|it| !it.is_closed()) {
            Some(session) => session,
            None => Prepared::open(&self.url, SESSION, batch::WRITE).await?,
        };
        Ok(self.session.insert(session))
    }
}

/// What is to be tried again by now.
fn due(aside: &mut Vec<Waiting>) -> Vec<Waiting> {
    let now = Instant::now();
    aside
        .extract_if(.., |it| it.aside.is_none_or(|aside| aside.next <= now))
        .collect()
}

/// Takes what waits, as much as fits into a batch.
fn drain(
    asked: &mut Line<Asked>,
    next: &mut Vec<Waiting>,
    unsettled: &mut Vec<oneshot::Sender<bool>>,
) {
    while next.len() < MOST
        && let Some(another) = asked.take()
    {
        sort(another, next, unsettled);
    }
}

fn sort(asked: Asked, next: &mut Vec<Waiting>, unsettled: &mut Vec<oneshot::Sender<bool>>) {
    match asked {
        Asked::Write(waiting) => next.push(*waiting),
        Asked::Settle(answer) => unsettled.push(answer),
    }
}

/// Why a batch was not written.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    /// Something of it was locked for too long.
    Locked,
    /// The database refuses what is in it.
    Refused,
    /// The database could not be reached, or was too busy, often enough.
    Away,
}

/// What the database itself said, if it did; `Away` where trying again may help: two transactions
/// got in each other's way (class 40), or it is short of something (class 53).
fn refusal(error: &anyhow::Error) -> Option<Trouble> {
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
