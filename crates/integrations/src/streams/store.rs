//! The games that a player's event stream reports.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::sets::GameStatus;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;

/// The state of a player's game that a stream reports.
#[derive(Clone, QueryableByName)]
pub struct OwnGame {
    /// Its id.
    #[diesel(sql_type = Text)]
    pub id: GameId,
    /// Its kind.
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// Its status.
    #[diesel(sql_type = Text)]
    pub status: GameStatus,
    /// The number of log entries.
    #[diesel(sql_type = BigInt)]
    pub ply: i64,
    /// Whether the operator has paused it.
    #[diesel(sql_type = Bool)]
    pub paused: bool,
    /// The player's seat, if there is one.
    #[diesel(sql_type = Nullable<Integer>)]
    pub seat: Option<i32>,
    /// Whether the player is to act.
    #[diesel(sql_type = Bool)]
    pub waiting: bool,
    /// Whether a seat is reserved for the player or offered to them.
    #[diesel(sql_type = Bool)]
    pub invited: bool,
    /// The number of the last message at the table that the player may read; 0 if there is none.
    #[diesel(sql_type = BigInt)]
    pub said_at_table: i64,
    /// The number of the last message among the spectators that the player may read; 0 if there is
    /// none.
    #[diesel(sql_type = BigInt)]
    pub said_by_spectators: i64,
}

/// Returns the games in which a player has a seat or is invited by name, the newest first, at most
/// `limit`. These are the open and running ones, and those that ended since `over_since`. Messages
/// of avoided players don't count, as in `messages::page`.
pub async fn own_games(
    conn: &mut Conn,
    player: PlayerId,
    over_since: Moment,
    limit: i64,
) -> QueryResult<Vec<OwnGame>> {
    diesel::sql_query(OWN_GAMES)
        .bind::<BigInt, _>(player)
        .bind::<Timestamptz, _>(over_since)
        .bind::<BigInt, _>(limit)
        .load(conn)
        .await
}

/// As in lists, an open game is left out if its creator and the player have blocked each other, in
/// either direction, unless the player has a seat. The rooms are those that `social::chat` lets
/// the player read.
const OWN_GAMES: &str = "
SELECT games.id, games.kind, games.status, games.ply, games.paused_at IS NOT NULL AS paused, own.seat,
    games.status = 'running' AND own.seat IS NOT NULL AND (games.acting >> own.seat) & 1 = 1 AS waiting,
    own.invited,
    CASE WHEN own.seat IS NOT NULL OR games.status = 'open' THEN coalesce((
        SELECT n FROM messages
        WHERE messages.game_id = games.id AND room = 'table' AND NOT EXISTS (
            SELECT FROM avoided WHERE player_id = $1 AND other_id = author_id)
        ORDER BY n DESC LIMIT 1), 0) ELSE 0 END AS said_at_table,
    CASE WHEN games.status <> 'running' THEN coalesce((
        SELECT n FROM messages
        WHERE messages.game_id = games.id AND room = 'spectators' AND NOT EXISTS (
            SELECT FROM avoided WHERE player_id = $1 AND other_id = author_id)
        ORDER BY n DESC LIMIT 1), 0) ELSE 0 END AS said_by_spectators
FROM (SELECT game_id, (max(seat) FILTER (WHERE player_id = $1))::int AS seat,
        bool_or(invited_id = $1) IS TRUE AS invited
    FROM seats WHERE player_id = $1 OR invited_id = $1
    GROUP BY game_id) AS own
JOIN games ON games.id = own.game_id
WHERE (games.status IN ('open', 'running') OR games.changed_at >= $2)
    AND (games.status <> 'open' OR own.seat IS NOT NULL OR NOT EXISTS (
        SELECT FROM avoided WHERE how = 'blocked' AND (player_id, other_id) IN
            ((games.creator_id, $1), ($1, games.creator_id))))
ORDER BY games.created_at DESC, games.id DESC
LIMIT $3
";
