//! Building the position of a script from JSON. Members that are left out are those of a fresh game.

use rules::{Dice, Seat, Trial};
use serde::Deserialize;
use serde_json::Value;

use crate::Pig;
use crate::moves::Move;
use crate::options::Options;
use crate::state::{Phase, State};

/// The members of a position, called what the view calls them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arrangement {
    active: Option<Seat>,
    stake: Option<u8>,
    scores: Option<Vec<u8>>,
    gone: Option<Vec<bool>>,
}

impl Trial for Pig {
    /// The position that `position` describes, in the middle of a game.
    fn arrange(
        options: &Options,
        seats: u8,
        _dice: &mut Dice,
        position: &Value,
    ) -> Result<State, String> {
        let given = Arrangement::deserialize(position).map_err(|error| error.to_string())?;
        let mut state = State::fresh(*options, seats);
        state.scores[..usize::from(seats)].copy_from_slice(&per_seat(given.scores, seats)?);
        let gone = Seat::all(seats).zip(per_seat(given.gone, seats)?);
        state.gone = gone
            .filter_map(|(seat, gone)| gone.then_some(seat))
            .collect();
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

/// The list that was given, or one of nothing for each seat.
fn per_seat<T: Clone + Default>(given: Option<Vec<T>>, seats: u8) -> Result<Vec<T>, String> {
    let list = given.unwrap_or_else(|| vec![T::default(); seats.into()]);
    match list.len() == usize::from(seats) {
        true => Ok(list),
        false => Err(format!("{} entries for {seats} seats", list.len())),
    }
}
