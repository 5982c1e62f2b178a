//! A bot (stub).
use super::moves::Move;
use super::state::State;
use crate::Seat;
pub(super) fn choose(state: &State, seat: Seat) -> Option<Move> {
    super::legal::legal(state, seat).moves.pop()
}
