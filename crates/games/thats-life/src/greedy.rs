//! The bot: of all moves the one after which the seat stands best.
//!
//! A position is worth what the own tower is ahead of the others, and what the tiles that pawns
//! stand on will be worth to whoever takes them: a bad tile is left in company, a good one alone.
//! Points are counted in [`UNIT`]s, to weigh chances in whole numbers.

use super::ThatsLife;
use super::legal;
use super::moves::Move;
use super::score;
use super::state::{Phase, State};
use super::tile::{Tile, TileKind};
use super::track::Slot;
use rules::{Dice, Events, Play, Seat};

/// One point.
const UNIT: i32 = 60;

/// What a lucky tile is thought to be worth, where its owner has nothing bad enough to turn yet.
const LUCKY: i32 = 7;

/// The move of the bot.
pub(super) fn greedy(state: &State, seat: Seat) -> Option<Move> {
    let moves = legal::legal(state, seat).moves;
    moves.into_iter().max_by_key(|mv| after(state, seat, mv))
}

/// How the seat stands after a move; where the move leaves a choice, after the best choice.
fn after(state: &State, seat: Seat, mv: &Move) -> i32 {
    let mut next = *state;
    // A roll is never weighed against anything, so the dice do not matter.
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

/// How far the seat is ahead of the others, on the whole.
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

/// What the tiles under a seat's pawns promise or threaten.
fn prospects(state: &State, seat: Seat) -> i32 {
    let mut sum = 0;
    for slot in state.track.slots().filter(|slot| *slot != Slot::FINISH) {
        let own = state.pawns_on(seat, slot) as i32;
        if own == 0 {
            continue;
        }
        let worth = worth(state, seat, state.track.tile(slot));
        let pieces = (state.all_pawns_on(slot) + state.guards_on(slot)) as i32;
        // Somebody else may come and be the last to leave.
        sum += worth * UNIT * 2 * own / (2 * pieces + 1);
    }
    sum
}

/// What it would be worth to the seat to take a tile.
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
