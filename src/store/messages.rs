//! What is said about games, and up to where it was read.
//!
//! Messages of players whom the reader has muted or blocked are left out here, so that no caller
//! forgets it. Who may read which room is `service::chat`'s business.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::{avoided, chat_marks, messages, players};
use db::sets::Room;

/// Something that was said. No `Debug`: it is for those in the room.
#[derive(Clone, HasQuery)]
#[diesel(base_query = messages::table.inner_join(players::table))]
pub struct Message {
    /// Its number within the game.
    pub n: i64,
    /// The room.
    pub room: Room,
    /// Who said it.
    pub author_id: PlayerId,
    /// The name of who said it.
    #[diesel(select_expression = players::name)]
    pub author: String,
    /// What was said; `None` when its writer's account was deleted.
    pub said: Option<String>,
    /// When.
    pub at: Moment,
}

/// Something to be said. No `Debug`: it is for those in the room.
#[derive(Clone, Copy)]
pub struct NewMessage<'a> {
    /// The game.
    pub game: &'a GameId,
    /// The room.
    pub room: Room,
    /// Who says it.
    pub author: PlayerId,
    /// What its writer calls it.
    pub key: &'a str,
    /// What is said.
    pub said: &'a str,
    /// When.
    pub at: Moment,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Stores a message under the next number of the game; `None` when the number, or what its writer
/// calls it, was taken meanwhile.
///
/// Whoever takes the same number waits here for the other to be stored, so that no message ever
/// shows up behind one with a higher number.
pub async fn insert(conn: &mut Conn, new: &NewMessage<'_>) -> QueryResult<Option<i64>> {
    diesel::sql_query(
        "INSERT INTO messages (game_id, n, room, author_id, client_key, said, at)
         SELECT $1, coalesce(max(n), 0) + 1, $2, $3, $4, $5, $6
         FROM messages WHERE game_id = $1
         ON CONFLICT DO NOTHING
         RETURNING n",
    )
    .bind::<Text, _>(new.game)
    .bind::<Text, _>(new.room)
    .bind::<BigInt, _>(new.author)
    .bind::<Text, _>(new.key)
    .bind::<Text, _>(new.said)
    .bind::<Timestamptz, _>(new.at)
    .get_result::<Number>(conn)
    .await
    .optional()
    .map(|row| row.map(|row| row.n))
}

/// The message that its writer calls so.
pub async fn by_key(
    conn: &mut Conn,
    game: &GameId,
    author: PlayerId,
    key: &str,
) -> QueryResult<Option<Message>> {
    Message::query()
        .filter(messages::game_id.eq(game))
        .filter(messages::author_id.eq(author))
        .filter(messages::client_key.eq(key))
        .first(conn)
        .await
        .optional()
}

/// The message with this number.
pub async fn find(conn: &mut Conn, game: &GameId, n: i64) -> QueryResult<Option<Message>> {
    Message::query()
        .filter(messages::game_id.eq(game))
        .filter(messages::n.eq(n))
        .first(conn)
        .await
        .optional()
}

/// Whether this player has said something about the game.
pub async fn has_spoken(conn: &mut Conn, game: &GameId, author: PlayerId) -> QueryResult<bool> {
    let own = messages::table
        .filter(messages::game_id.eq(game))
        .filter(messages::author_id.eq(author));
    diesel::select(exists(own)).get_result(conn).await
}

/// Which messages of a room.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Those after this number, the oldest first.
    After(i64),
    /// The newest; the oldest of them first.
    Newest,
}

/// Those of these games at whose tables something was said.
pub async fn talked_of(mut conn: &Conn, games: &[&GameId]) -> QueryResult<Vec<GameId>> {
    messages::table
        .filter(messages::game_id.eq_any(games))
        .filter(messages::room.eq(Room::Table))
        .select(messages::game_id)
        .distinct()
        .load(&mut conn)
        .await
}

/// Messages of a room that `reader` may want to read, at most so many.
pub async fn page(
    conn: &mut Conn,
    game: &GameId,
    room: Room,
    reader: Option<PlayerId>,
    part: Part,
    limit: i64,
) -> QueryResult<Vec<Message>> {
    let mut query = Message::query()
        .filter(messages::game_id.eq(game))
        .filter(messages::room.eq(room))
        .limit(limit)
        .into_boxed();
    if let Some(reader) = reader {
        query = query.filter(not(exists(
            avoided::table
                .filter(avoided::player_id.eq(reader))
                .filter(avoided::other_id.eq(messages::author_id)),
        )));
    }
    match part {
        Part::After(n) => {
            let query = query.filter(messages::n.gt(n)).order(messages::n.asc());
            query.load(conn).await
        }
        Part::Newest => {
            let mut found: Vec<Message> = query.order(messages::n.desc()).load(conn).await?;
            found.reverse();
            Ok(found)
        }
    }
}

/// Up to where a player has looked at the table's messages, and was told of them by mail.
pub async fn marks(conn: &mut Conn, game: &GameId, player: PlayerId) -> QueryResult<(i64, i64)> {
    chat_marks::table
        .find((game, player))
        .select((chat_marks::seen, chat_marks::mailed))
        .first(conn)
        .await
        .optional()
        .map(Option::unwrap_or_default)
}

/// Keeps up to where a player has looked.
pub async fn mark_seen(
    conn: &mut Conn,
    game: &GameId,
    player: PlayerId,
    n: i64,
) -> QueryResult<usize> {
    diesel::sql_query(
        "INSERT INTO chat_marks (game_id, player_id, seen) VALUES ($1, $2, $3)
         ON CONFLICT (game_id, player_id) DO UPDATE SET seen = excluded.seen
         WHERE chat_marks.seen < excluded.seen",
    )
    .bind::<Text, _>(game)
    .bind::<BigInt, _>(player)
    .bind::<BigInt, _>(n)
    .execute(conn)
    .await
}

/// Keeps up to where a player was told by mail.
pub async fn mark_mailed(
    conn: &mut Conn,
    game: &GameId,
    player: PlayerId,
    n: i64,
) -> QueryResult<usize> {
    diesel::sql_query(
        "INSERT INTO chat_marks (game_id, player_id, mailed) VALUES ($1, $2, $3)
         ON CONFLICT (game_id, player_id) DO UPDATE SET mailed = excluded.mailed
         WHERE chat_marks.mailed < excluded.mailed",
    )
    .bind::<Text, _>(game)
    .bind::<BigInt, _>(player)
    .bind::<BigInt, _>(n)
    .execute(conn)
    .await
}
