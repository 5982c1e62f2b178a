//! The ranking (R6).

use rules::{Outcome, Seat, Standing};

use crate::state::State;

/// Returns the ranking: players who stayed rank first, then by points.
pub(crate) fn outcome(state: &State) -> Outcome {
    Outcome::ranked(Seat::all(state.seats).map(|seat| {
        let left = state.gone.contains(seat);
        let score = i32::from(state.scores[seat.index()]);
        ((!left, score), Standing::new(seat, score, left))
    }))
}
