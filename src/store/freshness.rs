//! Whether what is remembered of a game is still so: one question for all who wait at that moment.
//!
//! Whoever asks is told what was committed before the statement began, and it begins after they
//! asked. A lone one is asked for at once, and who comes meanwhile shares the next statement (`line`
//! says when).
//!
//! Where nothing at all was committed since a game was asked for last, that is told and nothing else:
//! PostgreSQL's own snapshot is the same as it was then, so every row is. As long as nobody plays,
//! looks cost next to nothing, however many there are.
//!
//! Else, what is told are the columns of the game's row that change once it has started, and the versions
//! of all rows that a look at it reads. PostgreSQL itself keeps those: `xmin`, the transaction that
//! wrote a row as it stands. So no way of changing one is forgotten: a row that was changed or added
//! has a number that none had before, and one that is gone is missing. The numbers begin again after
//! four billion transactions, and those that a failover lost are given out twice: what was told over
//! different connections is never the same, and nothing is remembered unasked for an hour.
//!
//! An error ends the connection, unless what stands in a row is to blame for it: then each game is
//! asked for alone, and of that one nothing is told.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use common::ids::GameId;
use db::Error;
use db::connect;
use db::line::{Entrance, Line, MOST, line};
use db::prepared::Prepared;
use db::sets::Stored;
use serde::Deserialize;
use serde::de::value::{Error as NoWord, StrDeserializer};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};
use tokio_postgres::Row;
use tokio_util::task::AbortOnDropHandle;

use super::games::GameRow;

/// For so many eighths of those who look at the same time a question waits.
const EIGHTHS: usize = 4;

/// How often a question is asked, each time over another connection.
const TRIES: usize = 2;

/// How long an answer may take before the connection counts as hung: longer than the database itself
/// goes on with it ([`SESSION`]), so that nothing is left running.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// How long all tries together take. Whoever has waited meanwhile is told at once that they were in vain.
const PATIENCE: Duration = Duration::from_secs(10);

/// PostgreSQL ends a statement itself that takes too long.
const SESSION: &str = "SET statement_timeout = '4s'";

/// A time in which nothing was committed in the whole database. Each has a number of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(Default))]
pub struct Lull(u64);

/// Which versions there are of what a look reads beside the game's row.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Default))]
pub struct Around {
    /// Over which connection it was told.
    session: u64,
    /// The seats, and the people who have them or are asked to.
    seats: Vec<u8>,
    /// Their holidays that count, while there are clocks.
    pub holidays: Vec<i64>,
    /// The game that was proposed as a rematch.
    pub rematch: Option<GameId>,
}

/// What the database says of a game.
pub struct Fresh {
    /// In which time it said so.
    pub lull: Lull,
    /// Which version of the game's row it is.
    pub version: i64,
    /// What is around it.
    pub around: Around,
    row: Row,
}

