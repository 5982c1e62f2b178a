//! A turn: the move, the check of the row, the next draw (R3 to R6), and leaving (R8).

use super::FerryFollies;
use super::cards::Card;
use super::events::Event;
use super::legal::allowed::{self, Effect, Step};
use super::moves::Move;
use super::score;
use super::sets::{Demand, Set, demand, must_score, sets};
use super::state::{Cards, Face, Laid, Phase, Row, State};
use rules::{Dice, Events, Illegal, Play, Seat};

impl Play for FerryFollies {
    fn play(
        state: &mut State,
        seat: Seat,
        mv: &Move,
        dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        let step = allowed::step(state, seat, mv)?;
        take(state, step, dice, events);
        Ok(())
    }

    /// R8: the player leaves, and the game ends at once.
    fn leave(
        state: &mut State,
        seat: Seat,
        _dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        allowed::on_turn(state, seat)?;
        state.left = true;
        events.push(|| Event::Left {});
        end(state, events);
        Ok(())
    }

    fn reveals(before: &State, after: &State) -> bool {
        // Drawing a card reveals it. A card that went on top of the deck and came back does not
        // count.
        after.deck.len() < before.deck.len()
    }
}

/// Carries out a legal move and all its consequences.
pub(super) fn take(state: &mut State, step: Step, dice: &mut Dice, events: &mut Events<Event>) {
    match step {
        Step::Play { at, laid } => {
            play(state, at, laid, events);
            check_row(state, events);
        }
        Step::Discard { card, effect } => {
            discard(state, card, events);
            carry_out(state, effect, dice, events);
            check_row(state, events);
        }
        Step::Score(set) => {
            score_set(state, set, events);
            check_row(state, events);
        }
        Step::Decline => {
            events.push(|| Event::Declined {});
            next_turn(state, events);
        }
    }
}

fn play(state: &mut State, at: usize, laid: Laid, events: &mut Events<Event>) {
    from_hand(state, laid.card);
    state.row.insert(at, laid);
    events.push(|| Event::Played {
        card: laid.card.value(),
        index: at as u8,
        worth: laid.worth(),
    });
}

fn discard(state: &mut State, card: Card, events: &mut Events<Event>) {
    from_hand(state, card);
    state.discard.push(card);
    events.push(|| Event::Discarded { card: card.value() });
}

fn from_hand(state: &mut State, card: Card) {
    if let Some(at) = state.hand.iter().position(|held| *held == card) {
        state.hand.remove(at);
    }
}

fn carry_out(state: &mut State, effect: Effect, dice: &mut Dice, events: &mut Events<Event>) {
    match effect {
        Effect::Arrange(order) => {
            let old = state.row;
            for (laid, from) in state.row.iter_mut().zip(order) {
                *laid = old[usize::from(from)];
            }
            events.push(|| Event::Arranged {
                row: state.row.iter().map(|laid| laid.card.value()).collect(),
            });
        }
        Effect::Swap(a, b) => {
            events.push(|| Event::Swapped {
                cards: [state.row[a].card.value(), state.row[b].card.value()],
                indexes: [a as u8, b as u8],
            });
            state.row.swap(a, b);
        }
        Effect::ToTop(at) => {
            let card = state.row.remove(at).card;
            state.deck.insert(0, card);
            state.top_known = true;
            events.push(|| Event::PutOnTop { card: card.value() });
        }
        Effect::ShuffleInOne(at) => shuffle_in(state, &[at], dice, events),
        Effect::ShuffleInTwo(a, b) => shuffle_in(state, &[a, b], dice, events),
        Effect::Move { from, to } => {
            let laid = state.row.remove(from);
            state.row.insert(to, laid);
            events.push(|| Event::Moved {
                card: laid.card.value(),
                from: from as u8,
                to: to as u8,
            });
        }
        Effect::FaceDown(at) => {
            state.row[at].face = Face::Down;
            events.push(|| Event::TurnedDown {
                card: state.row[at].card.value(),
                index: at as u8,
            });
        }
        Effect::Discard(at) => {
            let card = state.row.remove(at).card;
            state.discard.push(card);
            events.push(|| Event::DiscardedFromRow {
                card: card.value(),
                index: at as u8,
            });
        }
    }
}

/// Puts the cards at these ascending indexes under the deck, and shuffles the whole deck.
fn shuffle_in(state: &mut State, at: &[usize], dice: &mut Dice, events: &mut Events<Event>) {
    let cards: Cards = at.iter().map(|at| state.row[*at].card).collect();
    for at in at.iter().rev() {
        state.row.remove(*at);
    }
    for card in cards.iter() {
        state.deck.push(*card);
    }
    dice.shuffle(&mut state.deck);
    state.top_known = false;
    events.push(|| Event::ShuffledIn {
        cards: cards.iter().map(|card| card.value()).collect(),
        deck: state.deck.len() as u8,
    });
}

/// R5: scores sets until there are none left or the player has to choose.
fn check_row(state: &mut State, events: &mut Events<Event>) {
    loop {
        match demand(&state.row) {
            Demand::Nothing => return next_turn(state, events),
            Demand::Score(set) => score_set(state, set, events),
            Demand::Choice => {
                state.phase = Phase::Choose;
                events.push(|| Event::ChoiceOpened {
                    sets: sets(&state.row).count() as u8,
                    may_decline: !must_score(&state.row),
                });
                return;
            }
        }
    }
}

fn score_set(state: &mut State, set: Set, events: &mut Events<Event>) {
    let cards: Row = state.row[set.from..=set.to].iter().copied().collect();
    for laid in cards.iter() {
        state.row.remove(set.from);
        state.scored.push(laid.card);
        state.doubled |= laid.shows(Card::EIGHTEEN);
    }
    events.push(|| Event::Scored {
        cards: cards.iter().map(|laid| laid.card.value()).collect(),
        worths: cards.iter().map(|laid| laid.worth()).collect(),
        total: set.total,
    });
}

/// R6: draws the next card, lets the player use the final card, or ends the game after it.
fn next_turn(state: &mut State, events: &mut Events<Event>) {
    if state.hand.is_empty() {
        return end(state, events);
    }
    state.phase = Phase::Act;
    if !state.deck.is_empty() {
        let card = state.deck.remove(0);
        state.hand.push(card);
        state.top_known = false;
        events.push(|| Event::Drew {
            card: card.value(),
            deck: state.deck.len() as u8,
        });
    }
}

fn end(state: &mut State, events: &mut Events<Event>) {
    state.phase = Phase::Over;
    events.push(|| Event::Ended {
        scored: score::scored(state),
        left_behind: score::left_behind(state),
        score: score::score(state),
        won: score::won(state),
    });
}
