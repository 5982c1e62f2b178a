//! The view of each viewer: everything except other players' shares, of which only the totals are
//! public (R10.1).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::company::{Called, Company};
use super::hexes::Hex;
use super::map::{HexKind, map};
use super::moves::Move;
use super::score;
use super::state::{Ending, Last, State, Tally, limit};
use rules::{Message, Seat, Viewer};

/// The position as a viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionView")]
pub struct View {
    /// The viewer's own seat; null for everybody who does not play.
    pub you: Option<Seat>,
    /// Whose turn it is; null when the game is over.
    pub active: Option<Seat>,
    /// How the game ended; null while it goes on.
    pub over: Option<Ending>,
    /// For each seat whether it has left the game.
    pub gone: Vec<bool>,
    /// The map. It is the same in every game.
    pub map: MapView,
    /// The company that begins on each start hex.
    #[schemars(with = "BTreeMap<String, Company>")]
    pub starts: BTreeMap<Hex, Company>,
    /// The companies with a locomotive on each hex that has any, in the order they came. Start
    /// locomotives are among them.
    #[schemars(with = "BTreeMap<String, Vec<Company>>")]
    pub locomotives: BTreeMap<Hex, Vec<Company>>,
    /// What each company is worth: the values of its cities.
    pub values: Counts,
    /// How many locomotives each company has in stock.
    pub stock: Counts,
    /// How many shares of each company the players hold between them.
    pub held: Counts,
    /// Where the next locomotive of each company may be built now, whoever's turn it is.
    pub targets: Targets,
    /// How many shares each seat has in all.
    pub totals: Vec<u8>,
    /// How many shares cost nothing at the end; each one more costs 20 points.
    pub limit: u8,
    /// The shares of each seat by company; null for those that the viewer may not know.
    pub shares: Vec<Option<Counts>>,
    /// What each seat would score if the game ended now; null where the shares are null.
    pub scores: Vec<Option<i32>>,
    /// The latest action; null before the first.
    pub last: Option<LastView>,
    /// The final rank of each seat, 1 the best; null while the game goes on.
    pub ranks: Option<Vec<u8>>,
}

rules::each! {
    /// A number for each company.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(default, deny_unknown_fields)]
    #[schemars(rename = "ParisConnectionCounts")]
    pub struct Counts: Company => u8 {
        /// Of black.
        black: Black,
        /// Of blue.
        blue: Blue,
        /// Of brown.
        brown: Brown,
        /// Of purple.
        purple: Purple,
        /// Of red.
        red: Red,
        /// Of yellow.
        yellow: Yellow,
    }
}

impl From<Tally> for Counts {
    fn from(tally: Tally) -> Counts {
        Counts::each(|company| tally[company.index()])
    }
}

impl Counts {
    pub(super) fn tally(&self) -> Tally {
        Company::ALL.map(|company| *self.of(company))
    }

    /// Lists the companies with a number above 0: `2 red`, `1 blue`.
    pub(super) fn listed(&self) -> Vec<Message> {
        let some = Company::ALL
            .iter()
            .filter(|company| *self.of(**company) > 0);
        some.map(|company| company.shares(*self.of(*company)))
            .collect()
    }
}

rules::each! {
    /// Hexes for each company.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
    #[schemars(rename = "ParisConnectionTargets")]
    pub struct Targets: Company => Vec<Hex> {
        /// For black.
        black: Black,
        /// For blue.
        blue: Blue,
        /// For brown.
        brown: Brown,
        /// For purple.
        purple: Purple,
        /// For red.
        red: Red,
        /// For yellow.
        yellow: Yellow,
    }
}

/// The map. Hexes with a flat west side; each is named by row letter and column number, and
/// neighbours are 2 columns apart in a row, or 1 column apart in adjoining rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionMap")]
pub struct MapView {
    /// Country: worth nothing, room for locomotives of two companies.
    pub rural: Vec<Hex>,
    /// Cities: room for one locomotive.
    pub cities: Vec<CityView>,
    /// Start hexes: nothing is ever added to their one locomotive.
    pub starts: Vec<StartView>,
    /// The Eiffel tower: never built on, never crossed.
    pub eiffel: Hex,
    /// Pairs of neighbours that nothing can be built across.
    pub barriers: Vec<BarrierView>,
}

