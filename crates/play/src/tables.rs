//! The live games of this process. Each is loaded once and stays in memory while it is played.
//!
//! The least recently played game is evicted first. After 10,000 other games, the server then plays
//! 9,625 moves of Flip Freighters a second, instead of 1,214 when it evicts the least frequently
//! requested game.
//!
//! A table may be stale if another process took the last move. Before code rejects a request
//! because of a table, it brings the table up to date ([`Table::catch_up`]). After a failover to a
//! standby that lacks the last entries, a table may be ahead of the database or diverge from it.
//! Then it is dropped and loaded again.

use std::convert::Infallible;
use std::sync::Arc;

use ::games::KINDS;
use base::permits::{self, PermitPool};
use common::cache::{self, Shared};
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::sets::{GameStatus, Visibility};
use rules::{
    Blinding, Body, Bot, Entry, Game, GameSeed, Hash, Header, Names, Seat, Secrets, Viewer,
};
use serde::Deserialize;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::Play;
use crate::cached_rows::Known;
use crate::clocks::{Calendar, Clocks, Pace, Pause, Stretch};
use crate::damage::{self, Damage, Hitch, Reported};
use crate::orders::Orders;
use crate::refusal::{Refusal, Result};
use crate::store::clocks::Version;
use crate::store::committer::Committer;
use crate::store::entries::{self, SNAPSHOT_EVERY, Snapshot};
use crate::store::games::{GameRow, SeatRow};
use crate::store::holidays::{self, Holiday};
use crate::store::loader::{Loaded, Recent};
use crate::store::on_deal::{self, OnDeal};

/// The most games kept in memory.
const LIVE: usize = 10_000;

/// How often a change is attempted when other writers are faster each time.
const TRIES: usize = 8;

/// The occupant of a seat in a started game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A player.
    Player(PlayerId),
    /// A bot.
    Bot(Bot),
    /// No known occupant. Occurs only in a game that a later version of the program started.
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

/// Whether a started game is stopped. The log does not say this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// The game is not stopped.
    Open,
    /// The operator has paused the game.
    Paused,
    /// The operator has cancelled the game.
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

    /// Returns an error if the game is paused or cancelled.
    pub fn goes_on(self) -> Result<()> {
        match self {
            Stands::Open => Ok(()),
            Stands::Paused => Err(Refusal::GamePaused),
            Stands::Cancelled => Err(Refusal::NotRunning),
        }
    }
}

/// A game in memory, with its players.
#[derive(Clone)]
pub struct Table {
    /// Its id.
    pub id: GameId,
    /// The game.
    pub game: Game,
    /// The occupants in seat order.
    pub sitters: Vec<Sitter>,
    /// The players' names in seat order.
    pub names: Names,
    /// Whether spectators may see the game.
    pub visibility: Visibility,
    /// The deal that the game belongs to.
    pub deal: Option<OnDeal>,
    /// The time limits.
    pub pace: Option<Arc<Pace>>,
    /// The clocks, in a game with a pace.
    pub clocks: Option<Clocks>,
    /// The players' holidays in seat order, if they affect the clocks.
    pub holidays: Vec<Vec<Stretch>>,
    /// The players' orders in seat order.
    pub orders: Vec<Option<Orders>>,
    /// Whether the game is paused or cancelled.
    pub stands: Stands,
    /// Counts changes of the fields above that are not log entries.
    pub revision: i32,
}

/// The source of the state for the first attempt of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The table in memory.
    Memory,
    /// The database.
    Database,
}

type Slot = Mutex<Option<Table>>;

/// All live games of this process, and the committer that writes their moves.
pub struct Tables {
    live: Shared<GameId, Slot>,
    /// The cached rows of the games.
    pub(super) known: Known,
    /// Writes moves.
    pub committer: Committer,
    /// The damaged games that were reported recently.
    pub(super) damaged: Reported,
}

impl Tables {
    /// Creates an empty set of live games.
    pub fn new(committer: Committer) -> Tables {
        Tables {
            live: cache::of_shared(LIVE),
            known: Known::default(),
            committer,
            damaged: Reported::default(),
        }
    }

