//! When players were last seen, as far as other processes must know.

use common::clock::Moment;
use common::ids::PlayerId;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Timestamptz};
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::presence;

/// When these players were last seen, by whichever process.
pub async fn of(conn: &mut Conn, players: &[PlayerId]) -> QueryResult<Vec<(PlayerId, Moment)>> {
    presence::table
        .filter(presence::player_id.eq_any(players))
        .select((presence::player_id, presence::seen_at))
        .load(conn)
        .await
}

/// Forgets when a player was seen.
pub async fn forget(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(presence::table.filter(presence::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Writes when players were seen, in the order of their numbers, so that two processes cannot wait
/// for each other. Who is gone is left out: a token outlives its player by some minutes.
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
