//! Seats, sets of seats, and who is looking.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most seats any game may have.
pub const MAX_SEATS: usize = 12;

/// A place at the table, numbered from 0 in the order of play.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's number as an index into per-seat arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All seats of a table with `count` seats, in order.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u16);

impl SeatSet {
    /// The set without any seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The set of every seat that there can be.
    const ALL: SeatSet = SeatSet((1 << MAX_SEATS) - 1);

    /// The set of one seat; of none, where no table has such a seat.
    pub const fn one(seat: Seat) -> SeatSet {
        if seat.index() < MAX_SEATS {
            SeatSet(1 << seat.0)
        } else {
            SeatSet::EMPTY
        }
    }

    /// The set of the first `count` seats.
    pub const fn first(count: u8) -> SeatSet {
        if (count as usize) < MAX_SEATS {
            SeatSet((1 << count) - 1)
        } else {
            SeatSet::ALL
        }
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & SeatSet::one(seat).0 != 0
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= SeatSet::one(seat).0;
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !SeatSet::one(seat).0;
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The seats of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS as u8).filter(move |seat| self.contains(*seat))
    }

    /// The set as a bit mask, bit *i* for seat *i*: the form that is stored.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set that [`SeatSet::bits`] came from.
    pub const fn from_bits(bits: u16) -> SeatSet {
        SeatSet(bits & SeatSet::ALL.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// Who is looking at a game; every view and event is made for one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The player in this seat.
    Seat(Seat),
    /// Somebody who does not play.
    Spectator,
    /// Anybody, once the game is over: nothing is hidden any more.
    Afterwards,
}

impl Viewer {
    /// Whether this viewer may see what only `seat` knows.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
            Viewer::Afterwards => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_no_seat_that_no_table_has() {
        for number in [12, 15, 16, 31, 32, u8::MAX] {
            let mut set = SeatSet::first(number);
            assert_eq!(set.len(), MAX_SEATS);
            set.insert(Seat(number));
            assert!(!set.contains(Seat(number)) && set.contains(Seat(11)));
            set.remove(Seat(number));
            assert_eq!(set, SeatSet::from_bits(u16::MAX));
            assert!(SeatSet::one(Seat(number)).is_empty());
        }
    }
}
