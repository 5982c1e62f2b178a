//! Trading shares: the checks in their order (R7, R9).

use super::company::Company;
use super::state::State;
use crate::{Illegal, Seat};

/// Checks a trade; the answer is how many shares are taken.
pub(super) fn traded(
    state: &State,
    seat: Seat,
    give: Company,
    take: Company,
    count: i32,
) -> Result<u8, Illegal> {
    if give == take {
        let text = format!("The shares you take must be of another company than {give}.");
        return Err(Illegal::new("SameCompany", text));
    }
    let count = match count {
        1 => 1,
        2 => 2,
        _ => {
            let text = format!("A trade takes 1 or 2 shares, not {count}.");
            return Err(Illegal::new("BadCount", text));
        }
    };
    if state.shares_of(seat)[give.index()] == 0 {
        let own: Vec<&str> = held(state, seat).map(Company::name).collect();
        let text = format!(
            "You have no share of {give}. You can give one of {}.",
            own.join(", ")
        );
        return Err(Illegal::new("NoSuchShare", text));
    }
    let stock = state.stock_of(take);
    if stock < count {
        let text = format!("You ask for {count} shares of {take}, and its stock has {stock}.");
        return Err(Illegal::new("StockTooLow", text));
    }
    Ok(count)
}

/// The companies that a seat holds shares of.
pub(super) fn held(state: &State, seat: Seat) -> impl Iterator<Item = Company> {
    let shares = *state.shares_of(seat);
    Company::ALL
        .into_iter()
        .filter(move |company| shares[company.index()] > 0)
}

/// The most shares of a company that a trade for another one may take: 0, 1 or 2.
pub(super) fn takable(state: &State, give: Company, take: Company) -> u8 {
    if give == take {
        0
    } else {
        state.stock_of(take).min(2)
    }
}
