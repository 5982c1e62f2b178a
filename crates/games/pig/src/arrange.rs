//! Builds the position of a script from JSON. Missing members come from a new game.

use rules::text::{chosen, per_seat};
use rules::{Dice, Seat, Trial};
use serde::Deserialize;
use serde_json::Value;

use crate::Pig;
use crate::moves::Move;
use crate::options::Options;
use crate::state::{Phase, State};

/// The members of a position, with the same names as in the view.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arrangement {
    active: Option<Seat>,
    stake: Option<u8>,
    scores: Option<Vec<u8>>,
    gone: Option<Vec<bool>>,
}

impl Trial for Pig {
    /// Builds the position that `position` describes, in the middle of a game.
    fn arrange(
        options: &Options,
        seats: u8,
        _dice: &mut Dice,
        position: &Value,
    ) -> Result<State, String> {
        let given = Arrangement::deserialize(position).map_err(|error| error.to_string())?;
        let mut state = State::fresh(*options, seats);
        for (seat, score) in per_seat(seats, "scores", &given.scores)? {
            state.scores[seat.index()] = *score;
        }
        state.gone = chosen(seats, "gone", &given.gone)?;
        state.phase = Phase::Turn {
            active: given.active.unwrap_or(Seat(0)),
            stake: given.stake.unwrap_or(0),
        };
        Ok(state)
    }

    fn check(state: &State) -> Result<(), String> {
        crate::check::check(state)
    }

    fn examples() -> Vec<Move> {
        Move::ALL.to_vec()
    }
}
