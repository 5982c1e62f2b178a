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

/// The parameters of a new deal.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DealInput)]
pub struct NewDealBody {
    /// The kind of game.
    #[schema(example = "ferry-follies")]
    kind: String,
    /// The options of the games. Omitted options have their defaults.
    #[serde(default = "no_options")]
    #[schema(value_type = GameOptionsInput)]
    options: Value,
    /// The number of seats of each game. Default: the fewest that the kind allows.
    #[schema(minimum = 1)]
    seats: Option<u8>,
    /// When the deal closes: between an hour and 366 days from now.
    #[schema(value_type = DateTime)]
    closes_at: Moment,
}

/// A deal: the same shuffles and dice for many games.
#[derive(Serialize, ToSchema)]
#[schema(as = Deal)]
pub struct DealResource {
    /// The deal's id: send it as `deal` with `POST /v1/games`.
    #[schema(example = "Xk3mPq7RtZ2")]
    id: String,
    /// The kind of game.
    #[schema(example = "ferry-follies")]
    kind: String,
    /// The kind with the version of its rules.
    #[schema(example = "ferry-follies@1")]
    rules: String,
    /// All options of the games, with their values.
    #[schema(value_type = GameOptions)]
    options: Arc<Value>,
    /// The number of seats of each game.
    seats: i16,
    /// The name of the deal's creator.
    created_by: String,
    /// When the deal was created.
    created_at: DateTime,
    /// When the deal closes or closed.
    closes_at: DateTime,
    /// Whether the deal is closed.
    closed: bool,
    /// SHA-256 of the deal's seed, in hex. Public from the start.
    seed_commitment: String,
    /// The deal's seed, in hex; null until the deal closes.
    #[schema(required)]
    server_seed: Option<String>,
    /// The number of games that have started on the deal.
    games: i64,
    /// The 100 best public games that finished before the deal closed, the best first. Your own
    /// finished game is always in the list. Null while the deal is open and you have finished no
    /// game on it.
    #[schema(required)]
    standings: Option<Vec<DealStanding>>,
}

/// The result of a game on a deal.
#[derive(Serialize, ToSchema)]
pub struct DealStanding {
    /// The game's id.
    game: String,
    /// The names of the players at the end, in seat order.
    players: Vec<String>,
    /// The rank, from 1, by the best score of a player who stayed to the end; equal scores share a
    /// rank. Scores of bots do not count. Null if no player stayed.
    #[schema(required)]
    rank: Option<i64>,
    /// Whether all players left before the end. Such games come last.
    left: bool,
    /// The result of the game.
    #[schema(value_type = Option<OutcomeResource>, required)]
    result: Option<Value>,
    /// When the game finished.
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
/// Create a deal
///
/// Draws a seed and publishes its SHA-256. Each player can create one game with this `deal` until
/// it closes. All of these games have the same shuffles and dice. Until the deal closes, the seed
/// is secret, and no player sees the games of others. With an `Idempotency-Key` you can repeat the
/// request for 24 hours: it creates one deal.
#[utoipa::path(
    tag = "games",
    request_body = NewDealBody,
    responses(
        (status = 201, description = "The new deal.", body = DealResource, headers(("Location"))),
        (status = 422, description = "invalid-game; key-reused: the key belongs to another request", body = ProblemBody),
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
/// the seed and the results of the games. A player who has finished a game on the deal sees the
/// results earlier. Needs no token.
#[utoipa::path(
    tag = "games",
    params(("deal" = String, Path, description = "The deal's id.")),
    responses((status = 200, description = "The deal.", body = DealResource)),
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
