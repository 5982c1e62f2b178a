//! Sizes and positions in both layouts: for a large screen or a mail, and for a phone.

use super::passenger::Place;
use rules::svg::parts::Area;

/// The values that differ between the layouts, in units of the picture.
pub(super) struct Sizes {
    pub(super) is_narrow: bool,
    pub(super) width: i32,
    pub(super) margin: i32,
    /// The maximum length of a name in the headline, and of the line below it.
    pub(super) name: usize,
    pub(super) detail: usize,
    /// The font sizes of the headline, of the line below it if it is small, and of the score.
    pub(super) title: i32,
    pub(super) small: Option<i32>,
    pub(super) score: i32,
    /// The positions of these lines, and the upper edge of the row.
    pub(super) head_lines: [i32; 2],
    pub(super) head: i32,
    /// The size of a card in the row, the gap between cards, and the number of cards in a line.
    pub(super) card: (i32, i32),
    pub(super) gap: i32,
    pub(super) columns: usize,
    /// The height of a line of the row with the mark of one set, the distance from its upper edge
    /// to this mark, and the height of a mark.
    pub(super) line: i32,
    pub(super) first_mark: i32,
    pub(super) mark: i32,
    /// The space below the row; negative if it overlaps the last line.
    pub(super) below_row: i32,
    /// How much higher the frame of a card in the hand is than the card.
    pub(super) around_held: i32,
    /// The font size of the number on a card, its distance from the upper edge, and the font size
    /// of small text.
    pub(super) figure: i32,
    pub(super) worth: i32,
    pub(super) tiny: i32,
    /// The side of a passenger on a card, and the scale for that.
    pub(super) portrait: (i32, &'static str),
    /// The distance from a card to its index below.
    pub(super) index: i32,
    /// The maximum length of a line of a card's text, and the line height.
    pub(super) says: usize,
    pub(super) says_line: usize,
    /// The least height of the load of the ferry, the size of a card on its deck, and the number of
    /// cards in a layer: at the quay, and once it has left.
    pub(super) load: i32,
    pub(super) freight: (i32, i32),
    pub(super) layer: usize,
    pub(super) far_layer: usize,
    /// A wave, and the number of waves across the picture.
    pub(super) wave: (&'static str, usize),
    /// The distance between portholes, and their radius.
    pub(super) porthole: i32,
    pub(super) glass: i32,
    /// The distances from the deck down to the portholes and the two texts, and to the texts once
    /// the ferry has left.
    pub(super) hull_lines: [i32; 3],
    pub(super) sea_lines: [i32; 3],
    /// The distance from the end of the ferry to these texts.
    pub(super) hull_text: i32,
    /// The total height below the deck.
    pub(super) draught: i32,
    /// The width of the labels of the piles, the size of a card in a pile, and the maximum number of
    /// cards in a line, where they may overlap.
    pub(super) pile_label: i32,
    pub(super) pile: (i32, i32),
    pub(super) pile_columns: usize,
    /// The distance between two cards of the face-down deck, and their height.
    pub(super) back_step: i32,
    pub(super) back: i32,
    /// The space below the discard pile.
    pub(super) foot: i32,
}

impl Sizes {
    /// Returns the place of the passenger on a card.
    pub(super) fn portrait(&self, card: Area) -> Place {
        let (side, scale) = self.portrait;
        Place {
            x: card.x + (card.w - side) / 2,
            y: card.bottom() - side - 3,
            scale,
        }
    }
}

pub(super) static WIDE: Sizes = Sizes {
    is_narrow: false,
    width: 720,
    margin: 22,
    name: 22,
    detail: 100,
    title: 22,
    small: None,
    score: 28,
    head_lines: [40, 64],
    head: 88,
    card: (54, 85),
    gap: 21,
    columns: 9,
    line: 123,
    first_mark: 107,
    mark: 22,
    below_row: 6,
    around_held: 20,
    figure: 25,
    worth: 27,
    tiny: 12,
    portrait: (48, "1.0909"),
    index: 20,
    says: 30,
    says_line: 19,
    load: 80,
    freight: (28, 43),
    layer: 18,
    far_layer: 12,
    wave: ("q8.45 -7 16.9 0t16.9 0", 20),
    porthole: 31,
    glass: 7,
    hull_lines: [22, 52, 52],
    sea_lines: [0, 76, 76],
    hull_text: 60,
    draught: 108,
    pile_label: 110,
    pile: (28, 43),
    pile_columns: 18,
    back_step: 11,
    back: 43,
    foot: 28,
};

pub(super) static NARROW: Sizes = Sizes {
    is_narrow: true,
    width: 390,
    margin: 12,
    name: 14,
    detail: 42,
    title: 17,
    small: Some(12),
    score: 24,
    head_lines: [26, 44],
    head: 84,
    card: (40, 62),
    gap: 14,
    columns: 7,
    line: 112,
    first_mark: 81,
    mark: 30,
    below_row: 2,
    around_held: 10,
    figure: 21,
    worth: 23,
    tiny: 12,
    portrait: (34, "0.7727"),
    index: 17,
    says: 40,
    says_line: 17,
    load: 92,
    freight: (28, 43),
    layer: 9,
    far_layer: 6,
    wave: ("q7.625 -7 15.25 0t15.25 0", 12),
    porthole: 16,
    glass: 6,
    hull_lines: [17, 38, 54],
    sea_lines: [0, 62, 79],
    hull_text: 54,
    draught: 98,
    pile_label: 92,
    pile: (28, 43),
    pile_columns: 12,
    back_step: 9,
    back: 34,
    foot: 12,
};
