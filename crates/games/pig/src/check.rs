//! Checks the invariants of every position. `Err` names the broken one.

use rules::SeatSet;
use rules::text::ensure;

use crate::state::{Phase, State};

/// Checks all invariants.
pub(crate) fn check(state: &State) -> Result<(), String> {
    let goal = state.options.goal.points();
    let (there, beyond) = state.scores.split_at(state.seats.into());
    let winners = there.iter().filter(|score| **score >= goal).count();
    let strangers = state.gone.without(SeatSet::first(state.seats));
    ensure(beyond.iter().all(|score| *score == 0), "nobody has points")?;
    ensure(strangers.is_empty(), "a seat left that does not exist")?;
    match state.phase {
        Phase::Turn { active, stake } => {
            let there = state.staying().iter().any(|seat| seat == active);
            ensure(there, "the active seat is not there")?;
            ensure(state.staying().len() > 1, "one seat plays on alone")?;
            ensure(stake != 1, "a 1 is at stake")?;
            let score = state.scores[active.index()].saturating_add(stake);
            ensure(winners == 0 && score < goal, "the goal was reached before")
        }
        Phase::Over => ensure(
            winners == 1 || state.staying().len() == 1,
            "the game is over for no reason",
        ),
    }
}
