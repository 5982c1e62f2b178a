//! The sequence of play: roll, move, leave a tile, carry out its action, end the turn (R5).

use super::ThatsLife;
use super::events::{Event, TowerEnd};
use super::legal::{self, Checked};
use super::moves::Move;
use super::score;
use super::state::{Face, Phase, State};
use super::tile::{Tile, TileKind};
use super::track::Slot;
use rules::{Dice, Events, Illegal, Play, Seat, SeatSet};

impl Play for ThatsLife {
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
            Checked::MovePawn { from, die } => move_pawn(state, from, die, events),
            Checked::MoveGuard { from, die } => move_guard(state, from, die, events),
            Checked::ChooseTarget { seat } => choose_target(state, seat, events),
        }
        Ok(())
    }

    /// R5.8: a seat leaves for good.
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
            return Err(Illegal::already_left("NotYourTurn"));
        }
        state.gone.insert(seat);
        state.pawns[seat.index()].fill(Slot::FINISH);
        events.push(|| Event::Left { seat });
        let was_active = seat == state.active;
        if let (true, Phase::AwaitTarget { action, .. }) = (was_active, state.phase) {
            turn_over(state, usize::from(action), events);
        }
        if state.staying().len() <= 1 {
            end_game(state, events);
        } else if was_active {
            end_turn(state, events);
        }
        Ok(())
    }
}

/// R5.2: rolls the die.
fn roll(state: &mut State, dice: &mut Dice, events: &mut Events<Event>) {
    let die = dice.die(6) as u8;
    state.phase = Phase::AwaitMove { die };
    let seat = state.active;
    events.push(|| Event::Rolled { seat, die });
}

/// R5.3: moves a pawn.
fn move_pawn(state: &mut State, from: Slot, die: u8, events: &mut Events<Event>) {
    let (seat, to) = (state.active, state.track.ahead(from, die));
    state.move_pawn(seat, from, to);
    let tiles = (state.track.tile(from), state.track.tile(to));
    events.push(|| Event::PawnMoved {
        seat,
        from: tiles.0,
        to: tiles.1,
    });
    leave_tile(state, from, die, events);
}

/// R5.3: moves a guard. The tile is not collected, because a pawn stays behind.
fn move_guard(state: &mut State, from: Slot, die: u8, events: &mut Events<Event>) {
    let (seat, to) = (state.active, state.track.ahead(from, die));
    state.move_guard(from, to);
    let tiles = (state.track.tile(from), state.track.tile(to));
    events.push(|| Event::GuardMoved {
        seat,
        from: tiles.0,
        to: tiles.1,
    });
    end_turn(state, events);
}

/// R5.4: the last piece to leave a tile takes it, or carries out its action.
fn leave_tile(state: &mut State, from: Slot, die: u8, events: &mut Events<Event>) {
    let emptied = state.all_pawns_on(from) == 0 && state.guards_on(from) == 0;
    let tile = state.track.tile(from);
    match tile.kind() {
        TileKind::Minus | TileKind::Plus | TileKind::Lucky if emptied => {
            let seat = state.active;
            state.track.remove(from);
            state.towers[seat.index()].push(tile);
            events.push(|| Event::Collected { seat, tile });
        }
        TileKind::Action(action) if emptied => return act(state, action, die, events),
        _ => {}
    }
    end_turn(state, events);
}

/// R5.5: carries out an action tile. If there are several candidates, the player must choose one.
fn act(state: &mut State, action: usize, die: u8, events: &mut Events<Event>) {
    let seat = state.active;
    let (tile, face) = (Tile::action(action), state.faces[action]);
    let candidates = candidates(state, face);
    let mut seats = candidates.iter();
    match (seats.next(), seats.next()) {
        (Some(_), Some(_)) => {
            state.phase = Phase::AwaitTarget {
                die,
                action: action as u8,
                candidates,
            };
            events.push(|| Event::TargetDue {
                seat,
                action: face,
                by: tile,
                candidates: candidates.iter().collect(),
            });
            return;
        }
        (Some(only), None) => transfer(state, face, tile, only, events),
        (None, _) => events.push(|| Event::NothingMoved {
            seat,
            action: face,
            by: tile,
        }),
    }
    turn_over(state, action, events);
    end_turn(state, events);
}

/// R5.6: carries out the action with the chosen player.
fn choose_target(state: &mut State, other: Seat, events: &mut Events<Event>) {
    if let Phase::AwaitTarget { action, .. } = state.phase {
        let action = usize::from(action);
        transfer(
            state,
            state.faces[action],
            Tile::action(action),
            other,
            events,
        );
        turn_over(state, action, events);
        end_turn(state, events);
    }
}

/// Returns the players to whom the active player may give, or from whom they may steal. For a gift,
/// these are only the players who are tied for it.
pub(super) fn candidates(state: &State, face: Face) -> SeatSet {
    let tops = state
        .all_seats()
        .filter(|seat| *seat != state.active)
        .filter_map(|seat| Some((seat, state.tower(seat).top()?)));
    match face {
        Face::Steal => tops.map(|(seat, _)| seat).collect(),
        Face::Gift => {
            let Some(gift) = state.tower(state.active).top() else {
                return SeatSet::EMPTY;
            };
            // A bad tile goes to the player with the best top tile, a good one to the player with
            // the worst.
            let merit = |top: Tile| {
                if gift.points() < 0 {
                    top.rank()
                } else {
                    -top.rank()
                }
            };
            let best = tops.clone().map(|(_, top)| merit(top)).max();
            tops.filter(|(_, top)| Some(merit(*top)) == best)
                .map(|(seat, _)| seat)
                .collect()
        }
    }
}

/// Moves the top tile of one tower onto another.
fn transfer(state: &mut State, face: Face, by: Tile, other: Seat, events: &mut Events<Event>) {
    let (giver, receiver) = match face {
        Face::Gift => (state.active, other),
        Face::Steal => (other, state.active),
    };
    if let Some(tile) = state.towers[giver.index()].pop() {
        state.towers[receiver.index()].push(tile);
        events.push(|| Event::TileMoved {
            action: face,
            by,
            giver,
            receiver,
            tile,
        });
    }
}

fn turn_over(state: &mut State, action: usize, events: &mut Events<Event>) {
    let face = state.faces[action].other();
    state.faces[action] = face;
    events.push(|| Event::TurnedOver {
        tile: Tile::action(action),
        face,
    });
}

/// R5.7: passes the turn to the next player with a pawn under way, or ends the game.
fn end_turn(state: &mut State, events: &mut Events<Event>) {
    let mut next = SeatSet::first(state.seats).after(state.active);
    match next.find(|seat| state.is_under_way(*seat)) {
        Some(seat) => {
            state.active = seat;
            state.phase = Phase::AwaitRoll;
        }
        None => end_game(state, events),
    }
}

fn end_game(state: &mut State, events: &mut Events<Event>) {
    state.phase = Phase::GameOver;
    events.push(|| Event::Ended {
        towers: score::outcome(state)
            .standings
            .into_iter()
            .map(|standing| TowerEnd {
                seat: standing.seat,
                rank: standing.rank,
                score: standing.score,
                lucky: state.tower(standing.seat).lucky(),
                left: standing.left,
                tower: state.tower(standing.seat).tiles().to_vec(),
            })
            .collect(),
    });
}
