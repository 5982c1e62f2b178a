//! A position (R4, R5). Everything has a fixed size, so that copying is a plain memory copy.

use rules::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::options::Options;

/// The maximum number of players.
pub(crate) const MOST_SEATS: usize = 10;

/// A position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) seats: u8,
    pub(crate) gone: SeatSet,
    /// The points of each seat; 0 for seats that do not exist.
    pub(crate) scores: [u8; MOST_SEATS],
    pub(crate) phase: Phase,
}

/// The next decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Phase {
    /// A player rolls, or holds the stake.
    Turn { active: Seat, stake: u8 },
    /// The game is over.
    Over,
}

impl State {
    /// Returns the position before the first move (R4).
    pub(crate) fn fresh(options: Options, seats: u8) -> State {
        State {
            options,
            seats,
            gone: SeatSet::EMPTY,
            scores: [0; MOST_SEATS],
            phase: Phase::Turn {
                active: Seat(0),
                stake: 0,
            },
        }
    }

    /// Returns the seats that have not left.
    pub(crate) const fn staying(&self) -> SeatSet {
        SeatSet::first(self.seats).without(self.gone)
    }

    /// Returns the turn of the next seat that has not left (R5).
    pub(crate) fn turn_after(&self, seat: Seat) -> Phase {
        let next = self.staying().after(seat).next();
        next.map_or(Phase::Over, |active| Phase::Turn { active, stake: 0 })
    }
}
