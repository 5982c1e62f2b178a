//! Reports of players to the operator.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::reports;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// A report. No `Debug`, because it is only for the operator.
#[derive(Clone, HasQuery, Insertable)]
#[diesel(table_name = reports)]
pub struct ReportRow {
    /// Its id.
    pub id: String,
    /// The game.
    pub game_id: GameId,
    /// The reporter; `None` if the account was deleted.
    pub reporter_id: Option<PlayerId>,
    /// The reported player.
    pub reported_id: PlayerId,
    /// The number of the reported message.
    pub message: Option<i64>,
    /// The text of that message.
    pub said: Option<String>,
    /// The reporter's reason.
    pub reason: String,
    /// The time of the report.
    pub created_at: Moment,
}

/// Adds a report.
pub async fn insert(conn: &mut Conn, row: &ReportRow) -> QueryResult<usize> {
    diesel::insert_into(reports::table)
        .values(row)
        .execute(conn)
        .await
}

/// Whether the same report exists already.
pub async fn is_known(conn: &mut Conn, row: &ReportRow) -> QueryResult<bool> {
    let same = reports::table
        .filter(reports::game_id.eq(&row.game_id))
        .filter(reports::reporter_id.is_not_distinct_from(row.reporter_id))
        .filter(reports::reported_id.eq(row.reported_id))
        .filter(reports::message.is_not_distinct_from(row.message))
        .filter(reports::reason.eq(&row.reason));
    diesel::select(exists(same)).get_result(conn).await
}

/// Returns the report with this id.
pub async fn find(conn: &mut Conn, id: &str) -> QueryResult<Option<ReportRow>> {
    ReportRow::query().find(id).first(conn).await.optional()
}
