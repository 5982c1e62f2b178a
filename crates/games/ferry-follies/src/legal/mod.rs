//! The list of legal moves. It is complete except for card 1, which has too many orders to list.

pub(crate) mod allowed;
mod branch;

pub(crate) use branch::branch;

use crate::cards::{Ability, Card};
use crate::legal::allowed::{end_of, may_lie, middle_card, middle_gap, two_further, usable};
use crate::moves::{Move, Shown, Side, Target};
use crate::sets::{must_score, sets};
use crate::state::{Laid, Phase, State};
use rules::{Legal, Seat};

const SIDES: [Side; 2] = [Side::Left, Side::Right];

/// Returns the legal moves of the seat.
pub(crate) fn legal(state: &State, seat: Seat) -> Legal<Move> {
    if seat != Seat(0) {
        return Legal::none();
    }
    match state.phase {
        Phase::Act => turn(state),
        Phase::Choose => Legal::all(choice(state)),
        Phase::Over => Legal::none(),
    }
}

fn choice(state: &State) -> Vec<Move> {
    let mut moves: Vec<Move> = sets(&state.row)
        .map(|set| Move::Score {
            from: set.from as i32,
            to: set.to as i32,
        })
        .collect();
    if !must_score(&state.row) {
        moves.push(Move::Decline);
    }
    moves
}

fn turn(state: &State) -> Legal<Move> {
    let mut legal = Legal::all(Vec::new());
    for card in state.hand.iter() {
        plays(*card, state.row.len(), &mut legal.moves);
    }
    for card in state.hand.iter() {
        let Some(ability) = card.ability() else {
            continue;
        };
        if !usable(&state.row, ability) {
            continue;
        }
        if ability == Ability::Arrange && state.row.len() > 2 {
            legal.complete = false;
        }
        let discards = targets(&state.row, ability)
            .into_iter()
            .map(|on| Move::Discard {
                card: i32::from(card.value()),
                on,
            });
        legal.moves.extend(discards);
    }
    legal
}

fn plays(card: Card, n: usize, moves: &mut Vec<Move>) {
    let shown: &[Option<Shown>] = match card {
        Card::NINE => &[Some(Shown::Nine), Some(Shown::Six)],
        _ => &[None],
    };
    for shown in shown {
        for at in (0..=n).filter(|at| may_lie(card, *at, n)) {
            moves.push(Move::Play {
                card: i32::from(card.value()),
                index: at as i32,
                shown: *shown,
            });
        }
    }
}

/// Returns all targets of a usable ability. For card 1: the current order, and each order that
/// differs from it by one swap.
fn targets(row: &[Laid], ability: Ability) -> Vec<Target> {
    let n = row.len();
    let each = |fits: fn(usize, usize) -> bool| {
        (0..n)
            .filter(move |at| fits(*at, n))
            .map(|at| Target::Index(at as i32))
            .collect()
    };
    match ability {
        Ability::Arrange => orders(n),
        Ability::Swap(fit) => pairs(n)
            .filter(|(a, b)| fit.takes(row[*a].worth()) && fit.takes(row[*b].worth()))
            .map(|(a, b)| Target::two(a as i32, b as i32))
            .collect(),
        Ability::ShuffleInTwo => pairs(n)
            .map(|(a, b)| Target::two(a as i32, b as i32))
            .collect(),
        Ability::ToTop | Ability::ShuffleInOne | Ability::FaceDown => each(|_, _| true),
        Ability::DiscardMiddle => each(middle_card),
        Ability::EndToMiddle => places_and_sides(n)
            .filter(|(to, _)| middle_gap(*to, n - 1))
            .map(|(to, end)| Target::IndexAndEnd(to as i32, end))
            .collect(),
        Ability::ToEnd => places_and_sides(n)
            .filter(|(from, end)| *from != end_of(*end, n))
            .map(|(from, end)| Target::IndexAndEnd(from as i32, end))
            .collect(),
        Ability::MoveTwo => places_and_sides(n)
            .filter(|(from, direction)| two_further(*from, *direction, n).is_some())
            .map(|(from, direction)| Target::IndexAndDirection(from as i32, direction))
            .collect(),
    }
}

fn orders(n: usize) -> Vec<Target> {
    let present: Vec<i32> = (0..n as i32).collect();
    let swapped = pairs(n).map(|(a, b)| {
        let mut order = present.clone();
        order.swap(a, b);
        Target::Order(order)
    });
    std::iter::once(Target::Order(present.clone()))
        .chain(swapped)
        .collect()
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
}

fn places_and_sides(n: usize) -> impl Iterator<Item = (usize, Side)> {
    (0..n).flat_map(|at| SIDES.map(|side| (at, side)))
}
