//! Seats that players own: the row that several domains read.

use common::ids::{GameId, PlayerId};
use diesel::prelude::*;
use rules::Seat;

use crate::schema::seats;
use crate::sets::Stored;

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
