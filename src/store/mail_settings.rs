//! What mail players want: in general, and otherwise in one game.
//!
//! Not here: what the wishes mean (`service::mail_settings`).

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::Value;

use db::Conn;
use db::schema::{game_wishes, players};

use common::ids::{GameId, PlayerId};

/// Writes what a player wants in general.
pub async fn set(conn: &mut Conn, player: PlayerId, wishes: &Value) -> QueryResult<usize> {
    diesel::update(players::table.find(player))
        .set(players::mail.eq(wishes))
        .execute(conn)
        .await
}

/// What a player wants otherwise in this game.
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

/// What these players want otherwise in these games.
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

/// The games in which a player wants something otherwise.
pub async fn of_games(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<(GameId, Value)>> {
    game_wishes::table
        .filter(game_wishes::player_id.eq(player))
        .order(game_wishes::game_id)
        .select((game_wishes::game_id, game_wishes::wishes))
        .load(conn)
        .await
}

/// Writes what a player wants otherwise in this game; nothing when it is as in general.
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
