//! The list of legal actions (R5), and all of them as a tree of prefixes.
//!
//! The list contains every trade and every build of one locomotive. There are too many longer
//! builds.

use super::company::Company;
use super::hexes::{Hex, HexSet};
use super::map::map;
use super::moves::Move;
use super::read;
use super::state::{MOST_BUILT, State};
use super::trade::{held, takable};
use rules::notation::Words;
use rules::{Branch, Illegal, Legal, Seat};

/// Returns the legal actions of the seat.
pub(super) fn legal(state: &State, seat: Seat) -> Legal<Move> {
    if !state.acts(seat) {
        return Legal::none();
    }
    let (mut moves, mut complete) = (Vec::new(), true);
    for company in Company::ALL {
        for hex in first_targets(state, company).iter() {
            complete = complete && open_after(state, company, &[hex]).is_empty();
            moves.push(Move::build(company, [hex]));
        }
    }
    for give in held(state, seat) {
        for take in Company::ALL {
            for count in 1..=takable(state, give, take) {
                moves.push(Move::trade(give, take, count));
            }
        }
    }
    Legal { moves, complete }
}

/// Returns the hexes where a build of this company may begin.
pub(super) fn first_targets(state: &State, company: Company) -> HexSet {
    open_after(state, company, &[])
}

/// Returns the hexes where a build may continue after these legal hexes (R6.3).
pub(super) fn open_after(state: &State, company: Company, hexes: &[Hex]) -> HexSet {
    let room = usize::from(state.stock_of(company)).min(MOST_BUILT);
    if hexes.len() >= room || hexes.contains(&map().last) {
        return HexSet::EMPTY;
    }
    let mut board = state.board;
    hexes.iter().for_each(|hex| board.place(company, *hex));
    board.targets(company)
}

/// Returns the legal actions that begin with the words of `partial`.
pub(super) fn branch(state: &State, seat: Seat, partial: &str) -> Result<Branch<Move>, Illegal> {
    let mut words = Words::of(partial);
    let refused = || Illegal::no_such_beginning(partial.trim());
    if !state.acts(seat) {
        return match words.word() {
            None => Ok(Branch::none()),
            Some(_) => Err(refused()),
        };
    }
    if words.peek().is_none() {
        let builds = Company::ALL
            .iter()
            .any(|company| !first_targets(state, *company).is_empty());
        let mut next = Vec::new();
        if builds {
            next.push("build".to_owned());
        }
        // A trade is always possible (R8.2).
        next.push("trade".to_owned());
        return Ok(Branch {
            text: String::new(),
            mv: None,
            next,
        });
    }
    let found = match read::verb(&mut words) {
        Some(read::Verb::Build) => builds(state, &mut words),
        Some(read::Verb::Trade) => trades(state, seat, &mut words),
        None => None,
    };
    found.ok_or_else(refused)
}

fn builds(state: &State, words: &mut Words) -> Option<Branch<Move>> {
    let Some(word) = words.word() else {
        let can = |company: &Company| !first_targets(state, *company).is_empty();
        return Some(offered(
            "build".to_owned(),
            Company::ALL.into_iter().filter(can).map(Company::word),
        ));
    };
    let company = read::meant(word).ok()?.0?;
    let (mut hexes, mut open) = (Vec::new(), first_targets(state, company));
    if open.is_empty() {
        return None;
    }
    while let Some(hex) = read::next_hex(words).ok()? {
        if !open.contains(hex) {
            return None;
        }
        hexes.push(hex);
        open = open_after(state, company, &hexes);
    }
    let mv = Move::build(company, hexes.iter().copied());
    Some(Branch {
        mv: (!hexes.is_empty()).then(|| mv.clone()),
        ..offered(mv.to_string(), open.iter().map(Hex::id))
    })
}

fn trades(state: &State, seat: Seat, words: &mut Words) -> Option<Branch<Move>> {
    let takes = |give: Company| {
        Company::ALL
            .into_iter()
            .filter(move |take| takable(state, give, *take) > 0)
    };
    let can = |give: &Company| takes(*give).next().is_some();
    let Some(word) = words.word() else {
        let gives = held(state, seat).filter(can).map(Company::word);
        return Some(offered("trade".to_owned(), gives));
    };
    let give = read::meant(word).ok()?.0?;
    if !held(state, seat).any(|it| it == give) || !can(&give) {
        return None;
    }
    words.skip_all(read::EXCHANGED);
    let Some(word) = words.word() else {
        let names = takes(give).map(Company::word);
        return Some(offered(format!("trade {give}"), names));
    };
    let take = read::meant(word).ok()?.0?;
    let most = takable(state, give, take);
    if most == 0 {
        return None;
    }
    let Some(word) = words.word() else {
        let counts = ["1", "2"].into_iter().take(usize::from(most));
        return Some(offered(format!("trade {give} {take}"), counts));
    };
    let count: u8 = word.parse().ok()?;
    if !(1..=most).contains(&count) || words.word().is_some() {
        return None;
    }
    let mv = Move::trade(give, take, count);
    Some(Branch {
        text: mv.to_string(),
        mv: Some(mv),
        next: Vec::new(),
    })
}

/// Returns a branch that is not a complete action yet.
fn offered<'a>(text: String, next: impl Iterator<Item = &'a str>) -> Branch<Move> {
    Branch {
        text,
        mv: None,
        next: next.map(str::to_owned).collect(),
    }
}
