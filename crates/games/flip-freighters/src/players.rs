//! The state of each seat.

use serde::{Deserialize, Serialize};

use super::sheet::Sheet;
use super::state::WEEKS;

/// The state of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Player {
    /// The sheet at the opening of the day, which the other players see.
    pub(super) opening: Sheet,
    /// The sheet that its own player sees.
    pub(super) sheet: Sheet,
    /// The player's used cards of the day, one bit each.
    pub(super) used: u8,
    /// The scores of the closed weeks; 0 for the others.
    pub(super) weeks: [u16; WEEKS],
}

impl Player {
    pub(super) const NEW: Player = Player {
        opening: Sheet::EMPTY,
        sheet: Sheet::EMPTY,
        used: 0,
        weeks: [0; WEEKS],
    };

    /// Whether the card in this place of the day's cards is used.
    pub(super) const fn has_used(&self, place: usize) -> bool {
        self.used & 1 << place != 0
    }

    /// Undoes all actions on the open day.
    pub(super) const fn restart(&mut self) {
        self.sheet = self.opening;
        self.used = 0;
    }

    /// Makes the actions on the day final.
    pub(super) const fn commit(&mut self) {
        self.opening = self.sheet;
        self.used = 0;
    }
}

impl Default for Player {
    fn default() -> Player {
        Player::NEW
    }
}
