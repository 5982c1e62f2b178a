//! The secret addresses of calendars and feeds, and data in feeds that lists of games lack.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::feeds;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, SmallInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use rules::Seat;

/// The feed addresses of a player, without their secret. No `Debug`, because it shows who plays.
#[derive(HasQuery)]
pub struct Feed {
    /// The player.
    pub player_id: PlayerId,
    /// When they were made.
    pub made_at: Moment,
}

/// Gives a player addresses with this hash. They replace the previous ones.
pub async fn renew(
    conn: &mut Conn,
    player: PlayerId,
    hash: &[u8],
    now: Moment,
) -> QueryResult<usize> {
    let new = (feeds::hash.eq(hash), feeds::made_at.eq(now));
    diesel::insert_into(feeds::table)
        .values((feeds::player_id.eq(player), new))
        .on_conflict(feeds::player_id)
        .do_update()
        .set(new)
        .execute(conn)
        .await
}

/// Returns the feed addresses of a player.
pub async fn of_player(conn: &mut Conn, player: PlayerId) -> QueryResult<Option<Feed>> {
    Feed::query().find(player).first(conn).await.optional()
}

/// Returns the feed addresses with this hash.
pub async fn by_hash(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Feed>> {
    Feed::query()
        .filter(feeds::hash.eq(hash))
        .first(conn)
        .await
        .optional()
}

/// Deletes the feed addresses of a player.
pub async fn remove(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(feeds::table.find(player))
        .execute(conn)
        .await
}

/// Deletes the feed addresses of all players.
pub async fn remove_everybodys(conn: &mut Conn) -> QueryResult<usize> {
    diesel::delete(feeds::table).execute(conn).await
}

/// Since when a game waits for a seat.
#[derive(QueryableByName)]
pub struct Since {
    /// The game.
    #[diesel(sql_type = Text)]
    pub game_id: GameId,
    /// The number of the seat's last entry before another seat moved; 0 if there is none.
    #[diesel(sql_type = BigInt)]
    pub ply: i64,
    /// When another seat last moved.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub moved_at: Option<Moment>,
}

/// Returns since when these games wait for these seats.
pub async fn since(conn: &mut Conn, seats: &[(&GameId, Seat)]) -> QueryResult<Vec<Since>> {
    let (games, seats): (Vec<&str>, Vec<i16>) = seats
        .iter()
        .map(|(game, seat)| (&***game, i16::from(seat.number())))
        .unzip();
    diesel::sql_query(
        "SELECT own.game_id, others.at AS moved_at, coalesce((
             SELECT n FROM entries
             WHERE entries.game_id = games.id AND entries.seat = own.seat AND entries.n < others.n
             ORDER BY n DESC LIMIT 1), 0) AS ply
         FROM unnest($1, $2) AS own (game_id, seat) JOIN games ON games.id = own.game_id
         LEFT JOIN LATERAL (
             SELECT n, at FROM entries
             WHERE entries.game_id = games.id AND entries.seat <> own.seat
             ORDER BY n DESC LIMIT 1) AS others ON TRUE",
    )
    .bind::<Array<Text>, _>(games)
    .bind::<Array<SmallInt>, _>(seats)
    .load(conn)
    .await
}

/// When a player was invited to a game, or offered a seat in it.
#[derive(QueryableByName)]
pub struct Asked {
    /// The game.
    #[diesel(sql_type = Text)]
    pub game_id: GameId,
    /// The time.
    #[diesel(sql_type = Timestamptz)]
    pub at: Moment,
}

/// Returns when the player was last invited to each of these games, as far as the outbox still has
/// the mail.
pub async fn asked(
    conn: &mut Conn,
    player: PlayerId,
    games: &[&GameId],
) -> QueryResult<Vec<Asked>> {
    let games: Vec<&str> = games.iter().map(|game| &***game).collect();
    diesel::sql_query(
        "SELECT game_id, max(created_at) AS at FROM outbox
         WHERE game_id = ANY($1) AND player_id = $2 AND kind IN ('invitation', 'seat_offered')
         GROUP BY game_id",
    )
    .bind::<Array<Text>, _>(games)
    .bind::<BigInt, _>(player)
    .load(conn)
    .await
}