    /// Locks the game's slot in memory. Requests for one game take turns, and do not block other
    /// games. The slot is empty until the game is loaded.
    pub async fn lock(&self, id: &GameId) -> Result<OwnedMutexGuard<Option<Table>>> {
        let Ok(slot) = self
            .live
            .get_or_insert_with(id, || Ok::<_, Infallible>(Arc::default()));
        match Arc::clone(&slot).try_lock_owned() {
            Ok(place) => Ok(place),
            Err(_) => Ok(permits::aside(|| Arc::clone(&slot).lock_owned()).await?),
        }
    }

    /// Drops a game from memory.
    pub fn forget(&self, id: &GameId) {
        self.live.remove(id);
        self.known.forget(id);
    }
}

/// Loads the table if the slot is empty. A game that has not started has no table.
pub async fn seated<'a>(
    place: &'a mut OwnedMutexGuard<Option<Table>>,
    app: &Play,
    id: &GameId,
) -> Result<&'a mut Table> {
    if place.is_none() {
        **place = Some(Table::load(app, id).await?);
    }
    place
        .as_mut()
        .ok_or_else(|| Refusal::internal("a table is gone"))
}

/// A change of a locked game. It is attempted until it is written or rejected. If another writer is
/// faster, the table is up to date for the next attempt.
pub struct Change {
    place: OwnedMutexGuard<Option<Table>>,
    certain: bool,
    tries: usize,
}

impl Change {
    /// Locks the game.
    pub async fn begin(app: &Play, id: &GameId, first: First) -> Result<Change> {
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

    /// Returns the table for the next attempt.
    pub fn table(&mut self) -> Result<&mut Table> {
        self.certain |= self.tries > 0;
        self.tries += 1;
        match &mut *self.place {
            Some(table) if self.tries <= TRIES => Ok(table),
            _ => Err(Refusal::unavailable("others were first each time")),
        }
    }

    /// Brings the table up to date before a request is rejected because of it. Returns `false` if
    /// it is up to date already.
    pub async fn doubt(&mut self, app: &Play) -> Result<bool> {
        match &mut *self.place {
            Some(table) if !self.certain => table.catch_up(app).await.map(|()| true),
            _ => Ok(false),
        }
    }
}

impl Table {
    /// Loads a started game.
    pub async fn load(app: &Play, id: &GameId) -> Result<Table> {
        // Boxed: few requests load a game, and the box keeps the futures of all others small.
        let loaded = Box::pin(async {
            match Table::stored(app, id).await {
                Ok(loaded) => Table::of(app, &loaded).await,
                Err(hitch) => Err(damage::found(app, id, hitch).await),
            }
        });
        loaded.await
    }

    /// Builds a table from stored data that was already read. If the data is inconsistent, reads it
    /// again: it may come from another database, before a failover.
    pub async fn of(app: &Play, loaded: &Loaded) -> Result<Table> {
        match Box::pin(Table::built(app, loaded)).await {
            Ok(table) => return Ok(table),
            Err(Hitch::Refusal(refusal)) => return Err(refusal),
            Err(Hitch::Damage(_)) => {}
        }
        let id = &loaded.row.id;
        let anew = async { Table::built(app, &*Table::stored(app, id).await?).await };
        match Box::pin(anew).await {
            Ok(table) => Ok(table),
            Err(hitch) => Err(Box::pin(damage::found(app, id, hitch)).await),
        }
    }

    async fn stored(app: &Play, id: &GameId) -> Result<Arc<Loaded>, Hitch> {
        Ok(app.loader.of(id).await?.ok_or(Refusal::NOT_FOUND)?)
    }

