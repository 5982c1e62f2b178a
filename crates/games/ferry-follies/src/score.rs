//! The score of a game (R7).

use super::cards::CARDS;
use super::state::{Phase, State};
use rules::{Outcome, Seat, SeatSet, Standing, Turn};

/// Returns the number of scored cards. An 18 scored face up counts twice.
pub(super) fn scored(state: &State) -> u8 {
    state.scored.len() as u8 + u8::from(state.doubled)
}

/// Returns the number of cards that are not in the scored pile.
pub(super) fn left_behind(state: &State) -> u8 {
    (CARDS - state.scored.len()) as u8
}

/// Returns the scored cards minus the cards left behind.
pub(super) fn score(state: &State) -> i32 {
    i32::from(scored(state)) - i32::from(left_behind(state))
}

/// Whether the player has won. A player who left has not won (R8).
pub(super) fn won(state: &State) -> bool {
    !state.left && score(state) > 0
}

/// Returns the seat that owes a decision, or the outcome.
pub(super) fn turn(state: &State) -> Turn {
    if state.phase != Phase::Over {
        return Turn::Act(SeatSet::one(Seat(0)));
    }
    let note = if won(state) { "won" } else { "lost" };
    Turn::Over(Outcome {
        standings: vec![Standing {
            rank: 1,
            note: Some(note.to_owned()),
            ..Standing::new(Seat(0), score(state), state.left)
        }],
    })
}
