//! The greedy bot. It chooses the move after which its position is best.
//!
//! The rating of a position is the lead of the bot's tower over the other towers, plus the expected
//! worth of the tiles under the pawns. A pawn is good in company on a bad tile, and alone on a good
//! tile. Points are counted in [`UNIT`]s, so that probabilities are whole numbers.

use super::ThatsLife;
use super::legal;
use super::moves::Move;
use super::score;
use super::state::{Phase, State};
use super::tile::{Tile, TileKind};
use super::track::Slot;
use rules::{Dice, Events, Play, Seat};

/// The rating of one point.
const UNIT: i32 = 60;

/// The expected worth of a lucky tile in a tower without a tile that is bad enough to turn.
const LUCKY: i32 = 7;

/// Returns the bot's move.
pub(super) fn greedy(state: &State, seat: Seat) -> Option<Move> {
    let moves = legal::legal(state, seat).moves;
    moves.into_iter().max_by_key(|mv| after(state, seat, mv))
}

/// Returns the rating of the position after a move. If the move leads to a choice, it assumes the
/// best choice.
fn after(state: &State, seat: Seat, mv: &Move) -> i32 {
    let mut next = *state;
    // A roll is never compared with another move, so the dice do not matter.
    let played = ThatsLife::play(
        &mut next,
        seat,
        mv,
        &mut Dice::given(Vec::new()),
        &mut Events::deaf(),
    );
    match (played, next.phase) {
        (Err(_), _) => i32::MIN,
        (Ok(()), Phase::AwaitTarget { candidates, .. }) => candidates
            .iter()
            .map(|other| {
                after(
                    &next,
                    seat,
                    &Move::ChooseTarget {
                        seat: other.number(),
                    },
                )
            })
            .max()
            .unwrap_or(i32::MIN),
        (Ok(()), _) => standing(&next, seat),
    }
}

/// Returns the lead of the seat over the other seats.
fn standing(state: &State, seat: Seat) -> i32 {
    let others = i32::from(state.seats) - 1;
    state
        .all_seats()
        .map(|it| {
            let prospect = UNIT * score::of(state, it) + prospects(state, it);
            if it == seat {
                others * prospect
            } else {
                -prospect
            }
        })
        .sum()
}

/// Returns the expected worth of the tiles under a seat's pawns.
fn prospects(state: &State, seat: Seat) -> i32 {
    let mut sum = 0;
    for slot in state.track.slots().filter(|slot| *slot != Slot::FINISH) {
        let own = state.pawns_on(seat, slot) as i32;
        if own == 0 {
            continue;
        }
        let worth = worth(state, seat, state.track.tile(slot));
        let pieces = (state.all_pawns_on(slot) + state.guards_on(slot)) as i32;
        // Another piece may arrive and be the last to leave.
        sum += worth * UNIT * 2 * own / (2 * pieces + 1);
    }
    sum
}

/// Returns the worth of taking a tile for the seat.
fn worth(state: &State, seat: Seat, tile: Tile) -> i32 {
    let gain = || {
        let mut tower = *state.tower(seat);
        tower.push(tile);
        score::score(tower.tiles(), state.options.scoring) - score::of(state, seat)
    };
    match tile.kind() {
        TileKind::Minus | TileKind::Plus => gain(),
        TileKind::Lucky => gain().max(LUCKY),
        TileKind::Start | TileKind::Action(_) | TileKind::Finish => 0,
    }
}
