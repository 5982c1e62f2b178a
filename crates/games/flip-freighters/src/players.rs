//! What belongs to the seats of a table. It is stored for the seats that are there.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::sheet::Sheet;
use super::state::WEEKS;
use rules::MAX_SEATS;

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

/// What belongs to each seat of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Players {
    /// How many seats there are.
    pub(super) count: u8,
    /// In seat order; nobody sits behind the last seat.
    pub(super) all: [Player; MAX_SEATS],
}

impl Players {
    /// A table at the beginning.
    pub(super) const fn new(count: u8) -> Players {
        Players {
            count,
            all: [Player::NEW; MAX_SEATS],
        }
    }
}

impl Serialize for Players {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.all[..usize::from(self.count)])
    }
}

impl<'de> Deserialize<'de> for Players {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Players, D::Error> {
        struct Seats;
        impl<'de> Visitor<'de> for Seats {
            type Value = Players;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "at most {MAX_SEATS} players")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Players, A::Error> {
                let mut players = Players::new(0);
                while let Some(player) = seq.next_element()? {
                    let count = usize::from(players.count);
                    let Some(place) = players.all.get_mut(count) else {
                        return Err(A::Error::invalid_length(count + 1, &self));
                    };
                    *place = player;
                    players.count += 1;
                }
                Ok(players)
            }
        }
        deserializer.deserialize_seq(Seats)
    }
}
