//! The events of the game (R9), and a sentence for each. Nothing is hidden, so everyone sees all
//! events.

use rules::text::places;
use rules::{Catalogue, Message, Names, Seat, Standing, Tell, told};
use schemars::JsonSchema;
use serde::Serialize;

use crate::MESSAGES;
use crate::Pig;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "PigEvent")]
pub enum Event {
    /// The game began.
    Began {
        /// How many points win.
        goal: u8,
    },
    /// A player rolled the die.
    Rolled {
        /// Who rolled.
        seat: Seat,
        /// What the die shows, 1 to 6.
        die: u8,
        /// What is at stake now; nothing after a 1.
        stake: u8,
    },
    /// A player held, and the turn ended.
    Held {
        /// Who held.
        seat: Seat,
        /// What was at stake.
        stake: u8,
        /// What the player has now.
        score: u8,
    },
    /// A player left the game for good.
    Left {
        /// Who left.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// How each seat ended, in seat order.
        standings: Vec<Standing>,
    },
}

impl Tell for Pig {
    const MESSAGES: &'static Catalogue = &MESSAGES;

    /// Returns an event as one sentence.
    fn say(event: &Event, names: &Names) -> Message {
        match event {
            Event::Began { goal } => told!("goal", goal: goal),
            Event::Rolled { seat, die, stake } => {
                told!("rolled", name: names.of(*seat), die: die, points: stake)
            }
            Event::Held { seat, stake, score } => {
                told!("held", name: names.of(*seat), points: stake, score: score)
            }
            Event::Left { seat } => told!("left", name: names.of(*seat)),
            Event::Ended { standings } => {
                let ends = standings.iter().map(|it| (it.rank, it.seat, it.score));
                told!("ended", places: places(ends, names))
            }
        }
    }
}
