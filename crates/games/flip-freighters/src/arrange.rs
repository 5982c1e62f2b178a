//! Builds positions from diagrams, for scripts and worked examples. Every player stands at the
//! beginning of a day.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::FlipFreighters;
use super::card::{CARDS, Card};
use super::moves::{Leg, Move};
use super::options::Options;
use super::sheet::{HOURS, Sheet, Truck};
use super::state::{DAYS, FACE_UP, State, WEEKS};
use super::trucks::TruckId;
use super::view::Phase;
use rules::text::per_seat;
use rules::{Dice, Seat, Trial, Viewer};

/// The members of a diagram, with the same names as in the view. Missing members come from the
/// deal.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Diagram {
    phase: Option<Phase>,
    week: Option<u8>,
    day: Option<u8>,
    /// The three cards of the day.
    cards: Option<Vec<Named>>,
    /// The first cards of the deck, as many as matter.
    deck: Option<Vec<Named>>,
    players: Option<Vec<DiagramPlayer>>,
}

/// A card by its name or id. `5H` is the first copy that is not named elsewhere.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Named {
    Id(i32),
    Name(String),
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct DiagramPlayer {
    ended: bool,
    left: bool,
    hours: Option<u8>,
    weeks: Vec<u16>,
    trucks: BTreeMap<TruckId, DiagramTruck>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct DiagramTruck {
    goods: Vec<Option<u8>>,
    position: u8,
    delivered: bool,
}

impl Trial for FlipFreighters {
    /// Builds the position that `position` describes.
    fn arrange(
        options: &Options,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<State, String> {
        let diagram = Diagram::deserialize(position).map_err(|error| error.to_string())?;
        let dealt = State::dealt(*options, seats, dice);
        let closed = closed(&diagram)?;
        let deck = deck(&diagram, &dealt, usize::from(closed))?;
        let mut state = State::with_deck(*options, seats, &deck);
        state.closed = closed;
        for (seat, player) in per_seat(seats, "players", &diagram.players)? {
            place(&mut state, seat, player)?;
        }
        Ok(state)
    }

    fn check(state: &State) -> Result<(), String> {
        super::check::check(state)
    }

    fn redeal(state: &mut State, viewer: Viewer, dice: &mut Dice) {
        super::redeal::redeal(state, viewer, dice);
    }

    fn examples() -> Vec<Move> {
        let leg = |truck: TruckId, to, deliver| Leg {
            truck: truck.into(),
            to,
            deliver,
        };
        vec![
            Move::Load {
                card: 20,
                truck: TruckId::Hearts.into(),
                square: 2,
                value: 5,
            },
            Move::Load {
                card: 48,
                truck: TruckId::SixOne.into(),
                square: 5,
                value: 6,
            },
            Move::Move {
                card: 8,
                legs: vec![leg(TruckId::Hearts, 5, true), leg(TruckId::Any, 3, false)],
            },
            Move::EndTurn {},
            Move::RestartTurn {},
        ]
    }
}

fn closed(diagram: &Diagram) -> Result<u8, String> {
    let (week, day) = (diagram.week.unwrap_or(1), diagram.day.unwrap_or(1));
    if !(1..=WEEKS as u8).contains(&week) || !(1..=DAYS as u8).contains(&day) {
        return Err(format!("there is no day {week}.{day}"));
    }
    match diagram.phase {
        Some(Phase::Over) => Ok((WEEKS * DAYS) as u8),
        Some(Phase::Day) | None => Ok((week - 1) * DAYS as u8 + day - 1),
    }
}

/// Returns the deck with the named cards in their places and the others in the order of the deal.
fn deck(diagram: &Diagram, dealt: &State, closed: usize) -> Result<[Card; CARDS], String> {
    let (named, from) = match (&diagram.cards, &diagram.deck) {
        (Some(_), Some(_)) => return Err("the cards of the day are in the deck".to_owned()),
        (Some(cards), None) if cards.len() != FACE_UP => {
            return Err(format!("{FACE_UP} cards lie face up, not {}", cards.len()));
        }
        (Some(cards), None) => (cards.as_slice(), FACE_UP * closed),
        (None, Some(deck)) => (deck.as_slice(), 0),
        (None, None) => (&[][..], 0),
    };
    let mut chosen: Vec<Card> = Vec::new();
    for name in named {
        let card = match name {
            Named::Id(id) => Card::of(*id).ok_or_else(|| format!("there is no card {id}"))?,
            Named::Name(name) => {
                let (card, exact) =
                    Card::named(name).ok_or_else(|| format!("“{name}” is no card"))?;
                let free = card.alike().find(|it| !chosen.contains(it));
                if exact { Some(card) } else { free }
                    .ok_or_else(|| format!("there are not so many {name}"))?
            }
        };
        if chosen.contains(&card) {
            return Err(format!("{card} is named twice"));
        }
        chosen.push(card);
    }
    let mut deck: Vec<Card> = dealt.deck().filter(|it| !chosen.contains(it)).collect();
    if from > deck.len() {
        return Err("no cards lie face up when the game is over".to_owned());
    }
    deck.splice(from..from, chosen);
    <[Card; CARDS]>::try_from(deck).map_err(|_| "the deck has 52 cards".to_owned())
}

fn place(state: &mut State, seat: Seat, given: &DiagramPlayer) -> Result<(), String> {
    let mut sheet = Sheet::EMPTY;
    sheet.hours = given.hours.unwrap_or(HOURS);
    for (id, truck) in &given.trucks {
        *sheet.truck_mut(*id) = truck_of(*id, truck)?;
    }
    let weeks_closed = usize::from(state.closed) / DAYS;
    if given.weeks.len() > weeks_closed {
        return Err(format!("seat {seat} has a score of a week that is open"));
    }
    if given.ended {
        state.ended.insert(seat);
        state.acted.insert(seat);
    }
    if given.left {
        state.gone.insert(seat);
    }
    let player = state.player_mut(seat);
    player.sheet = sheet;
    player.commit();
    player.weeks[..given.weeks.len()].copy_from_slice(&given.weeks);
    Ok(())
}

fn truck_of(id: TruckId, given: &DiagramTruck) -> Result<Truck, String> {
    if given.goods.len() > usize::from(id.squares()) {
        return Err(format!("{id} has {} squares", id.squares()));
    }
    let mut truck = Truck::default();
    for (square, value) in (0..).zip(&given.goods) {
        match value {
            Some(value) if *value > 15 => return Err(format!("{value} is no value")),
            Some(value) => truck.load(square, *value),
            None => {}
        }
    }
    if given.position > id.last() {
        return Err(format!("{id} has {} circles", id.last()));
    }
    truck.put(given.position);
    if given.delivered || given.position == id.last() {
        truck.deliver();
    }
    Ok(truck)
}
