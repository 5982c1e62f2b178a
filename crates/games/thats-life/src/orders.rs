//! Conditional orders: the choice of a pawn after the roll: `pawns back`, `pawns front`, `pawns
//! from m9b`, `pawns onto p8`.

use super::MESSAGES;
use super::moves::{Move, Piece};
use super::read;
use super::state::{Phase, State};
use super::tile::Tile;
use super::track::Slot;
use rules::notation::Words;
use rules::{Illegal, KnownOrder, Ordered, Seat, refused, told};

/// An order in its parsed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// The pawn that is furthest behind.
    Back,
    /// The pawn that is furthest ahead, short of the finish.
    Front,
    /// A pawn on this tile, if there is one.
    From(Tile),
    /// A pawn that would land on this tile.
    Onto(Tile),
}

/// Returns the kinds of orders that the game supports.
pub(super) fn known() -> Vec<KnownOrder> {
    let known = |example, does| KnownOrder { example, does };
    vec![
        known("pawns back", told!("order-back")),
        known("pawns front", told!("order-front")),
        known("pawns from m9b", told!("order-from")),
        known("pawns onto p8", told!("order-onto")),
    ]
}

/// Reads an order and writes it out in full.
pub(super) fn order(state: &State, text: &str) -> Result<String, Illegal> {
    Ok(match read(state, text)? {
        Order::Back => "pawns back".to_owned(),
        Order::Front => "pawns front".to_owned(),
        Order::From(tile) => format!("pawns from {}", tile.code()),
        Order::Onto(tile) => format!("pawns onto {}", tile.code()),
    })
}

/// Returns the effect of an order.
pub(super) fn ordered(state: &State, seat: Seat, order: &str) -> Ordered<Move> {
    let order = match read(state, order) {
        Ok(order) => order,
        Err(_) => return Ordered::Past,
    };
    if let Order::From(tile) | Order::Onto(tile) = order
        && state.track.slot(tile).is_none()
    {
        return Ordered::Past;
    }
    let Phase::AwaitMove { die } = state.phase else {
        return Ordered::Nothing;
    };
    if seat != state.active {
        return Ordered::Nothing;
    }
    let track = &state.track;
    let slots = track.slots().filter(|slot| *slot != Slot::FINISH);
    let mut own = slots.filter(|slot| state.pawns_on(seat, *slot) > 0);
    let from = match order {
        Order::Back => own.next(),
        Order::Front => own.last(),
        Order::From(tile) => own.find(|slot| track.slot(tile) == Some(*slot)),
        Order::Onto(tile) => own.find(|slot| track.slot(tile) == Some(track.ahead(*slot, die))),
    };
    match from {
        Some(from) => Ordered::Play(Piece::Pawn.from(track.tile(from))),
        None => Ordered::Nothing,
    }
}

fn read(state: &State, text: &str) -> Result<Order, Illegal> {
    let mut words = Words::of(text);
    if !matches!(words.word(), Some("pawn" | "pawns")) {
        return Err(refused!("order-how"));
    }
    let order = match words.word() {
        Some("back" | "last" | "hindmost") => Order::Back,
        Some("front" | "first" | "foremost") => Order::Front,
        Some("from") => Order::From(tile(state, &mut words)?),
        Some("onto" | "to") => Order::Onto(tile(state, &mut words)?),
        _ => return Err(refused!("order-how")),
    };
    words.end()?;
    Ok(order)
}

fn tile(state: &State, words: &mut Words) -> Result<Tile, Illegal> {
    let Some(word) = words.word() else {
        return Err(refused!("order-how"));
    };
    let named = read::place(state, Piece::Pawn, word)?;
    named.0.ok_or_else(|| refused!("order-how"))
}
