//! Who comes first (R6).

use rules::{Outcome, Seat, Standing};

use crate::state::State;

/// The ranking: those who stayed first, then by points.
pub(crate) fn outcome(state: &State) -> Outcome {
    let keyed = |seat: Seat| {
        let left = state.gone.contains(seat);
        let score = i32::from(state.scores[seat.index()]);
        let standing = Standing {
            seat,
            rank: 0,
            score,
            left,
            note: None,
        };
        ((!left, score), standing)
    };
    Outcome::ranked(Seat::all(state.seats).map(keyed).collect())
}
