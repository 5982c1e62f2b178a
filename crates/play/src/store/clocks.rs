//! The clocks of games: which games need a check of their clocks, and changes that are not log
//! entries.
//!
//! Changes to the log are the committer's work.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{games, seats};
use db::sets::GameStatus;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::Value;

/// Returns running games whose clocks need a check, the most overdue first.
pub async fn due(conn: &mut Conn, now: Moment, limit: i64) -> QueryResult<Vec<GameId>> {
    games::table
        .filter(games::look_at.le(now))
        .order(games::look_at)
        .limit(limit)
        .select(games::id)
        .load(conn)
        .await
}

/// The state of a game on which a change of its clocks is based.
#[derive(Clone, Debug)]
pub struct Version {
    /// The number of log entries.
    pub ply: i64,
    /// The hash of the last log entry. After a failover, another log may be as long.
    pub head: Vec<u8>,
    /// The number of changes of clocks, holidays and orders.
    pub revision: i32,
}

/// Sets the next check of a game's clocks, unless the game has changed since `version`.
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

/// Postpones the next check of a game's clocks, even if the game has changed.
pub async fn put_off(conn: &mut Conn, id: &GameId, at: Moment) -> QueryResult<usize> {
    diesel::update(games::table.find(id))
        .filter(games::look_at.is_not_null())
        .set(games::look_at.eq(at))
        .execute(conn)
        .await
}

/// Replaces the clocks of a running game, unless the game has changed since `version`. Returns
/// whether it did.
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

/// Counts a change in a running game that is not a log entry. Locks the row until the transaction
/// ends. Returns `false` if the game is not running.
pub async fn revise(conn: &mut Conn, id: &GameId) -> QueryResult<bool> {
    diesel::update(games::table.find(id))
        .filter(games::status.eq(GameStatus::Running))
        .set(games::revision.eq(games::revision + 1))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// Does the same as [`revise`], unless the game has changed since `version`.
pub async fn revise_at(conn: &mut Conn, id: &GameId, version: &Version) -> QueryResult<bool> {
    diesel::update(games::table.find(id))
        .filter(games::ply.eq(version.ply))
        .filter(games::head.eq(&version.head))
        .filter(games::revision.eq(version.revision))
        .filter(games::status.eq(GameStatus::Running))
        .set(games::revision.eq(version.revision + 1))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// Returns the running games in which this player has a seat, in the order of their ids.
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

/// Returns the running games with a pace in which this player has a seat, in the order of their
/// ids.
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
