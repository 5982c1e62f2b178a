//! Checks a move in the order of R9, and determines its exact effect.
//!
//! Nothing changes here: [`step`] turns a player's move into a [`Step`] that cannot fail.

use crate::MESSAGES;
use crate::cards::{Ability, Card, Fit};
use crate::moves::{Move, Shown, Side, Target};
use crate::sets::{Set, must_score, sets};
use crate::state::{Face, Laid, Phase, State};
use rules::{Illegal, Seat, Word, refused, told};

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// Put a card of the hand into the row.
    Play { at: usize, laid: Laid },
    /// Discard a card of the hand and carry out its ability.
    Discard { card: Card, effect: Effect },
    /// Score a set.
    Score(Set),
    /// Score no set.
    Decline,
}

/// The effect of an ability on the row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effect {
    /// The card at `k` comes from `order[k]`.
    Arrange([u8; crate::cards::CARDS]),
    /// Two cards change places.
    Swap(usize, usize),
    /// A card goes on top of the deck.
    ToTop(usize),
    /// A card is shuffled into the deck.
    ShuffleInOne(usize),
    /// Two cards are shuffled into the deck, the lower index first.
    ShuffleInTwo(usize, usize),
    /// A card is taken out and put back so that its new index is `to`.
    Move { from: usize, to: usize },
    /// A card is turned face down.
    FaceDown(usize),
    /// A card goes to the discard pile.
    Discard(usize),
}

/// Checks a move against the position.
pub(crate) fn step(state: &State, seat: Seat, mv: &Move) -> Result<Step, Illegal> {
    on_turn(state, seat)?;
    match (state.phase, mv) {
        (Phase::Choose, Move::Score { from, to }) => score(state, *from, *to),
        (Phase::Choose, Move::Decline) => decline(state),
        (Phase::Choose, _) => Err(refused!("MustChoose", "must-choose", choices: choices(state))),
        (_, Move::Play { card, index, shown }) => {
            play(state, in_hand(state, *card)?, *index, *shown)
        }
        (_, Move::Discard { card, on }) => discard(state, in_hand(state, *card)?, on),
        (_, Move::Score { .. } | Move::Decline) => {
            Err(refused!("NothingToChoose", "nothing-to-choose"))
        }
    }
}

/// Checks that seat 0 moves or leaves, and that the game is not over.
pub(crate) fn on_turn(state: &State, seat: Seat) -> Result<(), Illegal> {
    if state.phase == Phase::Over {
        return Err(Illegal::game_over());
    }
    if seat != Seat(0) {
        return Err(Illegal::not_your_turn("NotActive", told!("not-active")));
    }
    Ok(())
}

fn score(state: &State, from: i32, to: i32) -> Result<Step, Illegal> {
    sets(&state.row)
        .find(|set| position(from) == Some(set.from) && position(to) == Some(set.to))
        .map(Step::Score)
        .ok_or_else(
            || refused!("NotASet", "not-a-set", from: from, to: to, choices: choices(state)),
        )
}

fn decline(state: &State) -> Result<Step, Illegal> {
    if must_score(&state.row) {
        return Err(refused!("MustScore", "must-score", choices: choices(state)));
    }
    Ok(Step::Decline)
}

/// Returns the possible choices about the sets: `score 1 to 3, or decline`.
fn choices(state: &State) -> Word {
    let decline = (!must_score(&state.row)).then(|| told!("say-decline"));
    let choices = sets(&state.row).map(|set| told!("say-score", from: set.from, to: set.to));
    let choices = choices
        .chain(decline)
        .reduce(|others, choice| told!("say-or", others: others, move: choice));
    choices.map_or_else(|| Word::from(""), Word::from)
}

fn in_hand(state: &State, card: i32) -> Result<Card, Illegal> {
    Card::of(card)
        .filter(|card| state.hand.contains(card))
        .ok_or_else(|| {
            let hand = Word::and(state.hand.iter().map(|held| held.value()));
            refused!("NotInHand", "not-in-hand", card: card, hand: hand)
        })
}

fn play(state: &State, card: Card, index: i32, shown: Option<Shown>) -> Result<Step, Illegal> {
    let n = state.row.len();
    let at = position(index)
        .filter(|at| *at <= n)
        .ok_or_else(|| refused!("BadIndex", "bad-place", last: n))?;
    if !may_lie(card, at, n) {
        let places = Word::or((0..=n).filter(|at| may_lie(card, *at, n)));
        return Err(if card == Card::SEVENTEEN {
            refused!("NotTheMiddle", "play-in-middle", places: places)
        } else {
            refused!("NotAnEnd", "play-at-end", card: card.value(), places: places)
        });
    }
    let face = match shown {
        Some(Shown::Six) => Face::UpsideDown,
        Some(Shown::Nine) | None => Face::Up,
    };
    let laid = Laid { card, face };
    Ok(Step::Play { at, laid })
}

fn discard(state: &State, card: Card, on: &Target) -> Result<Step, Illegal> {
    let Some(ability) = card.ability() else {
        return Err(refused!("NoAbility", "no-ability", card: card.value()));
    };
    if !usable(&state.row, ability) {
        let (count, fit) = ability.needs();
        return Err(refused!(
            "AbilityUnusable", "ability-unusable", card: card.value(), count: count,
            fit: fit.words()
        ));
    }
    let effect = effect(&state.row, ability, on)?;
    Ok(Step::Discard { card, effect })
}

