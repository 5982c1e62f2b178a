//! The sequence of play: one action, the end of the game, the next seat (R5, R8).

use super::MESSAGES;
use super::ParisConnection;
use super::build;
use super::company::Company;
use super::events::{self, Event};
use super::hexes::Hex;
use super::map::map;
use super::moves::Move;
use super::state::{Ending, Last, MOST_BUILT, State};
use super::trade;
use rules::reading::Named;
use rules::{Dice, Events, Illegal, Play, Seat, Word, refused};

impl Play for ParisConnection {
    /// Carries out an action. A rejected action changes nothing.
    fn play(
        state: &mut State,
        seat: Seat,
        mv: &Move,
        _dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        if state.over.is_some() {
            return Err(Illegal::game_over());
        }
        if !state.acts(seat) {
            return Err(Illegal::turn_of(state.active));
        }
        match mv {
            Move::Build { company, hexes } => {
                let company = known(*company)?;
                let board = build::built(state, company, hexes)?;
                events.push(|| events::built(seat, state, &board, company, hexes));
                state.board = board;
                state.stock[company.index()] -= hexes.len() as u8;
                state.last = Some(last_build(seat, company, hexes));
            }
            Move::Trade { give, take, count } => {
                let (give, take) = (known(*give)?, known(*take)?);
                let count = trade::traded(state, seat, give, take, *count)?;
                let shares = &mut state.shares[seat.index()];
                shares[give.index()] -= 1;
                shares[take.index()] += count;
                state.stock[give.index()] += 1;
                state.stock[take.index()] -= count;
                state.last = Some(Last::Trade {
                    seat,
                    give,
                    take,
                    count,
                });
                events.push(|| Event::Traded {
                    seat,
                    give,
                    take,
                    count,
                    total: state.total(seat),
                });
            }
        }
        match ending(state) {
            Some(how) => end(state, how, events),
            None => pass_on(state),
        }
        Ok(())
    }

    /// A seat leaves for good (R8.3).
    fn leave(
        state: &mut State,
        seat: Seat,
        _dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        if state.over.is_some() {
            return Err(Illegal::game_over());
        }
        if seat.number() >= state.seats || state.gone.contains(seat) {
            return Err(Illegal::already_left("NotYourTurn"));
        }
        state.gone.insert(seat);
        events.push(|| Event::Left { seat });
        if state.staying().len() <= 1 {
            end(state, Ending::Deserted, events);
        } else if state.active == seat {
            pass_on(state);
        }
        Ok(())
    }
}

fn known(named: Named<Company>) -> Result<Company, Illegal> {
    named.0.ok_or_else(|| {
        let companies = Word::comma(Company::ALL.map(Company::noted));
        refused!("UnknownCompany", "unknown-company", companies: companies)
    })
}

fn last_build(seat: Seat, company: Company, hexes: &[Named<Hex>]) -> Last {
    let mut placed = [map().eiffel; MOST_BUILT];
    let known = hexes.iter().filter_map(|named| named.0);
    placed
        .iter_mut()
        .zip(known)
        .for_each(|(slot, hex)| *slot = hex);
    Last::Build {
        seat,
        company,
        count: hexes.len() as u8,
        hexes: placed,
    }
}

/// Returns the reason for which the game ends in this position, if it does (R8).
pub(super) fn ending(state: &State) -> Option<Ending> {
    let last = map().last;
    if state.board.networks.iter().any(|it| it.contains(last)) {
        Some(Ending::Marseille)
    } else if state.boards_in_stock() <= 1 {
        Some(Ending::Stock)
    } else if state.staying().len() <= 1 {
        Some(Ending::Deserted)
    } else {
        None
    }
}

fn end(state: &mut State, how: Ending, events: &mut Events<Event>) {
    state.over = Some(how);
    events.push(|| events::ended(state, how));
}

/// Passes the turn to the next seat that has not left.
fn pass_on(state: &mut State) {
    let next = state.staying().after(state.active).next();
    state.active = next.unwrap_or(state.active);
}
