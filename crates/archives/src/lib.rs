//! Archive files: the finished public games of a month, one file for each kind of game.
//!
//! Each line of a file is the record of a game (NDJSON), as everybody gets it. The lines are in the
//! order in which the games finished, compressed with zstd. A job makes the files piece by piece.
//! Each piece is a frame of its own, because frames one after the other are one file (RFC 8878
//! section 3). PostgreSQL stores the pieces. So each node serves each file, a backup has them, and
//! a job that was stopped goes on where it was.
//!
//! Files name players. So the job makes a file again a day after one of its players has deleted the
//! account. It also does so after a deal has closed that kept games out of it.

mod store;

use chrono::{Datelike, Months, NaiveDate, NaiveTime, TimeDelta};
use common::clock::Moment;
use common::ids::GameId;
use db::Conn;
use games::KINDS;
use play::refusal::{Refusal, Result};
use play::{Play, export};
use sha2::{Digest, Sha256};
use tokio::time::{Duration, Instant};

use crate::store::FileRow;

/// How long a run of the job works.
const RUN: Duration = Duration::from_secs(10);

/// How many games a piece has at most.
const MOST_GAMES: i64 = 200;

/// How many bytes of records a piece has, if one record does not have more.
const PIECE: usize = 1 << 20;

/// How long after the end of a month its games count as stored.
const LATE: TimeDelta = TimeDelta::hours(1);

/// How long a file stays as it is before a deal that closes makes it stale.
const AGAIN: TimeDelta = TimeDelta::days(1);

/// The level of zstd. Level 3 makes records of random games 27.5 % as long, in 0.13 ms a game. Level
/// 9 makes them 26.1 % as long in 0.54 ms, level 19 23.7 % in 14 ms.
const LEVEL: i32 = 3;

/// A month, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(NaiveDate);

impl Month {
    /// Returns the month of this time.
    fn of(time: Moment) -> Month {
        Month::with(time.date_naive())
    }

    /// Returns the month of this day.
    fn with(day: NaiveDate) -> Month {
        Month(day.with_day(1).unwrap_or(day))
    }

    /// Reads a month such as `2026-11`.
    pub fn parse(text: &str) -> Option<Month> {
        let day = NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d").ok()?;
        (Month(day).to_string() == text).then_some(Month(day))
    }

    fn first_day(self) -> NaiveDate {
        self.0
    }

    fn begin(self) -> Moment {
        self.0.and_time(NaiveTime::MIN).and_utc()
    }

    fn next(self) -> Month {
        Month(self.0 + Months::new(1))
    }

    fn end(self) -> Moment {
        self.next().begin()
    }
}

impl std::fmt::Display for Month {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.format("%Y-%m"))
    }
}

/// An archive file.
#[derive(Clone, Debug)]
pub struct File {
    id: i64,
    /// The kind of game.
    pub kind: String,
    /// The month in which the games finished.
    pub month: Month,
    /// The number of games.
    pub games: u32,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// SHA-256 of the file.
    pub sha256: Vec<u8>,
}

impl File {
    fn of(row: FileRow) -> File {
        File {
            id: row.id,
            month: Month::with(row.month),
            kind: row.kind,
            games: row.games.unsigned_abs(),
            bytes: row.bytes.unsigned_abs(),
            sha256: row.sha256.unwrap_or_default(),
        }
    }
}

/// Returns all files, the newest first.
pub async fn list(app: &Play) -> Result<Vec<File>> {
    let rows = store::whole(&mut *app.db.get().await?).await?;
    Ok(rows.into_iter().map(File::of).collect())
}

/// Returns the file of a month and a kind.
pub async fn find(app: &Play, kind: &str, month: Month) -> Result<File> {
    let row = store::find(&mut *app.db.get().await?, kind, month).await?;
    Ok(File::of(row.ok_or(Refusal::NOT_FOUND)?))
}

/// Returns the bytes of a file from this one on, as many as one piece has. Fails if the file was
/// made again since it was found.
pub async fn read(app: &Play, file: &File, from: u64) -> Result<Vec<u8>> {
    let from = i64::try_from(from).map_err(Refusal::internal)?;
    let piece = store::piece(&mut *app.db.get().await?, file.id, from).await?;
    let (start, mut content) = piece.ok_or_else(|| Refusal::internal("a file has gone"))?;
    let skipped = usize::try_from(from - start).map_err(Refusal::internal)?;
    if skipped >= content.len() {
        return Err(Refusal::internal("a piece of a file is missing"));
    }
    content.drain(..skipped);
    Ok(content)
}

