//! A bot that plays to win by rules of thumb. It weighs the gain of a roll against the risk, and
//! places its stars so that they form lines.
//!
//! It considers its own board, the dice and the cards, which are all public. It measures worth in
//! thousandths of a star.

use super::cells::{Cell, Cells};
use super::faces::Colour;
use super::moves::Move;
use super::score::ENOUGH_STARS;
use super::state::{PLAIN_DICE, Phase, Player, State};
use rules::Seat;

/// One star.
const STAR: i64 = 1_000;

/// The worth of a win.
const WIN: i64 = 30 * STAR;

/// The worth of 0, 1 or 2 buttons on a colour, for each star that three of them would earn.
const PROMISE: [i64; 3] = [0, 30, 120];

/// The worth of a line of five, by the number of stars that it already has.
const BEGUN: [i64; 6] = [0, 40, 200, 700, 3_000, WIN];

/// Returns the bot's move.
pub(super) fn choose(state: &State, seat: Seat) -> Option<Move> {
    if seat.number() >= state.seats || !state.open.contains(seat) {
        return None;
    }
    let player = state.player(seat);
    if state.phase == Phase::StarPlacement {
        let stars = best_stars(player.stars, player.buttons, player.award());
        return Some(Move::stars(stars.iter()));
    }
    let mind = Mind::of(player, 1 + PLAIN_DICE - state.set_aside);
    match state.phase {
        Phase::TurnDecision => Some(mind.turn()),
        Phase::Placement => Some(mind.placement(state.cells_of(seat), seat == state.active)),
        Phase::StarPlacement | Phase::GameOver => None,
    }
}

/// The bot's rating of its own board.
struct Mind {
    player: Player,
    /// The gain from a star on each cell.
    star: [i64; 36],
    /// Out of 6 to the power of the number of black dice: the number of rolls that miss the given
    /// number of columns.
    missing: [i64; 7],
}

impl Mind {
    fn of(player: &Player, dice: u8) -> Mind {
        let mut star = [0; 36];
        for cell in Cell::all() {
            let more = player.stars.or(Cells::one(cell));
            star[cell.index()] = lines(more) - lines(player.stars);
        }
        let missing = [6_i64, 5, 4, 3, 2, 1, 0].map(|left| left.pow(dice.into()));
        Mind {
            player: *player,
            star,
            missing,
        }
    }

    fn turn(&self) -> Move {
        let buttons = self.player.buttons;
        if buttons.is_empty() || self.after_roll(buttons, true) > self.in_hand(buttons) {
            Move::Roll {}
        } else {
            Move::OptOut {}
        }
    }

    /// Returns the placement on the best of the cells, or a pass if that is better and allowed.
    fn placement(&self, cells: Cells, active: bool) -> Move {
        let buttons = self.player.buttons;
        let pass = (!active).then(|| (self.to_come(buttons), Move::Pass {}));
        let places = cells.iter().map(|cell| {
            let mv = Move::Place {
                col: cell.col().into(),
            };
            (self.to_come(buttons.or(Cells::one(cell))), mv)
        });
        // Of equal options the last one counts, so the bot prefers a button to a pass.
        let best = pass.into_iter().chain(places).max_by_key(|it| it.0);
        best.map_or(Move::Pass {}, |(_, mv)| mv)
    }

    fn with(&self, buttons: Cells) -> Player {
        Player {
            buttons,
            ..self.player
        }
    }

    /// Returns the gain from opting out with these buttons.
    fn in_hand(&self, buttons: Cells) -> i64 {
        let award = self.with(buttons).earned();
        if award == 0 {
            return 0;
        }
        let (mut best, mut sum) = (0, 0);
        for cell in buttons.iter() {
            let star = self.star[cell.index()];
            best = best.max(star);
            sum += star.min(STAR);
        }
        let others = sum * (award as i64 - 1) / buttons.len() as i64;
        let enough = self.player.stars.len() + award >= ENOUGH_STARS;
        award as i64 * STAR + best + others + if enough { WIN } else { 0 }
    }

    /// Returns the worth of these buttons before a later turn: the better of opting out and one
    /// more roll.
    fn to_come(&self, buttons: Cells) -> i64 {
        let roll = self.after_roll(buttons, false);
        self.in_hand(buttons).max(roll) + self.promise(buttons) / 2
    }

    /// Returns the average worth after one more roll and the best placement. A bust is worth
    /// nothing. If `further`, it looks one more roll ahead.
    fn after_roll(&self, buttons: Cells, further: bool) -> i64 {
        let free = self.with(buttons).free();
        let mut total = 0;
        for row in 1..=6 {
            let (mut worth, mut cells) = ([0; 6], 0);
            for cell in free.and(Cells::row(row)).iter() {
                let next = buttons.or(Cells::one(cell));
                let stay = self.in_hand(next) + self.promise(next);
                worth[cells] = if further {
                    stay.max(self.after_roll(next, false))
                } else {
                    stay
                };
                cells += 1;
            }
            let worth = &mut worth[..cells];
            worth.sort_unstable_by(|a, b| b.cmp(a));
            // A column counts if it is rolled and no better one is.
            for (better, worth) in worth.iter().enumerate() {
                total += *worth * (self.missing[better] - self.missing[better + 1]);
            }
        }
        total / (6 * self.missing[0])
    }

    /// Returns the worth of the unfinished colours.
    fn promise(&self, buttons: Cells) -> i64 {
        let player = self.with(buttons);
        let of = |colour: Colour| {
            let stars = 1 + i64::from(player.cards.contains(colour));
            PROMISE.get(player.count(colour)).map_or(0, |it| it * stars)
        };
        Colour::ALL.into_iter().map(of).sum()
    }
}

/// Returns the buttons to turn into stars, chosen one by one for the most promising lines.
fn best_stars(stars: Cells, buttons: Cells, award: usize) -> Cells {
    let mut chosen = Cells::EMPTY;
    for _ in 0..award {
        let gain = |cell: &Cell| lines(stars.or(chosen).or(Cells::one(*cell)));
        match buttons.without(chosen).iter().max_by_key(gain) {
            Some(cell) => chosen.insert(cell),
            None => break,
        }
    }
    chosen
}

/// Returns the worth of the lines that the stars have begun.
fn lines(stars: Cells) -> i64 {
    let begun = |line: &Cells| BEGUN[line.and(stars).len()];
    LINES.iter().map(begun).sum()
}

/// All sets of five cells that form a line.
const LINES: [Cells; 24] = {
    let mut lines = [Cells::EMPTY; 24];
    let mut at = 0;
    while at < 24 {
        let (i, start) = (at as u8 % 6 + 1, at as u8 / 12 + 1);
        let mut five = Cells::EMPTY;
        let mut step = 0;
        while step < 5 {
            five = five.or(if at % 12 < 6 {
                Cells::column(start + step)
            } else {
                Cells::row(start + step)
            });
            step += 1;
        }
        let across = if at % 12 < 6 {
            Cells::row(i)
        } else {
            Cells::column(i)
        };
        lines[at] = five.and(across);
        at += 1;
    }
    lines
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_are_lines() {
        for (i, line) in LINES.iter().enumerate() {
            assert!(line.has_line() && line.len() == 5);
            assert!(!LINES[..i].contains(line));
        }
    }
}
