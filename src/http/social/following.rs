//! Followed players: the calls under `/v1/me/following`.

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse, delete, get, put};
use base::typed_text;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use common::clock::rfc3339;
use serde::{Deserialize, Serialize};
use social::following::{self, Followed, Page, Search};
use utoipa::{IntoParams, ToSchema};

use crate::http::caller::SignedIn;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::paths::Name;
use crate::http::play::lobby::after;
use crate::http::problem::Result;
use crate::http::query::{Query, cursor, limit};
use crate::http::{At, DateTime, Routes, State};

/// How many players a page has by default.
const LISTED: i64 = 20;

/// How many players a page has at most.
const MOST_LISTED: u32 = 100;

pub(crate) fn api(config: &mut impl Routes) {
    config
        .service(list_followed_players)
        .service(follow_player)
        .service(unfollow_player);
}

/// A player whom you follow.
#[derive(Serialize, ToSchema)]
#[schema(as = FollowedPlayer)]
pub struct FollowedResource {
    /// The player's name.
    name: String,
    /// When you began to follow the player.
    since: DateTime,
    /// The number of the player's running public games.
    running: i64,
}

impl From<Followed> for FollowedResource {
    fn from(followed: Followed) -> FollowedResource {
        FollowedResource {
            name: followed.name,
            since: rfc3339(followed.since),
            running: followed.running,
        }
    }
}

/// A page of the players whom you follow.
#[derive(Serialize, ToSchema)]
#[schema(as = FollowedPlayerList)]
pub struct FollowedPage {
    /// The players, sorted by name.
    players: Vec<FollowedResource>,
    /// The `cursor` of the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// Which followed players to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FollowingQuery {
    /// Only this player, if you follow them.
    player: Option<String>,
    /// The maximum number of players.
    #[param(default = 20, minimum = 1, maximum = 100)]
    limit: Option<i64>,
    /// `next` of the previous page.
    cursor: Option<String>,
}

/// Parses a cursor; `None` if it is not valid.
fn read_cursor(cursor: &str) -> Option<String> {
    let key = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    // PostgreSQL stores no NUL.
    (!key.contains('\0')).then_some(key)
}

policy!(list_followed_players: Scope(Chat), cost = 3);
/// List the players whom you follow
///
/// Returns the players whom you follow, sorted by name, one page at a time. Only you can see this
/// list.
#[utoipa::path(
    tag = "chat",
    params(FollowingQuery),
    responses(
        (status = 200, description = "A page of players.", body = FollowedPage, headers(("Link"))),
    ),
)]
#[get("/v1/me/following")]
pub(crate) async fn list_followed_players(
    state: State,
    request: HttpRequest,
    SignedIn(caller): SignedIn,
    Query(query): Query<FollowingQuery>,
) -> Result<HttpResponse> {
    if let Some(name) = &query.player {
        typed_text::shows("player", name)?;
    }
    let search = Search {
        player: query.player.map(|name| name.to_lowercase()),
        after: cursor(query.cursor.as_deref(), read_cursor)?,
        limit: limit(query.limit, LISTED, MOST_LISTED)?,
    };
    let Page { players, next } = following::list(&state, &caller, search).await?;
    let next = next.map(|key| URL_SAFE_NO_PAD.encode(key));
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        answer.insert_header((LINK, after(&request, next)?));
    }
    let players = players.into_iter().map(FollowedResource::from).collect();
    Ok(answer.json(FollowedPage { players, next }))
}

policy!(follow_player: Scope(Chat));
/// Follow a player
///
/// Adds a player to the players whom you follow, up to 500. The server does not notify the player.
/// Blocking ends it. Not for guests.
#[utoipa::path(
    tag = "chat",
    params(("name" = String, Path, description = "The player's name.")),
    responses(
        (status = 204, description = "You follow the player."),
        (status = 400, description = "invalid-request: the player is you or the list is full", body = ProblemBody),
        (status = 403, description = "forbidden: this player cannot be followed; guest-not-allowed", body = ProblemBody),
    )
)]
#[put("/v1/me/following/{name}")]
pub(crate) async fn follow_player(
    state: State,
    SignedIn(caller): SignedIn,
    name: At<Name>,
) -> Result<HttpResponse> {
    following::follow(&state, &caller, &name).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(unfollow_player: Scope(Chat));
/// Stop following a player
///
/// Removes a player from the players whom you follow. The server does not notify the player.
#[utoipa::path(
    tag = "chat",
    params(("name" = String, Path, description = "The player's name.")),
    responses((status = 204, description = "You do not follow the player."))
)]
#[delete("/v1/me/following/{name}")]
pub(crate) async fn unfollow_player(
    state: State,
    SignedIn(caller): SignedIn,
    name: At<Name>,
) -> Result<HttpResponse> {
    following::unfollow(&state, &caller, &name).await?;
    Ok(HttpResponse::NoContent().finish())
}
