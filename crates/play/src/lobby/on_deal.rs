//! Restricts seats in games on a deal.
//!
//! A player may play a deal once, and only while it is open. Anyone who has seen a game on the deal
//! knows what the others will draw. `play::look` decides who may see such a game before the deal
//! closes.

use common::clock::Moment;
use common::ids::{DealId, PlayerId};
use common::texts::message;
use db::Conn;
use serde_json::Value;

use crate::lobby::choice::Choice;
use crate::refusal::{Refusal, Result};
use crate::store::deals::{self, DealRow};
use crate::store::on_deal::OnDeal;

/// Returns the deal with this id, and the game's parameters, which must match the deal's.
pub(super) async fn find(
    conn: &mut Conn,
    id: &DealId,
    kind: Option<&str>,
    options: Option<&Value>,
    seats: Option<u8>,
) -> Result<(DealRow, Choice)> {
    let deal = deals::find(conn, id)
        .await?
        .ok_or_else(|| Refusal::InvalidGame(message("why-no-deal").with("id", &**id)))?;
    let choice = Choice::of_deal(&deal, kind, options, seats)?;
    Ok((deal, choice))
}

/// Rejects a seat on a closed deal.
pub(super) fn must_be_open(deal: &OnDeal, now: Moment) -> Result<()> {
    match deal.is_closed(now) {
        true => Err(Refusal::DealClosed),
        false => Ok(()),
    }
}

/// Rejects a seat on a closed deal, or on one that the player has played or is playing.
pub(super) async fn may_sit(
    conn: &mut Conn,
    deal: &OnDeal,
    player: PlayerId,
    now: Moment,
) -> Result<()> {
    must_be_open(deal, now)?;
    deals::hold_seat(conn, &deal.id, player).await?;
    match deals::has_seat(conn, &deal.id, player).await? {
        true => Err(Refusal::DealPlayed),
        false => Ok(()),
    }
}