/// A city of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionCity")]
pub struct CityView {
    /// Its hex.
    pub hex: Hex,
    /// Its name. The text notation understands it, too.
    pub city: &'static str,
    /// What it is worth to the company that reaches it, 1 to 4.
    pub value: u8,
    /// Whether reaching it ends the game.
    pub ends_game: bool,
}

/// A start hex of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionStart")]
pub struct StartView {
    /// The hex.
    pub hex: Hex,
    /// The name of the station.
    pub station: &'static str,
}

/// A barrier of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionBarrier")]
pub struct BarrierView {
    /// The two hexes.
    pub between: [Hex; 2],
    /// What it stands for.
    pub label: &'static str,
}

/// An action that was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionLast")]
pub struct LastView {
    /// Who did it.
    pub seat: Seat,
    /// The action, in the form of a move.
    #[serde(rename = "move")]
    pub mv: Move,
}

/// Returns the view for a viewer.
pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let over = state.over.is_some();
    let sees = |seat: Seat| over || viewer.sees(seat);
    let held = Company::ALL.map(|company| {
        let held = state.shares.iter().map(|shares| shares[company.index()]);
        held.sum()
    });
    View {
        you: viewer.seat(),
        active: (!over).then_some(state.active),
        over: state.over,
        gone: by_seat(state, |seat| state.gone.contains(seat)),
        map: map_view(),
        starts: starts(state),
        locomotives: locomotives(state),
        values: state.board.values.into(),
        stock: state.stock.into(),
        held: held.into(),
        targets: Targets::each(|company| {
            if over || state.stock_of(company) == 0 {
                Vec::new()
            } else {
                state.board.targets(company).iter().collect()
            }
        }),
        totals: by_seat(state, |seat| state.total(seat)),
        limit: limit(state.seats),
        shares: by_seat(state, |seat| {
            sees(seat).then(|| (*state.shares_of(seat)).into())
        }),
        scores: by_seat(state, |seat| sees(seat).then(|| score::of(state, seat))),
        last: state.last.as_ref().map(last_view),
        ranks: over.then(|| score::outcome(state).ranks()),
    }
}

fn by_seat<T>(state: &State, of: impl Fn(Seat) -> T) -> Vec<T> {
    state.all_seats().map(of).collect()
}

fn map_view() -> MapView {
    let map = map();
    let cities = map.hexes().filter(|(_, info)| info.kind == HexKind::City);
    MapView {
        rural: map.rural.iter().collect(),
        cities: cities
            .map(|(hex, info)| CityView {
                hex,
                city: &info.name,
                value: info.value,
                ends_game: hex == map.last,
            })
            .collect(),
        starts: map
            .starts
            .map(|hex| StartView {
                hex,
                station: &map.info(hex).name,
            })
            .to_vec(),
        eiffel: map.eiffel,
        barriers: map
            .barriers
            .iter()
            .map(|barrier| BarrierView {
                between: barrier.between,
                label: &barrier.label,
            })
            .collect(),
    }
}

/// Returns the company on each start hex.
pub(super) fn starts(state: &State) -> BTreeMap<Hex, Company> {
    let companies_on = |hex: Hex| state.board.companies_on(hex).into_iter();
    let starts = map().starts.into_iter();
    starts
        .flat_map(|hex| companies_on(hex).map(move |company| (hex, company)))
        .collect()
}

fn locomotives(state: &State) -> BTreeMap<Hex, Vec<Company>> {
    map()
        .hexes()
        .map(|(hex, _)| (hex, state.board.companies_on(hex)))
        .filter(|(_, companies)| !companies.is_empty())
        .collect()
}

fn last_view(last: &Last) -> LastView {
    match *last {
        Last::Build {
            seat,
            company,
            count,
            hexes,
        } => LastView {
            seat,
            mv: Move::build(company, hexes.into_iter().take(usize::from(count))),
        },
        Last::Trade {
            seat,
            give,
            take,
            count,
        } => LastView {
            seat,
            mv: Move::trade(give, take, count),
        },
    }
}
