//! The sentences for illegal moves, which also name the legal alternatives (R10).

use crate::MESSAGES;
use crate::card::Card;
use crate::legal::allowed::{Fault, MOST, value_cost};
use crate::moves::Move;
use crate::sheet::Sheet;
use crate::state::State;
use crate::trucks::{TruckId, X1};
use rules::{Illegal, Message, Seat, Word, told};

/// Returns the refusal for a fault of this seat's move.
pub(crate) fn refuse(state: &State, seat: Seat, mv: &Move, fault: Fault) -> Illegal {
    // The seat may not exist, so the sheet is read only where needed.
    let sheet = || &state.player(seat).sheet;
    let code = fault.into();
    let text = match fault {
        Fault::GameOver => return Illegal::game_over(),
        Fault::Gone => return gone(),
        Fault::Ended => return Illegal::not_your_turn("NotActive", told!("day-is-ended")),
        Fault::UnknownCard => {
            told!("unknown-card", card: named(mv), hint: unused(state, seat))
        }
        Fault::CardAlreadyUsed(card) => {
            let card = card.called_among(state.cards());
            told!("card-already-used", card: card, hint: unused(state, seat))
        }
        Fault::UnknownSquare(None) | Fault::UnknownTruck => no_such_truck(),
        Fault::UnknownSquare(Some(id)) => {
            about(id, "unknown-square").with("last", id.squares() - 1)
        }
        Fault::SquareOccupied(id, square) => {
            at(id, square, "square-occupied").with("hint", open_squares(sheet(), id))
        }
        Fault::TruckDeparted(id) => {
            let waiting = trucks(|id| sheet().truck(id).position() == 0, "at-start");
            about(id, "truck-departed").with("hint", waiting)
        }
        Fault::ValueOutOfRange => told!("value-out-of-range", most: MOST),
        Fault::SuitMismatch(id, square) => suit(id, square),
        Fault::PrintedValueMismatch(id, square) => printed_value(sheet(), mv, id, square),
        Fault::SquareSkipped(id) => {
            about(id, "square-skipped").with("hint", open_squares(sheet(), id))
        }
        Fault::MustBeSame(id, value) => must_be_same(sheet(), id, value),
        Fault::MustBeDifferent(id, value) => about(id, "must-be-different").with("value", value),
        Fault::NotEnoughOvertime(cost) => not_enough(sheet(), mv, cost),
        Fault::EmptyMove => told!("empty-move", hint: ready(sheet())),
        Fault::DuplicateTruck(id) => about(id, "duplicate-truck"),
        Fault::TruckDelivered(id) => about(id, "truck-delivered").with("hint", ready(sheet())),
        Fault::TruckEmpty(id) => about(id, "truck-empty").with("hint", ready(sheet())),
        Fault::BadTarget(id) => bad_target(sheet(), id),
        Fault::NotAStop(id) => not_a_stop(sheet(), id),
    };
    Illegal::new(code, text)
}

/// Returns the refusal for a player who has left, and for a seat that does not exist.
pub(crate) fn gone() -> Illegal {
    Illegal::not_your_turn("NotActive", told!("gone"))
}

fn no_such_truck() -> Message {
    told!("no-such-truck", trucks: all_trucks())
}

fn suit(id: TruckId, square: u8) -> Message {
    match id.suit(square) {
        Some(suit) => at(id, square, "suit-mismatch").with("suit", suit.word()),
        None => at(id, square, "any-suit"),
    }
}

fn printed_value(sheet: &Sheet, mv: &Move, id: TruckId, square: u8) -> Message {
    let Some(value) = id.value(square) else {
        return at(id, square, "any-value");
    };
    let is_paid = card_of(mv).is_none_or(|card| value_cost(card, value) <= sheet.hours);
    let text = match is_paid {
        true => at(id, square, "printed-value"),
        false => at(id, square, "printed-value-only"),
    };
    text.with("value", value)
}

