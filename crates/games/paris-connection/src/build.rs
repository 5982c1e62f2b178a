//! Checks a build hex by hex in the order of the rules (R6, R9), on a copy of the board.

use super::MESSAGES;
use super::board::Board;
use super::company::{Called, Company};
use super::hexes::{Hex, HexSet};
use super::map::{HexKind, map};
use super::state::{MOST_BUILT, State};
use rules::reading::Named;
use rules::{Illegal, Message, Word, refused, told};

/// Returns the board after a build, or the reason why it is rejected.
pub(super) fn built(
    state: &State,
    company: Company,
    hexes: &[Named<Hex>],
) -> Result<Board, Illegal> {
    let (count, stock) = (hexes.len(), state.stock_of(company));
    if count == 0 {
        return Err(refused!("EmptyBuild", "empty-build"));
    }
    if count > MOST_BUILT {
        return Err(
            refused!("TooManyLocomotives", "too-many-locomotives", most: MOST_BUILT, count: count),
        );
    }
    if count > usize::from(stock) {
        return Err(refused!(
            "NotEnoughStock", "not-enough-stock", count: count, company: company.told(),
            stock: stock
        ));
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
    /// Rejects the hex, with a sentence that begins with the hex.
    fn refused(self, code: &'static str, why: Message) -> Illegal {
        let Place { at, count, named } = self;
        let place = match named.0 {
            None => told!("hex-unnamed"),
            Some(hex) => told!("hex-named", hex: hex.id()),
        };
        let place = place.with("at", at + 1).with("count", count);
        Illegal::new(code, why.with("place", place))
    }
}

/// Checks in order whether the next locomotive may go to a hex.
fn is_open(board: &Board, company: Company, place: Place<'_>) -> Result<Hex, Illegal> {
    let map = map();
    if board.network(company).contains(map.last) {
        let why = told!("trailing-placements", city: map.info(map.last).name.as_str());
        return Err(place.refused("TrailingPlacements", why));
    }
    let Some(hex) = place.named.0 else {
        return Err(place.refused("UnknownHex", told!("unknown-hex")));
    };
    if hex == map.eiffel {
        return Err(place.refused("EiffelHex", told!("eiffel-hex")));
    }
    let info = map.info(hex);
    if info.kind == HexKind::Start {
        let why = told!("start-hex", station: info.name.as_str());
        return Err(place.refused("StartHex", why));
    }
    let open = || open_to(board, company);
    if board.network(company).contains(hex) {
        let why = told!("same-company-here", company: company.told(), open: open());
        return Err(place.refused("SameCompanyHere", why));
    }
    let built = board.built();
    if info.kind == HexKind::City && built.is_taken(hex) {
        let why = told!("city-occupied", city: info.name.as_str(), open: open());
        return Err(place.refused("CityOccupied", why));
    }
    if built.is_full(hex) {
        let why = told!("hex-full", open: open());
        return Err(place.refused("HexFull", why));
    }
    if !map.next(hex).meets(board.network(company)) {
        let barred = map.barriers.iter().find(|barrier| {
            let [a, b] = barrier.between;
            let other = |one: Hex, other: Hex| one == hex && board.network(company).contains(other);
            other(a, b) || other(b, a)
        });
        let why = match barred {
            None => told!("not-adjacent"),
            Some(barrier) => told!("not-adjacent-barrier", barrier: barrier.kind.told()),
        };
        let why = why.with("company", company.told()).with("open", open());
        return Err(place.refused("NotAdjacent", why));
    }
    if let Some(companies) = listed(&board.cut_off(company, hex)) {
        return Err(place.refused(
            "CutsOff",
            told!("cuts-off", companies: companies, open: open()),
        ));
    }
    Ok(hex)
}

/// Lists companies: `red and blue and black`. Returns `None` for no companies.
fn listed(companies: &[Company]) -> Option<Message> {
    let more =
        |others: Message, company: Message| told!("list-more", others: others, company: company);
    companies.iter().map(|it| it.told()).reduce(more)
}

/// Returns the hexes where a company can continue, for the end of a refusal.
fn open_to(board: &Board, company: Company) -> Message {
    let targets: HexSet = board.targets(company);
    let open = if targets.is_empty() {
        told!("open-to-none")
    } else {
        let hexes = Word::comma(targets.iter().map(Hex::id));
        told!("open-to", hexes: hexes)
    };
    open.with("company", company.told())
}
