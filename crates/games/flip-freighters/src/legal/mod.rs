//! The list of legal moves: all loads, and the simple moves of trucks. `branch.rs` reaches all
//! moves.

pub(crate) mod allowed;
mod branch;
mod choices;
pub(crate) mod refuse;

pub(crate) use branch::branch;
pub(crate) use choices::{choices, hint};

use crate::card::Card;
use crate::moves::{Leg, Move};
use crate::sheet::Sheet;
use crate::state::State;
use crate::trucks::{TruckId, X1};
use allowed::MOST;
use rules::{Legal, Seat};

/// Returns every load, every move of one truck, every split of a card's full value over two trucks,
/// the end of the day and its restart. The list is complete only if no truck can move.
pub(crate) fn legal(state: &State, seat: Seat) -> Legal<Move> {
    if !state.awaited().contains(seat) {
        return Legal {
            moves: Vec::new(),
            // A player who has ended the day and not left may still restart it.
            complete: state.is_over() || !state.is_there(seat),
        };
    }
    let sheet = &state.player(seat).sheet;
    let mut moves: Vec<Move> = Vec::new();
    for (_, card) in state.unused(seat) {
        loads(state, sheet, card, |mv| moves.push(mv));
    }
    let loads = moves.len();
    for (_, card) in state.unused(seat) {
        moves.extend(legs(sheet, card.steps() + sheet.hours).map(|leg| of(card, vec![leg])));
        moves.extend(pairs(sheet, card));
    }
    let complete = moves.len() == loads;
    moves.extend(others(state, seat));
    Legal { moves, complete }
}

/// Whether a seat that has used no card today cannot use any.
pub(crate) fn is_stuck(state: &State, seat: Seat) -> bool {
    let player = state.player(seat);
    let (sheet, mut cards) = (&player.sheet, state.unused(seat).map(|(_, card)| card));
    let is_loaded = |card: Card| {
        TruckId::ALL.into_iter().any(|truck| {
            let mut squares = 0..truck.squares();
            sheet.truck(truck).position() == 0
                && squares.any(|square| values(state, sheet, card, truck, square).next().is_some())
        })
    };
    player.used == 0 && legs(sheet, 1).next().is_none() && !cards.any(is_loaded)
}

/// Returns the end of the day, and its restart if there is something to undo.
pub(crate) fn others(state: &State, seat: Seat) -> impl Iterator<Item = Move> {
    let restart = (state.player(seat).used != 0).then_some(Move::RestartTurn {});
    [Move::EndTurn {}].into_iter().chain(restart)
}

const fn of(card: Card, legs: Vec<Leg>) -> Move {
    Move::Move {
        card: card.id() as i32,
        legs,
    }
}

/// Finds every load with a card.
pub(crate) fn loads(state: &State, sheet: &Sheet, card: Card, mut found: impl FnMut(Move)) {
    for truck in TruckId::ALL {
        if sheet.truck(truck).position() > 0 {
            continue;
        }
        for square in 0..truck.squares() {
            for value in values(state, sheet, card, truck, square) {
                found(Move::Load {
                    card: i32::from(card.id()),
                    truck: truck.into(),
                    square: i32::from(square),
                    value: i32::from(value),
                });
            }
        }
    }
}

/// Returns the values with which a card may be loaded on a square.
pub(crate) fn values(
    state: &State,
    sheet: &Sheet,
    card: Card,
    truck: TruckId,
    square: u8,
) -> impl Iterator<Item = u8> {
    // The affordable values. Whether each one fits is checked below.
    let (least, most) = match card.value() {
        Some(value) => (
            value.saturating_sub(sheet.hours).max(1),
            value + sheet.hours,
        ),
        None => (1, card.steps() + sheet.hours),
    };
    (least..=most.min(MOST)).filter(move |value| {
        let (square, value) = (i32::from(square), i32::from(*value));
        let mut copy = *sheet;
        allowed::load(state, &mut copy, card, truck.into(), square, value).is_ok()
    })
}

/// Returns every leg of at most `most` steps.
pub(crate) fn legs(sheet: &Sheet, most: u8) -> impl Iterator<Item = Leg> {
    let ready = sheet
        .trucks()
        .filter(|(_, truck)| !truck.is_empty() && !truck.is_delivered());
    ready.flat_map(move |(id, truck)| {
        let from = truck.position();
        let reach = (from + most).min(id.last());
        (from + 1..=reach).flat_map(move |to| {
            let leg = move |deliver| Leg {
                truck: id.into(),
                to: i32::from(to),
                deliver,
            };
            let x1 = id.has_x1() && to == X1;
            [Some(leg(false)), x1.then(|| leg(true))]
                .into_iter()
                .flatten()
        })
    })
}

/// Returns the splits of a card's full value over two trucks.
fn pairs(sheet: &Sheet, card: Card) -> Vec<Move> {
    let steps = |leg: &Leg| {
        let from = leg.truck.0.map_or(0, |id| sheet.truck(id).position());
        leg.to - i32::from(from)
    };
    let whole = i32::from(card.steps());
    let single: Vec<Leg> = legs(sheet, card.steps()).collect();
    let mut pairs = Vec::new();
    for (i, one) in single.iter().enumerate() {
        for other in &single[i + 1..] {
            if one.truck != other.truck && steps(one) + steps(other) == whole {
                pairs.push(of(card, vec![*one, *other]));
            }
        }
    }
    pairs
}
