//! Loads stored data of games: all of it ([`Loaded`]) for games that are not in memory, or the end
//! of the log ([`Recent`]) for games whose table may be stale. Waiting requests share the queries.
//!
//! A batch never waits for more requests. A single game is read immediately, and the games that are
//! requested meanwhile are read together next. The data of a game is the state of the database at
//! one moment after the request, even though several statements read it.
//!
//! If data cannot be read, each game is read alone, and only the damaged game fails.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use common::ids::GameId;
use db::worker::replaced_when_it_panics;
use db::{Conn, Database, Error};
use diesel::QueryResult;
use diesel_async::SimpleAsyncConnection;
use futures_util::join;
use rules::Entry;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::task::AbortOnDropHandle;

use crate::store::entries::{self, Snapshot};
use crate::store::games::{self, GameRow, SeatRow};
use crate::store::holidays::{self, Holiday};
use crate::store::orders::{self, OrdersRow};

/// The largest number of games that are read together.
const MAX_BATCH: usize = 64;

/// The number of simultaneous batches.
const READERS: usize = 2;

/// How many requests the queue holds before new ones must wait to enter it.
const QUEUE: usize = 4096;

/// The time limit for reading. A connection that hangs does not delay the other requests further.
const PATIENCE: Duration = Duration::from_secs(10);

/// These statements find rows by ids, however many ids there are. PostgreSQL plans them once, not
/// for each execution.
///
/// Citus has to know the keys when it plans.
const BY_IDS: &str = "
SELECT set_config('enable_seqscan', 'off', true),
    set_config('plan_cache_mode', CASE WHEN to_regclass('pg_catalog.pg_dist_partition') IS NULL
        THEN 'force_generic_plan' ELSE 'force_custom_plan' END, true)";

/// All stored data of a game at one moment.
pub struct Loaded {
    /// Its row.
    pub row: GameRow,
    /// Its seats, in order.
    pub seats: Vec<SeatRow>,
    /// The holidays of seated players, in order, if there are clocks.
    pub holidays: Vec<Holiday>,
    /// The game that was proposed as a rematch of this one.
    pub rematch: Option<GameId>,
    /// The players' orders.
    pub orders: Vec<OrdersRow>,
    /// The newest snapshot in the last part of the log, that is, since the game passed the last
    /// multiple of [`entries::SNAPSHOT_EVERY`] entries. Its hash has not been checked.
    pub snapshot: Option<Snapshot>,
    /// The last part of the log: the entries after that multiple, and the entry at it.
    pub tail: Vec<Entry>,
}

/// The latest state of a game that may have changed by moves only.
pub struct Recent {
    /// Its row.
    pub row: GameRow,
    /// The end of the log: up to [`entries::LATEST`] entries.
    pub tail: Vec<Entry>,
}

/// Data of games that can be read together.
pub trait Read: Sized + Send + Sync + 'static {
    /// Reads the data of these games. Leaves out games that do not exist.
    fn read(
        conn: &mut Conn,
        ids: &[&GameId],
    ) -> impl Future<Output = Result<HashMap<GameId, Arc<Self>>, Error>> + Send;
}

/// A request for a game.
struct Question<T> {
    game: GameId,
    answer: oneshot::Sender<Result<Option<Arc<T>>, Error>>,
}

/// A handle to the tasks that read games.
pub struct Loader<T> {
    queue: mpsc::Sender<Question<T>>,
    _readers: [AbortOnDropHandle<()>; READERS],
}

impl<T: Read> Loader<T> {
    /// Starts the tasks, which use connections of this pool. They end when the handle is dropped.
    pub fn start(db: Database) -> Loader<T> {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let waiting = Arc::new(Mutex::new(waiting));
        let readers = [(); READERS].map(|()| {
            let (db, waiting) = (db.clone(), Arc::clone(&waiting));
            let reader = move || read_on(db.clone(), Arc::clone(&waiting));
            AbortOnDropHandle::new(tokio::spawn(replaced_when_it_panics(reader)))
        });
        Loader {
            queue,
            _readers: readers,
        }
    }

    /// Returns the data of a game; `None` if the game does not exist.
    pub async fn of(&self, id: &GameId) -> Result<Option<Arc<T>>, Error> {
        let (answer, told) = oneshot::channel();
        let game = id.clone();
        let asked = self.queue.send(Question { game, answer }).await;
        let told = match asked {
            Ok(()) => told.await.ok(),
            Err(_) => None,
        };
        told.unwrap_or_else(|| Err(Error::away(&"nobody reads games any more")))
    }
}

async fn read_on<T: Read>(db: Database, queue: Arc<Mutex<mpsc::Receiver<Question<T>>>>) {
    let mut waiting = Vec::new();
    while queue.lock().await.recv_many(&mut waiting, MAX_BATCH).await > 0 {
        // The caller may be gone.
        waiting.retain(|question| !question.answer.is_closed());
        let ids: HashSet<GameId> = waiting.iter().map(|it| it.game.clone()).collect();
        let mut told = HashMap::new();
        match read(&db, ids.iter().collect()).await {
            Ok(found) => told.extend(found.into_iter().map(|(id, it)| (id, Ok(it)))),
            Err(error) if ids.len() > 1 && !error.is_passing() => {
                for id in &ids {
                    told.extend(match read(&db, vec![id]).await {
                        Ok(found) => found.into_iter().next().map(|(id, it)| (id, Ok(it))),
                        Err(error) => Some((id.clone(), Err(error))),
                    });
                }
            }
            Err(error) => told.extend(ids.iter().map(|id| (id.clone(), Err(error.clone())))),
        }
        for question in waiting.drain(..) {
            let loaded = told.get(&question.game).cloned().transpose();
            let _ = question.answer.send(loaded);
        }
    }
}

