//! The events of the game (R10.2), and a sentence for each.

use schemars::JsonSchema;
use serde::Serialize;

use std::collections::BTreeMap;

use super::MESSAGES;
use super::ParisConnection;
use super::board::Board;
use super::company::{Called, Company};
use super::hexes::Hex;
use super::map::map;
use super::score;
use super::state::{Ending, State, limit};
use super::view::Counts;
use rules::reading::Named;
use rules::text::places;
use rules::{Catalogue, Message, Names, Seat, Tell, Viewer, Word, told};

/// An event. All are public except `hand`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ParisConnectionEvent")]
pub enum Event {
    /// The game was set up.
    Dealt {
        /// The company on each start hex.
        #[schemars(with = "BTreeMap<String, Company>")]
        starts: BTreeMap<Hex, Company>,
        /// The number of shares that each player got.
        shares_each: u8,
        /// The number of locomotives in the stock of each company.
        stock: Counts,
        /// The first player's seat.
        first: Seat,
    },
    /// A player got shares. Only the player sees this, and everybody once the game is over.
    Hand {
        /// The player's seat.
        seat: Seat,
        /// The shares of each company.
        shares: Counts,
    },
    /// A player placed locomotives of one company on the map.
    Built {
        /// The player's seat.
        seat: Seat,
        /// The company.
        company: Company,
        /// The hexes, in the order of placement.
        hexes: Vec<Hex>,
        /// The cities that the company reached.
        cities: Vec<CityReached>,
        /// The value of the company after the move.
        value: u8,
        /// The locomotives left in the company's stock.
        stock: u8,
    },
    /// A player traded a share.
    Traded {
        /// The player's seat.
        seat: Seat,
        /// The company of the returned share.
        give: Company,
        /// The company of the taken shares.
        take: Company,
        /// The number of taken shares, 1 or 2.
        count: u8,
        /// The player's total number of shares after the move.
        total: u8,
    },
    /// A player left the game for good. The player's shares stay out of the game and count at the
    /// end.
    Left {
        /// The player's seat.
        seat: Seat,
    },
    /// The game ended, and all hands are public.
    Ended {
        /// The reason for the end.
        reason: Ending,
        /// The results, in seat order.
        results: Vec<HandEnd>,
    },
}

/// A city that a company reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionCityReached")]
pub struct CityReached {
    /// The city's hex.
    pub hex: Hex,
    /// The city's name.
    pub city: &'static str,
    /// The value that the city added to the company.
    pub value: u8,
}

/// The result of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionHandEnd")]
pub struct HandEnd {
    /// The seat.
    pub seat: Seat,
    /// The rank: 1 is best. Equal seats share a rank, and the next rank is skipped.
    pub rank: u8,
    /// The score: shares times values, less the penalty.
    pub score: i32,
    /// The penalty: 20 points for each share beyond the limit.
    pub penalty: i32,
    /// The shares of each company.
    pub shares: Counts,
    /// Whether the player left before the end. Such seats rank behind all others.
    pub left: bool,
}

/// Returns the event of the setup.
pub(super) fn dealt(state: &State) -> Event {
    Event::Dealt {
        starts: super::view::starts(state),
        shares_each: super::state::dealt(state.seats),
        stock: state.stock.into(),
        first: state.active,
    }
}

/// Returns the event of the shares that a seat was dealt.
pub(super) fn hand(state: &State, seat: Seat) -> Event {
    Event::Hand {
        seat,
        shares: (*state.shares_of(seat)).into(),
    }
}

/// Returns the event of a build that changes the state's board into `after`.
pub(super) fn built(
    seat: Seat,
    before: &State,
    after: &Board,
    company: Company,
    hexes: &[Named<Hex>],
) -> Event {
    let hexes: Vec<Hex> = hexes.iter().filter_map(|named| named.0).collect();
    let cities = hexes.iter().filter(|hex| map().value(**hex) > 0);
    Event::Built {
        seat,
        company,
        cities: cities
            .map(|hex| CityReached {
                hex: *hex,
                city: &map().info(*hex).name,
                value: map().value(*hex),
            })
            .collect(),
        value: after.value(company),
        stock: before.stock_of(company) - hexes.len() as u8,
        hexes,
    }
}

/// Returns the cities near these hexes, in their order.
pub(super) fn near(hexes: impl Iterator<Item = Hex>) -> Word {
    let mut cities: Vec<&str> = Vec::new();
    for city in hexes.map(|hex| map().near(hex)) {
        if !cities.contains(&city) {
            cities.push(city);
        }
    }
    Word::and(cities)
}

/// Returns the event of the end, with all hidden information.
pub(super) fn ended(state: &State, reason: Ending) -> Event {
    let results = score::outcome(state).standings.into_iter();
    Event::Ended {
        reason,
        results: results
            .map(|standing| HandEnd {
                seat: standing.seat,
                rank: standing.rank,
                score: standing.score,
                penalty: score::penalty(state.shares_of(standing.seat), limit(state.seats)),
                shares: (*state.shares_of(standing.seat)).into(),
                left: standing.left,
            })
            .collect(),
    }
}

impl Tell for ParisConnection {
    const MESSAGES: &'static Catalogue = &MESSAGES;

    /// Returns the part of an event that the viewer may see.
    fn tell(event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Hand { seat, .. } if !viewer.sees(*seat) => None,
            _ => Some(event.clone()),
        }
    }

    /// Returns an event as one sentence.
    fn say(event: &Event, names: &Names) -> Message {
        match event {
            Event::Dealt {
                starts,
                shares_each,
                first,
                ..
            } => {
                let start = |(hex, company): (&Hex, &Company)| {
                    let station = map().info(*hex).name.as_str();
                    told!("start-at", company: company.told(), station: station)
                };
                told!(
                    "dealt", starts: Word::comma(starts.iter().map(start)), shares: *shares_each,
                    name: names.of(*first)
                )
            }
            Event::Hand { seat, shares } => {
                let listed = shares.listed();
                if listed.is_empty() {
                    told!("hand-empty")
                } else {
                    told!("hand", shares: Word::comma(listed))
                }
                .with("name", names.of(*seat))
            }
            Event::Built {
                seat,
                company,
                hexes,
                cities,
                value,
                stock,
            } => {
                let built = if cities.is_empty() {
                    told!("built", near: near(hexes.iter().copied()))
                } else {
                    let reached = cities
                        .iter()
                        .map(|reached| format!("{} (+{})", reached.city, reached.value));
                    told!("built-reaching", cities: Word::and(reached), value: *value)
                };
                built
                    .with("name", names.of(*seat))
                    .with("company", company.told())
                    .with("count", hexes.len())
                    .with("stock", *stock)
            }
            Event::Traded {
                seat,
                give,
                take,
                count,
                total,
            } => told!(
                "traded", name: names.of(*seat), give: give.told(), count: *count,
                take: take.told(), total: *total
            ),
            Event::Left { seat } => told!("left", name: names.of(*seat)),
            Event::Ended { reason, results } => {
                let ends = results.iter().map(|it| (it.rank, it.seat, it.score));
                told!("ended", why: reason.told(), places: places(ends, names))
            }
        }
    }
}
