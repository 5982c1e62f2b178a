//! Deals: the same shuffles and dice for many separate games.
//!
//! This module creates and shows deals. `lobby` creates games on a deal and decides who may take a
//! seat. `look` hides these games from others until the deal closes.

use accounts::access::Caller;
use accounts::account;
use base::idempotency::key_reused;
use base::refusal::Rejection;
use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{DealId, GameId, PlayerId};
use common::texts::message;
use db::Conn;
use rules::{Hash, Outcome, ServerSeed};
use serde::Deserialize;
use serde_json::Value;

use crate::lobby::{Choice, Once};
use crate::refusal::{Refusal, Result};
use crate::store::deals::{self, DealRow, NewDealRow};
use crate::store::games::{self, SeatRow};
use crate::store::idempotency;
use crate::store::on_deal::OnDeal;
use crate::{Play, tables};

/// The minimum time until a deal closes.
const SHORTEST: TimeDelta = TimeDelta::hours(1);

/// The maximum time until a deal closes.
const LONGEST: TimeDelta = TimeDelta::days(366);

/// The most games in the standings.
const MOST: i64 = 100;

/// The parameters of a new deal.
pub struct NewDeal {
    /// The game: `ferry-follies`.
    pub kind: String,
    /// The options; missing ones get their default.
    pub options: Value,
    /// The number of seats of each game. Default: the fewest of the game.
    pub seats: Option<u8>,
    /// When it closes.
    pub closes_at: Moment,
}

/// A deal as a viewer may see it.
pub struct Shown {
    /// The deal's row, which includes its secrets.
    pub deal: DealRow,
    /// The seed, if the deal is closed.
    pub server_seed: Option<Hash>,
    /// The number of games that have begun on it.
    pub games: i64,
    /// The results of the games that ended before the deal closed; `None` if the viewer may not see
    /// them yet.
    pub standings: Option<Vec<Finished>>,
}

/// The result of a game on a deal.
pub struct Finished {
    /// The game's id.
    pub game: GameId,
    /// The players or bots in seat order, at the end.
    pub players: Vec<String>,
    /// The game's rank; `None` if no player has played it to the end.
    pub place: Option<i64>,
    /// The outcome.
    pub result: Value,
    /// When the game ended.
    pub finished_at: Moment,
}

/// Creates a deal. A repeated request returns the deal that it created the first time.
pub async fn make(
    app: &Play,
    caller: &Caller,
    new: &NewDeal,
    once: Option<&Once>,
) -> Result<DealId> {
    let choice = Choice::of(&new.kind, &new.options, new.seats)?;
    let now = app.clock.now();
    let (made, again) = app
        .transaction(async |conn| {
            if let Some(once) = once
                && let Some(known) = once
                    .before(conn, caller.player, now, || key_reused().into())
                    .await?
                && let Some(id) = known.deal_id
            {
                return Ok((id, true));
            }
            if !(SHORTEST..=LONGEST).contains(&(new.closes_at - now)) {
                let when = message("why-closes-at").with("most", 366_u32);
                return Err(base::Refusal::InvalidRequest(when).into());
            }
            account::refuse_guest(&account::held(conn, caller.player).await?)?;
            app.limits.game(caller.player)?;
            let (id, seed) = (app.chance.deal_id(), ServerSeed(app.chance.seed()));
            let info = choice.kind.info();
            let row = NewDealRow {
                id: &id,
                kind: info.id,
                rules: &info.rules(),
                options: &choice.options,
                seat_count: i16::from(choice.seats),
                server_seed: &seed.0,
                seed_commitment: &seed.commitment(),
                creator_id: caller.player,
                created_at: now,
                closes_at: new.closes_at,
            };
            deals::insert(conn, &row).await?;
            if let Some(once) = once {
                idempotency::keep_deal(conn, caller.player, &once.key, &id).await?;
            }
            Ok((id, false))
        })
        .await?;
    if again {
        // The deal exists, but a standby may not have it yet.
        app.tables.committer.settle().await?;
    }
    Ok(made)
}

/// Returns a deal as the caller may see it.
pub async fn show(app: &Play, caller: Option<&Caller>, id: &DealId) -> Result<Shown> {
    let me = caller.map(|caller| caller.player);
    let now = app.clock.now();
    let conn = &mut *app.db.get().await?;
    let deal = deals::find(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
    let games = deals::begun(conn, id).await?;
    let server_seed = match deal.on.is_closed(now) {
        true => Some(Hash(tables::bytes(&deal.server_seed)?)),
        false => None,
    };
    let has_finished = match me {
        Some(me) if server_seed.is_none() => deals::has_finished(conn, id, me).await?,
        _ => false,
    };
    let standings = match server_seed.is_some() || has_finished {
        true => Some(standings(conn, &deal.on, me).await?),
        false => None,
    };
    Ok(Shown {
        deal,
        server_seed,
        games,
        standings,
    })
}

/// Returns the results of the games on a deal that this player may see.
async fn standings(conn: &mut Conn, deal: &OnDeal, me: Option<PlayerId>) -> Result<Vec<Finished>> {
    let rows = deals::finished(conn, deal, me, MOST).await?;
    let ids: Vec<&GameId> = rows.iter().map(|row| &row.id).collect();
    let mut seats = games::seats(conn, &ids).await?;
    let finished = rows.into_iter().filter_map(|row| {
        let result = row.result.filter(|it| Outcome::deserialize(it).is_ok());
        // One damaged game must not hide the others.
        let Some(result) = result else {
            let refusal = Refusal::DamagedGame;
            tracing::warn!(code = refusal.code(), game.id = %row.id, "the result of a game on a deal cannot be read");
            return None;
        };
        let own = seats.extract_if(.., |seat| seat.game_id == row.id);
        Some(Finished {
            players: own.map(|seat| called(&seat)).collect(),
            game: row.id,
            place: row.place,
            result,
            finished_at: row.finished_at,
        })
    });
    Ok(finished.collect())
}

fn called(seat: &SeatRow) -> String {
    seat.name().unwrap_or_default().into_owned()
}
