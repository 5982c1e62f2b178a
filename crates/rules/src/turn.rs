//! The next decision of a position, legal moves, and refusals.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::COMMON;
use crate::{Language, Message, Seat, SeatSet, Word};

/// The next decision of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Each of these seats owes a decision. If there are several, they decide simultaneously.
    Act(SeatSet),
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// Returns the seats that owe a decision; none if the game is over.
    pub fn acting(&self) -> SeatSet {
        match self {
            Turn::Act(seats) => *seats,
            Turn::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Returns the outcome if the game is over.
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

impl Standing {
    /// Creates a standing. [`Outcome::ranked`] sets its rank.
    pub const fn new(seat: Seat, score: i32, left: bool) -> Standing {
        Standing {
            seat,
            rank: 0,
            score,
            left,
            note: None,
        }
    }
}

impl Outcome {
    /// Ranks seats by a key, the greatest key first. Equal keys share a rank.
    ///
    /// `seats` contains, in seat order, each key and each standing without its rank.
    pub fn ranked<K: Ord>(seats: impl IntoIterator<Item = (K, Standing)>) -> Outcome {
        let seats: Vec<(K, Standing)> = seats.into_iter().collect();
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

    /// Returns the rank of each seat, in seat order.
    pub fn ranks(&self) -> Vec<u8> {
        self.standings.iter().map(|it| it.rank).collect()
    }
}

/// The legal moves of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal<M> {
    /// Moves that [`crate::Play::play`] accepts.
    pub moves: Vec<M>,
    /// Whether `moves` contains all legal moves.
    pub complete: bool,
}

impl<M> Legal<M> {
    /// Creates a complete list.
    pub fn all(moves: Vec<M>) -> Legal<M> {
        Legal {
            moves,
            complete: true,
        }
    }

    /// Creates the list of a seat that has nothing to decide.
    pub fn none() -> Legal<M> {
        Legal::all(Vec::new())
    }
}

impl<M: Display> Legal<M> {
    /// Returns the legal moves as a sentence, or `none` if there are none.
    pub fn said(&self, none: Message) -> Message {
        let quoted = |mv: &M| COMMON.message("quoted").with("words", mv.to_string());
        let listed = Word::or(self.moves.iter().map(quoted));
        match self.moves.len() {
            0 => none,
            1 => COMMON.message("legal-one").with("move", listed),
            _ => COMMON.message("legal-some").with("moves", listed),
        }
    }
}

/// The legal moves that begin with the same words of the text notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<M> {
    /// The words so far, in normal form.
    pub text: String,
    /// The move that the words so far form, if [`crate::Play::play`] accepts it.
    pub mv: Option<M>,
    /// The words that may come next.
    pub next: Vec<String>,
}

impl<M> Branch<M> {
    /// Creates the branch of a seat that has nothing to decide.
    pub fn none() -> Branch<M> {
        Branch {
            text: String::new(),
            mv: None,
            next: Vec::new(),
        }
    }

    /// Returns the same branch with its move in another form.
    pub fn map<N>(self, form: impl FnOnce(M) -> N) -> Branch<N> {
        Branch {
            text: self.text,
            mv: self.mv.map(form),
            next: self.next,
        }
    }
}

impl<M: Display> Branch<M> {
    /// Returns the branch of the moves with a notation that begins with the words of `partial`.
    pub fn among(moves: Vec<M>, partial: &str) -> Result<Branch<M>, Illegal> {
        let partial: Vec<&str> = partial.split_whitespace().collect();
        let mut branch = Branch::none();
        for mv in moves {
            let text = mv.to_string();
            let words: Vec<&str> = text.split_whitespace().collect();
            let begins = words.len() >= partial.len()
                && words
                    .iter()
                    .zip(&partial)
                    .all(|(word, given)| word.eq_ignore_ascii_case(given));
            if !begins {
                continue;
            }
            branch.text = words[..partial.len()].join(" ");
            match words.get(partial.len()) {
                None => branch.mv = Some(mv),
                Some(word) if branch.next.iter().any(|next| next == word) => {}
                Some(word) => branch.next.push((*word).to_owned()),
            }
        }
        if !partial.is_empty() && branch.mv.is_none() && branch.next.is_empty() {
            return Err(Illegal::no_such_beginning(&partial.join(" ")));
        }
        Ok(branch)
    }
}

/// Makes the refusal of a move from the game's own code and a message as for
/// [`told!`](crate::told). Without a code, the refusal is for input that is not a move of the game.
#[macro_export]
macro_rules! refused {
    ($id:literal $(, $variable:ident: $value:expr)* $(,)?) => {
        $crate::Illegal::bad_move($crate::told!($id $(, $variable: $value)*))
    };
    ($code:literal, $id:literal $(, $variable:ident: $value:expr)* $(,)?) => {
        $crate::Illegal::new($code, $crate::told!($id $(, $variable: $value)*))
    };
}

/// The kind of refusal, the same for all games. [`Illegal::code`] is the game's own code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The input is not a move of the game.
    Malformed,
    /// The game has ended.
    GameOver,
    /// The seat has nothing to decide now.
    NotYourTurn,
    /// The rules forbid the move.
    Forbidden,
}

/// The reason why a move was rejected. The position is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {}", text.to(Language::English))]
pub struct Illegal {
    /// The stable code from the game's rules (`WrongPhase`).
    pub code: &'static str,
    /// A sentence for a player.
    pub text: Message,
    /// The kind of refusal.
    pub refusal: Refusal,
}

impl Illegal {
    /// Rejects a move that the rules forbid, with the game's code and a sentence for the player.
    pub fn new(code: &'static str, text: Message) -> Illegal {
        Illegal {
            code,
            text,
            refusal: Refusal::Forbidden,
        }
    }

    /// Rejects input that is not a move of this game.
    pub fn bad_move(text: Message) -> Illegal {
        Illegal {
            refusal: Refusal::Malformed,
            ..Illegal::new("BadMove", text)
        }
    }

    /// Rejects words with which no legal move begins.
    pub fn no_such_beginning(words: &str) -> Illegal {
        Illegal::bad_move(COMMON.message("no-such-beginning").with("words", words))
    }

    /// Rejects a move that would change nothing.
    pub fn changes_nothing() -> Illegal {
        Illegal::new("ChangesNothing", COMMON.message("changes-nothing"))
    }

    /// Rejects a move after the end of the game.
    pub fn game_over() -> Illegal {
        Illegal {
            refusal: Refusal::GameOver,
            ..Illegal::new("GameOver", COMMON.message("game-is-over"))
        }
    }

    /// Rejects a move of a seat when it is another seat's turn.
    pub fn turn_of(active: Seat) -> Illegal {
        let text = COMMON.message("turn-of-seat").with("seat", active);
        Illegal::not_your_turn("NotYourTurn", text)
    }

    /// Rejects an action of a seat that has left, with the game's own code.
    pub fn already_left(code: &'static str) -> Illegal {
        Illegal::not_your_turn(code, COMMON.message("already-left"))
    }

    /// Rejects a move of a seat that has nothing to decide, with the game's own code.
    pub fn not_your_turn(code: &'static str, text: Message) -> Illegal {
        Illegal {
            refusal: Refusal::NotYourTurn,
            ..Illegal::new(code, text)
        }
    }
}
