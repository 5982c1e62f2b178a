//! The probability that a roll busts (R5.4), computed from public information.

use super::cells::{Cells, SIDE};

/// Returns how many rolls with this many black dice hit none of the free cells, and the number of
/// all equally likely rolls.
pub(super) fn busts(free: Cells, black: u32) -> (u32, u32) {
    let side = u32::from(SIDE);
    let missed = |row| (side - free.and(Cells::row(row)).iter().count() as u32).pow(black);
    ((1..=SIDE).map(missed).sum(), side.pow(black + 1))
}

/// Returns a whole percentage. A possible bust is never shown as `0`, and an uncertain one never as
/// `100`.
pub(super) fn percent((some, all): (u32, u32)) -> String {
    match (200 * some + all) / (2 * all) {
        0 if some > 0 => "<1".to_owned(),
        100 if some < all => ">99".to_owned(),
        rounded => rounded.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Cell;
    use super::super::state::Roll;
    use super::*;

    /// Counts by trying all rolls.
    fn rolled(free: Cells, black: u32) -> (u32, u32) {
        let all = 6_u32.pow(black + 1);
        let busts = (0..all).filter(|number| {
            let mut rest = *number;
            let mut die = || {
                let value = (rest % 6) as u8 + 1;
                rest /= 6;
                value
            };
            let (white, gold) = (die(), die());
            let mut plain = [0; 4];
            plain
                .iter_mut()
                .take(black as usize - 1)
                .for_each(|it| *it = die());
            let roll = Roll { white, gold, plain };
            free.and(roll.black()).is_empty()
        });
        (busts.count() as u32, all)
    }

    #[test]
    fn the_odds_are_those_of_all_rolls() {
        let cells = |list: &[(i32, i32)]| -> Cells {
            list.iter()
                .filter_map(|(row, col)| Cell::at(*row, *col))
                .collect()
        };
        let buttons = cells(&[(1, 1), (2, 3), (4, 4), (6, 2), (3, 6)]);
        let stars = cells(&[(5, 1), (5, 2), (5, 3), (5, 4), (5, 5), (5, 6)]);
        for (buttons, stars) in [
            (Cells::EMPTY, Cells::EMPTY),
            (buttons, Cells::EMPTY),
            (buttons, stars),
            (Cells::EMPTY, Cells::ALL),
        ] {
            let free = Cells::free(buttons, stars);
            for black in 1..=5 {
                assert_eq!(busts(free, black), rolled(free, black));
            }
        }
    }

    #[test]
    fn what_can_happen_is_not_nothing() {
        assert_eq!(percent((0, 36)), "0");
        assert_eq!(percent((1, 36)), "3");
        assert_eq!(percent((1, 7776)), "<1");
        assert_eq!(percent((7775, 7776)), ">99");
        assert_eq!(percent((36, 36)), "100");
    }
}
