//! Orders: what players want played when their turn comes.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Seat;
use serde_json::Value;

use super::Conn;
use super::schema::orders;
use super::sets::Stored;
use crate::ids::GameId;

/// The orders of a seat.
#[derive(Clone, HasQuery, Insertable, AsChangeset)]
#[diesel(table_name = orders)]
pub struct OrdersRow {
    /// The game.
    pub game_id: GameId,
    /// The seat.
    pub seat: Stored<Seat>,
    /// Whether a move is played where it is the only one.
    pub forced: bool,
    /// The moves to be played, as a list.
    pub moves: Value,
}

/// The orders in these games.
pub async fn of(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<OrdersRow>> {
    OrdersRow::query()
        .filter(orders::game_id.eq_any(ids))
        .load(&mut conn)
        .await
}

/// Replaces the orders of a seat.
pub async fn put(conn: &mut Conn, row: &OrdersRow) -> QueryResult<usize> {
    diesel::insert_into(orders::table)
        .values(row)
        .on_conflict((orders::game_id, orders::seat))
        .do_update()
        .set(row)
        .execute(conn)
        .await
}

/// Removes the orders of a seat.
pub async fn remove(conn: &mut Conn, id: &GameId, seat: Seat) -> QueryResult<usize> {
    diesel::delete(orders::table.find((id, Stored(seat))))
        .execute(conn)
        .await
}
