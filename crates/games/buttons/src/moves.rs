//! The moves in their typed form, in JSON and as text. `read.rs` reads the text.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::cells::Cell;

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "ButtonsMove")]
pub enum Move {
    /// Roll the dice, in your own turn.
    Roll {},
    /// Leave the round in time, in your own turn, and keep your buttons for scoring. You need a
    /// button on your board.
    OptOut {},
    /// Place a button in the row of the white die. In your own turn you must place, and the column
    /// is any value of the black dice. In another player's turn it is the value of the golden die.
    /// Sealed until all players have decided.
    Place {
        /// The column, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        col: i32,
    },
    /// Place no button, in another player's turn. Sealed until all players have decided.
    Pass {},
    /// At the end of a round, turn as many buttons into stars as you have earned. Sealed until all
    /// players have decided.
    PlaceStars {
        /// The cells, each with one of your buttons, in any order.
        #[schemars(with = "Vec<Cell>")]
        cells: Vec<Spot>,
    },
}

/// A row and a column as written in a move. Such a cell need not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Spot(pub i32, pub i32);

impl Spot {
    /// The cell, if there is one.
    pub(super) fn cell(self) -> Option<Cell> {
        Cell::at(self.0, self.1)
    }
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Spot {
        Spot(cell.row().into(), cell.col().into())
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl JsonSchema for Spot {
    fn schema_name() -> Cow<'static, str> {
        Cell::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Cell::json_schema(generator)
    }
}

impl Move {
    /// Creates the move that places stars on these cells. Their order has no meaning, so the move
    /// keeps them sorted.
    pub(super) fn stars(cells: impl IntoIterator<Item = impl Into<Spot>>) -> Move {
        Move::PlaceStars {
            cells: sorted(cells.into_iter().map(Into::into)),
        }
    }

    /// Whether the move is for this cell if the white die shows this row.
    pub(super) fn names(&self, row: Option<u8>, cell: Cell) -> bool {
        match self {
            Move::Place { col } => row == Some(cell.row()) && *col == i32::from(cell.col()),
            Move::PlaceStars { cells } => cells.contains(&Spot::from(cell)),
            Move::Roll {} | Move::OptOut {} | Move::Pass {} => false,
        }
    }
}

fn sorted(cells: impl Iterator<Item = Spot>) -> Vec<Spot> {
    let mut cells: Vec<Spot> = cells.collect();
    cells.sort_unstable();
    cells
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Roll {} => f.write_str("roll"),
            Move::OptOut {} => f.write_str("out"),
            Move::Place { col } => write!(f, "place {col}"),
            Move::Pass {} => f.write_str("pass"),
            Move::PlaceStars { cells } => {
                f.write_str("stars")?;
                cells.iter().try_for_each(|cell| write!(f, " {cell}"))
            }
        }
    }
}

/// A whole number. A number that is out of range becomes the nearest possible one.
#[derive(Clone, Copy)]
struct Number(i32);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Number, E> {
                let nearest = if number < 0 { i32::MIN } else { i32::MAX };
                Ok(Number(i32::try_from(number).unwrap_or(nearest)))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
                Ok(Number(i32::try_from(number).unwrap_or(i32::MAX)))
            }
        }
        deserializer.deserialize_i32(Whole)
    }
}

impl From<Number> for i32 {
    fn from(number: Number) -> i32 {
        number.0
    }
}

/// Cells as written, in any order.
#[derive(Deserialize)]
struct Stars(Vec<[Number; 2]>);

impl From<Stars> for Vec<Spot> {
    fn from(Stars(cells): Stars) -> Vec<Spot> {
        sorted(cells.into_iter().map(|[row, col]| Spot(row.0, col.0)))
    }
}

rules::read_moves! {
    Move { col: Number, cells: Stars }
    => Roll(), OptOut(), Place(col), Pass(), PlaceStars(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_a_row_and_a_column() {
        for bad in [
            r#"{"type":"place_stars","cells":[[1,2,3]]}"#,
            r#"{"type":"place_stars","cells":[[1]]}"#,
            r#"{"type":"place_stars","cells":[{"row":1,"col":2}]}"#,
        ] {
            assert!(serde_json::from_str::<Move>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_number_out_of_range_is_still_a_number() {
        for (given, read) in [
            ("7", 7),
            ("-1", -1),
            ("2147483648", i32::MAX),
            ("18446744073709551615", i32::MAX),
            ("-9223372036854775808", i32::MIN),
        ] {
            let mv = format!(r#"{{"type":"place","col":{given}}}"#);
            assert_eq!(
                serde_json::from_str::<Move>(&mv).unwrap(),
                Move::Place { col: read }
            );
            let mv = format!(r#"{{"type":"place_stars","cells":[[{given},1]]}}"#);
            let expected = Move::stars([Spot(read, 1)]);
            assert_eq!(serde_json::from_str::<Move>(&mv).unwrap(), expected);
        }
    }

    #[test]
    fn the_order_of_stars_means_nothing() {
        let one: Move =
            serde_json::from_str(r#"{"cells":[[5,1],[2,2],[2,1]],"type":"place_stars"}"#).unwrap();
        assert_eq!(one.to_string(), "stars 2-1 2-2 5-1");
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), one);
    }
}
