//! The public games of a player, one game on each line (NDJSON).

use actix_web::web::Bytes;
use actix_web::{HttpResponse, get};
use base::typed_text;
use db::sets::{GameStatus, PlayerResult};
use futures_util::stream;
use play::export::PlayerGames;
use play::look::{Page, Search};
use serde::Deserialize;
use tracing::{Instrument, Span};
use utoipa::IntoParams;

use crate::http::paths::Name;
use crate::http::play::fields::Fields;
use crate::http::play::lobby::check_kind;
use crate::http::play::own_export::NDJSON;
use crate::http::play::resources::GameSummary;
use crate::http::problem::{Problem, Result, out_of_range};
use crate::http::query::{Instant, Query};
use crate::http::{At, State};

/// The most games in a response. Each page of 100 reads all games of the player.
const MOST: u32 = 1_000;

/// Which games of a player to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlayerGamesQuery {
    /// Only games created at this time or later.
    #[param(value_type = Option<DateTime>, example = "2026-03-01T00:00:00Z")]
    since: Option<Instant>,
    /// Only games created before this time.
    #[param(value_type = Option<DateTime>, example = "2026-04-01T00:00:00Z")]
    until: Option<Instant>,
    /// Only games in which this player has a seat, too.
    opponent: Option<String>,
    /// Only games of this kind.
    kind: Option<String>,
    /// Only games with this status.
    status: Option<GameStatus>,
    /// Only finished games with this result for the player.
    result: Option<PlayerResult>,
    /// Only these members of each game, and its `id`: names, separated by commas.
    #[param(value_type = Option<String>)]
    fields: Option<Fields>,
    /// The maximum number of games. For older ones, send the `created_at` of the last game as `until`.
    #[param(default = 1000, minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

policy!(export_player_games: Scope(GamesRead), permit = Some(LookBack), cost = 3);
/// List a player's games
///
/// Returns the public games of a player as NDJSON, the newest first: each line is a game as in
/// `GET /v1/games`. The response is the same for every reader: it omits private games, even yours,
/// and games on an open deal. A response that breaks off ends within a line. With `fields`, games
/// contain only these members. Needs no token.
#[utoipa::path(
    tag = "history",
    params(("name" = String, Path, description = "The player's name, in any case"), PlayerGamesQuery),
    responses(
        (status = 200, description = "The games.", body = GameSummary, content_type = "application/x-ndjson"),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/players/{name}/games")]
pub(crate) async fn export_player_games(
    state: State,
    name: At<Name>,
    Query(query): Query<PlayerGamesQuery>,
) -> Result<HttpResponse> {
    check_kind(query.kind.as_deref())?;
    if let Some(name) = &query.opponent {
        typed_text::shows("opponent", name)?;
    }
    let limit = query.limit.unwrap_or(MOST);
    if !(1..=MOST).contains(&limit) {
        return out_of_range("limit", 1, MOST);
    }
    let search = Search {
        status: query.status,
        kind: query.kind,
        opponent: query.opponent,
        result: query.result,
        since: query.since.map(|it| it.0),
        until: query.until.map(|it| it.0),
        ..Search::default()
    };
    let games = PlayerGames::begin(&state, &name, search, Some(limit.into())).await?;
    let begun = (state, games, query.fields, Span::current(), false);
    let pieces = stream::try_unfold(begun, async |(state, mut games, fields, span, is_open)| {
        let piece = async {
            let page = games.next(&state).await?;
            page.map(|page| lines(&page, fields.as_ref(), is_open))
                .transpose()
        };
        let piece = piece
            .instrument(span.clone())
            .await
            .inspect_err(|problem| {
                // The answer has begun, so the request's own log line cannot report this error.
                span.in_scope(
                    || tracing::error!(%problem, "a list of games was cut off by an error"),
                );
            })?;
        let (piece, is_open) = match piece {
            Some(lines) => {
                let is_open = is_open || !lines.is_empty();
                (Some(lines), is_open)
            }
            None => (is_open.then(|| Bytes::from_static(b"\n")), false),
        };
        Ok::<_, Problem>(piece.map(|piece| (piece, (state, games, fields, span, is_open))))
    });
    Ok(HttpResponse::Ok().content_type(NDJSON).streaming(pieces))
}

/// Returns the lines of these games, without the end of the last one, so that a response that breaks
/// off ends within a line. With `is_open`, ends the line before.
fn lines(page: &Page, fields: Option<&Fields>, is_open: bool) -> Result<Bytes> {
    let mut lines = Vec::new();
    for (row, seats) in &page.games {
        let game = GameSummary::new(row, seats, false, &page.times)?;
        if is_open || !lines.is_empty() {
            lines.push(b'\n');
        }
        match fields {
            Some(fields) => serde_json::to_writer(&mut lines, &fields.of(&game)?),
            None => serde_json::to_writer(&mut lines, &game),
        }
        .map_err(Problem::internal)?;
    }
    Ok(lines.into())
}
