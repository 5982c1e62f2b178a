//! The one place that reads the time.
//!
//! Services take `now` as an argument or ask the [`Clock`] they were given; tests set it. The clock
//! of a server shows the time of its database, so that all nodes have the same: it counts the
//! seconds since it last asked, and what the machine thinks the time is plays no part.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Duration, SubsecRound, TimeDelta, Utc};
use tokio::time::Instant;

/// A moment, in UTC.
pub type Moment = DateTime<Utc>;

/// Tells the time, to the millisecond: finer parts are cut off, so that what is stored, hashed
/// and shown is the same.
#[derive(Clone, Debug, Default)]
pub struct Clock(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    System,
    Following(Arc<Mutex<Told>>),
    Set(Arc<Mutex<Moment>>),
}

/// What another clock showed, and when it did.
#[derive(Clone, Copy, Debug)]
struct Told {
    moment: Moment,
    at: Instant,
}

impl Told {
    /// The question was asked at `asked` and is answered now; the answer was true in between.
    fn now(asked: Instant, moment: Moment) -> Told {
        Told {
            moment,
            at: asked + asked.elapsed() / 2,
        }
    }

    fn shows(&self) -> Moment {
        self.moment + TimeDelta::from_std(self.at.elapsed()).unwrap_or_default()
    }
}

/// A question that took longer than this tells too little about the time.
const LONGEST_ANSWER: std::time::Duration = std::time::Duration::from_secs(1);

/// A clock that is off by less is left alone: time need not step back for nothing.
const OFF_BY: TimeDelta = TimeDelta::milliseconds(50);

impl Clock {
    /// The time of the machine.
    pub const fn system() -> Clock {
        Clock(Source::System)
    }

    /// A clock that follows another one, which showed `told` when it was asked at `asked`.
    pub fn following(asked: Instant, told: Moment) -> Clock {
        Clock(Source::Following(Arc::new(Mutex::new(Told::now(
            asked, told,
        )))))
    }

    /// Sets a clock that follows another one right: asked at `asked`, that showed `told`. Answers by
    /// how much.
    pub fn correct(&self, asked: Instant, told: Moment) -> TimeDelta {
        let Source::Following(last) = &self.0 else {
            return TimeDelta::zero();
        };
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let new = Told::now(asked, told);
        let off = new.shows() - last.shows();
        if asked.elapsed() > LONGEST_ANSWER || off.abs() < OFF_BY {
            return TimeDelta::zero();
        }
        *last = new;
        off
    }

    /// A clock that stands still until it is moved.
    pub fn set(moment: Moment) -> Clock {
        Clock(Source::Set(Arc::new(Mutex::new(moment))))
    }

    /// The time now.
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::System => Utc::now(),
            Source::Following(told) => told.lock().unwrap_or_else(PoisonError::into_inner).shows(),
            Source::Set(moment) => *moment.lock().unwrap_or_else(PoisonError::into_inner),
        }
        .trunc_subsecs(3)
    }

    /// Moves a set clock forward; any other is left alone.
    pub fn forward(&self, by: Duration) {
        if let Source::Set(moment) = &self.0 {
            *moment.lock().unwrap_or_else(PoisonError::into_inner) += by;
        }
    }
}

/// RFC 3339 in UTC with milliseconds, the form in which times are hashed and shown.
pub fn rfc3339(moment: Moment) -> String {
    moment.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}
