//! Archive files: the finished public games of a month, one file for each kind of game.
//!
//! Each line of a file is the record of a game (NDJSON), as a caller without an account sees it. The
//! lines are in the order in which the games finished, compressed with zstd. A job makes the files
//! piece by piece. Each piece is a frame of zstd, because frames can be concatenated (RFC 8878
//! section 3). PostgreSQL stores the pieces. So each node serves each file, backups contain the
//! files, and any node continues a draft.
//!
//! Files name players. So the job makes a file again a day after one of its players has deleted the
//! account or has got another name. It also does so when a deal closes whose games were missing.

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
pub const PIECE: usize = 1 << 20;

/// How long after the end of a month the job waits for games that nodes store late.
const GRACE: TimeDelta = TimeDelta::days(1);

/// How long a file stays as it is before the close of a deal makes it stale.
const LEAST_AGE: TimeDelta = TimeDelta::days(1);

/// The level of zstd. Level 3 compresses records of random games to 27.5 % in 0.13 ms a game, level
/// 9 to 26.1 % in 0.54 ms, level 19 to 23.7 % in 14 ms.
const LEVEL: i32 = 3;

/// A month, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(NaiveDate);

impl Month {
    /// Returns the month of this day.
    fn containing(day: NaiveDate) -> Month {
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
            month: Month::containing(row.month),
            kind: row.kind,
            games: row.games.unsigned_abs(),
            bytes: row.bytes.unsigned_abs(),
            sha256: row.sha256.unwrap_or_default(),
        }
    }
}

/// Returns all files, the newest first.
pub async fn list(app: &Play) -> Result<Vec<File>> {
    let rows = store::completed(&mut *app.db.get().await?).await?;
    let files = rows.into_iter().filter(|row| row.games > 0);
    Ok(files.map(File::of).collect())
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
    // As with an export, a slow reader holds no permit in between.
    let _permit = app.permits.histories.take().await?;
    let piece = store::piece(&mut *app.db.get().await?, file.id, from).await?;
    let (start, mut content) = piece.ok_or(Refusal::NOT_FOUND)?;
    let skipped = usize::try_from(from - start).map_err(Refusal::internal)?;
    if skipped >= content.len() {
        return Err(Refusal::internal("a piece of a file is missing"));
    }
    content.drain(..skipped);
    Ok(content)
}

/// Makes files that are due, for some seconds. Several processes may do so at once. Then one of them
/// stores each piece, and the others drop theirs.
pub async fn make(app: &Play) -> Result<()> {
    let end = Instant::now() + RUN;
    while Instant::now() < end && make_piece(app, PIECE).await? {}
    Ok(())
}

/// Makes the next piece of a file that is due, with so many bytes of records if one record does not
/// have more. Returns whether there was something to do.
///
/// It holds no database connection while it exports games, because an export needs one.
pub async fn make_piece(app: &Play, bytes: usize) -> Result<bool> {
    let now = app.clock.now();
    let draft = store::draft(&mut *app.db.get().await?).await?;
    let Some(draft) = draft else {
        let begun = app.transaction(async |conn| match due(conn, now).await? {
            Some((kind, month)) => Ok(store::begin(conn, kind, month, now).await? > 0),
            None => Ok(false),
        });
        return begun.await;
    };
    let month = Month::containing(draft.month);
    let found = store::next(&mut *app.db.get().await?, &draft, month, MOST_GAMES).await?;
    match records(app, found, draft.begun_at, bytes).await? {
        Some(piece) => append(app, &draft, piece).await?,
        None => complete(app, &draft, month).await?,
    }
    Ok(true)
}

/// Appends a piece to a draft, unless another process did so.
async fn append(app: &Play, draft: &FileRow, piece: Piece) -> Result<()> {
    let Piece { text, games, last } = piece;
    let content = compressed(text).await?;
    app.transaction(async |conn| {
        if let Some(draft) = store::lock(conn, draft).await? {
            store::append(conn, &draft, &content, games, &last).await?;
        }
        Ok(())
    })
    .await
}

/// Completes a draft, unless another process did so.
async fn complete(app: &Play, draft: &FileRow, month: Month) -> Result<()> {
    let hash = hash(app, draft).await?;
    app.transaction(async |conn| {
        if let Some(draft) = store::lock(conn, draft).await? {
            let closes = store::first_close(conn, &draft.kind, month, draft.begun_at).await?;
            let stale = closes.map(|at| at.max(draft.begun_at + LEAST_AGE));
            store::complete(conn, &draft, &hash, stale).await?;
        }
        Ok(())
    })
    .await
}

/// Returns a kind and a month whose file is due: a missing one, or the one that is stale for the
/// longest time.
async fn due(conn: &mut Conn, now: Moment) -> Result<Option<(&'static str, Month)>> {
    let Some(earliest) = store::earliest(conn).await? else {
        return Ok(None);
    };
    let files = store::completed(conn).await?;
    let ids = || KINDS.current().map(|kind| kind.info().id);
    let mut month = Month::containing(earliest.date_naive());
    while month.end() + GRACE <= now {
        let of_month = || files.iter().filter(|file| file.month == month.first_day());
        let is_missing = |kind: &&str| of_month().all(|file| file.kind != *kind);
        if let Some(kind) = ids().find(is_missing) {
            return Ok(Some((kind, month)));
        }
        month = month.next();
    }
    let stale = files
        .iter()
        .filter(|file| file.stale_at.is_some_and(|at| at <= now));
    let oldest = stale.min_by_key(|file| file.stale_at);
    Ok(oldest.and_then(|file| {
        let kind = ids().find(|kind| *kind == file.kind)?;
        Some((kind, Month::containing(file.month)))
    }))
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
    bytes: usize,
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
        if piece.text.len() >= bytes {
            piece.last = (at, id);
            break;
        }
    }
    Ok(Some(piece))
}

/// Adds the line of a game, unless the game is damaged. Returns whether it did.
async fn add(app: &Play, id: &GameId, text: &mut String) -> Result<bool> {
    match record(app, id).await {
        Ok(record) => {
            text.push_str(&record);
            text.push('\n');
            Ok(true)
        }
        // The export has notified the operator.
        Err(Refusal::DamagedGame) => Ok(false),
        Err(refusal) => Err(refusal),
    }
}

/// Returns the record of a game as a caller without an account sees it.
async fn record(app: &Play, id: &GameId) -> Result<String> {
    let mut export = export::begin(app, None, id).await?;
    let mut record = String::new();
    while let Some(part) = export.next(app).await? {
        record.push_str(&part);
    }
    Ok(record)
}

/// Compresses a piece as one frame. An empty one stays empty.
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
async fn hash(app: &Play, draft: &FileRow) -> Result<Vec<u8>> {
    let (mut hash, mut read) = (Sha256::new(), 0);
    while read < draft.bytes {
        let piece = store::piece(&mut *app.db.get().await?, draft.id, read).await?;
        let (_, content) = piece.ok_or_else(|| Refusal::internal("a piece is missing"))?;
        read += i64::try_from(content.len()).map_err(Refusal::internal)?;
        hash.update(content);
    }
    Ok(hash.finalize().to_vec())
}
