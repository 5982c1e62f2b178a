//! Which seat an address belongs to that players answer to: only hashes of its secret are stored.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::schema::{players, seats};

/// Keeps the hash of the secret of this seat.
pub async fn set(
    conn: &mut AsyncPgConnection,
    game: &str,
    seat: i16,
    hash: &[u8],
) -> QueryResult<usize> {
    diesel::update(seats::table.find((game, seat)))
        .filter(seats::reply_hash.is_distinct_from(hash))
        .set(seats::reply_hash.eq(hash))
        .execute(conn)
        .await
}

/// The game, the seat and the player who has it.
pub async fn find(
    conn: &mut AsyncPgConnection,
    hash: &[u8],
) -> QueryResult<Option<(String, i16, Option<i64>)>> {
    seats::table
        .filter(seats::reply_hash.eq(hash))
        .select((seats::game_id, seats::seat, seats::player_id))
        .first(conn)
        .await
        .optional()
}

/// The epoch of a player's addresses; `None` when the player is gone.
pub async fn epoch(conn: &mut AsyncPgConnection, player: i64) -> QueryResult<Option<i32>> {
    players::table
        .find(player)
        .filter(players::deleted_at.is_null())
        .select(players::mail_epoch)
        .first(conn)
        .await
        .optional()
}

/// Begins a new epoch of a player's addresses.
pub async fn next_epoch(conn: &mut AsyncPgConnection, player: i64) -> QueryResult<usize> {
    diesel::update(players::table.find(player))
        .set(players::mail_epoch.eq(players::mail_epoch + 1))
        .execute(conn)
        .await
}
