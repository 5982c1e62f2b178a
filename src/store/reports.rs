//! What players report to the operator.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::reports;

/// A report. It is for the operator alone: no `Debug`.
#[derive(Clone, HasQuery, Insertable)]
#[diesel(table_name = reports)]
pub struct ReportRow {
    /// Its id.
    pub id: String,
    /// The game.
    pub game_id: GameId,
    /// Who reports; `None` when the account was deleted.
    pub reporter_id: Option<PlayerId>,
    /// Who is reported.
    pub reported_id: PlayerId,
    /// The number of the message that is reported.
    pub message: Option<i64>,
    /// What that message said.
    pub said: Option<String>,
    /// Why it is reported.
    pub reason: String,
    /// When.
    pub created_at: Moment,
}

/// Adds a report.
pub async fn insert(conn: &mut Conn, row: &ReportRow) -> QueryResult<usize> {
    diesel::insert_into(reports::table)
        .values(row)
        .execute(conn)
        .await
}

/// Whether the same was reported before.
pub async fn is_known(conn: &mut Conn, row: &ReportRow) -> QueryResult<bool> {
    let same = reports::table
        .filter(reports::game_id.eq(&row.game_id))
        .filter(reports::reporter_id.is_not_distinct_from(row.reporter_id))
        .filter(reports::reported_id.eq(row.reported_id))
        .filter(reports::message.is_not_distinct_from(row.message))
        .filter(reports::reason.eq(&row.reason));
    diesel::select(exists(same)).get_result(conn).await
}

/// The report with this id.
pub async fn find(conn: &mut Conn, id: &str) -> QueryResult<Option<ReportRow>> {
    ReportRow::query().find(id).first(conn).await.optional()
}
