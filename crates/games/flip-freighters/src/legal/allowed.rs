//! Checks whether a move is legal, and determines its effect on the sheet (R5, R6, R7).
//!
//! The checks run in the order of R10. A fault is a plain value, so that illegal candidates cost
//! nothing when moves are listed. Its sentence is in `refuse.rs`.

use crate::card::Card;
use crate::moves::{Leg, Move};
use crate::options::OvertimeRule;
use crate::sheet::Sheet;
use crate::state::State;
use crate::trucks::{Constraint, TRUCKS, TruckId};
use rules::Seat;
use rules::reading::Named;

/// The maximum value in a square.
pub(crate) const MOST: u8 = 11;

/// The reason why a move is illegal. The names are the codes of R10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, rules::strum::IntoStaticStr)]
#[strum(crate = "rules::strum")]
pub(crate) enum Fault {
    GameOver,
    /// The player has left, or the seat does not exist.
    Gone,
    /// The player has ended the day.
    Ended,
    UnknownCard,
    CardAlreadyUsed(Card),
    UnknownSquare(Option<TruckId>),
    SquareOccupied(TruckId, u8),
    TruckDeparted(TruckId),
    ValueOutOfRange,
    SuitMismatch(TruckId, u8),
    PrintedValueMismatch(TruckId, u8),
    SquareSkipped(TruckId),
    MustBeSame(TruckId, u8),
    MustBeDifferent(TruckId, u8),
    /// The hours that the move costs.
    NotEnoughOvertime(u8),
    EmptyMove,
    UnknownTruck,
    DuplicateTruck(TruckId),
    TruckDelivered(TruckId),
    TruckEmpty(TruckId),
    BadTarget(TruckId),
    NotAStop(TruckId),
}

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// The card in this place is used, with this sheet as the result.
    Use { place: usize, sheet: Sheet },
    /// The player ends the day.
    End,
    /// The player restarts the day.
    Restart,
}

/// Checks a move in the order of R10. Returns the first fault.
pub(crate) fn step(state: &State, seat: Seat, mv: &Move) -> Result<Step, Fault> {
    is_there(state, seat)?;
    let sheet = |card: i32| {
        is_active(state, seat)?;
        let (place, card) = usable(state, seat, card)?;
        Ok((place, card, state.player(seat).sheet))
    };
    Ok(match mv {
        Move::Load {
            card,
            truck,
            square,
            value,
        } => {
            let (place, card, mut sheet) = sheet(*card)?;
            load(state, &mut sheet, card, *truck, *square, *value)?;
            Step::Use { place, sheet }
        }
        Move::Move { card, legs } => {
            let (place, card, mut sheet) = sheet(*card)?;
            drive(&mut sheet, card, legs)?;
            Step::Use { place, sheet }
        }
        Move::EndTurn {} => {
            is_active(state, seat)?;
            Step::End
        }
        Move::RestartTurn {} => Step::Restart,
    })
}

/// Checks that the seat may still act in this game.
pub(crate) fn is_there(state: &State, seat: Seat) -> Result<(), Fault> {
    if state.is_over() {
        Err(Fault::GameOver)
    } else if !state.is_there(seat) {
        Err(Fault::Gone)
    } else {
        Ok(())
    }
}

fn is_active(state: &State, seat: Seat) -> Result<(), Fault> {
    if state.ended.contains(seat) {
        Err(Fault::Ended)
    } else {
        Ok(())
    }
}

fn usable(state: &State, seat: Seat, id: i32) -> Result<(usize, Card), Fault> {
    let card = Card::of(id).ok_or(Fault::UnknownCard)?;
    let place = state.cards().iter().position(|it| *it == card);
    let place = place.ok_or(Fault::UnknownCard)?;
    if state.player(seat).has_used(place) {
        return Err(Fault::CardAlreadyUsed(card));
    }
    Ok((place, card))
}

