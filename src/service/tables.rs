//! The live games of this process: each brought to life once, then kept in memory while it is
//! played, the least recently used dropped first.
//!
//! A table may be behind the database, when another process took the last move. Whoever is about
//! to say no because of a table first makes sure that it is up to date ([`Table::catch_up`]).

use std::sync::Arc;

use diesel_async::AsyncPgConnection;
use moka::sync::Cache;
use rules::{
    Blinding, Bot, Entry, Game, GameSeed, Hash, Header, Names, Seat, Secrets, SeedSource, Viewer,
};
use serde::Deserialize;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::clocks::{Calendar, Clocks, Pace, Pause, Stretch};
use super::orders::Orders;
use crate::problem::{Problem, database};
use crate::store::committer::Committer;
use crate::store::games::{GameRow, SeatRow};
use crate::store::{Database, entries, games, holidays, orders};

/// How many games are kept in memory.
const LIVE: u64 = 10_000;

/// A snapshot is stored whenever a game passes a multiple of so many entries; it bounds the
/// replay after a game was dropped from memory.
pub const SNAPSHOT_EVERY: u64 = 32;

/// Who has a seat of a game that has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A player.
    Player(i64),
    /// A bot.
    Bot(Bot),
    /// Nobody: only in a game that a later version of the program started.
    Nobody,
}

impl Sitter {
    fn of(seat: &SeatRow) -> Sitter {
        match (seat.player_id, seat.bot()) {
            (Some(player), _) => Sitter::Player(player),
            (None, Some(bot)) => Sitter::Bot(bot),
            (None, None) => Sitter::Nobody,
        }
    }
}

/// A game in memory with the people at it.
#[derive(Clone)]
pub struct Table {
    /// The game.
    pub game: Game,
    /// Who has each seat.
    pub sitters: Vec<Sitter>,
    /// Their names.
    pub names: Names,
    /// Whether strangers may look on.
    pub public: bool,
    /// How much time there is.
    pub pace: Option<Arc<Pace>>,
    /// Where the clocks stand, in a game with a pace.
    pub clocks: Option<Clocks>,
    /// The players' holidays in seat order, as far as they matter to the clocks.
    pub holidays: Vec<Vec<Stretch>>,
    /// The players' orders in seat order.
    pub orders: Vec<Option<Orders>>,
    /// Counts the changes of what is above, as far as they are no entries of the log.
    pub revision: i32,
}

type Slot = Arc<Mutex<Option<Table>>>;

/// All live games of this process, and the writer of their moves.
pub struct Tables {
    live: Cache<String, Slot>,
    /// Writes moves.
    pub committer: Committer,
}

impl Tables {
    /// No live games yet.
    pub fn new(committer: Committer) -> Tables {
        Tables {
            live: Cache::new(LIVE),
            committer,
        }
    }

    /// The game's place in memory, locked: requests for one game take turns. It is empty until
    /// somebody loads the game.
    pub async fn lock(&self, id: &str) -> OwnedMutexGuard<Option<Table>> {
        self.live
            .get_with(id.to_owned(), Slot::default)
            .lock_owned()
            .await
    }

    /// Drops a game from memory.
    pub fn forget(&self, id: &str) {
        self.live.invalidate(id);
    }
}

/// Loads the table if the place is empty. A game that has not started has no table.
pub async fn seated<'a>(
    place: &'a mut OwnedMutexGuard<Option<Table>>,
    db: &Database,
    id: &str,
) -> Result<&'a mut Table, Problem> {
    if place.is_none() {
        let mut conn = db.get().await?;
        let row = games::find(&mut conn, id)
            .await
            .map_err(database)?
            .ok_or(Problem::NotFound)?;
        let seats = games::seats(&mut conn, &[id]).await.map_err(database)?;
        **place = Some(Table::load(&mut conn, &row, &seats).await?);
    }
    place.as_mut().ok_or(Problem::Internal)
}

