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

/// An event. Only the player sees the events of a day. When the day closes, `day_shown` shows them
/// to all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "FlipFreightersEvent")]
pub enum Event {
    /// A day began with three cards.
    DayOpened {
        /// The week, 1 to 3.
        week: u8,
        /// The day of the week, 1 to 5.
        day: u8,
        /// The three cards.
        cards: Vec<Card>,
    },
    /// A player loaded a square. Only that player sees this.
    Loaded {
        /// The player's seat.
        seat: Seat,
        /// The used card.
        card: Card,
        /// The truck.
        truck: TruckId,
        /// The square, counted from 0 at the left.
        square: u8,
        /// The written value.
        value: u8,
        /// The used hours.
        hours: u8,
    },
    /// A player moved trucks. Only that player sees this.
    Moved {
        /// The player's seat.
        seat: Seat,
        /// The used card.
        card: Card,
        /// The trips of the trucks.
        trips: Vec<Trip>,
        /// The used hours.
        hours: u8,
    },
    /// A player ended the day.
    DayEnded {
        /// The player's seat.
        seat: Seat,
    },
    /// A player restarted the day.
    DayRestarted {
        /// The player's seat.
        seat: Seat,
    },
    /// A player left the game for good.
    Left {
        /// The player's seat.
        seat: Seat,
    },
    /// The day closed. This event shows the day of one player to all; each seat has one.
    DayShown {
        /// The player's seat.
        seat: Seat,
        /// The loaded squares, in the order of the sheet.
        loads: Vec<Loading>,
        /// The trips of the trucks, in the order of the sheet.
        trips: Vec<Trip>,
        /// The number of trucks delivered on this day.
        delivered: u8,
        /// The hours used on this day.
        hours: u8,
        /// The player's score after the day.
        score: u16,
    },
    /// A week closed, and all delivered trucks paid.
    WeekClosed {
        /// The week, 1 to 3.
        week: u8,
        /// The score of each seat in that week, in seat order.
        scores: Vec<u16>,
    },
    /// The game ended.
    Ended {
        /// The results, in seat order.
        results: Vec<SeatEnd>,
    },
}

/// A loaded square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersLoading")]
pub struct Loading {
    /// The truck.
    pub truck: TruckId,
    /// The square, counted from 0 at the left.
    pub square: u8,
    /// The written value.
    pub value: u8,
}

/// The trip of a truck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersTrip")]
pub struct Trip {
    /// The truck.
    pub truck: TruckId,
    /// The circle before the trip; 0 before the first circle.
    pub from: u8,
    /// The circle after the trip.
    pub to: u8,
    /// The weekly pay from now on if the truck was delivered; else `null`.
    pub pay: Option<u16>,
}

/// The result of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersSeatEnd")]
pub struct SeatEnd {
    /// The seat.
    pub seat: Seat,
    /// The rank: 1 is best. Equal seats share a rank, and the next rank is skipped.
    pub rank: u8,
    /// The final score.
    pub score: u16,
    /// The number of delivered trucks. With equal scores, more are better.
    pub delivered: u8,
    /// Whether the player left before the end. Such seats rank behind all others.
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
