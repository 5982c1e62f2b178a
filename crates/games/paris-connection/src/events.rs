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

/// Something that happened. All is public but the hands that are dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ParisConnectionEvent")]
pub enum Event {
    /// The game was set up.
    Dealt {
        /// The company on each start hex.
        #[schemars(with = "BTreeMap<String, Company>")]
        starts: BTreeMap<Hex, Company>,
        /// How many shares everybody was dealt.
        shares_each: u8,
        /// What is left in the stock of each company.
        stock: Counts,
        /// Who begins.
        first: Seat,
    },
    /// A player was dealt shares. Only that player is told, and everybody once the game is over.
    Hand {
        /// Who was dealt them.
        seat: Seat,
        /// The shares of each company.
        shares: Counts,
    },
    /// A player put locomotives of one company on the map.
    Built {
        /// Who built.
        seat: Seat,
        /// The company.
        company: Company,
        /// Where, in this order.
        hexes: Vec<Hex>,
        /// The cities among them.
        cities: Vec<CityReached>,
        /// What the company is worth now.
        value: u8,
        /// What is left in its stock.
        stock: u8,
    },
    /// A player traded a share.
    Traded {
        /// Who traded.
        seat: Seat,
        /// The company whose share went back to its stock.
        give: Company,
        /// The company whose shares were taken.
        take: Company,
        /// How many were taken, 1 or 2.
        count: u8,
        /// How many shares the player has in all now.
        total: u8,
    },
    /// A player left the game for good; the shares stay away and count at the end.
    Left {
        /// Who left.
        seat: Seat,
    },
    /// The game ended, and all hands are shown.
    Ended {
        /// Why.
        reason: Ending,
        /// How each seat ended, in seat order.
        results: Vec<HandEnd>,
    },
}

/// A city that a company reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionCityReached")]
pub struct CityReached {
    /// Its hex.
    pub hex: Hex,
    /// Its name.
    pub city: &'static str,
    /// What it added to the value of the company.
    pub value: u8,
}

/// How one seat ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ParisConnectionHandEnd")]
pub struct HandEnd {
    /// The seat.
    pub seat: Seat,
    /// 1 is best; equal seats share a rank and the next rank is skipped.
    pub rank: u8,
    /// The points: shares times values, less the penalty.
    pub score: i32,
    /// What shares beyond the limit cost: 20 points each.
    pub penalty: i32,
    /// The shares of each company.
    pub shares: Counts,
    /// Whether the seat left before the end. Such seats rank behind all that stayed.
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
                    let near = hexes.last().map_or("", |hex| map().near(*hex));
                    told!("built", near: near)
                } else {
                    let reached = cities
                        .iter()
                        .map(|reached| format!("{} (+{})", reached.city, reached.value));
                    told!("built-reaching", cities: Word::and(reached), value: *value)
                };
                built
                    .with("name", names.of(*seat))
                    .with("company", company.told())
                    .with("hexes", Word::comma(hexes.iter().map(|hex| hex.id())))
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
