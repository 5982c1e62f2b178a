//! What a tower is worth, and who comes first (R6).

use std::cmp::Reverse;

use super::options::Scoring;
use super::state::State;
use super::tile::Tile;
use rules::{Outcome, Seat, Standing};

/// The points of a tower, bottom first.
pub(super) fn score(tower: &[Tile], scoring: Scoring) -> i32 {
    match scoring {
        Scoring::Basic => basic(tower),
        Scoring::Expert => expert(tower),
    }
}

/// Every lucky tile turns the worst minus tile left into a plus tile.
fn basic(tower: &[Tile]) -> i32 {
    let mut points: Vec<i32> = tower.iter().map(|tile| tile.points()).collect();
    points.sort_unstable();
    let lucky = tower.iter().filter(|tile| tile.is_lucky()).count();
    let turned: i32 = points.iter().take(lucky).filter(|n| **n < 0).sum();
    points.iter().sum::<i32>() - 2 * turned
}

/// A lucky tile turns the tile right under it into its opposite.
fn expert(tower: &[Tile]) -> i32 {
    let sum = |i: usize, tile: &Tile| {
        let turned = tower.get(i + 1).is_some_and(|above| above.is_lucky());
        if turned {
            -tile.points()
        } else {
            tile.points()
        }
    };
    tower.iter().enumerate().map(|(i, tile)| sum(i, tile)).sum()
}

/// The score of a seat if the game ended now.
pub(super) fn of(state: &State, seat: Seat) -> i32 {
    score(state.tower(seat).tiles(), state.options.scoring)
}

/// The ranking: those who stayed first, then by points, then by fewer lucky tiles.
pub(super) fn outcome(state: &State) -> Outcome {
    Outcome::ranked(state.all_seats().map(|seat| {
        let (left, score) = (state.gone.contains(seat), of(state, seat));
        let key = (!left, score, Reverse(state.tower(seat).lucky()));
        (key, Standing::new(seat, score, left))
    }))
}
