//! The view of each viewer: everything except future dice and the sealed decisions of other seats
//! (R9).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cells::{Cell, Cells};
use super::events;
use super::faces::{Colour, Face};
use super::moves::Move;
use super::options::Options;
use super::score;
use super::state::{Phase, Roll, Sealed, State, Status};
use rules::{Seat, Viewer};

/// A position as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ButtonsView")]
pub struct View {
    /// Your seat; null for a spectator.
    pub you: Option<Seat>,
    /// The options of the game.
    pub options: Options,
    /// The number of the round, from 1.
    pub round: u32,
    /// The phase of the game.
    pub phase: Phase,
    /// The active seat; null in the phases `star_placement` and `game_over`.
    pub active: Option<Seat>,
    /// The dice on the table, in the phase `placement`; else null.
    pub roll: Option<RollView>,
    /// The number of plain dice set aside in this round, 0 to 4.
    pub plain_set_aside: u8,
    /// The number of dice of the next roll in this round: white, gold and the remaining plain ones.
    pub dice: u8,
    /// The unused card, with three players; null with two or four.
    pub card_out: Option<Colour>,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// The seats that have decided or have to decide, in the phases `placement` and
    /// `star_placement`.
    pub pending: Vec<PendingView>,
}

/// The dice on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ButtonsRoll")]
pub struct RollView {
    /// The white die: the row for all players, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub white: u8,
    /// The golden die: a column for all players, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub gold: u8,
    /// The plain dice in the order of drawing: columns for only the active player, each 1 to 6.
    pub plain: Vec<u8>,
}

/// A player's board, cards and state in the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ButtonsPlayer")]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// The board face.
    pub face: Face,
    /// The colours of the face: six strings of R, Y, G and B, row 1 first, each from column 1 to
    /// column 6.
    pub grid: Vec<String>,
    /// The button cards. A complete colour of these earns two stars.
    pub cards: Vec<Colour>,
    /// The cells with stars, row by row.
    pub stars: Vec<Cell>,
    /// The cells with buttons of this round, row by row.
    pub buttons: Vec<Cell>,
    /// The number of these buttons on each colour. Three complete it.
    pub counts: Counts,
    /// The stars that the buttons earn: now after opting out, else by opting out now. 0 without
    /// buttons.
    pub earned: u8,
    /// The player's state in the round.
    pub status: Status,
    /// Whether the player has left the game.
    pub gone: bool,
    /// Whether five stars form a line in a row or a column.
    pub line: bool,
    /// The number of stars, plus 100 for a line.
    pub score: i32,
    /// The final rank, 1 is best; null while the game runs.
    pub rank: Option<u8>,
}

rules::each! {
    /// The number of buttons on each colour.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
    #[schemars(rename = "ButtonsCounts")]
    #[serde(rename_all = "UPPERCASE")]
    pub struct Counts: Colour => u8 {
        /// The number on red.
        r: Red,
        /// The number on yellow.
        y: Yellow,
        /// The number on green.
        g: Green,
        /// The number on blue.
        b: Blue,
    }
}

/// An open or sealed decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ButtonsPending")]
pub struct PendingView {
    /// The seat of the player.
    pub seat: Seat,
    /// Whether the player has decided, which is final.
    pub decided: bool,
    /// Your decision; null for other seats.
    pub choice: Option<Move>,
    /// The cells to choose from: free ones for a button, or buttons for stars.
    pub cells: Vec<Cell>,
    /// Whether the player may pass: in the phase `placement`, all but the active player.
    pub may_pass: bool,
    /// The number of cells to turn into stars; 0 in the phase `placement`, with one cell to choose.
    pub stars: u8,
}

/// Returns the view for a viewer.
pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let over = state.phase == Phase::GameOver;
    let turn = matches!(state.phase, Phase::TurnDecision | Phase::Placement);
    let ranks = over.then(|| score::outcome(state).ranks());
    View {
        you: viewer.seat().filter(|seat| seat.number() < state.seats),
        options: state.options,
        round: state.round,
        phase: state.phase,
        active: turn.then_some(state.active),
        roll: state.roll.as_ref().map(roll),
        plain_set_aside: state.set_aside,
        dice: 6 - state.set_aside,
        card_out: state.card_out(),
        players: state
            .all_seats()
            .map(|seat| {
                let rank = ranks.as_ref().map(|ranks| ranks[seat.index()]);
                player(state, seat, rank)
            })
            .collect(),
        pending: pending(state, viewer),
    }
}

fn roll(roll: &Roll) -> RollView {
    RollView {
        white: roll.white,
        gold: roll.gold,
        plain: roll.plain().collect(),
    }
}

fn listed(cells: Cells) -> Vec<Cell> {
    cells.iter().collect()
}

fn player(state: &State, seat: Seat, rank: Option<u8>) -> PlayerView {
    let player = state.player(seat);
    PlayerView {
        seat,
        face: player.face,
        grid: player.face.grid().map(str::to_owned).to_vec(),
        cards: player.cards.iter().collect(),
        stars: listed(player.stars),
        buttons: listed(player.buttons),
        counts: Counts::each(|colour| player.count(colour) as u8),
        earned: player.earned() as u8,
        status: player.status,
        gone: state.gone.contains(seat),
        line: player.stars.has_line(),
        score: player.score(),
        rank,
    }
}

fn pending(state: &State, viewer: Viewer) -> Vec<PendingView> {
    let stars = match state.phase {
        Phase::Placement => false,
        Phase::StarPlacement => true,
        Phase::TurnDecision | Phase::GameOver => return Vec::new(),
    };
    let decided = state.decided();
    state
        .all_seats()
        .filter(|seat| state.open.contains(*seat) || decided.contains(*seat))
        .map(|seat| {
            let player = state.player(seat);
            let own = viewer == Viewer::Seat(seat);
            let sealed = if own { player.sealed } else { Sealed::Nothing };
            PendingView {
                seat,
                decided: decided.contains(seat),
                choice: events::choice(sealed),
                cells: listed(if stars {
                    player.buttons
                } else {
                    state.cells_of(seat)
                }),
                may_pass: !stars && seat != state.active,
                stars: if stars { player.award() as u8 } else { 0 },
            }
        })
        .collect()
}
