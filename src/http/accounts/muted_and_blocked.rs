//! Muted and blocked players: the calls under `/v1/me/muted` and `/v1/me/blocked`.

use accounts::access::Caller;
use accounts::avoided;
use actix_web::{HttpResponse, delete, get, put};
use common::clock::rfc3339;
use db::sets::Avoidance;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::caller::SignedIn;
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::paths::Name;
use crate::http::problem::Result;
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(list_muted_players)
        .service(mute_player)
        .service(unmute_player)
        .service(list_blocked_players)
        .service(block_player)
        .service(unblock_player);
}

/// A player on one of your lists.
#[derive(Serialize, ToSchema)]
#[schema(as = AvoidedPlayer)]
pub struct AvoidedResource {
    /// The player's name.
    name: String,
    /// When you muted or blocked the player.
    since: DateTime,
}

/// The players whom you have muted or blocked.
#[derive(Serialize, ToSchema)]
#[schema(as = AvoidedPlayerList)]
pub struct AvoidedPage {
    /// The players, sorted by name.
    players: Vec<AvoidedResource>,
}

async fn list(state: &State, caller: &Caller, how: Avoidance) -> Result<Json<AvoidedPage>> {
    let found = avoided::list(state, caller, how).await?;
    let players = found.into_iter().map(|(name, since)| AvoidedResource {
        name,
        since: rfc3339(since),
    });
    Ok(Json(AvoidedPage {
        players: players.collect(),
    }))
}

policy!(list_muted_players: Scope(Chat));
/// List the players whom you have muted
///
/// Returns the names of the players whom you have muted, sorted by name. Only you can see this
/// list.
#[utoipa::path(
    tag = "chat",
    responses((status = 200, description = "The players, sorted by name.", body = AvoidedPage))
)]
#[get("/v1/me/muted")]
pub(crate) async fn list_muted_players(
    state: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<AvoidedPage>> {
    list(&state, &caller, Avoidance::Muted).await
}

policy!(mute_player: Scope(Chat));
/// Mute a player
///
/// Hides the player's messages from you, in all games and mails. The server does not notify the
/// player.
#[utoipa::path(
    tag = "chat",
    params(("name" = String, Path, description = "The player's name.")),
    responses(
        (status = 204, description = "The player is muted."),
        (status = 400, description = "invalid-request: the player is you or the list is full", body = ProblemBody),
    )
)]
#[put("/v1/me/muted/{name}")]
pub(crate) async fn mute_player(
    state: State,
    SignedIn(caller): SignedIn,
    name: At<Name>,
) -> Result<HttpResponse> {
    avoided::begin(&state, &caller, &name, Avoidance::Muted).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(unmute_player: Scope(Chat));
/// Unmute a player
///
/// Removes a player from your list of muted players, so you see their messages again. The server
/// does not notify the player.
#[utoipa::path(
    tag = "chat",
    params(("name" = String, Path, description = "The player's name.")),
    responses((status = 204, description = "The player is not muted."))
)]
#[delete("/v1/me/muted/{name}")]
pub(crate) async fn unmute_player(
    state: State,
    SignedIn(caller): SignedIn,
    name: At<Name>,
) -> Result<HttpResponse> {
    avoided::end(&state, &caller, &name, Avoidance::Muted).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(list_blocked_players: Scope(Chat));
/// List the players whom you have blocked
///
/// Returns the names of the players whom you have blocked, sorted by name. Only you can see this
/// list.
#[utoipa::path(
    tag = "chat",
    responses((status = 200, description = "The players, sorted by name.", body = AvoidedPage))
)]
#[get("/v1/me/blocked")]
pub(crate) async fn list_blocked_players(
    state: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<AvoidedPage>> {
    list(&state, &caller, Avoidance::Blocked).await
}

policy!(block_player: Scope(Chat));
/// Block a player
///
/// Mutes a player, and keeps you apart in new games: neither of you can invite the other or join a
/// game that the other has created. The server withdraws invitations between you. Running games
/// continue. The server does not notify the player: their invitations seem to reach you, and your
/// games seem to have no free seat.
#[utoipa::path(
    tag = "chat",
    params(("name" = String, Path, description = "The player's name.")),
    responses(
        (status = 204, description = "The player is blocked."),
        (status = 400, description = "invalid-request: the player is you or the list is full", body = ProblemBody),
    )
)]
#[put("/v1/me/blocked/{name}")]
pub(crate) async fn block_player(
    state: State,
    SignedIn(caller): SignedIn,
    name: At<Name>,
) -> Result<HttpResponse> {
    avoided::begin(&state, &caller, &name, Avoidance::Blocked).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(unblock_player: Scope(Chat));
/// Unblock a player
///
/// Removes a player from your list of blocked players. Then you can invite each other and join each
/// other's games again. The server does not notify the player.
#[utoipa::path(
    tag = "chat",
    params(("name" = String, Path, description = "The player's name.")),
    responses((status = 204, description = "The player is not blocked."))
)]
#[delete("/v1/me/blocked/{name}")]
pub(crate) async fn unblock_player(
    state: State,
    SignedIn(caller): SignedIn,
    name: At<Name>,
) -> Result<HttpResponse> {
    avoided::end(&state, &caller, &name, Avoidance::Blocked).await?;
    Ok(HttpResponse::NoContent().finish())
}
