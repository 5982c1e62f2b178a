//! Which seat an address belongs to that players answer to: only hashes of its secret are stored.

use db::Conn;
use db::schema::{players, seats};
use db::sets::Stored;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Seat;

use super::games::Seated;

use common::ids::{GameId, PlayerId};

/// Keeps the hash of the secret of this seat.
pub async fn set(conn: &mut Conn, game: &GameId, seat: Seat, hash: &[u8]) -> QueryResult<usize> {
    diesel::update(seats::table.find((game, Stored(seat))))
        .filter(seats::reply_hash.is_distinct_from(hash))
        .set(seats::reply_hash.eq(hash))
        .execute(conn)
        .await
}

/// The seat with this hash, where a player has it.
pub async fn find(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Seated>> {
    Seated::query()
        .filter(seats::reply_hash.eq(hash))
        .first(conn)
        .await
        .optional()
}

/// The epoch of a player's addresses; `None` when the player is gone.
pub async fn epoch(conn: &mut Conn, player: PlayerId) -> QueryResult<Option<i32>> {
    players::table
        .find(player)
        .filter(players::deleted_at.is_null())
        .select(players::mail_epoch)
        .first(conn)
        .await
        .optional()
}

/// Begins a new epoch of a player's addresses.
pub async fn next_epoch(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::update(players::table.find(player))
        .set(players::mail_epoch.eq(players::mail_epoch + 1))
        .execute(conn)
        .await
}
