//! A bot that plays to win by rules of thumb: it weighs what a roll may bring against what it may
//! lose, and lays its stars where they run to lines.
//!
//! It looks at its own board, the dice and the cards, all of which are public. Worth is counted in
//! thousandths of a star.

use super::cells::{Cell, Cells};
use super::faces::Colour;
use super::moves::Move;
use super::score::ENOUGH_STARS;
use super::state::{PLAIN_DICE, Phase, Player, State};
use crate::Seat;

/// One star.
const STAR: i64 = 1_000;

/// What a win is worth.
const WIN: i64 = 30_000;

/// What one and two buttons of a colour promise, for each star that three of them would earn.
const PROMISE: [i64; 3] = [0, 180, 450];

/// What a window of five cells is worth by the number of stars in it, in thousandths.
const WINDOW: [i64; 6] = [0, 15, 70, 260, 900, WIN];

/// What the bot plays.
pub(super) fn choose(state: &State, seat: Seat) -> Option<Move> {
    if seat.0 >= state.seats || !state.open.contains(seat) {
        return None;
    }
    let player = state.player(seat);
    let dice = i64::from(1 + PLAIN_DICE - state.set_aside);
    match state.phase {
        Phase::TurnDecision => Some(turn(player, dice)),
        Phase::Placement => Some(placement(state, seat, player, dice)),
        Phase::StarPlacement => Some(Move::stars(best_stars(player, player.award()).iter())),
        Phase::GameOver => None,
    }
}

fn turn(player: &Player, dice: i64) -> Move {
    if player.buttons.is_empty() || after_roll(player, dice, 1) > in_hand(player) {
        Move::Roll {}
    } else {
        Move::OptOut {}
    }
}

/// The best of the cells, or none if that is better still and allowed.
fn placement(state: &State, seat: Seat, player: &Player, dice: i64) -> Move {
    let pass = (seat != state.active).then(|| (to_come(player, dice), Move::Pass {}));
    let places = state.cells_of(seat).iter().map(|cell| {
        let mv = Move::Place {
            col: cell.col().into(),
        };
        (to_come(&with(player, cell), dice), mv)
    });
    // Of equals the last is taken: rather a button than none.
    let best = pass
        .into_iter()
        .chain(places)
        .max_by_key(|(worth, _)| *worth);
    best.map_or(Move::Pass {}, |(_, mv)| mv)
}

fn with(player: &Player, cell: Cell) -> Player {
    let mut player = *player;
    player.buttons.insert(cell);
    player
}

/// What opting out now brings.
fn in_hand(player: &Player) -> i64 {
    if player.buttons.is_empty() {
        return 0;
    }
    let award = player.earned();
    let placed = player.stars.or(best_stars(player, award));
    let won = placed.has_line() || placed.len() >= ENOUGH_STARS;
    let gain = lines(placed) - lines(player.stars);
    award as i64 * STAR + gain + if won { WIN } else { 0 }
}

/// What the board is worth to a player who still has a turn to come: the better of opting out and
/// of one more roll.
fn to_come(player: &Player, dice: i64) -> i64 {
    in_hand(player).max(after_roll(player, dice, 0)) + promise(player) / 2
}

/// What is left on average after one more roll of so many black dice and the best placement,
/// looking ahead `further` rolls more. A bust leaves nothing.
fn after_roll(player: &Player, dice: i64, further: u32) -> i64 {
    let (free, sides, exponent) = (player.free(), 6_i64, dice as u32);
    let mut total = 0;
    for row in 1..=6 {
        let mut worth: Vec<i64> = free
            .and(Cells::row(row))
            .iter()
            .map(|cell| {
                let next = with(player, cell);
                let stay = in_hand(&next) + promise(&next);
                if further == 0 {
                    stay
                } else {
                    stay.max(after_roll(&next, dice, further - 1))
                }
            })
            .collect();
        worth.sort_unstable_by(|a, b| b.cmp(a));
        // The i-th best is what comes when none of the better columns is rolled, and it is.
        for (i, worth) in worth.into_iter().enumerate() {
            let missing = |n: i64| (sides - n).pow(exponent);
            total += worth * (missing(i as i64) - missing(i as i64 + 1));
        }
    }
    total / (sides * sides.pow(exponent))
}

/// What unfinished colours promise.
fn promise(player: &Player) -> i64 {
    let of = |colour: Colour| {
        let stars = 1 + i64::from(player.cards.has(colour));
        PROMISE.get(player.count(colour)).map_or(0, |it| it * stars)
    };
    Colour::ALL.into_iter().map(of).sum()
}

/// The buttons to turn into stars, chosen one by one for the most promising lines.
fn best_stars(player: &Player, award: usize) -> Cells {
    let mut chosen = Cells::EMPTY;
    for _ in 0..award {
        let stars = player.stars.or(chosen);
        let gain = |cell: &Cell| lines(stars.or(Cells::one(*cell)));
        match player.buttons.without(chosen).iter().max_by_key(gain) {
            Some(cell) => chosen.insert(cell),
            None => break,
        }
    }
    chosen
}

/// How far the stars have come towards lines.
fn lines(stars: Cells) -> i64 {
    let mut total = 0;
    for i in 1..=6 {
        for start in 1..=2 {
            let run = |across: bool| {
                let five = (start..start + 5).fold(Cells::EMPTY, |set, at| {
                    set.or(if across {
                        Cells::column(at)
                    } else {
                        Cells::row(at)
                    })
                });
                five.and(if across {
                    Cells::row(i)
                } else {
                    Cells::column(i)
                })
            };
            for window in [run(true), run(false)] {
                total += WINDOW[window.and(stars).len().min(5)];
            }
        }
    }
    total
}
