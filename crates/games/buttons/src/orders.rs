//! Conditional orders: decisions on other players' rolls (`gold always`, `gold never`, `gold red
//! yellow`), and when to leave a round (`roll until 3 stars in round 2`).

use std::fmt;

use super::MESSAGES;
use super::faces::Colour;
use super::moves::Move;
use super::state::{Phase, State, Status};
use rules::notation::Words;
use rules::{Illegal, KnownOrder, Ordered, Seat, refused, told};

/// An order in its parsed form.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Order {
    /// Take the cell of the golden die on these colours, and pass on all others.
    Gold(Vec<Colour>),
    /// Roll until opting out earns this much, in this round.
    Roll { until: Until, round: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    Stars(usize),
    Buttons(usize),
}

/// Returns the kinds of orders that the game supports.
pub(super) fn known() -> Vec<KnownOrder> {
    let known = |example, does| KnownOrder { example, does };
    vec![
        known("gold always", told!("order-gold-always")),
        known("gold never", told!("order-gold-never")),
        known("gold red yellow", told!("order-gold-colours")),
        known("roll until 3 stars", told!("order-roll-stars")),
        known("roll until 4 buttons", told!("order-roll-buttons")),
    ]
}

/// Reads an order and writes it out in full.
pub(super) fn order(state: &State, seat: Seat, text: &str) -> Result<String, Illegal> {
    read(state, seat, text).map(|order| order.to_string())
}

/// Returns the effect of an order.
pub(super) fn ordered(state: &State, seat: Seat, order: &str) -> Ordered<Move> {
    match read(state, seat, order) {
        Ok(Order::Gold(colours)) => gold(state, seat, &colours),
        Ok(Order::Roll { round, .. }) if state.round > round => Ordered::Past,
        Ok(Order::Roll { until, round }) if state.round == round => roll(state, seat, until),
        Ok(Order::Roll { .. }) => Ordered::Nothing,
        Err(_) => Ordered::Past,
    }
}

fn gold(state: &State, seat: Seat, colours: &[Colour]) -> Ordered<Move> {
    let asked = state.phase == Phase::Placement && state.open.contains(seat);
    let cell = state.cells_of(seat).iter().next();
    let Some(cell) = cell.filter(|_| asked && seat != state.active) else {
        return Ordered::Nothing;
    };
    let takes = colours.contains(&state.player(seat).face.colour(cell));
    Ordered::Play(if takes {
        Move::Place {
            col: cell.col().into(),
        }
    } else {
        Move::Pass {}
    })
}

fn roll(state: &State, seat: Seat, until: Until) -> Ordered<Move> {
    if state.phase != Phase::TurnDecision || !state.open.contains(seat) {
        return Ordered::Nothing;
    }
    let player = state.player(seat);
    let enough = match until {
        Until::Stars(stars) => player.earned() >= stars,
        Until::Buttons(buttons) => player.buttons.len() >= buttons,
    };
    Ordered::Play(if enough && !player.buttons.is_empty() {
        Move::OptOut {}
    } else {
        Move::Roll {}
    })
}

fn read(state: &State, seat: Seat, text: &str) -> Result<Order, Illegal> {
    let mut words = Words::of(text);
    let verb = words.word().unwrap_or_default().to_owned();
    words.skip(&["the"]);
    let order = match verb.as_str() {
        "gold" | "golden" => Order::Gold(colours(&mut words)?),
        "roll" => until(state, seat, &mut words)?,
        _ => return Err(refused!("order-how")),
    };
    words.end()?;
    Ok(order)
}

fn colours(words: &mut Words) -> Result<Vec<Colour>, Illegal> {
    words.skip(&["die", "dice"]);
    match words.peek() {
        Some("always") => {
            words.word();
            return Ok(Colour::ALL.to_vec());
        }
        Some("never") => {
            words.word();
            return Ok(Vec::new());
        }
        _ => {}
    }
    let mut wanted = Vec::new();
    loop {
        words.skip(&["on", "if", "only"]);
        words.skip(&["and", "or"]);
        let Some(word) = words.word() else { break };
        let mut all = Colour::ALL.into_iter();
        match all.find(|colour| colour.word() == word) {
            Some(colour) => wanted.push(colour),
            None => return Err(refused!("order-gold-how")),
        }
    }
    match wanted.is_empty() {
        true => Err(refused!("order-gold-how")),
        // Each colour once, in the order of the data.
        false => Ok(Colour::ALL
            .into_iter()
            .filter(|colour| wanted.contains(colour))
            .collect()),
    }
}

fn until(state: &State, seat: Seat, words: &mut Words) -> Result<Order, Illegal> {
    let how = || refused!("order-roll-how");
    if words.word() != Some("until") {
        return Err(how());
    }
    let count: usize = words
        .word()
        .and_then(|word| word.parse().ok())
        .ok_or_else(how)?;
    let until = match words.word() {
        Some("star" | "stars") => Until::Stars(count),
        Some("button" | "buttons") => Until::Buttons(count),
        _ => return Err(how()),
    };
    if !(1..=36).contains(&count) {
        return Err(how());
    }
    if words.peek().is_none() {
        let round = due(state, seat);
        return Ok(Order::Roll { until, round });
    }
    words.skip(&["in"]);
    words.skip(&["round"]);
    let round = words.word().and_then(|word| word.parse().ok());
    let round = round.ok_or_else(how)?;
    Ok(Order::Roll { until, round })
}

/// Returns the round of an order to roll: the current one, or the next if the seat is out of this
/// one.
fn due(state: &State, seat: Seat) -> u32 {
    let is_in = seat.number() < state.seats && state.player(seat).status == Status::In;
    match is_in && state.phase != Phase::StarPlacement {
        true => state.round,
        false => state.round + 1,
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Gold(colours) if colours.is_empty() => f.write_str("gold never"),
            Order::Gold(colours) if colours.len() == Colour::ALL.len() => {
                f.write_str("gold always")
            }
            Order::Gold(colours) => {
                f.write_str("gold")?;
                let mut words = colours.iter().map(|colour| colour.word());
                words.try_for_each(|word| write!(f, " {word}"))
            }
            Order::Roll { until, round } => {
                let (count, what) = match until {
                    Until::Stars(count) => (count, "star"),
                    Until::Buttons(count) => (count, "button"),
                };
                let s = if *count == 1 { "" } else { "s" };
                write!(f, "roll until {count} {what}{s} in round {round}")
            }
        }
    }
}
