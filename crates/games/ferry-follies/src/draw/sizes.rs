//! How large everything is, and where: on a large screen or in a mail, and on a telephone.

/// What the layouts differ in, in units of the picture.
pub(super) struct Sizes {
    pub(super) is_narrow: bool,
    pub(super) width: i32,
    pub(super) margin: i32,
    /// So many letters has a name in the headline, a line below it.
    pub(super) name: usize,
    pub(super) detail: usize,
    /// The letters of the headline, of the line below it where they are small, of the score.
    pub(super) title: i32,
    pub(super) small: Option<i32>,
    pub(super) score: i32,
    /// Where these lines are, and where the row begins.
    pub(super) head_lines: [i32; 2],
    pub(super) head: i32,
    /// A card of the row, the room between two, and how many are in a line.
    pub(super) card: (i32, i32),
    pub(super) gap: i32,
    pub(super) columns: usize,
    /// A line of the row without the sets marked below it, and one such mark.
    pub(super) line: i32,
    pub(super) mark: i32,
    /// What is left free below the row, or taken back of its last line.
    pub(super) below_row: i32,
    /// How much higher than a card is what holds it in the hand.
    pub(super) around_held: i32,
    /// The figure on a card of the hand, where it stands there and in the row, and what is small on cards.
    pub(super) figure: i32,
    pub(super) number: i32,
    pub(super) worth: i32,
    pub(super) tiny: i32,
    /// How far below a card its index stands.
    pub(super) index: i32,
    /// So many letters has a line of a card's text, and so far it is to the next.
    pub(super) says: usize,
    pub(super) says_line: usize,
    /// How high the ferry may be loaded, a card on its deck, how many are in a layer.
    pub(super) load: i32,
    pub(super) freight: (i32, i32),
    pub(super) layer: usize,
    /// From a porthole to the next, and how large it is.
    pub(super) porthole: i32,
    pub(super) glass: i32,
    /// How far below the deck the portholes and the two texts are.
    pub(super) hull_lines: [i32; 3],
    /// How deep it all is below the deck.
    pub(super) draught: i32,
    /// The room for the names of the piles, a card of a pile, how many are in a line.
    pub(super) pile_label: i32,
    pub(super) pile: (i32, i32),
    pub(super) pile_columns: usize,
    /// From one card of the closed deck to the next, and from the deck to the discard pile.
    pub(super) back_step: i32,
    pub(super) pile_line: i32,
    /// The room below the last of them.
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
