//! What a position asks for next, and why a move is refused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet};

/// What a position asks for next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These seats each owe a decision. More than one: they decide at the same time.
    Act(SeatSet),
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// The seats that owe a decision; none when the game is over.
    pub fn acting(&self) -> SeatSet {
        match self {
            Turn::Act(seats) => *seats,
            Turn::Over(_) => SeatSet::EMPTY,
        }
    }

    /// The outcome, when the game is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Turn::Act(_) => None,
            Turn::Over(outcome) => Some(outcome),
        }
    }
}

/// How a game ended: one standing a seat, in seat order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// One standing a seat, in seat order.
    pub standings: Vec<Standing>,
}

/// How one seat finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// 1 is best; equal seats share a rank and the next rank is skipped (1, 1, 3).
    pub rank: u8,
    /// The final score, in the game's own points.
    pub score: i32,
    /// Whether the seat left before the end (resigned or was timed out).
    pub left: bool,
    /// What the game says of the score, where it rates it (`won`, `3 stars`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Outcome {
    /// Ranks seats by a key, the greatest key first; equal keys share a rank.
    ///
    /// `seats` gives, in seat order, the key and the standing without its rank.
    pub fn ranked<K: Ord>(seats: Vec<(K, Standing)>) -> Outcome {
        let ranks: Vec<u8> = seats
            .iter()
            .map(|(key, _)| 1 + seats.iter().filter(|(other, _)| other > key).count() as u8)
            .collect();
        let standings = seats
            .into_iter()
            .zip(ranks)
            .map(|((_, standing), rank)| Standing { rank, ..standing })
            .collect();
        Outcome { standings }
    }
}

/// The legal moves of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal<M> {
    /// Moves that [`crate::Rules::play`] accepts.
    pub moves: Vec<M>,
    /// Whether `moves` is all of them.
    pub complete: bool,
}

impl<M> Legal<M> {
    /// A complete list.
    pub fn all(moves: Vec<M>) -> Legal<M> {
        Legal {
            moves,
            complete: true,
        }
    }

    /// The list of a seat that has nothing to decide.
    pub fn none() -> Legal<M> {
        Legal::all(Vec::new())
    }
}

/// The kind of refusal, the same for all games; [`Illegal::code`] is the game's own word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not one of the game's moves at all.
    Malformed,
    /// The game has ended.
    GameOver,
    /// The seat has nothing to decide now.
    NotYourTurn,
    /// The rules forbid the move.
    Forbidden,
}

/// Why a move was refused. The position is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {text}")]
pub struct Illegal {
    /// The stable code that the game's rules give (`WrongPhase`).
    pub code: &'static str,
    /// A sentence for a player.
    pub text: String,
    /// The kind of refusal.
    pub refusal: Refusal,
}

impl Illegal {
    /// Refuses a move that the rules forbid, with the game's code and a sentence for the player.
    pub fn new(code: &'static str, text: impl Into<String>) -> Illegal {
        Illegal {
            code,
            text: text.into(),
            refusal: Refusal::Forbidden,
        }
    }

    /// Refuses something that is no move of this game.
    pub fn bad_move(text: impl Into<String>) -> Illegal {
        Illegal {
            refusal: Refusal::Malformed,
            ..Illegal::new("BadMove", text)
        }
    }

    /// Refuses a move after the end.
    pub fn game_over() -> Illegal {
        Illegal {
            refusal: Refusal::GameOver,
            ..Illegal::new("GameOver", "The game is over.")
        }
    }

    /// Refuses a move of a seat that has nothing to decide, under the game's own code for that.
    pub fn not_your_turn(code: &'static str, text: impl Into<String>) -> Illegal {
        Illegal {
            refusal: Refusal::NotYourTurn,
            ..Illegal::new(code, text)
        }
    }
}
