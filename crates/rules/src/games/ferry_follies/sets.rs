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
pub(super) fn sets(row: &[Laid]) -> impl Iterator<Item = Set> + '_ {
    (0..row.len()).flat_map(move |from| sets_from(row, from))
}

fn sets_from(row: &[Laid], from: usize) -> impl Iterator<Item = Set> + '_ {
    row[from..]
        .iter()
        .enumerate()
        .scan((0, false), |(total, thirteen), (more, laid)| {
            *total += laid.worth();
            *thirteen |= laid.shows(Card::THIRTEEN);
            (*total <= FULL).then_some((more, *total, *thirteen))
        })
        .filter(|&(more, total, thirteen)| {
            more > 0 && (total == FULL || thirteen && total == WITH_THIRTEEN)
        })
        .map(move |(more, total, _)| Set {
            from,
            to: from + more,
            total,
        })
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
