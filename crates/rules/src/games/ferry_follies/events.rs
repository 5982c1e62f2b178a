//! What happens, as data and as sentences.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Names, Seat};

/// Something that happened. Cards are named by their value, 1 to 18.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FerryFolliesEvent {
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

/// The event as a sentence.
pub(super) fn say(event: &FerryFolliesEvent, names: &Names) -> String {
    use FerryFolliesEvent as Event;

    let name = names.of(Seat(0));
    match event {
        Event::Dealt { row, hand } => format!(
            "The row is {}, and {name} holds the {}.",
            spaced(row),
            listed(hand)
        ),
        Event::Drew { card, deck: 0 } => format!("{name} draws the {card}, the last of the deck."),
        Event::Drew { card, .. } => format!("{name} draws the {card}."),
        Event::Played { card, index, worth } if card == worth => {
            format!("{name} plays the {card} at {index}.")
        }
        Event::Played { card, index, worth } => {
            format!("{name} plays the {card} as a {worth} at {index}.")
        }
        Event::Discarded { card } => format!("{name} discards the {card}."),
        Event::Arranged { row } => format!("The row is put in order: {}.", spaced(row)),
        Event::Swapped {
            cards: [a, b],
            indexes: [i, j],
        } => format!("The {a} at {i} and the {b} at {j} change places."),
        Event::PutOnTop { card } => format!("The {card} goes on top of the deck."),
        Event::ShuffledIn { cards, deck: 1 } => {
            format!("The {} goes into the empty deck.", listed(cards))
        }
        Event::ShuffledIn { cards, .. } if cards.len() == 1 => {
            format!("The {} is shuffled into the deck.", listed(cards))
        }
        Event::ShuffledIn { cards, .. } => {
            format!("The {} are shuffled into the deck.", listed(cards))
        }
        Event::Moved { card, from, to } if from == to => format!("The {card} stays at {to}."),
        Event::Moved { card, from, to } => format!("The {card} moves from {from} to {to}."),
        Event::TurnedDown { card, index } => {
            format!("The {card} at {index} is turned face down and is worth 1.")
        }
        Event::DiscardedFromRow { card, index } => {
            format!("The {card} at {index} goes to the discard pile.")
        }
        Event::Scored {
            cards,
            worths,
            total,
        } => {
            let sum: Vec<String> = worths.iter().map(u8::to_string).collect();
            let shown = if cards == worths {
                String::new()
            } else {
                format!(" (the cards {})", spaced(cards))
            };
            format!("{name} scores {} = {total}{shown}.", sum.join(" + "))
        }
        Event::ChoiceOpened {
            sets: 1,
            may_decline: true,
        } => format!("{name} may score a set or decline."),
        Event::ChoiceOpened {
            sets,
            may_decline: true,
        } => format!("{name} may score one of {sets} sets or decline."),
        Event::ChoiceOpened { sets, .. } => format!("{name} must score one of {sets} sets."),
        Event::Declined {} => format!("{name} declines."),
        Event::Left {} => format!("{name} leaves the game."),
        Event::Ended {
            scored,
            left_behind,
            score,
            won,
        } => format!(
            "The game is over: {scored} ferried, {left_behind} left behind, score {score}; {name} {}.",
            if *won { "wins" } else { "loses" }
        ),
    }
}

fn spaced(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    cards.join(" ")
}

fn listed(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    cards.join(" and the ")
}
