//! Accounts that the operator has suspended.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::suspensions;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// Returns the reason of a suspension, as the player sees it, if the account is suspended.
pub async fn suspension(conn: &mut Conn, player: PlayerId) -> QueryResult<Option<String>> {
    suspensions::table
        .find(player)
        .select(suspensions::reason)
        .first(conn)
        .await
        .optional()
}

/// Suspends an account, or changes the reason of its suspension.
pub async fn suspend(
    conn: &mut Conn,
    player: PlayerId,
    reason: &str,
    now: Moment,
) -> QueryResult<usize> {
    diesel::insert_into(suspensions::table)
        .values((
            suspensions::player_id.eq(player),
            suspensions::since.eq(now),
            suspensions::reason.eq(reason),
        ))
        .on_conflict(suspensions::player_id)
        .do_update()
        .set(suspensions::reason.eq(reason))
        .execute(conn)
        .await
}

/// Lifts a suspension. Returns whether there was one.
pub async fn reinstate(conn: &mut Conn, player: PlayerId) -> QueryResult<bool> {
    diesel::delete(suspensions::table.find(player))
        .execute(conn)
        .await
        .map(|lifted| lifted > 0)
}
