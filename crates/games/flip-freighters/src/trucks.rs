//! The nine trucks as they are printed on every sheet (R1.2): squares, constraint, route, pay.

use super::card::Suit;

/// How many trucks a sheet has.
pub(super) const TRUCKS: usize = TruckId::ALL.len();
/// The maximum number of squares of a truck.
pub(super) const SQUARES: usize = 6;
/// The x1 stop of the suit trucks.
pub(super) const X1: u8 = 5;

rules::words! {
    /// A truck, in the order of the sheet.
    pub enum TruckId = "FlipFreightersTruckId" {
        /// =: all values on it the same, one square of each suit.
        Eq,
        /// ≠: all values on it different, one square of each suit.
        Neq,
        /// 6-1: printed values 1 to 6 from left to right, filled from the right, 6 first.
        SixOne,
        /// 1-6: printed values 6 to 1 from left to right, filled from the right, 1 first.
        OneSix,
        /// Six squares for anything.
        Any,
        /// Four squares for hearts.
        Hearts,
        /// Four squares for clubs.
        Clubs,
        /// Four squares for diamonds.
        Diamonds,
        /// Four squares for spades.
        Spades,
    }
}

/// The constraint on the values on a truck (R1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constraint {
    /// All the same.
    AllSame,
    /// No two the same.
    AllDifferent,
    /// As printed in each square, and filled from the front to the back.
    Printed([u8; SQUARES]),
    /// Anything.
    Nothing,
}

/// The pay of a truck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pay {
    /// By the number of goods.
    Count(&'static [u8]),
    /// The sum of the values.
    Sum,
    /// The sum of the values at the x1 stop, twice that on the last circle.
    SumOrDouble,
}

/// A truck as printed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printed {
    /// The sign on the sheet.
    pub(super) symbol: &'static str,
    /// How many squares it has.
    pub(super) squares: u8,
    /// How many circles its route has.
    pub(super) circles: u8,
    /// The constraint on its values.
    pub(super) constraint: Constraint,
    /// Its pay.
    pub(super) pay: Pay,
}

const FOUR: &[u8] = &[5, 10, 15, 20];
const SIX: &[u8] = &[3, 7, 10, 15, 20, 30];

const TANKER: Printed = Printed {
    symbol: "#",
    squares: 4,
    circles: 8,
    constraint: Constraint::Nothing,
    pay: Pay::SumOrDouble,
};

const PRINTED: [Printed; TRUCKS] = [
    Printed {
        symbol: "=",
        squares: 4,
        circles: 5,
        constraint: Constraint::AllSame,
        pay: Pay::Count(FOUR),
    },
    Printed {
        symbol: "≠",
        squares: 4,
        circles: 5,
        constraint: Constraint::AllDifferent,
        pay: Pay::Count(FOUR),
    },
    Printed {
        symbol: "6-1",
        squares: 6,
        circles: 7,
        constraint: Constraint::Printed([1, 2, 3, 4, 5, 6]),
        pay: Pay::Count(SIX),
    },
    Printed {
        symbol: "1-6",
        squares: 6,
        circles: 7,
        constraint: Constraint::Printed([6, 5, 4, 3, 2, 1]),
        pay: Pay::Count(SIX),
    },
    Printed {
        symbol: "#",
        squares: 6,
        circles: 5,
        constraint: Constraint::Nothing,
        pay: Pay::Sum,
    },
    TANKER,
    TANKER,
    TANKER,
    TANKER,
];

