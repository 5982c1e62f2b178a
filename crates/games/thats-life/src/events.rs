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

/// Something that happened. All of it is public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ThatsLifeEvent")]
pub enum Event {
    /// The game was set up.
    Dealt {
        /// The tiles from start to finish, both included.
        track: Vec<Tile>,
        /// How many pawns every player has on the start tile.
        pawns_each: u8,
        /// The tiles with a guard, from start to finish; empty in a game without guards.
        guards: Vec<Tile>,
    },
    /// The active player rolled the die.
    Rolled {
        /// Who rolled.
        seat: Seat,
        /// What the die shows, 1 to 6.
        die: u8,
    },
    /// A player moved an own pawn.
    PawnMoved {
        /// Whose pawn it is.
        seat: Seat,
        /// The tile that it left.
        from: Tile,
        /// The tile that it came to.
        to: Tile,
    },
    /// A player moved a guard.
    GuardMoved {
        /// Who moved it.
        seat: Seat,
        /// The tile that it left.
        from: Tile,
        /// The tile that it came to; on the finish it is out of the game.
        to: Tile,
    },
    /// A pawn left a tile empty, and its player took the tile.
    Collected {
        /// Who took it.
        seat: Seat,
        /// The tile; it is now on top of the player's tower.
        tile: Tile,
    },
    /// An action tile is to be carried out, and the player must say with whom.
    TargetDue {
        /// Who chooses.
        seat: Seat,
        /// What is to be done.
        action: Face,
        /// The action tile.
        by: Tile,
        /// The seats to choose from, ascending.
        candidates: Vec<Seat>,
    },
    /// An action tile moved a tile from the top of one tower to the top of another.
    TileMoved {
        /// What was done: the giver's gift, or the receiver's theft.
        action: Face,
        /// The action tile.
        by: Tile,
        /// Who lost the tile.
        giver: Seat,
        /// Who got it.
        receiver: Seat,
        /// The tile that changed hands.
        tile: Tile,
    },
    /// An action tile was carried out, but there was nothing to give or take.
    NothingMoved {
        /// Who carried it out.
        seat: Seat,
        /// What was to be done.
        action: Face,
        /// The action tile.
        by: Tile,
    },
    /// An action tile was turned over.
    TurnedOver {
        /// The action tile.
        tile: Tile,
        /// What it shows now.
        face: Face,
    },
    /// A player left the game for good; the pawns went to the finish.
    Left {
        /// Who left.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// How each seat ended, in seat order.
        towers: Vec<TowerEnd>,
    },
}

/// How one seat ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ThatsLifeTowerEnd")]
pub struct TowerEnd {
    /// The seat.
    pub seat: Seat,
    /// 1 is best; equal seats share a rank and the next rank is skipped.
    pub rank: u8,
    /// The points.
    pub score: i32,
    /// How many lucky tiles the tower holds; fewer are better on equal points.
    pub lucky: u8,
    /// Whether the seat left before the end. Such seats rank behind all that stayed.
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
