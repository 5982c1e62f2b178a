//! The pace of a game: how much time there is, and what happens when it runs out.

use chrono::{NaiveTime, TimeDelta};
use chrono_tz::Tz;
use common::texts::message;
use rules::{LeadsTo, Message};
use serde::{Deserialize, Serialize};

use crate::refusal::{Refusal, Result};

/// The most days a move.
const MOST_DAYS: u16 = 90;

/// The most days a bank begins with.
const MOST_BANK: u16 = 180;

/// The longest increment and the longest grace, in hours.
const MOST_HOURS: u16 = 240;

/// The longest window a night may be, so that clocks run at all.
const LONGEST_NIGHT: TimeDelta = TimeDelta::hours(16);

/// How much time a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Time {
    /// So many days for each decision.
    PerMove {
        /// The days.
        days: u16,
    },
    /// So many days for the whole game, and some hours more for each move, up to what it was in
    /// the beginning.
    Bank {
        /// The days.
        days: u16,
        /// The hours that each move adds.
        increment_hours: u16,
    },
}

impl Time {
    /// What a clock begins with.
    pub fn whole(self) -> TimeDelta {
        match self {
            Time::PerMove { days } | Time::Bank { days, .. } => TimeDelta::days(days.into()),
        }
    }

    /// The pace in words: `3 days a move`.
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

/// A part of each day in which clocks stand still; over midnight where `to` is before `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nightly {
    /// When it begins.
    pub from: NaiveTime,
    /// When it ends.
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

/// When clocks stand still by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// Where weekends and nights are.
    pub time_zone: Tz,
    /// Whether clocks stand still on Saturdays and Sundays.
    pub weekends: bool,
    /// Whether they stand still at night.
    pub nightly: Option<Nightly>,
}

/// The pace of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// How much time there is.
    pub time: Time,
    /// What comes of it when it runs out.
    pub on_timeout: LeadsTo,
    /// For how many hours after the deadline nothing happens yet.
    pub grace_hours: u16,
    /// When clocks stand still.
    pub pause: Option<Pause>,
    /// Whether they stand still while a player is on holiday.
    pub holidays: bool,
}

impl Pace {
    /// How long nothing happens after the deadline.
    pub fn grace(&self) -> TimeDelta {
        TimeDelta::hours(self.grace_hours.into())
    }

    /// Refuses what makes no pace.
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
