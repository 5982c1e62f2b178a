//! Counts how many entries each seat has added to a log on the log's newest day.
//!
//! A server limits how many entries a seat may add per day. The count comes from the log, so all
//! processes with the same log agree. A day is the UTC date in the entries' own times.

use serde::{Deserialize, Serialize};

use crate::{MAX_SEATS, Seat};

/// The date at the start of an RFC 3339 time.
type Date = [u8; 10];

/// The number of entries of each seat on the newest day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Daily {
    date: Date,
    entries: [u32; MAX_SEATS],
}

impl Daily {
    /// Counts an entry of this seat, accepted at this time.
    pub(crate) fn count(&mut self, seat: Seat, at: &str) {
        let date = date(at);
        // The clocks of two servers may differ, so an earlier date does not reset the count.
        if date > self.date {
            *self = Daily {
                date,
                ..Daily::default()
            };
        }
        self.entries[seat.index()] += 1;
    }

    /// Returns how many entries the seat has added on the day of this time.
    pub(crate) fn of(&self, seat: Seat, at: &str) -> u32 {
        match date(at) > self.date {
            true => 0,
            false => self.entries[seat.index()],
        }
    }
}

fn date(at: &str) -> Date {
    let begin = at.as_bytes().first_chunk();
    begin.copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_counted_to_its_end() {
        let (one, other) = (Seat(0), Seat(1));
        let mut daily = Daily::default();
        daily.count(one, "2026-03-01T00:00:00.000Z");
        daily.count(one, "2026-03-01T23:59:59.999Z");
        daily.count(other, "2026-03-01T23:59:59.999Z");
        let noon = "2026-03-01T12:00:00.000Z";
        assert_eq!((daily.of(one, noon), daily.of(other, noon)), (2, 1));
        let next = "2026-03-02T00:00:00.000Z";
        assert_eq!(daily.of(one, next), 0);
        daily.count(one, next);
        assert_eq!((daily.of(one, next), daily.of(other, next)), (1, 0));
        // An entry of a server whose clock is slow.
        daily.count(one, noon);
        assert_eq!((daily.of(one, next), daily.of(one, noon)), (2, 2));
    }
}
