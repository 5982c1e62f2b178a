//! Orders: moves that players leave for their next turns.

use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{orders, players, seats};
use db::sets::Stored;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Jsonb};
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;
use rules::Seat;
use serde_json::Value;

/// The orders of a seat.
#[derive(Clone, HasQuery, Insertable, AsChangeset)]
#[diesel(table_name = orders, primary_key(game_id, seat))]
pub struct OrdersRow {
    /// The game.
    pub game_id: GameId,
    /// The seat.
    pub seat: Stored<Seat>,
    /// Whether forced moves, which decide nothing, are played automatically.
    pub forced: bool,
    /// The queued moves, as a list.
    pub moves: Value,
    /// The conditional orders, as a list of texts.
    pub conditional: Value,
}

/// Returns the orders in these games.
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

/// Gives the players of a game that begins their default orders. Returns their seats.
pub async fn begin(conn: &mut Conn, id: &GameId) -> QueryResult<Vec<Seat>> {
    let forced = seats::table
        .inner_join(players::table.on(seats::player_id.eq(players::id.nullable())))
        .filter(seats::game_id.eq(id))
        .filter(players::forced)
        .select((seats::game_id, seats::seat, players::forced, none()));
    diesel::insert_into(orders::table)
        .values(forced)
        .into_columns((orders::game_id, orders::seat, orders::forced, orders::moves))
        .returning(orders::seat)
        .load::<Stored<Seat>>(conn)
        .await
        .map(|seats| seats.into_iter().map(|seat| seat.0).collect())
}

/// Sets whether forced moves of a player are played automatically in these games, which the caller
/// has locked.
pub async fn set_forced(
    conn: &mut Conn,
    player: PlayerId,
    games: &[GameId],
    forced: bool,
) -> QueryResult<usize> {
    let own = seats::table
        .filter(seats::player_id.eq(player))
        .filter(seats::game_id.eq_any(games))
        .select((
            seats::game_id,
            seats::seat,
            forced.into_sql::<Bool>(),
            none(),
        ));
    diesel::insert_into(orders::table)
        .values(own)
        .into_columns((orders::game_id, orders::seat, orders::forced, orders::moves))
        .on_conflict((orders::game_id, orders::seat))
        .do_update()
        .set(orders::forced.eq(excluded(orders::forced)))
        .execute(conn)
        .await?;
    // Deletes empty orders.
    let empty = orders::table
        .filter(orders::game_id.eq_any(games))
        .filter(diesel::dsl::not(orders::forced))
        .filter(orders::moves.eq(none()))
        .filter(orders::conditional.eq(none()));
    diesel::delete(empty).execute(conn).await
}

/// An empty queue.
fn none() -> diesel::expression::SqlLiteral<Jsonb> {
    sql("'[]'::jsonb")
}

/// Deletes the orders of a seat.
pub async fn remove(conn: &mut Conn, id: &GameId, seat: Seat) -> QueryResult<usize> {
    diesel::delete(orders::table.find((id, Stored(seat))))
        .execute(conn)
        .await
}
