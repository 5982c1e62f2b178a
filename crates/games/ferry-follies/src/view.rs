//! The view: everything except the order of the deck.

use schemars::JsonSchema;
use serde::Serialize;

use super::cards::Card;
use super::score;
use super::sets::{must_score, sets};
use super::state::{Face, Laid, Phase, State};
use rules::{Seat, Viewer};

/// A position of Ferry Follies, the same for the player and for spectators. Cards are named by
/// their value, 1 to 18; indexes count from 0 at the left end of the row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FerryFolliesView")]
pub struct View {
    /// What the player owes now.
    pub phase: Phase,
    /// The seat that is to move; `null` when the game is over.
    pub active: Option<Seat>,
    /// The row, left to right.
    pub row: Vec<CardView>,
    /// The hand: the kept card, then the drawn one. One card while a choice is open or when it is
    /// the final card, none when the final card has been used.
    pub hand: Vec<u8>,
    /// Whether the hand is the final card: when it has been used and the row was checked, the game
    /// is over.
    pub final_card: bool,
    /// How many cards the deck has.
    pub deck_size: u8,
    /// The top card of the deck where the player knows it (it was put there by the 3 and has not
    /// been drawn yet), else `null`.
    pub known_top: Option<u8>,
    /// The deck, its top first, once the game is over; `null` before.
    pub deck: Option<Vec<u8>>,
    /// The discard pile, in the order in which cards came.
    pub discard: Vec<u8>,
    /// The scored pile, in the order in which cards came.
    pub scored: Vec<u8>,
    /// Whether the 18 was scored face up and counts double.
    pub doubled: bool,
    /// The sets among which the player has to choose; empty while no choice is open.
    pub sets: Vec<SetView>,
    /// Whether the player may decline all of `sets`.
    pub may_decline: bool,
    /// Cards scored so far, a face-up 18 counted twice.
    pub scored_count: u8,
    /// Cards not scored so far: left behind, if the game ended now.
    pub left_behind: u8,
    /// `scored_count` less `left_behind`: the final score, if the game ended now. From -18 to 19.
    pub score: i32,
    /// Whether the game was won; `null` while it runs.
    pub won: Option<bool>,
    /// Whether the player left before the end.
    pub left: bool,
}

/// A card as it lies in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FerryFolliesCard")]
pub struct CardView {
    /// Its value, 1 to 18.
    pub value: u8,
    /// What it is worth as it lies: its value, 6 for a 9 upside down, 1 when face down.
    pub worth: u8,
    /// Whether it lies face down.
    pub face_down: bool,
}

/// A set of the row that may be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FerryFolliesSet")]
pub struct SetView {
    /// Index of its leftmost card.
    pub from: u8,
    /// Index of its rightmost card.
    pub to: u8,
    /// What its cards are worth together: 19, or 18 with the 13.
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
