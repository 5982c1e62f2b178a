//! Checks the invariants of every position. `Err` names the broken one.

use super::legal;
use super::options::Scoring;
use super::play;
use super::score;
use super::state::{Phase, State, Tower};
use super::tile::Tile;
use super::track::Slot;
use rules::Seat;
use rules::text::ensure;

/// Checks all invariants.
pub(super) fn check(state: &State) -> Result<(), String> {
    state.track.check(state.options.action_tiles)?;
    tiles(state)?;
    pieces(state)?;
    phase(state)?;
    for seat in state.all_seats() {
        let tower = state.tower(seat).tiles();
        let plain: i32 = tower.iter().map(|tile| tile.points()).sum();
        let basic = score::score(tower, Scoring::Basic);
        ensure(
            basic >= plain,
            format_args!("lucky tiles cost seat {seat} points"),
        )?;
    }
    Ok(())
}

/// Checks that track and towers together contain each collectable tile exactly once.
fn tiles(state: &State) -> Result<(), String> {
    let mut owned = Vec::new();
    for seat in state.all_seats() {
        ensure(
            state.tower(seat).is_tidy(),
            format_args!("the tower of seat {seat} is longer than it seems"),
        )?;
        owned.extend_from_slice(state.tower(seat).tiles());
    }
    for tile in Tile::collectable() {
        let owners = owned.iter().filter(|it| **it == tile).count();
        let laid = usize::from(state.track.slot(tile).is_some());
        ensure(
            owners + laid == 1,
            format_args!("{tile} is on the track {laid} times and in towers {owners} times"),
        )?;
        owned.retain(|it| *it != tile);
    }
    if let Some(tile) = owned.first() {
        return Err(format!("a tower holds {tile}, which cannot be collected"));
    }
    let beyond = &state.towers[usize::from(state.seats)..];
    ensure(
        beyond.iter().all(|tower| *tower == Tower::EMPTY),
        "somebody who does not play has tiles",
    )
}

/// Checks that every piece is on a tile of the track, and that all pawns of a seat that has left
/// are on the finish.
fn pieces(state: &State) -> Result<(), String> {
    let mut groups: Vec<&[Slot]> = vec![&state.guards];
    groups.extend(state.pawns.iter().map(|pawns| pawns.as_slice()));
    for pieces in groups {
        ensure(pieces.is_sorted(), "pieces are out of order")?;
        ensure(
            pieces.iter().all(|slot| state.track.has(*slot)),
            "a piece stands beside the track",
        )?;
    }
    let unused = |from: usize, pieces: &[Slot]| pieces[from..].iter().all(|it| *it == Slot::FINISH);
    for (i, pawns) in state.pawns.iter().enumerate() {
        let playing = i < usize::from(state.seats) && !state.gone.contains(Seat(i as u8));
        let each = if playing {
            usize::from(state.pawns_each())
        } else {
            0
        };
        ensure(
            unused(each, pawns),
            format_args!("seat {i} has pawns on the way that it should not have"),
        )?;
    }
    ensure(
        state.options.guards || unused(0, &state.guards),
        "there are guards in a game without them",
    )?;
    ensure(
        state.guards[0] != Slot::START,
        "a guard stands on the start",
    )
}

fn phase(state: &State) -> Result<(), String> {
    let staying = state.staying().len();
    let under_way = state.all_seats().any(|seat| state.is_under_way(seat));
    let in_play = state.staying().contains(state.active) && staying > 1;
    match state.phase {
        Phase::GameOver => {
            return ensure(
                staying <= 1 || !under_way,
                "the game is over with pawns on the way",
            );
        }
        Phase::AwaitRoll | Phase::AwaitMove { .. } => {
            ensure(
                in_play && state.is_under_way(state.active),
                "the active player has no pawn to move",
            )?;
        }
        Phase::AwaitTarget {
            action, candidates, ..
        } => {
            ensure(
                in_play && state.options.action_tiles && action < 4,
                "nobody can be carrying out an action",
            )?;
            let face = state.faces[usize::from(action)];
            ensure(
                candidates == play::candidates(state, face) && candidates.len() > 1,
                "the candidates are not those of the action",
            )?;
            let slot = state.track.slot(Tile::action(usize::from(action)));
            ensure(
                slot.is_some_and(|slot| is_empty(state, slot)),
                "the action tile that is carried out is not empty",
            )?;
        }
    }
    if let Phase::AwaitMove { die } | Phase::AwaitTarget { die, .. } = state.phase {
        ensure((1..=6).contains(&die), format_args!("the die shows {die}"))?;
    }
    ensure(
        !legal::legal(state, state.active).moves.is_empty(),
        "the active player has nothing to decide",
    )
}

fn is_empty(state: &State, slot: Slot) -> bool {
    state.all_pawns_on(slot) == 0 && state.guards_on(slot) == 0
}
