//! The score of a tower, and the ranking (R6).

use std::cmp::Reverse;

use super::options::Scoring;
use super::state::State;
use super::tile::Tile;
use rules::{Outcome, Seat, Standing};

/// Returns the points of a tower, bottom tile first.
pub(super) fn score(tower: &[Tile], scoring: Scoring) -> i32 {
    let turned = turned(tower, scoring).into_iter();
    let points = tower.iter().zip(turned);
    points
        .map(|(tile, turned)| {
            if turned {
                -tile.points()
            } else {
                tile.points()
            }
        })
        .sum()
}

/// Returns which tiles of a tower its lucky tiles turn: the worst minus tiles, or those directly
/// under the lucky tiles.
pub(super) fn turned(tower: &[Tile], scoring: Scoring) -> Vec<bool> {
    let mut turned = vec![false; tower.len()];
    match scoring {
        Scoring::Basic => {
            let lucky = tower.iter().filter(|tile| tile.is_lucky()).count();
            let mut bad: Vec<usize> = (0..tower.len())
                .filter(|i| tower[*i].points() < 0)
                .collect();
            bad.sort_by_key(|i| tower[*i].points());
            for i in bad.into_iter().take(lucky) {
                turned[i] = true;
            }
        }
        Scoring::Expert => {
            for (i, above) in tower.iter().skip(1).enumerate() {
                turned[i] = above.is_lucky() && !tower[i].is_lucky();
            }
        }
    }
    turned
}

/// Returns the score of a seat if the game ended now.
pub(super) fn of(state: &State, seat: Seat) -> i32 {
    score(state.tower(seat).tiles(), state.options.scoring)
}

/// Returns the ranking: players who stayed rank first, then by points, then by fewer lucky tiles.
pub(super) fn outcome(state: &State) -> Outcome {
    Outcome::ranked(state.all_seats().map(|seat| {
        let (left, score) = (state.gone.contains(seat), of(state, seat));
        let key = (!left, score, Reverse(state.tower(seat).lucky()));
        (key, Standing::new(seat, score, left))
    }))
}
