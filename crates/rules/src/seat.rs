//! Seats, sets of seats, and viewers.

use std::fmt;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// The maximum number of seats of any game.
pub const MAX_SEATS: usize = 12;

/// A seat at the table, numbered from 0 in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "SeatNumber")]
pub struct Seat {
    number: u8,
}

/// Returns the seat with a number that is known to be valid. Use [`Seat::of`] for other numbers.
///
/// # Panics
///
/// If the number is [`MAX_SEATS`] or more.
#[expect(non_snake_case, reason = "a seat is written as it is shown")]
#[inline]
pub const fn Seat(number: u8) -> Seat {
    assert!((number as usize) < MAX_SEATS, "no table has such a seat");
    Seat { number }
}

impl Seat {
    /// Returns the seat with this number, or `None` if no table has such a seat.
    pub fn of(number: impl TryInto<usize>) -> Option<Seat> {
        let number = number.try_into().ok()?;
        (number < MAX_SEATS).then(|| Seat(number as u8))
    }

    /// The seat's number.
    #[inline]
    pub const fn number(self) -> u8 {
        self.number
    }

    /// The seat's number as an index into per-seat arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.number as usize
    }

    /// Returns all seats of a table with `count` seats, in order, but never more than
    /// [`MAX_SEATS`].
    #[inline]
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count.min(MAX_SEATS as u8)).map(Seat)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(from)?;
        Seat::of(number)
            .ok_or_else(|| D::Error::custom(format_args!("no table has a seat {number}")))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

crate::bits! {
    /// A set of seats, one bit each.
    pub struct SeatSet(u16) of [Seat; MAX_SEATS], |seat| seat.number, |number| Seat(number as u8)
}

impl SeatSet {
    /// Returns the set of the first `count` seats.
    #[inline]
    pub const fn first(count: u8) -> SeatSet {
        if (count as usize) < MAX_SEATS {
            SeatSet((1 << count) - 1)
        } else {
            SeatSet::ALL
        }
    }

    /// Returns the seats of the set in the order of play, starting after `seat` and ending with it.
    #[inline]
    pub fn after(self, seat: Seat) -> impl Iterator<Item = Seat> {
        let (most, by) = (MAX_SEATS as u8, seat.number + 1);
        let turned = SeatSet::from_bits(self.0 >> by | self.0 << (most - by));
        turned.iter().map(move |it| Seat((it.number + by) % most))
    }

    /// Returns the set as a bit mask, bit *i* for seat *i*. This is the stored form.
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// The viewer of a game. Every view and event is made for one viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The player in this seat.
    Seat(Seat),
    /// A spectator, who has no seat.
    Spectator,
    /// Any viewer after the end of the game, when nothing is hidden any more.
    Afterwards,
}

impl Viewer {
    /// Returns the seat of a viewer who plays.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Afterwards => None,
        }
    }

    /// Whether this viewer may see the private information of `seat`.
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
    fn there_is_no_seat_that_no_table_has() {
        for number in [12, 15, 16, 31, 32, u8::MAX] {
            assert_eq!(SeatSet::first(number), SeatSet::from_bits(u16::MAX));
            assert_eq!(Seat::of(number), None);
            assert!(serde_json::from_value::<Seat>(number.into()).is_err());
        }
        assert_eq!(SeatSet::from_bits(u16::MAX).len(), MAX_SEATS);
        assert_eq!(Seat::all(u8::MAX).count(), MAX_SEATS);
        assert_eq!(Seat::of(-1), None);
        assert_eq!(serde_json::from_value(11.into()).ok(), Some(Seat(11)));
    }

    #[test]
    fn play_goes_round() {
        let after = |seat| SeatSet::from_bits(0b1011).after(seat).map(Seat::number);
        assert!(after(Seat(1)).eq([3, 0, 1]));
        assert!(after(Seat(2)).eq([3, 0, 1]));
        assert!(after(Seat(3)).eq([0, 1, 3]));
    }
}
