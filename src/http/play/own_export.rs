//! The export of all games of a player, one game on each line (NDJSON).

use actix_web::web::Bytes;
use actix_web::{HttpResponse, get};
use futures_util::stream;
use play::export::All;
use tracing::{Instrument, Span};

use crate::http::State;
use crate::http::caller::SignedIn;
use crate::http::openapi::schemas::RecordBody;
use crate::http::problem::{Problem, Result};

/// The media type: one JSON value on each line.
pub(super) const NDJSON: &str = "application/x-ndjson";

policy!(export_my_games: Scope(GamesRead), permit = Some(LookBack), cost = 3);
/// Export all your games
///
/// Returns the records of your finished games as NDJSON, the newest first: each line is the
/// response to `GET /v1/games/{id}/export`. The response omits damaged games. A response that fails
/// midway ends within a line.
#[utoipa::path(
    tag = "history",
    responses(
        (status = 200, description = "The records, one on each line.", body = RecordBody, content_type = "application/x-ndjson"),
    ),
)]
#[get("/v1/me/export")]
pub(crate) async fn export_my_games(
    state: State,
    SignedIn(caller): SignedIn,
) -> Result<HttpResponse> {
    let all = All::begin(&state, caller).await?;
    let pieces = stream::try_unfold(
        (state, all, Span::current()),
        async |(state, mut all, span)| {
            let piece = async {
                all.next(&state).await.inspect_err(|refusal| {
                    // The answer has begun, so the request's own log line cannot report this error.
                    tracing::error!(%refusal, "an export was cut off by an error");
                })
            };
            let piece = piece.instrument(span.clone()).await?;
            Ok::<_, Problem>(piece.map(|piece| (Bytes::from(piece), (state, all, span))))
        },
    );
    Ok(HttpResponse::Ok().content_type(NDJSON).streaming(pieces))
}
