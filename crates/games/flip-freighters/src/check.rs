//! Checks the invariants of every position.

use super::card::CARDS;
use super::legal::allowed::MOST;
use super::sheet::{HOURS, Sheet, Truck};
use super::state::{DAYS, Player, State};
use super::trucks::{Constraint, SQUARES, TruckId};
use rules::{Seat, SeatSet};

/// Returns the first broken invariant as an error.
pub(super) fn check(state: &State) -> Result<(), String> {
    let cards = state.deck().fold(0_u64, |set, card| set | 1 << card.id());
    if cards != (1 << CARDS) - 1 {
        return Err("the deck does not hold every card once".to_owned());
    }
    let table = SeatSet::first(state.seats());
    for (set, what) in [
        (state.ended, "ended"),
        (state.gone, "left"),
        (state.acted, "acted"),
    ] {
        if !set.without(table).is_empty() {
            return Err(format!("somebody who is not there has {what}"));
        }
    }
    if !state.ended.without(state.acted).is_empty() {
        return Err("somebody has ended the day without doing anything".to_owned());
    }
    if state.is_over() {
        if !state.acted.is_empty() {
            return Err("the game is over in the middle of a day".to_owned());
        }
    } else if state.awaited().is_empty() {
        return Err("everybody has ended the day and it has not closed".to_owned());
    }
    state
        .all_seats()
        .try_for_each(|seat| player(state, seat).map_err(|broken| format!("seat {seat}: {broken}")))
}

fn player(state: &State, seat: Seat) -> Result<(), String> {
    let player = state.player(seat);
    sheet(&player.opening)?;
    sheet(&player.sheet)?;
    weeks(state, player)?;
    today(state, player)?;
    if player.used != 0 && !state.acted.contains(seat) {
        return Err("a card is used and nothing was done".to_owned());
    }
    Ok(())
}

fn sheet(sheet: &Sheet) -> Result<(), String> {
    if sheet.hours > HOURS || sheet.move_hours > HOURS - sheet.hours {
        return Err("there are five hours".to_owned());
    }
    for (id, it) in sheet.trucks() {
        truck(id, it).map_err(|broken| format!("{id}: {broken}"))?;
    }
    Ok(())
}

fn truck(id: TruckId, truck: Truck) -> Result<(), String> {
    let position = truck.position();
    if position > id.last() {
        return Err("it stands beyond its last circle".to_owned());
    }
    if position > 0 && truck.is_empty() {
        return Err("it has moved without goods".to_owned());
    }
    if position == id.last() && !truck.is_delivered() {
        return Err("it is not delivered on its last circle".to_owned());
    }
    if truck.is_delivered() && !id.is_stop(position) {
        return Err("it is delivered where there is no stop".to_owned());
    }
    if (id.squares()..SQUARES as u8).any(|square| truck.good(square).is_some()) {
        return Err("it has goods where it has no square".to_owned());
    }
    if truck.goods().any(|value| value > MOST) {
        return Err(format!("a value is above {MOST}"));
    }
    let mut seen = truck.goods();
    match id.printed().constraint {
        Constraint::Nothing => {}
        Constraint::AllSame => {
            let first = seen.next();
            if seen.any(|value| Some(value) != first) {
                return Err("its values differ".to_owned());
            }
        }
        Constraint::AllDifferent => {
            let set = seen.clone().fold(0_u16, |set, value| set | 1 << value);
            if (set.count_ones() as usize) < seen.count() {
                return Err("two of its values are the same".to_owned());
            }
        }
        Constraint::Printed(values) => {
            let fits = |(square, value): (u8, u8)| truck.good(square).is_none_or(|it| it == value);
            if !(0..).zip(values).all(fits) {
                return Err("a value is not the printed one".to_owned());
            }
        }
    }
    Ok(())
}

fn weeks(state: &State, player: &Player) -> Result<(), String> {
    let closed = usize::from(state.closed) / DAYS;
    if player.weeks[closed..].iter().any(|score| *score > 0) {
        return Err("a week has a score and has not closed".to_owned());
    }
    if !player.weeks[..closed].is_sorted() {
        return Err("a week paid less than the one before".to_owned());
    }
    match player.weeks[..closed].last() {
        Some(last) if *last > player.opening.pay() => {
            Err("the last week paid more than the delivered trucks".to_owned())
        }
        _ => Ok(()),
    }
}

/// Checks the possible changes of a sheet within a day.
fn today(state: &State, player: &Player) -> Result<(), String> {
    let (before, after) = (&player.opening, &player.sheet);
    if after.hours > before.hours || after.move_hours < before.move_hours {
        return Err("hours have come back".to_owned());
    }
    for (id, old) in before.trucks() {
        let new = after.truck(id);
        let kept = new.cargo() & old.cargo() == old.cargo();
        let grown = new.cargo() != old.cargo();
        if !kept || (grown && old.position() > 0) {
            return Err(format!("{id}: its goods have changed"));
        }
        if new.position() < old.position() || (old.is_delivered() && !new.is_delivered()) {
            return Err(format!("{id}: it has come back"));
        }
    }
    let cards = after.loads() - before.loads() + after.move_cards - before.move_cards;
    if u32::from(cards) != player.used.count_ones() {
        return Err(format!("{cards} things were done with other cards"));
    }
    if player.used >= 1 << state.cards().len() {
        return Err("a card is used that does not lie there".to_owned());
    }
    Ok(())
}
