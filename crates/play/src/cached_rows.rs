//! Caches the rows of started games, as long as the database ([`Fresh`]) confirms that they are
//! current.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use common::cache::{self, OfBytes};
use common::ids::GameId;

use crate::store::freshness::{Around, Epoch, Fresh};
use crate::store::games::{GameRow, SeatRow};
use crate::store::holidays::Holiday;
use crate::store::loader::Loaded;

/// The approximate capacity in bytes: enough for the rows of all games in memory.
const MOST: u64 = 32 << 20;

/// The approximate size of a game's rows in bytes.
const TYPICAL: u64 = 3 << 10;

/// Unused rows are dropped after this many seconds. `play::store::freshness` explains why.
const IDLE: u64 = 3600;

/// The start of the count of seconds.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The revision of a game's rows. Data with an older revision is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    reading: u64,
    version: i64,
    /// The minute in which a view was made, if it shows running clocks.
    pub(super) minute: Option<i64>,
    /// Whether the game's deal was open.
    pub(super) is_on_open_deal: bool,
}

/// The rows of a game.
#[derive(Clone)]
pub struct Rows {
    /// The row of the game itself.
    pub row: Arc<GameRow>,
    /// Its seats.
    pub seats: Arc<[SeatRow]>,
    /// The players' holidays, if the game has running clocks.
    pub holidays: Arc<[Holiday]>,
    /// The proposed rematch of this game.
    pub rematch: Option<GameId>,
    /// All stored data of the game, if it was read just now.
    pub loaded: Option<Arc<Loaded>>,
    /// The revision of the rows; `None` if they are not cached.
    pub revision: Option<Revision>,
}

/// Cached rows.
pub struct Entry {
    pub(super) rows: Rows,
    /// The state of the related rows at the time of reading.
    around: Around,
    /// When the rows were last confirmed to be current.
    pub(super) epoch: Epoch,
    /// Whether the rows were dropped. A task may still hold them while it checks whether they are
    /// current.
    forgotten: Arc<AtomicBool>,
    /// The second of the last use.
    asked: AtomicU64,
}

impl Entry {
    /// Whether these rows must not be used any more, whatever the database reports.
    pub(super) fn is_forgotten(&self) -> bool {
        self.forgotten.load(Ordering::Acquire)
    }
}

/// The cache of the rows of started games.
pub struct Known {
    games: OfBytes<GameId, Arc<Entry>>,
    readings: AtomicU64,
}

impl Default for Known {
    fn default() -> Known {
        Known {
            games: cache::of_bytes(MOST, TYPICAL, |_, entry| {
                2048 + 512 * entry.rows.seats.len() as u64
            }),
            readings: AtomicU64::new(0),
        }
    }
}

impl Known {
    /// Returns the cached rows of a game, which may be stale.
    pub fn get(&self, id: &GameId) -> Option<Arc<Entry>> {
        self.get_at(id, seconds())
    }

    fn get_at(&self, id: &GameId, now: u64) -> Option<Arc<Entry>> {
        let entry = self.games.get(id)?;
        if now.saturating_sub(entry.asked.load(Ordering::Relaxed)) > IDLE {
            self.forget(id);
            return None;
        }
        entry.asked.store(now, Ordering::Relaxed);
        Some(entry)
    }

    /// Returns the rows of this entry if the related rows are unchanged. If the game's own row has
    /// changed, applies the changes in `fresh`.
    pub fn renew(&self, entry: Arc<Entry>, fresh: &Fresh) -> Option<Rows> {
        if entry.around != fresh.around || entry.is_forgotten() {
            return None;
        }
        let mut rows = entry.rows.clone();
        let revision = rows.revision.as_mut()?;
        if revision.version != fresh.version {
            revision.version = fresh.version;
            rows.row = Arc::new(fresh.row(&rows.row)?);
        }
        self.put(fresh, &rows, Arc::clone(&entry.forgotten));
        Some(rows)
    }

