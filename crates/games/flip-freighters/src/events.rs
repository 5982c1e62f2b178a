//! The events of the game (R3, R9), their viewers while the day is open, and a sentence for each.

use schemars::JsonSchema;
use serde::Serialize;

use super::FlipFreighters;
use super::MESSAGES;
use super::score;
use super::trucks::TruckId;
use super::view::Card;
use rules::text::places;
use rules::{Catalogue, Message, Names, Seat, Tell, Viewer, Word, told};

/// Something that happened. What a player does is told to that player only; when the day closes,
/// `day_shown` tells it to all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "FlipFreightersEvent")]
pub enum Event {
    /// A day began: three cards were turned up.
    DayOpened {
        /// The week, 1 to 3.
        week: u8,
        /// The day of the week, 1 to 5.
        day: u8,
        /// The three cards.
        cards: Vec<Card>,
    },
    /// A player loaded a square. Told to that player only.
    Loaded {
        /// Who.
        seat: Seat,
        /// The card used.
        card: Card,
        /// The truck.
        truck: TruckId,
        /// The square, counted from 0 at the left.
        square: u8,
        /// The value written.
        value: u8,
        /// The hours that it cost.
        hours: u8,
    },
    /// A player moved trucks. Told to that player only.
    Moved {
        /// Who.
        seat: Seat,
        /// The card used.
        card: Card,
        /// Where the trucks went.
        trips: Vec<Trip>,
        /// The hours that it cost.
        hours: u8,
    },
    /// A player ended the day.
    DayEnded {
        /// Who.
        seat: Seat,
    },
    /// A player took back the day so far.
    DayRestarted {
        /// Who.
        seat: Seat,
    },
    /// A player left the game for good.
    Left {
        /// Who.
        seat: Seat,
    },
    /// The day closed, and all can see what a player did. One such event for each seat.
    DayShown {
        /// Whose day it was.
        seat: Seat,
        /// What was loaded, in the order of the sheet.
        loads: Vec<Loading>,
        /// Where trucks went, in the order of the sheet.
        trips: Vec<Trip>,
        /// How many trucks were delivered.
        delivered: u8,
        /// How many hours were spent.
        hours: u8,
        /// The running score after it.
        score: u16,
    },
    /// A week closed: all trucks delivered so far paid.
    WeekClosed {
        /// The week, 1 to 3.
        week: u8,
        /// The score of that week for each seat, in seat order.
        scores: Vec<u16>,
    },
    /// The game ended.
    Ended {
        /// How each seat ended, in seat order.
        results: Vec<SeatEnd>,
    },
}

/// A square that was loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersLoading")]
pub struct Loading {
    /// The truck.
    pub truck: TruckId,
    /// The square, counted from 0 at the left.
    pub square: u8,
    /// The value written.
    pub value: u8,
}

/// Where a truck went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersTrip")]
pub struct Trip {
    /// The truck.
    pub truck: TruckId,
    /// The circle where it stood; 0 for before the first.
    pub from: u8,
    /// The circle where it stands.
    pub to: u8,
    /// What it pays a week from now on, if it was delivered; else `null`.
    pub pay: Option<u16>,
}

/// How one seat ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersSeatEnd")]
pub struct SeatEnd {
    /// The seat.
    pub seat: Seat,
    /// 1 is best; equal seats share a rank and the next rank is skipped.
    pub rank: u8,
    /// The final score.
    pub score: u16,
    /// How many trucks were delivered: more are better on equal scores.
    pub delivered: u8,
    /// Whether the seat left before the end. Such seats rank behind all that stayed.
    pub left: bool,
    /// The stars of a solo game; `null` with more seats.
    pub stars: Option<u8>,
}

impl Tell for FlipFreighters {
    const MESSAGES: &'static Catalogue = &MESSAGES;

    /// Returns the part of an event that the viewer may see when it happens (R9).
    fn tell(event: &Event, viewer: Viewer) -> Option<Event> {
        let hidden = match event {
            Event::Loaded { seat, .. } | Event::Moved { seat, .. } => !viewer.sees(*seat),
            Event::DayOpened { .. }
            | Event::DayEnded { .. }
            | Event::DayRestarted { .. }
            | Event::Left { .. }
            | Event::DayShown { .. }
            | Event::WeekClosed { .. }
            | Event::Ended { .. } => false,
        };
        (!hidden).then(|| event.clone())
    }

    /// Returns an event as one sentence.
    fn say(event: &Event, names: &Names) -> Message {
        match event {
            Event::DayOpened { week, day, cards } => told!(
                "day-opened", week: *week, day: *day,
                cards: Word::and(cards.iter().map(|it| it.told()))
            ),
            Event::Loaded {
                seat,
                card,
                truck,
                square,
                value,
                hours,
            } => told!(
                "loaded", name: names.of(*seat), card: card.told(), place: place(*truck, *square),
                value: *value, overtime: overtime(*hours)
            ),
            Event::Moved {
                seat,
                card,
                trips,
                hours,
            } => told!(
                "moved", name: names.of(*seat), card: card.told(), trips: all_trips(trips),
                overtime: overtime(*hours)
            ),
            Event::DayEnded { seat } => told!("day-ended", name: names.of(*seat)),
            Event::DayRestarted { seat } => told!("day-restarted", name: names.of(*seat)),
            Event::Left { seat } => told!("left-game", name: names.of(*seat)),
            Event::DayShown {
                seat,
                loads,
                trips,
                hours,
                score,
                ..
            } => {
                let id = match (loads.is_empty(), trips.is_empty()) {
                    (true, true) => "used-none",
                    (false, true) => "used-loads",
                    (true, false) => "used-trips",
                    (false, false) => "used-both",
                };
                MESSAGES
                    .message(id)
                    .with("name", names.of(*seat))
                    .with("loads", Word::and(loads.iter().map(load)))
                    .with("trips", all_trips(trips))
                    .with("overtime", overtime(*hours))
                    .with("score", *score)
            }
            Event::WeekClosed { week, scores } => {
                let scores = Seat::all(scores.len() as u8)
                    .zip(scores)
                    .map(|(seat, score)| format!("{} {score}", names.of(seat)));
                told!("week-closed", week: *week, scores: Word::comma(scores))
            }
            Event::Ended { results } => ended(results, names),
        }
    }

    fn note(note: &str) -> Message {
        score::note(note)
    }
}

fn ended(results: &[SeatEnd], names: &Names) -> Message {
    if let [
        SeatEnd {
            seat,
            score,
            stars: Some(stars),
            ..
        },
    ] = results
    {
        return told!("ended-alone", name: names.of(*seat), score: *score, stars: score::said(*stars));
    }
    let ends = results.iter().map(|it| (it.rank, it.seat, it.score.into()));
    told!("ended", places: places(ends, names))
}

fn overtime(hours: u8) -> Message {
    told!("overtime", hours: hours)
}

fn load(load: &Loading) -> Message {
    told!("load", value: load.value, place: place(load.truck, load.square))
}

/// Returns a phrase such as `on the first square of the hearts truck`. People count from 1.
fn place(truck: TruckId, square: u8) -> Message {
    told!("on-square", n: square + 1, of: told!("of-truck", which: truck.word()))
}

fn all_trips(trips: &[Trip]) -> Word {
    Word::and(trips.iter().map(|trip| {
        let (id, pay) = match trip.pay {
            Some(pay) => ("trip-delivered", pay),
            None => ("trip", 0),
        };
        MESSAGES
            .message(id)
            .with("lorry", told!("the-truck", which: trip.truck.word()))
            .with("circle", trip.to)
            .with("pay", pay)
    }))
}
