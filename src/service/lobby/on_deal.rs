//! Seats in games on a deal: who may take one.
//!
//! Everybody plays a deal once, and only while it is open: whoever has seen a game on it knows what the
//! others will draw. Who may see such a game meanwhile, `service::look` says.

use common::clock::Moment;
use common::ids::{DealId, PlayerId};
use common::texts::message;
use db::Conn;
use serde_json::Value;

use super::choice::Choice;
use crate::refusal::{Refusal, Result};
use crate::store::deals::{self, DealRow};
use crate::store::on_deal::OnDeal;

/// The deal with this id, and what is asked for of a game on it: what is given is the deal's.
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

/// Refuses a seat on a deal that is closed, whoever it may be for.
pub(super) fn must_be_open(deal: &OnDeal, now: Moment) -> Result<()> {
    match deal.is_closed(now) {
        true => Err(Refusal::DealClosed),
        false => Ok(()),
    }
}

/// Refuses a seat on a deal that is closed, or that the player plays or has played.
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
