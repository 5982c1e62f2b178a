//! The live games of this process: each brought to life once, then kept in memory while it is
//! played, the least recently used dropped first.
//!
//! A table may be behind the database, when another process took the last move. Whoever is about
//! to say no because of a table first makes sure that it is up to date ([`Table::catch_up`]). It may
//! also be ahead of it or beside it, when a standby took over that lacks the last entries: then it
//! is dropped and loaded.

use std::sync::Arc;

use ::games::KINDS;
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use rules::{
    Blinding, Body, Bot, Entry, Game, GameSeed, Hash, Header, Names, Seat, Secrets, Viewer,
};
use serde::Deserialize;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::clocks::{Calendar, Clocks, Pace, Pause, Stretch};
use super::damage::{self, Damage, Hitch, Reported};
use super::known::Known;
use super::orders::Orders;
use crate::ids::{GameId, PlayerId};
use crate::lanes::{self, Lane};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::clocks::Version;
use crate::store::committer::Committer;
use crate::store::games::{GameRow, SeatRow, Standing};
use crate::store::sets::GameStatus;
use crate::store::{Conn, entries, games, holidays, orders};

/// How many games are kept in memory.
const LIVE: u64 = 10_000;

/// How often a change is tried when others are faster each time.
const TRIES: usize = 8;

/// A snapshot is stored whenever a game passes a multiple of so many entries; it bounds the
/// replay after a game was dropped from memory.
pub const SNAPSHOT_EVERY: u64 = 32;

/// Who has a seat of a game that has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A player.
    Player(PlayerId),
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

/// Whether a game that has started goes on, as far as its log does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Nobody has stopped it.
    Open,
    /// The operator has stopped it for a while.
    Paused,
    /// The operator has ended it.
    Cancelled,
}

impl Stands {
    fn of(row: &GameRow) -> Stands {
        match (row.status, row.paused_at) {
            (GameStatus::Cancelled, _) => Stands::Cancelled,
            (_, Some(_)) => Stands::Paused,
            (_, None) => Stands::Open,
        }
    }

    /// Refuses what nobody may do while a game does not go on.
    pub fn goes_on(self) -> Result<()> {
        match self {
            Stands::Open => Ok(()),
            Stands::Paused => Err(Refusal::Paused),
            Stands::Cancelled => Err(Refusal::NotRunning),
        }
    }
}

/// A game in memory with the people at it.
#[derive(Clone)]
pub struct Table {
    /// Its id.
    pub id: GameId,
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
    /// Whether it goes on.
    pub stands: Stands,
    /// Counts the changes of what is above, as far as they are no entries of the log.
    pub revision: i32,
}

/// What the first try to change a game goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// What this process remembers.
    Memory,
    /// What the database says.
    Database,
}

type Slot = Arc<Mutex<Option<Table>>>;

/// All live games of this process, and the writer of their moves.
pub struct Tables {
    live: Cache<GameId, Slot>,
    /// What is remembered of their rows.
    pub(super) known: Known,
    /// Writes moves.
    pub committer: Committer,
    /// The damaged games that were reported lately.
    pub(super) damaged: Reported,
}

impl Tables {
    /// No live games yet.
    pub fn new(committer: Committer) -> Tables {
        Tables {
            // Otherwise games of which more was seen would keep new ones out, each move of which would
            // bring its game to life again.
            live: Cache::builder()
                .max_capacity(LIVE)
                .eviction_policy(EvictionPolicy::lru())
                .build(),
            known: Known::default(),
            committer,
            damaged: Reported::default(),
        }
    }

    /// The game's place in memory, locked: requests for one game take turns, and keep nobody from
    /// another one meanwhile. It is empty until somebody loads the game.
    pub async fn lock(&self, id: &GameId) -> Result<OwnedMutexGuard<Option<Table>>> {
        let slot = self.live.get_with(id.to_owned(), Slot::default);
        match Arc::clone(&slot).try_lock_owned() {
            Ok(place) => Ok(place),
            Err(_) => lanes::aside(|| Arc::clone(&slot).lock_owned()).await,
        }
    }

