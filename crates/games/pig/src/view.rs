//! The view, which shows everything to everyone (R8).

use rules::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use crate::options::Options;
use crate::score;
use crate::state::{Phase, State};

/// The position as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PigView")]
pub struct View {
    /// What the table agreed on.
    pub options: Options,
    /// Whose turn it is; null when the game is over.
    pub active: Option<Seat>,
    /// What the turn has brought so far and a 1 would take.
    pub stake: u8,
    /// What each seat has held.
    pub scores: Vec<u8>,
    /// For each seat whether it has left the game.
    pub gone: Vec<bool>,
    /// The final rank of each seat, 1 the best; null while the game goes on.
    pub ranks: Option<Vec<u8>>,
}

/// Returns the view, which is the same for all viewers.
pub(crate) fn view(state: &State) -> View {
    let (active, stake, ranks) = match state.phase {
        Phase::Turn { active, stake } => (Some(active), stake, None),
        Phase::Over => (None, 0, Some(score::outcome(state).ranks())),
    };
    let seats = || Seat::all(state.seats);
    View {
        options: state.options,
        active,
        stake,
        scores: seats().map(|seat| state.scores[seat.index()]).collect(),
        gone: seats().map(|seat| state.gone.contains(seat)).collect(),
        ranks,
    }
}
