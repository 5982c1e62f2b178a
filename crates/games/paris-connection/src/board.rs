//! The locomotives on the map: the hexes that are open to each company, the companies' values, and
//! the cut-off rule (R6).
//!
//! Sets of hexes are bits, so that most questions take a few operations on three words. Stocks,
//! shares and turns are elsewhere.

use serde::{Deserialize, Serialize};

use super::company::{COMPANIES, Company};
use super::hexes::{Hex, HexSet};
use super::map::map;

/// The map with the locomotives on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Board {
    /// The hexes with a locomotive of each company.
    pub(super) networks: [HexSet; COMPANIES],
    /// The hexes with two locomotives where the later company in the list arrived first.
    turned: HexSet,
    /// The value of each company: the total of its cities.
    pub(super) values: [u8; COMPANIES],
}

/// The occupied hexes, regardless of the company.
#[derive(Clone, Copy)]
pub(super) struct Built {
    /// Hexes with at least one locomotive.
    once: HexSet,
    /// Hexes with two locomotives.
    twice: HexSet,
}

impl Board {
    /// Returns the board with the start locomotives: one company on each start hex, in the order of
    /// the map (R4).
    pub(super) fn begun(assignment: &[Company; COMPANIES]) -> Board {
        let mut board = Board {
            networks: [HexSet::EMPTY; COMPANIES],
            turned: HexSet::EMPTY,
            values: [0; COMPANIES],
        };
        for (start, company) in map().starts.into_iter().zip(assignment) {
            board.networks[company.index()].insert(start);
        }
        board
    }

    pub(super) const fn network(&self, company: Company) -> &HexSet {
        &self.networks[company.index()]
    }

    pub(super) const fn value(&self, company: Company) -> u8 {
        self.values[company.index()]
    }

    /// Returns the companies with a locomotive on a hex, in the order of arrival.
    pub(super) fn companies_on(&self, hex: Hex) -> Vec<Company> {
        let on = |company: &Company| self.network(*company).contains(hex);
        let mut there: Vec<Company> = Company::ALL.into_iter().filter(on).collect();
        if self.turned.contains(hex) {
            there.reverse();
        }
        there
    }

    /// Whether the order of arrival is stored only for hexes with two locomotives.
    pub(super) fn is_tidy(&self) -> bool {
        self.turned.without(&self.built().twice).is_empty()
    }

    pub(super) fn built(&self) -> Built {
        let (mut once, mut twice) = (HexSet::EMPTY, HexSet::EMPTY);
        for network in &self.networks {
            twice = twice.or(&once.and(network));
            once = once.or(network);
        }
        Built { once, twice }
    }

    /// Places a locomotive on a hex that is open to it, and scores a city (R6).
    pub(super) fn place(&mut self, company: Company, hex: Hex) {
        let after = &self.networks[company.index() + 1..];
        if after.iter().any(|network| network.contains(hex)) {
            self.turned.insert(hex);
        }
        self.networks[company.index()].insert(hex);
        self.values[company.index()] += map().value(hex);
    }

    /// Returns the hexes next to a company's network that have room for it, ignoring the cut-off
    /// rule.
    pub(super) fn frontier(&self, company: Company) -> HexSet {
        let network = self.network(company);
        let map = map();
        network
            .iter()
            .fold(HexSet::EMPTY, |all, hex| all.or(map.next(hex)))
            .and(&self.built().room())
            .without(network)
    }

    /// Returns the hexes where the next locomotive of a company may be built, including the cut-off
    /// rule (R6.3).
    pub(super) fn targets(&self, company: Company) -> HexSet {
        let frontier = self.frontier(company);
        if self.undecided(company).next().is_none() {
            return frontier;
        }
        let fits = |hex: &Hex| self.cut_off(company, *hex).is_empty();
        frontier.iter().filter(fits).collect()
    }

    /// Returns the other companies without a city, which the cut-off rule protects.
    fn undecided(&self, but: Company) -> impl Iterator<Item = Company> {
        Company::ALL
            .into_iter()
            .filter(move |it| *it != but && self.value(*it) == 0)
    }

    /// Returns the companies that a locomotive on this open hex would cut off (R6.2).
    pub(super) fn cut_off(&self, company: Company, hex: Hex) -> Vec<Company> {
        // A hex that stays open to other companies blocks nobody.
        let closes = map().cities.contains(hex) || self.built().is_taken(hex);
        if !closes || self.undecided(company).next().is_none() {
            return Vec::new();
        }
        let mut after = *self;
        after.place(company, hex);
        let built = after.built();
        self.undecided(company)
            .filter(|it| !after.reaches_city(*it, &built))
            .collect()
    }

    /// Whether a company has an open path to a free city (R6.2).
    pub(super) fn reaches_city(&self, company: Company, built: &Built) -> bool {
        let map = map();
        let network = self.network(company);
        let free_cities = built.free_cities();
        let open = built.open_country().without(network);
        let (mut seen, mut edge) = (*network, *network);
        while let Some(hex) = edge.pop() {
            let next = map.next(hex);
            if next.meets(&free_cities) {
                return true;
            }
            let reached = next.and(&open).without(&seen);
            seen = seen.or(&reached);
            edge = edge.or(&reached);
        }
        false
    }
}

impl Built {
    /// Returns the cities without a locomotive.
    pub(super) fn free_cities(&self) -> HexSet {
        map().cities.without(&self.once)
    }

    /// Returns the countryside hexes with fewer than two locomotives.
    pub(super) fn open_country(&self) -> HexSet {
        map().rural.without(&self.twice)
    }

    /// Returns the hexes where a company may still build.
    pub(super) fn room(&self) -> HexSet {
        self.free_cities().or(&self.open_country())
    }

    pub(super) const fn is_taken(&self, hex: Hex) -> bool {
        self.once.contains(hex)
    }

    pub(super) const fn is_full(&self, hex: Hex) -> bool {
        self.twice.contains(hex)
    }
}
