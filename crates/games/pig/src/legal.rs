//! What may be done now: the checks in their order (R7), and the list of moves.

use rules::{Illegal, Legal, Seat};

use crate::MESSAGES;
use crate::moves::Move;
use crate::state::{Phase, State};

/// Checks a move, and gives what is at stake before it.
pub(crate) fn allowed(state: &State, seat: Seat, mv: &Move) -> Result<u8, Illegal> {
    let Phase::Turn { active, stake } = state.phase else {
        return Err(Illegal::game_over());
    };
    if seat != active {
        let text = MESSAGES.message("not-your-turn").with("seat", active.0);
        return Err(Illegal::not_your_turn("NotYourTurn", text));
    }
    if *mv == (Move::Hold {}) && stake == 0 {
        let text = MESSAGES.message("nothing-to-hold");
        return Err(Illegal::new("NothingToHold", text));
    }
    Ok(stake)
}

/// All moves of a seat.
pub(crate) fn legal(state: &State, seat: Seat) -> Legal<Move> {
    let mut moves = Move::ALL.to_vec();
    moves.retain(|mv| allowed(state, seat, mv).is_ok());
    Legal::all(moves)
}
