//! The sequence of play: turns (R5.3), placing by a roll (R5.4), stars (R5.8), the end of a round
//! (R5.9), and leaving the game (R6.1).

use super::Buttons;
use super::cells::Cells;
use super::events::{self, Event};
use super::legal::{self, Checked};
use super::moves::Move;
use super::score;
use super::state::{PLAIN_DICE, Phase, Roll, Sealed, State, Status};
use rules::{Dice, Events, Illegal, Play, Seat, SeatSet};

impl Play for Buttons {
    /// Carries out a move. A rejected move changes nothing.
    fn play(
        state: &mut State,
        seat: Seat,
        mv: &Move,
        dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        match legal::check(state, seat, mv)? {
            Checked::Roll => roll(state, dice, events),
            Checked::OptOut => opt_out(state, events),
            Checked::Decide(decision) => decide(state, seat, decision, events),
        }
        Ok(())
    }

    /// R6.1: a seat leaves for good.
    fn leave(
        state: &mut State,
        seat: Seat,
        _dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        if state.phase == Phase::GameOver {
            return Err(Illegal::game_over());
        }
        if seat.number() >= state.seats || state.gone.contains(seat) {
            return Err(Illegal::already_left("NotYourDecision"));
        }
        state.gone.insert(seat);
        state.open.remove(seat);
        let player = &mut state.players[seat.index()];
        let (was_in, lost) = (player.status == Status::In, player.buttons);
        player.status = Status::Busted;
        player.buttons = Cells::EMPTY;
        player.sealed = Sealed::Nothing;
        if was_in {
            set_dice_aside(state);
        }
        events.push(|| Event::Left {
            seat,
            lost: lost.iter().collect(),
            plain_set_aside: state.set_aside,
        });
        if state.staying().len() <= 1 {
            end_game(state, events);
        } else {
            resolve_when_decided(state, events);
        }
        Ok(())
    }

    fn reveals(before: &State, after: &State) -> bool {
        // The player who moves had not decided before, so every opened decision is another
        // player's.
        !before.decided().without(after.decided()).is_empty()
    }
}

/// R5.3: the player leaves the round in time.
fn opt_out(state: &mut State, events: &mut Events<Event>) {
    let seat = state.active;
    state.players[seat.index()].status = Status::OptedOut;
    set_dice_aside(state);
    events.push(|| Event::OptedOut {
        seat,
        plain_set_aside: state.set_aside,
    });
    next_turn(state, events);
}

/// R5.3: rolls the white die, the golden die, then the remaining plain dice.
fn roll(state: &mut State, dice: &mut Dice, events: &mut Events<Event>) {
    let mut die = || dice.die(6) as u8;
    let (white, gold, mut plain) = (die(), die(), [0; PLAIN_DICE as usize]);
    for shown in &mut plain[..usize::from(PLAIN_DICE - state.set_aside)] {
        *shown = die();
    }
    let rolled = Roll { white, gold, plain };
    state.phase = Phase::Placement;
    state.roll = Some(rolled);
    let seat = state.active;
    events.push(|| Event::Rolled {
        seat,
        white,
        gold,
        plain: rolled.plain().collect(),
    });
    open_placements(state);
    if !state.open.contains(seat) {
        bust(state, seat, events);
    }
    resolve_when_decided(state, events);
}

/// R5.4: opens a decision for every player who has a legal cell.
pub(super) fn open_placements(state: &mut State) {
    state.open = state
        .all_seats()
        .filter(|seat| !state.cells_of(*seat).is_empty())
        .collect();
}

/// R5.4: the player loses all buttons of the round.
fn bust(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    let player = &mut state.players[seat.index()];
    let lost = player.buttons;
    player.buttons = Cells::EMPTY;
    player.status = Status::Busted;
    set_dice_aside(state);
    events.push(|| Event::Busted {
        seat,
        lost: lost.iter().collect(),
        plain_set_aside: state.set_aside,
    });
}