async fn read<T: Read>(db: &Database, ids: Vec<&GameId>) -> Result<HashMap<GameId, Arc<T>>, Error> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut conn = db.get().await?;
    match timeout(PATIENCE, T::read(&mut conn, &ids)).await {
        Ok(read) => read,
        Err(_) => Err(Error::away(&"it does not answer in time")),
    }
}

impl Read for Loaded {
    /// Reads these games in one read-only transaction.
    async fn read(conn: &mut Conn, ids: &[&GameId]) -> Result<HashMap<GameId, Arc<Loaded>>, Error> {
        let mut one_moment = conn.build_transaction().repeatable_read().read_only();
        one_moment.run(async |conn| all(conn, ids).await).await
    }
}

impl Read for Recent {
    /// Reads the rows before the logs, so the logs are at least as new as the rows.
    async fn read(conn: &mut Conn, ids: &[&GameId]) -> Result<HashMap<GameId, Arc<Recent>>, Error> {
        let conn = &*conn;
        let (rows, tails) = join!(games::find_all(conn, ids), entries::latest(conn, ids));
        let mut found = HashMap::new();
        for row in rows? {
            let tail = Vec::new();
            found.insert(row.id.clone(), Recent { row, tail });
        }
        for (id, entry) in tails? {
            of(&mut found, &id, |it| {
                if entry.n <= it.row.ply.unsigned_abs() {
                    it.tail.push(entry);
                }
            });
        }
        Ok(found.into_iter().map(|(id, it)| (id, it.into())).collect())
    }
}

/// Reads these games. Sends all statements without waiting for answers in between.
async fn all(conn: &Conn, ids: &[&GameId]) -> Result<HashMap<GameId, Arc<Loaded>>, Error> {
    let (set, rows, seats, holidays, rematches, orders, snapshots, tails) = join!(
        async { (&mut &*conn).batch_execute(BY_IDS).await },
        games::find_all(conn, ids),
        games::seats(conn, ids),
        holidays::of_games(conn, ids),
        games::rematches(conn, ids),
        orders::of(conn, ids),
        entries::last_snapshots(conn, ids),
        entries::last_parts(conn, ids, entries::SNAPSHOT_EVERY),
    );
    let mut errors = Errors::default();
    errors.found(set);
    let (rows, seats) = (errors.found(rows), errors.found(seats));
    let (holidays, rematches) = (errors.found(holidays), errors.found(rematches));
    let (orders, snapshots) = (errors.found(orders), errors.found(snapshots));
    let tails = errors.found(tails);
    errors.end()?;
    let new = |row: GameRow| {
        let loaded = Loaded {
            row,
            seats: Vec::new(),
            holidays: Vec::new(),
            rematch: None,
            orders: Vec::new(),
            snapshot: None,
            tail: Vec::new(),
        };
        (loaded.row.id.clone(), loaded)
    };
    let mut games: HashMap<GameId, Loaded> = rows.into_iter().map(new).collect();
    for seat in seats {
        of(&mut games, &seat.game_id.clone(), |it| it.seats.push(seat));
    }
    for (id, holiday) in holidays {
        of(&mut games, &id, |it| it.holidays.push(holiday));
    }
    for (id, rematch) in rematches {
        of(&mut games, &id, |it| it.rematch = Some(rematch));
    }
    for orders in orders {
        of(&mut games, &orders.game_id.clone(), |it| {
            it.orders.push(orders)
        });
    }
    for (id, snapshot) in snapshots {
        of(&mut games, &id, |it| it.snapshot = Some(snapshot));
    }
    for (id, entry) in tails {
        of(&mut games, &id, |it| it.tail.push(entry));
    }
    Ok(games.into_iter().map(|(id, it)| (id, it.into())).collect())
}

/// The errors of statements that were sent together. After the first failure, the later statements
/// fail because of it.
#[derive(Default)]
struct Errors(Vec<Error>);

impl Errors {
    /// Returns the result of a statement, or an empty one if it failed.
    fn found<T: Default>(&mut self, found: QueryResult<T>) -> T {
        found.unwrap_or_else(|error| {
            self.0.push(error.into());
            T::default()
        })
    }

    /// Fails if there is an error: with the first one that has a cause of its own, otherwise with
    /// the first one.
    fn end(self) -> Result<(), Error> {
        let says = |error: &&Error| !matches!(error, Error::Failed(_));
        let first = self.0.iter().find(says).or(self.0.first());
        first.cloned().map_or(Ok(()), Err)
    }
}

fn of<T>(games: &mut HashMap<GameId, T>, id: &GameId, add: impl FnOnce(&mut T)) {
    if let Some(game) = games.get_mut(id) {
        add(game);
    }
}
