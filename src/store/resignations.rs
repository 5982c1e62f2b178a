//! Who was asked by mail whether to leave a game for good, and when.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Seat;

use super::Conn;
use super::schema::resignations;
use super::sets::Stored;
use crate::clock::Moment;
use crate::ids::{GameId, PlayerId};

/// Keeps that the player in this seat is asked now.
pub async fn ask(
    conn: &mut Conn,
    game: &GameId,
    seat: Seat,
    player: PlayerId,
    now: Moment,
) -> QueryResult<usize> {
    let asked = (
        resignations::player_id.eq(player),
        resignations::asked_at.eq(now),
    );
    diesel::insert_into(resignations::table)
        .values((
            resignations::game_id.eq(game),
            resignations::seat.eq(Stored(seat)),
            asked,
        ))
        .on_conflict((resignations::game_id, resignations::seat))
        .do_update()
        .set(asked)
        .execute(conn)
        .await
}

/// Whether the player in this seat was asked after `since`.
pub async fn was_asked(
    conn: &mut Conn,
    game: &GameId,
    seat: Seat,
    player: PlayerId,
    since: Moment,
) -> QueryResult<bool> {
    let asked = resignations::table
        .find((game, Stored(seat)))
        .filter(resignations::player_id.eq(player))
        .filter(resignations::asked_at.gt(since));
    diesel::select(diesel::dsl::exists(asked))
        .get_result(conn)
        .await
}

/// Forgets who was asked before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(resignations::table.filter(resignations::asked_at.lt(before)))
        .execute(conn)
        .await
}
