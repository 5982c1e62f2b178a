//! The admins: players who may act for the operator.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::{admins, players};
use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::RunQueryDsl;

/// Whether this player is an admin, who may act for the operator.
pub async fn is_admin(conn: &mut Conn, player: PlayerId) -> QueryResult<bool> {
    diesel::select(exists(admins::table.find(player)))
        .get_result(conn)
        .await
}

/// Returns the names of the admins.
pub async fn names(conn: &mut Conn) -> QueryResult<Vec<String>> {
    admins::table
        .inner_join(players::table)
        .filter(players::deleted_at.is_null())
        .order(players::name_key)
        .select(players::name)
        .load(conn)
        .await
}

/// Whether the login of this connection may appoint and dismiss admins.
pub async fn may_appoint(conn: &mut Conn) -> QueryResult<bool> {
    diesel::select(sql::<Bool>(
        "has_table_privilege('admins', 'INSERT') AND has_table_privilege('admins', 'DELETE')",
    ))
    .get_result(conn)
    .await
}

/// Makes a player an admin.
pub async fn appoint(conn: &mut Conn, player: PlayerId, now: Moment) -> QueryResult<usize> {
    diesel::insert_into(admins::table)
        .values((admins::player_id.eq(player), admins::since.eq(now)))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Dismisses an admin.
pub async fn dismiss(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(admins::table.find(player))
        .execute(conn)
        .await
}
