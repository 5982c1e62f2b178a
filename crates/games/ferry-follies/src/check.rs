//! Checks the invariants of every position.

use super::cards::{CARDS, Card};
use super::sets::{Demand, demand, must_score};
use super::state::{Face, Phase, State};

/// Returns the first broken invariant as an error.
pub(super) fn check(state: &State) -> Result<(), String> {
    each_card_once(state)?;
    faces(state)?;
    if state.doubled && !state.scored.contains(&Card::EIGHTEEN) {
        return Err("the 18 counts double and was not scored".to_owned());
    }
    known_top(state)?;
    match state.phase {
        Phase::Act => act(state),
        Phase::Choose => choose(state),
        Phase::Over => over(state),
    }
}

fn each_card_once(state: &State) -> Result<(), String> {
    let mut count = [0; CARDS + 1];
    for laid in state.row.iter() {
        count[usize::from(laid.card.value())] += 1;
    }
    let piles = [&*state.hand, &*state.deck, &*state.discard, &*state.scored];
    for card in piles.into_iter().flatten() {
        count[usize::from(card.value())] += 1;
    }
    match count[1..].iter().position(|count| *count != 1) {
        None => Ok(()),
        Some(at) => Err(format!("the {} is there {} times", at + 1, count[at + 1])),
    }
}

fn faces(state: &State) -> Result<(), String> {
    let with = |face| state.row.iter().filter(move |laid| laid.face == face);
    if with(Face::UpsideDown).any(|laid| laid.card != Card::NINE) {
        return Err("a card other than the 9 lies upside down".to_owned());
    }
    if with(Face::Down).count() > 1 {
        return Err("more than one card lies face down".to_owned());
    }
    if with(Face::Down).count() == 1 && !state.discard.contains(&Card::TWELVE) {
        return Err("a card lies face down and the 12 was not discarded".to_owned());
    }
    Ok(())
}

fn known_top(state: &State) -> Result<(), String> {
    if !state.top_known {
        return Ok(());
    }
    let by_three = state.discard.iter().any(|card| card.value() == 3);
    if state.deck.is_empty() || !by_three || state.phase == Phase::Act {
        return Err("the top card of the deck cannot be known".to_owned());
    }
    Ok(())
}

fn act(state: &State) -> Result<(), String> {
    let final_card = state.hand.len() == 1 && state.deck.is_empty();
    if state.hand.len() != 2 && !final_card {
        return Err("there must be two cards in hand, or the final card".to_owned());
    }
    let first_move = state.row.len() == 3 && state.discard.is_empty() && state.scored.is_empty();
    if must_score(&state.row) && !first_move {
        return Err("a set of 19 lies unscored".to_owned());
    }
    Ok(())
}

fn choose(state: &State) -> Result<(), String> {
    if state.hand.len() > 1 {
        return Err("a choice comes before the draw".to_owned());
    }
    match demand(&state.row) {
        Demand::Choice => Ok(()),
        Demand::Nothing | Demand::Score(_) => Err("there is nothing to choose".to_owned()),
    }
}

fn over(state: &State) -> Result<(), String> {
    if state.left {
        return Ok(());
    }
    if !state.hand.is_empty() {
        return Err("the game is over with a card in hand".to_owned());
    }
    if must_score(&state.row) {
        return Err("a set of 19 lies unscored".to_owned());
    }
    Ok(())
}
