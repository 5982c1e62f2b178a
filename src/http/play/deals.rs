//! Deals: the calls under `/v1/deals`.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, get, post};
use base::permits;
use chrono::SubsecRound;
use common::clock::{Moment, rfc3339};
use common::ids::DealId;
use play::deals::{self, Finished, NewDeal, Shown};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::caller::{Anybody, SignedIn};
use crate::http::json::{HashedBody, Json};
use crate::http::openapi::schemas::{GameOptions, GameOptionsInput, OutcomeResource, ProblemBody};
use crate::http::play::lobby::{no_options, once};
use crate::http::problem::Result;
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config.service(create_deal).service(get_deal);
}

/// A deal to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DealInput)]
pub struct NewDealBody {
    /// The kind of game.
    #[schema(example = "ferry-follies")]
    kind: String,
    /// The options; those left out get their default.
    #[serde(default = "no_options")]
    #[schema(value_type = GameOptionsInput)]
    options: Value,
    /// How many seats each game on it has; the fewest that the kind allows when left out.
    seats: Option<u8>,
    /// When it closes: between an hour and 366 days ahead.
    #[schema(value_type = DateTime)]
    closes_at: Moment,
}

/// A deal: the same shuffles and dice for many games.
#[derive(Serialize, ToSchema)]
#[schema(as = Deal)]
pub struct DealResource {
    /// Its id: send it as `deal` with `POST /v1/games`.
    #[schema(example = "Xk3mPq7RtZ2")]
    id: String,
    /// The kind of game.
    #[schema(example = "ferry-follies")]
    kind: String,
    /// The kind with the version of its rules.
    #[schema(example = "ferry-follies@1")]
    rules: String,
    /// The options, every one of them.
    #[schema(value_type = GameOptions)]
    options: Arc<Value>,
    /// How many seats each game on it has.
    seats: i16,
    /// Who made it.
    created_by: String,
    /// When it was made.
    created_at: DateTime,
    /// When it closes, or has closed.
    closes_at: DateTime,
    /// Whether it is closed.
    closed: bool,
    /// SHA-256 of its seed, in hex; shown from the beginning.
    seed_commitment: String,
    /// Its seed in hex, once it is closed.
    #[schema(required)]
    server_seed: Option<String>,
    /// How many games have begun on it.
    games: i64,
    /// How the public games on it went that were over before it closed, the best first, a hundred of
    /// them; your own is among them whatever its place, and if it is private. Null while it is open and
    /// you have finished no game on it.
    #[schema(required)]
    standings: Option<Vec<DealStanding>>,
}

/// How a game on a deal went.
#[derive(Serialize, ToSchema)]
pub struct DealStanding {
    /// The game.
    game: String,
    /// Who had each seat at the end.
    players: Vec<String>,
    /// Its place, from 1, by the best score of a player who stayed to the end; equal scores share one.
    /// Bots' scores do not count. Null where no player has stayed.
    #[schema(required)]
    rank: Option<i64>,
    /// Whether no player has stayed to the end. Such games come last.
    left: bool,
    /// How it ended.
    #[schema(value_type = Option<OutcomeResource>, required)]
    result: Option<Value>,
    /// When it did.
    #[schema(required)]
    finished_at: Option<DateTime>,
}

impl From<Finished> for DealStanding {
    fn from(finished: Finished) -> DealStanding {
        DealStanding {
            game: finished.game.to_string(),
            players: finished.players,
            rank: finished.place,
            left: finished.place.is_none(),
            result: Some(finished.result),
            finished_at: Some(rfc3339(finished.finished_at)),
        }
    }
}

impl From<Shown> for DealResource {
    fn from(shown: Shown) -> DealResource {
        let deal = shown.deal;
        DealResource {
            id: deal.on.id.to_string(),
            kind: deal.kind,
            rules: deal.rules,
            options: deal.options,
            seats: deal.seat_count,
            created_by: deal.made_by,
            created_at: rfc3339(deal.created_at),
            closes_at: rfc3339(deal.on.closes_at),
            closed: shown.server_seed.is_some(),
            seed_commitment: hex::encode(deal.seed_commitment),
            server_seed: shown.server_seed.map(|seed| seed.to_string()),
            games: shown.games,
            standings: shown
                .standings
                .map(|all| all.into_iter().map(DealStanding::from).collect()),
        }
    }
}

policy!(create_deal: Scope(GamesPlay), key = Handled);
/// Make a deal
///
/// Draws a seed and publishes its SHA-256. Each player can make one game with this `deal` until it
/// closes, and all of these games have the same shuffles and dice. Until then the seed is secret,
/// and nobody sees the games of others. With an `Idempotency-Key` you can repeat the request for 24
/// hours: it makes one deal.
#[utoipa::path(
    tag = "games",
    request_body = NewDealBody,
    responses(
        (status = 201, description = "The deal", body = DealResource, headers(("Location"))),
        (status = 422, description = "invalid-game; key-reused: the key named another request", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
)]
#[post("/v1/deals")]
pub(crate) async fn create_deal(
    state: State,
    request: HttpRequest,
    SignedIn(caller): SignedIn,
    sent: HashedBody<NewDealBody>,
) -> Result<HttpResponse> {
    let once = once(&request, sent.hash)?;
    let body = sent.body;
    let new = NewDeal {
        kind: body.kind,
        options: body.options,
        seats: body.seats,
        closes_at: body.closes_at.trunc_subsecs(3),
    };
    let id = deals::make(&state, &caller, &new, once.as_ref()).await?;
    permits::done();
    let shown = deals::show(&state, Some(&caller), &id).await?;
    Ok(HttpResponse::Created()
        .insert_header(("Location", format!("/v1/deals/{id}")))
        .json(DealResource::from(shown)))
}

policy!(get_deal: Scope(GamesRead));
/// Get a deal
///
/// Returns a deal with the number of its games. Once the deal is closed, the response also contains
/// the seed and the results of all games. A player who has finished a game on the deal sees the
/// results earlier. For everybody.
#[utoipa::path(
    tag = "games",
    params(("deal" = String, Path, description = "The deal's id")),
    responses((status = 200, description = "The deal", body = DealResource)),
    security((), ("access_token" = []))
)]
#[get("/v1/deals/{deal}")]
pub(crate) async fn get_deal(
    state: State,
    Anybody(caller): Anybody,
    id: At<DealId>,
) -> Result<Json<DealResource>> {
    let shown = deals::show(&state, caller.as_ref(), &id).await?;
    Ok(Json(shown.into()))
}
