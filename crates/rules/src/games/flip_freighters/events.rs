//! What happens (R3, R9), who learns of it while the day is open, and each thing as a sentence.

use schemars::JsonSchema;
use serde::Serialize;

use super::refuse::hours;
use super::score;
use super::trucks::TruckId;
use super::view::Card;
use crate::{Names, Seat, Viewer};

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

/// What the viewer may learn of an event when it happens (R9).
pub(super) fn tell(event: &Event, viewer: Viewer) -> Option<Event> {
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

/// An event as one sentence.
pub(super) fn say(event: &Event, names: &Names) -> String {
    match event {
        Event::DayOpened { week, day, cards } => {
            let cards: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
            format!("Week {week}, day {day}: the cards are {}.", listed(&cards))
        }
        Event::Loaded {
            seat,
            card,
            truck,
            square,
            value,
            hours: cost,
        } => format!(
            "{} loads {} on {truck}.{square} as {value}{}.",
            names.of(*seat),
            card.name,
            for_hours(*cost)
        ),
        Event::Moved {
            seat,
            card,
            trips,
            hours: cost,
        } => format!(
            "{} uses {} to move {}{}.",
            names.of(*seat),
            card.name,
            all_trips(trips),
            for_hours(*cost)
        ),
        Event::DayEnded { seat } => format!("{} ends the day.", names.of(*seat)),
        Event::DayRestarted { seat } => format!("{} starts the day anew.", names.of(*seat)),
        Event::Left { seat } => format!("{} leaves the game.", names.of(*seat)),
        Event::DayShown {
            seat,
            loads,
            trips,
            hours: cost,
            score,
            ..
        } => {
            let mut done = Vec::new();
            if !loads.is_empty() {
                let loads: Vec<String> = loads
                    .iter()
                    .map(|it| format!("{} on {}.{}", it.value, it.truck, it.square))
                    .collect();
                done.push(format!("loaded {}", listed(&loads)));
            }
            if !trips.is_empty() {
                done.push(format!("moved {}", all_trips(trips)));
            }
            let did = match done.as_slice() {
                [] => "used no card".to_owned(),
                done => done.join(", and "),
            };
            format!(
                "{} {did}{}; the score is {score}.",
                names.of(*seat),
                for_hours(*cost)
            )
        }
        Event::WeekClosed { week, scores } => {
            let scores: Vec<String> = scores
                .iter()
                .zip(0..)
                .map(|(score, seat)| format!("{} {score}", names.of(Seat(seat))))
                .collect();
            format!("Week {week} pays: {}.", scores.join(", "))
        }
        Event::Ended { results } => {
            let mut places: Vec<&SeatEnd> = results.iter().collect();
            places.sort_by_key(|end| end.rank);
            let places: Vec<String> = places.into_iter().map(|end| place(end, names)).collect();
            format!("The game is over: {}.", places.join(", "))
        }
    }
}

fn place(end: &SeatEnd, names: &Names) -> String {
    let name = names.of(end.seat);
    match end.stars {
        Some(stars) => format!("{name} has {} and {}", end.score, score::said(stars)),
        None => format!("{}. {name} {}", end.rank, end.score),
    }
}

fn for_hours(count: u8) -> String {
    match count {
        0 => String::new(),
        count => format!(", for {}", hours(count)),
    }
}

fn all_trips(trips: &[Trip]) -> String {
    let trips: Vec<String> = trips
        .iter()
        .map(|trip| match trip.pay {
            Some(pay) => format!("{} to {} (delivered for {pay})", trip.truck, trip.to),
            None => format!("{} to {}", trip.truck, trip.to),
        })
        .collect();
    listed(&trips)
}

/// `a`, `a and b`, `a, b and c`.
fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
