//! Analysis: what follows from other moves in a finished game.

use actix_web::{HttpResponse, post};
use common::ids::GameId;
use common::texts::message;
use play::analysis::{self, Analysis, MOST_MOVES, Question};
use rules::{Bot, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::http::cached_views::{JSON, json};
use crate::http::caller::{Anybody, Reads};
use crate::http::json::Json;
use crate::http::openapi::schemas::{
    GameMove, GameView, OutcomeResource, ProblemBody, RefusedBody,
};
use crate::http::openapi::sets;
use crate::http::play::resources::{EventResource, events, outcome, seats_of};
use crate::http::play::seen;
use crate::http::problem::Result;
use crate::http::{At, State};

/// A move of a seat.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeatMove)]
pub struct SeatMoveBody {
    /// The seat.
    #[schema(value_type = u8, maximum = 11)]
    seat: Seat,
    /// The move. A request may have moves in the text notation.
    #[serde(rename = "move")]
    #[schema(value_type = GameMove)]
    mv: Value,
}

/// A bot in a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeatBot)]
pub struct SeatBotBody {
    /// The seat.
    #[schema(value_type = u8, maximum = 11)]
    seat: Seat,
    /// The bot.
    #[schema(value_type = sets::Bot)]
    bot: Bot,
}

/// What to try.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AnalysisInput)]
pub struct AnalysisBody {
    /// The number of log entries before your moves.
    ply: u64,
    /// Your moves, for all seats; at most 1,000.
    #[schema(max_items = 1000)]
    moves: Vec<SeatMoveBody>,
    /// The seats for which bots go on after your moves, until another seat has to decide or there are
    /// 1,000 moves.
    #[serde(default)]
    bots: Vec<SeatBotBody>,
}

impl AnalysisBody {
    fn parse(self) -> Result<Question> {
        if self.moves.len() > MOST_MOVES {
            let many = message("why-moves-many").with("most", MOST_MOVES);
            return Err(base::refusal::Refusal::InvalidRequest(many).into());
        }
        let moves = self.moves.into_iter();
        let bots = self.bots.into_iter();
        Ok(Question {
            ply: self.ply,
            moves: moves.map(|it| (it.seat, it.mv)).collect(),
            bots: bots.map(|it| (it.seat, it.bot)).collect(),
        })
    }
}

/// The legal moves of a seat.
#[derive(Serialize, ToSchema)]
#[schema(as = SeatLegalMoves)]
pub struct SeatLegalResource {
    /// The seat.
    seat: u8,
    /// The moves.
    #[schema(value_type = Vec<GameMove>)]
    moves: Vec<Value>,
    /// The same moves in the text notation, in the same order.
    texts: Vec<String>,
    /// Whether the list contains all legal moves, except `{"type": "leave"}`.
    complete: bool,
}

/// What follows from the moves.
#[derive(Serialize, ToSchema)]
#[schema(as = Analysis)]
pub struct AnalysisResource {
    /// The kind of game.
    #[schema(example = "thats-life")]
    kind: String,
    /// The number of entries that the log would have.
    ply: u64,
    /// The seats that have to decide.
    to_act: Vec<u8>,
    /// The position, with everything that was hidden.
    #[schema(value_type = GameView)]
    view: Box<RawValue>,
    /// How the game ends; null while it goes on.
    #[schema(value_type = Option<OutcomeResource>, required)]
    result: Option<Value>,
    /// Your moves and those of the bots. Send them again to go on from here.
    moves: Vec<SeatMoveBody>,
    /// The events of these moves.
    events: Vec<EventResource>,
    /// The legal moves of each seat that has to decide.
    legal: Vec<SeatLegalResource>,
}

impl AnalysisResource {
    /// Shows an analysis in the language of its names.
    pub fn new(analysis: Analysis) -> AnalysisResource {
        let Analysis {
            game,
            moves,
            told,
            names,
        } = analysis;
        let viewer = Analysis::VIEWER;
        let legal = |seat: Seat| {
            let legal = game.legal(seat);
            SeatLegalResource {
                seat: seat.number(),
                moves: legal.moves,
                texts: legal.texts,
                complete: legal.complete,
            }
        };
        let moves = moves.into_iter();
        AnalysisResource {
            kind: game.kind().info().id.to_owned(),
            ply: game.ply(),
            to_act: seats_of(game.acting()),
            view: game.position().view_text(viewer),
            result: outcome(&game),
            moves: moves.map(|(seat, mv)| SeatMoveBody { seat, mv }).collect(),
            events: told
                .iter()
                .flat_map(|(n, told)| events(*n, told, viewer, &names))
                .collect(),
            legal: game.acting().iter().map(legal).collect(),
        }
    }
}

policy!(analyse_game: Scope(GamesRead), permit = Some(LookBack), cost = 3);
/// Try other moves in a finished game
///
/// Returns what follows from other moves after an earlier log entry. The dice are those of the game:
/// the same move at the same ply has the same luck. The server stores nothing; to go on, send all
/// `moves` again. For everybody who can see the game. A game on a deal can be analysed once the deal
/// has closed.
#[utoipa::path(
    tag = "history",
    responses(
        (status = 200, description = "The position after the moves.", body = AnalysisResource),
        (status = 409, description = "not-over, not-your-turn, game-over", body = ProblemBody),
        (status = 422, description = "illegal-move", body = RefusedBody),
    ),
    security((), ("access_token" = []))
)]
#[post("/analysis")]
pub(crate) async fn analyse_game(
    state: State,
    Anybody(caller): Anybody,
    Reads(language): Reads,
    id: At<GameId>,
    body: Json<AnalysisBody>,
) -> Result<HttpResponse> {
    let question = body.0.parse()?;
    let look = seen(&state, caller.as_ref(), &id).await?;
    let show = move |mut analysis: Analysis| {
        analysis.names = analysis.names.in_language(language);
        json(&AnalysisResource::new(analysis))
    };
    let body = analysis::analyse(&state, look, question, show).await?;
    Ok(HttpResponse::Ok().content_type(JSON).body(body))
}
