//! Histories.

use actix_web::web::{Json, Path, Query};
use actix_web::{HttpResponse, get};
use serde::Deserialize;
use utoipa::IntoParams;

use super::game_id;
use super::resources::{LogPage, PastResource};
use crate::http::State;
use crate::http::caller::Anybody;
use crate::http::schemas::{ProblemBody, RecordBody};
use crate::problem::Problem;
use crate::service::look;

/// Which part of a log.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// Only entries after this number; everything from the setup on when left out.
    since: Option<u64>,
    /// At most so many entries, 1 to 1000.
    #[serde(default = "page_size")]
    #[param(default = 1000, minimum = 1, maximum = 1000)]
    limit: usize,
}

fn page_size() -> usize {
    1000
}

/// Read the log
///
/// Every entry with its hash and what it made happen, as far as you may know.
#[utoipa::path(
    tag = "history",
    params(("id" = String, Path, description = "The game's id"), LogQuery),
    responses(
        (status = 200, description = "Entries of the log", body = LogPage),
        (status = 400, description = "invalid-request", body = ProblemBody),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/games/{id}/log")]
pub(super) async fn read_log(
    state: State,
    Anybody(caller): Anybody,
    path: Path<String>,
    query: Query<LogQuery>,
) -> Result<Json<LogPage>, Problem> {
    if !(1..=1000).contains(&query.limit) {
        return Err(Problem::invalid("“limit” is 1 to 1000."));
    }
    let id = game_id(&path)?;
    let log = look::log(&state, caller.as_ref(), id, query.since, query.limit).await?;
    Ok(Json(LogPage::from(&log)))
}

/// Look at an earlier position
///
/// In a game that runs you see what you could see then; in a finished one everybody sees
/// everything.
#[utoipa::path(
    tag = "history",
    params(
        ("id" = String, Path, description = "The game's id"),
        ("ply" = u64, Path, description = "How many entries the log had"),
    ),
    responses(
        (status = 200, description = "The position", body = PastResource),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/games/{id}/at/{ply}")]
pub(super) async fn show_ply(
    state: State,
    Anybody(caller): Anybody,
    path: Path<(String, u64)>,
) -> Result<Json<PastResource>, Problem> {
    let (id, ply) = path.into_inner();
    let (game, viewer, _) = look::at(&state, caller.as_ref(), game_id(&id)?, ply).await?;
    Ok(Json(PastResource::new(&game, viewer)))
}

/// Export the whole history
///
/// One document that `turnpike verify` checks without a server. The seed is in it once the game
/// is over.
#[utoipa::path(
    tag = "history",
    params(("id" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The record", body = RecordBody),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/games/{id}/export")]
pub(super) async fn export_game(
    state: State,
    Anybody(caller): Anybody,
    path: Path<String>,
) -> Result<HttpResponse, Problem> {
    let record = look::export(&state, caller.as_ref(), game_id(&path)?).await?;
    Ok(HttpResponse::Ok().json(record))
}
