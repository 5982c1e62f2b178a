//! The clocks of a game, one per seat, as stored in its row.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::PlayerId;
use rules::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clocks::ahead;
use crate::clocks::calendar::{Calendar, Stretch};
use crate::clocks::pace::{Pace, Time};
use crate::refusal::{Refusal, Result};

/// How long before the deadline the last reminder comes.
const LAST_CALL: TimeDelta = TimeDelta::days(1);

/// Players who start with less time than this get no reminder.
const TOO_SHORT: TimeDelta = TimeDelta::hours(2);

/// The minimum time of a seat after another player takes it, or after a bot has played for it.
const FRESH_START: TimeDelta = TimeDelta::days(1);

/// A running clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    /// The ply since which the seat has to decide, or the ply of its last move.
    pub ply: u64,
    /// When the clock started.
    pub since: Moment,
    /// Milliseconds left at that time, including extensions.
    pub left: i64,
    /// When no time is left.
    pub deadline: Moment,
    /// When the seat is timed out: the deadline plus the grace period.
    pub ends: Moment,
    /// The time of the last reminder.
    pub reminded: Option<Moment>,
    /// A bit set of the seats that have given an extension.
    pub extended_by: u16,
}

impl Running {
    fn left(&self) -> TimeDelta {
        TimeDelta::milliseconds(self.left)
    }

    /// Computes the deadline. Call it again when the calendar or the time left has changed.
    fn plan(&mut self, pace: &Pace, calendar: Calendar<'_>) {
        self.deadline = calendar.after(self.since, self.left());
        self.ends = calendar.after(self.deadline, pace.grace());
    }

    /// Adds the length of each outage in which the time ran out. Returns `false` if there was none.
    fn make_up(&mut self, pace: &Pace, calendar: Calendar<'_>, outages: &[Stretch]) -> bool {
        let mut changed = false;
        // The added time may run out in a later outage.
        for outage in outages {
            if outage.begins < self.ends && self.ends <= outage.ends {
                // The part of the outage before the clock started does not count.
                let took = outage.ends - outage.begins.max(self.since);
                self.left += took.num_milliseconds();
                self.plan(pace, calendar);
                changed = true;
            }
        }
        changed
    }

    /// Returns the times of future reminders: at half time, unless there was one before, and when
    /// one day is left.
    fn reminders(&self, calendar: Calendar<'_>) -> impl Iterator<Item = Moment> + use<> {
        let left = self.left();
        let reminded = self.reminded;
        let half = reminded
            .is_none()
            .then(|| calendar.after(self.since, left / 2));
        let last = (left > LAST_CALL).then(|| calendar.after(self.since, left - LAST_CALL));
        let moments = (left >= TOO_SHORT).then_some([half, last]);
        moments
            .into_iter()
            .flatten()
            .flatten()
            .filter(move |at| reminded.is_none_or(|before| *at > before))
    }

    /// Returns the time of the latest reminder that is due. After the deadline, there is none.
    pub fn reminder_due(&self, calendar: Calendar<'_>, now: Moment) -> Option<Moment> {
        let due = self.reminders(calendar).filter(|at| *at <= now).max();
        due.filter(|_| now < self.deadline)
    }

    /// Returns the time of the clock's next event.
    fn look_at(&self, calendar: Calendar<'_>) -> Moment {
        self.reminders(calendar)
            .filter(|at| *at < self.deadline)
            .chain([self.ends])
            .min()
            .unwrap_or(self.ends)
    }
}

/// The clock of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatClock {
    /// Milliseconds in the bank while the clock does not run. Only in a game with a bank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<i64>,
    /// The clock, if it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Running>,
    /// By player id, the milliseconds that were left when the player gave this seat away, until the
    /// seat moves. A player who takes the seat back continues with them, so handing the seat back
    /// and forth gains no time.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub given_away: BTreeMap<i64, i64>,
}

/// A seat that changed hands.
#[derive(Clone, Copy, Debug)]
pub struct Handed {
    /// The seat.
    pub seat: Seat,
    /// The previous player.
    pub from: PlayerId,
    /// The new player; `None` for a bot.
    pub to: Option<PlayerId>,
    /// Whether the new player had the seat before.
    pub back: bool,
}

/// The clocks of a game, in seat order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Clocks(pub Vec<SeatClock>);

/// A change of the game that affects its clocks.
#[derive(Clone, Copy)]
pub struct Change<'a> {
    /// The players' seats that have to decide now.
    pub owing: SeatSet,
    /// The number of moves of each seat.
    pub moves: &'a [u16],
    /// The seats for which a bot has played.
    pub afresh: SeatSet,
    /// The seats that changed hands.
    pub handed: &'a [Handed],
    /// The outages in which a clock may have run out, and which no look at the clocks has handled
    /// yet.
    pub outages: &'a [Stretch],
    /// The number of entries after the change.
    pub ply: u64,
    /// The time of the change.
    pub now: Moment,
}

