//! Why a move is refused, in words that say what would be allowed (R10).

use super::allowed::Fault;
use super::card::Card;
use super::moves::Move;
use super::sheet::Sheet;
use super::state::State;
use super::trucks::{TruckId, X1};
use crate::{Illegal, Seat};

/// The refusal for a fault of this seat's move.
pub(super) fn refuse(state: &State, seat: Seat, mv: &Move, fault: Fault) -> Illegal {
    let code = match fault {
        Fault::GameOver => return Illegal::game_over(),
        Fault::Gone => return gone(),
        Fault::Ended => {
            let text = "You have ended the day. Play “restart” to take the day back, as long as others are still playing.";
            return Illegal::not_your_turn("NotActive", text);
        }
        Fault::UnknownCard => "UnknownCard",
        Fault::CardAlreadyUsed(_) => "CardAlreadyUsed",
        Fault::UnknownSquare(_) => "UnknownSquare",
        Fault::SquareOccupied(..) => "SquareOccupied",
        Fault::TruckDeparted(_) => "TruckDeparted",
        Fault::ValueOutOfRange => "ValueOutOfRange",
        Fault::SuitMismatch(..) => "SuitMismatch",
        Fault::PrintedValueMismatch(..) => "PrintedValueMismatch",
        Fault::SquareSkipped(_) => "SquareSkipped",
        Fault::MustBeSame(..) => "MustBeSame",
        Fault::MustBeDifferent(..) => "MustBeDifferent",
        Fault::NotEnoughOvertime(_) => "NotEnoughOvertime",
        Fault::EmptyMove => "EmptyMove",
        Fault::UnknownTruck => "UnknownTruck",
        Fault::DuplicateTruck(_) => "DuplicateTruck",
        Fault::TruckDelivered(_) => "TruckDelivered",
        Fault::TruckEmpty(_) => "TruckEmpty",
        Fault::BadTarget(_) => "BadTarget",
        Fault::NotAStop(_) => "NotAStop",
    };
    Illegal::new(code, text(state, seat, mv, fault))
}

/// The refusal for a player who has left, and for a seat that is not there.
pub(super) fn gone() -> Illegal {
    Illegal::not_your_turn("NotActive", "You do not play in this game any more.")
}

fn text(state: &State, seat: Seat, mv: &Move, fault: Fault) -> String {
    let sheet = &state.player(seat).sheet;
    match fault {
        Fault::GameOver | Fault::Gone | Fault::Ended => String::new(),
        Fault::UnknownCard => {
            format!("That card does not lie face up. {}", unused(state, seat))
        }
        Fault::CardAlreadyUsed(card) => {
            format!("You have used {card} today. {}", unused(state, seat))
        }
        Fault::UnknownSquare(None) => format!("There is no such truck. {}", all_trucks()),
        Fault::UnknownSquare(Some(id)) => {
            let last = id.squares() - 1;
            format!("The squares of {id} are {id}.0 to {id}.{last}, from the left.")
        }
        Fault::SquareOccupied(id, square) => {
            format!("{id}.{square} is filled. {}", open_squares(sheet, id))
        }
        Fault::TruckDeparted(id) => {
            let open = trucks(|id| sheet.truck(id).position() == 0);
            format!("{id} has started, so nothing more is loaded on it. {open} still at the start.")
        }
        Fault::ValueOutOfRange => "A value is 1 to 11.".to_owned(),
        Fault::SuitMismatch(id, square) => match id.suit(square) {
            Some(suit) => format!("{id}.{square} takes {} or a joker.", suit.word()),
            None => format!("{id}.{square} takes any suit."),
        },
        Fault::PrintedValueMismatch(id, square) => match id.value(square) {
            Some(value) => {
                format!("{id}.{square} takes exactly a {value}: add “as {value}” to pay the hours.")
            }
            None => format!("{id}.{square} takes any value."),
        },
        Fault::SquareSkipped(id) => format!(
            "{id} is filled from the right to the left, and a skipped square is lost. {}",
            open_squares(sheet, id)
        ),
        Fault::MustBeSame(id, value) => match sheet.truck(id).goods().next() {
            Some(same) => format!("All values on {id} are {same}, so no {value} goes there."),
            None => format!("All values on {id} are the same."),
        },
        Fault::MustBeDifferent(id, value) => {
            format!("All values on {id} differ, and there is a {value} already.")
        }
        Fault::NotEnoughOvertime(cost) => not_enough(sheet, mv, cost),
        Fault::EmptyMove => {
            let ready = trucks(|id| is_ready(sheet, id));
            format!("Say which truck moves and where to: “5H hearts>3”. {ready} ready to move.")
        }
        Fault::UnknownTruck => format!("There is no such truck. {}", all_trucks()),
        Fault::DuplicateTruck(id) => {
            format!("{id} is named twice; name it once, with the furthest circle.")
        }
        Fault::TruckDelivered(id) => {
            let ready = trucks(|id| is_ready(sheet, id));
            format!("{id} is delivered and stays where it is. {ready} ready to move.")
        }
        Fault::TruckEmpty(id) => {
            let ready = trucks(|id| is_ready(sheet, id));
            format!("{id} is empty, and only a loaded truck moves. {ready} ready to move.")
        }
        Fault::BadTarget(id) => {
            let (from, last) = (sheet.truck(id).position() + 1, id.last());
            if from == last {
                format!("{id} can only go to circle {last}.")
            } else {
                format!("{id} can go to the circles {from} to {last}.")
            }
        }
        Fault::NotAStop(id) if id.has_x1() => {
            format!("{id} is delivered on circle {X1} or {} only.", id.last())
        }
        Fault::NotAStop(id) => format!("{id} is delivered on circle {} only.", id.last()),
    }
}

