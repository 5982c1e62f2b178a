//! The deal of a game, from the game's row, and who may see a game on a deal. This module alone
//! decides when a deal is closed.

use std::fmt;

use common::clock::Moment;
use common::ids::DealId;
use db::schema::games;
use db::sets::{GameStatus, Visibility};
use diesel::prelude::*;

/// A deal, and when it closes. A game has both values or neither. A row with only one of them
/// cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = games)]
pub struct OnDeal {
    /// The deal's id.
    #[diesel(column_name = deal_id)]
    pub id: DealId,
    /// When it closes.
    pub closes_at: Moment,
}

impl OnDeal {
    /// Whether the deal is closed. Then it takes no more players, and its seed is public.
    pub fn is_closed(&self, now: Moment) -> bool {
        self.closes_at <= now
    }
}

/// The columns of a game's deal.
#[derive(Queryable)]
pub struct Columns(Option<DealId>, Option<Moment>);

/// Only one of the two columns has a value.
#[derive(Debug)]
pub struct HalfADeal;

impl fmt::Display for HalfADeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a game has half of a deal")
    }
}

impl std::error::Error for HalfADeal {}

impl TryFrom<Columns> for Option<OnDeal> {
    type Error = HalfADeal;

    fn try_from(columns: Columns) -> Result<Option<OnDeal>, HalfADeal> {
        match columns {
            Columns(Some(id), Some(closes_at)) => Ok(Some(OnDeal { id, closes_at })),
            Columns(None, None) => Ok(None),
            _ => Err(HalfADeal),
        }
    }
}

/// Whether everybody may watch a game. A game on an open deal counts as private.
pub fn is_public(visibility: Visibility, deal: Option<&OnDeal>, now: Moment) -> bool {
    visibility == Visibility::Public && deal.is_none_or(|deal| deal.is_closed(now))
}

/// Whether lists show a game to players who are not involved in it. Everybody must be allowed to
/// watch it ([`is_public`]). A game that never began on its deal is left out, because nobody can
/// join it.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn is_listed(now: Moment) -> _ {
    let open: GameStatus = GameStatus::Open;
    let public: Visibility = Visibility::Public;
    let has_none = games::deal_id.is_null().and(games::closes_at.is_null());
    let is_over = games::closes_at.le(now).assume_not_null();
    let has_begun = games::status.ne(open);
    games::visibility
        .eq(public)
        .and(has_none.or(is_over.and(has_begun)))
}

/// Whether the deal of a game still takes players. True for a game without a deal.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn takes_players(now: Moment) -> _ {
    let is_open = games::closes_at.gt(now).assume_not_null();
    games::closes_at.is_null().or(is_open)
}
