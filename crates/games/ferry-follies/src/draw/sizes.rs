//! Sizes and positions in both layouts: for a large screen or a mail, and for a phone.

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
    /// The height of a line of the row without the marks of sets, and of one such mark.
    pub(super) line: i32,
    pub(super) mark: i32,
    /// The space below the row; negative if it overlaps the last line.
    pub(super) below_row: i32,
    /// How much higher the frame of a card in the hand is than the card.
    pub(super) around_held: i32,
    /// The font sizes on cards: the number of a card in the hand, the number and the worth of a
    /// card in the row, and small text.
    pub(super) figure: i32,
    pub(super) number: i32,
    pub(super) worth: i32,
    pub(super) tiny: i32,
    /// The distance from a card to its index below.
    pub(super) index: i32,
    /// The maximum length of a line of a card's text, and the line height.
    pub(super) says: usize,
    pub(super) says_line: usize,
    /// The height of the load of the ferry, the size of a card on its deck, and the number of cards
    /// in a layer.
    pub(super) load: i32,
    pub(super) freight: (i32, i32),
    pub(super) layer: usize,
    /// The distance between portholes, and their radius.
    pub(super) porthole: i32,
    pub(super) glass: i32,
    /// The distances from the deck down to the portholes and the two texts.
    pub(super) hull_lines: [i32; 3],
    /// The total height below the deck.
    pub(super) draught: i32,
    /// The width of the labels of the piles, the size of a card in a pile, and the number of cards
    /// in a line.
    pub(super) pile_label: i32,
    pub(super) pile: (i32, i32),
    pub(super) pile_columns: usize,
    /// The distance between two cards of the face-down deck, and from the deck to the discard pile.
    pub(super) back_step: i32,
    pub(super) pile_line: i32,
    /// The space below the discard pile.
    pub(super) foot: i32,
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
    card: (54, 76),
    gap: 21,
    columns: 9,
    line: 112,
    mark: 22,
    below_row: 6,
    around_held: 20,
    figure: 28,
    number: 48,
    worth: 40,
    tiny: 12,
    index: 20,
    says: 30,
    says_line: 19,
    load: 56,
    freight: (28, 38),
    layer: 18,
    porthole: 31,
    glass: 7,
    hull_lines: [20, 52, 52],
    draught: 108,
    pile_label: 110,
    pile: (28, 38),
    pile_columns: 18,
    back_step: 31,
    pile_line: 52,
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
    card: (40, 58),
    gap: 14,
    columns: 7,
    line: 94,
    mark: 30,
    below_row: -8,
    around_held: 10,
    figure: 24,
    number: 37,
    worth: 32,
    tiny: 11,
    index: 17,
    says: 40,
    says_line: 17,
    load: 62,
    freight: (27, 24),
    layer: 9,
    porthole: 16,
    glass: 6,
    hull_lines: [15, 38, 54],
    draught: 98,
    pile_label: 92,
    pile: (27, 28),
    pile_columns: 9,
    back_step: 14,
    pile_line: 36,
    foot: 12,
};
