//! Chat messages about games, and up to where players have read them.
//!
//! Queries leave out messages of players whom the reader has muted or blocked, so that no caller
//! forgets it. `social::chat` decides who may read which room.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{avoided, chat_marks, messages, players};
use db::sets::Room;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;

/// A chat message. No `Debug`, because it is only for the people in the room.
#[derive(Clone, HasQuery)]
#[diesel(base_query = messages::table.inner_join(players::table))]
pub struct Message {
    /// Its number within the game.
    pub n: i64,
    /// The room.
    pub room: Room,
    /// The author.
    pub author_id: PlayerId,
    /// The author's name.
    #[diesel(select_expression = players::name)]
    pub author: String,
    /// The text; `None` if the author's account was deleted or an admin emptied the message.
    pub said: Option<String>,
    /// When it was sent.
    pub at: Moment,
}

/// A new chat message. No `Debug`, because it is only for the people in the room.
#[derive(Clone, Copy)]
pub struct NewMessage<'a> {
    /// The game.
    pub game: &'a GameId,
    /// The room.
    pub room: Room,
    /// The author.
    pub author: PlayerId,
    /// The author's own key for it.
    pub key: &'a str,
    /// The text.
    pub said: &'a str,
    /// When it was sent.
    pub at: Moment,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Stores a message under the next number of the game. Returns `None` if another message took the
/// number, or the author's key, meanwhile.
///
/// A message at the table is also queued for the webhooks of the other players, except those who
/// have muted or blocked the author.
///
/// A message with the same number waits here until the other one is stored. So a message never
/// appears after one with a higher number.
pub async fn insert(conn: &mut Conn, new: &NewMessage<'_>) -> QueryResult<Option<i64>> {
    diesel::sql_query(
        "WITH stored AS (
             INSERT INTO messages (game_id, n, room, author_id, client_key, said, at)
             SELECT $1, coalesce(max(n), 0) + 1, $2, $3, $4, $5, $6
             FROM messages WHERE game_id = $1
             ON CONFLICT DO NOTHING
             RETURNING game_id, n, room, author_id, at),
         queued AS (
             INSERT INTO webhook_deliveries
                 (player_id, webhook_id, event, game_id, facts, created_at, due_at)
             SELECT webhooks.player_id, webhooks.id, 'chat.said', stored.game_id,
                 jsonb_build_object('status', games.status, 'ply', games.ply,
                     'acting', games.acting, 'seat', seats.seat, 'message', stored.n),
                 stored.at, stored.at
             FROM stored
             JOIN games ON games.id = stored.game_id
             JOIN seats ON seats.game_id = stored.game_id
             JOIN webhooks ON webhooks.player_id = seats.player_id
             WHERE stored.room = 'table' AND seats.player_id <> stored.author_id
                 AND webhooks.disabled_at IS NULL
                 AND 'chat.said' = ANY (string_to_array(webhooks.events, ' '))
                 AND (webhooks.game_id IS NULL OR webhooks.game_id = stored.game_id)
                 AND NOT EXISTS (SELECT FROM avoided
                     WHERE avoided.player_id = seats.player_id
                         AND avoided.other_id = stored.author_id))
         SELECT n FROM stored",
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

/// Returns the message with this key of its author.
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

/// Returns the message with this number.
pub async fn find(conn: &mut Conn, game: &GameId, n: i64) -> QueryResult<Option<Message>> {
    Message::query()
        .filter(messages::game_id.eq(game))
        .filter(messages::n.eq(n))
        .first(conn)
        .await
        .optional()
}

/// Whether this player has sent a message about the game.
pub async fn has_spoken(conn: &mut Conn, game: &GameId, author: PlayerId) -> QueryResult<bool> {
    let own = messages::table
        .filter(messages::game_id.eq(game))
        .filter(messages::author_id.eq(author));
    diesel::select(exists(own)).get_result(conn).await
}

/// A part of the messages of a room.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// The messages after this number, the oldest first.
    After(i64),
    /// The newest messages, the oldest of them first.
    Newest,
}

/// Returns those of these games that have messages at the table.
pub async fn talked_of(mut conn: &Conn, games: &[&GameId]) -> QueryResult<Vec<GameId>> {
    messages::table
        .filter(messages::game_id.eq_any(games))
        .filter(messages::room.eq(Room::Table))
        .select(messages::game_id)
        .distinct()
        .load(&mut conn)
        .await
}

/// Returns at most `limit` messages of a room, without those of players whom `reader` avoids.
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

/// Returns the number of the last message at the table that a player has seen, and of the last one
/// that a mail reported.
pub async fn marks(conn: &mut Conn, game: &GameId, player: PlayerId) -> QueryResult<(i64, i64)> {
    chat_marks::table
        .find((game, player))
        .select((chat_marks::seen, chat_marks::mailed))
        .first(conn)
        .await
        .optional()
        .map(Option::unwrap_or_default)
}

/// Stores the number of the last message that a player has seen.
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

/// Stores the number of the last message that a mail to the player reported.
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
