//! The mail settings of players: general ones, and exceptions for single games.
//!
//! `letters::mail_settings` interprets them.

use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{game_wishes, players};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::Value;

/// Sets the general settings of a player.
pub async fn set(conn: &mut Conn, player: PlayerId, wishes: &Value) -> QueryResult<usize> {
    diesel::update(players::table.find(player))
        .set(players::mail.eq(wishes))
        .execute(conn)
        .await
}

/// Returns the exceptions of a player for this game.
pub async fn of_game(
    conn: &mut Conn,
    game: &GameId,
    player: PlayerId,
) -> QueryResult<Option<Value>> {
    game_wishes::table
        .find((game, player))
        .select(game_wishes::wishes)
        .first(conn)
        .await
        .optional()
}

/// Returns the exceptions of these players for these games.
pub async fn of_tables(
    conn: &mut Conn,
    games: &[&GameId],
    players: &[PlayerId],
) -> QueryResult<Vec<(GameId, PlayerId, Value)>> {
    game_wishes::table
        .filter(game_wishes::game_id.eq_any(games))
        .filter(game_wishes::player_id.eq_any(players))
        .select((
            game_wishes::game_id,
            game_wishes::player_id,
            game_wishes::wishes,
        ))
        .load(conn)
        .await
}

/// Returns the games for which a player has exceptions.
pub async fn of_games(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<(GameId, Value)>> {
    game_wishes::table
        .filter(game_wishes::player_id.eq(player))
        .order(game_wishes::game_id)
        .select((game_wishes::game_id, game_wishes::wishes))
        .load(conn)
        .await
}

/// Sets the exceptions of a player for this game. `None` deletes them, so that the general settings
/// apply.
pub async fn set_of_game(
    conn: &mut Conn,
    game: &GameId,
    player: PlayerId,
    wishes: Option<&Value>,
) -> QueryResult<usize> {
    let Some(wishes) = wishes else {
        return diesel::delete(game_wishes::table.find((game, player)))
            .execute(conn)
            .await;
    };
    diesel::insert_into(game_wishes::table)
        .values((
            game_wishes::game_id.eq(game),
            game_wishes::player_id.eq(player),
            game_wishes::wishes.eq(wishes),
        ))
        .on_conflict((game_wishes::game_id, game_wishes::player_id))
        .do_update()
        .set(game_wishes::wishes.eq(wishes))
        .execute(conn)
        .await
}
