//! Circuit breakers for slow receivers: a receiver that took too long gets a pause, which doubles
//! each time.
//!
//! A key is an origin (scheme, host and port) if the host could not be reached in time. It is a
//! whole URL if the host was reached but did not answer in time, because other URLs at the same
//! host may work. Each process keeps its own list. A quick failure causes no pause, because it
//! delays no other request. Waiting for a permit or for the database causes none either.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;
use sha2::{Digest, Sha256};

use common::clock::Moment;

/// The first and the longest pause.
const RESTS: (TimeDelta, TimeDelta) = (TimeDelta::seconds(15), TimeDelta::minutes(5));

/// The largest number of receivers in the list.
const MOST: usize = 10_000;

/// A pause: which one in its series, its start and its end.
#[derive(Clone, Copy)]
struct Rest {
    nth: u32,
    since: Moment,
    until: Moment,
}

/// The hash of an origin or URL, which may be long and is its owner's secret.
type Key = [u8; 32];

fn hash(key: &str) -> Key {
    Sha256::digest(key).into()
}

/// The receivers that are paused.
#[derive(Default)]
pub(super) struct Circuits(Mutex<HashMap<Key, Rest>>);

impl Circuits {
    fn all(&self) -> MutexGuard<'_, HashMap<Key, Rest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when the longest pause of these receivers ends, if any is paused.
    pub(super) fn rests(&self, keys: &[&str], now: Moment) -> Option<Moment> {
        let all = self.all();
        let rests = keys.iter().filter_map(|key| all.get(&hash(key)));
        let ends = rests.map(|rest| rest.until);
        // Ignores pauses that were set while the clock was ahead.
        ends.filter(|it| *it > now && *it <= now + RESTS.1 * 2)
            .max()
    }

    /// Ends the pause of a receiver, which has answered.
    pub(super) fn answered(&self, key: &str) {
        self.all().remove(&hash(key));
    }

    /// Starts a pause for a receiver that took too long. The attempt started at `began`.
    pub(super) fn was_late(&self, key: &str, began: Moment, now: Moment) {
        let (key, mut all) = (hash(key), self.all());
        if all.len() >= MOST {
            all.retain(|_, rest| rest.until > now);
        }
        let before = all.get(&key).copied();
        let nth = match before {
            // This attempt was already under way when the pause started. Such attempts count once.
            Some(rest) if began <= rest.since && rest.since <= now => return,
            Some(rest) if now - rest.until < RESTS.1 => rest.nth.saturating_add(1),
            _ => 0,
        };
        if before.is_none() && all.len() >= MOST {
            return;
        }
        let lasts = (RESTS.0 * 2_i32.pow(nth.min(10))).min(RESTS.1);
        let rest = Rest {
            nth,
            since: now,
            until: now + lasts,
        };
        all.insert(key, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Moment {
        Moment::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn pause_of_a_slow_receiver_doubles_up_to_five_minutes() {
        let circuits = Circuits::default();
        let mut now = at(0);
        let mut rests = Vec::new();
        for _ in 0..7 {
            now += TimeDelta::seconds(1);
            circuits.was_late("a", now, now);
            let until = circuits.rests(&["a"], now).unwrap();
            rests.push((until - now).num_seconds());
            now = until;
            assert_eq!(circuits.rests(&["a"], now), None);
        }
        assert_eq!(rests, [15, 30, 60, 120, 240, 300, 300]);
    }

    #[test]
    fn concurrent_slow_attempts_count_once() {
        let circuits = Circuits::default();
        for _ in 0..3 {
            circuits.was_late("a", at(0), at(5));
        }
        assert_eq!(circuits.rests(&["a"], at(5)), Some(at(20)));
    }

    #[test]
    fn answer_ends_the_pause_of_a_receiver() {
        let circuits = Circuits::default();
        circuits.was_late("a", at(0), at(5));
        circuits.answered("a");
        assert_eq!(circuits.rests(&["a"], at(6)), None);
    }

    #[test]
    fn pause_set_by_a_clock_ahead_is_ignored() {
        let circuits = Circuits::default();
        circuits.was_late("a", at(90_000), at(90_005));
        assert_eq!(circuits.rests(&["a"], at(0)), None);
        circuits.was_late("a", at(0), at(5));
        assert_eq!(circuits.rests(&["a"], at(5)), Some(at(35)));
    }

    #[test]
    fn pause_of_one_receiver_does_not_affect_others() {
        let circuits = Circuits::default();
        circuits.was_late("a", at(0), at(5));
        assert_eq!(circuits.rests(&["b"], at(6)), None);
    }
}