fn must_be_same(sheet: &Sheet, id: TruckId, value: u8) -> Message {
    match sheet.truck(id).goods().next() {
        Some(same) => about(id, "must-be-same")
            .with("same", same)
            .with("value", value),
        None => about(id, "all-same"),
    }
}

fn bad_target(sheet: &Sheet, id: TruckId) -> Message {
    let (from, last) = (sheet.truck(id).position() + 1, id.last());
    let text = if from == last {
        about(id, "bad-target-last")
    } else {
        about(id, "bad-target").with("from", from)
    };
    text.with("last", last)
}

fn not_a_stop(sheet: &Sheet, id: TruckId) -> Message {
    let text = if id.has_x1() && sheet.truck(id).position() < X1 {
        about(id, "not-a-stop-x1").with("first", X1)
    } else {
        about(id, "not-a-stop")
    };
    text.with("last", id.last())
}

/// Returns the card of a move, if it exists.
fn card_of(mv: &Move) -> Option<Card> {
    match mv {
        Move::Load { card, .. } | Move::Move { card, .. } => Card::of(*card),
        Move::EndTurn {} | Move::RestartTurn {} => None,
    }
}

/// Returns the name of a move's card, or its number if there is no such card.
fn named(mv: &Move) -> String {
    match mv {
        Move::Load { card, .. } | Move::Move { card, .. } => {
            Card::of(*card).map_or_else(|| card.to_string(), Card::face)
        }
        Move::EndTurn {} | Move::RestartTurn {} => String::new(),
    }
}

/// Returns a message about a truck.
fn about(truck: TruckId, id: &'static str) -> Message {
    MESSAGES.message(id).with("truck", truck.word())
}

/// Returns a message about a square.
fn at(truck: TruckId, square: u8, id: &'static str) -> Message {
    let text = MESSAGES.message(id);
    text.with("square", format!("{truck}.{square}"))
}

fn not_enough(sheet: &Sheet, mv: &Move, cost: u8) -> Message {
    let text = match mv {
        Move::Move { .. } => {
            let steps = card_of(mv).map_or(0, Card::steps) + sheet.hours;
            told!("too-few-steps", steps: steps)
        }
        _ => told!("too-few-hours"),
    };
    text.with("cost", cost).with("hours", sheet.hours)
}

/// Returns the unused cards as a sentence.
pub(crate) fn unused(state: &State, seat: Seat) -> Message {
    let cards: Vec<String> = state
        .unused(seat)
        .map(|(_, card)| card.called_among(state.cards()))
        .collect();
    if cards.is_empty() {
        return told!("all-used");
    }
    told!("unused", cards: Word::and(cards))
}

/// Returns the names of all trucks.
pub(crate) fn all_trucks() -> Word {
    Word::comma(TruckId::ALL.map(TruckId::word))
}

/// Returns the trucks that can move, as a sentence.
fn ready(sheet: &Sheet) -> Message {
    let is_ready = |id| {
        let truck = sheet.truck(id);
        !truck.is_empty() && !truck.is_delivered()
    };
    trucks(is_ready, "ready")
}

/// Returns a message about the selected trucks.
fn trucks(which: impl Fn(TruckId) -> bool, id: &'static str) -> Message {
    let names: Vec<&str> = TruckId::ALL
        .into_iter()
        .filter(|id| which(*id))
        .map(TruckId::word)
        .collect();
    MESSAGES
        .message(id)
        .with("count", names.len())
        .with("trucks", Word::and(names))
}

fn open_squares(sheet: &Sheet, id: TruckId) -> Message {
    let truck = sheet.truck(id);
    let open: Vec<String> = (0..id.squares())
        .filter(|square| truck.good(*square).is_none() && !truck.is_lost(id, *square))
        .map(|square| format!("{id}.{square}"))
        .collect();
    if open.is_empty() || truck.position() > 0 {
        about(id, "no-open-square")
    } else {
        told!("open-squares", squares: Word::comma(open))
    }
}
