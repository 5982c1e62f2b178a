//! Deals the information that a viewer cannot know anew: the future cards, and the other players'
//! actions today.

use super::card::CARDS;
use super::legal;
use super::legal::allowed::{self, Step};
use super::state::State;
use rules::{Dice, Seat, Viewer};

/// Deals the hidden information anew, and changes nothing that the viewer may know.
pub(super) fn redeal(state: &mut State, viewer: Viewer, dice: &mut Dice) {
    if state.is_over() || viewer == Viewer::Afterwards {
        return;
    }
    let mut unseen: Vec<_> = state.unseen().collect();
    dice.shuffle(&mut unseen);
    let seen = CARDS - unseen.len();
    let deck: Vec<_> = state.deck().take(seen).chain(unseen).collect();
    state.lay(deck);
    let others: Vec<Seat> = state
        .all_seats()
        .filter(|seat| !viewer.sees(*seat) && state.acted.contains(*seat))
        .collect();
    for seat in others {
        another_day(state, seat, dice);
    }
}

/// Replaces a seat's actions today with other possible ones.
fn another_day(state: &mut State, seat: Seat, dice: &mut Dice) {
    state.player_mut(seat).restart();
    for place in 0..state.cards().len() {
        let (card, sheet) = (state.cards()[place], state.player(seat).sheet);
        let mut moves = Vec::new();
        legal::loads(state, &sheet, card, |mv| moves.push(mv));
        let at = dice.below(2 * moves.len() as u32 + 1) as usize;
        let Some(mv) = moves.get(at) else { continue };
        let (ended, gone) = (state.ended, state.gone);
        // Seats that have ended the day or left acted before they did so.
        state.ended.remove(seat);
        state.gone.remove(seat);
        if let Ok(Step::Use { place, sheet }) = allowed::step(state, seat, mv) {
            let player = state.player_mut(seat);
            player.sheet = sheet;
            player.used |= 1 << place;
        }
        (state.ended, state.gone) = (ended, gone);
    }
}
