//! Which players of a game are present.

use actix_web::get;
use common::ids::GameId;
use serde::Serialize;
use social::presence;
use utoipa::ToSchema;

use crate::http::caller::SignedIn;
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::Result;
use crate::http::{At, State};

/// The players who are present in a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Presence)]
pub struct HereResource {
    /// The seats whose players used a client in the last three minutes, including you, except
    /// players who have signed out or left. Empty once the game is over. Programs with a token do
    /// not count.
    seats: Vec<u8>,
}

policy!(get_presence: Scope(GamesRead));
/// List the players who are present
///
/// Returns the seats whose players have the game open. The request also marks you as present: a
/// client that shows the game repeats it once a minute. Only for players of the game.
#[utoipa::path(
    tag = "games",
    responses(
        (status = 200, description = "The seats of the players who are present.", body = HereResource),
        (status = 409, description = "not-seated", body = ProblemBody),
    ),
)]
#[get("/presence")]
pub(crate) async fn get_presence(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<Json<HereResource>> {
    let seats = presence::at_table(&state, &caller, &id).await?;
    let seats = seats.into_iter().map(|seat| seat.number()).collect();
    Ok(Json(HereResource { seats }))
}