/// R5.6: sets dice aside for a player who leaves the round.
const fn set_dice_aside(state: &mut State) {
    state.set_aside += state.dice_per_leaver();
}

/// R5.4, R5.8: seals a decision. The last one opens them all.
fn decide(state: &mut State, seat: Seat, decision: Sealed, events: &mut Events<Event>) {
    state.players[seat.index()].sealed = decision;
    state.open.remove(seat);
    if !state.open.is_empty() {
        events.push(|| Event::Decided {
            seat,
            choice: events::choice(decision),
        });
    }
    resolve_when_decided(state, events);
}

/// Continues the game when no seat owes a decision any more.
fn resolve_when_decided(state: &mut State, events: &mut Events<Event>) {
    if state.open.is_empty() {
        match state.phase {
            Phase::TurnDecision => next_turn(state, events),
            Phase::Placement => place_buttons(state, events),
            Phase::StarPlacement => place_stars(state, events),
            Phase::GameOver => {}
        }
    }
}

/// R5.4: places the chosen buttons simultaneously.
fn place_buttons(state: &mut State, events: &mut Events<Event>) {
    if !state.decided().is_empty() {
        events.push(|| Event::Placed {
            placements: events::placements(state),
        });
    }
    if let Some(roll) = state.roll.take() {
        for player in &mut state.players {
            player.buttons = player.buttons.or(roll.chosen(player.sealed));
            player.sealed = Sealed::Nothing;
        }
    }
    next_turn(state, events);
}

/// R5.7: passes the turn to the next player in the round, or ends the round.
fn next_turn(state: &mut State, events: &mut Events<Event>) {
    match state.next_in(state.active) {
        Some(seat) => {
            state.active = seat;
            state.phase = Phase::TurnDecision;
            state.open = SeatSet::one(seat);
        }
        None => score_round(state, events),
    }
}

/// R5.8: the players who opted out have earned stars.
fn score_round(state: &mut State, events: &mut Events<Event>) {
    state.phase = Phase::StarPlacement;
    open_stars(state);
    if !state.open.is_empty() {
        events.push(|| Event::StarsEarned {
            awards: events::awards(state),
        });
    }
    resolve_when_decided(state, events);
}

/// R5.8: opens a decision for every player with an award.
pub(super) fn open_stars(state: &mut State) {
    state.open = state
        .all_seats()
        .filter(|seat| state.player(*seat).award() > 0)
        .collect();
}

/// R5.8: turns the chosen buttons into stars and removes the others from the boards.
fn place_stars(state: &mut State, events: &mut Events<Event>) {
    events.push(|| Event::StarsPlaced {
        awards: events::awards(state),
    });
    for player in &mut state.players {
        if let Sealed::Stars(cells) = player.sealed {
            player.stars = player.stars.or(cells);
        }
        player.buttons = Cells::EMPTY;
        player.sealed = Sealed::Nothing;
    }
    end_round(state, events);
}

/// R5.9: ends the game, or passes the cards on and begins a new round.
fn end_round(state: &mut State, events: &mut Events<Event>) {
    if score::is_won(state) {
        return end_game(state, events);
    }
    let cards = state.players.map(|player| player.cards);
    let n = usize::from(state.seats);
    for (i, player) in state.players[..n].iter_mut().enumerate() {
        player.cards = cards[(i + n - 1) % n];
    }
    state.round += 1;
    state.begin_round();
    events.push(|| Event::RoundBegan {
        round: state.round,
        cards: events::cards(state),
        first: state.active,
    });
}

fn end_game(state: &mut State, events: &mut Events<Event>) {
    state.phase = Phase::GameOver;
    state.open = SeatSet::EMPTY;
    state.roll = None;
    for player in &mut state.players {
        player.sealed = Sealed::Nothing;
    }
    events.push(|| events::ended(state));
}