    /// Builds a table from the newest snapshot and the log after it.
    async fn built(app: &Play, loaded: &Loaded) -> Result<Table, Hitch> {
        let (row, seats) = (&loaded.row, &loaded.seats);
        let header = header(row, seats)?;
        let secrets = secrets(row)?;
        if !damage::of_start(row, &header, secrets.seed)?.is_empty() {
            return Err(Damage::Start.into());
        }
        let ply = row.ply.unsigned_abs();
        if loaded.tail.last().is_some_and(|last| last.n > ply) {
            return Err(Damage::Row.into());
        }
        let deal = || Game::deal(KINDS.of(&header)?, header.clone(), secrets);
        let whole = |it: &&Snapshot| it.is_whole(&row.id) == Some(true);
        let recent = loaded.snapshot.as_ref().filter(whole);
        let recent = recent.and_then(|it| restored(header.clone(), secrets, &it.state));
        let (game, older) = match recent {
            Some(game) => (game, None),
            None if ply < SNAPSHOT_EVERY => (deal()?.0, None),
            None => {
                let mut conn = app.db.get().await?;
                let older = entries::snapshot(&mut conn, &row.id, ply).await?;
                let older = older.and_then(|(_, it)| restored(header.clone(), secrets, &it));
                let game = older.map_or_else(|| deal().map(|(game, _)| game), Ok)?;
                let since = game.ply().saturating_sub(1);
                let log = entries::between(&mut conn, &row.id, since, ply).await?;
                (game, Some(log))
            }
        };
        let log = older.as_ref().unwrap_or(&loaded.tail);
        if let Some(tail) = after(&game, log) {
            return Table::kept(app, loaded, game, tail).await;
        }
        // The snapshot does not match the log. A failover may have lost entries, and players
        // continued from an earlier one.
        let log = entries::between(&mut *app.db.get().await?, &row.id, 0, ply).await?;
        let game = deal()?.0;
        let tail = after(&game, &log).ok_or(Damage::Entry(1))?;
        Table::kept(app, loaded, game, tail).await
    }

    /// Builds a table like [`Table::seated`]. Stores a snapshot if the tail was long.
    async fn kept(app: &Play, loaded: &Loaded, game: Game, tail: &[Entry]) -> Result<Table, Hitch> {
        let table = Table::seated(app, loaded, game, tail).await?;
        if tail.len() as u64 > 2 * SNAPSHOT_EVERY {
            table.keep_snapshot(app).await;
        }
        Ok(table)
    }

    /// Builds the table of this game after these entries, which lead to the state in the row.
    async fn seated(
        app: &Play,
        loaded: &Loaded,
        game: Game,
        tail: &[Entry],
    ) -> Result<Table, Hitch> {
        let (row, seats) = (&loaded.row, &loaded.seats);
        let game = forward(app, game, tail.to_vec(), row).await?;
        if game.ply() != row.ply.unsigned_abs() {
            return Err(Damage::Row.into());
        }
        let pace = pace(row)?.map(Arc::new);
        let holidays = match &pace {
            Some(pace) => counted(pace, row, seats, &loaded.holidays),
            None => Vec::new(),
        };
        let mut orders = vec![None; seats.len()];
        for stored in &loaded.orders {
            if let Some(place) = orders.get_mut(stored.seat.0.index()) {
                *place = Some(Orders::read(stored));
            }
        }
        Ok(Table {
            id: row.id.clone(),
            game,
            sitters: seats.iter().map(Sitter::of).collect(),
            names: names(seats),
            visibility: row.visibility,
            deal: row.deal.clone(),
            pace,
            clocks: row.clocks.as_ref().map(Clocks::read).transpose()?,
            holidays,
            orders,
            stands: Stands::of(row),
            revision: row.revision,
        })
    }

