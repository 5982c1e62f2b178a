//! Conditional orders: an action for the first turn in which a condition holds, such as `when black
//! worth 8: trade yellow black 2`.

use std::fmt;

use super::MESSAGES;
use super::company::Company;
use super::hexes::Hex;
use super::map::map;
use super::moves::Move;
use super::read;
use super::state::State;
use rules::notation::Words;
use rules::{Illegal, KnownOrder, Ordered, Seat, refused, told};

/// An order in its parsed form. All its conditions must hold.
struct Order {
    when: Vec<Condition>,
    then: Move,
}

#[derive(Clone, Copy)]
enum Condition {
    /// The company's value is at least this number.
    Worth(Company, u8),
    /// The company's stock has fewer locomotives than this number.
    Stock(Company, u8),
    /// No company has reached the city.
    Free(Hex),
    /// Some company has reached the city.
    Taken(Hex),
}

/// Returns the kinds of orders that the game supports.
pub(super) fn known() -> Vec<KnownOrder> {
    let known = |example, does| KnownOrder { example, does };
    vec![
        known(
            "when black worth 8: trade yellow black 2",
            told!("order-worth"),
        ),
        known(
            "when black stock below 5: trade red black 1",
            told!("order-stock"),
        ),
        known("when Troyes free: build brown E21 F22", told!("order-free")),
        known(
            "when Troyes taken and red worth 4: trade blue red 2",
            told!("order-both"),
        ),
    ]
}

/// Reads an order and writes it out in full.
pub(super) fn order(state: &State, text: &str) -> Result<String, Illegal> {
    read(state, text).map(|order| order.to_string())
}

/// Returns the effect of an order.
pub(super) fn ordered(state: &State, seat: Seat, order: &str) -> Ordered<Move> {
    match read(state, order) {
        Err(_) => Ordered::Past,
        Ok(_) if seat != state.active || state.over.is_some() => Ordered::Nothing,
        Ok(order) if order.when.iter().all(|it| it.holds(state)) => Ordered::Once(order.then),
        Ok(_) => Ordered::Nothing,
    }
}

impl Condition {
    fn holds(self, state: &State) -> bool {
        match self {
            Condition::Worth(company, least) => state.board.value(company) >= least,
            Condition::Stock(company, bound) => state.stock[company.index()] < bound,
            Condition::Free(city) => state.board.built().free_cities().contains(city),
            Condition::Taken(city) => !state.board.built().free_cities().contains(city),
        }
    }
}

fn read(state: &State, text: &str) -> Result<Order, Illegal> {
    let how = || refused!("order-how");
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).ok_or_else(how)?;
    if !["when", "if"]
        .iter()
        .any(|it| verb.eq_ignore_ascii_case(it))
    {
        return Err(how());
    }
    let (when, then) = rest
        .split_once(':')
        .or_else(|| rest.split_once(" then "))
        .ok_or_else(how)?;
    let mut conditions = Vec::new();
    let mut part = Vec::new();
    for word in when.split_whitespace() {
        match word.eq_ignore_ascii_case("and") {
            true => conditions.push(condition(&std::mem::take(&mut part).join(" "))?),
            false => part.push(word),
        }
    }
    conditions.push(condition(&part.join(" "))?);
    let then = read::read(state, then)?;
    if then.names_nothing() {
        return Err(how());
    }
    Ok(Order {
        when: conditions,
        then,
    })
}

fn condition(text: &str) -> Result<Condition, Illegal> {
    let how = || refused!("order-how");
    let mut words = Words::of(text);
    words.skip(&["le", "la"]);
    let subject = words.word().ok_or_else(how)?.to_owned();
    words.skip(&["is", "has"]);
    let company = read::meant(&subject).ok().and_then(|named| named.0);
    let condition = match (words.word(), company) {
        (Some("worth"), Some(company)) => {
            words.skip(&["at"]);
            words.skip(&["least"]);
            Condition::Worth(company, words.number(told!("order-number"))?)
        }
        (Some("stock"), Some(company)) => {
            words.skip(&["is"]);
            words.skip(&["below", "under"]);
            Condition::Stock(company, words.number(told!("order-number"))?)
        }
        (Some("free"), _) => Condition::Free(city(&subject)?),
        (Some("taken"), _) => Condition::Taken(city(&subject)?),
        _ => return Err(how()),
    };
    words.end()?;
    Ok(condition)
}

/// Returns the city with this name, or on the hex with this id.
fn city(word: &str) -> Result<Hex, Illegal> {
    let found = match read::hex_id(word) {
        Some(hex) => Some(hex),
        None => read::city(word)?.0,
    };
    let is_city = |hex: &Hex| map().cities.contains(*hex);
    found.filter(is_city).ok_or_else(|| refused!("order-how"))
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, condition) in self.when.iter().enumerate() {
            f.write_str(if n == 0 { "when " } else { " and " })?;
            condition.fmt(f)?;
        }
        write!(f, ": {}", self.then)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Worth(company, least) => write!(f, "{} worth {least}", company.word()),
            Condition::Stock(company, bound) => {
                write!(f, "{} stock below {bound}", company.word())
            }
            // Uses the id, because names of cities contain spaces and accents.
            Condition::Free(hex) => write!(f, "{hex} free"),
            Condition::Taken(hex) => write!(f, "{hex} taken"),
        }
    }
}
