//! Builds the position of a diagram or a script from JSON.
//!
//! Missing members come from a new deal, except for the track. Without a track, it is the new track
//! minus the tiles in towers.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::ThatsLife;
use super::moves::Move;
use super::options::{Options, Sorting};
use super::play;
use super::state::{Face, GUARDS, Phase, State, Tower};
use super::tile::{COLLECTABLE, Tile, TileKind};
use super::track::{Slot, Track};
use super::view::PhaseName;
use rules::reading::Named;
use rules::text::{chosen, ensure, per_seat};
use rules::{Dice, Seat, Trial};

/// The members of a position, with the same names as in the view.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arrangement {
    phase: Option<PhaseName>,
    active: Option<Seat>,
    die: Option<u8>,
    track: Option<Vec<Tile>>,
    face: Option<BTreeMap<Tile, Face>>,
    pawns: Option<Vec<Vec<Tile>>>,
    guards: Option<Vec<Tile>>,
    towers: Option<Vec<Vec<Tile>>>,
    target: Option<ArrangedTarget>,
    gone: Option<Vec<bool>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrangedTarget {
    tile: Tile,
    kind: Option<Face>,
    candidates: Option<Vec<Seat>>,
}

impl Trial for ThatsLife {
    /// Builds the position that `position` describes.
    fn arrange(
        options: &Options,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<State, String> {
        let given = Arrangement::deserialize(position).map_err(|error| error.to_string())?;
        let mut state = State::dealt(*options, seats, dice);
        for (seat, tiles) in per_seat(seats, "towers", &given.towers)? {
            state.towers[seat.index()] = tower(tiles)?;
        }
        if let Some(track) = &given.track {
            state.track = laid(&state, track)?;
        } else {
            take_what_is_in_towers(&mut state)?;
        }
        for (seat, tiles) in per_seat(seats, "pawns", &given.pawns)? {
            place_pawns(&mut state, seat, tiles)?;
        }
        place_guards(&mut state, given.guards.as_deref())?;
        for (tile, face) in given.face.iter().flatten() {
            match tile.kind() {
                TileKind::Action(n) => state.faces[n] = *face,
                _ => return Err(format!("{tile} has no face")),
            }
        }
        state.gone = chosen(seats, "gone", &given.gone)?;
        state.active = given.active.unwrap_or(state.active);
        let there = state.active.number() < seats;
        ensure(there, format_args!("there is no seat {}", state.active))?;
        state.phase = phase(&state, &given)?;
        Ok(state)
    }

    fn check(state: &State) -> Result<(), String> {
        super::check::check(state)
    }

    fn examples() -> Vec<Move> {
        vec![
            Move::Roll {},
            Move::MovePawn {
                from: Named::of("m4a"),
            },
            Move::MoveGuard {
                from: Named::of("L1"),
            },
            Move::ChooseTarget { seat: 1 },
        ]
    }
}

fn tower(tiles: &[Tile]) -> Result<Tower, String> {
    if tiles.len() > COLLECTABLE {
        return Err("a tower holds more tiles than there are".to_owned());
    }
    let mut tower = Tower::EMPTY;
    tiles.iter().for_each(|tile| tower.push(*tile));
    Ok(tower)
}

fn take_what_is_in_towers(state: &mut State) -> Result<(), String> {
    for seat in state.all_seats() {
        let tower = *state.tower(seat);
        for tile in tower.tiles() {
            if Tile::collectable().contains(tile)
                && let Some(slot) = state.track.slot(*tile)
            {
                state.track.remove(slot);
            } else {
                return Err(format!("{tile} cannot be in a tower, or is in two"));
            }
        }
    }
    Ok(())
}

/// Returns a track on which exactly these tiles remain, in this order.
fn laid(state: &State, given: &[Tile]) -> Result<Track, String> {
    let mut track = state.track;
    if state.options.sorting == Sorting::Random {
        track = Track::laid(order_of(given)?, state.options.action_tiles);
    }
    let missing: Vec<Slot> = track
        .slots()
        .filter(|slot| !given.contains(&track.tile(*slot)))
        .collect();
    missing.into_iter().for_each(|slot| track.remove(slot));
    if track.tiles().eq(given.iter().copied()) {
        Ok(track)
    } else {
        Err("the track cannot come to this order".to_owned())
    }
}

/// Returns an order of the collectable tiles in which the remaining tiles have this order. The
/// other tiles are placed as far back in their group of eight as possible.
fn order_of(given: &[Tile]) -> Result<[Tile; COLLECTABLE], String> {
    let mut gone = Tile::collectable()
        .into_iter()
        .filter(|tile| !given.contains(tile));
    let mut order = Vec::with_capacity(COLLECTABLE);
    for tile in given {
        match tile.kind() {
            TileKind::Start | TileKind::Finish => {}
            TileKind::Action(n) => {
                let room = (8 * (n + 1)).saturating_sub(order.len());
                order.extend(gone.by_ref().take(room));
            }
            _ => order.push(*tile),
        }
    }
    order.extend(gone);
    order
        .try_into()
        .map_err(|_| "the track holds a tile twice".to_owned())
}

fn place_pawns(state: &mut State, seat: Seat, tiles: &[Tile]) -> Result<(), String> {
    let each = usize::from(state.pawns_each());
    if tiles.len() != each {
        return Err(format!("seat {seat} has {} pawns, not {each}", tiles.len()));
    }
    for (i, tile) in tiles.iter().enumerate() {
        state.pawns[seat.index()][i] = standing(state, *tile)?;
    }
    state.pawns[seat.index()].sort_unstable();
    Ok(())
}

/// Places the guards on these tiles. Without a list, they stay on their tiles of the deal, which
/// must still be on the track.
fn place_guards(state: &mut State, given: Option<&[Tile]>) -> Result<(), String> {
    let Some(tiles) = given else {
        return Ok(());
    };
    let expected = if state.options.guards { GUARDS } else { 0 };
    if tiles.len() != expected {
        return Err(format!("there are {} guards, not {expected}", tiles.len()));
    }
    for (i, tile) in tiles.iter().enumerate() {
        state.guards[i] = standing(state, *tile)?;
    }
    state.guards.sort_unstable();
    Ok(())
}

fn standing(state: &State, tile: Tile) -> Result<Slot, String> {
    state
        .track
        .slot(tile)
        .ok_or_else(|| format!("a piece stands on {tile}, which is not on the track"))
}

fn phase(state: &State, given: &Arrangement) -> Result<Phase, String> {
    let die = || given.die.ok_or("the die is missing");
    let phase = match given.phase.unwrap_or(PhaseName::AwaitRoll) {
        PhaseName::AwaitRoll => Phase::AwaitRoll,
        PhaseName::GameOver => Phase::GameOver,
        PhaseName::AwaitMove => Phase::AwaitMove { die: die()? },
        PhaseName::AwaitTarget => {
            let target = given.target.as_ref().ok_or("the target is missing")?;
            let TileKind::Action(action) = target.tile.kind() else {
                return Err(format!("{} is no action tile", target.tile));
            };
            let face = state.faces[action];
            if target.kind.is_some_and(|kind| kind != face) {
                return Err(format!("{} shows {}", target.tile, face.word()));
            }
            let candidates = play::candidates(state, face);
            if let Some(seats) = &target.candidates
                && !seats.iter().copied().eq(candidates.iter())
            {
                return Err("the candidates are not those of the action".to_owned());
            }
            Phase::AwaitTarget {
                die: die()?,
                action: action as u8,
                candidates,
            }
        }
    };
    let has_die = matches!(phase, Phase::AwaitMove { .. } | Phase::AwaitTarget { .. });
    if given.die.is_some() != has_die {
        return Err("a die lies on the table only between roll and end of turn".to_owned());
    }
    if given.target.is_some() != matches!(phase, Phase::AwaitTarget { .. }) {
        return Err("there is a target only in phase await_target".to_owned());
    }
    Ok(phase)
}
