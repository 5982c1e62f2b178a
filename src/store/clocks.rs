//! The clocks of games: which of them want something, and changes that are no entries of the log.
//!
//! What changes the log is the committer's work.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::Value;

use db::Conn;
use db::schema::{games, seats};
use db::sets::GameStatus;

/// Running games whose clocks want to be looked at, the most overdue first.
pub async fn due(conn: &mut Conn, now: Moment, limit: i64) -> QueryResult<Vec<GameId>> {
    games::table
        .filter(games::look_at.le(now))
        .order(games::look_at)
        .limit(limit)
        .select(games::id)
        .load(conn)
        .await
}

/// The state of a game that a change of its clocks is made for.
#[derive(Clone, Debug)]
pub struct Version {
    /// How many entries its log has.
    pub ply: i64,
    /// The hash of the last of them: after a failover another log may be as long.
    pub head: Vec<u8>,
    /// How often clocks, holidays and orders were changed.
    pub revision: i32,
}

/// Puts off looking at a game's clocks, if nothing has happened in it since.
pub async fn look_again(
    conn: &mut Conn,
    id: &GameId,
    version: &Version,
    at: Option<Moment>,
) -> QueryResult<usize> {
    diesel::update(games::table.find(id))
        .filter(games::ply.eq(version.ply))
        .filter(games::head.eq(&version.head))
        .filter(games::revision.eq(version.revision))
        .set(games::look_at.eq(at))
        .execute(conn)
        .await
}

/// Puts off looking at a game's clocks, whatever happens in it.
pub async fn put_off(conn: &mut Conn, id: &GameId, at: Moment) -> QueryResult<usize> {
    diesel::update(games::table.find(id))
        .filter(games::look_at.is_not_null())
        .set(games::look_at.eq(at))
        .execute(conn)
        .await
}

/// Replaces the clocks of a running game, if nothing has happened in it since. Says whether.
pub async fn replace(
    conn: &mut Conn,
    id: &GameId,
    version: &Version,
    clocks: &Value,
    look_at: Option<Moment>,
) -> QueryResult<bool> {
    diesel::update(games::table.find(id))
        .filter(games::ply.eq(version.ply))
        .filter(games::head.eq(&version.head))
        .filter(games::revision.eq(version.revision))
        .filter(games::status.eq(GameStatus::Running))
        .set((
            games::clocks.eq(clocks),
            games::look_at.eq(look_at),
            games::revision.eq(version.revision + 1),
        ))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// Counts a change in a running game that is no entry of its log. The row is locked until the
/// transaction ends. `false` when the game does not run.
pub async fn revise(conn: &mut Conn, id: &GameId) -> QueryResult<bool> {
    diesel::update(games::table.find(id))
        .filter(games::status.eq(GameStatus::Running))
        .set(games::revision.eq(games::revision + 1))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// The running games at which this player sits, in the order of their ids.
pub async fn running_games(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<GameId>> {
    seats::table
        .inner_join(games::table)
        .filter(seats::player_id.eq(player))
        .filter(games::status.eq(GameStatus::Running))
        .order(games::id)
        .select(games::id)
        .load(conn)
        .await
}

/// The running games with a pace at which this player sits, in the order of their ids.
pub async fn paced_games(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<GameId>> {
    seats::table
        .inner_join(games::table)
        .filter(seats::player_id.eq(player))
        .filter(games::status.eq(GameStatus::Running))
        .filter(games::pace.is_not_null())
        .order(games::id)
        .select(games::id)
        .load(conn)
        .await
}