impl Table {
    /// Brings a started game to life: the newest snapshot, and the log after it.
    pub async fn load(
        conn: &mut AsyncPgConnection,
        row: &GameRow,
        seats: &[SeatRow],
    ) -> Result<Table, Problem> {
        let header = header(row, seats)?;
        let secrets = secrets(row)?;
        let snapshot = entries::snapshot(conn, &row.id, u64::MAX)
            .await
            .map_err(database)?;
        let restored = snapshot.and_then(|(_, bytes)| restored(header.clone(), secrets, &bytes));
        let game = match restored {
            Some(game) => game,
            None => Game::deal(header, secrets).map_err(Problem::internal)?.0,
        };
        let mut table = Table {
            game,
            sitters: seats.iter().map(Sitter::of).collect(),
            names: names(seats),
            public: row.visibility == "public",
            pace: None,
            clocks: None,
            holidays: Vec::new(),
            orders: Vec::new(),
            revision: row.revision,
        };
        table.replay(conn).await?;
        table.refresh(conn).await?;
        Ok(table)
    }

    /// Replays what the database has and this table has not. Says what it was.
    async fn replay(&mut self, conn: &mut AsyncPgConnection) -> Result<Vec<Entry>, Problem> {
        let (id, ply) = (self.game.header().id.clone(), self.game.ply());
        let tail = entries::since(conn, &id, ply).await.map_err(database)?;
        for entry in &tail {
            self.game.replay(entry).map_err(Problem::internal)?;
        }
        Ok(tail)
    }

    /// Reads anew who sits here, where the clocks stand and what orders there are.
    ///
    /// What is read may be newer than the log that this table knows; then nothing that follows
    /// from it can be written, and the table is brought up to date first.
    pub async fn refresh(&mut self, conn: &mut AsyncPgConnection) -> Result<(), Problem> {
        let id = self.game.header().id.clone();
        let row = games::find(conn, &id)
            .await
            .map_err(database)?
            .ok_or(Problem::NotFound)?;
        let seats = games::seats(conn, &[&id]).await.map_err(database)?;
        self.sitters = seats.iter().map(Sitter::of).collect();
        self.names = names(&seats);
        self.pace = pace(&row)?.map(Arc::new);
        self.clocks = row.clocks.as_ref().map(Clocks::read).transpose()?;
        self.holidays = match &self.pace {
            Some(pace) => holidays_of(conn, pace, &row, &seats).await?,
            None => Vec::new(),
        };
        self.orders = vec![None; seats.len()];
        for orders in orders::of(conn, &id).await.map_err(database)? {
            if let Some(place) = self.orders.get_mut(orders.seat as usize) {
                *place = Some(Orders::read(&orders));
            }
        }
        self.revision = row.revision;
        Ok(())
    }

    /// When the clocks of all seats stand still.
    pub fn pause(&self) -> Option<&Pause> {
        self.pace.as_ref()?.pause.as_ref()
    }

    /// When the clock of a seat runs.
    pub fn calendar(&self, seat: Seat) -> Calendar<'_> {
        let holidays = self
            .holidays
            .get(seat.index())
            .map_or(&[][..], Vec::as_slice);
        Calendar::new(self.pause(), holidays)
    }

    /// Brings the table up to date. Says whether the log has grown.
    pub async fn catch_up(&mut self, conn: &mut AsyncPgConnection) -> Result<bool, Problem> {
        let tail = self.replay(conn).await?;
        let reseated = tail
            .iter()
            .any(|entry| entry.leads_to.is_some() || entry.by.is_some());
        let stale = reseated || {
            // Clocks change with every entry; all else, with every revision.
            let id = &self.game.header().id;
            let revision = games::revision(conn, id).await.map_err(database)?;
            revision != Some(self.revision) || (self.clocks.is_some() && !tail.is_empty())
        };
        if stale || tail.iter().any(|_| self.has_orders()) {
            self.refresh(conn).await?;
        }
        Ok(!tail.is_empty())
    }

    fn has_orders(&self) -> bool {
        self.orders.iter().any(Option::is_some)
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: i64) -> Option<Seat> {
        self.sitters()
            .find(|(_, sitter)| *sitter == Sitter::Player(player))
            .map(|(seat, _)| seat)
    }

    /// A bot that owes a decision, with its seat.
    pub fn acting_bot(&self) -> Option<(Seat, Bot)> {
        let acting = self.game.acting();
        self.sitters().find_map(|(seat, sitter)| match sitter {
            Sitter::Bot(bot) if acting.contains(seat) => Some((seat, bot)),
            _ => None,
        })
    }

    /// All seats with those who have them.
    pub fn sitters(&self) -> impl Iterator<Item = (Seat, Sitter)> {
        Seat::all(self.game.seats()).zip(self.sitters.iter().copied())
    }
}

