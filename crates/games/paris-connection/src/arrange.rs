//! Builds the position of a diagram or a script from JSON. Its members have the same names as in
//! the view.
//!
//! Missing members come from a new deal, except for the stock. Without a stock, each company's
//! stock is its remaining locomotives. With a stock, companies may have more or fewer locomotives
//! than in the box, and companies that it does not name have an empty stock.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::ParisConnection;
use super::board::Board;
use super::company::{COMPANIES, Company};
use super::hexes::Hex;
use super::map::map;
use super::moves::Move;
use super::options::Options;
use super::state::{Ending, State};
use super::view::Counts;
use rules::text::{chosen, per_seat};
use rules::{Dice, Seat, Trial, Viewer};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arrangement {
    active: Option<Seat>,
    over: Option<Ending>,
    gone: Option<Vec<bool>>,
    starts: Option<BTreeMap<Hex, Company>>,
    /// Start locomotives may be omitted.
    locomotives: Option<BTreeMap<Hex, Vec<Company>>>,
    stock: Option<Counts>,
    shares: Option<Vec<Counts>>,
    values: Option<Counts>,
}

impl Trial for ParisConnection {
    /// Builds the position that `position` describes.
    fn arrange(
        _options: &Options,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<State, String> {
        let given = Arrangement::deserialize(position).map_err(|error| error.to_string())?;
        let mut state = State::dealt(seats, dice);
        if let Some(starts) = &given.starts {
            state.board = Board::begun(&assignment(starts)?);
        }
        place(&mut state.board, given.locomotives.iter().flatten())?;
        for (seat, shares) in per_seat(seats, "shares", &given.shares)? {
            state.shares[seat.index()] = shares.tally();
        }
        fill_stock(&mut state, given.stock)?;
        if given
            .values
            .is_some_and(|values| values.tally() != state.board.values)
        {
            return Err("the values are not those of the cities".to_owned());
        }
        state.gone = chosen(seats, "gone", &given.gone)?;
        state.active = given.active.unwrap_or(state.active);
        state.over = given.over;
        Ok(state)
    }

    fn check(state: &State) -> Result<(), String> {
        super::check::check(state)
    }

    /// Only the shares of other seats are hidden.
    fn redeal(state: &mut State, viewer: Viewer, dice: &mut Dice) {
        if state.over.is_none() {
            state.redeal(|seat| !viewer.sees(seat), dice);
        }
    }

    fn examples() -> Vec<Move> {
        let hexes = ["D18", "C19", "B20"].map(|id| map().find(id));
        vec![
            Move::build(Company::Black, hexes.into_iter().flatten()),
            Move::trade(Company::Red, Company::Blue, 2),
        ]
    }
}

fn assignment(starts: &BTreeMap<Hex, Company>) -> Result<[Company; COMPANIES], String> {
    let mut assignment = Company::ALL;
    for (slot, start) in assignment.iter_mut().zip(map().starts) {
        *slot = *starts
            .get(&start)
            .ok_or_else(|| format!("nothing starts on {start}"))?;
    }
    if starts.len() == COMPANIES {
        Ok(assignment)
    } else {
        Err("a company starts on a hex that is no start".to_owned())
    }
}

fn place<'a>(
    board: &mut Board,
    locomotives: impl Iterator<Item = (&'a Hex, &'a Vec<Company>)>,
) -> Result<(), String> {
    let map = map();
    for (hex, companies) in locomotives {
        for company in companies {
            let is_there = board.network(*company).contains(*hex);
            if map.starts.contains(hex) && is_there {
                continue;
            }
            if is_there || board.companies_on(*hex).len() > 1 {
                return Err(format!("there is no room for {company} on {hex}"));
            }
            board.place(*company, *hex);
        }
    }
    Ok(())
}

fn fill_stock(state: &mut State, given: Option<Counts>) -> Result<(), String> {
    for company in Company::ALL {
        let i = company.index();
        let held = state.shares.iter().map(|it| u32::from(it[i])).sum::<u32>();
        let away = held + state.board.network(company).len() + 1;
        let pieces = match given {
            Some(stock) => away + u32::from(*stock.of(company)),
            None => u32::from(state.pieces[i]),
        };
        let stock = pieces
            .checked_sub(away)
            .ok_or_else(|| format!("{company} has not so many locomotives"))?;
        let narrow = |n: u32| u8::try_from(n).map_err(|_| format!("{company} has too many"));
        state.stock[i] = narrow(stock)?;
        state.pieces[i] = narrow(pieces)?;
    }
    Ok(())
}