    /// Stores a snapshot, so that the next load of this game is faster.
    async fn keep_snapshot(&self, app: &Play) {
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

    /// Whether the table matches the log position of this row.
    pub fn is_at(&self, row: &GameRow) -> bool {
        self.game.ply() == row.ply.unsigned_abs()
            && row.head.as_deref() == Some(self.game.head().0.as_slice())
    }

    /// Brings the table up to date. Replaces a table that is ahead of the database or diverges from
    /// it.
    ///
    /// If this fails, the table in memory is no longer trusted and cannot be written: no row has
    /// its revision, -1.
    pub async fn catch_up(&mut self, app: &Play) -> Result<()> {
        let revision = std::mem::replace(&mut self.revision, -1);
        if let Some(table) = Box::pin(self.after_moves(app, revision)).await? {
            *self = table;
            return Ok(());
        }
        let followed = async {
            let loaded = Table::stored(app, &self.id).await?;
            let followed = self.follow(app, &loaded).await?;
            Ok((loaded, followed))
        };
        *self = match Box::pin(followed).await {
            Ok((_, Some(table))) => table,
            // A table built from the start may succeed where this one could not continue.
            Ok((loaded, None)) => Table::of(app, &loaded).await?,
            Err(hitch) => return Err(Box::pin(damage::found(app, &self.id, hitch)).await),
        };
        Ok(())
    }

    /// Returns the table after a few moves of other nodes. Returns `None` if more has changed since
    /// this revision. Reading only the last entries costs a third of reading the whole game.
    async fn after_moves(&self, app: &Play, revision: i32) -> Result<Option<Table>> {
        let recent = match app.recent.of(&self.id).await {
            Ok(Some(recent)) => recent,
            Err(error) if error.is_passing() => return Err(error.into()),
            Ok(None) | Err(_) => return Ok(None),
        };
        let Recent { row, tail } = &*recent;
        let written = match self.is_at(row) {
            true => Some(&[][..]),
            false => after(&self.game, tail),
        };
        // A move may use up orders, which does not change the revision.
        let is_moved = |written: &&[Entry]| {
            row.revision == revision
                && self.orders.iter().flatten().all(Orders::is_empty)
                && written.iter().all(|it| matches!(it.body, Body::Move(_)))
        };
        let Some(written) = written.filter(is_moved) else {
            return Ok(None);
        };
        let clocks = row.clocks.as_ref().map(Clocks::read).transpose()?;
        match forward(app, self.game.clone(), written.to_vec(), row).await {
            Ok(game) => {
                let table = Table {
                    game,
                    clocks,
                    stands: Stands::of(row),
                    revision,
                    ..self.clone()
                };
                Ok(Some(table).filter(|table| table.is_at(row)))
            }
            Err(Hitch::Refusal(refusal)) => Err(refusal),
            Err(Hitch::Damage(_)) => Ok(None),
        }
    }

    /// Returns the table after the entries written since. Returns `None` if it is too far behind,
    /// or holds entries that are not stored.
    async fn follow(&self, app: &Play, loaded: &Loaded) -> Result<Option<Table>, Hitch> {
        let Loaded { row, tail, .. } = loaded;
        let (game, own) = (self.game.clone(), self.game.ply());
        let written = match self.is_at(row) {
            true => Some(&[][..]),
            false => after(&game, tail),
        };
        match written {
            Some(written) => match Table::seated(app, loaded, game, written).await {
                Err(Hitch::Damage(_)) => {}
                done => return done.map(Some),
            },
            None if tail.first().is_some_and(|first| own < first.n) => return Ok(None),
            None => {}
        }
        tracing::warn!(
            game.id = %self.id,
            "a cached game differs from its stored log; the server reads it again"
        );
        metrics::counter!("turnpike_tables_dropped_total").increment(1);
        Ok(None)
    }

    /// Returns the version of the game to which a change of its clocks applies.
    pub fn version(&self) -> Version {
        Version {
            ply: i64::try_from(self.game.ply()).unwrap_or(i64::MAX),
            head: self.game.head().0.to_vec(),
            revision: self.revision,
        }
    }

    /// Returns the regular times in which the clocks of all seats stop.
    pub fn pause(&self) -> Option<&Pause> {
        self.pace.as_ref()?.pause.as_ref()
    }

    /// Returns the times in which the clock of a seat runs.
    pub fn calendar(&self, seat: Seat) -> Calendar<'_> {
        Calendar::of_seat(self.pause(), &self.holidays, seat)
    }

