//! The moves in their typed form, in JSON and as text. Reading the text is in `read.rs`.

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
    /// Leave the round in time, in your own turn, and keep your buttons for scoring. It needs a
    /// button on your board.
    OptOut {},
    /// Place a button in the row of the white die. In your own turn the column is any value of
    /// the black dice and you must place; in somebody else's turn it is the golden die's.
    /// The choice is sealed until everybody has decided.
    Place {
        /// The column, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        col: i32,
    },
    /// Place no button, in somebody else's turn. Sealed until everybody has decided.
    Pass {},
    /// At the end of a round, turn buttons into stars: exactly as many as you have earned.
    /// Sealed until everybody has decided.
    PlaceStars {
        /// The cells, each with one of your buttons, in any order.
        #[schemars(with = "Vec<Cell>")]
        cells: Vec<Spot>,
    },
}

/// A row and a column as a move names them: there need not be such a cell.
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
    /// Stars on these cells. Their order means nothing, so the move keeps them sorted.
    pub(super) fn stars(cells: impl IntoIterator<Item = impl Into<Spot>>) -> Move {
        let mut cells: Vec<Spot> = cells.into_iter().map(Into::into).collect();
        cells.sort_unstable();
        Move::PlaceStars { cells }
    }
}

impl Move {
    /// Whether the move is for a cell, when the white die shows this row.
    pub(super) fn names(&self, row: Option<u8>, cell: Cell) -> bool {
        match self {
            Move::Place { col } => row == Some(cell.row()) && *col == i32::from(cell.col()),
            Move::PlaceStars { cells } => cells.contains(&Spot::from(cell)),
            Move::Roll {} | Move::OptOut {} | Move::Pass {} => false,
        }
    }
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

/// The members of any move. Serde's own reading of a tagged enum copies them all before it looks at
/// the tag, which is most of the time that a replay takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    #[serde(rename = "type")]
    tag: Tag,
    #[serde(default, deserialize_with = "given")]
    col: Option<Number>,
    #[serde(default, deserialize_with = "given")]
    cells: Option<Vec<[Number; 2]>>,
}

#[derive(Clone, Copy)]
enum Tag {
    Roll,
    OptOut,
    Place,
    Pass,
    PlaceStars,
}

/// A derived reader would also take `{"roll": null}` for `"roll"`.
impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tag, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = Tag;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one of the words roll, opt_out, place, pass, place_stars")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Tag, E> {
                match word {
                    "roll" => Ok(Tag::Roll),
                    "opt_out" => Ok(Tag::OptOut),
                    "place" => Ok(Tag::Place),
                    "pass" => Ok(Tag::Pass),
                    "place_stars" => Ok(Tag::PlaceStars),
                    _ => Err(E::invalid_value(de::Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_str(Word)
    }
}

/// A whole number. One that is out of all range is still a number, the nearest that there is.
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

/// Reads a member that is there: `null` is no way to leave it out.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let Members { tag, col, cells } = Members::deserialize(deserializer)?;
        let fault = match (tag, col, cells) {
            (Tag::Roll, None, None) => return Ok(Move::Roll {}),
            (Tag::OptOut, None, None) => return Ok(Move::OptOut {}),
            (Tag::Pass, None, None) => return Ok(Move::Pass {}),
            (Tag::Place, Some(Number(col)), None) => return Ok(Move::Place { col }),
            (Tag::PlaceStars, None, Some(cells)) => {
                return Ok(Move::stars(
                    cells.into_iter().map(|[row, col]| Spot(row.0, col.0)),
                ));
            }
            (Tag::Place, ..) => "place has the one further member col",
            (Tag::PlaceStars, ..) => "place_stars has the one further member cells",
            (Tag::Roll | Tag::OptOut | Tag::Pass, ..) => "the move has no further members",
        };
        Err(de::Error::custom(fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_has_exactly_its_members() {
        for bad in [
            r#"{}"#,
            r#"{"type":"fly"}"#,
            r#"{"type":"Roll"}"#,
            r#"{"type":{"roll":null}}"#,
            r#"{"type":"leave"}"#,
            r#"{"type":"roll","col":null}"#,
            r#"{"type":"roll","col":3}"#,
            r#"{"type":"roll","die":3}"#,
            r#"{"type":"roll","type":"roll"}"#,
            r#"{"type":"opt_out","cells":[]}"#,
            r#"{"type":"pass","col":1}"#,
            r#"{"type":"place"}"#,
            r#"{"type":"place","column":3}"#,
            r#"{"type":"place","col":null}"#,
            r#"{"type":"place","col":"3"}"#,
            r#"{"type":"place","col":1.5}"#,
            r#"{"type":"place","col":[3]}"#,
            r#"{"type":"place","col":3,"row":1}"#,
            r#"{"type":"place","col":3,"cells":[]}"#,
            r#"{"type":"place_stars"}"#,
            r#"{"type":"place_stars","cells":null}"#,
            r#"{"type":"place_stars","cells":[1,2]}"#,
            r#"{"type":"place_stars","cells":[[1,2,3]]}"#,
            r#"{"type":"place_stars","cells":[[1]]}"#,
            r#"{"type":"place_stars","cells":[["1","2"]]}"#,
            r#"{"type":"place_stars","cells":[{"row":1,"col":2}]}"#,
            r#"{"type":"place_stars","cells":[[1,2]],"col":1}"#,
            r#""roll""#,
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
