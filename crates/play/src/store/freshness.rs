//! Checks whether cached rows of games are current. One query serves all waiting requests.
//!
//! A request gets the data that was committed before the query started, and the query starts after
//! the request arrived. A single request is sent immediately. Requests that arrive meanwhile share
//! the next query (`db::batches` decides when).
//!
//! If nothing was committed since the previous query about a game, PostgreSQL's snapshot is the
//! same as before, and so is every row. Then the answer says only that nothing changed. While
//! nobody plays, any number of looks at games costs next to nothing.
//!
//! Otherwise, the answer has the columns of the game's row that can change after the start, and the
//! versions of all rows that a look at the game reads. The version is `xmin`, the number of the
//! transaction that wrote the row. PostgreSQL maintains it, so no kind of change can be missed: a
//! changed or added row has a new number, and a deleted row is missing. Numbers repeat after four
//! billion transactions, and a failover can assign lost numbers again. Therefore, answers over
//! different connections never count as equal, and an entry that is not used for an hour is dropped
//! from the cache.
//!
//! An error closes the connection, unless the data in a row causes it. In that case each game is
//! queried alone, and only the damaged game gets no answer.
//!
//! A query that fails or gets no answer in time is retried once on a new connection, within ten
//! seconds in all. Then the requests fail with 503, and so do those that arrived meanwhile.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use common::ids::GameId;
use db::batches::{BatchQueue, BatchSender, MOST, batch_queue};
use db::prepared::{self, Prepared};
use db::sets::Stored;
use db::{Error, connect};
use serde::Deserialize;
use serde::de::value::{Error as NoWord, StrDeserializer};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use tokio_util::task::AbortOnDropHandle;

use crate::store::games::GameRow;

/// The share of simultaneous requests, in eighths, that a query waits for.
const EIGHTHS: usize = 4;

/// The number of attempts for a query. A retry uses a new connection.
const TRIES: usize = 2;

/// The time after which the connection counts as hung. It is longer than the database's own limit
/// ([`SESSION`]), so that no query keeps running.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// The time limit for all attempts together. Requests that arrived meanwhile then fail at once.
const PATIENCE: Duration = Duration::from_secs(10);

/// PostgreSQL itself cancels a query that takes too long.
const SESSION: &str = "SET statement_timeout = '4s'";

/// A period in which nothing was committed in the whole database. Each has its own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(Default))]
pub struct Epoch(u64);

/// The versions of the rows that a look at a game reads besides the game's own row.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Default))]
pub struct Around {
    /// The connection over which they were read.
    session: u64,
    /// The seats, and the players with these seats or with invitations.
    seats: Vec<u8>,
    /// The holidays of seated players that matter to the clocks, if there are clocks.
    pub holidays: Vec<i64>,
    /// The game that was proposed as a rematch.
    pub rematch: Option<GameId>,
}

/// The answer of the database about a game.
pub struct Fresh {
    /// The period in which it was given.
    pub epoch: Epoch,
    /// The version of the game's row.
    pub version: i64,
    /// The versions of the other rows.
    pub around: Around,
    row: Row,
}

impl Fresh {
    fn of(
        session: u64,
        epoch: Epoch,
        row: Row,
        rematch: Option<String>,
    ) -> Result<Fresh, tokio_postgres::Error> {
        Ok(Fresh {
            epoch,
            version: row.try_get("version")?,
            around: Around {
                session,
                seats: row.try_get("seats")?,
                holidays: row.try_get("holidays")?,
                rematch: rematch.map(GameId::stored),
            },
            row,
        })
    }

    /// Returns the game's current row, based on `known`, a version of it from after the start.
    /// Returns `None` if a value in it cannot be read.
    pub fn row(&self, known: &GameRow) -> Option<GameRow> {
        let row = &self.row;
        let rematch_of: Option<String> = row.try_get("rematch_of").ok()?;
        // The server may not change any other column after the start
        // (`tests/api/operating/rights.rs`). Two of these columns change only by hand in the
        // database, or by a later version of the program.
        Some(GameRow {
            visibility: word(row, "visibility")?,
            seed_source: Stored(word(row, "seed_source")?),
            status: word(row, "status")?,
            ply: row.try_get("ply").ok()?,
            head: row.try_get("head").ok()?,
            acting: row.try_get("acting").ok()?,
            result: row.try_get("result").ok()?,
            rematch_of: rematch_of.map(GameId::stored),
            changed_at: row.try_get("changed_at").ok()?,
            finished_at: row.try_get("finished_at").ok()?,
            bots: row.try_get("bots").ok()?,
            clocks: row.try_get("clocks").ok()?,
            revision: row.try_get("revision").ok()?,
            paused_at: row.try_get("paused_at").ok()?,
            ..known.clone()
        })
    }
}

/// Reads a word of a closed set. Returns `None` if it is unknown.
fn word<'a, T: Deserialize<'a>>(row: &'a Row, column: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<NoWord>::new(row.try_get(column).ok()?)).ok()
}