fn not_enough(sheet: &Sheet, mv: &Move, cost: u8) -> String {
    let left = hours(sheet.hours);
    match mv {
        Move::Move { card, .. } => {
            let steps = Card::of(*card).map_or(0, Card::steps) + sheet.hours;
            format!(
                "This costs {}, and you have {left}: {steps} steps at most.",
                hours(cost)
            )
        }
        _ => format!("This costs {}, and you have {left}.", hours(cost)),
    }
}

/// A number of hours in words.
pub(super) fn hours(count: u8) -> String {
    match count {
        0 => "no hours".to_owned(),
        1 => "1 hour".to_owned(),
        count => format!("{count} hours"),
    }
}

/// The cards that may still be used, as a sentence.
pub(super) fn unused(state: &State, seat: Seat) -> String {
    let cards: Vec<String> = state
        .unused(seat)
        .map(|(_, card)| card.to_string())
        .collect();
    match cards.as_slice() {
        [] => "You have used all cards of the day: play “done”, or “restart”.".to_owned(),
        [card] => format!("You can still use {card}."),
        [others @ .., last] => format!("You can still use {} and {last}.", others.join(", ")),
    }
}

fn all_trucks() -> String {
    let names = TruckId::ALL.map(TruckId::name);
    format!("The trucks are {}.", names.join(", "))
}

fn is_ready(sheet: &Sheet, id: TruckId) -> bool {
    let truck = sheet.truck(id);
    !truck.is_empty() && !truck.is_delivered()
}

/// `eq and hearts are`, `No truck is`.
fn trucks(which: impl Fn(TruckId) -> bool) -> String {
    let names: Vec<&str> = TruckId::ALL
        .into_iter()
        .filter(|id| which(*id))
        .map(TruckId::name)
        .collect();
    match names.as_slice() {
        [] => "No truck is".to_owned(),
        [name] => format!("{name} is"),
        [others @ .., last] => format!("{} and {last} are", others.join(", ")),
    }
}

fn open_squares(sheet: &Sheet, id: TruckId) -> String {
    let truck = sheet.truck(id);
    let open: Vec<String> = (0..id.squares())
        .filter(|square| truck.good(*square).is_none() && !truck.is_lost(id, *square))
        .map(|square| format!("{id}.{square}"))
        .collect();
    if open.is_empty() || truck.position() > 0 {
        format!("Nothing more can be loaded on {id}.")
    } else {
        format!("Open squares: {}.", open.join(", "))
    }
}
