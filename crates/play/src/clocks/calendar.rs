//! Calendars: clocks run all the time except on weekends, at night and on holidays.
//!
//! The times of a window are local times. A time that daylight saving skips counts as the moment of
//! the change. If a time occurs twice, a window begins at the first and ends at the second. So in
//! doubt, the clock is stopped.

use chrono::{
    DateTime, Datelike, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc,
    Weekday,
};
use chrono_tz::Tz;
use common::clock::Moment;
use rules::Seat;

use crate::clocks::pace::Pause;

/// A stretch of time, such as a holiday, a weekend or a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The start.
    pub begins: Moment,
    /// The end (exclusive).
    pub ends: Moment,
}

/// The times in which the clock of one seat runs.
#[derive(Clone, Copy, Debug)]
pub struct Calendar<'a> {
    pause: Option<&'a Pause>,
    holidays: &'a [Stretch],
}

impl<'a> Calendar<'a> {
    /// Creates the calendar for a game with this pause and a player with these holidays.
    pub fn new(pause: Option<&'a Pause>, holidays: &'a [Stretch]) -> Calendar<'a> {
        Calendar { pause, holidays }
    }

    /// Creates the calendar of a seat. `holidays` has the holidays of all seats.
    pub fn of_seat(
        pause: Option<&'a Pause>,
        holidays: &'a [Vec<Stretch>],
        seat: Seat,
    ) -> Calendar<'a> {
        Calendar::new(pause, holidays.get(seat.index()).map_or(&[], Vec::as_slice))
    }

    /// Returns the time at which a clock that starts at `start` has run for `running`.
    pub fn after(&self, start: Moment, running: TimeDelta) -> Moment {
        let (mut at, mut left) = (start, running);
        while left > TimeDelta::zero() {
            match self.next(at) {
                Some(pause) if pause.begins <= at => at = pause.ends,
                Some(pause) if pause.begins - at < left => {
                    left -= pause.begins - at;
                    at = pause.ends;
                }
                _ => return at + left,
            }
        }
        at
    }

    /// Returns how long a clock runs between two times.
    pub fn running(&self, from: Moment, to: Moment) -> TimeDelta {
        let (mut at, mut sum) = (from, TimeDelta::zero());
        while at < to {
            match self.next(at) {
                Some(pause) if pause.begins < to => {
                    sum += (pause.begins - at).max(TimeDelta::zero());
                    at = pause.ends;
                }
                _ => return sum + (to - at),
            }
        }
        sum
    }

    /// Returns the pause that contains a moment, if there is one.
    pub fn pause_at(&self, at: Moment) -> Option<Stretch> {
        self.next(at).filter(|pause| pause.begins <= at)
    }

    /// Returns the first pause that ends after `at`.
    fn next(&self, at: Moment) -> Option<Stretch> {
        let holiday = self.holidays.iter().copied();
        holiday
            .filter(|holiday| holiday.ends > at && holiday.begins < holiday.ends)
            .chain(self.pause.and_then(|pause| pause.next(at)))
            .min_by_key(|pause| pause.begins)
    }
}

impl Pause {
    /// Returns the first weekend or night that ends after `at`.
    fn next(&self, at: Moment) -> Option<Stretch> {
        let today = at.with_timezone(&self.time_zone).date_naive();
        // Covers the previous and the next weekend from any day. Nights come every day.
        let days = (-2..=7).map(|days| today + TimeDelta::days(days));
        days.flat_map(|day| [self.weekend(day), self.night(day)])
            .flatten()
            .find(|pause| pause.ends > at && pause.begins < pause.ends)
    }

    fn weekend(&self, day: NaiveDate) -> Option<Stretch> {
        (self.weekends && day.weekday() == Weekday::Sat).then(|| {
            let midnight = NaiveTime::MIN;
            self.stretch(
                day.and_time(midnight),
                (day + TimeDelta::days(2)).and_time(midnight),
            )
        })
    }

    fn night(&self, day: NaiveDate) -> Option<Stretch> {
        let night = self.nightly?;
        let morning = day + TimeDelta::days(i64::from(night.is_over_midnight()));
        Some(self.stretch(day.and_time(night.from), morning.and_time(night.to)))
    }

    fn stretch(&self, from: NaiveDateTime, to: NaiveDateTime) -> Stretch {
        Stretch {
            begins: moments(self.time_zone, from).0,
            ends: moments(self.time_zone, to).1,
        }
    }
}

/// Returns the first and the last moment with this local time.
pub fn moments(zone: Tz, mut shown: NaiveDateTime) -> (Moment, Moment) {
    let utc = |at: DateTime<Tz>| at.with_timezone(&Utc);
    // A gap is an hour long, or a whole day if a country crossed the date line.
    for _ in 0..=2 * 24 * 60 {
        match zone.from_local_datetime(&shown) {
            LocalResult::Single(at) => return (utc(at), utc(at)),
            LocalResult::Ambiguous(first, last) => return (utc(first), utc(last)),
            LocalResult::None => shown += TimeDelta::minutes(1),
        }
    }
    (shown.and_utc(), shown.and_utc())
}
