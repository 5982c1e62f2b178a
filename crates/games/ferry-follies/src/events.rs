//! The events of the game, as data and as sentences.

use schemars::JsonSchema;
use serde::Serialize;

use super::FerryFollies;
use super::MESSAGES;
use rules::{Catalogue, Message, Names, Seat, Tell, Word, told};

/// An event. Cards are named by their value, 1 to 18.
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
    /// The player drew a card for the next turn.
    Drew {
        /// The card.
        card: u8,
        /// The number of cards left in the deck.
        deck: u8,
    },
    /// The player played a card into the row.
    Played {
        /// The card.
        card: u8,
        /// The card's index, 0 at the left.
        index: u8,
        /// The card's worth: its value, or 6 for a 9 upside down.
        worth: u8,
    },
    /// The player discarded a card for its ability. The effect follows as an event of its own.
    Discarded {
        /// The card.
        card: u8,
    },
    /// The player rearranged the row (card 1).
    Arranged {
        /// The cards of the row, left to right.
        row: Vec<u8>,
    },
    /// The player swapped two cards of the row (cards 2, 10, 15 and 16).
    Swapped {
        /// The two cards.
        cards: [u8; 2],
        /// The indexes of the cards before the swap.
        indexes: [u8; 2],
    },
    /// The player put a card of the row on top of the deck (card 3).
    PutOnTop {
        /// The card.
        card: u8,
    },
    /// The player shuffled cards of the row into the deck (cards 4 and 6).
    ShuffledIn {
        /// The cards.
        cards: Vec<u8>,
        /// The number of cards in the deck.
        deck: u8,
    },
    /// The player moved a card within the row (cards 5, 8 and 11).
    Moved {
        /// The card.
        card: u8,
        /// The card's index before the move.
        from: u8,
        /// The card's index after the move.
        to: u8,
    },
    /// The player turned a card of the row face down (card 12).
    TurnedDown {
        /// The card.
        card: u8,
        /// The card's index.
        index: u8,
    },
    /// The player discarded a card of the row (card 14).
    DiscardedFromRow {
        /// The card.
        card: u8,
        /// The card's index before.
        index: u8,
    },
    /// The player scored a set.
    Scored {
        /// The cards, left to right.
        cards: Vec<u8>,
        /// The worth of each card, left to right.
        worths: Vec<u8>,
        /// The total worth: 19, or 18 with the 13.
        total: u8,
    },
    /// The player must choose one of several sets of the row, or may decline.
    ChoiceOpened {
        /// The number of sets.
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
        /// The number of scored cards; a face-up 18 counts twice.
        scored: u8,
        /// The number of cards that are not scored.
        left_behind: u8,
        /// `scored` less `left_behind`.
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