    /// Drops a game from memory.
    pub fn forget(&self, id: &GameId) {
        self.live.invalidate(id);
        self.known.forget(id);
    }
}

/// Loads the table if the place is empty. A game that has not started has no table.
pub async fn seated<'a>(
    place: &'a mut OwnedMutexGuard<Option<Table>>,
    app: &App,
    id: &GameId,
) -> Result<&'a mut Table> {
    if place.is_none() {
        **place = Some(Table::fetch(app, id).await?);
    }
    place
        .as_mut()
        .ok_or_else(|| Refusal::internal("a table is gone"))
}

/// A change of a game that is locked: it is tried on the table until it is written or refused. A try
/// that others were faster than leaves the table up to date for the next.
pub(super) struct Change {
    place: OwnedMutexGuard<Option<Table>>,
    certain: bool,
    tries: usize,
}

impl Change {
    /// Locks the game.
    pub(super) async fn begin(app: &App, id: &GameId, first: First) -> Result<Change> {
        let mut place = app.tables.lock(id).await?;
        let mut certain = place.is_none();
        let table = seated(&mut place, app, id).await?;
        if first == First::Database && !certain {
            table.catch_up(app).await?;
            certain = true;
        }
        Ok(Change {
            place,
            certain,
            tries: 0,
        })
    }

    /// The table, for the next try.
    pub(super) fn table(&mut self) -> Result<&mut Table> {
        self.certain |= self.tries > 0;
        self.tries += 1;
        match &mut *self.place {
            Some(table) if self.tries <= TRIES => Ok(table),
            _ => Err(Refusal::unavailable("others were first each time")),
        }
    }

    /// Brings the table up to date, before anything is refused for what it says. `false` when it is so
    /// already.
    pub(super) async fn doubt(&mut self, app: &App) -> Result<bool> {
        match &mut *self.place {
            Some(table) if !self.certain => table.catch_up(app).await.map(|()| true),
            _ => Ok(false),
        }
    }
}

impl Table {
    /// Brings a started game to life.
    async fn fetch(app: &App, id: &GameId) -> Result<Table> {
        match Table::stored(app, id).await {
            Ok(table) => Ok(table),
            Err(hitch) => Err(damage::found(app, id, hitch).await),
        }
    }

    async fn stored(app: &App, id: &GameId) -> Result<Table, Hitch> {
        let (row, seats) = {
            let mut conn = app.db.get().await?;
            let row = games::find(&mut conn, id).await?.ok_or(Refusal::NotFound)?;
            (row, games::seats(&mut conn, &[id]).await?)
        };
        Table::built(app, &row, &seats).await
    }

    /// Brings a started game to life: the newest snapshot, and the log after it.
    pub async fn load(app: &App, row: &GameRow, seats: &[SeatRow]) -> Result<Table> {
        match Table::built(app, row, seats).await {
            Ok(table) => Ok(table),
            Err(Hitch::Refusal(refusal)) => Err(refusal),
            // The row may be another database's, from before a failover: read it here.
            Err(Hitch::Damage(_)) => Table::fetch(app, &row.id).await,
        }
    }

    /// The row was read before the log and is read again after it: the log reaches the one and
    /// does not pass the other, or the game is damaged.
    async fn built(app: &App, row: &GameRow, seats: &[SeatRow]) -> Result<Table, Hitch> {
        let header = header(row, seats)?;
        let secrets = secrets(row)?;
        if !damage::of_start(row, &header, secrets.seed)?.is_empty() {
            return Err(Damage::Start.into());
        }
        let mut conn = app.db.get().await?;
        let snapshot = entries::snapshot(&mut conn, &row.id, row.ply.unsigned_abs()).await?;
        let restored = snapshot.and_then(|(_, bytes)| restored(header.clone(), secrets, &bytes));
        let game = match restored {
            Some(game) => game,
            None => Game::deal(KINDS.of(&header)?, header, secrets)?.0,
        };
        let mut table = Table {
            id: row.id.clone(),
            game,
            sitters: seats.iter().map(Sitter::of).collect(),
            names: names(seats),
            public: row.is_public(),
            pace: None,
            clocks: None,
            holidays: Vec::new(),
            orders: Vec::new(),
            stands: Stands::of(row),
            revision: row.revision,
        };
        let Some(tail) = table.tail(&mut conn).await? else {
            // A snapshot of what the log does not say.
            return Err(Damage::Entry(table.game.ply()).into());
        };
        drop(conn);
        damage::of_row(row, &table.game)?;
        let is_long = is_long(&tail);
        table.game = forward(app, table.game, tail, Some(row)).await?;
        if table.game.ply() < row.ply.unsigned_abs() || !table.reread(app).await? {
            return Err(Damage::Row.into());
        }
        if is_long {
            table.keep_snapshot(app).await;
        }
        Ok(table)
    }

