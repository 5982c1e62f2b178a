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
use rules::Seat;

/// One star.
const STAR: i64 = 1_000;

/// What a win is worth.
const WIN: i64 = 30 * STAR;

/// What some buttons of a colour promise, for each star that three of them would earn.
const PROMISE: [i64; 3] = [0, 30, 120];

/// What a line of five is worth by the number of stars that it has already.
const BEGUN: [i64; 6] = [0, 40, 200, 700, 3_000, WIN];

/// What the bot plays.
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

/// What a player thinks of the own board.
struct Mind {
    player: Player,
    /// What a star on each cell would add.
    star: [i64; 36],
    /// Of 6 to the number of black dice rolls, those that miss so many given columns.
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

    /// The best of the cells, or none if that is better and allowed.
    fn placement(&self, cells: Cells, active: bool) -> Move {
        let buttons = self.player.buttons;
        let pass = (!active).then(|| (self.to_come(buttons), Move::Pass {}));
        let places = cells.iter().map(|cell| {
            let mv = Move::Place {
                col: cell.col().into(),
            };
            (self.to_come(buttons.or(Cells::one(cell))), mv)
        });
        // Of equals the last is taken: rather a button than none.
        let best = pass.into_iter().chain(places).max_by_key(|it| it.0);
        best.map_or(Move::Pass {}, |(_, mv)| mv)
    }

    fn with(&self, buttons: Cells) -> Player {
        Player {
            buttons,
            ..self.player
        }
    }

    /// What opting out with these buttons brings.
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

    /// What these buttons are worth while a turn is to come: the better of opting out and of one
    /// more roll.
    fn to_come(&self, buttons: Cells) -> i64 {
        let roll = self.after_roll(buttons, false);
        self.in_hand(buttons).max(roll) + self.promise(buttons) / 2
    }

    /// What is left on average after one more roll and the best placement. A bust leaves nothing.
    /// It looks one roll further where it is to.
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
            // The next best is what comes when no better column is rolled, and this one is.
            for (better, worth) in worth.iter().enumerate() {
                total += *worth * (self.missing[better] - self.missing[better + 1]);
            }
        }
        total / (6 * self.missing[0])
    }

    /// What unfinished colours promise.
    fn promise(&self, buttons: Cells) -> i64 {
        let player = self.with(buttons);
        let of = |colour: Colour| {
            let stars = 1 + i64::from(player.cards.contains(colour));
            PROMISE.get(player.count(colour)).map_or(0, |it| it * stars)
        };
        Colour::ALL.into_iter().map(of).sum()
    }
}

/// The buttons to turn into stars, chosen one by one for the most promising lines.
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

/// How far stars have come towards lines.
fn lines(stars: Cells) -> i64 {
    let begun = |line: &Cells| BEGUN[line.and(stars).len()];
    LINES.iter().map(begun).sum()
}

/// Every five cells that are a line.
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
