//! The deal that a game is on, as far as the game's row holds it, and who may see such a game. When a
//! deal is closed is said here and nowhere else.

use std::fmt;

use common::clock::Moment;
use common::ids::DealId;
use diesel::prelude::*;

use db::schema::games;
use db::sets::{GameStatus, Visibility};

/// A deal, and when it closes. A game has both or neither: one that has half of it cannot be read.
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
    /// Whether the deal is closed: nobody takes a seat on it any more, and everybody can know its seed.
    pub fn is_closed(&self, now: Moment) -> bool {
        self.closes_at <= now
    }
}

/// The columns that hold it.
#[derive(Queryable)]
pub struct Columns(Option<DealId>, Option<Moment>);

/// Only one of the columns is there.
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

/// Whether everybody may look on at a game. One on a deal that is open is what a private game is.
pub fn is_public(visibility: Visibility, deal: Option<&OnDeal>, now: Moment) -> bool {
    visibility == Visibility::Public && deal.is_none_or(|deal| deal.is_closed(now))
}

/// Whether a game is shown in lists to those who have nothing to do with it: everybody may look on
/// ([`is_public`]), and it is none that never began on its deal, which nobody can join.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn is_listed(now: Moment) -> _ {
    let open: GameStatus = GameStatus::Open;
    let public: Visibility = Visibility::Public;
    let has_none = games::deal_id.is_null().and(games::closes_at.is_null());
    let is_over = games::closes_at.le(now).assume_not_null();
    let has_begun = games::status.ne(open);
    games::visibility
        .eq(public)
        .and(has_none.or(is_over.and(has_begun)))
}

/// Whether a seat may still be taken in a game, as far as its deal goes.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn takes_players(now: Moment) -> _ {
    let is_open = games::closes_at.gt(now).assume_not_null();
    games::closes_at.is_null().or(is_open)
}
