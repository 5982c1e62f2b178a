//! Bots: players that are part of the program.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Dice, Rules, Seat};

/// A bot. It knows only what its seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bot {
    /// Plays a random legal move.
    Random,
    /// Plays to win, by rules of thumb.
    Greedy,
}

impl Bot {
    /// All bots.
    pub const ALL: [Bot; 2] = [Bot::Random, Bot::Greedy];

    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
        }
    }

    /// Returns the bot's move for a seat, or `None` if the seat owes no decision. `dice` are the
    /// bot's own, not the game's.
    pub(crate) fn choose<R: Rules>(
        self,
        state: &R::State,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<R::Move> {
        match self {
            Bot::Random => by_lot::<R>(state, seat, dice),
            Bot::Greedy => R::greedy(state, seat, dice),
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Bot {
    type Err = String;

    fn from_str(name: &str) -> Result<Bot, String> {
        Bot::ALL
            .into_iter()
            .find(|bot| bot.name() == name)
            .ok_or_else(|| format!("there is no bot “{name}”; there are random and greedy"))
    }
}

/// Picks one of the legal moves at random. If there are too many to list, it picks word by word.
pub(crate) fn by_lot<R: Rules>(state: &R::State, seat: Seat, dice: &mut Dice) -> Option<R::Move> {
    let mut legal = R::legal(state, seat);
    if legal.moves.is_empty() {
        return None;
    }
    if legal.complete {
        let at = dice.below(legal.moves.len() as u32) as usize;
        return Some(legal.moves.swap_remove(at));
    }
    let mut words = String::new();
    loop {
        let branch = R::branch(state, seat, &words).ok()?;
        let choices = branch.next.len() + usize::from(branch.mv.is_some());
        if choices == 0 {
            return None;
        }
        match branch.next.get(dice.below(choices as u32) as usize) {
            None => return branch.mv,
            Some(word) => words = format!("{} {word}", branch.text).trim_start().to_owned(),
        }
    }
}
