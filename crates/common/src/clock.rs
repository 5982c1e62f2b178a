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
    Following(Arc<Mutex<Following>>),
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

    /// What the other clock shows at this instant, if it goes as it should.
    fn shows(&self, at: Instant) -> Moment {
        let passed = at.saturating_duration_since(self.at);
        self.moment + TimeDelta::from_std(passed).unwrap_or_default()
    }
}

/// A clock that follows another one.
#[derive(Clone, Copy, Debug)]
struct Following {
    told: Told,
    /// The first answer that was ahead, while the answers since agree with it and are not believed.
    doubted: Option<Told>,
}

/// The outcome of comparing a clock with the one that it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// The clock stays as it is.
    Kept,
    /// The other clock has jumped ahead by this difference. The clock stays as it is for now.
    Doubted(TimeDelta),
    /// The clock was set by this difference; negative when it was ahead.
    Set(TimeDelta),
}

/// A question that took longer than this tells too little about the time.
const LONGEST_ANSWER: std::time::Duration = std::time::Duration::from_secs(1);

/// A clock that is off by less is left alone: time need not step back for nothing.
const OFF_BY: TimeDelta = TimeDelta::milliseconds(50);

/// The largest step ahead that is believed at once.
const STEP: TimeDelta = TimeDelta::seconds(1);

/// How long the other clock must have been ahead by more than a step before it is believed. Its machine
/// may correct itself.
const BELIEVED_AFTER: std::time::Duration = std::time::Duration::from_mins(2);

impl Following {
    fn correct(&mut self, new: Told) -> Correction {
        let off = new.moment - self.told.shows(new.at);
        if off > STEP {
            let agrees = |first: &Told| (new.moment - first.shows(new.at)).abs() <= STEP;
            match self.doubted.filter(agrees) {
                Some(first) if new.at - first.at >= BELIEVED_AFTER => {}
                Some(_) => return Correction::Kept,
                None => {
                    self.doubted = Some(new);
                    return Correction::Doubted(off);
                }
            }
        }
        self.doubted = None;
        if off.abs() < OFF_BY {
            return Correction::Kept;
        }
        self.told = new;
        Correction::Set(off)
    }
}

impl Clock {
    /// The time of the machine.
    pub const fn system() -> Clock {
        Clock(Source::System)
    }

    /// A clock that follows another one, which showed `told` when it was asked at `asked`.
    pub fn following(asked: Instant, told: Moment) -> Clock {
        let told = Told::now(asked, told);
        Clock(Source::Following(Arc::new(Mutex::new(Following {
            told,
            doubted: None,
        }))))
    }

    /// Sets a clock that follows another one right: asked at `asked`, that showed `told`. A jump ahead is
    /// believed once it has lasted for two minutes: times that are stored too late lock people out, and
    /// what is deleted too early is gone.
    pub fn correct(&self, asked: Instant, told: Moment) -> Correction {
        let Source::Following(clock) = &self.0 else {
            return Correction::Kept;
        };
        if asked.elapsed() > LONGEST_ANSWER {
            return Correction::Kept;
        }
        let mut clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
        clock.correct(Told::now(asked, told))
    }

    /// Whether the other clock was ahead in its last answer, and this clock does not follow it yet.
    pub fn is_in_doubt(&self) -> bool {
        match &self.0 {
            Source::Following(clock) => {
                let clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
                clock.doubted.is_some()
            }
            Source::System | Source::Set(_) => false,
        }
    }

    /// A clock that stands still until it is moved.
    pub fn set(moment: Moment) -> Clock {
        Clock(Source::Set(Arc::new(Mutex::new(moment))))
    }

    /// The time now.
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::System => Utc::now(),
            Source::Following(clock) => {
                let clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
                clock.told.shows(Instant::now())
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    const A_DAY: TimeDelta = TimeDelta::days(1);

    /// A clock that began to follow another one now, and what that shows so many seconds later when it is
    /// ahead by so much.
    fn following() -> (Following, impl Fn(u64, TimeDelta) -> Told) {
        let start: Moment = "2026-03-01T12:00:00Z".parse().unwrap();
        let at = Instant::now();
        let told = move |seconds: u64, ahead: TimeDelta| {
            let passed = std::time::Duration::from_secs(seconds);
            Told {
                moment: start + TimeDelta::from_std(passed).unwrap() + ahead,
                at: at + passed,
            }
        };
        let clock = Following {
            told: told(0, TimeDelta::zero()),
            doubted: None,
        };
        (clock, told)
    }

    #[test]
    fn jump_ahead_that_is_corrected_is_never_followed() {
        let (mut clock, told) = following();
        let none = TimeDelta::zero();
        assert_eq!(clock.correct(told(10, A_DAY)), Correction::Doubted(A_DAY));
        assert_eq!(clock.correct(told(40, A_DAY)), Correction::Kept);
        assert_eq!(clock.correct(told(50, none)), Correction::Kept);
        // The next jump is a new one.
        assert_eq!(clock.correct(told(140, A_DAY)), Correction::Doubted(A_DAY));
        assert_eq!(clock.told.shows(told(150, none).at), told(150, none).moment);
    }

    #[test]
    fn jump_ahead_that_lasts_is_followed_and_its_correction_at_once() {
        let (mut clock, told) = following();
        assert_eq!(clock.correct(told(10, A_DAY)), Correction::Doubted(A_DAY));
        assert_eq!(clock.correct(told(130, A_DAY)), Correction::Set(A_DAY));
        let back = clock.correct(told(140, TimeDelta::zero()));
        assert_eq!(back, Correction::Set(-A_DAY));
    }
}
