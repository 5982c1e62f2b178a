//! The addresses to which players reply, one for each seat. Only hashes of their secrets are
//! stored.

use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{players, seats};
use db::seated::Seated;
use db::sets::Stored;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Seat;

/// Stores the hash of this seat's secret.
pub async fn set(conn: &mut Conn, game: &GameId, seat: Seat, hash: &[u8]) -> QueryResult<usize> {
    diesel::update(seats::table.find((game, Stored(seat))))
        .filter(seats::reply_hash.is_distinct_from(hash))
        .set(seats::reply_hash.eq(hash))
        .execute(conn)
        .await
}

/// Returns the seat with this hash, if a player owns it.
pub async fn find(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Seated>> {
    Seated::query()
        .filter(seats::reply_hash.eq(hash))
        .first(conn)
        .await
        .optional()
}

/// Returns the epoch of a player's addresses; `None` if the account is deleted.
pub async fn epoch(conn: &mut Conn, player: PlayerId) -> QueryResult<Option<i32>> {
    players::table
        .find(player)
        .filter(players::deleted_at.is_null())
        .select(players::mail_epoch)
        .first(conn)
        .await
        .optional()
}

/// Starts a new epoch of a player's addresses, which invalidates the previous ones.
pub async fn next_epoch(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::update(players::table.find(player))
        .set(players::mail_epoch.eq(players::mail_epoch + 1))
        .execute(conn)
        .await
}
