//! The two actions in their typed form and in JSON. `read.rs` reads the text notation.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::company::Company;
use super::hexes::Hex;
use rules::reading::Named;

/// A move: exactly one action. Passing is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "ParisConnectionMove")]
pub enum Move {
    /// Place one to five locomotives of one company from its stock on the map, one after another.
    Build {
        /// The company. You need no shares of it.
        company: Named<Company>,
        /// The hexes, in this order. Each must be adjacent to a locomotive of the company,
        /// including those placed before it. The city that ends the game can only come last.
        #[schemars(length(min = 1, max = 5))]
        hexes: Vec<Named<Hex>>,
    },
    /// Return one of your shares to its stock, and take one or two shares of one other company.
    Trade {
        /// The company of the returned share. You must own one.
        give: Named<Company>,
        /// The other company, whose shares you take.
        take: Named<Company>,
        /// The number of shares that you take. The stock must have as many.
        #[schemars(range(min = 1, max = 2))]
        count: i32,
    },
}

rules::read_moves! {
    Move {
        company: Named<Company>,
        hexes: Vec<Named<Hex>>,
        give: Named<Company>,
        take: Named<Company>,
        count: i32,
    }
    => Build(company, hexes), Trade(give, take, count)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Build { company, hexes } => {
                write!(f, "build {company}")?;
                hexes.iter().try_for_each(|hex| write!(f, " {hex}"))
            }
            Move::Trade { give, take, count } => write!(f, "trade {give} {take} {count}"),
        }
    }
}

impl Move {
    /// Whether it names something that does not exist, so that it can never be legal.
    pub(super) fn names_nothing(&self) -> bool {
        match self {
            Move::Build { company, hexes } => {
                company.0.is_none() || hexes.is_empty() || hexes.iter().any(|hex| hex.0.is_none())
            }
            Move::Trade { give, take, .. } => give.0.is_none() || take.0.is_none(),
        }
    }

    /// Creates a build of these locomotives.
    pub(super) fn build(company: Company, hexes: impl IntoIterator<Item = Hex>) -> Move {
        Move::Build {
            company: company.into(),
            hexes: hexes.into_iter().map(Named::from).collect(),
        }
    }

    /// Creates a trade.
    pub(super) const fn trade(give: Company, take: Company, count: u8) -> Move {
        Move::Trade {
            give: Named(Some(give)),
            take: Named(Some(take)),
            count: count as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_a_number_of_32_bits() {
        let large = r#"{"type":"trade","give":"red","take":"blue","count":2147483648}"#;
        assert!(serde_json::from_str::<Move>(large).is_err());
    }

    #[test]
    fn what_names_nothing_is_still_well_formed() {
        let given = r#"{"type":"build","company":"Red","hexes":["e15","E015","","E15"]}"#;
        let mv: Move = serde_json::from_str(given).unwrap();
        let text = serde_json::to_string(&mv).unwrap();
        assert_eq!(
            text,
            r#"{"type":"build","company":"unknown","hexes":["unknown","unknown","unknown","E15"]}"#
        );
        assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), mv);
        let far = r#"{"type":"trade","give":"red","take":"blue","count":-7}"#;
        assert!(serde_json::from_str::<Move>(far).is_ok());
    }
}
