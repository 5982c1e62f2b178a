//! The greedy bot. It chooses the move with which most cards cross, now and with the next card.
//!
//! It considers only the row, the kept card and the set of unseen cards, not their order. It counts
//! cards in [`UNIT`]s, so that it can weigh probabilities in whole numbers.

use super::cards::Card;
use super::legal;
use super::legal::allowed;
use super::moves::{Move, Target};
use super::play;
use super::score;
use super::state::{Laid, Phase, State};
use rules::{Dice, Events, Seat};

/// The rating of one crossed card.
const UNIT: i32 = 100;

/// The total of a set.
const FULL: u8 = 19;

/// Returns the bot's move.
pub(super) fn greedy(state: &State, seat: Seat) -> Option<Move> {
    let mut moves = legal::legal(state, seat).moves;
    if let Some(best) = best_order(&moves, &state.row) {
        moves.push(best);
    }
    moves.into_iter().max_by_key(|mv| after(state, seat, mv))
}

/// Returns the rating of the position after a move, without knowledge of the next card.
fn after(state: &State, seat: Seat, mv: &Move) -> i32 {
    let Ok(step) = allowed::step(state, seat, mv) else {
        return i32::MIN;
    };
    let mut next = *state;
    play::take(
        &mut next,
        step,
        &mut Dice::given(Vec::new()),
        &mut Events::deaf(),
    );
    if next.phase == Phase::Choose {
        let choices = legal::legal(&next, seat).moves;
        return choices
            .iter()
            .map(|mv| after(&next, seat, mv))
            .max()
            .unwrap_or(i32::MIN);
    }
    let kept = state
        .hand
        .iter()
        .find(|card| next.hand.contains(card))
        .copied();
    standing(&next, kept)
}

fn standing(state: &State, kept: Option<Card>) -> i32 {
    let crossed = UNIT * i32::from(score::scored(state));
    if state.phase == Phase::Over {
        return crossed;
    }
    // The deck and the card drawn from it. The bot does not know which of these cards is where.
    let unseen = || {
        let drawn = state.hand.iter().filter(move |card| Some(**card) != kept);
        state.deck.iter().chain(drawn)
    };
    let count = unseen().count().max(1) as i32;
    let hoped: i32 = unseen().map(|card| finishes(&state.row, *card)).sum();
    let sure = kept.map_or(0, |card| finishes(&state.row, card));
    crossed + (UNIT / 2) * sure + (UNIT / 2) * hoped / count
}

/// Returns how many cards would cross if the card were played at the better end.
fn finishes(row: &[Laid], card: Card) -> i32 {
    let from_left = run(row.iter(), card);
    let from_right = run(row.iter().rev(), card);
    from_left.max(from_right)
}

/// Returns how many cards cross if this card is placed in front of these.
fn run<'a>(row: impl Iterator<Item = &'a Laid>, card: Card) -> i32 {
    let mut total = card.value();
    for (cards, laid) in row.enumerate() {
        total += laid.worth();
        if total >= FULL {
            return if total == FULL { cards as i32 + 2 } else { 0 };
        }
    }
    0
}

/// For card 1, returns the order that puts the largest sets side by side.
fn best_order(moves: &[Move], row: &[Laid]) -> Option<Move> {
    let card = moves.iter().find_map(|mv| match mv {
        Move::Discard {
            card,
            on: Target::Order(_),
        } => Some(*card),
        _ => None,
    })?;
    let mut order: Vec<i32> = Vec::new();
    let mut left: Vec<usize> = (0..row.len()).collect();
    while let Some(set) = largest(row, &left) {
        left.retain(|at| !set.contains(at));
        order.extend(set.iter().map(|at| *at as i32));
    }
    order.extend(left.iter().map(|at| *at as i32));
    Some(Move::Discard {
        card,
        on: Target::Order(order),
    })
}

/// Returns the indexes of the most cards that total 19.
fn largest(row: &[Laid], left: &[usize]) -> Option<Vec<usize>> {
    // For each total, the largest choice among the cards so far.
    let mut best: [Option<Vec<usize>>; FULL as usize + 1] = Default::default();
    best[0] = Some(Vec::new());
    for at in left {
        let worth = usize::from(row[*at].worth());
        for total in (worth..best.len()).rev() {
            let Some(mut with) = best[total - worth].clone() else {
                continue;
            };
            with.push(*at);
            if best[total].as_ref().is_none_or(|it| it.len() < with.len()) {
                best[total] = Some(with);
            }
        }
    }
    best[usize::from(FULL)].take().filter(|set| set.len() > 1)
}
