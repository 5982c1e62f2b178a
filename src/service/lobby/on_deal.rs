//! Seats in games on a deal: who may take one.
//!
//! Everybody plays a deal once, and only while it is open: whoever has seen a game on it knows what the
//! others will draw. Who may see such a game meanwhile, `service::look` says.

use serde_json::Value;

use super::choice::Choice;
use crate::clock::Moment;
use crate::ids::{DealId, PlayerId};
use crate::refusal::{Refusal, Result};
use crate::store::Conn;
use crate::store::deals::{self, DealRow};
use crate::store::games::GameRow;
use crate::texts::message;

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

/// Refuses a seat on a deal that is closed, or that the player plays or has played.
pub(super) async fn may_sit(
    conn: &mut Conn,
    deal: &DealId,
    closes_at: Moment,
    player: PlayerId,
    now: Moment,
) -> Result<()> {
    if closes_at <= now {
        return Err(Refusal::DealClosed);
    }
    deals::hold_seat(conn, deal, player).await?;
    match deals::has_seat(conn, deal, player).await? {
        true => Err(Refusal::DealPlayed),
        false => Ok(()),
    }
}

/// The same for a game that is on a deal; every other one may be joined.
pub(super) async fn may_join(
    conn: &mut Conn,
    row: &GameRow,
    player: PlayerId,
    now: Moment,
) -> Result<()> {
    match (&row.deal_id, row.closes_at) {
        (Some(deal), Some(closes_at)) => may_sit(conn, deal, closes_at, player, now).await,
        _ => Ok(()),
    }
}

/// Refuses a seat to whoever it may be, once the deal is closed.
pub(super) fn goes_on(row: &GameRow, now: Moment) -> Result<()> {
    match row.deal_id.is_some() && !row.is_on_open_deal(now) {
        true => Err(Refusal::DealClosed),
        false => Ok(()),
    }
}
