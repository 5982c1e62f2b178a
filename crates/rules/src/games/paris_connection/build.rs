//! Building: every check of a list of hexes in its order (R6, R9), on a copy of the board.

use super::board::Board;
use super::company::Company;
use super::hexes::{Hex, HexSet};
use super::map::{HexKind, map};
use super::moves::Named;
use super::state::{MOST_BUILT, State};
use crate::Illegal;

/// The board after a build, or why there is none.
pub(super) fn built(
    state: &State,
    company: Company,
    hexes: &[Named<Hex>],
) -> Result<Board, Illegal> {
    let (count, stock) = (hexes.len(), state.stock_of(company));
    if count == 0 {
        let text = "A build names one to five hexes, as in: build red E15 F14.";
        return Err(Illegal::new("EmptyBuild", text));
    }
    if count > MOST_BUILT {
        let text =
            format!("A build has at most {MOST_BUILT} locomotives, and this one has {count}.");
        return Err(Illegal::new("TooManyLocomotives", text));
    }
    if count > usize::from(stock) {
        let text = format!(
            "The build has {count} locomotives, and the stock of {company} is down to {stock}."
        );
        return Err(Illegal::new("NotEnoughStock", text));
    }
    let mut board = state.board;
    for (at, named) in hexes.iter().enumerate() {
        let place = Place { at, count, named };
        let hex = is_open(&board, company, place)?;
        board.place(company, hex);
    }
    Ok(board)
}

/// One of the hexes of a list.
#[derive(Clone, Copy)]
struct Place<'a> {
    at: usize,
    count: usize,
    named: &'a Named<Hex>,
}

impl Place<'_> {
    fn refused(self, code: &'static str, why: impl std::fmt::Display) -> Illegal {
        let Place { at, count, named } = self;
        let text = match named.0 {
            None => format!("Hex {} of {count} {why}", at + 1),
            Some(hex) => format!("Hex {} of {count}, {hex}, {why}", at + 1),
        };
        Illegal::new(code, text)
    }
}

/// Whether the next locomotive may go to a hex: the checks in their order.
fn is_open(board: &Board, company: Company, place: Place<'_>) -> Result<Hex, Illegal> {
    let map = map();
    if board.network(company).contains(map.last) {
        let why = format!(
            "comes too late: {} ends the game and must be the last.",
            map.info(map.last).name
        );
        return Err(place.refused("TrailingPlacements", why));
    }
    let Some(hex) = place.named.0 else {
        let why = "is not on the map. Hexes are called like F14: row letter, column number.";
        return Err(place.refused("UnknownHex", why));
    };
    if hex == map.eiffel {
        let why = "is the Eiffel tower, where nothing is ever built.";
        return Err(place.refused("EiffelHex", why));
    }
    let info = map.info(hex);
    if info.kind == HexKind::Start {
        let why = format!("is {}: a start hex keeps its one locomotive.", info.name);
        return Err(place.refused("StartHex", why));
    }
    if board.network(company).contains(hex) {
        let why = format!(
            "has a {company} locomotive already.{}",
            open_to(board, company)
        );
        return Err(place.refused("SameCompanyHere", why));
    }
    let built = board.built();
    if info.kind == HexKind::City && built.is_taken(hex) {
        let why = format!(
            "is {}, a city with room for one locomotive, and it is taken.{}",
            info.name,
            open_to(board, company)
        );
        return Err(place.refused("CityOccupied", why));
    }
    if built.is_full(hex) {
        let why = format!(
            "has two locomotives, and there is no room for a third.{}",
            open_to(board, company)
        );
        return Err(place.refused("HexFull", why));
    }
    if !map.next(hex).meets(board.network(company)) {
        let barred = map.barriers.iter().find(|barrier| {
            let [a, b] = barrier.between;
            let other = |one: Hex, other: Hex| one == hex && board.network(company).contains(other);
            other(a, b) || other(b, a)
        });
        let barrier = barred.map_or(String::new(), |barrier| {
            format!(" There is a barrier ({}).", barrier.label)
        });
        let why = format!(
            "is not adjacent to a {company} locomotive.{barrier}{}",
            open_to(board, company)
        );
        return Err(place.refused("NotAdjacent", why));
    }
    let cut_off = board.cut_off(company, hex);
    if !cut_off.is_empty() {
        let cut_off: Vec<&str> = cut_off.into_iter().map(Company::name).collect();
        let why = format!(
            "would cut off {}, which has no city yet, from every free city.{}",
            cut_off.join(" and "),
            open_to(board, company)
        );
        return Err(place.refused("CutsOff", why));
    }
    Ok(hex)
}

/// Where a company can go on, for the end of a refusal.
fn open_to(board: &Board, company: Company) -> String {
    let targets: HexSet = board.targets(company);
    if targets.is_empty() {
        return format!(" Nothing more can be built for {company}.");
    }
    let ids: Vec<&str> = targets.iter().map(Hex::id).collect();
    format!(" Open to {company} now: {}.", ids.join(", "))
}
