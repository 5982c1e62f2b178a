//! The clock of a seat, as shown to viewers of the game.

use std::sync::Arc;

use chrono::TimeDelta;
use common::clock::Moment;
use db::sets::GameStatus;

use crate::clocks::pace::{Pace, Time};
use crate::clocks::{Calendar, Clocks, Stretch};
use crate::refusal::Result;
use crate::store::games::{GameRow, SeatRow};
use crate::store::holidays::Holiday;
use crate::tables;

/// The data for showing clocks, besides the game.
#[derive(Clone, Debug)]
pub struct Times {
    /// Holidays of the players, including past ones.
    pub holidays: Arc<[Holiday]>,
    /// The current time.
    pub now: Moment,
}

/// The clock of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatTimes {
    /// The deadline, if the seat has to decide.
    pub deadline: Option<Moment>,
    /// When the seat is timed out: the deadline plus the grace period.
    pub times_out_at: Option<Moment>,
    /// The remaining time. A bank is also shown while the clock does not run.
    pub left: Option<TimeDelta>,
    /// The end of the current pause, if the clock is stopped by one.
    pub stands_still_until: Option<Moment>,
    /// The player's current and future holidays, if they count.
    pub holidays: Vec<Stretch>,
}

/// Returns the clocks of a game in seat order, with its pace. Returns `None` if it has no pace.
pub fn seat_times(
    row: &GameRow,
    seats: &[SeatRow],
    times: &Times,
) -> Result<Option<(Pace, Vec<SeatTimes>)>> {
    let Some(pace) = tables::pace(row)? else {
        return Ok(None);
    };
    let clocks = row.clocks.as_ref().map(Clocks::read).transpose()?;
    let shown = seats
        .iter()
        .map(|seat| one(&pace, clocks.as_ref(), row, seat, times))
        .collect();
    Ok(Some((pace, shown)))
}

fn one(
    pace: &Pace,
    clocks: Option<&Clocks>,
    row: &GameRow,
    seat: &SeatRow,
    times: &Times,
) -> SeatTimes {
    let own = |holiday: &&Holiday| {
        pace.holidays
            && seat.player_id == Some(holiday.player_id)
            && row.status != GameStatus::Finished
    };
    let away: Vec<Stretch> = times
        .holidays
        .iter()
        .filter(own)
        .map(|holiday| Stretch {
            begins: holiday.begins_at,
            ends: holiday.ends_at,
        })
        .collect();
    let calendar = Calendar::new(pace.pause.as_ref(), &away);
    let place = seat.seat;
    let clock = clocks.and_then(|clocks| clocks.0.get(place.index()));
    let running = clock
        .and_then(|clock| clock.running.as_ref())
        .filter(|_| row.status == GameStatus::Running);
    let left = match (running, pace.time) {
        (Some(running), _) => {
            let until = row.paused_at.unwrap_or(times.now);
            let used = calendar.running(running.since, until);
            let left = TimeDelta::milliseconds(running.left) - used;
            Some(left.max(TimeDelta::zero()))
        }
        (None, Time::Bank { .. }) => {
            clock.and_then(|clock| clock.bank.map(TimeDelta::milliseconds))
        }
        (None, Time::PerMove { .. }) => None,
    };
    // While the game is paused, the deadline is unknown.
    let running = running.filter(|_| row.paused_at.is_none());
    SeatTimes {
        deadline: running.map(|running| running.deadline),
        times_out_at: running.map(|running| running.ends),
        left,
        stands_still_until: running
            .and_then(|_| calendar.pause_at(times.now))
            .map(|pause| pause.ends),
        holidays: away
            .iter()
            .copied()
            .filter(|holiday| holiday.ends > times.now)
            .collect(),
    }
}