/// R5: writes a value in a square and spends the hours for it.
pub(crate) fn load(
    state: &State,
    sheet: &mut Sheet,
    card: Card,
    truck: Named<TruckId>,
    square: i32,
    value: i32,
) -> Result<(), Fault> {
    let id = truck.0.ok_or(Fault::UnknownSquare(None))?;
    let square = u8::try_from(square)
        .ok()
        .filter(|square| *square < id.squares())
        .ok_or(Fault::UnknownSquare(Some(id)))?;
    let truck = sheet.truck(id);
    if truck.good(square).is_some() {
        return Err(Fault::SquareOccupied(id, square));
    }
    if truck.position() > 0 {
        return Err(Fault::TruckDeparted(id));
    }
    let value = u8::try_from(value)
        .ok()
        .filter(|value| (1..=MOST).contains(value))
        .ok_or(Fault::ValueOutOfRange)?;
    let cost = suit_cost(state, card, id, square)? + value_cost(card, value);
    fits(sheet, id, square, value)?;
    if cost > sheet.hours {
        return Err(Fault::NotEnoughOvertime(cost));
    }
    sheet.truck_mut(id).load(square, value);
    sheet.hours -= cost;
    Ok(())
}

/// R6.3: returns the cost of the square's suit.
fn suit_cost(state: &State, card: Card, id: TruckId, square: u8) -> Result<u8, Fault> {
    match (id.suit(square), card.suit()) {
        (Some(asked), Some(suit)) if asked != suit => match state.options.overtime_rule {
            OvertimeRule::Basic => Err(Fault::SuitMismatch(id, square)),
            OvertimeRule::SuitChange => Ok(1),
        },
        _ => Ok(0),
    }
}

/// R6.1: returns the cost of writing this value.
pub(crate) fn value_cost(card: Card, value: u8) -> u8 {
    match card.value() {
        Some(face) => value.abs_diff(face),
        None => value.saturating_sub(6),
    }
}

/// R1.3: checks that the truck accepts this value in this square.
fn fits(sheet: &Sheet, id: TruckId, square: u8, value: u8) -> Result<(), Fault> {
    let truck = sheet.truck(id);
    match id.printed().constraint {
        Constraint::AllSame if truck.goods().any(|it| it != value) => {
            Err(Fault::MustBeSame(id, value))
        }
        Constraint::AllDifferent if truck.goods().any(|it| it == value) => {
            Err(Fault::MustBeDifferent(id, value))
        }
        Constraint::Printed(values) if values[usize::from(square)] != value => {
            Err(Fault::PrintedValueMismatch(id, square))
        }
        _ if truck.is_lost(id, square) => Err(Fault::SquareSkipped(id)),
        _ => Ok(()),
    }
}

/// R7: moves the trucks of all legs and spends the hours for it.
pub(crate) fn drive(sheet: &mut Sheet, card: Card, legs: &[Leg]) -> Result<(), Fault> {
    if legs.is_empty() {
        return Err(Fault::EmptyMove);
    }
    let (mut moved, mut steps) = ([false; TRUCKS], 0);
    for leg in legs {
        let id = leg.truck.0.ok_or(Fault::UnknownTruck)?;
        if std::mem::replace(&mut moved[id as usize], true) {
            return Err(Fault::DuplicateTruck(id));
        }
        steps += advance(sheet, id, leg.to, leg.deliver)?;
    }
    let cost = steps.saturating_sub(card.steps());
    if cost > sheet.hours {
        return Err(Fault::NotEnoughOvertime(cost));
    }
    sheet.hours -= cost;
    sheet.move_hours += cost;
    sheet.move_cards += 1;
    Ok(())
}

/// Moves one truck and delivers it where required. Returns the number of steps.
fn advance(sheet: &mut Sheet, id: TruckId, to: i32, deliver: bool) -> Result<u8, Fault> {
    let truck = sheet.truck_mut(id);
    if truck.is_delivered() {
        return Err(Fault::TruckDelivered(id));
    }
    if truck.is_empty() {
        return Err(Fault::TruckEmpty(id));
    }
    let from = truck.position();
    let to = u8::try_from(to)
        .ok()
        .filter(|to| (from + 1..=id.last()).contains(to))
        .ok_or(Fault::BadTarget(id))?;
    if deliver && !id.is_stop(to) {
        return Err(Fault::NotAStop(id));
    }
    truck.put(to);
    if deliver || to == id.last() {
        truck.deliver();
    }
    Ok(to - from)
}
