//! A position, and the deal that makes the first one (R2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::cards::{CARDS, Card};
use super::events::Event;
use rules::{Dice, Events};

/// A pile or line of cards.
pub(super) type Cards = ArrayVec<[Card; CARDS]>;

/// The row, left to right.
pub(super) type Row = ArrayVec<[Laid; CARDS]>;

/// A card as it lies in the row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Laid {
    /// The card.
    pub(super) card: Card,
    /// The side that shows.
    pub(super) face: Face,
}

/// How a card lies in the row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Face {
    /// Face up, worth its value.
    #[default]
    Up,
    /// The 9 turned upside down, worth 6.
    UpsideDown,
    /// Face down, worth 1, its text hidden.
    Down,
}

impl Laid {
    /// The card face up and upright.
    pub(super) const fn upright(card: Card) -> Laid {
        Laid {
            card,
            face: Face::Up,
        }
    }

    /// Returns the worth of the card as it lies.
    pub(super) const fn worth(self) -> u8 {
        match self.face {
            Face::Up => self.card.value(),
            Face::UpsideDown => 6,
            Face::Down => 1,
        }
    }

    /// Whether this is the given card with its text visible.
    pub(super) fn shows(self, card: Card) -> bool {
        self.card == card && self.face != Face::Down
    }
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FerryFolliesPhase")]
pub enum Phase {
    /// The player plays or discards a card of the hand.
    Act,
    /// The player scores one of `sets`, or declines if `may_decline` is true.
    Choose,
    /// The game is over.
    Over,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The row, left to right.
    pub(super) row: Row,
    /// The kept card, then the drawn one.
    pub(super) hand: ArrayVec<[Card; 2]>,
    /// The deck, top card first.
    pub(super) deck: Cards,
    /// The discard pile, oldest card first.
    pub(super) discard: Cards,
    /// The scored pile, oldest card first.
    pub(super) scored: Cards,
    /// Whether the 18 was scored face up.
    pub(super) doubled: bool,
    /// Whether the player knows the top card of the deck.
    pub(super) top_known: bool,
    /// The decision that the player owes.
    pub(super) phase: Phase,
    /// Whether the player left before the end.
    pub(super) left: bool,
}

/// R2: deals three cards to the row and two to the hand.
pub(super) fn setup(dice: &mut Dice, events: &mut Events<Event>) -> State {
    let mut cards = Card::all();
    dice.shuffle(&mut cards);
    let state = State {
        row: cards[..3].iter().copied().map(Laid::upright).collect(),
        hand: cards[3..5].iter().copied().collect(),
        deck: cards[5..].iter().copied().collect(),
        discard: Cards::default(),
        scored: Cards::default(),
        doubled: false,
        top_known: false,
        phase: Phase::Act,
        left: false,
    };
    events.push(|| Event::Dealt {
        row: state.row.iter().map(|laid| laid.card.value()).collect(),
        hand: state.hand.iter().map(|card| card.value()).collect(),
    });
    state
}