impl Fresh {
    fn of(session: u64, lull: Lull, row: Row) -> Result<Fresh, tokio_postgres::Error> {
        let rematch: Option<String> = row.try_get("rematch")?;
        Ok(Fresh {
            lull,
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

    /// The game's row, of which `known` is a version since the game has started; `None` when
    /// something in it cannot be read.
    pub fn row(&self, known: &GameRow) -> Option<GameRow> {
        let row = &self.row;
        let rematch_of: Option<String> = row.try_get("rematch_of").ok()?;
        // The server may change no others of a game that has started (`tests/api/rights.rs`). Two are
        // words that only a hand in the database changes, or a later version of the program.
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

/// A word of a closed set, if it is one.
fn word<'a, T: Deserialize<'a>>(row: &'a Row, column: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<NoWord>::new(row.try_get(column).ok()?)).ok()
}

/// What those who ask are told.
#[derive(Clone)]
pub enum Standing {
    /// It is as it was told before: the time they named goes on.
    Still,
    /// It is so.
    Now(Arc<Fresh>),
    /// There is no such game, or it cannot be read so.
    Nothing,
}

/// Somebody who asks for a game.
struct Question {
    game: GameId,
    /// When it was told before.
    known: Option<Lull>,
    answer: oneshot::Sender<Result<Standing, Error>>,
}

/// What was told of each game, and in which time.
#[derive(Default)]
struct ByGame {
    lull: Option<Lull>,
    games: HashMap<String, Arc<Fresh>>,
}

impl ByGame {
    fn of(&self, question: &Question) -> Standing {
        match self.games.get(&*question.game) {
            Some(fresh) => Standing::Now(Arc::clone(fresh)),
            None if question.known.is_some() && question.known == self.lull => Standing::Still,
            None => Standing::Nothing,
        }
    }
}

/// A handle to whoever asks the database.
pub struct Freshness {
    line: Entrance<Question>,
    _asker: AbortOnDropHandle<()>,
}

impl Freshness {
    /// Starts asking, over a connection of its own, until the handle is dropped.
    pub fn start(url: String) -> Freshness {
        let (entrance, questions) = line(EIGHTHS);
        let asker = Asker {
            url,
            session: None,
            sessions: 0,
            snapshot: String::new(),
            lull: Lull(0),
        };
        let asker = tokio::spawn(asker.run(questions));
        Freshness {
            line: entrance,
            _asker: AbortOnDropHandle::new(asker),
        }
    }

    /// What the database says of a game now, for somebody who was told how it stood in this time.
    pub async fn of(&self, id: &GameId, known: Option<Lull>) -> Result<Standing, Error> {
        let (answer, told) = oneshot::channel();
        let question = Question {
            game: id.clone(),
            known,
            answer,
        };
        let told = match self.line.join(question).await {
            true => told.await.ok(),
            false => None,
        };
        told.unwrap_or_else(|| Err(Error::away(&"it does not answer in time")))
    }
}

struct Asker {
    url: String,
    session: Option<Prepared>,
    /// How many connections there have been.
    sessions: u64,
    /// What the database called its last snapshot over this connection.
    snapshot: String,
    /// The time in which that is the newest one.
    lull: Lull,
}

impl Asker {
    async fn run(mut self, mut line: Line<Question>) {
        let (mut waiting, mut served) = (Vec::new(), 0);
        while let Some(first) = line.gather(served).await {
            waiting.push(first);
            while waiting.len() < MOST
                && let Some(another) = line.take()
            {
                waiting.push(another);
            }
            served = waiting.len();
            // Whoever asked may have gone away.
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
                while line.take().is_some() {}
            }
            for question in waiting.drain(..) {
                let told = told.as_ref().map(|told| told.of(&question));
                let _ = question.answer.send(told.map_err(Error::clone));
            }
        }
    }

    /// Asks, and once more over another connection.
    async fn ask(&mut self, questions: &[Question]) -> Result<ByGame, Error> {
        let mut cause = String::new();
        for _ in 0..TRIES {
            let error = match self.told(questions).await {
                Ok(told) => return Ok(told),
                Err(error) => error,
            };
            cause = connect::told(&error);
            tracing::warn!(error = cause, "it is not known how games stand");
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
                Prepared::open(&self.url, SESSION, ASK).await?
            }
        };
        let session = self.session.insert(session);
        let ids = |which: &dyn Fn(&Question) -> bool| -> Vec<&str> {
            let chosen = questions.iter().filter(|&question| which(question));
            chosen.map(|question| &*question.game).collect()
        };
        let (all, others) = (ids(&|_| true), ids(&|it| it.known != Some(self.lull)));
        let asked = async {
            let (client, statement) = session.ready().await?;
            client
                .query(statement, &[&self.snapshot, &others, &all])
                .await
        };
        let rows = timeout(SIGN_OF_LIFE, asked)
            .await
            .context("no sign of life")??;
        let mut games = HashMap::with_capacity(rows.len());
        for row in rows {
            anyhow::ensure!(
                !row.try_get::<_, bool>("is_standby")?,
                "its server cannot be written to"
            );
            let snapshot: &str = row.try_get("snapshot")?;
            if self.snapshot != snapshot {
                self.snapshot = snapshot.to_owned();
                self.lull.0 += 1;
            }
            if let Some(id) = row.try_get("id")? {
                games.insert(id, Arc::new(Fresh::of(self.sessions, self.lull, row)?));
            }
        }
        Ok(ByGame {
            lull: Some(self.lull),
            games,
        })
    }
}

/// Whether what stands in a row is to blame: a value that makes no sense, a page that is damaged or cannot
/// be read, a transaction that nobody knows.
fn is_in_a_row(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<tokio_postgres::Error>();
    error
        .and_then(tokio_postgres::Error::code)
        .is_some_and(|code| matches!(&code.code()[..2], "22" | "58" | "XX"))
}

/// Of the games in `$2` as of now; of those in `$3` if the snapshot is another than `$1`.
const ASK: &str = "
SELECT now.snapshot, now.is_standby, games.id, visibility, seed_source, status, ply, head, acting, result,
    rematch_of, changed_at, finished_at, bots, clocks, revision, paused_at,
    games.xmin::text::bigint AS version,
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
";
