//! Replays earlier states of games from the nearest snapshot, so the cost does not grow with the
//! length of a game. Replays run on separate threads from requests.
//!
//! No task holds a database connection while it waits for a replay or during one.
//!
//! A replay starts at the newest snapshot before the wanted entries, or at the beginning of the log
//! if that snapshot is unusable. If too many requests wait for a replay, the server rejects further
//! ones; mails wait without a limit (`permits::is_request`).

use std::collections::HashMap;

use ::games::KINDS;
use base::permits::PermitPool;
use common::ids::GameId;
use db::Conn;
use futures_util::join;
use rules::{Entry, Game, Header, Seat, Secrets, Told};

use crate::Play;
use crate::damage::{self, Damage, Hitch};
use crate::refusal::{Refusal, Result};
use crate::store::entries::{self, SNAPSHOT_EVERY, Snapshot};
use crate::store::games::{GameRow, SeatRow};
use crate::tables::{self, Table};

/// The starting data of a game: everything that a replay needs besides the log. It holds the seed,
/// so it has no `Debug`.
#[derive(Clone)]
pub struct Origin {
    id: GameId,
    header: Header,
    secrets: Secrets,
}

impl Origin {
    /// Reads the origin of a stored game that has started.
    pub fn of(row: &GameRow, seats: &[SeatRow]) -> Result<Origin> {
        Ok(Origin {
            id: row.id.clone(),
            header: tables::header(row, seats)?,
            secrets: tables::secrets(row)?,
        })
    }

    /// Returns the origin of a game in memory.
    pub fn of_table(table: &Table) -> Origin {
        Origin {
            id: table.id.clone(),
            header: table.game.header().clone(),
            secrets: table.game.secrets(),
        }
    }
}

/// A part of a game's history.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The number of entries before it.
    pub from: u64,
    /// The number of its last entry.
    pub to: u64,
}

impl Span {
    /// Returns an empty span: only the state after `ply` entries.
    pub fn at(ply: u64) -> Span {
        Span { from: ply, to: ply }
    }
}

/// A part of a game's history, ready to be replayed.
pub struct Past {
    /// The game before the first entry.
    pub game: Game,
    /// The events of the setup, if the part begins there.
    pub setup: Vec<Box<dyn Told>>,
    /// The entries.
    pub entries: Vec<Entry>,
}

/// Restores a part of a game's history and runs `work` on it, both in the worker pool for replays.
pub async fn replay<T, W>(app: &Play, origin: Origin, span: Span, work: W) -> Result<T>
where
    T: Send + 'static,
    W: FnOnce(Past) -> Result<T> + Send + 'static,
{
    replay_recent(app, origin, span, None, work).await
}

/// Like [`replay`], with data that was already read. If it is sufficient, nothing else is read.
pub async fn replay_recent<T, W>(
    app: &Play,
    origin: Origin,
    span: Span,
    recent: Option<&Recent>,
    mut work: W,
) -> Result<T>
where
    T: Send + 'static,
    W: FnOnce(Past) -> Result<T> + Send + 'static,
{
    let id = origin.id.clone();
    let mut known = recent.and_then(|recent| recent.passage(&origin, span));
    for may_be_snapshot in [true, false] {
        let passage = match known.take() {
            Some(passage) => passage,
            None => {
                let mut conn = app.db.get().await?;
                match Passage::read(&mut conn, origin.clone(), span, may_be_snapshot).await {
                    Ok(passage) => passage,
                    Err(hitch) => return Err(damage::answer(app, &mut conn, &id, hitch).await),
                }
            }
        };
        let permit = app.permits.replays.take().await?;
        let done = PermitPool::work(permit, move || match passage.bring_back() {
            Some(past) => Ok(past.map(work)),
            None => Err(work),
        });
        match done.await? {
            Ok(Ok(done)) => return done,
            Ok(Err(hitch)) => return Err(damage::found(app, &id, hitch).await),
            // The snapshot is unusable, so the whole log is used.
            Err(undone) => work = undone,
        }
    }
    Err(Refusal::internal("the whole log is no use either"))
}

/// The newest part of a log that is read for many games together begins at the first snapshot after
/// a multiple of this. Turn mails look further back than to the last snapshot.
const PART: u64 = 4 * SNAPSHOT_EVERY;

/// The newest part of a game's log and the position before it, read for many games together. This
/// lowered PostgreSQL's CPU time per turn mail from 1.2 to 0.3 ms.
pub struct Recent {
    /// `None` if the part is the whole log.
    snapshot: Option<Vec<u8>>,
    /// The number of entries before the part.
    since: u64,
    entries: Vec<Entry>,
}

impl Recent {
    /// Reads the newest parts of these games, if they can be read together. For a game that is
    /// missing, the caller reads the game alone, which reports any damage.
    pub async fn of(conn: &Conn, ids: &[&GameId]) -> HashMap<GameId, Recent> {
        let (Ok(snapshots), Ok(tails)) = join!(
            entries::snapshots_since(conn, ids, PART),
            entries::last_parts(conn, ids, PART),
        ) else {
            return HashMap::new();
        };
        let mut games: HashMap<GameId, (Option<Snapshot>, Vec<Entry>)> = HashMap::new();
        for (id, entry) in tails {
            games.entry(id).or_default().1.push(entry);
        }
        for (id, snapshot) in snapshots {
            games.entry(id).or_default().0 = Some(snapshot);
        }
        let found = games.into_iter().filter_map(|(id, (snapshot, entries))| {
            let snapshot = snapshot.filter(|it| it.is_whole(&id) == Some(true));
            let recent = Recent::following(snapshot, entries)?;
            Some((id, recent))
        });
        found.collect()
    }

