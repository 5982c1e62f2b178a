//! Reserved ids and seeds for games that are not created yet.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::reservations;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// A new reservation. No `Debug`, because it holds a seed.
#[derive(Insertable)]
#[diesel(table_name = reservations)]
pub struct NewReservation<'a> {
    /// The id of the game.
    pub id: &'a GameId,
    /// The player who may create it.
    pub player_id: PlayerId,
    /// Its server seed.
    pub server_seed: &'a [u8],
    /// The last moment to create it.
    pub expires_at: Moment,
}

/// Stores a reservation.
pub async fn put(conn: &mut Conn, new: &NewReservation<'_>) -> QueryResult<usize> {
    diesel::insert_into(reservations::table)
        .values(new)
        .execute(conn)
        .await
}

/// Takes the seed of this player's reservation, if it has not expired, and deletes the reservation.
/// A simultaneous request waits here until the other one has ended.
pub async fn take(
    conn: &mut Conn,
    id: &GameId,
    player: PlayerId,
    now: Moment,
) -> QueryResult<Option<Vec<u8>>> {
    let own = reservations::table
        .find(id)
        .filter(reservations::player_id.eq(player))
        .filter(reservations::expires_at.gt(now));
    diesel::delete(own)
        .returning(reservations::server_seed)
        .get_result(conn)
        .await
        .optional()
}

/// Deletes reservations that expired before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let old = reservations::table.filter(reservations::expires_at.le(before));
    diesel::delete(old).execute(conn).await
}
