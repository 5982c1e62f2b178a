//! Players whom other players follow.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::{following, players};
use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;

/// A followed player.
#[derive(Queryable)]
pub struct FollowedRow {
    /// The player.
    pub id: PlayerId,
    /// The player's name.
    pub name: String,
    /// The name in lower case, which gives the order of lists.
    pub key: String,
    /// Since when.
    pub since: Moment,
}

/// Selects followed players.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Only the player with this key.
    pub player: Option<String>,
    /// Only players after this key.
    pub after: Option<String>,
    /// The largest number of players.
    pub limit: i64,
}

/// Follows a player. Repeating it changes nothing.
pub async fn put(
    conn: &mut Conn,
    player: PlayerId,
    followed: PlayerId,
    now: Moment,
) -> QueryResult<usize> {
    diesel::insert_into(following::table)
        .values((
            following::player_id.eq(player),
            following::followed_id.eq(followed),
            following::since.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Stops following a player.
pub async fn remove(conn: &mut Conn, player: PlayerId, followed: PlayerId) -> QueryResult<usize> {
    diesel::delete(following::table.find((player, followed)))
        .execute(conn)
        .await
}

/// Whether a player follows another one.
pub async fn follows(conn: &mut Conn, player: PlayerId, followed: PlayerId) -> QueryResult<bool> {
    let row = following::table.find((player, followed));
    diesel::select(exists(row)).get_result(conn).await
}

/// Returns the number of players whom a player follows.
pub async fn count(conn: &mut Conn, player: PlayerId) -> QueryResult<i64> {
    following::table
        .filter(following::player_id.eq(player))
        .count()
        .get_result(conn)
        .await
}

/// Returns the players whom a player follows, in the order of their keys.
pub async fn page(
    conn: &mut Conn,
    player: PlayerId,
    search: &Search,
) -> QueryResult<Vec<FollowedRow>> {
    let key = || sql::<Text>("players.name_key COLLATE \"C\"");
    let mut query = following::table
        .inner_join(players::table)
        .filter(following::player_id.eq(player))
        .order(key())
        .limit(search.limit)
        .select((
            players::id,
            players::name,
            players::name_key,
            following::since,
        ))
        .into_boxed();
    if let Some(player) = &search.player {
        query = query.filter(players::name_key.eq(player));
    }
    if let Some(after) = &search.after {
        query = query.filter(key().gt(after));
    }
    query.load(conn).await
}
