//! Ratings: leaderboards, and the ratings and statistics of a player.

pub mod statistics;

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse, get};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use db::sets::TableSize;
use ratings::{Page, Rating, Search};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::caller::Anybody;
use crate::http::json::Json;
use crate::http::paths::{KnownKind, Name};
use crate::http::play::lobby::after;
use crate::http::problem::Result;
use crate::http::query::{Query, cursor, limit};
use crate::http::{At, Routes, State};

/// How many ratings a page has by default.
const LISTED: i64 = 20;

/// How many ratings a page has at most.
const MOST_LISTED: u32 = 100;

pub(super) fn api(config: &mut impl Routes) {
    config.service(list_ratings).service(list_player_ratings);
    statistics::api(config);
}

/// The rating of a player in a kind of game.
#[derive(Serialize, ToSchema)]
#[schema(as = Rating)]
pub struct RatingResource {
    /// The player's name.
    #[schema(example = "ann")]
    player: String,
    /// Whether a program plays with this account.
    automated: bool,
    /// The kind of game.
    #[schema(example = "thats-life")]
    kind: String,
    /// The size of the table.
    seats: TableSize,
    /// The rating in points. A new player has 1500.
    rating: i32,
    /// The standard deviation of the rating in points. It is 500 at first, shrinks with each game
    /// and grows while the player does not play.
    uncertainty: i32,
    /// Whether the uncertainty exceeds 250 points.
    provisional: bool,
    /// The number of rated games.
    games: i32,
}

impl From<Rating> for RatingResource {
    fn from(rating: Rating) -> RatingResource {
        RatingResource {
            player: rating.player,
            automated: rating.automated,
            kind: rating.kind,
            seats: rating.seats,
            rating: rating.rating,
            uncertainty: rating.uncertainty,
            provisional: rating.provisional,
            games: rating.games,
        }
    }
}

/// A page of a leaderboard.
#[derive(Serialize, ToSchema)]
pub struct Leaderboard {
    /// The ratings, the best first. Players with equal ratings are in the order of their names.
    ratings: Vec<RatingResource>,
    /// The `cursor` of the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// The ratings of a player.
#[derive(Serialize, ToSchema)]
pub struct PlayerRatings {
    /// The ratings, in the order of the kinds.
    ratings: Vec<RatingResource>,
}

/// Which ratings to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LeaderboardQuery {
    /// The size of the table. Default: `two`.
    #[serde(default)]
    seats: TableSize,
    /// Whether to list provisional ratings, too. Default: `false`.
    #[serde(default)]
    provisional: bool,
    /// The maximum number of ratings.
    #[param(default = 20, minimum = 1, maximum = 100)]
    limit: Option<i64>,
    /// `next` of the previous page.
    cursor: Option<String>,
}

fn write_cursor((rating, name): (i32, String)) -> String {
    URL_SAFE_NO_PAD.encode(format!("{rating} {name}"))
}

fn read_cursor(cursor: &str) -> Option<(i32, String)> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let (rating, name) = text.split_once(' ')?;
    // PostgreSQL stores no NUL.
    let name = (!name.contains('\0')).then(|| name.to_owned())?;
    Some((rating.parse().ok()?, name))
}

policy!(list_ratings: Any, cost = 2);
/// Get a leaderboard
///
/// Returns the ratings of a kind of game, the best first, one page at a time. Games with two seats
/// and larger games have separate ratings. Needs no token.
#[utoipa::path(
    tag = "kinds",
    params(
        ("kind" = String, Path, description = "The kind's id.", example = "thats-life"),
        LeaderboardQuery,
    ),
    responses(
        (status = 200, description = "A page of ratings.", body = Leaderboard, headers(("Link"))),
    ),
    security((), ("access_token" = [])),
)]
#[get("/v1/kinds/{kind}/ratings")]
pub(crate) async fn list_ratings(
    state: State,
    request: HttpRequest,
    _: Anybody,
    kind: At<KnownKind>,
    Query(query): Query<LeaderboardQuery>,
) -> Result<HttpResponse> {
    let limit = limit(query.limit, LISTED, MOST_LISTED)?;
    let after_rating = cursor(query.cursor.as_deref(), read_cursor)?;
    let search = Search {
        kind: kind.0.info().id,
        seats: query.seats,
        provisional: query.provisional,
        after: after_rating,
        limit,
    };
    let Page { ratings, next } = ratings::best(&state, search).await?;
    let next = next.map(write_cursor);
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        answer.insert_header((LINK, after(&request, next)?));
    }
    let ratings = ratings.into_iter().map(RatingResource::from).collect();
    Ok(answer.json(Leaderboard { ratings, next }))
}

policy!(list_player_ratings: Any);
/// List a player's ratings
///
/// Returns the ratings of a player, one for each kind of game and size of table in which the player
/// has finished a rated game. Needs no token.
#[utoipa::path(
    tag = "accounts",
    params(("name" = String, Path, description = "The player's name, in any case.")),
    responses((status = 200, description = "The ratings.", body = PlayerRatings)),
    security((), ("access_token" = [])),
)]
#[get("/v1/players/{name}/ratings")]
pub(crate) async fn list_player_ratings(
    state: State,
    _: Anybody,
    name: At<Name>,
) -> Result<Json<PlayerRatings>> {
    let ratings = ratings::of_player(&state, &name).await?.into_iter();
    Ok(Json(PlayerRatings {
        ratings: ratings.map(RatingResource::from).collect(),
    }))
}
