//! The only conditional order: to roll until the stake reaches a number.

use rules::notation::Words;
use rules::{Illegal, KnownOrder, Ordered, Seat, refused, told};

use crate::MESSAGES;
use crate::moves::Move;
use crate::state::{Phase, State};

/// Returns the kinds of orders that the game supports.
pub(crate) fn known() -> Vec<KnownOrder> {
    vec![KnownOrder {
        example: "roll until 20",
        does: told!("order-roll"),
    }]
}

/// Reads an order and writes it out in full.
pub(crate) fn order(text: &str) -> Result<String, Illegal> {
    Ok(format!("roll until {}", stake(text)?))
}

/// Returns the effect of an order.
pub(crate) fn ordered(state: &State, seat: Seat, order: &str) -> Ordered<Move> {
    match (state.phase, stake(order)) {
        (_, Err(_)) => Ordered::Past,
        (Phase::Turn { active, stake }, Ok(enough)) if active == seat => {
            Ordered::Play(if stake < enough {
                Move::Roll {}
            } else {
                Move::Hold {}
            })
        }
        _ => Ordered::Nothing,
    }
}

/// Reads the stake at which the player holds.
fn stake(text: &str) -> Result<u8, Illegal> {
    let mut words = Words::of(text);
    let is_known = words.word() == Some("roll") && words.word() == Some("until");
    let stake = words.word().and_then(|word| word.parse().ok());
    match stake.filter(|stake| is_known && (1..=100).contains(stake)) {
        Some(stake) => words.end().map(|()| stake),
        None => Err(refused!("order-how")),
    }
}
