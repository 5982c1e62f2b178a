//! The queries of this domain.

use chrono::NaiveDate;
use common::clock::Moment;
use common::ids::GameId;
use db::Conn;
use db::schema::{archive_files, archive_pieces, games};
use diesel::dsl::{exists, min, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::Month;

/// The key of the lock of the only writer of archive files.
const WRITER: &str = "4203167752";

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

/// Becomes the only writer of archive files until the transaction ends, unless there is one.
/// Returns whether that worked.
pub(crate) async fn try_to_write(conn: &mut Conn) -> QueryResult<bool> {
    let lock = sql::<Bool>(&format!("pg_try_advisory_xact_lock({WRITER})"));
    diesel::select(lock).get_result(conn).await
}

/// Returns the whole files, the newest first.
pub(crate) async fn whole(conn: &mut Conn) -> QueryResult<Vec<FileRow>> {
    FileRow::query()
        .filter(archive_files::sha256.is_not_null())
        .order((archive_files::month.desc(), archive_files::kind))
        .load(conn)
        .await
}

/// Returns the whole file of a month and a kind.
pub(crate) async fn find(
    conn: &mut Conn,
    kind: &str,
    month: Month,
) -> QueryResult<Option<FileRow>> {
    FileRow::query()
        .filter(archive_files::kind.eq(kind))
        .filter(archive_files::month.eq(month.first_day()))
        .filter(archive_files::sha256.is_not_null())
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

/// Begins a draft.
pub(crate) async fn begin(
    conn: &mut Conn,
    kind: &str,
    month: Month,
    now: Moment,
) -> QueryResult<FileRow> {
    diesel::insert_into(archive_files::table)
        .values((
            archive_files::kind.eq(kind),
            archive_files::month.eq(month.first_day()),
            archive_files::begun_at.eq(now),
        ))
        .returning(FileRow::as_returning())
        .get_result(conn)
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

/// Makes a draft the file of its month and kind, in place of the previous one. Deletes the draft if
/// it has no games.
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
    let this = archive_files::table.find(draft.id);
    if draft.games == 0 {
        return diesel::delete(this).execute(conn).await.map(drop);
    }
    diesel::update(this)
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

/// Whether a public game of this kind finished in this month.
pub(crate) async fn has_games(conn: &mut Conn, kind: &str, month: Month) -> QueryResult<bool> {
    let found = games::table
        .filter(sql::<Bool>(FINISHED))
        .filter(games::kind.eq(kind))
        .filter(games::finished_at.ge(month.begin()))
        .filter(games::finished_at.lt(month.end()));
    diesel::select(exists(found)).get_result(conn).await
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
