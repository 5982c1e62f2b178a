//! Checks the invariants of every position (R12).

use super::company::Company;
use super::hexes::HexSet;
use super::map::map;
use super::play;
use super::state::{Ending, State, dealt};

/// Returns the first broken invariant as an error.
pub(super) fn check(state: &State) -> Result<(), String> {
    for company in Company::ALL {
        conserved(state, company)?;
        well_built(state, company)?;
    }
    has_room(state)?;
    if let Some(seat) = state
        .all_seats()
        .find(|seat| state.total(*seat) < dealt(state.seats))
    {
        return Err(format!("seat {seat} has fewer shares than were dealt"));
    }
    let strangers = &state.shares[usize::from(state.seats)..];
    if strangers.iter().flatten().any(|shares| *shares > 0) {
        return Err("a seat that does not exist has shares".to_owned());
    }
    ends_rightly(state)
}

/// R2.1: checks that no locomotive is lost or added.
fn conserved(state: &State, company: Company) -> Result<(), String> {
    let held = state.shares.iter().map(|it| u32::from(it[company.index()]));
    let built = state.board.network(company).len();
    let count = u32::from(state.stock_of(company)) + held.sum::<u32>() + built + 1;
    let pieces = state.pieces[company.index()];
    if count == u32::from(pieces) {
        Ok(())
    } else {
        Err(format!(
            "{company} has {count} locomotives and not {pieces}"
        ))
    }
}

/// Checks that a company has one start hex and a connected network, and that its value is the total
/// of its cities.
fn well_built(state: &State, company: Company) -> Result<(), String> {
    let (map, network) = (map(), state.board.network(company));
    let starts: HexSet = map.starts.into_iter().collect();
    let start = network.and(&starts);
    if start.len() != 1 {
        return Err(format!("{company} is not on exactly one start hex"));
    }
    let (mut seen, mut edge) = (start, start);
    while let Some(hex) = edge.pop() {
        let reached = map.next(hex).and(network).without(&seen);
        seen = seen.or(&reached);
        edge = edge.or(&reached);
    }
    if seen != *network {
        return Err(format!("the locomotives of {company} are not connected"));
    }
    let cities = network.iter().map(|hex| u32::from(map.value(hex)));
    let (worth, value) = (cities.sum::<u32>(), state.board.value(company));
    if worth != u32::from(value) {
        return Err(format!("{company} is worth {worth} and not {value}"));
    }
    Ok(())
}

/// Checks that no hex has too many locomotives.
fn has_room(state: &State) -> Result<(), String> {
    let map = map();
    for (hex, info) in map.hexes() {
        let count = state.board.companies_on(hex).len();
        let room = if hex == map.eiffel {
            0
        } else if map.rural.contains(hex) {
            2
        } else {
            1
        };
        if count > room {
            return Err(format!("{} holds {count} locomotives", info.id));
        }
    }
    if state.board.is_tidy() {
        Ok(())
    } else {
        Err("an order of arrival is kept where nothing came".to_owned())
    }
}

fn ends_rightly(state: &State) -> Result<(), String> {
    match (state.over, play::ending(state)) {
        (None, Some(_)) => return Err("the game should be over".to_owned()),
        (None, None) => {}
        (Some(Ending::Deserted), _) if state.staying().len() <= 1 => return Ok(()),
        (Some(over), Some(due)) if over == due => return Ok(()),
        (Some(_), _) => return Err("the game is over for no reason".to_owned()),
    }
    if state.active.number() >= state.seats || state.gone.contains(state.active) {
        return Err("it is the turn of a seat that is not there".to_owned());
    }
    let built = state.board.built();
    let shut = Company::ALL
        .into_iter()
        .find(|it| state.board.value(*it) == 0 && !state.board.reaches_city(*it, &built));
    match shut {
        Some(company) => Err(format!("{company} has no city and no way to one")),
        None => Ok(()),
    }
}