    /// Whether spectators may see the game.
    pub fn is_public(&self, now: Moment) -> bool {
        on_deal::is_public(self.visibility, self.deal.as_ref(), now)
    }

    /// Returns the seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.sitters()
            .find(|(_, sitter)| *sitter == Sitter::Player(player))
            .map(|(seat, _)| seat)
    }

    /// Returns a bot that has to decide, with its seat.
    pub fn acting_bot(&self) -> Option<(Seat, Bot)> {
        let acting = self.game.acting();
        self.sitters().find_map(|(seat, sitter)| match sitter {
            Sitter::Bot(bot) if acting.contains(seat) => Some((seat, bot)),
            _ => None,
        })
    }

    /// Returns all seats with their occupants.
    pub fn sitters(&self) -> impl Iterator<Item = (Seat, Sitter)> {
        Seat::all(self.game.seats()).zip(self.sitters.iter().copied())
    }

    /// Returns the players at the table.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.sitters().filter_map(|(_, sitter)| match sitter {
            Sitter::Player(player) => Some(player),
            Sitter::Bot(_) | Sitter::Nobody => None,
        })
    }
}

/// Returns the entries of this part of the log that follow the game's state. Returns `None` if the
/// game's last entry is not in it.
fn after<'a>(game: &Game, log: &'a [Entry]) -> Option<&'a [Entry]> {
    let ply = game.ply();
    if ply == 0 {
        return Some(log).filter(|log| log.first().is_none_or(|first| first.n == 1));
    }
    let last = log.iter().position(|entry| entry.n == ply)?;
    (log[last].hash == game.head()).then(|| &log[last + 1..])
}

/// The most entries that are replayed on a thread that answers requests. There are more only if
/// snapshots are missing.
const REPLAYED_AT_ONCE: usize = 64;

/// Replays stored entries. Long replays run in the worker pool for replays; the request releases
/// its own permit first. Checks the game against the row when it reaches the row's position.
async fn forward(
    app: &Play,
    mut game: Game,
    tail: Vec<Entry>,
    row: &GameRow,
) -> Result<Game, Hitch> {
    damage::of_row(row, &game)?;
    if tail.is_empty() {
        return Ok(game);
    }
    let row = row.clone();
    let is_long = tail.len() > REPLAYED_AT_ONCE;
    let work = move || {
        for entry in &tail {
            damage::replay(&mut game, entry)?;
            damage::of_row(&row, &game)?;
        }
        Ok::<_, Damage>(game)
    };
    if !is_long {
        return Ok(work()?);
    }
    permits::leave();
    let permit = app.permits.replays.take().await?;
    Ok(PermitPool::work(permit, work).await??)
}

/// Restores a game from a snapshot. Returns `None` if the snapshot is unusable.
pub fn restored(header: Header, secrets: Secrets, snapshot: &[u8]) -> Option<Game> {
    let id = header.id.clone();
    KINDS
        .of(&header)
        .and_then(|kind| Game::restore(kind, header, secrets, snapshot))
        .inspect_err(|error| tracing::warn!(%error, game.id = %id, "a snapshot cannot be used; the server replays the game"))
        .ok()
}

/// Returns the viewer for a person in this seat, or for a spectator.
pub fn viewer(game: &Game, seat: Option<Seat>) -> Viewer {
    match (game.turn().outcome(), seat) {
        (Some(_), _) => Viewer::Afterwards,
        (None, Some(seat)) => Viewer::Seat(seat),
        (None, None) => Viewer::Spectator,
    }
}

/// Returns the parameters that were fixed when a game started.
pub fn header(row: &GameRow, seats: &[SeatRow]) -> Result<Header> {
    Ok(Header {
        id: row.id.to_string(),
        rules: row.rules.clone(),
        options: row.options.clone(),
        entropies: seats.iter().map(|seat| seat.entropy.clone()).collect(),
        seed_commitment: Hash(bytes(&row.seed_commitment)?),
        seed_source: row.seed_source.0,
        blinding_commitment: blinding(row)?.map(|it| Hash(it.commitment())),
        deal: row.deal.as_ref().map(|deal| deal.id.to_string()),
    })
}

