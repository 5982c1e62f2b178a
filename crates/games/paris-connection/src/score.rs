//! The worth of shares, and the ranking (R8.4).

use super::state::{State, Tally, limit};
use rules::{Outcome, Seat, Standing};

/// The cost of each share beyond the limit.
pub(super) const PENALTY: i32 = 20;

/// Returns the worth of a hand with these company values, minus the penalty for shares beyond the
/// limit.
pub(super) fn score(shares: &Tally, values: &Tally, limit: u8) -> i32 {
    let worth: i32 = shares
        .iter()
        .zip(values)
        .map(|(shares, value)| i32::from(*shares) * i32::from(*value))
        .sum();
    worth - penalty(shares, limit)
}

/// Returns the penalty for shares beyond the limit.
pub(super) fn penalty(shares: &Tally, limit: u8) -> i32 {
    let total: i32 = shares.iter().map(|shares| i32::from(*shares)).sum();
    PENALTY * (total - i32::from(limit)).max(0)
}

/// Returns the score of a seat if the game ended now.
pub(super) fn of(state: &State, seat: Seat) -> i32 {
    let values = &state.board.values;
    score(state.shares_of(seat), values, limit(state.seats))
}

/// Returns the ranking: players who stayed rank first, then by points.
pub(super) fn outcome(state: &State) -> Outcome {
    Outcome::ranked(state.all_seats().map(|seat| {
        let (left, score) = (state.gone.contains(seat), of(state, seat));
        ((!left, score), Standing::new(seat, score, left))
    }))
}
