//! Questions by mail whether a player wants to leave a game for good.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::resignations;
use db::sets::Stored;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Seat;

/// Stores that the server now asks the player in this seat, in answer to the mail with this number.
pub async fn ask(
    conn: &mut Conn,
    game: &GameId,
    seat: Seat,
    player: PlayerId,
    mail: i64,
    now: Moment,
) -> QueryResult<usize> {
    let asked = (
        resignations::player_id.eq(player),
        resignations::asked_at.eq(now),
        resignations::mail_id.eq(mail),
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

/// Returns the number of the mail that led to the last question to the player in this seat, if the
/// question is newer than `since`. It is 0 if the mail was not recorded.
pub async fn asked(
    conn: &mut Conn,
    game: &GameId,
    seat: Seat,
    player: PlayerId,
    since: Moment,
) -> QueryResult<Option<i64>> {
    resignations::table
        .find((game, Stored(seat)))
        .filter(resignations::player_id.eq(player))
        .filter(resignations::asked_at.gt(since))
        .select(resignations::mail_id)
        .first(conn)
        .await
        .optional()
}

/// Deletes the question to the player in this seat.
pub async fn forget(conn: &mut Conn, game: &GameId, seat: Seat) -> QueryResult<usize> {
    diesel::delete(resignations::table.find((game, Stored(seat))))
        .execute(conn)
        .await
}

/// Deletes questions from before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(resignations::table.filter(resignations::asked_at.lt(before)))
        .execute(conn)
        .await
}
