//! Lists for people what the cards of the day can do, one line per card, without moves that cost
//! hours.

use std::collections::BTreeMap;

use super::allowed::value_cost;
use super::{legs, others, values};
use crate::MESSAGES;
use crate::card::Card;
use crate::moves::Move;
use crate::sheet::Sheet;
use crate::state::State;
use crate::trucks::TruckId;
use rules::{Message, Seat, Word, told};

/// Returns the options of the seat: the end of the day; then for each unused card, where it can be
/// loaded and which trucks it can move.
pub(crate) fn choices(state: &State, seat: Seat) -> Vec<Message> {
    if !state.awaited().contains(seat) {
        return Vec::new();
    }
    let mut lines: Vec<Message> = others(state, seat)
        .map(|mv| match mv {
            Move::RestartTurn {} => told!("choice-restart"),
            _ => told!("choice-done"),
        })
        .collect();
    let free = without_hours(state, seat);
    for card in cards(state, seat) {
        let name = card.called_among(state.cards());
        for (values, squares) in squares(state, &free, card) {
            let line = match card.value() {
                Some(_) => told!("choice-load"),
                None => told!("choice-load-as").with("values", span(&values)),
            };
            lines.push(
                line.with("card", name.as_str())
                    .with("squares", Word::comma(squares)),
            );
        }
        let drives = drives(&free, card);
        if !drives.is_empty() {
            lines.push(
                told!("choice-drive", card: name, steps: card.steps(), drives: Word::comma(drives)),
            );
        }
    }
    lines
}

/// Returns an example of a load, because each line of [`choices`] has several squares, and a
/// sentence about the use of hours, if the seat has any.
pub(crate) fn hint(state: &State, seat: Seat) -> Option<Message> {
    if !state.awaited().contains(seat) {
        return None;
    }
    let example = example(state, seat).map(|load| told!("choice-one", load: load));
    let hours = state.player(seat).sheet.hours;
    let hours = (hours > 0).then(|| told!("choice-hours", hours: hours));
    match (example, hours) {
        (Some(example), Some(hours)) => Some(told!("choice-hint", example: example, hours: hours)),
        (example, hours) => example.or(hours),
    }
}

/// Returns the first load without hours, of a card with a value if possible.
fn example(state: &State, seat: Seat) -> Option<Message> {
    let free = without_hours(state, seat);
    cards(state, seat).into_iter().find_map(|card| {
        let (values, squares) = squares(state, &free, card).into_iter().next()?;
        let load = match (card.value(), values.first()) {
            (None, Some(value)) => told!("choice-example-as", value: value),
            _ => told!("choice-example"),
        };
        let name = card.called_among(state.cards());
        Some(
            load.with("card", name)
                .with("square", squares.first()?.as_str()),
        )
    })
}

/// Returns the cards that the seat can use, jokers last, because they have the most options.
fn cards(state: &State, seat: Seat) -> Vec<Card> {
    let mut cards: Vec<Card> = state.unused(seat).map(|(_, card)| card).collect();
    cards.sort_by_key(|card| card.value().is_none());
    cards
}

/// Returns the seat's sheet as if it had no hours.
fn without_hours(state: &State, seat: Seat) -> Sheet {
    let mut free = state.player(seat).sheet;
    free.hours = 0;
    free
}

/// Returns the squares where a card can be loaded without hours, grouped by the values that it can
/// have there.
fn squares(state: &State, free: &Sheet, card: Card) -> BTreeMap<Vec<u8>, Vec<String>> {
    let mut found: BTreeMap<Vec<u8>, Vec<String>> = BTreeMap::new();
    for truck in TruckId::ALL {
        if free.truck(truck).position() > 0 {
            continue;
        }
        for square in 0..truck.squares() {
            let values: Vec<u8> = values(state, free, card, truck, square)
                .filter(|value| value_cost(card, *value) == 0)
                .collect();
            if !values.is_empty() {
                let squares = found.entry(values).or_default();
                let square = match is_uniform(truck) {
                    true => truck.to_string(),
                    false => format!("{truck}.{square}"),
                };
                if !squares.contains(&square) {
                    squares.push(square);
                }
            }
        }
    }
    found
}

/// Whether all squares of a truck accept the same cards, so that a move need not name the square.
fn is_uniform(truck: TruckId) -> bool {
    let is_first = |square| truck.suit(square) == truck.suit(0) && truck.value(square).is_none();
    (0..truck.squares()).all(is_first)
}

/// Returns the trucks that a card can move, each with its farthest circle.
fn drives(free: &Sheet, card: Card) -> Vec<String> {
    let mut farthest: BTreeMap<usize, String> = BTreeMap::new();
    for leg in legs(free, card.steps()).filter(|leg| !leg.deliver) {
        if let Some(truck) = leg.truck.0 {
            farthest.insert(truck as usize, leg.to_string());
        }
    }
    farthest.into_values().collect()
}

/// Formats values: `3`, `1-6`, `1 3 5`.
fn span(values: &[u8]) -> String {
    match values {
        [only] => only.to_string(),
        [first, .., last] if usize::from(last - first) + 1 == values.len() => {
            format!("{first}-{last}")
        }
        values => values
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    }
}
