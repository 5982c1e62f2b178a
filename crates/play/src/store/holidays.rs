//! Holidays of players. `play::holidays` counts the days against the player's yearly allowance.

use chrono::NaiveDate;
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{games, holidays, seats};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::games::SeatRow;

/// A holiday.
#[derive(Clone, Debug, HasQuery, Insertable)]
pub struct Holiday {
    /// Its id.
    pub id: String,
    /// The player.
    pub player_id: PlayerId,
    /// The first day, in the player's calendar.
    pub first_day: NaiveDate,
    /// The last day.
    pub last_day: NaiveDate,
    /// When clocks stop.
    pub begins_at: Moment,
    /// When clocks continue.
    pub ends_at: Moment,
    /// When the player announced it.
    pub created_at: Moment,
}

/// Returns the holidays of the owners of these seats that end after `since`, in order.
pub async fn of(conn: &mut Conn, seats: &[SeatRow], since: Moment) -> QueryResult<Vec<Holiday>> {
    let players: Vec<PlayerId> = seats.iter().filter_map(|seat| seat.player_id).collect();
    Holiday::query()
        .filter(holidays::player_id.eq_any(players))
        .filter(holidays::ends_at.gt(since))
        .order((holidays::begins_at, holidays::id))
        .load(conn)
        .await
}

/// Returns the holidays that matter to the clocks of these games, each with its game, in order:
/// those of seated players in unfinished games with clocks that end after the game was created.
pub async fn of_games(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<(GameId, Holiday)>> {
    games::table
        .inner_join(seats::table.on(seats::game_id.eq(games::id)))
        .inner_join(holidays::table.on(holidays::player_id.nullable().eq(seats::player_id)))
        .filter(games::id.eq_any(ids))
        .filter(games::pace.is_not_null())
        .filter(games::finished_at.is_null())
        .filter(holidays::ends_at.gt(games::created_at))
        .order((games::id, holidays::begins_at, holidays::id))
        .select((games::id, Holiday::as_select()))
        .load(&mut conn)
        .await
}

/// Returns the holidays of a player that last beyond `day`.
pub async fn ending_after(
    conn: &mut Conn,
    player: PlayerId,
    day: NaiveDate,
) -> QueryResult<Vec<Holiday>> {
    Holiday::query()
        .filter(holidays::player_id.eq(player))
        .filter(holidays::last_day.gt(day))
        .order((holidays::begins_at, holidays::id))
        .load(conn)
        .await
}

/// Returns the holiday with this id.
pub async fn find(conn: &mut Conn, id: &str) -> QueryResult<Option<Holiday>> {
    Holiday::query().find(id).first(conn).await.optional()
}

/// Adds a holiday.
pub async fn insert(conn: &mut Conn, holiday: &Holiday) -> QueryResult<usize> {
    diesel::insert_into(holidays::table)
        .values(holiday)
        .execute(conn)
        .await
}

/// Deletes a holiday that has not begun.
pub async fn remove(conn: &mut Conn, id: &str) -> QueryResult<usize> {
    diesel::delete(holidays::table.find(id)).execute(conn).await
}

/// Ends a holiday early.
pub async fn end(
    conn: &mut Conn,
    id: &str,
    last_day: NaiveDate,
    ends_at: Moment,
) -> QueryResult<usize> {
    diesel::update(holidays::table.find(id))
        .set((
            holidays::last_day.eq(last_day),
            holidays::ends_at.eq(ends_at),
        ))
        .execute(conn)
        .await
}
