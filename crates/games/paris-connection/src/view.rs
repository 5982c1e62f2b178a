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

/// A position as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionView")]
pub struct View {
    /// Your seat; null for a spectator.
    pub you: Option<Seat>,
    /// The active seat; null when the game is over.
    pub active: Option<Seat>,
    /// The reason for the end; null while the game runs.
    pub over: Option<Ending>,
    /// For each seat, whether the player has left the game.
    pub gone: Vec<bool>,
    /// The map. It is the same in every game.
    pub map: MapView,
    /// The company on each start hex.
    #[schemars(with = "BTreeMap<String, Company>")]
    pub starts: BTreeMap<Hex, Company>,
    /// The companies with locomotives on each hex that has any, including start hexes, in the order
    /// of placement.
    #[schemars(with = "BTreeMap<String, Vec<Company>>")]
    pub locomotives: BTreeMap<Hex, Vec<Company>>,
    /// The value of each company: the sum of the values of its cities.
    pub values: Counts,
    /// The number of locomotives in the stock of each company.
    pub stock: Counts,
    /// The number of shares of each company that the players own together.
    pub held: Counts,
    /// The hexes on which the next locomotive of each company may be built now, by any player.
    pub targets: Targets,
    /// The total number of shares of each seat.
    pub totals: Vec<u8>,
    /// The number of shares without a penalty at the end. Each further share costs 20 points.
    pub limit: u8,
    /// The shares of each seat by company; null for hidden ones.
    pub shares: Vec<Option<Counts>>,
    /// The score of each seat if the game ended now; null where `shares` is null.
    pub scores: Vec<Option<i32>>,
    /// The last move; null before the first.
    pub last: Option<LastView>,
    /// The final rank of each seat, 1 is best; null while the game runs.
    pub ranks: Option<Vec<u8>>,
}

rules::each! {
    /// A number for each company.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(default, deny_unknown_fields)]
    #[schemars(rename = "ParisConnectionCounts")]
    pub struct Counts: Company => u8 {
        /// The number for black.
        black: Black,
        /// The number for blue.
        blue: Blue,
        /// The number for brown.
        brown: Brown,
        /// The number for purple.
        purple: Purple,
        /// The number for red.
        red: Red,
        /// The number for yellow.
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
        /// The hexes for black.
        black: Black,
        /// The hexes for blue.
        blue: Blue,
        /// The hexes for brown.
        brown: Brown,
        /// The hexes for purple.
        purple: Purple,
        /// The hexes for red.
        red: Red,
        /// The hexes for yellow.
        yellow: Yellow,
    }
}

/// The map. Its hexes have a flat west side and are named by row letter and column number.
/// Neighbours are 2 columns apart in a row, or 1 column apart in adjacent rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionMap")]
pub struct MapView {
    /// Countryside: worth nothing, with room for locomotives of two companies.
    pub rural: Vec<Hex>,
    /// Cities, with room for one locomotive each.
    pub cities: Vec<CityView>,
    /// Start hexes. No locomotive is added to the first one.
    pub starts: Vec<StartView>,
    /// The Eiffel tower. Nothing is built on it or across it.
    pub eiffel: Hex,
    /// Pairs of neighbours. Nothing is built across the barrier between them.
    pub barriers: Vec<BarrierView>,
}

/// A city of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionCity")]
pub struct CityView {
    /// The city's hex.
    pub hex: Hex,
    /// The city's name. The text notation accepts it too.
    pub city: &'static str,
    /// The value for the company that reaches the city, 1 to 4.
    pub value: u8,
    /// Whether the game ends when a company reaches the city.
    pub ends_game: bool,
}

/// A start hex of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionStart")]
pub struct StartView {
    /// The start hex.
    pub hex: Hex,
    /// The name of the station.
    pub station: &'static str,
}

/// A barrier of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionBarrier")]
pub struct BarrierView {
    /// The two hexes on both sides of the barrier.
    pub between: [Hex; 2],
    /// The name of the barrier.
    pub label: &'static str,
}

/// The last move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionLast")]
pub struct LastView {
    /// The seat of the player.
    pub seat: Seat,
    /// The move.
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
