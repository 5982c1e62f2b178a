//! Legal moves, and playing moves.

use actix_web::{HttpResponse, get, post};
use common::ids::GameId;
use db::sets::GameStatus;
use play::look::{self, Look};
use play::moves::{self, Mover, Played};
use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::http::cached_views::{Asked, JSON, Made, json};
use crate::http::caller::{Reads, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::{GameMove, ProblemBody, RefusedBody, StaleBody};
use crate::http::play::resources::{BranchResource, LegalResource, PlayedResource};
use crate::http::play::seen;
use crate::http::problem::Result;
use crate::http::query::Query;
use crate::http::{At, State};

policy!(list_legal_moves: Scope(GamesRead), permit = Some(Look), cost = 2, waits = true);
/// List your legal moves
///
/// Returns the moves that you may play now, and the `seq` to send with them. The list is empty if
/// it is not your turn: `to_act` names the seats that are to act, and `status` shows whether the
/// game is over. Only for players of the game.
#[utoipa::path(
    tag = "play",
    responses(
        (status = 200, description = "Your legal moves", body = LegalResource),
        (status = 304, description = "What has this `ETag` is still right"),
        (status = 409, description = "not-seated, not-started", body = ProblemBody),
    ),
)]
#[get("/legal")]
pub(crate) async fn list_legal_moves(
    state: State,
    asked: Asked,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<HttpResponse> {
    let look = async || seen(&state, Some(&caller), &id).await;
    let make = async |look: Look| {
        let (asked_as, stored) = (look.seat, look.row.status);
        let legal = look::legal(&state, &caller, look).await?;
        let seat = legal.seat;
        let mut resource = LegalResource::new(&legal.game, seat, legal.moves);
        // The log of a cancelled game does not record that it was cancelled.
        if stored == GameStatus::Cancelled {
            resource.status = stored;
        }
        let made = Made::json(&resource)?;
        Ok(made.for_all_if(asked_as == Some(seat)))
    };
    asked.answer(JSON, look, make).await
}

/// Which branch of the legal moves.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BranchQuery {
    /// The words of the text notation so far; none at the beginning.
    #[serde(default)]
    #[param(example = "move")]
    text: String,
}

policy!(complete_move: Scope(GamesRead));
/// List the next words of a move
///
/// For turns with too many moves to list. Send the first words of a move as `text`: the response
/// lists the words that may follow, and the move if it is complete. Add one of `next` to `text` and
/// repeat. In the pictures of the board, `data-word` of an element is its word. Only for players of
/// the game.
#[utoipa::path(
    tag = "play",
    params(BranchQuery),
    responses(
        (status = 200, description = "The branch", body = BranchResource),
        (status = 409, description = "not-seated, not-started", body = ProblemBody),
        (status = 422, description = "illegal-move: no legal move begins so", body = RefusedBody),
    ),
)]
#[get("/legal/completions")]
pub(crate) async fn complete_move(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    Query(query): Query<BranchQuery>,
) -> Result<Json<BranchResource>> {
    let branch = look::branch(&state, &caller, &id, &query.text).await?;
    Ok(Json(branch.into()))
}

/// Moves to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MovesInput)]
pub struct MovesBody {
    /// The number of your next entry, as `seq` of the game says. Sent again with the same moves,
    /// the request gets the same answer.
    seq: u32,
    /// 1 to 64 moves; all are played or none. A move may also be given as `{"type": "text", "text": "…"}` in the
    /// notation, and such a text may hold several, with semicolons between them;
    /// `{"type": "leave"}` leaves the game for good, and is the last of its list.
    #[schema(value_type = Vec<GameMove>, min_items = 1, max_items = 64)]
    moves: Vec<Value>,
    /// Whether to play nothing, and answer what the moves would lead to before orders follow, anybody's.
    /// `head` stays that of the log. What turns up something new, leaves the game or ends it is refused
    /// (`reveals-information`).
    #[serde(default)]
    dry_run: bool,
}

policy!(play_moves: Scope(GamesPlay), permit = Some(Play));
/// Play moves
///
/// Plays one or more moves and returns the new state. Only for players of the game. The response is
/// sent after the moves are stored durably. `seq` protects against playing on a stale position.
/// With `dry_run` the server checks the moves and plays none.
#[utoipa::path(
    tag = "play",
    responses(
        (status = 200, description = "The moves are played", body = PlayedResource),
        (status = 409, description = "stale, not-your-turn, game-over, not-seated, not-started", body = StaleBody),
        (status = 422, description = "illegal-move, reveals-information", body = RefusedBody),
        (status = 429, description = "move-limit-reached; rate-limited: the same moves again and again", body = ProblemBody),
        (status = 503, description = "unavailable: send it again", body = ProblemBody),
    ),
)]
#[post("/moves")]
pub(crate) async fn play_moves(
    state: State,
    SignedIn(caller): SignedIn,
    Reads(language): Reads,
    id: At<GameId>,
    body: Json<MovesBody>,
) -> Result<HttpResponse> {
    let MovesBody {
        seq,
        moves,
        dry_run,
    } = body.0;
    let show = |played: Played| PlayedResource::from(&played.in_language(language));
    let body = if dry_run {
        let considered = moves::consider(&state, caller.player, &id, seq, moves).await?;
        json(&PlayedResource {
            head: considered.head.to_string(),
            ..show(considered.played)
        })?
    } else {
        let mover = Mover::Player(caller.player);
        moves::play(&state, mover, &id, seq, moves, |played| json(&show(played))).await??
    };
    Ok(HttpResponse::Ok().content_type(JSON).body(body))
}
