//! Ids and seeds of games that are not made yet.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::reservations;

/// A new reservation. It holds a seed: no `Debug`.
#[derive(Insertable)]
#[diesel(table_name = reservations)]
pub struct NewReservation<'a> {
    /// The id of the game.
    pub id: &'a GameId,
    /// Who may make it.
    pub player_id: PlayerId,
    /// Its server seed.
    pub server_seed: &'a [u8],
    /// Until when it may be made.
    pub expires_at: Moment,
}

/// Keeps a reservation.
pub async fn put(conn: &mut Conn, new: &NewReservation<'_>) -> QueryResult<usize> {
    diesel::insert_into(reservations::table)
        .values(new)
        .execute(conn)
        .await
}

/// Takes the seed of a reservation of this player that has not expired, so that nobody else gets
/// it. Whoever comes at the same moment waits here until the other is done.
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

/// Forgets what expired before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let old = reservations::table.filter(reservations::expires_at.le(before));
    diesel::delete(old).execute(conn).await
}
