//! What is remembered of games that have started: their rows, as long as the database says
//! ([`Fresh`]) that they are still so.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use common::cache::{self, OfBytes};
use common::ids::GameId;

use crate::store::freshness::{Around, Fresh, Lull};
use crate::store::games::{GameRow, SeatRow};
use crate::store::holidays::Holiday;
use crate::store::loader::Loaded;

/// How many bytes of rows are remembered, about: those of as many games as are kept in memory.
const MOST: u64 = 32 << 20;

/// How many bytes the rows of a game have, about.
const TYPICAL: u64 = 3 << 10;

/// For how many seconds what nobody asks for is remembered. `store::freshness` says why not for ever.
const IDLE: u64 = 3600;

/// When seconds began to be counted here.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Of which reading of its rows something is: it is out of date as soon as there is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    reading: u64,
    version: i64,
    /// The minute that it was made in, where it shows clocks that run.
    pub(super) minute: Option<i64>,
    /// Whether the deal that the game is on was open.
    pub(super) is_on_open_deal: bool,
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
pub(super) struct Entry {
    pub(super) rows: Rows,
    /// What was said of those around the game's own as they were read.
    around: Around,
    /// When they were last known to be so.
    pub(super) lull: Lull,
    /// Whether they are forgotten: somebody may just be asking whether they are still so.
    forgotten: Arc<AtomicBool>,
    /// In which second they were asked for last.
    asked: AtomicU64,
}

impl Entry {
    /// Whether these rows are not to be used any more, whatever the database says of them.
    pub(super) fn is_forgotten(&self) -> bool {
        self.forgotten.load(Ordering::Acquire)
    }
}

/// The rows of games that have started.
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
    /// What is remembered of a game, whether or not it is still so.
    pub(super) fn get(&self, id: &GameId) -> Option<Arc<Entry>> {
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

    /// The rows of this entry, if they are still so. The game's own may have changed: as it is
    /// now was told with that.
    pub(super) fn renew(&self, entry: Arc<Entry>, fresh: &Fresh) -> Option<Rows> {
        if entry.around != fresh.around || entry.is_forgotten() {
            return None;
        }
        let mut rows = entry.rows.clone();
        let stamp = rows.stamp.as_mut()?;
        if stamp.version != fresh.version {
            stamp.version = fresh.version;
            rows.row = Arc::new(fresh.row(&rows.row)?);
        }
        self.put(fresh, &rows, Arc::clone(&entry.forgotten));
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
            is_on_open_deal: false,
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
            asked: AtomicU64::new(seconds()),
        };
        self.games.insert(rows.row.id.clone(), Arc::new(entry));
    }

    /// Forgets the rows of a game: whatever was made of them is out of date.
    pub(super) fn forget(&self, id: &GameId) {
        if let Some((_, entry)) = self.games.remove(id) {
            entry.forgotten.store(true, Ordering::Release);
        }
    }
}

/// The second that it is.
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
            stamp: None,
        };
        Arc::new(Entry {
            rows,
            around: Around::default(),
            lull: Lull::default(),
            forgotten: Arc::default(),
            asked: AtomicU64::new(0),
        })
    }

    #[test]
    fn what_nobody_asked_for_in_an_hour_is_forgotten() {
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
