//! The queries of this domain.

use chrono::NaiveDate;
use common::clock::Moment;
use common::ids::GameId;
use db::Conn;
use db::schema::{archive_files, archive_pieces, games};
use diesel::dsl::{min, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use play::store::departures::ARCHIVED_NAMES;

use crate::Month;

/// A file, or the draft of one.
#[derive(Clone, HasQuery)]
#[diesel(table_name = archive_files)]
pub(crate) struct FileRow {
    pub(crate) id: i64,
    pub(crate) kind: String,
    pub(crate) month: NaiveDate,
    pub(crate) games: i32,
    pub(crate) bytes: i64,
    pub(crate) sha256: Option<Vec<u8>>,
    pub(crate) begun_at: Moment,
    pub(crate) stale_at: Option<Moment>,
    pub(crate) last_at: Option<Moment>,
    pub(crate) last_id: Option<GameId>,
}

/// Returns the completed files, the newest first. Some have no games.
pub(crate) async fn completed(conn: &mut Conn) -> QueryResult<Vec<FileRow>> {
    FileRow::query()
        .filter(archive_files::sha256.is_not_null())
        .order((archive_files::month.desc(), archive_files::kind))
        .load(conn)
        .await
}

/// Returns the completed file of a month and a kind, if it has games.
pub(crate) async fn find(
    conn: &mut Conn,
    kind: &str,
    month: Month,
) -> QueryResult<Option<FileRow>> {
    FileRow::query()
        .filter(archive_files::kind.eq(kind))
        .filter(archive_files::month.eq(month.first_day()))
        .filter(archive_files::sha256.is_not_null())
        .filter(archive_files::games.gt(0))
        .first(conn)
        .await
        .optional()
}

/// Returns the draft, if there is one.
pub(crate) async fn draft(conn: &mut Conn) -> QueryResult<Option<FileRow>> {
    FileRow::query()
        .filter(archive_files::sha256.is_null())
        .first(conn)
        .await
        .optional()
}

/// Locks the draft until the transaction ends, if it is still as it was read. Returns its current
/// row.
pub(crate) async fn lock(conn: &mut Conn, draft: &FileRow) -> QueryResult<Option<FileRow>> {
    let current = FileRow::query()
        .filter(archive_files::id.eq(draft.id))
        .filter(archive_files::sha256.is_null())
        .for_update()
        .first(conn)
        .await
        .optional()?;
    let is_same = |it: &FileRow| it.last_id == draft.last_id && it.bytes == draft.bytes;
    Ok(current.filter(is_same))
}

/// Begins a draft, unless there is one. Waits for transactions that change players' names.
pub(crate) async fn begin(
    conn: &mut Conn,
    kind: &str,
    month: Month,
    now: Moment,
) -> QueryResult<usize> {
    let lock = format!("SELECT pg_advisory_xact_lock({ARCHIVED_NAMES})");
    diesel::sql_query(lock).execute(conn).await?;
    diesel::insert_into(archive_files::table)
        .values((
            archive_files::kind.eq(kind),
            archive_files::month.eq(month.first_day()),
            archive_files::begun_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Appends a piece with so many games to a draft.
pub(crate) async fn append(
    conn: &mut Conn,
    draft: &FileRow,
    content: &[u8],
    games: i32,
    last: &(Moment, GameId),
) -> QueryResult<()> {
    let length = i64::try_from(content.len()).unwrap_or(i64::MAX);
    if length > 0 {
        diesel::insert_into(archive_pieces::table)
            .values((
                archive_pieces::file_id.eq(draft.id),
                archive_pieces::start.eq(draft.bytes),
                archive_pieces::content.eq(content),
            ))
            .execute(conn)
            .await?;
    }
    diesel::update(archive_files::table.find(draft.id))
        .set((
            archive_files::games.eq(draft.games + games),
            archive_files::bytes.eq(draft.bytes + length),
            archive_files::last_at.eq(last.0),
            archive_files::last_id.eq(&last.1),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Makes a draft the file of its month and kind, in place of the previous one. It is stale at
/// `stale_at`, or when it already was.
pub(crate) async fn complete(
    conn: &mut Conn,
    draft: &FileRow,
    sha256: &[u8],
    stale_at: Option<Moment>,
) -> QueryResult<()> {
    let previous = archive_files::table
        .filter(archive_files::kind.eq(&draft.kind))
        .filter(archive_files::month.eq(draft.month))
        .filter(archive_files::sha256.is_not_null());
    diesel::delete(previous).execute(conn).await?;
    let stale_at = draft.stale_at.into_iter().chain(stale_at).min();
    diesel::update(archive_files::table.find(draft.id))
        .set((
            archive_files::sha256.eq(sha256),
            archive_files::stale_at.eq(stale_at),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Returns the piece with this byte, and its first byte.
pub(crate) async fn piece(
    conn: &mut Conn,
    file: i64,
    byte: i64,
) -> QueryResult<Option<(i64, Vec<u8>)>> {
    archive_pieces::table
        .filter(archive_pieces::file_id.eq(file))
        .filter(archive_pieces::start.le(byte))
        .order(archive_pieces::start.desc())
        .select((archive_pieces::start, archive_pieces::content))
        .first(conn)
        .await
        .optional()
}

/// Selects the finished public games. Literals let PostgreSQL use the partial indexes.
const FINISHED: &str = "games.visibility = 'public' AND games.status = 'finished'";

/// Returns when the first finished public game ended.
pub(crate) async fn earliest(conn: &mut Conn) -> QueryResult<Option<Moment>> {
    games::table
        .filter(sql::<Bool>(FINISHED))
        .select(min(games::finished_at))
        .first(conn)
        .await
}

/// Returns the ids of the public games that finished in the month of a draft after its last game,
/// in order, each with the end of the game and the time at which its deal closes. At most `limit`.
pub(crate) async fn next(
    conn: &mut Conn,
    draft: &FileRow,
    month: Month,
    limit: i64,
) -> QueryResult<Vec<(Moment, GameId, Option<Moment>)>> {
    let mut query = games::table
        .filter(sql::<Bool>(FINISHED))
        .filter(games::kind.eq(&draft.kind))
        .filter(games::finished_at.ge(month.begin()))
        .filter(games::finished_at.lt(month.end()))
        .order((games::finished_at, sql::<Text>("games.id COLLATE \"C\"")))
        .select((
            games::finished_at.assume_not_null(),
            games::id,
            games::closes_at,
        ))
        .limit(limit)
        .into_boxed();
    if let (Some(at), Some(id)) = (draft.last_at, &draft.last_id) {
        let after = sql::<Bool>("(games.finished_at, games.id COLLATE \"C\") > (")
            .bind::<Timestamptz, _>(at)
            .sql(", ")
            .bind::<Text, _>(id)
            .sql(")");
        query = query.filter(after);
    }
    query.load(conn).await
}

/// Returns when the first deal closes of those games that a file begun at `begun` had to leave out.
pub(crate) async fn first_close(
    conn: &mut Conn,
    kind: &str,
    month: Month,
    begun: Moment,
) -> QueryResult<Option<Moment>> {
    games::table
        .filter(sql::<Bool>(FINISHED))
        .filter(games::kind.eq(kind))
        .filter(games::finished_at.ge(month.begin()))
        .filter(games::finished_at.lt(month.end()))
        .filter(games::closes_at.gt(begun))
        .select(min(games::closes_at))
        .first(conn)
        .await
}
