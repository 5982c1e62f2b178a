//! The events of the game, as data and as sentences.

use schemars::JsonSchema;
use serde::Serialize;

use super::FerryFollies;
use super::MESSAGES;
use rules::{Catalogue, Message, Names, Seat, Tell, Word, told};

/// Something that happened. Cards are named by their value, 1 to 18.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "FerryFolliesEvent")]
pub enum Event {
    /// The cards were dealt.
    Dealt {
        /// The three cards of the row, left to right.
        row: Vec<u8>,
        /// The two cards of the hand: the kept one, then the one drawn for the first turn.
        hand: Vec<u8>,
    },
    /// A card was drawn for the next turn.
    Drew {
        /// The card.
        card: u8,
        /// How many cards are left in the deck.
        deck: u8,
    },
    /// A card was played into the row.
    Played {
        /// The card.
        card: u8,
        /// Where it lies now, 0 at the left.
        index: u8,
        /// What it is worth there: its value, or 6 for a 9 upside down.
        worth: u8,
    },
    /// A card was discarded for its ability; what that did follows as an event of its own.
    Discarded {
        /// The card.
        card: u8,
    },
    /// The row was put in another order (card 1).
    Arranged {
        /// The cards of the row, left to right.
        row: Vec<u8>,
    },
    /// Two cards of the row changed places (cards 2, 10, 15 and 16).
    Swapped {
        /// The two cards.
        cards: [u8; 2],
        /// Where each of them lay, and the other lies now.
        indexes: [u8; 2],
    },
    /// A card of the row went on top of the deck (card 3).
    PutOnTop {
        /// The card.
        card: u8,
    },
    /// Cards of the row were shuffled into the deck (cards 4 and 6).
    ShuffledIn {
        /// The cards.
        cards: Vec<u8>,
        /// How many cards the deck has now.
        deck: u8,
    },
    /// A card moved within the row (cards 5, 8 and 11).
    Moved {
        /// The card.
        card: u8,
        /// Its index before.
        from: u8,
        /// Its index now.
        to: u8,
    },
    /// A card of the row was turned face down (card 12).
    TurnedDown {
        /// The card.
        card: u8,
        /// Its index.
        index: u8,
    },
    /// A card of the row went to the discard pile (card 14).
    DiscardedFromRow {
        /// The card.
        card: u8,
        /// The index it had.
        index: u8,
    },
    /// A set was scored.
    Scored {
        /// Its cards, left to right.
        cards: Vec<u8>,
        /// What they were worth, left to right.
        worths: Vec<u8>,
        /// What they were worth together: 19, or 18 with the 13.
        total: u8,
    },
    /// More than one thing may be done about the sets of the row: the player chooses.
    ChoiceOpened {
        /// How many sets there are.
        sets: u8,
        /// Whether the player may decline.
        may_decline: bool,
    },
    /// The player scored none of the optional sets.
    Declined {},
    /// The player left the game.
    Left {},
    /// The game ended.
    Ended {
        /// Cards scored, an 18 scored face up counted twice.
        scored: u8,
        /// Cards left behind.
        left_behind: u8,
        /// The first less the second.
        score: i32,
        /// Whether the player won.
        won: bool,
    },
}

impl Tell for FerryFollies {
    const MESSAGES: &'static Catalogue = &MESSAGES;

    /// Returns the event as a sentence.
    fn say(event: &Event, names: &Names) -> Message {
        use Event;

        let name = names.of(Seat(0));
        match event {
            Event::Dealt { row, hand } => {
                told!("dealt", row: spaced(row), name: name, hand: listed(hand))
            }
            Event::Drew { card, deck } => match deck {
                0 => told!("drew-last"),
                _ => told!("drew"),
            }
            .with("name", name)
            .with("card", *card),
            Event::Played { card, index, worth } => if card == worth {
                told!("played")
            } else {
                told!("played-as", worth: *worth)
            }
            .with("name", name)
            .with("card", *card)
            .with("place", place(*index)),
            Event::Discarded { card } => told!("discarded", name: name, card: *card),
            Event::Arranged { row } => told!("arranged", row: spaced(row)),
            Event::Swapped { cards: [a, b], .. } => told!("swapped", a: *a, b: *b),
            Event::PutOnTop { card } => told!("put-on-top", card: *card),
            Event::ShuffledIn { cards, deck: 1 } => told!("into-empty-deck", cards: listed(cards)),
            Event::ShuffledIn { cards, .. } => {
                told!("shuffled-in", cards: listed(cards), count: cards.len())
            }
            Event::Moved { card, from, to } => if from == to {
                told!("stayed")
            } else {
                told!("moved")
            }
            .with("card", *card)
            .with("place", place(*to)),
            Event::TurnedDown { card, .. } => told!("turned-down", card: *card),
            Event::DiscardedFromRow { card, .. } => told!("discarded-from-row", card: *card),
            Event::Scored {
                cards,
                worths,
                total,
            } => {
                let sum: Vec<String> = worths.iter().map(u8::to_string).collect();
                if cards == worths {
                    told!("scored")
                } else {
                    told!("scored-otherwise", cards: spaced(cards))
                }
                .with("name", name)
                .with("sum", sum.join(" + "))
                .with("total", *total)
            }
            Event::ChoiceOpened { sets, may_decline } => match may_decline {
                true => told!("choice-free"),
                false => told!("choice"),
            }
            .with("name", name)
            .with("sets", *sets),
            Event::Declined {} => told!("declined", name: name),
            Event::Left {} => told!("left", name: name),
            Event::Ended {
                scored,
                left_behind,
                score,
                won,
            } => told!(
                "ended", scored: *scored, behind: *left_behind, score: *score, name: name,
                how: if *won { "won" } else { "lost" }
            ),
        }
    }

    fn note(note: &str) -> Message {
        match note {
            "won" => told!("won"),
            "lost" => told!("lost"),
            other => Message::verbatim(other),
        }
    }
}

/// Returns the place of a card for people, counted from 1. Moves count from 0.
fn place(index: u8) -> Message {
    told!("place", n: index + 1)
}

fn spaced(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    cards.join(" ")
}

/// Lists cards: `3 and the 5`.
fn listed(cards: &[u8]) -> Word {
    let mut cards = cards.iter().map(|card| Word::from(*card));
    let first = cards.next().unwrap_or_else(|| Word::from(""));
    cards.fold(first, |others, card| {
        told!("and-the", others: others, card: card).into()
    })
}