    /// Caches rows that were read while the related rows were in this state. Takes the changing
    /// columns of the game's row from `fresh`, because the row may come from a connection to
    /// another server.
    pub fn keep(&self, fresh: &Fresh, mut rows: Rows) -> Rows {
        let Some(row) = fresh.row(&rows.row) else {
            return rows;
        };
        rows.row = row.into();
        rows.rematch = fresh.around.rematch.clone();
        rows.revision = Some(Revision {
            reading: self.readings.fetch_add(1, Ordering::Relaxed),
            version: fresh.version,
            minute: None,
            is_on_open_deal: false,
        });
        // Tasks that hold the previous entry must read again.
        self.forget(&rows.row.id);
        self.put(fresh, &rows, Arc::default());
        rows
    }

    fn put(&self, fresh: &Fresh, rows: &Rows, forgotten: Arc<AtomicBool>) {
        let entry = Entry {
            rows: Rows {
                loaded: None,
                ..rows.clone()
            },
            around: fresh.around.clone(),
            epoch: fresh.epoch,
            forgotten,
            asked: AtomicU64::new(seconds()),
        };
        self.games.insert(rows.row.id.clone(), Arc::new(entry));
    }

    /// Drops the rows of a game. All data derived from them is stale.
    pub fn forget(&self, id: &GameId) {
        if let Some((_, entry)) = self.games.remove(id) {
            entry.forgotten.store(true, Ordering::Release);
        }
    }
}

/// Returns the current second.
fn seconds() -> u64 {
    BEGUN.elapsed().as_secs()
}

#[cfg(test)]
mod tests {
    use chrono::Utc;
    use rules::SeedSource;

    use super::*;
    use common::ids::PlayerId;
    use db::sets::{GameStatus, Stored, Visibility};

    fn row(id: &GameId) -> GameRow {
        GameRow {
            id: id.to_owned(),
            kind: String::new(),
            rules: String::new(),
            options: Default::default(),
            seat_count: 2,
            visibility: Visibility::Public,
            status: GameStatus::Running,
            creator_id: PlayerId(1),
            server_seed: Vec::new(),
            seed_source: Stored(SeedSource::Secret),
            seed_commitment: Vec::new(),
            blinding_secret: None,
            game_seed: None,
            start: None,
            ply: 0,
            head: None,
            acting: 0,
            result: None,
            rematch_of: None,
            created_at: Utc::now(),
            started_at: None,
            changed_at: Utc::now(),
            finished_at: None,
            bots: 0,
            pace: None,
            clocks: None,
            revision: 0,
            paused_at: None,
            deal: None,
        }
    }

    fn entry(id: &GameId) -> Arc<Entry> {
        let rows = Rows {
            row: Arc::new(row(id)),
            seats: Arc::default(),
            holidays: Arc::default(),
            rematch: None,
            loaded: None,
            revision: None,
        };
        Arc::new(Entry {
            rows,
            around: Around::default(),
            epoch: Epoch::default(),
            forgotten: Arc::default(),
            asked: AtomicU64::new(0),
        })
    }

    #[test]
    fn entry_idle_for_an_hour_is_forgotten() {
        let known = Known::default();
        let [often, once, never] = ["often", "once", "never"].map(|id| {
            let id = GameId::stored(id.to_owned());
            known.games.insert(id.clone(), entry(&id));
            id
        });
        let minute = 60;
        assert!(known.get_at(&often, 59 * minute).is_some());
        assert!(known.get_at(&once, 59 * minute).is_some());
        let held = known.games.get(&never).unwrap();
        assert!(known.get_at(&never, IDLE + 1).is_none() && held.is_forgotten());
        assert!(known.get_at(&never, 0).is_none());
        assert!(known.get_at(&often, 118 * minute).is_some());
        assert!(known.get_at(&often, 177 * minute).is_some());
        assert!(known.get_at(&once, 120 * minute).is_none());
    }
}
