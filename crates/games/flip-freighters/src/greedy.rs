//! A bot that plays to win by rules of thumb.
//!
//! It plans the use of the cards of the open day and rates the possible sheets at the end of the
//! day. A delivered truck counts with its future pay. An undelivered one counts with its possible
//! pay, weighted by the probability that it is delivered in time. The bot knows only the number of
//! future cards, so neither the order of the deck nor other players' days influence it.

use super::card::Card;
use super::legal::allowed;
use super::moves::{Leg, Move};
use super::sheet::{Sheet, Truck};
use super::state::{DAYS, FACE_UP, State, WEEKS};
use super::trucks::{Constraint, SQUARES, TRUCKS, TruckId, X1};
use rules::{Dice, Seat};

/// Points are counted in thousandths.
const POINT: i64 = 1000;
/// How many cards it takes to move a truck by one step, in hundredths. This is more than a third of
/// a card, because the other trucks have to move as well.
const CARDS_A_STEP: i64 = 68;
/// How much of the empty space on a truck that has not started will be filled, in thousandths, if
/// all cards of a game were still to come.
const FILLING: i64 = 150;
/// The random increase of both values, so that two bots at a table do not play alike.
const MOOD: [u32; 2] = [14, 150];
/// The worth of an hour besides its two points, if all cards of a game were still to come.
const HOUR: i64 = 4 * POINT;
/// The average worth of a good.
const GOOD: i64 = 4;
/// The maximum number of steps with one card: a joker and five hours.
const REACH: usize = 11;

/// Returns the bot's move, or `None` if the seat owes no decision.
pub(super) fn greedy(state: &State, seat: Seat, dice: &mut Dice) -> Option<Move> {
    if !state.awaited().contains(seat) {
        return None;
    }
    let player = state.player(seat);
    let outlook = Outlook::of(state, dice);
    let unused: Vec<Card> = state.unused(seat).map(|(_, card)| card).collect();
    let plan = outlook.plan(state, &player.sheet, &unused);
    Some(plan.first.unwrap_or(Move::EndTurn {}))
}

/// The best plan for some cards.
struct Plan {
    /// The rating of the sheet at the end of the day.
    rating: i64,
    /// The first move of the plan; `None` if ending the day is best.
    first: Option<Move>,
}

/// The prospects for the rest of the game after the open day.
struct Outlook {
    /// The number of cards until the close of each week that is still open.
    cards: [Option<i64>; WEEKS],
    /// The worth of an hour.
    hour: i64,
    /// [`CARDS_A_STEP`] with its random increase.
    cards_a_step: i64,
    /// [`FILLING`] with its random increase.
    filling: i64,
}

impl Outlook {
    fn of(state: &State, dice: &mut Dice) -> Outlook {
        let closing = i64::from(state.closed) + 1;
        let left = |week: usize| ((week + 1) * DAYS) as i64 - closing;
        let cards = std::array::from_fn(|week| {
            Some(FACE_UP as i64 * left(week)).filter(|cards| *cards >= 0)
        });
        let all = cards[WEEKS - 1].unwrap_or(0);
        Outlook {
            cards,
            hour: 2 * POINT + HOUR * all / (FACE_UP * DAYS * WEEKS) as i64,
            cards_a_step: CARDS_A_STEP + i64::from(dice.below(MOOD[0])),
            filling: FILLING + i64::from(dice.below(MOOD[1])),
        }
    }

    /// Returns the best plan. It tries each card as the first one, in its best load and in its best
    /// move.
    fn plan(&self, state: &State, sheet: &Sheet, cards: &[Card]) -> Plan {
        let mut best = Plan {
            rating: self.sheet(sheet),
            first: None,
        };
        for (i, card) in cards.iter().enumerate() {
            if cards[..i].iter().any(|it| it.is_like(*card)) {
                continue;
            }
            let mut others = cards.to_vec();
            others.remove(i);
            let uses = [self.load(state, sheet, *card), self.drive(sheet, *card)];
            for (mv, after) in uses.into_iter().flatten() {
                let rating = self.plan(state, &after, &others).rating;
                if rating > best.rating {
                    best = Plan {
                        rating,
                        first: Some(mv),
                    };
                }
            }
        }
        best
    }

    fn sheet(&self, sheet: &Sheet) -> i64 {
        let trucks: i64 = sheet
            .trucks()
            .map(|(id, truck)| self.truck(id, truck))
            .sum();
        trucks + self.hour * i64::from(sheet.hours)
    }

    /// Returns the expected pay of a truck in the weeks that have not closed.
    fn truck(&self, id: TruckId, truck: Truck) -> i64 {
        if truck.is_delivered() {
            let weeks = self.cards.iter().flatten().count() as i64;
            return weeks * POINT * i64::from(truck.pay(id));
        }
        let last = self.stop(id, truck, id.last());
        if id.has_x1() && truck.position() < X1 {
            last.max(self.stop(id, truck, X1))
        } else {
            last
        }
    }

    /// Returns the expected pay of a truck that is delivered on this circle.
    fn stop(&self, id: TruckId, truck: Truck, circle: u8) -> i64 {
        let pay = POINT * i64::from(truck.pay_at(id, circle));
        let room = if truck.position() == 0 {
            room(id, truck, circle)
        } else {
            0
        };
        let steps = i64::from(circle - truck.position());
        let need = self.cards_a_step * steps / 10;
        let in_week = |cards: &i64| {
            let squared = (10 * cards) * (10 * cards);
            let filled = pay + room * self.filling * cards / (FACE_UP * DAYS * WEEKS) as i64;
            // The probability of delivery by then. It is one half if there are as many cards as
            // needed.
            filled * squared / (squared + need * need).max(1)
        };
        self.cards.iter().flatten().map(in_week).sum()
    }

