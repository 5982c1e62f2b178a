//! A position: track, pieces, towers and the next decision (R5.1).
//!
//! Everything has a fixed size, so that copying is a plain memory copy. `legal.rs` has the legal
//! moves and `play.rs` their effects.

use serde::{Deserialize, Serialize};

use super::MESSAGES;
use super::options::Options;
use super::tile::{COLLECTABLE, Tile, TileKind};
use super::track::{Slot, Track};
use rules::{Dice, Message, Seat, SeatSet, told};

/// The maximum number of players.
pub(super) const MOST_SEATS: usize = 6;

/// The maximum number of pawns of one player.
pub(super) const MOST_PAWNS: usize = 3;

/// The number of guards.
pub(super) const GUARDS: usize = 8;

/// A position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) options: Options,
    pub(super) seats: u8,
    pub(super) active: Seat,
    pub(super) phase: Phase,
    pub(super) gone: SeatSet,
    pub(super) track: Track,
    /// The current face of each action tile.
    pub(super) faces: [Face; 4],
    /// The slots of each seat's pawns, ascending. Pawns that do not exist are on the finish.
    pub(super) pawns: [[Slot; MOST_PAWNS]; MOST_SEATS],
    /// The slots of the guards, ascending; all on the finish in a game without guards.
    pub(super) guards: [Slot; GUARDS],
    pub(super) towers: [Tower; MOST_SEATS],
}

/// The next decision of the active player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Phase {
    AwaitRoll,
    AwaitMove {
        die: u8,
    },
    AwaitTarget {
        die: u8,
        /// The current action tile, from 0. It still shows its action.
        action: u8,
        candidates: SeatSet,
    },
    GameOver,
}

rules::words! {
    /// What an action tile shows.
    pub enum Face = "ThatsLifeFace" {
        /// Who leaves it last gives away the top tile of the own tower.
        Gift,
        /// Who leaves it last takes the top tile of somebody else's tower.
        Steal,
    }
}

impl Face {
    pub(super) const fn other(self) -> Face {
        match self {
            Face::Gift => Face::Steal,
            Face::Steal => Face::Gift,
        }
    }

    /// Returns its name for players.
    pub(super) fn told(self) -> Message {
        told!("face", face: self.word())
    }
}

/// The tiles that a player has collected, bottom first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tower {
    height: u8,
    /// Places above the height contain the start tile, so that equal towers have equal bytes.
    tiles: [Tile; COLLECTABLE],
}

impl Tower {
    pub(super) const EMPTY: Tower = Tower {
        height: 0,
        tiles: [Tile::START; COLLECTABLE],
    };

    pub(super) fn tiles(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.height)]
    }

    pub(super) fn top(&self) -> Option<Tile> {
        self.tiles().last().copied()
    }

    pub(super) fn push(&mut self, tile: Tile) {
        self.tiles[usize::from(self.height)] = tile;
        self.height += 1;
    }

    pub(super) fn pop(&mut self) -> Option<Tile> {
        let top = self.top()?;
        self.height -= 1;
        self.tiles[usize::from(self.height)] = Tile::START;
        Some(top)
    }

    pub(super) fn lucky(&self) -> u8 {
        self.tiles().iter().filter(|tile| tile.is_lucky()).count() as u8
    }

    /// Whether the unused places contain the start tile.
    pub(super) fn is_tidy(&self) -> bool {
        let height = usize::from(self.height);
        height <= COLLECTABLE && self.tiles[height..].iter().all(|tile| *tile == Tile::START)
    }
}

impl State {
    /// Returns the position before the first move (R4).
    pub(super) fn dealt(options: Options, seats: u8, dice: &mut Dice) -> State {
        let order = super::track::sorted(options.sorting, dice);
        let track = Track::laid(order, options.action_tiles);
        let mut state = State {
            options,
            seats,
            active: Seat(0),
            phase: Phase::AwaitRoll,
            gone: SeatSet::EMPTY,
            track,
            faces: [Face::Gift; 4],
            pawns: [[Slot::FINISH; MOST_PAWNS]; MOST_SEATS],
            guards: [Slot::FINISH; GUARDS],
            towers: [Tower::EMPTY; MOST_SEATS],
        };
        for seat in Seat::all(seats) {
            let each = usize::from(state.pawns_each());
            state.pawns[seat.index()][..each].fill(Slot::START);
        }
        if options.guards {
            let guarded = |tile: &Tile| tile.is_lucky() || tile.points() >= 7;
            let slots = track.slots().filter(|slot| guarded(&track.tile(*slot)));
            for (guard, slot) in state.guards.iter_mut().zip(slots) {
                *guard = slot;
            }
        }
        state
    }

    /// Returns the number of pawns of each player.
    pub(super) const fn pawns_each(&self) -> u8 {
        self.options.pawns.each(self.seats)
    }

    /// All seats of the table.
    pub(super) fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats)
    }

    /// The seats that have not left.
    pub(super) const fn staying(&self) -> SeatSet {
        SeatSet::first(self.seats).without(self.gone)
    }

    /// Returns the slots of a seat's pawns, ascending.
    pub(super) fn pawns(&self, seat: Seat) -> &[Slot] {
        &self.pawns[seat.index()][..usize::from(self.pawns_each())]
    }

    /// Returns the slots of the guards, ascending; empty in a game without guards.
    pub(super) fn guards(&self) -> &[Slot] {
        if self.options.guards {
            &self.guards
        } else {
            &[]
        }
    }

    /// Whether a seat still has a pawn that is not on the finish.
    pub(super) fn is_under_way(&self, seat: Seat) -> bool {
        self.pawns[seat.index()][0] != Slot::FINISH
    }

    /// Returns how many of a seat's pawns are on a tile of the track.
    pub(super) fn pawns_on(&self, seat: Seat, slot: Slot) -> usize {
        self.pawns(seat)
            .iter()
            .filter(|pawn| **pawn == slot)
            .count()
    }

    /// Returns how many guards are on a tile of the track.
    pub(super) fn guards_on(&self, slot: Slot) -> usize {
        self.guards().iter().filter(|guard| **guard == slot).count()
    }

    /// Returns the total number of pawns on a tile of the track.
    pub(super) fn all_pawns_on(&self, slot: Slot) -> usize {
        self.all_seats().map(|seat| self.pawns_on(seat, slot)).sum()
    }

    /// Moves one of the seat's pawns.
    pub(super) fn move_pawn(&mut self, seat: Seat, from: Slot, to: Slot) {
        relocate(&mut self.pawns[seat.index()], from, to);
    }

    /// Moves one of the guards.
    pub(super) fn move_guard(&mut self, from: Slot, to: Slot) {
        relocate(&mut self.guards, from, to);
    }

    /// Returns the face of an action tile, or `None` for every other tile.
    pub(super) fn face(&self, tile: Tile) -> Option<Face> {
        match tile.kind() {
            TileKind::Action(n) => Some(self.faces[n]),
            _ => None,
        }
    }

    pub(super) fn tower(&self, seat: Seat) -> &Tower {
        &self.towers[seat.index()]
    }
}

/// Moves one piece and keeps the list ascending.
fn relocate(pieces: &mut [Slot], from: Slot, to: Slot) {
    if let Some(piece) = pieces.iter_mut().find(|piece| **piece == from) {
        *piece = to;
        pieces.sort_unstable();
    }
}
