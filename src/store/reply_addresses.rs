//! Which seat an address belongs to that players answer to: only hashes of its secret are stored.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::schema::seats;

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
