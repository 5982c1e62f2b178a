//! The pace of a game: its time limits, and the consequence of a time-out.

use chrono::{NaiveTime, TimeDelta};
use chrono_tz::Tz;
use common::texts::message;
use rules::{LeadsTo, Message};
use serde::{Deserialize, Serialize};

use crate::refusal::{Refusal, Result};

/// The most days per move.
const MOST_DAYS: u16 = 90;

/// The most days in a bank.
const MOST_BANK: u16 = 180;

/// The longest increment and the longest grace period, in hours.
const MOST_HOURS: u16 = 240;

/// The longest night, so that clocks run for part of the day.
const LONGEST_NIGHT: TimeDelta = TimeDelta::hours(16);

/// A player's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Time {
    /// This many days for each decision.
    PerMove {
        /// The days.
        days: u16,
    },
    /// This many days for the whole game. Each move adds some hours, up to the initial amount.
    Bank {
        /// The days.
        days: u16,
        /// The hours that each move adds.
        increment_hours: u16,
    },
}

impl Time {
    /// Returns the initial time of a clock.
    pub fn whole(self) -> TimeDelta {
        match self {
            Time::PerMove { days } | Time::Bank { days, .. } => TimeDelta::days(days.into()),
        }
    }

    /// Returns the pace in words: `3 days a move`.
    pub fn words(self) -> Message {
        match self {
            Time::PerMove { days } => message("pace-per-move").with("days", days),
            Time::Bank {
                days,
                increment_hours: 0,
            } => message("pace-bank").with("days", days),
            Time::Bank {
                days,
                increment_hours,
            } => message("pace-increment")
                .with("days", days)
                .with("hours", increment_hours),
        }
    }
}

/// A part of each day in which clocks stop. It includes midnight if `to` is before `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nightly {
    /// The start.
    pub from: NaiveTime,
    /// The end.
    pub to: NaiveTime,
}

impl Nightly {
    /// Whether it ends on the day after.
    pub fn is_over_midnight(self) -> bool {
        self.to <= self.from
    }

    fn length(self) -> TimeDelta {
        let length = self.to - self.from;
        if self.is_over_midnight() {
            length + TimeDelta::days(1)
        } else {
            length
        }
    }
}

/// The regular times in which clocks stop, by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// The time zone of weekends and nights.
    pub time_zone: Tz,
    /// Whether clocks stop on Saturdays and Sundays.
    pub weekends: bool,
    /// The hours at night in which clocks stop.
    pub nightly: Option<Nightly>,
}

/// The pace of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// The time limit.
    pub time: Time,
    /// The consequence of a time-out.
    pub on_timeout: LeadsTo,
    /// The grace period after the deadline, in hours.
    pub grace_hours: u16,
    /// The regular times in which clocks stop.
    pub pause: Option<Pause>,
    /// Whether a player's clock stops on their holidays.
    pub holidays: bool,
}

impl Pace {
    /// Returns the grace period.
    pub fn grace(&self) -> TimeDelta {
        TimeDelta::hours(self.grace_hours.into())
    }

    /// Returns an error if the pace is invalid.
    pub fn check(&self) -> Result<()> {
        let no = |what: Message| Err(Refusal::InvalidGame(what));
        match self.time {
            Time::PerMove { days } if !(1..=MOST_DAYS).contains(&days) => {
                return no(message("why-days").with("most", MOST_DAYS));
            }
            Time::Bank { days, .. } if !(1..=MOST_BANK).contains(&days) => {
                return no(message("why-bank").with("most", MOST_BANK));
            }
            Time::Bank {
                increment_hours, ..
            } if increment_hours > MOST_HOURS => {
                return no(message("why-increment").with("most", MOST_HOURS));
            }
            _ => {}
        }
        if self.grace_hours > MOST_HOURS {
            return no(message("why-grace").with("most", MOST_HOURS));
        }
        match self.pause {
            Some(Pause {
                weekends: false,
                nightly: None,
                ..
            }) => no(message("why-pause")),
            Some(Pause {
                nightly: Some(night),
                ..
            }) if night.length() > LONGEST_NIGHT => {
                no(message("why-night").with("most", LONGEST_NIGHT.num_hours()))
            }
            _ => Ok(()),
        }
    }
}
