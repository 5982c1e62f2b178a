//! What happens (R10), and each thing as a sentence. Nothing is hidden, so everybody learns all.

use schemars::JsonSchema;
use serde::Serialize;

use super::state::{Face, State};
use super::tile::Tile;
use crate::{Names, Seat};

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

/// What happened while setting up.
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

/// An event as one sentence.
pub(super) fn say(event: &Event, names: &Names) -> String {
    match event {
        Event::Dealt {
            track,
            pawns_each,
            guards,
        } => {
            let guarded = match guards.as_slice() {
                [] => String::new(),
                guards => format!(", and guards stand on {}", codes(guards)),
            };
            format!(
                "The track is laid ({}), every player has {pawns_each} pawns on the start{guarded}.",
                codes(track)
            )
        }
        Event::Rolled { seat, die } => format!("{} rolls a {die}.", names.of(*seat)),
        Event::PawnMoved { seat, from, to } => {
            format!("{} moves a pawn from {from} to {to}.", names.of(*seat))
        }
        Event::GuardMoved { seat, from, to } => {
            format!("{} moves a guard from {from} to {to}.", names.of(*seat))
        }
        Event::Collected { seat, tile } => format!("{} takes {}.", names.of(*seat), tile.told()),
        Event::TargetDue {
            seat,
            action,
            by,
            candidates,
        } => {
            let others: Vec<&str> = candidates.iter().map(|seat| names.of(*seat)).collect();
            let verb = match action {
                Face::Gift => "give a tile to",
                Face::Steal => "steal a tile from",
            };
            let (name, others) = (names.of(*seat), others.join(" or "));
            format!("By {by}, {name} must {verb} {others}.")
        }
        Event::TileMoved {
            action,
            by,
            giver,
            receiver,
            tile,
        } => {
            let (giver, receiver, tile) = (names.of(*giver), names.of(*receiver), tile.told());
            match action {
                Face::Gift => format!("By {by}, {giver} gives {tile} to {receiver}."),
                Face::Steal => format!("By {by}, {receiver} steals {tile} from {giver}."),
            }
        }
        Event::NothingMoved { seat, action, by } => {
            let name = names.of(*seat);
            match action {
                Face::Gift => format!(
                    "By {by}, {name} would give a tile, but there is none to give or nobody to get it."
                ),
                Face::Steal => format!("By {by}, {name} would steal a tile, but nobody has one."),
            }
        }
        Event::TurnedOver { tile, face } => {
            format!("The action tile {tile} now shows {}.", face.word())
        }
        Event::Left { seat } => format!(
            "{} leaves the game, and the pawns go to the finish.",
            names.of(*seat)
        ),
        Event::Ended { towers } => {
            let mut places: Vec<&TowerEnd> = towers.iter().collect();
            places.sort_by_key(|end| end.rank);
            let places: Vec<String> = places
                .into_iter()
                .map(|end| format!("{}. {} {}", end.rank, names.of(end.seat), end.score))
                .collect();
            format!("The game is over: {}.", places.join(", "))
        }
    }
}

fn codes(tiles: &[Tile]) -> String {
    let codes: Vec<&str> = tiles.iter().map(|tile| tile.code()).collect();
    codes.join(" ")
}
