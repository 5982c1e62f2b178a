//! Sets: runs of neighbours that total 19, or 18 with the 13 (R5).

use super::cards::Card;
use super::state::Laid;

/// What a set totals.
const FULL: u8 = 19;
/// What a set with a face-up 13 may total instead.
const WITH_THIRTEEN: u8 = 18;

/// A set: the cards from one index to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// Index of the leftmost card.
    pub(super) from: usize,
    /// Index of the rightmost card.
    pub(super) to: usize,
    /// What the cards are worth together.
    pub(super) total: u8,
}

impl Set {
    /// Whether the set must be scored, should no other be.
    pub(super) const fn mandatory(self) -> bool {
        self.total == FULL
    }
}

/// The sets of the row, by their left ends, the shorter first.
pub(super) fn sets(row: &[Laid]) -> impl Iterator<Item = Set> {
    Sets {
        row,
        from: 0,
        to: 0,
        total: 0,
        thirteen: false,
    }
}

/// Lengthens a run from `from` until it is worth too much, then begins at the next card.
struct Sets<'a> {
    row: &'a [Laid],
    from: usize,
    /// The card that the run takes in next.
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

/// What the row asks for when it is checked.
pub(super) enum Demand {
    /// Nothing: there is no set.
    Nothing,
    /// The only set is mandatory: it is scored without asking.
    Score(Set),
    /// The player chooses.
    Choice,
}

/// What the row asks for.
pub(super) fn demand(row: &[Laid]) -> Demand {
    let mut sets = sets(row);
    match (sets.next(), sets.next()) {
        (None, _) => Demand::Nothing,
        (Some(set), None) if set.mandatory() => Demand::Score(set),
        _ => Demand::Choice,
    }
}

/// Whether a set of 19 is in the row: then the player may not decline.
pub(super) fn must_score(row: &[Laid]) -> bool {
    sets(row).any(Set::mandatory)
}
