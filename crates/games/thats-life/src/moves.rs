//! The moves in their typed form and in JSON. `read.rs` reads the text notation.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::tile::Tile;
use rules::Seat;
use rules::reading::Named;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "ThatsLifeMove")]
pub enum Move {
    /// Roll the die, at the start of your turn.
    Roll {},
    /// Move one of your pawns by the whole die.
    MovePawn {
        /// The tile where the pawn stands.
        from: Named<Tile>,
    },
    /// Move a guard by the whole die, in a game with guards. A pawn of any player must stand on the
    /// same tile.
    MoveGuard {
        /// The tile where the guard stands.
        from: Named<Tile>,
    },
    /// Choose the player who gets your gift, or from whom you steal.
    ChooseTarget {
        /// One of the `candidates` in the view.
        #[schemars(with = "Seat")]
        seat: u8,
    },
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ThatsLifePiece")]
pub enum Piece {
    /// A pawn of the active player.
    Pawn,
    /// A guard.
    Guard,
}

rules::read_moves! {
    Move { from: Named<Tile>, seat: u8 }
    => Roll(), MovePawn(from), MoveGuard(from), ChooseTarget(seat)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Roll {} => f.write_str("roll"),
            Move::MovePawn { from } => write!(f, "move {from}"),
            Move::MoveGuard { from } => write!(f, "guard {from}"),
            Move::ChooseTarget { seat } => write!(f, "target {seat}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_a_small_number() {
        for bad in [
            r#"{"type":"choose_target","seat":256}"#,
            r#"{"type":"choose_target","seat":-1}"#,
        ] {
            assert!(serde_json::from_str::<Move>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_string_that_is_no_code_is_still_a_place() {
        let mv: Move = serde_json::from_str(r#"{"type":"move_pawn","from":"M4a"}"#).unwrap();
        assert_eq!(mv, Move::MovePawn { from: Named(None) });
        let text = serde_json::to_string(&mv).unwrap();
        assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), mv);
    }
}
