//! Building: every check of a list of hexes in its order (R6, R9), on a copy of the board.

use super::MESSAGES;
use super::board::Board;
use super::company::{Called, Company};
use super::hexes::{Hex, HexSet};
use super::map::{HexKind, map};
use super::state::{MOST_BUILT, State};
use rules::reading::Named;
use rules::{Illegal, Message, Word};

/// The board after a build, or why there is none.
pub(super) fn built(
    state: &State,
    company: Company,
    hexes: &[Named<Hex>],
) -> Result<Board, Illegal> {
    let (count, stock) = (hexes.len(), state.stock_of(company));
    if count == 0 {
        return Err(Illegal::new("EmptyBuild", MESSAGES.message("empty-build")));
    }
    if count > MOST_BUILT {
        let text = MESSAGES.message("too-many-locomotives");
        let text = text.with("most", MOST_BUILT).with("count", count);
        return Err(Illegal::new("TooManyLocomotives", text));
    }
    if count > usize::from(stock) {
        let text = MESSAGES
            .message("not-enough-stock")
            .with("count", count)
            .with("company", company.told())
            .with("stock", stock);
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
    /// Refuses the hex; the sentence begins with it.
    fn refused(self, code: &'static str, why: Message) -> Illegal {
        let Place { at, count, named } = self;
        let place = match named.0 {
            None => MESSAGES.message("hex-unnamed"),
            Some(hex) => MESSAGES.message("hex-named").with("hex", hex.id()),
        };
        let place = place.with("at", at + 1).with("count", count);
        Illegal::new(code, why.with("place", place))
    }
}

/// Whether the next locomotive may go to a hex: the checks in their order.
fn is_open(board: &Board, company: Company, place: Place<'_>) -> Result<Hex, Illegal> {
    let map = map();
    if board.network(company).contains(map.last) {
        let why = MESSAGES.message("trailing-placements");
        let why = why.with("city", map.info(map.last).name.as_str());
        return Err(place.refused("TrailingPlacements", why));
    }
    let Some(hex) = place.named.0 else {
        return Err(place.refused("UnknownHex", MESSAGES.message("unknown-hex")));
    };
    if hex == map.eiffel {
        return Err(place.refused("EiffelHex", MESSAGES.message("eiffel-hex")));
    }
    let info = map.info(hex);
    if info.kind == HexKind::Start {
        let why = MESSAGES.message("start-hex");
        let why = why.with("station", info.name.as_str());
        return Err(place.refused("StartHex", why));
    }
    let open = || open_to(board, company);
    if board.network(company).contains(hex) {
        let why = MESSAGES.message("same-company-here");
        let why = why.with("company", company.told()).with("open", open());
        return Err(place.refused("SameCompanyHere", why));
    }
    let built = board.built();
    if info.kind == HexKind::City && built.is_taken(hex) {
        let why = MESSAGES.message("city-occupied");
        let why = why.with("city", info.name.as_str()).with("open", open());
        return Err(place.refused("CityOccupied", why));
    }
    if built.is_full(hex) {
        let why = MESSAGES.message("hex-full").with("open", open());
        return Err(place.refused("HexFull", why));
    }
    if !map.next(hex).meets(board.network(company)) {
        let barred = map.barriers.iter().find(|barrier| {
            let [a, b] = barrier.between;
            let other = |one: Hex, other: Hex| one == hex && board.network(company).contains(other);
            other(a, b) || other(b, a)
        });
        let why = match barred {
            None => MESSAGES.message("not-adjacent"),
            Some(barrier) => MESSAGES
                .message("not-adjacent-barrier")
                .with("barrier", barrier.told()),
        };
        let why = why.with("company", company.told()).with("open", open());
        return Err(place.refused("NotAdjacent", why));
    }
    if let Some(companies) = listed(&board.cut_off(company, hex)) {
        let why = MESSAGES.message("cuts-off").with("companies", companies);
        return Err(place.refused("CutsOff", why.with("open", open())));
    }
    Ok(hex)
}

/// `red and blue and black`; nothing for no companies.
fn listed(companies: &[Company]) -> Option<Message> {
    let more = |others: Message, company: Message| {
        let list = MESSAGES.message("list-more");
        list.with("others", others).with("company", company)
    };
    companies.iter().map(|it| it.told()).reduce(more)
}

/// Where a company can go on, for the end of a refusal.
fn open_to(board: &Board, company: Company) -> Message {
    let targets: HexSet = board.targets(company);
    let open = if targets.is_empty() {
        MESSAGES.message("open-to-none")
    } else {
        let hexes = Word::comma(targets.iter().map(Hex::id));
        MESSAGES.message("open-to").with("hexes", hexes)
    };
    open.with("company", company.told())
}
