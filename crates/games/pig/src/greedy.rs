//! The bot: it holds at 20.
//!
//! There a roll may lose as much as it may bring: one time in six the 20, five times in six 4.

use rules::Seat;

use crate::moves::Move;
use crate::state::{Phase, State};

const ENOUGH: u8 = 20;

/// The move of the bot.
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
