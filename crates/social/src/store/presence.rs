//! When players were last seen. The table shares this among processes.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::presence;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Timestamptz};
use diesel_async::RunQueryDsl;

/// Returns when any process last saw these players.
pub async fn of(conn: &mut Conn, players: &[PlayerId]) -> QueryResult<Vec<(PlayerId, Moment)>> {
    presence::table
        .filter(presence::player_id.eq_any(players))
        .select((presence::player_id, presence::seen_at))
        .load(conn)
        .await
}

/// Deletes the time when a player was last seen.
pub async fn forget(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(presence::table.filter(presence::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Stores when players were seen. The order of the player numbers prevents deadlocks between two
/// processes. Deleted players are left out, because a token outlives its player by some minutes.
pub async fn write(conn: &mut Conn, seen: &[(PlayerId, Moment)]) -> QueryResult<usize> {
    let (players, moments): (Vec<PlayerId>, Vec<Moment>) = seen.iter().copied().unzip();
    diesel::sql_query(
        "INSERT INTO presence (player_id, seen_at)
         SELECT players.id, seen.at
         FROM unnest($1, $2) AS seen(player_id, at)
         JOIN players ON players.id = seen.player_id AND players.deleted_at IS NULL
         ORDER BY players.id
         ON CONFLICT (player_id) DO UPDATE SET seen_at = excluded.seen_at",
    )
    .bind::<Array<BigInt>, _>(players)
    .bind::<Array<Timestamptz>, _>(moments)
    .execute(conn)
    .await
}
