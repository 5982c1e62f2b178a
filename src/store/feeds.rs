//! The secret addresses of calendars and feeds, and what these tell that lists of games do not.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, SmallInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use rules::Seat;

use db::Conn;
use db::schema::feeds;

/// The addresses of a player, without their secret. They tell who plays: no `Debug`.
#[derive(HasQuery)]
pub struct Feed {
    /// Whose they are.
    pub player_id: PlayerId,
    /// When they were made.
    pub made_at: Moment,
}

/// Gives a player addresses with this hash, in place of those before.
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

/// Those of a player.
pub async fn of_player(conn: &mut Conn, player: PlayerId) -> QueryResult<Option<Feed>> {
    Feed::query().find(player).first(conn).await.optional()
}

/// Those with this hash.
pub async fn by_hash(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Feed>> {
    Feed::query()
        .filter(feeds::hash.eq(hash))
        .first(conn)
        .await
        .optional()
}

/// Ends those of a player.
pub async fn remove(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(feeds::table.find(player))
        .execute(conn)
        .await
}

/// Ends those of all players.
pub async fn remove_everybodys(conn: &mut Conn) -> QueryResult<usize> {
    diesel::delete(feeds::table).execute(conn).await
}

/// Since when a game waits for a seat.
#[derive(QueryableByName)]
pub struct Since {
    /// The game.
    #[diesel(sql_type = Text)]
    pub game_id: GameId,
    /// The seat's last entry before others moved; 0 where there is none.
    #[diesel(sql_type = BigInt)]
    pub ply: i64,
    /// When one of the others last moved.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub moved_at: Option<Moment>,
}

/// Since when these games wait for these seats.
pub async fn since(conn: &mut Conn, seats: &[(&GameId, Seat)]) -> QueryResult<Vec<Since>> {
    let (games, seats): (Vec<&str>, Vec<i16>) = seats
        .iter()
        .map(|(game, seat)| (&***game, i16::from(seat.number())))
        .unzip();
    diesel::sql_query(
        "SELECT own.game_id, others.at AS moved_at, coalesce((
             SELECT n FROM entries
             WHERE entries.game_id = own.game_id AND entries.seat = own.seat AND entries.n < others.n
             ORDER BY n DESC LIMIT 1), 0) AS ply
         FROM unnest($1, $2) AS own (game_id, seat)
         LEFT JOIN LATERAL (
             SELECT n, at FROM entries
             WHERE entries.game_id = own.game_id AND entries.seat <> own.seat
             ORDER BY n DESC LIMIT 1) AS others ON TRUE",
    )
    .bind::<Array<Text>, _>(games)
    .bind::<Array<SmallInt>, _>(seats)
    .load(conn)
    .await
}

/// When a player was told of a seat that is kept for them, or offered.
#[derive(QueryableByName)]
pub struct Asked {
    /// The game.
    #[diesel(sql_type = Text)]
    pub game_id: GameId,
    /// When it was.
    #[diesel(sql_type = Timestamptz)]
    pub at: Moment,
}

/// When the player was last asked to each of these games, as far as the outbox knows still.
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