impl Clocks {
    /// Creates full clocks that do not run.
    pub fn new(pace: &Pace, seats: u8) -> Clocks {
        let bank = match pace.time {
            Time::PerMove { .. } => None,
            Time::Bank { .. } => Some(pace.time.whole().num_milliseconds()),
        };
        let clock = SeatClock {
            bank,
            ..SeatClock::default()
        };
        Clocks(vec![clock; seats.into()])
    }

    /// Reads stored clocks.
    pub fn read(stored: &Value) -> Result<Clocks> {
        Clocks::deserialize(stored).map_err(Refusal::internal)
    }

    /// Returns the clocks in their stored form.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }

    /// Whether a clock has run out at this time.
    pub fn ran_out(&self, now: Moment) -> bool {
        let mut running = self.0.iter().filter_map(|clock| clock.running.as_ref());
        running.any(|running| running.ends <= now)
    }

    /// Returns the clock of a seat, if it runs.
    pub fn running(&self, seat: Seat) -> Option<&Running> {
        self.0.get(seat.index())?.running.as_ref()
    }

    /// Returns the clocks after a change.
    pub fn after<'c>(
        &self,
        pace: &Pace,
        calendar: impl Fn(Seat) -> Calendar<'c>,
        change: Change<'_>,
    ) -> Clocks {
        let clocks = Seat::all(self.0.len() as u8).zip(&self.0);
        Clocks(
            clocks
                .map(|(seat, clock)| {
                    let moves = change.moves.get(seat.index()).copied().unwrap_or(0);
                    clock.after(pace, calendar(seat), seat, moves, change)
                })
                .collect(),
        )
    }

    /// Recomputes all deadlines after a change of the calendar.
    pub fn replan<'c>(&mut self, pace: &Pace, calendar: impl Fn(Seat) -> Calendar<'c>) {
        for (seat, clock) in Seat::all(self.0.len() as u8).zip(&mut self.0) {
            if let Some(running) = &mut clock.running {
                running.plan(pace, calendar(seat));
            }
        }
    }

    /// Makes clocks start now that would start in the future, because the server's clock was ahead
    /// when they were stored.
    pub fn begin_by(&mut self, now: Moment) {
        let running = self.0.iter_mut().filter_map(|it| it.running.as_mut());
        for running in running.filter(|it| it.since > now + ahead::NOTICED) {
            running.since = now;
        }
    }

    /// Adds time to the running clock of a seat, in addition to these outages. Returns `false` if
    /// the clock does not run.
    pub fn extend(
        &mut self,
        pace: &Pace,
        calendar: Calendar<'_>,
        outages: &[Stretch],
        seat: Seat,
        more: TimeDelta,
        by: Seat,
    ) -> bool {
        let clock = self.0.get_mut(seat.index());
        let Some(running) = clock.and_then(|clock| clock.running.as_mut()) else {
            return false;
        };
        running.make_up(pace, calendar, outages);
        running.left += more.num_milliseconds();
        running.extended_by |= 1 << by.number();
        running.plan(pace, calendar);
        true
    }

    /// Returns the clocks at the resumption of a game that was paused at `paused_at`, with the time
    /// that was left then. Outages before the pause count, because no look may have handled them
    /// yet.
    pub fn resumed<'c>(
        &self,
        pace: &Pace,
        calendar: impl Fn(Seat) -> Calendar<'c>,
        outages: &[Stretch],
        paused_at: Moment,
        now: Moment,
    ) -> Clocks {
        let before: Vec<Stretch> = outages
            .iter()
            .filter(|outage| outage.begins < paused_at)
            .map(|outage| Stretch {
                begins: outage.begins,
                ends: outage.ends.min(paused_at),
            })
            .collect();
        let mut clocks = self.clone();
        clocks.make_up(pace, &calendar, &before);
        for (seat, clock) in Seat::all(clocks.0.len() as u8).zip(&mut clocks.0) {
            if let Some(running) = &mut clock.running {
                let used = calendar(seat).running(running.since, paused_at);
                let left = (running.left() - used).max(TimeDelta::zero());
                (running.since, running.left) = (now, left.num_milliseconds());
                running.plan(pace, calendar(seat));
            }
        }
        clocks
    }

    /// Adds the length of these outages to every clock that ran out in one. Returns `false` if
    /// there is none.
    pub fn make_up<'c>(
        &mut self,
        pace: &Pace,
        calendar: impl Fn(Seat) -> Calendar<'c>,
        outages: &[Stretch],
    ) -> bool {
        let mut changed = false;
        for (seat, clock) in Seat::all(self.0.len() as u8).zip(&mut self.0) {
            if let Some(running) = &mut clock.running {
                changed |= running.make_up(pace, calendar(seat), outages);
            }
        }
        changed
    }

    /// Returns the time of the next event of any clock.
    pub fn look_at<'c>(&self, calendar: impl Fn(Seat) -> Calendar<'c>) -> Option<Moment> {
        Seat::all(self.0.len() as u8)
            .zip(&self.0)
            .filter_map(|(seat, clock)| Some(clock.running.as_ref()?.look_at(calendar(seat))))
            .min()
    }
}

