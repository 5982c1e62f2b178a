//! Players whom other players have muted or blocked. `accounts::avoided` decides what follows from
//! that.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{avoided, following, games, players, seats};
use db::seated::{lock_open, note_changes};
use db::sets::{Avoidance, GameStatus};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// Mutes or blocks a player.
pub async fn put(
    conn: &mut Conn,
    player: PlayerId,
    other: PlayerId,
    how: Avoidance,
    now: Moment,
) -> QueryResult<usize> {
    diesel::insert_into(avoided::table)
        .values((
            avoided::player_id.eq(player),
            avoided::other_id.eq(other),
            avoided::how.eq(how),
            avoided::since.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Unmutes or unblocks a player.
pub async fn remove(
    conn: &mut Conn,
    player: PlayerId,
    other: PlayerId,
    how: Avoidance,
) -> QueryResult<usize> {
    diesel::delete(avoided::table.find((player, other, how)))
        .execute(conn)
        .await
}

/// Returns the names of the players whom a player has muted or blocked, and since when, in the
/// order of their names.
pub async fn list(
    conn: &mut Conn,
    player: PlayerId,
    how: Avoidance,
) -> QueryResult<Vec<(String, Moment)>> {
    avoided::table
        .inner_join(players::table)
        .filter(avoided::player_id.eq(player))
        .filter(avoided::how.eq(how))
        .order(players::name_key)
        .select((players::name, avoided::since))
        .load(conn)
        .await
}

/// Returns the number of players whom a player has muted or blocked.
pub async fn count(conn: &mut Conn, player: PlayerId, how: Avoidance) -> QueryResult<i64> {
    avoided::table
        .filter(avoided::player_id.eq(player))
        .filter(avoided::how.eq(how))
        .count()
        .get_result(conn)
        .await
}

/// Whether a player has blocked another one.
pub async fn has_blocked(conn: &mut Conn, player: PlayerId, other: PlayerId) -> QueryResult<bool> {
    let row = avoided::table.find((player, other, Avoidance::Blocked));
    diesel::select(exists(row)).get_result(conn).await
}

/// Returns all players whom a player has blocked or who have blocked the player.
pub async fn barred(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<PlayerId>> {
    let rows: Vec<(PlayerId, PlayerId)> = avoided::table
        .filter(avoided::how.eq(Avoidance::Blocked))
        .filter(
            avoided::player_id
                .eq(player)
                .or(avoided::other_id.eq(player)),
        )
        .select((avoided::player_id, avoided::other_id))
        .load(conn)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(one, other)| if one == player { other } else { one })
        .collect())
}

/// Cancels all invitations by name between two players to games that have not begun.
pub async fn take_invitations_back(
    conn: &mut Conn,
    one: PlayerId,
    other: PlayerId,
) -> QueryResult<usize> {
    let between = |creator: PlayerId, guest: PlayerId| {
        games::creator_id.eq(creator).and(exists(
            seats::table
                .filter(seats::game_id.eq(games::id))
                .filter(seats::invited_id.eq(guest).assume_not_null()),
        ))
    };
    let open: Vec<GameId> = games::table
        .filter(games::status.eq(GameStatus::Open))
        .filter(between(one, other).or(between(other, one)))
        .order(games::id)
        .select(games::id)
        .load(conn)
        .await?;
    let open = lock_open(conn, open).await?;
    note_changes(conn, &open).await?;
    let invited = seats::table
        .filter(seats::game_id.eq_any(open))
        .filter(seats::invited_id.eq_any([one, other]));
    diesel::update(invited)
        .set(seats::invited_id.eq(None::<PlayerId>))
        .execute(conn)
        .await
}

/// Ends that either of two players follows the other.
pub async fn end_following(conn: &mut Conn, one: PlayerId, other: PlayerId) -> QueryResult<usize> {
    let forth = following::player_id
        .eq(one)
        .and(following::followed_id.eq(other));
    let back = following::player_id
        .eq(other)
        .and(following::followed_id.eq(one));
    diesel::delete(following::table.filter(forth.or(back)))
        .execute(conn)
        .await
}
