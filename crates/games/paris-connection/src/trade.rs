//! Checks trades of shares in the order of the rules (R7, R9).

use super::MESSAGES;
use super::company::{Called, Company};
use super::state::State;
use rules::{Illegal, Seat, Word, refused};

/// Checks a trade. Returns the number of shares that the player takes.
pub(super) fn traded(
    state: &State,
    seat: Seat,
    give: Company,
    take: Company,
    count: i32,
) -> Result<u8, Illegal> {
    if give == take {
        return Err(refused!("SameCompany", "same-company", company: give.told()));
    }
    let count = match count {
        1 => 1,
        2 => 2,
        _ => {
            return Err(refused!("BadCount", "bad-count", count: count));
        }
    };
    if state.shares_of(seat)[give.index()] == 0 {
        return Err(refused!(
            "NoSuchShare", "no-such-share", company: give.told(),
            own: Word::comma(held(state, seat).map(Company::noted))
        ));
    }
    let stock = state.stock_of(take);
    if stock < count {
        return Err(refused!(
            "StockTooLow", "stock-too-low", count: count, company: take.told(), stock: stock
        ));
    }
    Ok(count)
}

/// Returns the companies in which a seat holds shares.
pub(super) fn held(state: &State, seat: Seat) -> impl Iterator<Item = Company> {
    let shares = *state.shares_of(seat);
    Company::ALL
        .into_iter()
        .filter(move |company| shares[company.index()] > 0)
}

/// Returns the maximum number of shares of a company that a trade for another company may take: 0,
/// 1 or 2.
pub(super) fn takable(state: &State, give: Company, take: Company) -> u8 {
    if give == take {
        0
    } else {
        state.stock_of(take).min(2)
    }
}
