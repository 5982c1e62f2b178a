//! What belongs to the seats of a table.

use serde::{Deserialize, Serialize};

use super::sheet::Sheet;
use super::state::WEEKS;

/// What belongs to one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Player {
    /// The sheet as it stood when the day opened: what the others see.
    pub(super) opening: Sheet,
    /// The sheet as its player sees it.
    pub(super) sheet: Sheet,
    /// Which of the day's cards the player has used, one bit each.
    pub(super) used: u8,
    /// The scores of the weeks that have closed; 0 for the others.
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

    /// Takes back everything done on the open day.
    pub(super) const fn restart(&mut self) {
        self.sheet = self.opening;
        self.used = 0;
    }

    /// Makes what was done on the day final.
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
