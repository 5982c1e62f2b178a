//! The checks of every move in their order (R7), and the list of legal moves.

use super::MESSAGES;
use super::moves::{Move, Piece};
use super::state::{Phase, State};
use super::tile::Tile;
use super::track::Slot;
use rules::reading::Named;
use rules::{Illegal, Legal, Message, Seat, Word, refused, told};

/// A move that has passed every check.
#[derive(Clone, Copy, Debug)]
pub(super) enum Checked {
    Roll,
    MovePawn { from: Slot, die: u8 },
    MoveGuard { from: Slot, die: u8 },
    ChooseTarget { seat: Seat },
}

/// Checks a move in the order of R7. Returns the first failure.
pub(super) fn check(state: &State, seat: Seat, mv: &Move) -> Result<Checked, Illegal> {
    if state.phase == Phase::GameOver {
        return Err(Illegal::game_over());
    }
    if seat != state.active {
        return Err(Illegal::turn_of(state.active));
    }
    match (*mv, state.phase) {
        (Move::Roll {}, Phase::AwaitRoll) => Ok(Checked::Roll),
        (Move::MovePawn { from }, Phase::AwaitMove { die }) => {
            let from = own_pawn(state, seat, from)?;
            Ok(Checked::MovePawn { from, die })
        }
        (Move::MoveGuard { from }, Phase::AwaitMove { die }) => {
            let from = accompanied_guard(state, from)?;
            Ok(Checked::MoveGuard { from, die })
        }
        (Move::ChooseTarget { seat }, Phase::AwaitTarget { candidates, .. }) => {
            if let Some(seat) = candidates.iter().find(|it| it.number() == seat) {
                Ok(Checked::ChooseTarget { seat })
            } else {
                Err(refused!("InvalidTarget", "no-target", legal: say_legal(state)))
            }
        }
        _ => Err(Illegal::new("WrongPhase", say_legal(state))),
    }
}

fn own_pawn(state: &State, seat: Seat, from: Named<Tile>) -> Result<Slot, Illegal> {
    let slot = movable_from(state, from)?;
    if state.pawns_on(seat, slot) == 0 {
        return Err(
            refused!("NoOwnPawnThere", "no-own-pawn", tile: noted(from), legal: say_legal(state)),
        );
    }
    Ok(slot)
}

fn accompanied_guard(state: &State, from: Named<Tile>) -> Result<Slot, Illegal> {
    if !state.options.guards {
        return Err(refused!("GuardsDisabled", "no-guards", legal: say_legal(state)));
    }
    let slot = movable_from(state, from)?;
    if state.guards_on(slot) == 0 {
        return Err(
            refused!("NoGuardThere", "no-guard-there", tile: noted(from), legal: say_legal(state)),
        );
    }
    if state.all_pawns_on(slot) == 0 {
        return Err(
            refused!("GuardNotAccompanied", "guard-alone", tile: noted(from), legal: say_legal(state)),
        );
    }
    Ok(slot)
}

/// Returns the slot of a tile that is on the track and is not the finish.
fn movable_from(state: &State, from: Named<Tile>) -> Result<Slot, Illegal> {
    let Some(slot) = from.0.and_then(|tile| state.track.slot(tile)) else {
        let text = match from.0 {
            Some(tile) => told!("tile-gone", tile: tile.noted()),
            None => told!("no-such-tile"),
        };
        let text = text.with("legal", say_legal(state));
        return Err(Illegal::new("UnknownTile", text));
    };
    if slot == Slot::FINISH {
        return Err(refused!("PieceFinished", "at-the-finish", legal: say_legal(state)));
    }
    Ok(slot)
}

/// Returns the tile as the player named it, with its worth.
fn noted(from: Named<Tile>) -> Message {
    from.0.map_or(Message::verbatim(from.id()), Tile::noted)
}

/// Returns all legal moves of a seat.
pub(super) fn legal(state: &State, seat: Seat) -> Legal<Move> {
    if seat != state.active {
        return Legal::none();
    }
    Legal::all(match state.phase {
        Phase::AwaitRoll => vec![Move::Roll {}],
        Phase::AwaitMove { .. } => steps(state).map(|(piece, from)| piece.from(from)).collect(),
        Phase::AwaitTarget { candidates, .. } => candidates
            .iter()
            .map(|seat| Move::ChooseTarget {
                seat: seat.number(),
            })
            .collect(),
        Phase::GameOver => Vec::new(),
    })
}

impl Piece {
    /// Returns the move of this kind of piece from a tile.
    pub(super) const fn from(self, tile: Tile) -> Move {
        let from = Named(Some(tile));
        match self {
            Piece::Pawn => Move::MovePawn { from },
            Piece::Guard => Move::MoveGuard { from },
        }
    }
}

/// Returns the pieces that the active player may move, if a move is due: pawns first, then guards,
/// each from start to finish.
pub(super) fn steps(state: &State) -> impl Iterator<Item = (Piece, Tile)> {
    let slots = state
        .track
        .slots()
        .filter(|slot| *slot != Slot::FINISH && matches!(state.phase, Phase::AwaitMove { .. }));
    let pawns = slots
        .clone()
        .filter(|slot| state.pawns_on(state.active, *slot) > 0)
        .map(|slot| (Piece::Pawn, state.track.tile(slot)));
    let guards = slots
        .filter(|slot| state.guards_on(*slot) > 0 && state.all_pawns_on(*slot) > 0)
        .map(|slot| (Piece::Guard, state.track.tile(slot)));
    pawns.chain(guards)
}

/// Returns the legal moves of the active player as a sentence.
pub(super) fn say_legal(state: &State) -> Message {
    match state.phase {
        Phase::AwaitTarget { candidates, .. } => {
            told!("legal-choose", names: Word::or(candidates.iter()))
        }
        _ => legal(state, state.active).said(told!("legal-none")),
    }
}

/// Returns the players that the seat may choose, by name, or `None` if there is nobody to choose.
pub(super) fn choices(state: &State, seat: Seat) -> Option<Vec<Message>> {
    match state.phase {
        Phase::AwaitTarget { candidates, .. } if seat == state.active => {
            let choose = |seat| told!("choose-player", name: Word::Seat(seat));
            Some(candidates.iter().map(choose).collect())
        }
        _ => None,
    }
}
