//! The one place that reads the time.
//!
//! Services take `now` as an argument or ask the [`Clock`] they were given; tests set it.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Duration, SubsecRound, Utc};

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
    Set(Arc<Mutex<Moment>>),
}

impl Clock {
    /// The time of the machine.
    pub const fn system() -> Clock {
        Clock(Source::System)
    }

    /// A clock that stands still until it is moved.
    pub fn set(moment: Moment) -> Clock {
        Clock(Source::Set(Arc::new(Mutex::new(moment))))
    }

    /// The time now.
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::System => Utc::now(),
            Source::Set(moment) => *moment.lock().unwrap_or_else(PoisonError::into_inner),
        }
        .trunc_subsecs(3)
    }

    /// Moves a set clock forward; the machine's clock is left alone.
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
