//! The view, which shows everything except future rolls to everyone (R9).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal;
use super::moves::Piece;
use super::options::Options;
use super::score;
use super::state::{Face, Phase, State};
use super::tile::{Tile, TileKind};
use super::track::Slot;
use rules::Seat;

/// A position, the same for all viewers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ThatsLifeView")]
pub struct View {
    /// The options of the game.
    pub options: Options,
    /// The phase of the game.
    pub phase: PhaseName,
    /// The active seat; null when the game is over.
    pub active: Option<Seat>,
    /// The die, 1 to 6; null before the roll and when the game is over.
    pub die: Option<u8>,
    /// The tiles on the track, from start to finish, both included. Each is one step.
    pub track: Vec<Tile>,
    /// The same tiles in the same order, with everything that a client needs to draw them.
    pub tiles: Vec<TileView>,
    /// The face of each action tile, `act1` to `act4`; empty in a game without them.
    #[schemars(with = "BTreeMap<String, Face>")]
    pub face: BTreeMap<Tile, Face>,
    /// For each seat, the tiles of its pawns, from start to finish.
    pub pawns: Vec<Vec<Tile>>,
    /// The tiles of the guards, from start to finish. Guards on the finish are out of the game.
    pub guards: Vec<Tile>,
    /// The collected tiles of each seat, bottom first.
    pub towers: Vec<Vec<Tile>>,
    /// The current score of each seat.
    pub scores: Vec<i32>,
    /// The number of lucky tiles of each seat. With equal scores, fewer are better.
    pub lucky: Vec<u8>,
    /// The choice in the phase `await_target`; else null.
    pub target: Option<TargetView>,
    /// For each seat, whether the player has left the game.
    pub gone: Vec<bool>,
    /// The pieces that the active player may move, with the effect of each move; empty outside the
    /// phase `await_move`.
    pub moves: Vec<StepView>,
    /// The final rank of each seat, 1 is best; null while the game runs.
    pub ranks: Option<Vec<u8>>,
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ThatsLifePhase")]
pub enum PhaseName {
    /// The active player rolls the die.
    AwaitRoll,
    /// The active player moves a pawn or a guard.
    AwaitMove,
    /// The active player chooses who gets a gift, or from whom to steal.
    AwaitTarget,
    /// The game is over.
    GameOver,
}

/// A tile of the track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ThatsLifeTileView")]
pub struct TileView {
    /// The tile.
    pub tile: Tile,
    /// The kind of the tile.
    pub kind: KindName,
    /// The number on a plus or minus tile, -10 to 8; null for other tiles.
    pub value: Option<i32>,
    /// The face of an action tile; null for other tiles.
    pub face: Option<Face>,
    /// For each seat, the number of its pawns on the tile.
    pub pawns: Vec<u8>,
    /// The number of guards on the tile.
    pub guards: u8,
}

/// The kind of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ThatsLifeTileKind")]
pub enum KindName {
    /// The start of all pawns. Nobody collects it.
    Start,
    /// Costs points.
    Minus,
    /// Brings points.
    Plus,
    /// Turns other tiles: see the option `scoring`.
    Lucky,
    /// Stays on the track, and moves a tile between towers.
    Action,
    /// The end of the track for all pawns.
    Finish,
}

/// A choice of another player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ThatsLifeTarget")]
pub struct TargetView {
    /// The action of the tile.
    pub kind: Face,
    /// The action tile.
    pub tile: Tile,
    /// The seats to choose from, in ascending order.
    pub candidates: Vec<Seat>,
}

/// A piece that the active player may move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ThatsLifeStep")]
pub struct StepView {
    /// The piece: one of the player's own pawns, or a guard.
    pub piece: Piece,
    /// The tile of the piece.
    pub from: Tile,
    /// The tile that the piece would reach.
    pub to: Tile,
    /// The effect of leaving the tile.
    pub effect: Effect,
}

/// The effect of leaving a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ThatsLifeEffect")]
pub enum Effect {
    /// No effect.
    None,
    /// The player takes the tile.
    Collect,
    /// The player gives a tile away, if the player has one and another player can get it.
    Gift,
    /// The player steals a tile, if another player has one.
    Steal,
}

impl View {
    /// Whether there is a tile for an action of the active player: a tile of another player and,
    /// for a gift, also one of their own.
    pub(super) fn has_tile_for(&self, action: Face) -> bool {
        let Some(active) = self.active.map(Seat::index) else {
            return false;
        };
        let mut others = self
            .towers
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != active);
        let has_own = action == Face::Steal || !self.towers[active].is_empty();
        has_own && others.any(|(_, tower)| !tower.is_empty())
    }
}