/// The answer to a request.
#[derive(Clone)]
pub enum Standing {
    /// Unchanged: the caller's period still lasts.
    Still,
    /// The current data.
    Now(Arc<Fresh>),
    /// The game does not exist, or cannot be read.
    Nothing,
}

/// A request for a game.
struct Question {
    game: GameId,
    /// The period in which the caller last got an answer.
    known: Option<Epoch>,
    answer: oneshot::Sender<Result<Standing, Error>>,
}

/// The answers for each game, and their period.
#[derive(Default)]
struct ByGame {
    epoch: Option<Epoch>,
    games: HashMap<String, Arc<Fresh>>,
}

impl ByGame {
    fn of(&self, question: &Question) -> Standing {
        match self.games.get(&*question.game) {
            Some(fresh) => Standing::Now(Arc::clone(fresh)),
            None if question.known.is_some() && question.known == self.epoch => Standing::Still,
            None => Standing::Nothing,
        }
    }
}

/// A handle to the task that queries the database.
pub struct Freshness {
    sender: BatchSender<Question>,
    _asker: AbortOnDropHandle<()>,
}

impl Freshness {
    /// Starts the task with its own connection. It ends when the handle is dropped.
    pub fn start(url: String) -> Freshness {
        let (sender, questions) = batch_queue(EIGHTHS);
        let asker = Asker {
            url,
            session: None,
            sessions: 0,
            snapshot: String::new(),
            epoch: Epoch(0),
        };
        let asker = tokio::spawn(asker.run(questions));
        Freshness {
            sender,
            _asker: AbortOnDropHandle::new(asker),
        }
    }

    /// Returns the current state of a game in the database, for a caller that knows its state in
    /// the period `known`.
    pub async fn of(&self, id: &GameId, known: Option<Epoch>) -> Result<Standing, Error> {
        let (answer, told) = oneshot::channel();
        let question = Question {
            game: id.clone(),
            known,
            answer,
        };
        let told = match self.sender.send(question).await {
            true => told.await.ok(),
            false => None,
        };
        told.unwrap_or_else(|| Err(Error::away(&"it does not answer in time")))
    }
}

struct Asker {
    url: String,
    session: Option<Prepared>,
    /// The number of connections so far.
    sessions: u64,
    /// PostgreSQL's name for its last snapshot over this connection.
    snapshot: String,
    /// The period of that snapshot.
    epoch: Epoch,
}

impl Asker {
    async fn run(mut self, mut queue: BatchQueue<Question>) {
        let (mut waiting, mut served) = (Vec::new(), 0);
        while let Some(first) = queue.gather(served).await {
            waiting.push(first);
            while waiting.len() < MOST
                && let Some(another) = queue.take()
            {
                waiting.push(another);
            }
            served = waiting.len();
            // The caller may be gone.
            waiting.retain(|question| !question.answer.is_closed());
            if waiting.is_empty() {
                continue;
            }
            let began = Instant::now();
            let told = timeout(PATIENCE, self.ask(&waiting)).await;
            let told = told.unwrap_or_else(|_| {
                self.session = None;
                Err(Error::away(&"it does not answer in time"))
            });
            if told.is_err() && began.elapsed() > SIGN_OF_LIFE {
                while queue.take().is_some() {}
            }
            for question in waiting.drain(..) {
                let told = told.as_ref().map(|told| told.of(&question));
                let _ = question.answer.send(told.map_err(Error::clone));
            }
        }
    }

    /// Queries the database, and a second time over a new connection.
    async fn ask(&mut self, questions: &[Question]) -> Result<ByGame, Error> {
        let mut cause = String::new();
        for _ in 0..TRIES {
            let error = match self.told(questions).await {
                Ok(told) => return Ok(told),
                Err(error) => error,
            };
            cause = connect::told(&error);
            tracing::warn!(
                error = cause,
                "the database did not say whether cached games are current"
            );
            if is_in_a_row(&error) {
                let mut told = ByGame::default();
                for one in questions.chunks(1).filter(|_| questions.len() > 1) {
                    let alone = self.told(one).await.unwrap_or_default();
                    told.games.extend(alone.games);
                }
                return Ok(told);
            }
            self.session = None;
        }
        Err(Error::away(&cause))
    }

