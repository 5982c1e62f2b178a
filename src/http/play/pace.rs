//! The pace of a game, as callers send it and read it.

use chrono::NaiveTime;
use play::clocks::{Nightly, Pace, Pause, Time};
use rules::LeadsTo;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::accounts::account::time_zone;
use crate::http::json::object;
use crate::http::openapi::sets;
use crate::http::problem::{Result, invalid};

/// The pace of a game: `days_per_move`, or `bank_days` and, if you like, `increment_hours`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Pace)]
pub struct PaceBody {
    /// Days for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 90, example = 3)]
    days_per_move: Option<u16>,
    /// Days for all moves of a seat together: its bank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 180)]
    bank_days: Option<u16>,
    /// Hours that each move adds to the bank, up to its initial size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 240)]
    increment_hours: Option<u16>,
    /// The consequence of a time-out. Default: `leave`.
    #[serde(default = "leave")]
    #[schema(value_type = sets::TimeoutAction)]
    on_timeout: LeadsTo,
    /// Hours between the deadline and the time-out. Default: 0.
    #[serde(default)]
    #[schema(maximum = 240)]
    grace_hours: u16,
    /// Regular pauses of all clocks.
    #[serde(
        default,
        deserialize_with = "object",
        skip_serializing_if = "Option::is_none"
    )]
    pause: Option<PauseBody>,
    /// Whether a player's holidays stop the player's clock.
    #[serde(default = "yes")]
    #[schema(default = true)]
    holidays: bool,
}

fn yes() -> bool {
    true
}

fn leave() -> LeadsTo {
    LeadsTo::Leave
}

/// Regular pauses of all clocks of a game.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Pause)]
pub struct PauseBody {
    /// The IANA time zone of weekends and nights.
    #[schema(example = "Europe/Paris")]
    time_zone: String,
    /// Whether clocks pause from Saturday to the end of Sunday.
    #[serde(default)]
    weekends: bool,
    /// A pause each night.
    #[serde(
        default,
        deserialize_with = "object",
        skip_serializing_if = "Option::is_none"
    )]
    nightly: Option<NightlyBody>,
}

/// A pause each day of at most 16 hours. It spans midnight if `to` is before `from`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NightlyPause)]
pub struct NightlyBody {
    /// The start of the pause, as `HH:MM`.
    #[schema(pattern = "^[0-2][0-9]:[0-5][0-9]$", example = "22:00")]
    from: String,
    /// The end of the pause, as `HH:MM`.
    #[schema(pattern = "^[0-2][0-9]:[0-5][0-9]$", example = "08:00")]
    to: String,
}

fn time_of_day(text: &str) -> Result<NaiveTime> {
    let form = text.len() == 5;
    match NaiveTime::parse_from_str(text, "%H:%M") {
        Ok(time) if form => Ok(time),
        _ => invalid("why-time-of-day"),
    }
}

impl PauseBody {
    fn parse(self) -> Result<Pause> {
        let time_zone = time_zone(&self.time_zone)?;
        let nightly = match self.nightly {
            Some(night) => Some(Nightly {
                from: time_of_day(&night.from)?,
                to: time_of_day(&night.to)?,
            }),
            None => None,
        };
        Ok(Pause {
            time_zone,
            weekends: self.weekends,
            nightly,
        })
    }
}

impl PaceBody {
    pub(crate) fn parse(self) -> Result<Pace> {
        let time = match (self.days_per_move, self.bank_days, self.increment_hours) {
            (Some(days), None, None) => Time::PerMove { days },
            (None, Some(days), hours) => Time::Bank {
                days,
                increment_hours: hours.unwrap_or(0),
            },
            _ => {
                return invalid("why-pace");
            }
        };
        Ok(Pace {
            time,
            on_timeout: self.on_timeout,
            grace_hours: self.grace_hours,
            pause: self.pause.map(PauseBody::parse).transpose()?,
            holidays: self.holidays,
        })
    }
}

impl From<&Pace> for PaceBody {
    fn from(pace: &Pace) -> PaceBody {
        let (days_per_move, bank_days, increment_hours) = match pace.time {
            Time::PerMove { days } => (Some(days), None, None),
            Time::Bank {
                days,
                increment_hours,
            } => (None, Some(days), Some(increment_hours)),
        };
        PaceBody {
            days_per_move,
            bank_days,
            increment_hours,
            on_timeout: pace.on_timeout,
            grace_hours: pace.grace_hours,
            pause: pace.pause.as_ref().map(|pause| PauseBody {
                time_zone: pause.time_zone.name().to_owned(),
                weekends: pause.weekends,
                nightly: pause.nightly.map(|night| NightlyBody {
                    from: night.from.format("%H:%M").to_string(),
                    to: night.to.format("%H:%M").to_string(),
                }),
            }),
            holidays: pace.holidays,
        }
    }
}