/// Makes files that are due, for some seconds. Several processes may do so at once: one works.
pub async fn make(app: &Play) -> Result<()> {
    let end = Instant::now() + RUN;
    while Instant::now() < end && make_piece(app).await? {}
    Ok(())
}

/// Makes the next piece of a file that is due. Returns whether there was something to do.
pub async fn make_piece(app: &Play) -> Result<bool> {
    app.transaction(async |conn| {
        if !store::try_to_write(conn).await? {
            return Ok(false);
        }
        let now = app.clock.now();
        let draft = match store::draft(conn).await? {
            Some(draft) => draft,
            None => match due(conn, now).await? {
                Some((kind, month)) => store::begin(conn, kind, month, now).await?,
                None => return Ok(false),
            },
        };
        let month = Month::with(draft.month);
        let found = store::next(conn, &draft, month, MOST_GAMES).await?;
        match records(app, found, draft.begun_at).await? {
            Some(piece) => {
                let content = compressed(piece.text).await?;
                store::append(conn, &draft, &content, piece.games, &piece.last).await?;
            }
            None => {
                let hash = hash(conn, &draft).await?;
                let closes = store::first_close(conn, &draft.kind, month, draft.begun_at).await?;
                let closes = closes.map(|at| at.max(draft.begun_at + AGAIN));
                // The account of a player may have been deleted meanwhile.
                let stale = draft.stale_at.into_iter().chain(closes).min();
                store::complete(conn, &draft, &hash, stale).await?;
            }
        }
        Ok(true)
    })
    .await
}

/// Returns a kind and a month whose file is due: it is missing, or stale.
async fn due(conn: &mut Conn, now: Moment) -> Result<Option<(&'static str, Month)>> {
    let Some(earliest) = store::earliest(conn).await? else {
        return Ok(None);
    };
    let files = store::whole(conn).await?;
    let mut month = Month::of(earliest);
    while month.end() + LATE <= now {
        for kind in KINDS.current().map(|kind| kind.info().id) {
            let is_this = |file: &&FileRow| file.kind == kind && file.month == month.first_day();
            let is_due = match files.iter().find(is_this) {
                Some(file) => file.stale_at.is_some_and(|at| at <= now),
                None => store::has_games(conn, kind, month).await?,
            };
            if is_due {
                return Ok(Some((kind, month)));
            }
        }
        month = month.next();
    }
    Ok(None)
}

/// The uncompressed piece of a file.
struct Piece {
    text: String,
    games: i32,
    /// The end and the id of the last game.
    last: (Moment, GameId),
}

/// Returns the records of these games, as many as one piece has; `None` if there are no games.
/// Leaves out damaged games, and games whose deal was open at `begun`.
async fn records(
    app: &Play,
    found: Vec<(Moment, GameId, Option<Moment>)>,
    begun: Moment,
) -> Result<Option<Piece>> {
    let Some((at, id, _)) = found.last() else {
        return Ok(None);
    };
    let mut piece = Piece {
        text: String::new(),
        games: 0,
        last: (*at, id.clone()),
    };
    for (at, id, closes_at) in found {
        if closes_at.is_none_or(|at| at <= begun) && add(app, &id, &mut piece.text).await? {
            piece.games += 1;
        }
        if piece.text.len() >= PIECE {
            piece.last = (at, id);
            break;
        }
    }
    Ok(Some(piece))
}

/// Adds the line of a game, unless the game is damaged. Returns whether it did.
async fn add(app: &Play, id: &GameId, text: &mut String) -> Result<bool> {
    let mut export = match export::begin(app, None, id).await {
        // The operator has been notified.
        Err(Refusal::DamagedGame) => return Ok(false),
        begun => begun?,
    };
    while let Some(part) = export.next(app).await? {
        text.push_str(&part);
    }
    text.push('\n');
    Ok(true)
}

/// Compresses a piece as one frame; nothing becomes nothing.
async fn compressed(text: String) -> Result<Vec<u8>> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let work = tokio::task::spawn_blocking(move || zstd::bulk::compress(text.as_bytes(), LEVEL));
    work.await
        .map_err(Refusal::internal)?
        .map_err(Refusal::internal)
}

/// Returns SHA-256 of the pieces of a draft.
async fn hash(conn: &mut Conn, draft: &FileRow) -> Result<Vec<u8>> {
    let (mut hash, mut read) = (Sha256::new(), 0);
    while read < draft.bytes {
        let piece = store::piece(conn, draft.id, read).await?;
        let (_, content) = piece.ok_or_else(|| Refusal::internal("a piece is missing"))?;
        read += i64::try_from(content.len()).map_err(Refusal::internal)?;
        hash.update(content);
    }
    Ok(hash.finalize().to_vec())
}