/// Returns the view, which is the same for all viewers.
pub(super) fn view(state: &State) -> View {
    let over = state.phase == Phase::GameOver;
    View {
        options: state.options,
        phase: phase_name(state.phase),
        active: (!over).then_some(state.active),
        die: die(state.phase),
        track: state.track.tiles().collect(),
        tiles: state
            .track
            .slots()
            .map(|slot| tile_view(state, slot))
            .collect(),
        face: state
            .track
            .tiles()
            .filter_map(|tile| Some((tile, state.face(tile)?)))
            .collect(),
        pawns: by_seat(state, |seat| tiles(state, state.pawns(seat))),
        guards: tiles(state, state.guards()),
        towers: by_seat(state, |seat| state.tower(seat).tiles().to_vec()),
        scores: by_seat(state, |seat| score::of(state, seat)),
        lucky: by_seat(state, |seat| state.tower(seat).lucky()),
        target: target(state),
        gone: by_seat(state, |seat| state.gone.contains(seat)),
        moves: steps(state),
        ranks: over.then(|| score::outcome(state).ranks()),
    }
}

fn by_seat<T>(state: &State, of: impl Fn(Seat) -> T) -> Vec<T> {
    state.all_seats().map(of).collect()
}

fn tiles(state: &State, slots: &[Slot]) -> Vec<Tile> {
    slots.iter().map(|slot| state.track.tile(*slot)).collect()
}

pub(super) const fn phase_name(phase: Phase) -> PhaseName {
    match phase {
        Phase::AwaitRoll => PhaseName::AwaitRoll,
        Phase::AwaitMove { .. } => PhaseName::AwaitMove,
        Phase::AwaitTarget { .. } => PhaseName::AwaitTarget,
        Phase::GameOver => PhaseName::GameOver,
    }
}

const fn die(phase: Phase) -> Option<u8> {
    match phase {
        Phase::AwaitMove { die } | Phase::AwaitTarget { die, .. } => Some(die),
        Phase::AwaitRoll | Phase::GameOver => None,
    }
}

fn tile_view(state: &State, slot: Slot) -> TileView {
    let tile = state.track.tile(slot);
    let (kind, value) = match tile.kind() {
        TileKind::Start => (KindName::Start, None),
        TileKind::Minus => (KindName::Minus, Some(tile.points())),
        TileKind::Plus => (KindName::Plus, Some(tile.points())),
        TileKind::Lucky => (KindName::Lucky, None),
        TileKind::Action(_) => (KindName::Action, None),
        TileKind::Finish => (KindName::Finish, None),
    };
    TileView {
        tile,
        kind,
        value,
        face: state.face(tile),
        pawns: by_seat(state, |seat| state.pawns_on(seat, slot) as u8),
        guards: state.guards_on(slot) as u8,
    }
}

fn target(state: &State) -> Option<TargetView> {
    match state.phase {
        Phase::AwaitTarget {
            action, candidates, ..
        } => Some(TargetView {
            kind: state.faces[usize::from(action)],
            tile: Tile::action(usize::from(action)),
            candidates: candidates.iter().collect(),
        }),
        _ => None,
    }
}

fn steps(state: &State) -> Vec<StepView> {
    let die = die(state.phase).unwrap_or(0);
    legal::steps(state)
        .filter_map(|(piece, from)| {
            let slot = state.track.slot(from)?;
            let alone = state.all_pawns_on(slot) == 1 && state.guards_on(slot) == 0;
            let effect = match (from.kind(), state.face(from)) {
                _ if piece == Piece::Guard || !alone => Effect::None,
                (TileKind::Start | TileKind::Finish, _) => Effect::None,
                (_, Some(Face::Gift)) => Effect::Gift,
                (_, Some(Face::Steal)) => Effect::Steal,
                (_, None) => Effect::Collect,
            };
            Some(StepView {
                piece,
                from,
                to: state.track.tile(state.track.ahead(slot, die)),
                effect,
            })
        })
        .collect()
}
