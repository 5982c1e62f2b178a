//! The 36 cells of a board, and sets of them as bits (R2.1, R5.2, R6).
//!
//! `faces.rs` has the colours of the cells; `state.rs` has the sets of each player.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Rows and columns of a board.
pub(super) const SIDE: u8 = 6;

/// A cell of a board, counted row by row from 0. In JSON it is `[row, column]`, each 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell in a row and a column, if there is one.
    pub(super) fn at(row: i32, col: i32) -> Option<Cell> {
        let side = 1..=i32::from(SIDE);
        if side.contains(&row) && side.contains(&col) {
            u8::try_from((row - 1) * i32::from(SIDE) + col - 1)
                .ok()
                .map(Cell)
        } else {
            None
        }
    }

    /// The row, 1 to 6.
    pub(super) const fn row(self) -> u8 {
        self.0 / SIDE + 1
    }

    /// The column, 1 to 6.
    pub(super) const fn col(self) -> u8 {
        self.0 % SIDE + 1
    }

    /// The number of the cell, 0 to 35.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns all cells, row by row.
    pub(super) fn all() -> impl Iterator<Item = Cell> {
        Cells::ALL.iter()
    }
}

/// Writes the text notation: `2-4` is row 2, column 4.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.row(), self.col())
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.row(), self.col()].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        let [row, col] = <[i32; 2]>::deserialize(deserializer)?;
        Cell::at(row, col).ok_or_else(|| de::Error::custom("a cell is [row, column], each 1 to 6"))
    }
}

impl JsonSchema for Cell {
    fn schema_name() -> Cow<'static, str> {
        "ButtonsCell".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A cell of a board: row, then column, each 1 to 6. Row 1 is the first \
                string of the board's grid, column 1 its first character.",
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": SIDE},
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

rules::bits! {
    /// A set of cells, one bit each.
    pub(super) struct Cells(u64) of [Cell; SIDE * SIDE], |cell| cell.0, |number| Cell(number as u8)
}

impl Cells {
    /// The first column.
    const FIRST: u64 = 0x0000_0000_4104_1041;

    /// Returns one row, 1 to 6.
    pub(super) const fn row(row: u8) -> Cells {
        Cells(0b11_1111 << (SIDE * (row - 1)))
    }

    /// Returns one column, 1 to 6.
    pub(super) const fn column(col: u8) -> Cells {
        Cells(Cells::FIRST << (col - 1))
    }

    /// Returns the cells orthogonally next to a cell of the set.
    pub(super) const fn neighbours(self) -> Cells {
        let last = Cells::FIRST << (SIDE - 1);
        let (up, down) = (self.0 >> SIDE, self.0 << SIDE);
        let (left, right) = ((self.0 & !Cells::FIRST) >> 1, (self.0 & !last) << 1);
        Cells((up | down | left | right) & Cells::ALL.0)
    }

    /// Returns the cells that may take a button on a board with these buttons and stars (R5.2).
    pub(super) const fn free(buttons: Cells, stars: Cells) -> Cells {
        Cells::ALL.without(buttons.or(stars).or(buttons.neighbours()))
    }

    /// Returns the ends of the first line of five or six cells in the set.
    pub(super) fn line(self) -> Option<(Cell, Cell)> {
        let runs = (1..=SIDE).flat_map(|at| [Cells::row(at), Cells::column(at)]);
        runs.filter(|run| self.and(*run).has_line())
            .find_map(|run| {
                let all: Vec<Cell> = run.iter().collect();
                let there = |cell: &&Cell| self.contains(**cell);
                // If only five of the six cells are in the set, the gap is at an end.
                let ends = (all.iter().find(there)?, all.iter().rfind(there)?);
                Some((*ends.0, *ends.1))
            })
    }

    /// Whether the set contains five consecutive cells of a row or a column.
    pub(super) const fn has_line(self) -> bool {
        const fn run(set: u64, step: u32) -> u64 {
            set & (set >> step) & (set >> (2 * step)) & (set >> (3 * step)) & (set >> (4 * step))
        }
        let starts = Cells::FIRST | Cells::FIRST << 1;
        run(self.0, 1) & starts != 0 || run(self.0, SIDE as u32) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: i32, col: i32) -> Cell {
        Cell::at(row, col).unwrap()
    }

    #[test]
    fn cells_have_neighbours_on_the_board_only() {
        for (row, col) in (1..=6).flat_map(|row| (1..=6).map(move |col| (row, col))) {
            let expected: Cells = [(-1, 0), (1, 0), (0, -1), (0, 1)]
                .into_iter()
                .filter_map(|(down, right)| Cell::at(row + down, col + right))
                .collect();
            assert_eq!(Cells::one(cell(row, col)).neighbours(), expected);
            let here = cell(row, col);
            assert_eq!((here.row(), here.col()), (row as u8, col as u8));
            assert!(Cells::row(here.row()).contains(here));
            assert!(Cells::column(here.col()).contains(here));
        }
        assert_eq!(Cell::at(0, 1), None);
        assert_eq!(Cell::at(1, 7), None);
        assert_eq!(Cell::at(i32::MAX, i32::MIN), None);
        assert_eq!(Cells::ALL.len(), 36);
        assert_eq!(Cell::all().count(), 36);
    }

    /// Any five consecutive cells of a row or a column form a line; with a gap there is no line.
    #[test]
    fn a_line_has_ends() {
        let row: Cells = (2..=6).filter_map(|col| Cell::at(3, col)).collect();
        assert_eq!(row.line(), Some((cell(3, 2), cell(3, 6))));
        assert_eq!(row.or(Cells::row(3)).line(), Some((cell(3, 1), cell(3, 6))));
        let column: Cells = (1..=5).filter_map(|row| Cell::at(row, 4)).collect();
        assert_eq!(column.line(), Some((cell(1, 4), cell(5, 4))));
        let gap = Cells::row(1).without(Cells::one(cell(1, 3)));
        assert_eq!(gap.line(), None);
    }

    #[test]
    fn lines_are_rows_and_columns() {
        let mut lines = 0;
        for (row, col) in (1..=6).flat_map(|row| (1..=6).map(move |col| (row, col))) {
            for (down, right) in [(0, 1), (1, 0)] {
                let five: Option<Vec<Cell>> = (0..5)
                    .map(|i| Cell::at(row + i * down, col + i * right))
                    .collect();
                let Some(five) = five else { continue };
                lines += 1;
                let set: Cells = five.iter().copied().collect();
                assert!(set.has_line());
                for cell in five {
                    assert!(!set.without(Cells::one(cell)).has_line());
                }
            }
        }
        assert_eq!(lines, 24);
    }

    #[test]
    fn a_line_does_not_go_round_the_edge() {
        for wrapped in [
            [(1, 3), (1, 4), (1, 5), (1, 6), (2, 1)],
            [(2, 5), (2, 6), (3, 1), (3, 2), (3, 3)],
            [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)],
        ] {
            let set: Cells = wrapped
                .map(|(row, col)| cell(row, col))
                .into_iter()
                .collect();
            assert!(!set.has_line());
        }
    }
}
