//! The history of a game: its log, earlier positions, and the export.

use actix_web::web::Bytes;
use actix_web::{HttpResponse, get};
use common::ids::GameId;
use futures_util::stream;
use play::export;
use play::look::{self, Board, Log};
use serde::Deserialize;
use tracing::{Instrument, Span};
use utoipa::IntoParams;

use crate::http::cached_views::{Asked, JSON, json};
use crate::http::caller::Anybody;
use crate::http::openapi::schemas::{ProblemBody, RecordBody};
use crate::http::play::resources::{LogPage, PastResource};
use crate::http::play::seen;
use crate::http::problem::{Problem, out_of_range};
use crate::http::query::Query;
use crate::http::{At, State};

/// Which part of a log.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// Only entries after this number. Default: all entries and the setup.
    #[param(format = "int64", minimum = 0, maximum = 4294967295u32)]
    since: Option<u32>,
    /// The maximum number of entries.
    #[serde(default = "page_size")]
    #[param(default = 1000, minimum = 1, maximum = 1000)]
    limit: usize,
}

fn page_size() -> usize {
    1000
}

policy!(get_log: Scope(GamesRead), permit = Some(LookBack), waits = true);
/// Read the log
///
/// Returns log entries with their hashes and with the events that you may see. For everybody who
/// can see the game.
#[utoipa::path(
    tag = "history",
    params(LogQuery),
    responses(
        (status = 200, description = "The log entries.", body = LogPage),
        (status = 304, description = "Your copy is current."),
    ),
    security((), ("access_token" = []))
)]
#[get("/log")]
pub(crate) async fn get_log(
    state: State,
    asked: Asked,
    Anybody(caller): Anybody,
    id: At<GameId>,
    Query(query): Query<LogQuery>,
) -> Result<HttpResponse, Problem> {
    if !(1..=1000).contains(&query.limit) {
        return out_of_range("limit", 1, 1_000);
    }
    let look = async || seen(&state, caller.as_ref(), &id).await;
    let show = |log: &Log| json(&LogPage::from(log));
    let make = async |look| {
        let page = look::log(&state, look, query.since.map(u64::from), query.limit, show).await?;
        Ok(page.into())
    };
    asked.answer(JSON, look, make).await
}

policy!(get_position: Scope(GamesRead), permit = Some(LookBack), waits = true);
/// Get an earlier position
///
/// Returns the position after an earlier log entry. In a running game you see what you could see
/// then. In a finished game everybody sees everything. For everybody who can see the game.
#[utoipa::path(
    tag = "history",
    params(("ply" = u64, Path, description = "The number of log entries of the position.")),
    responses(
        (status = 200, description = "The position.", body = PastResource),
        (status = 304, description = "Your copy is current."),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/positions/{ply}")]
pub(crate) async fn get_position(
    state: State,
    asked: Asked,
    Anybody(caller): Anybody,
    at: At<(GameId, u64)>,
) -> Result<HttpResponse, Problem> {
    let (id, ply) = at.into_inner();
    let show = |board: &Board| json(&PastResource::new(&board.game, board.viewer));
    let look = async || seen(&state, caller.as_ref(), &id).await;
    let make = async |look| Ok(look::at(&state, look, ply, show).await?.into());
    asked.answer(JSON, look, make).await
}

policy!(export_game: Scope(GamesRead), permit = Some(LookBack), cost = 3);
/// Export the record of a game
///
/// Returns one document with the whole history, which `turnpike verify` checks without a server. It
/// contains the seed once the game is over. For everybody who can see the game.
#[utoipa::path(
    tag = "history",
    responses(
        (status = 200, description = "The record of the game.", body = RecordBody),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/export")]
pub(crate) async fn export_game(
    state: State,
    Anybody(caller): Anybody,
    id: At<GameId>,
) -> Result<HttpResponse, Problem> {
    let export = export::begin(&state, caller.as_ref(), &id).await?;
    // An error after the first piece aborts the answer, so that no client takes a part for the
    // whole.
    let told = (state, export, Span::current());
    let pieces = stream::try_unfold(told, async |(state, mut export, span)| {
        let next = async {
            export.next(&state).await.inspect_err(|refusal| {
                // The answer has begun, so the request's own log line cannot report this error.
                tracing::error!(%refusal, "an export was cut off by an error");
            })
        };
        let piece = next.instrument(span.clone()).await?;
        Ok::<_, Problem>(piece.map(|piece| (Bytes::from(piece), (state, export, span))))
    });
    Ok(HttpResponse::Ok().content_type(JSON).streaming(pieces))
}