    /// Stores a snapshot, so that the next one to load this game has less to do.
    async fn keep_snapshot(&self, app: &App) {
        if self.game.was_ended() {
            return;
        }
        let (id, ply) = (&self.id, self.game.ply());
        let kept = async {
            let mut conn = app.db.get().await?;
            entries::keep_snapshot(&mut conn, id, ply, &self.game.snapshot())
                .await
                .map_err(Refusal::from)
        };
        if let Err(refusal) = kept.await {
            tracing::warn!(%refusal, game.id = %id, "a snapshot could not be stored");
        }
    }

    /// What the log says after the last entry that this table knows; `None` when that one is not
    /// in it.
    async fn tail(&self, conn: &mut Conn) -> Result<Option<Vec<Entry>>, Hitch> {
        let (id, ply) = (&self.id, self.game.ply());
        let mut tail = entries::since(conn, id, ply.saturating_sub(1)).await?;
        if ply > 0 {
            match tail.first() {
                Some(last) if last.n == ply && last.hash == self.game.head() => {
                    tail.remove(0);
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(tail))
    }

    /// Whether the table stands where this row does.
    pub fn is_at(&self, row: &GameRow) -> bool {
        self.game.ply() == row.ply.unsigned_abs()
            && row.head.as_deref() == Some(self.game.head().0.as_slice())
    }

    /// Whether this may be what another look at the row found: it stands where the table does, or
    /// has gone on.
    fn is_of(&self, ply: i64, head: Option<&[u8]>) -> bool {
        let own = self.game.ply();
        let ply = ply.unsigned_abs();
        ply > own || (ply == own && head == Some(self.game.head().0.as_slice()))
    }

    /// Reads anew who sits here, where the clocks stand and what orders there are. `false` when the
    /// row does not know the log of this table.
    ///
    /// What is read may be newer than the log that this table knows; then nothing that follows
    /// from it can be written, and the table is brought up to date first. Where it cannot be read,
    /// nothing is believed or written by what was in memory before ([`Table::distrust`]).
    async fn reread(&mut self, app: &App) -> Result<bool, Hitch> {
        self.distrust();
        let id = self.id.clone();
        let conn = &mut *app.db.get().await?;
        let row = games::find(conn, &id).await?.ok_or(Refusal::NotFound)?;
        if !self.is_of(row.ply, row.head.as_deref()) {
            return Ok(false);
        }
        let seats = games::seats(conn, &[&id]).await?;
        self.sitters = seats.iter().map(Sitter::of).collect();
        self.names = names(&seats);
        self.pace = pace(&row)?.map(Arc::new);
        self.clocks = row.clocks.as_ref().map(Clocks::read).transpose()?;
        self.holidays = match &self.pace {
            Some(pace) => holidays_of(conn, pace, &row, &seats).await?,
            None => Vec::new(),
        };
        self.orders = vec![None; seats.len()];
        for orders in orders::of(conn, &id).await? {
            if let Some(place) = self.orders.get_mut(orders.seat.0.index()) {
                *place = Some(Orders::read(&orders));
            }
        }
        self.stands = Stands::of(&row);
        self.revision = row.revision;
        Ok(true)
    }

    /// Nothing that is written by what this table remembers stands in the database, until it is
    /// read anew: no row has this revision.
    fn distrust(&mut self) {
        self.revision = -1;
    }

    /// Reads anew who sits here, where the clocks stand and what orders there are.
    pub async fn refresh(&mut self, app: &App) -> Result<()> {
        match self.reread(app).await {
            Ok(true) => Ok(()),
            Ok(false) => self.replace(app).await,
            Err(hitch) => Err(damage::found(app, &self.id, hitch).await),
        }
    }

    /// Brings the table up to date; one that is ahead of the database or beside it is replaced.
    pub async fn catch_up(&mut self, app: &App) -> Result<()> {
        match self.follow(app).await {
            Ok(true) => Ok(()),
            // What this table does not go on to, another look from the start may.
            Ok(false) | Err(Hitch::Damage(_)) => self.replace(app).await,
            Err(Hitch::Refusal(refusal)) => Err(refusal),
        }
    }

    /// Drops what this table remembers for what is stored.
    async fn replace(&mut self, app: &App) -> Result<()> {
        let id = self.id.clone();
        tracing::warn!(
            game.id = %id,
            "a table remembers another log than is stored: it is dropped"
        );
        metrics::counter!("turnpike_tables_dropped_total").increment(1);
        *self = Table::fetch(app, &id).await?;
        Ok(())
    }

    /// Follows the database. `false` when it does not know the log of this table.
    async fn follow(&mut self, app: &App) -> Result<bool, Hitch> {
        let Some((tail, row)) = self.advance(app).await? else {
            return Ok(false);
        };
        // Clocks and orders may change with every entry; all else, with every revision.
        if tail.reseats || (tail.is_any && (self.clocks.is_some() || self.has_orders())) {
            return self.reread(app).await;
        }
        if row.ply.unsigned_abs() > self.game.ply() {
            // Another process has moved since the log was read, and that says so by now.
            if self.advance(app).await?.is_none() {
                return Ok(false);
            }
            if row.ply.unsigned_abs() > self.game.ply() {
                return Err(Damage::Row.into());
            }
            return self.reread(app).await;
        }
        if row.revision != self.revision {
            return self.reread(app).await;
        }
        Ok(self.is_of(row.ply, row.head.as_deref()))
    }

    /// Carries out what the log says beyond this table, and says where the game stood after that was
    /// read; `None` when the log of this table is not the game's.
    async fn advance(&mut self, app: &App) -> Result<Option<(Tail, Standing)>, Hitch> {
        let (tail, row) = {
            let mut conn = app.db.get().await?;
            let Some(tail) = self.tail(&mut conn).await? else {
                return Ok(None);
            };
            let row = games::standing(&mut conn, &self.id).await?;
            (tail, row.ok_or(Refusal::NotFound)?)
        };
        let told = Tail {
            is_any: !tail.is_empty(),
            reseats: tail
                .iter()
                .any(|entry| matches!(entry.body, Body::Timeout(_) | Body::Takeover(_))),
        };
        if told.is_any {
            self.game = forward(app, self.game.clone(), tail, None).await?;
        }
        Ok(Some((told, row)))
    }

    fn has_orders(&self) -> bool {
        self.orders.iter().any(Option::is_some)
    }

    /// The state of the game that a change of its clocks is made for.
    pub(super) fn version(&self) -> Version {
        Version {
            ply: i64::try_from(self.game.ply()).unwrap_or(i64::MAX),
            head: self.game.head().0.to_vec(),
            revision: self.revision,
        }
    }

    /// When the clocks of all seats stand still.
    pub fn pause(&self) -> Option<&Pause> {
        self.pace.as_ref()?.pause.as_ref()
    }

    /// When the clock of a seat runs.
    pub fn calendar(&self, seat: Seat) -> Calendar<'_> {
        Calendar::of_seat(self.pause(), &self.holidays, seat)
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
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

/// What entries that others wrote are.
struct Tail {
    /// Whether there are any.
    is_any: bool,
    /// Whether somebody may have got a seat by them.
    reseats: bool,
}

/// Whether so many entries are to be carried out that it is no work for the threads that answer
/// requests. Where there are snapshots, it never is.
fn is_long(tail: &[Entry]) -> bool {
    tail.len() as u64 > 2 * SNAPSHOT_EVERY
}

/// Carries entries out of the database out: many of them in the lane for replays, for which a request
/// leaves its own. Each fits the row, where there is one.
async fn forward(
    app: &App,
    mut game: Game,
    tail: Vec<Entry>,
    row: Option<&GameRow>,
) -> Result<Game, Hitch> {
    let row = row.cloned();
    let is_long = is_long(&tail);
    let work = move || {
        for entry in &tail {
            damage::replay(&mut game, entry)?;
            if let Some(row) = &row {
                damage::of_row(row, &game)?;
            }
        }
        Ok::<_, Damage>(game)
    };
    if !is_long {
        return Ok(work()?);
    }
    lanes::leave();
    let place = app.lanes.replays.take().await?;
    Ok(Lane::work(place, work).await??)
}

/// The game of a snapshot, if it can be read.
pub(super) fn restored(header: Header, secrets: Secrets, snapshot: &[u8]) -> Option<Game> {
    let id = header.id.clone();
    KINDS
        .of(&header)
        .and_then(|kind| Game::restore(kind, header, secrets, snapshot))
        .inspect_err(|error| tracing::warn!(%error, game.id = %id, "a snapshot is no use"))
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

/// What was fixed when a game started.
pub fn header(row: &GameRow, seats: &[SeatRow]) -> Result<Header> {
    Ok(Header {
        id: row.id.to_string(),
        rules: row.rules.clone(),
        options: row.options.clone(),
        entropies: seats.iter().map(|seat| seat.entropy.clone()).collect(),
        seed_commitment: Hash(bytes(&row.seed_commitment)?),
        seed_source: row.seed_source.0,
        blinding_commitment: blinding(row)?.map(|it| Hash(it.commitment())),
    })
}

/// What the dice and the hashes of a game that has started derive from.
pub(super) fn secrets(row: &GameRow) -> Result<Secrets> {
    let seed = row.game_seed.as_deref().ok_or(Refusal::NotStarted)?;
    Ok(Secrets::new(GameSeed(bytes(seed)?), blinding(row)?))
}

/// The game's own blinding: where the seed was chosen, in games that are not older than it.
pub fn blinding(row: &GameRow) -> Result<Option<Blinding>> {
    let secret = row.blinding_secret.as_deref();
    secret.map(|it| bytes(it).map(Blinding)).transpose()
}

/// Exactly 32 bytes out of a column that a check keeps at that length.
pub fn bytes(column: &[u8]) -> Result<[u8; 32]> {
    column
        .try_into()
        .map_err(|_| Refusal::internal("a column does not hold 32 bytes"))
}

/// The pace of a game.
pub fn pace(row: &GameRow) -> Result<Option<Pace>> {
    row.pace
        .as_ref()
        .map(|pace| Pace::deserialize(pace).map_err(Refusal::internal))
        .transpose()
}

/// The holidays that matter to the clocks of a game, in seat order.
pub async fn holidays_of(
    conn: &mut Conn,
    pace: &Pace,
    row: &GameRow,
    seats: &[SeatRow],
) -> Result<Vec<Vec<Stretch>>> {
    let mut of_seats = vec![Vec::new(); seats.len()];
    if !pace.holidays {
        return Ok(of_seats);
    }
    let since = row.started_at.unwrap_or(row.created_at);
    let found = holidays::of(conn, seats, since).await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_game_stays_in_memory_while_it_is_played_whatever_was_played_before() {
        let tables = Tables::new(Committer::start("postgres://localhost/nothing".to_owned()));
        let place = async |n: u64| {
            let guard = tables.lock(&GameId::stored(n.to_string())).await.unwrap();
            Arc::clone(OwnedMutexGuard::mutex(&guard))
        };
        for n in (0..20).flat_map(|_| 0..LIVE) {
            place(n).await;
            tables.live.run_pending_tasks();
        }
        for n in LIVE..LIVE + 10 {
            let begun = place(n).await;
            tables.live.run_pending_tasks();
            assert!(Arc::ptr_eq(&begun, &place(n).await), "game {n}");
        }
    }
}
