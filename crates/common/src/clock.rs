//! The only place that reads the time.
//!
//! Services take `now` as an argument or ask the [`Clock`] that they receive. Tests set it. The
//! clock of a server shows the time of its database, so all nodes have the same time. It counts the
//! seconds since it last asked the database. The clock of the machine plays no part.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Duration, SecondsFormat, SubsecRound, TimeDelta, Utc};
use tokio::time::Instant;

/// A moment, in UTC.
pub type Moment = DateTime<Utc>;

/// A clock with a resolution of milliseconds. It cuts finer parts off, so stored, hashed and shown
/// times are the same.
#[derive(Clone, Debug, Default)]
pub struct Clock(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    System,
    Following(Arc<Mutex<Following>>),
    Set(Arc<Mutex<Moment>>),
}

/// A reading of another clock, and when it was taken.
#[derive(Clone, Copy, Debug)]
struct Told {
    moment: Moment,
    at: Instant,
}

impl Told {
    /// Returns a reading that was requested at `asked` and has just arrived. It assumes that the
    /// other clock was read halfway in between.
    fn now(asked: Instant, moment: Moment) -> Told {
        Told {
            moment,
            at: asked + asked.elapsed() / 2,
        }
    }

    /// Returns the time of the other clock at this instant, if that clock runs correctly.
    fn shows(&self, at: Instant) -> Moment {
        let passed = at.saturating_duration_since(self.at);
        self.moment + TimeDelta::from_std(passed).unwrap_or_default()
    }
}

/// A clock that follows another one.
#[derive(Clone, Copy, Debug)]
struct Following {
    told: Told,
    /// The first reading that was ahead, while later ones agree with it and the clock does not
    /// follow them yet.
    doubted: Option<Told>,
    /// How far a sandbox has moved this clock ahead of the other one.
    ahead: TimeDelta,
}

/// The outcome of comparing a clock with the one that it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// The clock stays as it is.
    Kept,
    /// The other clock has jumped ahead by this difference. This clock does not follow it for now.
    Doubted(TimeDelta),
    /// The clock was set by this difference, which is negative if it was ahead.
    Set(TimeDelta),
}

/// The longest time for an answer. A slower answer says too little about the time.
const LONGEST_ANSWER: std::time::Duration = std::time::Duration::from_secs(1);

/// The smallest difference that is corrected. Below it, time need not jump back.
const OFF_BY: TimeDelta = TimeDelta::milliseconds(50);

/// The largest step ahead that the clock follows at once.
const STEP: TimeDelta = TimeDelta::seconds(1);

/// How long the other clock must be ahead by more than a step before this clock follows it. Its
/// machine may correct itself.
const BELIEVED_AFTER: std::time::Duration = std::time::Duration::from_mins(2);

impl Following {
    fn shows(&self, at: Instant) -> Moment {
        self.told.shows(at) + self.ahead
    }

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
    /// Returns the clock of the machine.
    pub const fn system() -> Clock {
        Clock(Source::System)
    }

    /// Returns a clock that follows another one, which answered `told` to a question at `asked`.
    pub fn following(asked: Instant, told: Moment) -> Clock {
        let told = Told::now(asked, told);
        Clock(Source::Following(Arc::new(Mutex::new(Following {
            told,
            doubted: None,
            ahead: TimeDelta::zero(),
        }))))
    }

    /// Corrects a clock that follows another one, which answered `told` to a question at `asked`.
    /// It follows a jump ahead only after two minutes: times that are stored too late lock players
    /// out, and data that is deleted too early is lost.
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

    /// Whether the last answer of the other clock was ahead and this clock does not follow it yet.
    pub fn is_in_doubt(&self) -> bool {
        match &self.0 {
            Source::Following(clock) => {
                let clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
                clock.doubted.is_some()
            }
            Source::System | Source::Set(_) => false,
        }
    }

    /// Returns a clock that shows this moment until a test moves it.
    pub fn set(moment: Moment) -> Clock {
        Clock(Source::Set(Arc::new(Mutex::new(moment))))
    }

    /// Returns the current time.
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::System => Utc::now(),
            Source::Following(clock) => {
                let clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
                clock.shows(Instant::now())
            }
            Source::Set(moment) => *moment.lock().unwrap_or_else(PoisonError::into_inner),
        }
        .trunc_subsecs(3)
    }

    /// Moves a clock forward for tests and sandboxes. A clock that follows another one then runs
    /// ahead of it. Has no effect on the clock of the machine.
    pub fn forward(&self, by: Duration) {
        match &self.0 {
            Source::System => {}
            Source::Following(clock) => {
                clock.lock().unwrap_or_else(PoisonError::into_inner).ahead += by;
            }
            Source::Set(moment) => {
                *moment.lock().unwrap_or_else(PoisonError::into_inner) += by;
            }
        }
    }

    /// Returns how far [`Clock::forward`] has moved this clock ahead of the one that it follows.
    pub fn ahead(&self) -> TimeDelta {
        match &self.0 {
            Source::Following(clock) => clock.lock().unwrap_or_else(PoisonError::into_inner).ahead,
            Source::System | Source::Set(_) => TimeDelta::zero(),
        }
    }
}

/// Formats a time as RFC 3339 in UTC with milliseconds, as the server hashes and shows it.
pub fn rfc3339(moment: Moment) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A_DAY: TimeDelta = TimeDelta::days(1);

    /// Returns a clock that has just begun to follow another one. The function returns the other
    /// clock's reading after some seconds, ahead by a given time.
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
            ahead: TimeDelta::zero(),
        };
        (clock, told)
    }

    #[test]
    fn clock_ignores_a_jump_ahead_that_is_soon_corrected() {
        let (mut clock, told) = following();
        let none = TimeDelta::zero();
        assert_eq!(clock.correct(told(10, A_DAY)), Correction::Doubted(A_DAY));
        assert_eq!(clock.correct(told(40, A_DAY)), Correction::Kept);
        assert_eq!(clock.correct(told(50, none)), Correction::Kept);
        // The next jump counts as a new one.
        assert_eq!(clock.correct(told(140, A_DAY)), Correction::Doubted(A_DAY));
        assert_eq!(clock.told.shows(told(150, none).at), told(150, none).moment);
    }

    #[test]
    fn clock_follows_a_lasting_jump_ahead_and_corrects_back_at_once() {
        let (mut clock, told) = following();
        assert_eq!(clock.correct(told(10, A_DAY)), Correction::Doubted(A_DAY));
        assert_eq!(clock.correct(told(130, A_DAY)), Correction::Set(A_DAY));
        let back = clock.correct(told(140, TimeDelta::zero()));
        assert_eq!(back, Correction::Set(-A_DAY));
    }

    #[test]
    fn moved_clock_stays_ahead_after_a_correction() {
        let (mut clock, told) = following();
        clock.ahead = A_DAY;
        let off = TimeDelta::milliseconds(200);
        assert_eq!(clock.correct(told(10, off)), Correction::Set(off));
        let at = told(20, off);
        assert_eq!(clock.shows(at.at), at.moment + A_DAY);
    }
}