impl SeatClock {
    fn after(
        &self,
        pace: &Pace,
        calendar: Calendar<'_>,
        seat: Seat,
        moves: u16,
        change: Change<'_>,
    ) -> SeatClock {
        let owes = change.owing.contains(seat);
        let handed = change.handed.iter().find(|it| it.seat == seat);
        let is_back = handed.is_some_and(|it| it.back);
        let afresh = change.afresh.contains(seat) || (handed.is_some() && !is_back);
        let same_turn = owes && moves == 0;
        if let Some(running) = &self.running
            && same_turn
            && !afresh
            && !is_back
        {
            return SeatClock {
                running: Some(running.clone()),
                ..self.clone()
            };
        }
        let whole = pace.time.whole();
        let rest = self.running.as_ref().map(|running| {
            let mut running = running.clone();
            running.make_up(pace, calendar, change.outages);
            let used = calendar.running(running.since, change.now);
            (running.left() - used).max(TimeDelta::zero())
        });
        let mut given_away = match same_turn {
            true => self.given_away.clone(),
            false => BTreeMap::new(),
        };
        if let (Some(handed), Some(rest), true) = (handed, rest, same_turn) {
            given_away.insert(handed.from.0, rest.num_milliseconds());
        }
        let mut left = match (pace.time, rest) {
            (Time::PerMove { .. }, Some(rest)) if is_back && same_turn => rest,
            (Time::PerMove { .. }, _) => whole,
            (Time::Bank { .. }, None) => {
                TimeDelta::milliseconds(self.bank.unwrap_or(whole.num_milliseconds()))
            }
            (Time::Bank { .. }, Some(rest)) => rest,
        };
        let to = handed.filter(|it| it.back).and_then(|it| it.to);
        if let Some(own) = to.and_then(|to| given_away.get(&to.0)) {
            left = left.min(TimeDelta::milliseconds(*own));
        }
        if let Time::Bank {
            increment_hours, ..
        } = pace.time
        {
            let increment = TimeDelta::hours(i64::from(increment_hours) * i64::from(moves));
            // An extension may have raised it above the initial amount.
            left = (left + increment).min(whole.max(left));
        }
        if afresh {
            left = left.max(FRESH_START);
        }
        let bank = matches!(pace.time, Time::Bank { .. }).then(|| left.num_milliseconds());
        let running = owes.then(|| {
            let mut running = Running {
                ply: change.ply,
                since: change.now,
                left: left.num_milliseconds(),
                deadline: change.now,
                ends: change.now,
                reminded: None,
                extended_by: 0,
            };
            running.plan(pace, calendar);
            running
        });
        SeatClock {
            bank,
            running,
            given_away,
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};
    use rules::LeadsTo;

    use super::*;

    fn pace(time: Time) -> Pace {
        Pace {
            time,
            on_timeout: LeadsTo::Leave,
            grace_hours: 0,
            pause: None,
            holidays: true,
        }
    }

    fn at(hour: i64) -> Moment {
        Utc.timestamp_nanos(0) + TimeDelta::hours(hour)
    }

    /// Returns the clocks after `moves` at this hour, with these seats to decide.
    fn step(clocks: &Clocks, pace: &Pace, hour: i64, moves: [u16; 3], owing: &[u8]) -> Clocks {
        let change = Change {
            owing: owing.iter().map(|seat| Seat(*seat)).collect(),
            moves: &moves,
            afresh: SeatSet::EMPTY,
            handed: &[],
            outages: &[],
            ply: hour.unsigned_abs(),
            now: at(hour),
        };
        clocks.after(pace, |_| Calendar::new(None, &[]), change)
    }

    fn deadlines(clocks: &Clocks) -> Vec<Option<i64>> {
        let hours = |running: &Running| (running.deadline - at(0)).num_hours();
        let clocks = clocks.0.iter();
        clocks.map(|it| it.running.as_ref().map(hours)).collect()
    }

    #[test]
    fn each_seat_of_a_simultaneous_turn_has_its_own_clock() {
        let pace = pace(Time::PerMove { days: 1 });
        let all = step(&Clocks::new(&pace, 3), &pace, 0, [0; 3], &[0, 1, 2]);
        assert_eq!(deadlines(&all), [Some(24), Some(24), Some(24)]);
        // A seat that has decided has no running clock. The other clocks continue.
        let two = step(&all, &pace, 5, [0, 1, 0], &[0, 2]);
        assert_eq!(deadlines(&two), [Some(24), None, Some(24)]);
        // The last move opens the next turn for all seats, with a new decision for each.
        let one = step(&two, &pace, 6, [1, 0, 0], &[2]);
        let next = step(&one, &pace, 9, [0, 0, 1], &[0, 1, 2]);
        assert_eq!(deadlines(&next), [Some(33), Some(33), Some(33)]);
    }

    #[test]
    fn clock_that_ran_out_in_an_outage_is_extended_by_its_length() {
        let pace = pace(Time::PerMove { days: 1 });
        let start = step(&Clocks::new(&pace, 3), &pace, 0, [0; 3], &[0, 1, 2]);
        let after = |outages: &[(i64, i64)]| {
            let stretch = |(begins, ends): &(i64, i64)| Stretch {
                begins: at(*begins),
                ends: at(*ends),
            };
            let outages: Vec<Stretch> = outages.iter().map(stretch).collect();
            let mut clocks = start.clone();
            let changed = clocks.make_up(&pace, |_| Calendar::new(None, &[]), &outages);
            // A second look adds nothing.
            assert!(!clocks.make_up(&pace, |_| Calendar::new(None, &[]), &outages));
            (changed, deadlines(&clocks)[1])
        };
        assert_eq!(after(&[(20, 30)]), (true, Some(34)));
        assert_eq!(after(&[(2, 23), (24, 30)]), (false, Some(24)));
        assert_eq!(after(&[(23, 26), (26, 40)]), (true, Some(41)));
        assert_eq!(after(&[]), (false, Some(24)));
        // The outage began before the clock started.
        assert_eq!(after(&[(-9, 30)]), (true, Some(54)));
    }

    /// Returns the clocks after the only seat that has to decide changes hands.
    fn handed(
        clocks: &Clocks,
        pace: &Pace,
        hour: i64,
        (from, to): (i64, i64),
        back: bool,
    ) -> Clocks {
        let handed = Handed {
            seat: Seat(0),
            from: PlayerId(from),
            to: Some(PlayerId(to)),
            back,
        };
        let change = Change {
            owing: [Seat(0)].into_iter().collect(),
            moves: &[0; 3],
            afresh: SeatSet::EMPTY,
            handed: &[handed],
            outages: &[],
            ply: hour.unsigned_abs(),
            now: at(hour),
        };
        clocks.after(pace, |_| Calendar::new(None, &[]), change)
    }

    #[test]
    fn seat_transferred_and_taken_back_keeps_its_remaining_time() {
        for (time, fresh) in [
            (Time::PerMove { days: 3 }, 60 + 72),
            (
                Time::Bank {
                    days: 3,
                    increment_hours: 0,
                },
                60 + 24,
            ),
        ] {
            let pace = pace(time);
            let ann = step(&Clocks::new(&pace, 3), &pace, 0, [0; 3], &[0]);
            let ben = handed(&ann, &pace, 60, (1, 2), false);
            assert_eq!(deadlines(&ben)[0], Some(fresh), "{time:?}");
            // Twelve hours were left. Handing the seat back and forth gains nothing.
            let back = handed(&ben, &pace, 61, (2, 1), true);
            assert_eq!(deadlines(&back)[0], Some(61 + 12), "{time:?}");
            let again = handed(&back, &pace, 62, (1, 2), true);
            let back = handed(&again, &pace, 63, (2, 1), true);
            assert_eq!(deadlines(&back)[0], Some(63 + 10), "{time:?}");
        }
    }

    #[test]
    fn time_bank_counts_down_and_gains_up_to_its_initial_size() {
        let pace = pace(Time::Bank {
            days: 2,
            increment_hours: 6,
        });
        let bank = |clocks: &Clocks, seat: usize| clocks.0[seat].bank.map(|ms| ms / 3_600_000);
        let start = step(&Clocks::new(&pace, 3), &pace, 0, [0; 3], &[0]);
        assert_eq!(deadlines(&start)[0], Some(48));
        let passed = step(&start, &pace, 20, [1, 0, 0], &[1]);
        assert_eq!(
            (bank(&passed, 0), deadlines(&passed)[1]),
            (Some(34), Some(68))
        );
        let back = step(&passed, &pace, 22, [0, 1, 0], &[0]);
        assert_eq!((deadlines(&back)[0], bank(&back, 1)), (Some(56), Some(48)));
        // A second move in a row continues with the time left.
        let on = step(&back, &pace, 32, [1, 0, 0], &[0]);
        assert_eq!(deadlines(&on)[0], Some(32 + 24 + 6));
    }
}
