//! Seats that players own, and whom a change of a game concerns: what several domains read.

use common::ids::{GameId, PlayerId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Seat;

use crate::schema::{games, seats};
use crate::sets::{GameStatus, Stored};
use crate::{Conn, signals};

/// A seat that a player owns.
#[derive(Clone, Debug, PartialEq, Eq, HasQuery)]
#[diesel(table_name = seats)]
#[diesel(base_query = seats::table.filter(seats::player_id.is_not_null()))]
pub struct Seated {
    /// The game.
    #[diesel(column_name = game_id)]
    pub game: GameId,
    /// The seat.
    #[diesel(deserialize_as = Stored<Seat>)]
    pub seat: Seat,
    /// The player. A query that joins other tables to these rows must exclude rows without a
    /// player, as this one does.
    #[diesel(select_expression = seats::player_id.assume_not_null())]
    pub player: PlayerId,
}

/// [Notes](signals::changed) that the views of these games change, and of the games whose rematches
/// they are. Call this before seats become free, so that their players are notified as well.
pub async fn note_changes(conn: &mut Conn, ids: &[GameId]) -> QueryResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let originals = games::table
        .filter(games::id.eq_any(ids))
        .filter(games::rematch_of.is_not_null())
        .select(games::rematch_of.assume_not_null())
        .load::<GameId>(conn)
        .await?;
    let ids: Vec<&GameId> = ids.iter().chain(&originals).collect();
    type Row = (GameId, Option<PlayerId>, Option<PlayerId>);
    let seats: Vec<Row> = seats::table
        .filter(seats::game_id.eq_any(ids))
        .order(seats::game_id)
        .select((seats::game_id, seats::player_id, seats::invited_id))
        .load(conn)
        .await?;
    for seats in seats.chunk_by(|one, next| one.0 == next.0) {
        let involved = seats.iter().flat_map(|seat| [seat.1, seat.2]).flatten();
        signals::changed(&seats[0].0, involved);
    }
    Ok(())
}

/// Locks those of these games that are open, and returns their ids. The ids must be in order, so
/// that two callers cannot deadlock.
pub async fn lock_open(conn: &mut Conn, ids: Vec<GameId>) -> QueryResult<Vec<GameId>> {
    let mut open = Vec::new();
    // One statement for each game: Citus locks rows of one shard only.
    for id in ids {
        let game = games::table
            .find(id)
            .filter(games::status.eq(GameStatus::Open));
        let locked = game.select(games::id).for_update().first(conn).await;
        open.extend(locked.optional()?);
    }
    Ok(open)
}