fn effect(row: &[Laid], ability: Ability, on: &Target) -> Result<Effect, Illegal> {
    let n = row.len();
    Ok(match (ability, on) {
        (Ability::Arrange, Target::Order(order)) => Effect::Arrange(permutation(order, n)?),
        (Ability::Swap(fit), Target::Indexes(a, b)) => {
            let (a, b) = two(*a, *b, n)?;
            swappable(row, fit, a)?;
            swappable(row, fit, b)?;
            Effect::Swap(a, b)
        }
        (Ability::ToTop, Target::Index(index)) => Effect::ToTop(one(*index, n)?),
        (Ability::ShuffleInOne, Target::Index(index)) => Effect::ShuffleInOne(one(*index, n)?),
        (Ability::ShuffleInTwo, Target::Indexes(a, b)) => {
            let (a, b) = two(*a, *b, n)?;
            Effect::ShuffleInTwo(a, b)
        }
        (Ability::EndToMiddle, Target::IndexAndEnd(index, end)) => {
            let to = one(*index, n)?;
            if !middle_gap(to, n - 1) {
                let places = Word::or((0..n).filter(|at| middle_gap(*at, n - 1)));
                return Err(refused!("NotTheMiddle", "middle-of-others", places: places));
            }
            let from = end_of(*end, n);
            Effect::Move { from, to }
        }
        (Ability::ToEnd, Target::IndexAndEnd(index, end)) => {
            let (from, to) = (one(*index, n)?, end_of(*end, n));
            if from == to {
                return Err(
                    refused!("AlreadyThere", "already-there", index: from, end: end.word()),
                );
            }
            Effect::Move { from, to }
        }
        (Ability::MoveTwo, Target::IndexAndDirection(index, direction)) => {
            let from = one(*index, n)?;
            let to = two_further(from, *direction, n).ok_or_else(
                || refused!("OutOfRow", "out-of-row", index: from, direction: direction.word()),
            )?;
            Effect::Move { from, to }
        }
        (Ability::FaceDown, Target::Index(index)) => Effect::FaceDown(one(*index, n)?),
        (Ability::DiscardMiddle, Target::Index(index)) => {
            let at = one(*index, n)?;
            if !middle_card(at, n) {
                let places = Word::or((0..n).filter(|at| middle_card(*at, n)));
                return Err(refused!("NotTheMiddle", "middle-of-row", places: places));
            }
            Effect::Discard(at)
        }
        _ => {
            return Err(refused!("something-else"));
        }
    })
}

fn permutation(order: &[i32], n: usize) -> Result<[u8; crate::cards::CARDS], Illegal> {
    let mut from = [0; crate::cards::CARDS];
    let mut seen = 0_u32;
    for (slot, index) in from.iter_mut().zip(order) {
        if let Some(index) = position(*index).filter(|index| *index < n) {
            seen |= 1 << index;
            *slot = index as u8;
        }
    }
    if order.len() == n && seen.count_ones() as usize == n {
        return Ok(from);
    }
    Err(refused!("BadOrder", "bad-order", last: n - 1))
}

fn one(index: i32, n: usize) -> Result<usize, Illegal> {
    position(index)
        .filter(|at| *at < n)
        .ok_or_else(|| refused!("BadIndex", "bad-index", index: index, last: n - 1))
}

fn two(a: i32, b: i32, n: usize) -> Result<(usize, usize), Illegal> {
    let (a, b) = (one(a, n)?, one(b, n)?);
    if a == b {
        return Err(refused!("SameIndex", "same-index"));
    }
    Ok((a.min(b), a.max(b)))
}

fn swappable(row: &[Laid], fit: Fit, at: usize) -> Result<(), Illegal> {
    if fit.takes(row[at].worth()) {
        return Ok(());
    }
    Err(refused!("WrongWorth", "wrong-worth", fit: fit.words(), index: at, worth: row[at].worth()))
}

fn position(index: i32) -> Option<usize> {
    usize::try_from(index).ok()
}

/// Whether the row has the cards that an ability needs.
pub(crate) fn usable(row: &[Laid], ability: Ability) -> bool {
    let (count, fit) = ability.needs();
    row.iter().filter(|laid| fit.takes(laid.worth())).count() >= count
}

/// Whether a card may be played to index `at` of a row of `n`.
pub(crate) fn may_lie(card: Card, at: usize, n: usize) -> bool {
    match card {
        Card::SEVEN => at <= n,
        Card::SEVENTEEN => middle_gap(at, n),
        _ => at == 0 || at == n,
    }
}

/// Whether index `at` is in the middle for a new card in a row of `n`.
pub(crate) const fn middle_gap(at: usize, n: usize) -> bool {
    (2 * at).abs_diff(n) <= 1
}

/// Whether the card at `at` is a middle card of a row of `n`.
pub(crate) const fn middle_card(at: usize, n: usize) -> bool {
    (2 * at + 1).abs_diff(n) <= 1
}

/// Returns the index of the card at an end of a row of `n`, which is not empty.
pub(crate) const fn end_of(end: Side, n: usize) -> usize {
    match end {
        Side::Left => 0,
        Side::Right => n - 1,
    }
}

/// Returns the index two places further, if the row of `n` has it.
pub(crate) fn two_further(from: usize, direction: Side, n: usize) -> Option<usize> {
    match direction {
        Side::Left => from.checked_sub(2),
        Side::Right => Some(from + 2).filter(|to| *to < n),
    }
}
