//! Analysis: other moves in a finished game, and what follows from them.
//!
//! The server stores nothing: the request has all moves. It reveals nothing either, because the
//! seed of a finished game is public. So the dice of a ply are those of the game.

use common::clock::rfc3339;
use common::texts::message;
use db::sets::GameStatus;
use rules::{Action, Body, Bot, Game, Names, Seat, Told, Viewer};
use serde_json::{Value, json};

use crate::Play;
use crate::look::{self, Look, Underway};
use crate::moves::refused;
use crate::refusal::{Refusal, Result};
use crate::replay::{self, Origin, Span};

/// The most moves of an analysis, with those of the bots: a request may hold them all again. The
/// longest games, of Flip Freighters with twelve seats, have about 720, which fit into a body.
pub const MOST_MOVES: usize = 1_000;

/// What to try.
pub struct Question {
    /// The number of entries of the game before the moves.
    pub ply: u64,
    /// The moves, each with its seat.
    pub moves: Vec<(Seat, Value)>,
    /// The bots that go on after the moves, each with its seat.
    pub bots: Vec<(Seat, Bot)>,
}

/// What follows.
pub struct Analysis {
    /// The game after the moves.
    pub game: Game,
    /// The moves that were played, with those of the bots.
    pub moves: Vec<(Seat, Value)>,
    /// The events, entry by entry.
    pub told: Vec<(u64, Vec<Box<dyn Told>>)>,
    /// The players' names.
    pub names: Names,
}

impl Analysis {
    /// The viewer of an analysis, who sees everything.
    pub const VIEWER: Viewer = Viewer::Afterwards;

    /// Plays actions of a seat. `index` is that of the move in the request.
    fn play(&mut self, seat: Seat, actions: &[Action], index: usize, at: &str) -> Result<()> {
        for action in actions {
            let played = self.game.submit(seat, action, at);
            let played =
                played.map_err(|illegal| refused(&self.game, seat, &self.names, index, illegal))?;
            let mv = match &played.entry.body {
                Body::Move(Some(mv)) => {
                    serde_json::from_str(mv.get()).map_err(Refusal::internal)?
                }
                _ => json!({"type": "leave"}),
            };
            self.moves.push((seat, mv));
            self.told.push((played.entry.n, played.told));
        }
        Ok(())
    }
}

/// Passes `show` what follows from other moves in a finished game, and returns its result.
pub async fn analyse<T: Send + 'static>(
    app: &Play,
    look: Look,
    question: Question,
    show: impl FnOnce(Analysis) -> Result<T> + Send + 'static,
) -> Result<T> {
    let now = app.clock.now();
    if look.row.status != GameStatus::Finished || look.row.is_on_open_deal(now) {
        return Err(Refusal::NotOver(message("why-analysis")));
    }
    let Underway { look, game, .. } = look::underway(app, look).await?;
    if question.ply > game.ply() {
        return Err(Refusal::NOT_FOUND);
    }
    let (origin, names) = (Origin::of(&look.row, &look.seats)?, look.names());
    let (at, mut dice) = (rfc3339(now), app.chance.dice());
    replay::replay(app, origin, Span::at(question.ply), move |past| {
        let mut analysis = Analysis {
            game: past.game,
            moves: Vec::new(),
            told: Vec::new(),
            names,
        };
        for (index, (seat, mv)) in question.moves.into_iter().enumerate() {
            analysis.play(seat, &Action::read(mv), index, &at)?;
        }
        while analysis.moves.len() < MOST_MOVES {
            let acting = analysis.game.acting();
            let next = question
                .bots
                .iter()
                .find(|(seat, _)| acting.contains(*seat));
            let Some((seat, bot)) = next else { break };
            let mv = analysis.game.position().choose(*bot, *seat, &mut dice);
            let mv = mv.ok_or_else(|| Refusal::internal("a bot owes a decision and has none"))?;
            let index = analysis.moves.len();
            analysis.play(*seat, &[Action::Move(mv)], index, &at)?;
        }
        show(analysis)
    })
    .await
}
