//! The view: everything except the order of the deck.

use schemars::JsonSchema;
use serde::Serialize;

use super::cards::Card;
use super::score;
use super::sets::{must_score, sets};
use super::state::{Face, Laid, Phase, State};
use rules::{Seat, Viewer};

/// A position of Ferry Follies, the same for the player and for spectators. Cards are named by
/// their value, 1 to 18. Indexes count from 0 at the left end of the row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FerryFolliesView")]
pub struct View {
    /// The phase of the game.
    pub phase: Phase,
    /// The seat that is to move; `null` when the game is over.
    pub active: Option<Seat>,
    /// The row, left to right.
    pub row: Vec<CardView>,
    /// The hand: the kept card, then the drawn one. One card during a choice or if it is the final
    /// card, none once the final card is used.
    pub hand: Vec<u8>,
    /// Whether the hand is the final card. The game is over once it is used and the row is checked.
    pub final_card: bool,
    /// The number of cards in the deck.
    pub deck_size: u8,
    /// The top card of the deck if the player knows it: card 3 put it there, and it is not drawn
    /// yet. Else `null`.
    pub known_top: Option<u8>,
    /// The deck, top card first; `null` until the game is over.
    pub deck: Option<Vec<u8>>,
    /// The discard pile, oldest card first.
    pub discard: Vec<u8>,
    /// The scored pile, oldest card first.
    pub scored: Vec<u8>,
    /// Whether the 18 was scored face up and counts double.
    pub doubled: bool,
    /// The sets to choose from; empty without a choice.
    pub sets: Vec<SetView>,
    /// Whether the player may decline all of `sets`.
    pub may_decline: bool,
    /// The number of scored cards; a face-up 18 counts twice.
    pub scored_count: u8,
    /// The number of cards that are not scored.
    pub left_behind: u8,
    /// `scored_count` less `left_behind`: the final score if the game ended now, from -18 to 19.
    pub score: i32,
    /// Whether the player won; `null` while the game runs.
    pub won: Option<bool>,
    /// Whether the player left before the end.
    pub left: bool,
}

/// A card in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FerryFolliesCard")]
pub struct CardView {
    /// The card's value, 1 to 18.
    pub value: u8,
    /// The card's current worth: its value, 6 for a 9 upside down, 1 face down.
    pub worth: u8,
    /// Whether the card lies face down.
    pub face_down: bool,
}

/// A set in the row that can be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FerryFolliesSet")]
pub struct SetView {
    /// The index of the set's leftmost card.
    pub from: u8,
    /// The index of the set's rightmost card.
    pub to: u8,
    /// The total worth of the set: 19, or 18 with the 13.
    pub total: u8,
}

/// Returns the view for a viewer.
pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let over = state.phase == Phase::Over;
    let choosing = state.phase == Phase::Choose;
    let open = over || viewer == Viewer::Afterwards;
    View {
        phase: state.phase,
        active: (!over).then_some(Seat(0)),
        row: state.row.iter().map(|laid| shown(*laid)).collect(),
        hand: values(&state.hand),
        final_card: state.phase == Phase::Act && state.hand.len() == 1,
        deck_size: state.deck.len() as u8,
        known_top: state
            .deck
            .first()
            .filter(|_| state.top_known)
            .map(|card| card.value()),
        deck: open.then(|| values(&state.deck)),
        discard: values(&state.discard),
        scored: values(&state.scored),
        doubled: state.doubled,
        sets: if choosing { choices(state) } else { Vec::new() },
        may_decline: choosing && !must_score(&state.row),
        scored_count: score::scored(state),
        left_behind: score::left_behind(state),
        score: score::score(state),
        won: over.then(|| score::won(state)),
        left: state.left,
    }
}

fn shown(laid: Laid) -> CardView {
    CardView {
        value: laid.card.value(),
        worth: laid.worth(),
        face_down: laid.face == Face::Down,
    }
}

fn values(cards: &[Card]) -> Vec<u8> {
    cards.iter().map(|card| card.value()).collect()
}

fn choices(state: &State) -> Vec<SetView> {
    sets(&state.row)
        .map(|set| SetView {
            from: set.from as u8,
            to: set.to as u8,
            total: set.total,
        })
        .collect()
}
