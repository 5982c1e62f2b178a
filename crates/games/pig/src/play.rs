//! The sequence of play: rolling, holding, leaving, and the end (R5, R6).

use rules::{Dice, Events, Illegal, Play, Seat};

use crate::Pig;
use crate::events::Event;
use crate::legal;
use crate::moves::Move;
use crate::score;
use crate::state::{Phase, State};

impl Play for Pig {
    /// Carries out a move. A rejected move changes nothing.
    fn play(
        state: &mut State,
        seat: Seat,
        mv: &Move,
        dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        let stake = legal::allowed(state, seat, mv)?;
        match mv {
            Move::Roll {} => roll(state, seat, stake, dice, events),
            Move::Hold {} => hold(state, seat, stake, events),
        }
        Ok(())
    }

    /// R5.3: a seat leaves for good.
    fn leave(
        state: &mut State,
        seat: Seat,
        _dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        let Phase::Turn { active, .. } = state.phase else {
            return Err(Illegal::game_over());
        };
        if !state.staying().contains(seat) {
            return Err(Illegal::already_left("NotYourTurn"));
        }
        state.gone.insert(seat);
        events.push(|| Event::Left { seat });
        if state.staying().len() == 1 {
            end(state, events);
        } else if seat == active {
            state.phase = state.turn_after(seat);
        }
        Ok(())
    }
}

/// R5.1: rolls the die.
fn roll(state: &mut State, seat: Seat, before: u8, dice: &mut Dice, events: &mut Events<Event>) {
    let die = dice.die(6) as u8;
    let stake = if die == 1 { 0 } else { before + die };
    events.push(|| Event::Rolled { seat, die, stake });
    if die == 1 {
        state.phase = state.turn_after(seat);
    } else if state.scores[seat.index()] + stake >= state.options.goal.points() {
        state.scores[seat.index()] += stake;
        end(state, events);
    } else {
        state.phase = Phase::Turn {
            active: seat,
            stake,
        };
    }
}

/// R5.2: holds the stake.
fn hold(state: &mut State, seat: Seat, stake: u8, events: &mut Events<Event>) {
    state.scores[seat.index()] += stake;
    let score = state.scores[seat.index()];
    events.push(|| Event::Held { seat, stake, score });
    state.phase = state.turn_after(seat);
}

/// R6: ends the game.
fn end(state: &mut State, events: &mut Events<Event>) {
    state.phase = Phase::Over;
    events.push(|| Event::Ended {
        standings: score::outcome(state).standings,
    });
}
