//! Sets: runs of neighbours that total 19, or 18 with the 13 (R5).

use super::cards::Card;
use super::state::Laid;

/// The total of a set.
const FULL: u8 = 19;
/// The alternative total of a set with a face-up 13.
const WITH_THIRTEEN: u8 = 18;

/// A set: the cards from one index to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// Index of the leftmost card.
    pub(super) from: usize,
    /// Index of the rightmost card.
    pub(super) to: usize,
    /// The total worth of the cards.
    pub(super) total: u8,
}

impl Set {
    /// Whether a set must be scored if no other one is.
    pub(super) const fn mandatory(self) -> bool {
        self.total == FULL
    }
}

/// Returns the sets of the row, ordered by their left ends, shorter sets first.
pub(super) fn sets(row: &[Laid]) -> impl Iterator<Item = Set> {
    Sets {
        row,
        from: 0,
        to: 0,
        total: 0,
        thirteen: false,
    }
}

/// Extends a run from `from` until its total is too large, then begins at the next card.
struct Sets<'a> {
    row: &'a [Laid],
    from: usize,
    /// The card that the run takes next.
    to: usize,
    total: u8,
    thirteen: bool,
}

impl Iterator for Sets<'_> {
    type Item = Set;

    fn next(&mut self) -> Option<Set> {
        while self.from < self.row.len() {
            while let Some(laid) = self.row.get(self.to)
                && self.total + laid.worth() <= FULL
            {
                let set = Set {
                    from: self.from,
                    to: self.to,
                    total: self.total + laid.worth(),
                };
                self.to += 1;
                self.total = set.total;
                self.thirteen |= laid.shows(Card::THIRTEEN);
                let full = set.total == FULL || self.thirteen && set.total == WITH_THIRTEEN;
                if full && set.from < set.to {
                    return Some(set);
                }
            }
            self.from += 1;
            self.to = self.from;
            self.total = 0;
            self.thirteen = false;
        }
        None
    }
}

/// The action that the row requires when it is checked.
pub(super) enum Demand {
    /// No action, because there is no set.
    Nothing,
    /// Score the only set, which is mandatory, without asking the player.
    Score(Set),
    /// Let the player choose.
    Choice,
}

/// Returns the action that the row requires.
pub(super) fn demand(row: &[Laid]) -> Demand {
    let mut sets = sets(row);
    match (sets.next(), sets.next()) {
        (None, _) => Demand::Nothing,
        (Some(set), None) if set.mandatory() => Demand::Score(set),
        _ => Demand::Choice,
    }
}

/// Whether the row contains a set of 19, so that the player may not decline.
pub(super) fn must_score(row: &[Laid]) -> bool {
    sets(row).any(Set::mandatory)
}
