//! The sequence of play: a player's actions on a day, and the close of the day, the week and the
//! game (R3, R4).

use super::FlipFreighters;
use super::card;
use super::events::{Event, Loading, SeatEnd, Trip};
use super::legal::allowed::{self, Step};
use super::legal::refuse;
use super::moves::Move;
use super::score;
use super::sheet::Sheet;
use super::state::{DAYS, State};
use super::view::Card;
use rules::{Dice, Events, Illegal, Play, Seat, SeatSet};

/// R2: opens the first day.
pub(super) fn open_first(state: &State, events: &mut Events<Event>) {
    open_day(state, events);
}

impl Play for FlipFreighters {
    /// Carries out a move. A rejected move changes nothing.
    fn play(
        state: &mut State,
        seat: Seat,
        mv: &Move,
        _dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        let step = allowed::step(state, seat, mv)
            .map_err(|fault| refuse::refuse(state, seat, mv, fault))?;
        state.acted.insert(seat);
        match step {
            Step::Use { place, sheet } => use_card(state, seat, mv, place, sheet, events),
            Step::End => end_turn(state, seat, events),
            Step::Restart => restart(state, seat, events),
        }
        Ok(())
    }

    /// R4.4: a seat leaves for good. Its actions on the open day stay valid.
    fn leave(
        state: &mut State,
        seat: Seat,
        _dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        if state.is_over() {
            return Err(Illegal::game_over());
        }
        if !state.is_there(seat) {
            return Err(refuse::gone());
        }
        state.gone.insert(seat);
        state.acted.insert(seat);
        events.push(|| Event::Left { seat });
        while state.awaited().is_empty() && !state.is_over() {
            close_day(state, events);
        }
        Ok(())
    }

    /// Ignores `acted`, which matters only to the log. A move that changes nothing else has no
    /// effect.
    fn changes(before: &State, after: &State) -> bool {
        let acted = before.acted;
        *before != State { acted, ..*after }
    }

    /// The close of a day reveals the next cards and the other players' actions.
    fn reveals(before: &State, after: &State) -> bool {
        before.closed != after.closed
    }
}

/// R4.1: uses a card. The sheet becomes the result of the move.
fn use_card(
    state: &mut State,
    seat: Seat,
    mv: &Move,
    place: usize,
    sheet: Sheet,
    events: &mut Events<Event>,
) {
    let card = state.cards()[place];
    let player = state.player_mut(seat);
    let before = std::mem::replace(&mut player.sheet, sheet);
    player.used |= 1 << place;
    events.push(|| used(seat, mv, card, &before, &sheet));
}

fn used(seat: Seat, mv: &Move, card: card::Card, before: &Sheet, after: &Sheet) -> Event {
    let hours = before.hours - after.hours;
    let card = Card::of(card);
    match (mv, loads(before, after).pop()) {
        (
            Move::Load { .. },
            Some(Loading {
                truck,
                square,
                value,
            }),
        ) => Event::Loaded {
            seat,
            card,
            truck,
            square,
            value,
            hours,
        },
        _ => Event::Moved {
            seat,
            card,
            trips: trips(before, after),
            hours,
        },
    }
}

/// R4.2: ends the day for a seat.
fn end_turn(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    state.ended.insert(seat);
    events.push(|| Event::DayEnded { seat });
    if state.awaited().is_empty() {
        close_day(state, events);
    }
}

/// R4.3: resets the sheet to the opening of the day, even if the player has ended the day.
fn restart(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    state.player_mut(seat).restart();
    state.ended.remove(seat);
    events.push(|| Event::DayRestarted { seat });
}

/// R3.3: makes all sheets public. Then it closes the week or the game if they are over, or opens
/// the next day.
fn close_day(state: &mut State, events: &mut Events<Event>) {
    let (week, last_day) = (state.week(), state.day() + 1 == DAYS);
    state.closed += 1;
    state.ended = SeatSet::EMPTY;
    state.acted = SeatSet::EMPTY;
    for seat in state.all_seats() {
        let player = state.player_mut(seat);
        let before = player.opening;
        player.commit();
        if last_day {
            player.weeks[week] = player.sheet.pay();
        }
        events.push(|| shown(state, seat, &before, last_day));
    }
    if last_day {
        events.push(|| Event::WeekClosed {
            week: week as u8 + 1,
            scores: weeks(state, week),
        });
    }
    if state.is_over() {
        events.push(|| ended(state));
    } else {
        open_day(state, events);
    }
}

/// R3.2: opens a day.
fn open_day(state: &State, events: &mut Events<Event>) {
    events.push(|| Event::DayOpened {
        week: state.week() as u8 + 1,
        day: state.day() as u8 + 1,
        cards: state.cards().iter().copied().map(Card::of).collect(),
    });
}

fn weeks(state: &State, week: usize) -> Vec<u16> {
    let seats = state.all_seats();
    seats.map(|seat| state.player(seat).weeks[week]).collect()
}

/// Returns the event that shows a seat's actions on the day that has just closed.
fn shown(state: &State, seat: Seat, before: &Sheet, last_day: bool) -> Event {
    let player = state.player(seat);
    let after = &player.sheet;
    let trips = trips(before, after);
    // The score at the end of the day. It does not include the new week, which opens with the same
    // pay again.
    let opened = if last_day && !state.is_over() {
        after.pay()
    } else {
        0
    };
    Event::DayShown {
        seat,
        loads: loads(before, after),
        delivered: trips.iter().filter(|trip| trip.pay.is_some()).count() as u8,
        trips,
        hours: before.hours - after.hours,
        score: score::running(state, player, after) - opened,
    }
}

/// Returns the squares that are filled on the second sheet but not on the first.
fn loads(before: &Sheet, after: &Sheet) -> Vec<Loading> {
    let squares = after.trucks().flat_map(|(truck, goods)| {
        (0..truck.squares()).filter_map(move |square| {
            let value = goods.good(square)?;
            let loading = Loading {
                truck,
                square,
                value,
            };
            Some(loading).filter(|_| before.truck(truck).good(square).is_none())
        })
    });
    squares.collect()
}

/// Returns the trucks whose circles differ between the sheets.
fn trips(before: &Sheet, after: &Sheet) -> Vec<Trip> {
    let moved = after.trucks().filter_map(|(id, truck)| {
        let (from, to) = (before.truck(id).position(), truck.position());
        (from != to).then(|| Trip {
            truck: id,
            from,
            to,
            pay: truck.is_delivered().then(|| truck.pay(id)),
        })
    });
    moved.collect()
}

fn ended(state: &State) -> Event {
    let end = |standing: rules::Standing| {
        let sheet = &state.player(standing.seat).sheet;
        let score = standing.score as u16;
        SeatEnd {
            seat: standing.seat,
            rank: standing.rank,
            score,
            delivered: sheet.delivered(),
            left: standing.left,
            stars: (state.seats() == 1).then(|| score::stars(score)),
        }
    };
    let standings = score::outcome(state).standings;
    Event::Ended {
        results: standings.into_iter().map(end).collect(),
    }
}
