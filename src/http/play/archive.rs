//! The archive: the finished games that everybody may see.

use ::games::KINDS;
use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse, get};
use common::texts::message;
use db::sets::PlayerResult;
use play::look::{self, Order, Page, Search};
use rand::seq::SliceRandom;
use rules::MAX_SEATS;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::caller::Anybody;
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::play::lobby::{
    LISTED, MOST_LISTED, after, check_kind, check_players, read_cursor, write_cursor,
};
use crate::http::play::resources::{GamePage, GameSummary};
use crate::http::problem::{Result, out_of_range, wrong_parameter};
use crate::http::query::{Instant, Query, limit};
use crate::http::{Routes, State};

/// The most seats of a game.
const MOST_SEATS: u8 = MAX_SEATS as u8;

pub(super) fn api(config: &mut impl Routes) {
    config.service(list_archive).service(get_random_game);
}

/// Which finished games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ArchiveQuery {
    /// Only games of this kind.
    kind: Option<String>,
    /// Only games with this number of seats. Needs `kind`.
    #[param(minimum = 1, maximum = 12)]
    seats: Option<u8>,
    /// Only games in which this player has a seat.
    player: Option<String>,
    /// Only games in which this player has a seat, too. Needs `player`.
    opponent: Option<String>,
    /// Only games with this result for the `player`. Needs `player`.
    result: Option<PlayerResult>,
    /// Only games that finished at this time or later.
    #[param(value_type = Option<DateTime>, example = "2026-03-01T00:00:00Z")]
    since: Option<Instant>,
    /// Only games that finished before this time.
    #[param(value_type = Option<DateTime>, example = "2026-04-01T00:00:00Z")]
    until: Option<Instant>,
    /// The maximum number of games.
    #[param(default = 20, minimum = 1, maximum = 100)]
    limit: Option<i64>,
    /// `next` of the previous page.
    cursor: Option<String>,
}

impl ArchiveQuery {
    fn parse(self) -> Result<Search> {
        check_kind(self.kind.as_deref())?;
        check_players(
            self.player.as_deref(),
            self.opponent.as_deref(),
            self.result,
        )?;
        if self.seats.is_some() && self.kind.is_none() {
            return wrong_parameter("seats", message("why-seats-of-kind"));
        }
        if self.seats.is_some_and(|it| !(1..=MOST_SEATS).contains(&it)) {
            return out_of_range("seats", 1, MOST_SEATS.into());
        }
        let limit = limit(self.limit, LISTED, MOST_LISTED)?;
        let after = read_cursor(Order::Finished, self.cursor.as_deref())?;
        Ok(Search {
            kind: self.kind,
            seats: self.seats.map(i16::from),
            player: self.player,
            opponent: self.opponent,
            result: self.result,
            order: Order::Finished,
            since: self.since.map(|it| it.0),
            until: self.until.map(|it| it.0),
            after,
            limit,
            ..Search::default()
        })
    }
}

policy!(list_archive: Any, cost = 3);
/// Search the archive
///
/// Returns finished games, the most recently finished first, one page at a time. The response is
/// the same for every reader: it omits private games, even yours, and games on an open deal. Needs
/// no token.
#[utoipa::path(
    tag = "history",
    params(ArchiveQuery),
    responses((status = 200, description = "A page of games.", body = GamePage, headers(("Link")))),
    security((), ("access_token" = []))
)]
#[get("/v1/archive")]
pub(crate) async fn list_archive(
    state: State,
    request: HttpRequest,
    _: Anybody,
    Query(query): Query<ArchiveQuery>,
) -> Result<HttpResponse> {
    let search = query.parse()?;
    let page = look::list(&state, None, &search).await?;
    let next = page.next.as_ref();
    let next = next.map(|position| write_cursor(search.order, position));
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        answer.insert_header((LINK, after(&request, next)?));
    }
    Ok(answer.json(GamePage {
        games: summaries(&page)?,
        next,
    }))
}

/// Which kind of game to open.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RandomGameQuery {
    /// Only games of this kind.
    kind: Option<String>,
}

policy!(get_random_game: Any, cost = 2);
/// Get a random game of the archive
///
/// Returns a random game of those that the archive lists. Without `kind`, each kind that has games
/// is equally likely. Needs no token.
#[utoipa::path(
    tag = "history",
    params(RandomGameQuery),
    responses(
        (status = 200, description = "The game.", body = GameSummary),
        (status = 404, description = "not-found", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/archive/random")]
pub(crate) async fn get_random_game(
    state: State,
    _: Anybody,
    Query(query): Query<RandomGameQuery>,
) -> Result<Json<GameSummary>> {
    check_kind(query.kind.as_deref())?;
    let mut kinds = match query.kind.as_deref() {
        Some(kind) => vec![kind],
        None => KINDS.current().map(|kind| kind.info().id).collect(),
    };
    kinds.shuffle(&mut rand::rng());
    for kind in kinds {
        let page = look::random(&state, kind).await?;
        if let Some(game) = summaries(&page)?.pop() {
            return Ok(Json(game));
        }
    }
    Err(play::Refusal::NOT_FOUND.into())
}

/// Returns the games as everybody sees them.
fn summaries(page: &Page) -> Result<Vec<GameSummary>> {
    let games = page.games.iter();
    games
        .map(|(row, seats)| GameSummary::new(row, seats, false, &page.times))
        .collect()
}
