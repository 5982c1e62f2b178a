//! What is remembered of games that have started: their rows, as long as the database says
//! ([`Fresh`]) that they are still so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use crate::ids::GameId;
use crate::store::freshness::{Around, Fresh, Lull};
use crate::store::games::{GameRow, SeatRow};
use crate::store::holidays::Holiday;
use crate::store::loader::Loaded;

/// How many bytes of rows are remembered, about: those of as many games as are kept in memory.
const MOST: u64 = 32 << 20;

/// How long what nobody asks for is remembered. `store::freshness` says why not for ever.
const IDLE: Duration = Duration::from_secs(3600);

/// Of which reading of its rows something is: it is out of date as soon as there is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    reading: u64,
    version: i64,
    /// The minute that it was made in, where it shows clocks that run.
    pub(super) minute: Option<i64>,
}

/// The rows of a game.
#[derive(Clone)]
pub struct Rows {
    /// The game's own.
    pub row: Arc<GameRow>,
    /// Its seats.
    pub seats: Arc<[SeatRow]>,
    /// The holidays of those who have them, while there are clocks.
    pub holidays: Arc<[Holiday]>,
    /// The game that was proposed as a rematch of this one.
    pub rematch: Option<GameId>,
    /// All that was stored as they were read, where they were read just now.
    pub loaded: Option<Arc<Loaded>>,
    /// None where they are not remembered.
    pub stamp: Option<Stamp>,
}

/// Rows that are remembered.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) rows: Rows,
    /// What was said of those around the game's own as they were read.
    around: Around,
    /// When they were last known to be so.
    pub(super) lull: Lull,
    /// Whether they are forgotten: somebody may just be asking whether they are still so.
    forgotten: Arc<AtomicBool>,
}

impl Entry {
    /// Whether these rows are not to be used any more, whatever the database says of them.
    pub(super) fn is_forgotten(&self) -> bool {
        self.forgotten.load(Ordering::Acquire)
    }
}

/// The rows of games that have started.
pub struct Known {
    games: Cache<GameId, Arc<Entry>>,
    readings: AtomicU64,
}

impl Default for Known {
    fn default() -> Known {
        let weight = |_: &GameId, entry: &Arc<Entry>| 2048 + 512 * entry.rows.seats.len() as u32;
        let games = Cache::builder()
            .eviction_policy(EvictionPolicy::lru())
            .max_capacity(MOST)
            .weigher(weight);
        Known {
            games: games.time_to_idle(IDLE).build(),
            readings: AtomicU64::new(0),
        }
    }
}

impl Known {
    /// What is remembered of a game, whether or not it is still so.
    pub(super) fn get(&self, id: &GameId) -> Option<Arc<Entry>> {
        self.games.get(id)
    }

    /// The rows of this entry, if they are still so. The game's own may have changed: as it is
    /// now was told with that.
    pub(super) fn renew(&self, entry: Arc<Entry>, fresh: &Fresh) -> Option<Rows> {
        if entry.around != fresh.around || entry.is_forgotten() {
            return None;
        }
        let forgotten = Arc::clone(&entry.forgotten);
        let mut rows = Arc::unwrap_or_clone(entry).rows;
        let stamp = rows.stamp.as_mut()?;
        if stamp.version != fresh.version {
            stamp.version = fresh.version;
            rows.row = Arc::new(fresh.row(&rows.row)?);
        }
        self.put(fresh, &rows, forgotten);
        Some(rows)
    }

    /// Remembers rows that were read while what is around the game's own stood like this. What moves
    /// in that one is taken from here: it may have been read over a connection to another server.
    pub(super) fn keep(&self, fresh: &Fresh, mut rows: Rows) -> Rows {
        let Some(row) = fresh.row(&rows.row) else {
            return rows;
        };
        rows.row = row.into();
        rows.rematch = fresh.around.rematch.clone();
        rows.stamp = Some(Stamp {
            reading: self.readings.fetch_add(1, Ordering::Relaxed),
            version: fresh.version,
            minute: None,
        });
        // Whoever holds what it stands in for reads anew.
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
            lull: fresh.lull,
            forgotten,
        };
        self.games.insert(rows.row.id.clone(), Arc::new(entry));
    }

    /// Forgets the rows of a game: whatever was made of them is out of date.
    pub(super) fn forget(&self, id: &GameId) {
        if let Some(entry) = self.games.remove(id) {
            entry.forgotten.store(true, Ordering::Release);
        }
    }
}
