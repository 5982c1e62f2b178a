//! The events of the game (R10), and a sentence for each. Nothing is hidden, so everyone sees all
//! events.

use schemars::JsonSchema;
use serde::Serialize;

use super::MESSAGES;
use super::ThatsLife;
use super::state::{Face, State};
use super::tile::{Tile, TileKind};
use rules::text::places;
use rules::{Catalogue, Message, Names, Seat, Tell, Word, told};

/// An event. All are public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ThatsLifeEvent")]
pub enum Event {
    /// The game was set up.
    Dealt {
        /// The tiles from start to finish, both included.
        track: Vec<Tile>,
        /// The number of pawns of each player on the start tile.
        pawns_each: u8,
        /// The tiles with a guard, from start to finish; empty in a game without guards.
        guards: Vec<Tile>,
    },
    /// The active player rolled the die.
    Rolled {
        /// The player's seat.
        seat: Seat,
        /// The number on the die, 1 to 6.
        die: u8,
    },
    /// A player moved one of their pawns.
    PawnMoved {
        /// The player's seat.
        seat: Seat,
        /// The tile before the move.
        from: Tile,
        /// The tile after the move.
        to: Tile,
    },
    /// A player moved a guard.
    GuardMoved {
        /// The player's seat.
        seat: Seat,
        /// The tile before the move.
        from: Tile,
        /// The tile after the move. On the finish, the guard is out of the game.
        to: Tile,
    },
    /// A pawn left a tile empty, and its player collected the tile.
    Collected {
        /// The player's seat.
        seat: Seat,
        /// The tile, which is now on top of the player's tower.
        tile: Tile,
    },
    /// An action tile takes effect, and the player must choose another player.
    TargetDue {
        /// The player's seat.
        seat: Seat,
        /// The action of the tile.
        action: Face,
        /// The action tile.
        by: Tile,
        /// The seats to choose from, in ascending order.
        candidates: Vec<Seat>,
    },
    /// An action tile moved a tile from the top of one tower to the top of another.
    TileMoved {
        /// The action: a gift of the giver, or a theft of the receiver.
        action: Face,
        /// The action tile.
        by: Tile,
        /// The seat that lost the tile.
        giver: Seat,
        /// The seat that got the tile.
        receiver: Seat,
        /// The tile that moved.
        tile: Tile,
    },
    /// An action tile took effect, but there was no tile to give or steal.
    NothingMoved {
        /// The player's seat.
        seat: Seat,
        /// The action of the tile.
        action: Face,
        /// The action tile.
        by: Tile,
    },
    /// An action tile was turned over.
    TurnedOver {
        /// The action tile.
        tile: Tile,
        /// The new face.
        face: Face,
    },
    /// A player left the game for good. The player's pawns moved to the finish.
    Left {
        /// The player's seat.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// The results, in seat order.
        towers: Vec<TowerEnd>,
    },
}

/// The result of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ThatsLifeTowerEnd")]
pub struct TowerEnd {
    /// The seat.
    pub seat: Seat,
    /// The rank: 1 is best. Equal seats share a rank, and the next rank is skipped.
    pub rank: u8,
    /// The score.
    pub score: i32,
    /// The number of lucky tiles in the tower. With equal scores, fewer are better.
    pub lucky: u8,
    /// Whether the player left before the end. Such seats rank behind all others.
    pub left: bool,
    /// The tower, bottom first.
    pub tower: Vec<Tile>,
}

/// Returns the event of the setup.
pub(super) fn dealt(state: &State) -> Event {
    Event::Dealt {
        track: state.track.tiles().collect(),
        pawns_each: state.pawns_each(),
        guards: state
            .guards()
            .iter()
            .map(|slot| state.track.tile(*slot))
            .collect(),
    }
}

impl Tell for ThatsLife {
    const MESSAGES: &'static Catalogue = &MESSAGES;

    /// Returns an event as one sentence.
    fn say(event: &Event, names: &Names) -> Message {
        match event {
            Event::Dealt {
                track,
                pawns_each,
                guards,
            } => {
                let text = match guards.as_slice() {
                    [] => told!("dealt"),
                    _ => told!("dealt-guards"),
                };
                text.with("track", Word::comma(track.iter().filter_map(printed)))
                    .with("pawns", *pawns_each)
            }
            Event::Rolled { seat, die } => told!("rolled", name: names.of(*seat), die: *die),
            Event::PawnMoved { seat, from, to } => {
                told!("pawn-moved", name: names.of(*seat), from: from.left(), to: to.reached())
            }
            Event::GuardMoved { seat, from, to } => {
                told!("guard-moved", name: names.of(*seat), from: from.left(), to: to.reached())
            }
            Event::Collected { seat, tile } => {
                told!("collected", name: names.of(*seat), tile: tile.told())
            }
            Event::TargetDue {
                seat,
                action,
                candidates,
                ..
            } => told!(
                "target-due", action: action.word(), name: names.of(*seat),
                others: one_of(candidates, names)
            ),
            Event::TileMoved {
                action,
                giver,
                receiver,
                tile,
                ..
            } => told!(
                "tile-moved", action: action.word(), giver: names.of(*giver),
                receiver: names.of(*receiver), tile: tile.told()
            ),
            Event::NothingMoved { seat, action, .. } => {
                told!("nothing-moved", action: action.word(), name: names.of(*seat))
            }
            Event::TurnedOver { face, .. } => told!("turned-over", face: face.word()),
            Event::Left { seat } => told!("left", name: names.of(*seat)),
            Event::Ended { towers } => {
                let ends = towers.iter().map(|it| (it.rank, it.seat, it.score));
                told!("ended", places: places(ends, names))
            }
        }
    }
}

/// Lists players: `Ann, Ben or Cleo`.
fn one_of(seats: &[Seat], names: &Names) -> Word {
    Word::or(seats.iter().map(|seat| names.of(*seat)))
}

/// Returns the initial label of a tile between start and finish. Action tiles begin with gift.
fn printed(tile: &Tile) -> Option<Message> {
    match tile.kind() {
        TileKind::Start | TileKind::Finish => None,
        TileKind::Action(_) => Some(Face::Gift.told()),
        _ => Some(tile.worth()),
    }
}
