//! The colours, the button cards and the eight board faces (R2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::MESSAGES;
use super::cells::{Cell, Cells, SIDE};
use rules::Message;

/// A colour of buttons and of button cards.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[schemars(rename = "ButtonsColour")]
pub enum Colour {
    /// Red. The holder of the red card begins the round.
    #[serde(rename = "R")]
    Red,
    /// Yellow.
    #[serde(rename = "Y")]
    Yellow,
    /// Green.
    #[serde(rename = "G")]
    Green,
    /// Blue.
    #[serde(rename = "B")]
    Blue,
}

impl Colour {
    /// All colours, in the order of the data.
    pub(super) const ALL: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];

    /// The id: R, Y, G or B.
    pub(super) const fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Yellow => 'Y',
            Colour::Green => 'G',
            Colour::Blue => 'B',
        }
    }

    /// Returns the word of the notation.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::Blue => "blue",
        }
    }

    /// Returns the letter that stands for it on boards, in the language of the players.
    pub(super) const fn initial(self) -> Message {
        MESSAGES.message(match self {
            Colour::Red => "letter-red",
            Colour::Yellow => "letter-yellow",
            Colour::Green => "letter-green",
            Colour::Blue => "letter-blue",
        })
    }

    /// Returns the word for a sentence.
    pub(super) fn told(self) -> Message {
        MESSAGES.message(self.word())
    }
}

rules::bits! {
    /// The button cards of a player, one bit each.
    pub(super) struct Cards(u8) of [Colour; 4],
        |colour| colour as u8, |number| Colour::ALL[number as usize]
}

/// A face of a board: the letter of the board and its side.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[schemars(rename = "ButtonsFace")]
#[expect(missing_docs, reason = "the names are ids and say nothing else")]
pub enum Face {
    A1,
    A2,
    B1,
    B2,
    C1,
    C2,
    D1,
    D2,
}

/// The grids of the faces, as in the data file.
const GRIDS: [[&str; SIDE as usize]; 8] = [
    ["GBRGBY", "BRBRYG", "GBYGBR", "YRGYRB", "RYRBGY", "YGBYRG"],
    ["GRGYRB", "YGBRGY", "RBYGRG", "GYBRBY", "BRYGYB", "YBRBGR"],
    ["BYBGRG", "YGYRGB", "GYGBYR", "RBRYGY", "YRGBRB", "GBYRBR"],
    ["YGRBYB", "RYGRBG", "YBRYGR", "GYGBRY", "RGBYGB", "BRYGBR"],
    ["YGYBRB", "GRBGBY", "BGRYGR", "YRBGBY", "GBYRYR", "RYGBRG"],
    ["GYBGBR", "RBYBRG", "YGRGYB", "BRBRGY", "GYGYBR", "BRYRYG"],
    ["BYBRYG", "GBGYRY", "RYRBYG", "GRYGBR", "BGBRGY", "YBRGRB"],
    ["GRBGYR", "RGRBGY", "GRBYRB", "BYGRYG", "YBYBGR", "BYGRBY"],
];

/// The cells of each colour on each face.
const COLOURED: [[Cells; 4]; 8] = coloured();

const fn coloured() -> [[Cells; 4]; 8] {
    let mut bits = [[0_u64; 4]; 8];
    let mut face = 0;
    while face < 8 {
        let mut at = 0;
        while at < 36 {
            let letter = GRIDS[face][at / 6].as_bytes()[at % 6];
            let mut colour = 0;
            while Colour::ALL[colour].letter() as u8 != letter {
                colour += 1;
            }
            bits[face][colour] |= 1 << at;
            at += 1;
        }
        face += 1;
    }
    let mut cells = [[Cells::EMPTY; 4]; 8];
    let mut face = 0;
    while face < 8 {
        let mut colour = 0;
        while colour < 4 {
            cells[face][colour] = Cells::from_bits(bits[face][colour]);
            colour += 1;
        }
        face += 1;
    }
    cells
}

impl Face {
    /// All faces: both sides of board A, then of B, C and D.
    pub(super) const ALL: [Face; 8] = [
        Face::A1,
        Face::A2,
        Face::B1,
        Face::B2,
        Face::C1,
        Face::C2,
        Face::D1,
        Face::D2,
    ];

    /// Returns the letters of its cells, row by row.
    pub(super) const fn grid(self) -> [&'static str; SIDE as usize] {
        GRIDS[self as usize]
    }

    /// Returns the board of which it is a side, counted from 0.
    pub(super) const fn board(self) -> usize {
        self as usize / 2
    }

    /// The cells of a colour.
    pub(super) const fn cells(self, colour: Colour) -> Cells {
        COLOURED[self as usize][colour as usize]
    }

    /// The colour of a cell.
    pub(super) fn colour(self, cell: Cell) -> Colour {
        let is_it = |colour: &Colour| self.cells(*colour).contains(cell);
        Colour::ALL.into_iter().find(is_it).unwrap_or(Colour::Red)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use rules::Language;

    #[test]
    fn colours_and_faces_are_those_of_the_data() {
        let data: Value = serde_json::from_str(include_str!("data/boards.json")).unwrap();
        assert_eq!((&data["rows"], &data["columns"]), (&json!(6), &json!(6)));
        for (colour, data) in Colour::ALL
            .into_iter()
            .zip(data["colours"].as_array().unwrap())
        {
            assert_eq!(json!(colour), data["id"]);
            assert_eq!(json!(colour.letter().to_string()), data["id"]);
            assert_eq!(colour.told().to(Language::English), data["name"]);
            assert_eq!(data["start_card"], colour == Colour::Red);
        }
        let boards = data["boards"].as_array().unwrap();
        assert_eq!(boards.len(), 4);
        let faces = boards.iter().enumerate().flat_map(|(i, board)| {
            let faces = board["faces"].as_array().unwrap();
            faces.iter().map(move |face| (i, face))
        });
        assert_eq!(faces.clone().count(), 8);
        for (face, (board, data)) in Face::ALL.into_iter().zip(faces) {
            assert_eq!(json!(face), data["id"]);
            assert_eq!(face.board(), board);
            assert_eq!(json!(face.grid()), data["grid"]);
            for cell in Cell::all() {
                let letter = face.grid()[usize::from(cell.row() - 1)]
                    .chars()
                    .nth(usize::from(cell.col() - 1));
                assert_eq!(Some(face.colour(cell).letter()), letter);
            }
        }
    }

    /// R2.2: the properties of the eight faces.
    #[test]
    fn the_faces_are_as_they_were_designed() {
        for face in Face::ALL {
            for colour in Colour::ALL {
                let cells = face.cells(colour);
                assert_eq!(cells.len(), 9);
                assert!(cells.and(cells.neighbours()).is_empty());
                for i in 1..=6 {
                    assert!((1..=2).contains(&cells.and(Cells::row(i)).len()));
                    assert!((1..=2).contains(&cells.and(Cells::column(i)).len()));
                }
            }
            for other in Face::ALL {
                let differ = |cell: &Cell| face.colour(*cell) != other.colour(*cell);
                let differences = Cell::all().filter(differ).count();
                assert!(face == other || differences >= 24);
            }
        }
    }
}