    /// Returns the best load of a card, and the sheet after it.
    fn load(&self, state: &State, sheet: &Sheet, card: Card) -> Option<(Move, Sheet)> {
        let mut best: Option<(i64, Move, Sheet)> = None;
        for (truck, square) in places(sheet) {
            for value in values(truck, square, card) {
                let mut after = *sheet;
                let (square, value) = (i32::from(square), i32::from(value));
                if allowed::load(state, &mut after, card, truck.into(), square, value).is_err() {
                    continue;
                }
                let rating = self.truck(truck, after.truck(truck))
                    - self.truck(truck, sheet.truck(truck))
                    + self.hour * i64::from(after.hours);
                if best.as_ref().is_none_or(|(most, ..)| rating > *most) {
                    let mv = Move::Load {
                        card: i32::from(card.id()),
                        truck: truck.into(),
                        square,
                        value,
                    };
                    best = Some((rating, mv, after));
                }
            }
        }
        best.map(|(_, mv, after)| (mv, after))
    }

    /// Returns the best division of a card's steps among the trucks, and the sheet after it.
    fn drive(&self, sheet: &Sheet, card: Card) -> Option<(Move, Sheet)> {
        let base = usize::from(card.steps());
        let most = base + usize::from(sheet.hours);
        // For each number of steps of the trucks so far: the best rating and the steps of each
        // truck.
        let mut best: [Option<(i64, [u8; TRUCKS])>; REACH + 1] = [None; REACH + 1];
        best[0] = Some((0, [0; TRUCKS]));
        for (id, truck) in sheet.trucks() {
            if truck.is_empty() || truck.is_delivered() {
                continue;
            }
            let before = self.truck(id, truck);
            let left = usize::from(id.last() - truck.position());
            let gains: Vec<i64> = (1..=left.min(most))
                .map(|steps| {
                    let [on, home] = moved(id, truck, steps as u8).map(|it| self.truck(id, it));
                    on.max(home) - before
                })
                .collect();
            for total in (1..=most).rev() {
                for (steps, gain) in (1..=total).zip(&gains) {
                    let Some((rating, mut made)) = best[total - steps] else {
                        continue;
                    };
                    let rating = rating + gain;
                    if best[total].is_none_or(|(other, _)| rating > other) {
                        made[id as usize] = steps as u8;
                        best[total] = Some((rating, made));
                    }
                }
            }
        }
        let cost = |total: usize| self.hour * total.saturating_sub(base) as i64;
        let (_, (_, made)) = (1..=most)
            .filter_map(|total| Some((total, best[total]?)))
            .max_by_key(|(total, (rating, _))| rating - cost(*total))?;
        let legs: Vec<Leg> = TruckId::ALL
            .into_iter()
            .filter(|id| made[*id as usize] > 0)
            .map(|id| self.leg(id, sheet.truck(id), made[id as usize]))
            .collect();
        let mut after = *sheet;
        allowed::drive(&mut after, card, &legs).ok()?;
        let card = i32::from(card.id());
        Some((Move::Move { card, legs }, after))
    }

    fn leg(&self, id: TruckId, truck: Truck, steps: u8) -> Leg {
        let to = truck.position() + steps;
        let [on, home] = moved(id, truck, steps).map(|it| self.truck(id, it));
        Leg {
            truck: id.into(),
            to: i32::from(to),
            deliver: to != id.last() && home > on,
        }
    }
}

/// Returns a truck after this many steps, and the same truck delivered there if that is possible.
fn moved(id: TruckId, mut truck: Truck, steps: u8) -> [Truck; 2] {
    let to = truck.position() + steps;
    truck.put(to);
    let mut home = truck;
    if id.is_stop(to) {
        home.deliver();
    }
    if to == id.last() {
        truck.deliver();
    }
    [truck, home]
}

/// Returns the possible further load of a truck, as pay.
fn room(id: TruckId, truck: Truck, circle: u8) -> i64 {
    let open = (0..id.squares())
        .filter(|square| truck.good(*square).is_none() && !truck.is_lost(id, *square))
        .count() as i64;
    match id.printed().constraint {
        Constraint::Nothing if id.has_x1() && circle == id.last() => 2 * GOOD * open,
        Constraint::Nothing => GOOD * open,
        Constraint::AllSame | Constraint::AllDifferent => 5 * open,
        Constraint::Printed(_) => 4 * open,
    }
}

/// Returns the squares worth considering: the first of any equal ones.
fn places(sheet: &Sheet) -> impl Iterator<Item = (TruckId, u8)> {
    let sheet = *sheet;
    TruckId::ALL.into_iter().flat_map(move |id| {
        let truck = sheet.truck(id);
        let open = (0..id.squares())
            .filter(move |square| truck.position() == 0 && truck.good(*square).is_none());
        let most = match id.printed().constraint {
            Constraint::Nothing => 1,
            _ => SQUARES,
        };
        open.take(most).map(move |square| (id, square))
    })
}

/// Returns the values worth considering: slightly more or less than the card's.
fn values(id: TruckId, square: u8, card: Card) -> impl Iterator<Item = u8> {
    let (least, most) = match (id.value(square), card.value()) {
        (Some(printed), _) => (printed, printed),
        (None, None) if matches!(id.printed().constraint, Constraint::Nothing) => (6, 8),
        (None, None) => (1, 6),
        (None, Some(value)) if matches!(id.printed().constraint, Constraint::Nothing) => {
            (value, value + 2)
        }
        (None, Some(value)) => (value.saturating_sub(2).max(1), value + 2),
    };
    least..=most
}
