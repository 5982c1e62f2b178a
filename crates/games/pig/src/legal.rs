//! The checks of a move in their order (R7), and the list of legal moves.

use rules::{Illegal, Legal, Seat, refused};

use crate::MESSAGES;
use crate::moves::Move;
use crate::state::{Phase, State};

/// Checks a move. Returns the stake before it.
pub(crate) fn allowed(state: &State, seat: Seat, mv: &Move) -> Result<u8, Illegal> {
    let Phase::Turn { active, stake } = state.phase else {
        return Err(Illegal::game_over());
    };
    if seat != active {
        return Err(Illegal::turn_of(active));
    }
    if *mv == (Move::Hold {}) && stake == 0 {
        return Err(refused!("NothingToHold", "nothing-to-hold"));
    }
    Ok(stake)
}

/// Returns all legal moves of a seat.
pub(crate) fn legal(state: &State, seat: Seat) -> Legal<Move> {
    let mut moves = Move::ALL.to_vec();
    moves.retain(|mv| allowed(state, seat, mv).is_ok());
    Legal::all(moves)
}
