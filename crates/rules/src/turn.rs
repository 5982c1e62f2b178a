//! What a position asks for next, and why a move is refused.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::COMMON;
use crate::{Language, Message, Seat, SeatSet, Word};

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

impl Standing {
    /// A standing that [`Outcome::ranked`] gives its rank.
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
    /// Ranks seats by a key, the greatest key first; equal keys share a rank.
    ///
    /// `seats` gives, in seat order, the key and the standing without its rank.
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

    /// The rank of each seat, in seat order.
    pub fn ranks(&self) -> Vec<u8> {
        self.standings.iter().map(|it| it.rank).collect()
    }
}

/// The legal moves of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal<M> {
    /// Moves that [`crate::Play::play`] accepts.
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

impl<M: Display> Legal<M> {
    /// What may be played, as a sentence; `none` where that is nothing.
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
    /// The move that the words so far are, when [`crate::Play::play`] accepts it.
    pub mv: Option<M>,
    /// The words that may come next.
    pub next: Vec<String>,
}

impl<M> Branch<M> {
    /// The branch of a seat that has nothing to decide.
    pub fn none() -> Branch<M> {
        Branch {
            text: String::new(),
            mv: None,
            next: Vec::new(),
        }
    }

    /// The same branch with its move in another form.
    pub fn map<N>(self, form: impl FnOnce(M) -> N) -> Branch<N> {
        Branch {
            text: self.text,
            mv: self.mv.map(form),
            next: self.next,
        }
    }
}

impl<M: Display> Branch<M> {
    /// The branch of those of `moves` whose notation begins with the words of `partial`.
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
#[error("{code}: {}", text.to(Language::English))]
pub struct Illegal {
    /// The stable code that the game's rules give (`WrongPhase`).
    pub code: &'static str,
    /// A sentence for a player.
    pub text: Message,
    /// The kind of refusal.
    pub refusal: Refusal,
}

impl Illegal {
    /// Refuses a move that the rules forbid, with the game's code and a sentence for the player.
    pub fn new(code: &'static str, text: Message) -> Illegal {
        Illegal {
            code,
            text,
            refusal: Refusal::Forbidden,
        }
    }

    /// Refuses something that is no move of this game.
    pub fn bad_move(text: Message) -> Illegal {
        Illegal {
            refusal: Refusal::Malformed,
            ..Illegal::new("BadMove", text)
        }
    }

    /// Refuses words that no legal move begins with.
    pub fn no_such_beginning(words: &str) -> Illegal {
        Illegal::bad_move(COMMON.message("no-such-beginning").with("words", words))
    }

    /// Refuses a move that would leave everything as it is.
    pub fn changes_nothing() -> Illegal {
        Illegal::new("ChangesNothing", COMMON.message("changes-nothing"))
    }

    /// Refuses a move after the end.
    pub fn game_over() -> Illegal {
        Illegal {
            refusal: Refusal::GameOver,
            ..Illegal::new("GameOver", COMMON.message("game-is-over"))
        }
    }

    /// Refuses a move of another seat than the one whose turn it is.
    pub fn turn_of(active: Seat) -> Illegal {
        let text = COMMON.message("turn-of-seat").with("seat", active);
        Illegal::not_your_turn("NotYourTurn", text)
    }

    /// Refuses what a seat does that has left, under the game's own code for that.
    pub fn already_left(code: &'static str) -> Illegal {
        Illegal::not_your_turn(code, COMMON.message("already-left"))
    }

    /// Refuses a move of a seat that has nothing to decide, under the game's own code for that.
    pub fn not_your_turn(code: &'static str, text: Message) -> Illegal {
        Illegal {
            refusal: Refusal::NotYourTurn,
            ..Illegal::new(code, text)
        }
    }
}