/// The game of a snapshot, if it can be read.
pub(super) fn restored(header: Header, secrets: Secrets, snapshot: &[u8]) -> Option<Game> {
    let id = header.id.clone();
    Game::restore(header, secrets, snapshot)
        .inspect_err(|error| tracing::warn!(%error, game.id = id, "a snapshot is no use"))
        .ok()
}

/// Through whose eyes somebody in this seat, or without one, sees the game.
pub fn viewer(game: &Game, seat: Option<Seat>) -> Viewer {
    match (game.turn().outcome(), seat) {
        (Some(_), _) => Viewer::Afterwards,
        (None, Some(seat)) => Viewer::Seat(seat),
        (None, None) => Viewer::Spectator,
    }
}

/// The game as it started, and its log from the beginning.
pub async fn from_the_start(
    conn: &mut AsyncPgConnection,
    row: &GameRow,
    seats: &[SeatRow],
) -> Result<(Header, Secrets, Vec<Entry>), Problem> {
    let log = entries::since(conn, &row.id, 0).await.map_err(database)?;
    Ok((header(row, seats)?, secrets(row)?, log))
}

/// What was fixed when a game started.
pub fn header(row: &GameRow, seats: &[SeatRow]) -> Result<Header, Problem> {
    Ok(Header {
        id: row.id.clone(),
        rules: row.rules.clone(),
        options: row.options.clone(),
        entropies: seats.iter().map(|seat| seat.entropy.clone()).collect(),
        seed_commitment: Hash(bytes(&row.seed_commitment)?),
        seed_source: seed_source(row),
        blinding_commitment: blinding(row)?.map(|it| Hash(it.commitment())),
    })
}

/// Where a game's seed came from.
pub fn seed_source(row: &GameRow) -> SeedSource {
    if row.is_practice() {
        SeedSource::Chosen
    } else {
        SeedSource::Secret
    }
}

/// What the dice and the hashes of a game that has started derive from.
pub(super) fn secrets(row: &GameRow) -> Result<Secrets, Problem> {
    let seed = row.game_seed.as_deref().ok_or(Problem::NotStarted)?;
    Ok(Secrets::new(GameSeed(bytes(seed)?), blinding(row)?))
}

/// The game's own blinding: where the seed was chosen, in games that are not older than it.
pub fn blinding(row: &GameRow) -> Result<Option<Blinding>, Problem> {
    let secret = row.blinding_secret.as_deref();
    secret.map(|it| bytes(it).map(Blinding)).transpose()
}

/// Exactly 32 bytes out of a column that a check keeps at that length.
pub fn bytes(column: &[u8]) -> Result<[u8; 32], Problem> {
    column
        .try_into()
        .map_err(|_| Problem::internal("a column does not hold 32 bytes"))
}

/// The pace of a game.
pub fn pace(row: &GameRow) -> Result<Option<Pace>, Problem> {
    row.pace
        .as_ref()
        .map(|pace| Pace::deserialize(pace).map_err(Problem::internal))
        .transpose()
}

/// The holidays that matter to the clocks of a game, in seat order.
pub async fn holidays_of(
    conn: &mut AsyncPgConnection,
    pace: &Pace,
    row: &GameRow,
    seats: &[SeatRow],
) -> Result<Vec<Vec<Stretch>>, Problem> {
    let mut of_seats = vec![Vec::new(); seats.len()];
    if !pace.holidays {
        return Ok(of_seats);
    }
    let players: Vec<i64> = seats.iter().filter_map(|seat| seat.player_id).collect();
    let since = row.started_at.unwrap_or(row.created_at);
    let found = holidays::of(conn, &players, since)
        .await
        .map_err(database)?;
    for holiday in found {
        let own = |seat: &SeatRow| seat.player_id == Some(holiday.player_id);
        if let Some(place) = seats.iter().position(own) {
            of_seats[place].push(Stretch {
                begins: holiday.begins_at,
                ends: holiday.ends_at,
            });
        }
    }
    Ok(of_seats)
}

/// The players' names in seat order.
pub fn names(seats: &[SeatRow]) -> Names {
    Names::new(
        seats
            .iter()
            .map(|seat| seat.name().unwrap_or("nobody".into())),
    )
}
