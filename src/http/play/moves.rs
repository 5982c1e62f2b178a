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
/// it is not your turn: `to_act` contains the seats that are to act, and `status` shows whether the
/// game is over. Only for players of the game.
#[utoipa::path(
    tag = "play",
    responses(
        (status = 200, description = "Your legal moves.", body = LegalResource),
        (status = 304, description = "Your copy is current."),
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
    /// The first words of the move in the text notation. Default: none.
    #[serde(default)]
    #[param(example = "move")]
    text: String,
}

policy!(complete_move: Scope(GamesRead));
/// List the next words of a move
///
/// For turns with too many moves to list. Send the first words of a move as `text`. The response
/// contains the words that may follow, and the move if it is complete. Add one of `next` to `text`
/// and repeat. In pictures of the board, `data-word` of an element is its word. Only for players of
/// the game.
#[utoipa::path(
    tag = "play",
    params(BranchQuery),
    responses(
        (status = 200, description = "The words that may follow, or the complete move.", body = BranchResource),
        (status = 409, description = "not-seated, not-started", body = ProblemBody),
        (status = 422, description = "illegal-move: no legal move begins with these words", body = RefusedBody),
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

/// The moves to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MovesInput)]
pub struct MovesBody {
    /// The number of your next entry: `seq` of the game. A repeated request with the same moves
    /// gets the same response.
    seq: u32,
    /// 1 to 64 moves. The server plays all or none. `{"type": "text", "text": "…"}` is a move in
    /// the text notation, or several, separated by semicolons. `{"type": "leave"}` leaves the game
    /// for good, and must be the last of the list.
    #[schema(value_type = Vec<GameMove>, min_items = 1, max_items = 64)]
    moves: Vec<Value>,
    /// Whether to play nothing, and return the position after the moves, before any orders follow.
    /// `head` stays that of the log. The server rejects moves that reveal something, leave the game
    /// or end it (`reveals-information`).
    #[serde(default)]
    dry_run: bool,
}

policy!(play_moves: Scope(GamesPlay), permit = Some(Play));
/// Play moves
///
/// Plays one or more moves and returns the new state. The server responds after it has stored the
/// moves durably. `seq` protects against playing on a stale position. After the response, the server
/// may play a forced move or an order for you: if your next move is `stale`, get the legal moves
/// again. With `dry_run` the server checks the moves and plays none. Only for players of the game.
#[utoipa::path(
    tag = "play",
    responses(
        (status = 200, description = "The new state, with the events of the moves.", body = PlayedResource),
        (status = 409, description = "stale, not-your-turn, game-over, not-seated, not-started", body = StaleBody),
        (status = 422, description = "illegal-move, reveals-information", body = RefusedBody),
        (status = 429, description = "move-limit-reached; rate-limited: too many repetitions of the same moves", body = ProblemBody),
        (status = 503, description = "unavailable: send the request again", body = ProblemBody),
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
