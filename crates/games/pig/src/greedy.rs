//! The greedy bot: it holds at 20.
//!
//! At 20, the expected loss of a roll equals the expected gain: one roll in six loses the 20, and
//! five in six gain 4 on average.

use rules::Seat;

use crate::moves::Move;
use crate::state::{Phase, State};

const ENOUGH: u8 = 20;

/// Returns the bot's move.
pub(crate) fn greedy(state: &State, seat: Seat) -> Option<Move> {
    match state.phase {
        Phase::Turn { active, stake } if active == seat => Some(if stake < ENOUGH {
            Move::Roll {}
        } else {
            Move::Hold {}
        }),
        _ => None,
    }
}