    async fn told(&mut self, questions: &[Question]) -> anyhow::Result<ByGame> {
        let session = match self.session.take().filter(|it| !it.is_closed()) {
            Some(session) => session,
            None => {
                self.sessions += 1;
                self.snapshot.clear();
                Prepared::open(&self.url, SESSION, QUESTION).await?
            }
        };
        let session = self.session.insert(session);
        let ids = |which: &dyn Fn(&Question) -> bool| -> Vec<&str> {
            let chosen = questions.iter().filter(|&question| which(question));
            chosen.map(|question| &*question.game).collect()
        };
        let (all, others) = (ids(&|_| true), ids(&|it| it.known != Some(self.epoch)));
        let is_distributed = session.is_distributed();
        let asked = async {
            let (client, statement) = session.ready().await?;
            if !is_distributed {
                let known: [&(dyn ToSql + Sync); 3] = [&self.snapshot, &others, &all];
                let rows = client.query(statement, &known).await?;
                return Ok::<_, tokio_postgres::Error>((rows, Vec::new()));
            }
            let rows = client.query(statement, &[&all]).await?;
            let is_over = |row: &&Row| row.get::<_, &str>("status") == "finished";
            let over: Vec<&str> = rows.iter().filter(is_over).map(|it| it.get("id")).collect();
            let rematches = match over.is_empty() {
                true => Vec::new(),
                false => client.query(REMATCHES, &[&over]).await?,
            };
            Ok((rows, rematches))
        };
        let (rows, rematches) = timeout(SIGN_OF_LIFE, asked)
            .await
            .context("no sign of life")??;
        let mut proposed = HashMap::new();
        for row in &rematches {
            proposed.insert(row.try_get::<_, String>(0)?, row.try_get::<_, String>(1)?);
        }
        let mut games = HashMap::with_capacity(rows.len());
        for row in rows {
            anyhow::ensure!(
                !row.try_get::<_, bool>("is_standby")?,
                "its server cannot be written to"
            );
            let snapshot: &str = row.try_get("snapshot")?;
            if self.snapshot != snapshot {
                self.snapshot = snapshot.to_owned();
                self.epoch.0 += 1;
            }
            if let Some(id) = row.try_get::<_, Option<String>>("id")? {
                let rematch = match is_distributed {
                    false => row.try_get("rematch")?,
                    true => proposed.remove(&id),
                };
                let fresh = Fresh::of(self.sessions, self.epoch, row, rematch)?;
                games.insert(id, Arc::new(fresh));
            }
        }
        Ok(ByGame {
            epoch: Some(self.epoch),
            games,
        })
    }
}

/// Whether the data in a row causes the error: an invalid value, a page that is damaged or
/// unreadable, an unknown transaction.
fn is_in_a_row(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<tokio_postgres::Error>();
    error
        .and_then(tokio_postgres::Error::code)
        .is_some_and(|code| matches!(&code.code()[..2], "22" | "58" | "XX"))
}

/// The columns of `games` that both statements read.
macro_rules! row {
    () => {
        "games.id, visibility, seed_source, status, ply, head, acting, result, rematch_of,
    changed_at, finished_at, bots, clocks, revision, paused_at, games.xmin::text::bigint AS version"
    };
}

const QUESTION: prepared::Question = prepared::Question {
    whole: ASK,
    distributed: ASK_SHARDS,
};

/// Reads the games in `$2`. If the database has another snapshot than `$1`, reads those in `$3`
/// instead.
const ASK: &str = concat!(
    "SELECT now.snapshot, now.is_standby, ",
    row!(),
    ",
    array_send(ARRAY(
        SELECT ARRAY[seats.xmin,
            (SELECT players.xmin FROM players WHERE players.id = seats.player_id),
            (SELECT players.xmin FROM players WHERE players.id = seats.invited_id)]
        FROM seats WHERE seats.game_id = games.id)) AS seats,
    ARRAY(SELECT holidays.xmin::text::bigint
        FROM seats JOIN holidays ON holidays.player_id = seats.player_id
        WHERE seats.game_id = games.id AND pace IS NOT NULL AND finished_at IS NULL
            AND holidays.ends_at > games.created_at) AS holidays,
    (SELECT again.id FROM games AS again WHERE again.rematch_of = games.id) AS rematch
FROM (SELECT pg_current_snapshot()::text AS snapshot,
        current_setting('transaction_read_only') <> 'off' AS is_standby) AS now
    LEFT JOIN games ON games.id = ANY(
        CASE pg_current_snapshot()::text WHEN $1 THEN $2::text[] ELSE $3::text[] END)
"
);

/// Reads the games in `$1` from their shards. The snapshot of the coordinator does not show what
/// other nodes commit, so every query has a snapshot of its own.
const ASK_SHARDS: &str = concat!(
    "SELECT clock_timestamp()::text AS snapshot,
    current_setting('transaction_read_only') <> 'off' AS is_standby, ",
    row!(),
    ",
    array_send(ARRAY(
        SELECT ARRAY[seats.xmin,
            (SELECT players.xmin FROM players WHERE players.id = seats.player_id),
            (SELECT players.xmin FROM players WHERE players.id = seats.invited_id)]
        FROM seats WHERE seats.game_id = games.id AND seats.game_id = ANY ($1))) AS seats,
    ARRAY(SELECT holidays.xmin::text::bigint
        FROM seats JOIN holidays ON holidays.player_id = seats.player_id
        WHERE seats.game_id = games.id AND seats.game_id = ANY ($1) AND pace IS NOT NULL
            AND finished_at IS NULL AND holidays.ends_at > games.created_at) AS holidays
FROM games WHERE id = ANY ($1)
"
);

/// Reads the rematches of the games in `$1`, which may be in other shards.
const REMATCHES: &str = "SELECT rematch_of, id FROM games WHERE rematch_of = ANY ($1)";
