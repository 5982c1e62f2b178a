//! Deals: the same shuffles and dice for many games, each of which is played for itself.
//!
//! A deal is made and looked at here. Games on it, and who may take a seat in one, are the lobby's
//! business; that nobody else sees them before it closes is `look`'s.

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{DealId, GameId, PlayerId};
use common::texts::message;
use db::Conn;
use rules::{Hash, Outcome, ServerSeed};
use serde::Deserialize;
use serde_json::Value;

use super::access::Caller;
use super::accounts;
use super::lobby::{Choice, Once, key_reused};
use super::tables;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::deals::{self, DealRow, NewDealRow};
use crate::store::games::{self, SeatRow};
use crate::store::idempotency;
use crate::store::on_deal::OnDeal;

/// How soon a deal closes at the earliest.
const SHORTEST: TimeDelta = TimeDelta::hours(1);

/// How late a deal closes at the latest.
const LONGEST: TimeDelta = TimeDelta::days(366);

/// How many games the standings hold.
const MOST: i64 = 100;

/// What a new deal is to be.
pub struct NewDeal {
    /// The game: `ferry-follies`.
    pub kind: String,
    /// Its options; missing ones get their default.
    pub options: Value,
    /// How many seats each game on it has; the fewest of the game when left out.
    pub seats: Option<u8>,
    /// When it closes.
    pub closes_at: Moment,
}

/// A deal as somebody may see it.
pub struct Shown {
    /// What it is, with its secrets.
    pub deal: DealRow,
    /// The seed, once it is closed.
    pub server_seed: Option<Hash>,
    /// How many games have begun on it.
    pub games: i64,
    /// How the games went that were over before it closed; nothing as long as the viewer is not to know.
    pub standings: Option<Vec<Finished>>,
}

/// How a game on a deal went.
pub struct Finished {
    /// The game.
    pub game: GameId,
    /// Who had each seat at the end.
    pub players: Vec<String>,
    /// Its place; none where no player has played it to the end.
    pub place: Option<i64>,
    /// How it ended.
    pub result: Value,
    /// When it did.
    pub finished_at: Moment,
}

/// Makes a deal. A request that was carried out before gets the deal that it made then.
pub async fn make(
    app: &App,
    caller: &Caller,
    new: &NewDeal,
    once: Option<&Once>,
) -> Result<DealId> {
    let choice = Choice::of(&new.kind, &new.options, new.seats)?;
    let now = app.clock.now();
    let (made, again) = app
        .transaction(async |conn| {
            if let Some(once) = once
                && let Some(known) = once.before(conn, caller.player, now, key_reused).await?
                && let Some(id) = known.deal_id
            {
                return Ok((id, true));
            }
            if !(SHORTEST..=LONGEST).contains(&(new.closes_at - now)) {
                let when = message("why-closes-at").with("most", 366_u32);
                return Err(Refusal::InvalidRequest(when));
            }
            accounts::refuse_guest(&accounts::held(conn, caller.player).await?)?;
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
        // It is there, which does not say that a standby has it.
        app.tables.committer.settle().await?;
    }
    Ok(made)
}

/// A deal as the caller may see it.
pub async fn show(app: &App, caller: Option<&Caller>, id: &DealId) -> Result<Shown> {
    let me = caller.map(|caller| caller.player);
    let now = app.clock.now();
    let conn = &mut *app.db.get().await?;
    let deal = deals::find(conn, id).await?.ok_or(Refusal::NotFound)?;
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

/// How the games on a deal went, as far as this player may know.
async fn standings(conn: &mut Conn, deal: &OnDeal, me: Option<PlayerId>) -> Result<Vec<Finished>> {
    let rows = deals::finished(conn, deal, me, MOST).await?;
    let ids: Vec<&GameId> = rows.iter().map(|row| &row.id).collect();
    let mut seats = games::seats(conn, &ids).await?;
    let finished = rows.into_iter().filter_map(|row| {
        let result = row.result.filter(|it| Outcome::deserialize(it).is_ok());
        // One damaged game keeps nobody from the others.
        let Some(result) = result else {
            let refusal = Refusal::DamagedGame;
            tracing::warn!(code = refusal.code(), game.id = %row.id, "a result on a deal cannot be read");
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