impl TruckId {
    /// The truck as printed.
    pub(super) const fn printed(self) -> &'static Printed {
        &PRINTED[self as usize]
    }

    /// How many squares it has.
    pub(super) const fn squares(self) -> u8 {
        self.printed().squares
    }

    /// The number of its last circle.
    pub(super) const fn last(self) -> u8 {
        self.printed().circles
    }

    /// Returns the suit that a square requires.
    pub(super) const fn suit(self, square: u8) -> Option<Suit> {
        match self {
            TruckId::Eq | TruckId::Neq => Some(Suit::ALL[square as usize % 4]),
            TruckId::SixOne | TruckId::OneSix | TruckId::Any => None,
            TruckId::Hearts => Some(Suit::Hearts),
            TruckId::Clubs => Some(Suit::Clubs),
            TruckId::Diamonds => Some(Suit::Diamonds),
            TruckId::Spades => Some(Suit::Spades),
        }
    }

    /// The value that is printed in a square.
    pub(super) const fn value(self, square: u8) -> Option<u8> {
        match self.printed().constraint {
            Constraint::Printed(values) => Some(values[square as usize]),
            _ => None,
        }
    }

    /// Whether it has the x1 stop on the way.
    pub(super) const fn has_x1(self) -> bool {
        matches!(self.printed().pay, Pay::SumOrDouble)
    }

    /// Whether a truck may be delivered on this circle.
    pub(super) const fn is_stop(self, circle: u8) -> bool {
        circle == self.last() || (self.has_x1() && circle == X1)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The circles that two routes share. They matter only for a printed sheet.
    const SHARED: [[(TruckId, u8); 2]; 7] = [
        [(TruckId::Eq, 2), (TruckId::SixOne, 2)],
        [(TruckId::Eq, 4), (TruckId::OneSix, 1)],
        [(TruckId::Neq, 2), (TruckId::SixOne, 6)],
        [(TruckId::Neq, 3), (TruckId::OneSix, 4)],
        [(TruckId::OneSix, 2), (TruckId::Hearts, 7)],
        [(TruckId::Any, 1), (TruckId::Hearts, 4)],
        [(TruckId::Any, 3), (TruckId::Clubs, 6)],
    ];

    #[test]
    fn the_trucks_are_those_of_the_data() {
        let data: Value = serde_json::from_str(include_str!("data/sheet.json")).unwrap();
        let trucks = data["trucks"].as_array().unwrap();
        assert_eq!(trucks.len(), TRUCKS);
        for (truck, id) in trucks.iter().zip(TruckId::ALL) {
            let printed = id.printed();
            assert_eq!(truck["id"], id.word());
            assert_eq!(truck["id"], json!(id));
            assert_eq!(truck["symbol"], printed.symbol);
            assert_eq!(truck["sheet_row"], id as usize + 1);
            let (constraint, order) = match printed.constraint {
                Constraint::AllSame => ("all_same", "any"),
                Constraint::AllDifferent => ("all_different", "any"),
                Constraint::Printed(_) => ("printed_value", "front_to_back"),
                Constraint::Nothing => ("none", "any"),
            };
            assert_eq!(truck["constraint"], constraint);
            assert_eq!(truck["load_order"], order);
            let squares = truck["squares"].as_array().unwrap();
            assert_eq!(squares.len(), usize::from(id.squares()));
            for (square, index) in squares.iter().zip(0..) {
                assert_eq!(square["index"], index);
                assert_eq!(square["suit"], json!(id.suit(index)));
                assert_eq!(square["value"], json!(id.value(index)));
                if square["from_front"] != json!(null) {
                    assert_eq!(square["from_front"], id.squares() - index);
                }
            }
            assert_eq!(truck["route"]["circles"], id.last());
            let stops: Vec<Value> = (1..=id.last())
                .filter(|circle| id.is_stop(*circle))
                .map(|circle| {
                    let last = circle == id.last();
                    let (label, score) = match printed.pay {
                        Pay::Count(table) => (None, json!({"kind": "count_table", "table": table})),
                        Pay::Sum => (None, json!({"kind": "sum", "multiplier": 1})),
                        Pay::SumOrDouble => (
                            Some(if last { "x2" } else { "x1" }),
                            json!({"kind": "sum", "multiplier": 1 + u8::from(last)}),
                        ),
                    };
                    json!({"circle": circle, "label": label, "final": last, "score": score})
                })
                .collect();
            assert_eq!(truck["route"]["stops"], json!(stops));
        }
        assert_eq!(data["shared_circles"], json!(SHARED));
    }
}