/// Returns the secrets from which the dice and the hashes of a started game derive.
pub fn secrets(row: &GameRow) -> Result<Secrets> {
    let seed = row.game_seed.as_deref().ok_or(Refusal::NotStarted)?;
    Ok(Secrets::new(GameSeed(bytes(seed)?), blinding(row)?))
}

/// Returns the game's own blinding. Games with a chosen seed have one, unless they are older than
/// this feature, and so do games on a deal.
pub fn blinding(row: &GameRow) -> Result<Option<Blinding>> {
    let secret = row.blinding_secret.as_deref();
    secret.map(|it| bytes(it).map(Blinding)).transpose()
}

/// Converts a column to 32 bytes. A constraint in the database ensures that length.
pub fn bytes(column: &[u8]) -> Result<[u8; 32]> {
    column
        .try_into()
        .map_err(|_| Refusal::internal("a column does not hold 32 bytes"))
}

/// Returns the pace of a game, if it has one.
pub fn pace(row: &GameRow) -> Result<Option<Pace>> {
    row.pace
        .as_ref()
        .map(|pace| Pace::deserialize(pace).map_err(Refusal::internal))
        .transpose()
}

/// Reads the holidays that affect the clocks of a game, in seat order.
pub async fn holidays_of(
    conn: &mut Conn,
    pace: &Pace,
    row: &GameRow,
    seats: &[SeatRow],
) -> Result<Vec<Vec<Stretch>>> {
    let found = match pace.holidays {
        true => holidays::of(conn, seats, begun(row)).await?,
        false => Vec::new(),
    };
    Ok(counted(pace, row, seats, &found))
}

/// Selects the holidays that affect the clocks of a game, in seat order.
fn counted(pace: &Pace, row: &GameRow, seats: &[SeatRow], found: &[Holiday]) -> Vec<Vec<Stretch>> {
    let mut of_seats = vec![Vec::new(); seats.len()];
    let counts = |it: &&Holiday| pace.holidays && it.ends_at > begun(row);
    for holiday in found.iter().filter(counts) {
        let own = |seat: &SeatRow| seat.player_id == Some(holiday.player_id);
        if let Some(place) = seats.iter().position(own) {
            of_seats[place].push(Stretch {
                begins: holiday.begins_at,
                ends: holiday.ends_at,
            });
        }
    }
    of_seats
}

/// Returns the earliest time at which a game's clocks may run.
fn begun(row: &GameRow) -> Moment {
    row.started_at.unwrap_or(row.created_at)
}

/// Returns the players' names in seat order.
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

    fn id(n: usize) -> GameId {
        GameId::stored(n.to_string())
    }

    #[tokio::test]
    async fn recently_played_game_stays_in_memory() {
        let tables = Tables::new(Committer::start("postgres://localhost/nothing".to_owned()));
        let place = async |n| {
            let guard = tables.lock(&id(n)).await.unwrap();
            Arc::downgrade(OwnedMutexGuard::mutex(&guard))
        };
        for n in (0..20).flat_map(|_| 0..LIVE) {
            place(n).await;
        }
        let mut begun = Vec::new();
        for n in LIVE..LIVE + 2_000 {
            begun.push((n, place(n).await));
        }
        for (n, begun) in begun {
            assert!(begun.ptr_eq(&place(n).await), "game {n}");
        }
    }

    #[tokio::test]
    async fn locked_game_is_not_evicted() {
        let tables = Tables::new(Committer::start("postgres://localhost/nothing".to_owned()));
        let held = tables.lock(&id(0)).await.unwrap();
        for n in 1..3 * LIVE {
            drop(tables.lock(&id(n)).await.unwrap());
        }
        let place = tables.live.get(&id(0)).unwrap();
        assert!(Arc::ptr_eq(&place, OwnedMutexGuard::mutex(&held)));
    }
}