    /// Returns `None` if the entries do not follow the snapshot, or do not begin with the first
    /// entry if there is no snapshot. Then something is missing, or was written between the two
    /// queries. Also returns `None` if there is no data at all, because that may be missing too.
    fn following(snapshot: Option<Snapshot>, mut entries: Vec<Entry>) -> Option<Recent> {
        let since = snapshot.as_ref().map_or(0, |it| it.n.unsigned_abs());
        entries.retain(|entry| entry.n > since);
        let follow = (since + 1..).zip(&entries).all(|(n, entry)| entry.n == n);
        let is_any = snapshot.is_some() || !entries.is_empty();
        (follow && is_any).then(|| Recent {
            snapshot: snapshot.map(|it| it.state),
            since,
            entries,
        })
    }

    /// Finds this seat's entry, up to number `to`, after which the seat made `others` more. Returns
    /// `Some(None)` if the seat has not made so many entries in the whole game. Returns `None` if
    /// the entry may be older than this part.
    pub fn last_of(&self, seat: Seat, others: u64, to: u64) -> Option<Option<u64>> {
        let own = |entry: &&Entry| entry.n <= to && entry.seat == seat;
        let mut own = self.entries.iter().rev().filter(own);
        match own.nth(usize::try_from(others).unwrap_or(usize::MAX)) {
            Some(entry) => Some(Some(entry.n)),
            None => (self.since == 0).then_some(None),
        }
    }

    /// Returns a part of the history if all of it is here.
    fn passage(&self, origin: &Origin, span: Span) -> Option<Passage> {
        let newest = self.entries.last().map_or(self.since, |entry| entry.n);
        (self.since <= span.from && span.to <= newest).then(|| Passage {
            origin: origin.clone(),
            span,
            snapshot: self.snapshot.clone(),
            entries: self
                .entries
                .iter()
                .take_while(|entry| entry.n <= span.to)
                .cloned()
                .collect(),
        })
    }
}

/// The stored data for a part of a game's history.
struct Passage {
    origin: Origin,
    span: Span,
    snapshot: Option<Vec<u8>>,
    entries: Vec<Entry>,
}

impl Passage {
    async fn read(
        conn: &mut Conn,
        origin: Origin,
        span: Span,
        may_be_snapshot: bool,
    ) -> Result<Passage, Hitch> {
        let id = &origin.id;
        let snapshot = match may_be_snapshot {
            true => entries::snapshot(conn, id, span.from).await?,
            false => None,
        };
        let (since, snapshot) = snapshot.unzip();
        let entries = entries::between(conn, id, since.unwrap_or(0), span.to).await?;
        Ok(Passage {
            origin,
            span,
            snapshot,
            entries,
        })
    }

    /// Returns the game at the beginning of the span; `None` if the snapshot is unusable.
    fn bring_back(self) -> Option<Result<Past, Hitch>> {
        let Origin {
            header, secrets, ..
        } = self.origin;
        let (game, setup) = match self.snapshot {
            Some(bytes) => (tables::restored(header, secrets, &bytes)?, Vec::new()),
            None => match KINDS
                .of(&header)
                .and_then(|kind| Game::deal(kind, header, secrets))
            {
                Ok(dealt) => dealt,
                Err(fault) => return Some(Err(fault.into())),
            },
        };
        Some(forward(game, setup, self.span.from, self.entries))
    }
}

/// Replays the entries before the span. Verifies the hash chain, also within the span.
fn forward(
    mut game: Game,
    mut setup: Vec<Box<dyn Told>>,
    from: u64,
    mut entries: Vec<Entry>,
) -> Result<Past, Hitch> {
    let before = entries.iter().take_while(|entry| entry.n <= from).count();
    if from > 0 {
        setup.clear();
    }
    for entry in entries.drain(..before) {
        damage::replay(&mut game, &entry)?;
    }
    let mut head = game.head();
    for entry in &entries {
        if entry.hash != entry.hash_after(head, &game.secrets().blinding) {
            return Err(Damage::Entry(entry.n).into());
        }
        head = entry.hash;
    }
    Ok(Past {
        game,
        setup,
        entries,
    })
}

#[cfg(test)]
mod tests {
    use rules::Body;

    use super::*;

    fn entry(n: u64, seat: u8) -> Entry {
        Entry {
            n,
            seat: Seat::of(seat).unwrap(),
            seq: 1,
            body: Body::Leave,
            at: String::new(),
            hash: Default::default(),
        }
    }

    #[test]
    fn log_with_a_gap_is_not_used() {
        let snapshot = |n| Snapshot {
            n,
            state: Vec::new(),
            hash: None,
        };
        assert!(Recent::following(None, Vec::new()).is_none());
        assert!(Recent::following(None, vec![entry(2, 0)]).is_none());
        assert!(Recent::following(None, vec![entry(1, 0), entry(3, 0)]).is_none());
        assert!(Recent::following(Some(snapshot(32)), vec![entry(34, 0)]).is_none());
        let whole = Recent::following(None, vec![entry(1, 0), entry(2, 1)]).unwrap();
        let of = |seat: u8, to| whole.last_of(Seat::of(seat).unwrap(), 0, to);
        assert_eq!(
            [of(0, 2), of(1, 1), of(2, 2)],
            [Some(Some(1)), Some(None), Some(None)]
        );
        let part = vec![entry(32, 1), entry(33, 0)];
        let part = Recent::following(Some(snapshot(32)), part).unwrap();
        assert_eq!(part.last_of(Seat::of(0_u8).unwrap(), 0, 40), Some(Some(33)));
        assert_eq!(part.last_of(Seat::of(1_u8).unwrap(), 0, 40), None);
    }
}
