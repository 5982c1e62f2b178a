//! Draws the passengers: one for each number, composed of a coat, a head, and a few parts in front
//! of and behind it.
//!
//! A passenger is 44 units wide and high. The head is a circle around (22, 20).

use rules::svg::{Colour, Shapes, shape};

/// The colours of passengers. Those of the face are the same on all backgrounds.
pub(super) const COLOURS: [Colour; 19] = [
    Colour::new("sky", "#d8e9f1", "#3d4f5c"),
    Colour::new("sand", "#f3e3c0", "#57492f"),
    Colour::new("rose", "#f5d9d5", "#5c4140"),
    Colour::new("mint", "#d7ebd8", "#3a5245"),
    Colour::new("pale", "#f3cdab", "#e6bd98"),
    Colour::new("tan", "#d39a66", "#c48b58"),
    Colour::new("deep", "#855537", "#81512f"),
    Colour::new("dot", "#2a211c", "#231b17"),
    Colour::new("black", "#35302f", "#191717"),
    Colour::new("brown", "#75492a", "#6b4123"),
    Colour::new("ginger", "#c0622a", "#c0622a"),
    Colour::new("white", "#ffffff", "#eef0f2"),
    Colour::new("silver", "#b9bec6", "#a9b0ba"),
    Colour::new("navy", "#2c4a75", "#5079b3"),
    Colour::new("crimson", "#b8372f", "#cc5a4c"),
    Colour::new("green", "#3c7d55", "#4f9a6c"),
    Colour::new("gold", "#e0a32e", "#e0ab45"),
    Colour::new("violet", "#74538c", "#8d6ba6"),
    Colour::new("teal", "#27828a", "#3d9aa3"),
];

/// A part of a passenger: the name of its colour, and its outline.
type Piece = (&'static str, &'static str);

/// The composition of a passenger, from the back to the front.
struct Passenger {
    /// The colour behind the passenger.
    behind: &'static str,
    coat: &'static str,
    skin: &'static str,
    /// The parts behind the head.
    back: &'static [Piece],
    /// The parts in front of the head.
    front: &'static [Piece],
}

const SHOULDERS: &str = "M4 44q0 -14 11 -15h14q11 1 11 15z";
const EYES: &str = "M17 20a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0zM24.2 20a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0z";
/// Eyes and a smile.
const FACE: &str = "M17 19a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0zM24.2 19a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0zM18.4 23.4q3.6 4.6 7.2 0q-3.6 1.8 -7.2 0z";
const MOUSTACHE: &str = "M15 25q3 -4 7 -1.4q4 -2.6 7 1.4q-4 2.6 -7 .4q-3 2.2 -7 -.4z";
const BEARD: &str = "M13 20q1 3 5 2.4q4 -1.4 8 0q4 .6 5 -2.4q2 12 -9 12q-11 0 -9 -12z";
const SPECTACLES: &str = "M14.6 19a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM16 19a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1 -5.2 0zM21.4 19a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM22.8 19a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1 -5.2 0z";
const SUNGLASSES: &str =
    "M13.4 16.6h17.2v2.6q-1 3.4 -4 3.4q-3.4 0 -4 -3.4h-1.2q-.6 3.4 -4 3.4q-3 0 -4 -3.4z";
const TIE: &str = "M22 31l-6 -3v7zM22 31l6 -3v7z";
const LAPELS: &str = "M15 29h14l-7 9z";

/// The passengers 1 to 18.
const PASSENGERS: [Passenger; 18] = [
    // The purser, with a cap, who puts all in order.
    Passenger {
        behind: "sky",
        coat: "navy",
        skin: "pale",
        back: &[],
        front: &[
            ("dot", EYES),
            ("ginger", MOUSTACHE),
            ("navy", "M11 13q-3 -10 11 -10q14 0 11 10z"),
            (
                "gold",
                "M12 12h20v3.4h-20zM20.4 33h3.2v3.2h-3.2zM20.4 39h3.2v3.2h-3.2z",
            ),
            ("black", "M10 17q12 -5 24 0q-12 2 -24 0z"),
        ],
    },
    // A lady with red hair and a scarf.
    Passenger {
        behind: "mint",
        coat: "green",
        skin: "pale",
        back: &[(
            "ginger",
            "M8 27q-1 -22 14 -22q15 0 14 22q-2 6 -8 5h-12q-6 1 -8 -5z",
        )],
        front: &[
            ("dot", FACE),
            (
                "ginger",
                "M12 19q0 -11 10 -11q10 0 10 11q-8 -1 -11 -6q-3 5 -9 6z",
            ),
            (
                "gold",
                "M13 28q9 5 18 0l2 5q-4 2 -7 2l2 8h-7l1 -8q-6 0 -11 -2z",
            ),
        ],
    },
    // A gentleman with a top hat and a monocle.
    Passenger {
        behind: "rose",
        coat: "black",
        skin: "pale",
        back: &[],
        front: &[
            ("white", LAPELS),
            ("dot", EYES),
            ("silver", MOUSTACHE),
            (
                "gold",
                "M21.4 20a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0zM22.8 20a2.8 2.8 0 1 1 5.6 0a2.8 2.8 0 1 1 -5.6 0z",
            ),
            ("black", "M13 0h18v11h6v4h-30v-4h6z"),
            ("crimson", "M13 7h18v4h-18zM22 33l-5 -3v6zM22 33l5 -3v6z"),
        ],
    },
    // A card player with a green visor.
    Passenger {
        behind: "sand",
        coat: "white",
        skin: "tan",
        back: &[("black", "M12 18q-1 -11 10 -11q11 0 10 11z")],
        front: &[
            (
                "crimson",
                "M4 44q0 -14 10 -15l6 15zM40 44q0 -14 -10 -15l-6 15z",
            ),
            ("dot", FACE),
            ("green", "M11 13q11 -5 22 0l3 4q-14 -4 -28 0z"),
        ],
    },
    // A girl with pigtails.
    Passenger {
        behind: "sky",
        coat: "crimson",
        skin: "pale",
        back: &[(
            "brown",
            "M3 20q0 -6 5 -6l4 4l-3 8q-6 1 -6 -6zM41 20q0 -6 -5 -6l-4 4l3 8q6 1 6 -6zM12 20q-1 -13 10 -13q11 0 10 13z",
        )],
        front: &[
            ("dot", FACE),
            (
                "brown",
                "M12.6 18q0 -9 9.4 -9q9.4 0 9.4 9q-7 -1 -9.4 -6q-2.4 5 -9.4 6z",
            ),
            ("gold", "M7 13h5v5h-5zM32 13h5v5h-5z"),
            ("white", "M15 29h14l-3 5h-8z"),
        ],
    },
    // The cook.
    Passenger {
        behind: "mint",
        coat: "white",
        skin: "tan",
        back: &[],
        front: &[
            ("dot", EYES),
            ("black", MOUSTACHE),
            (
                "white",
                "M13 14v-5q-6 -2 -3 -7q4 -4 7 -.6q5 -3.4 10 0q3 -3.4 7 .6q3 5 -3 7v5z",
            ),
            ("silver", "M13 12h18v3h-18z"),
            ("crimson", "M14 29q8 4 16 0l-1 4l-5 1l2 6h-8l2 -6l-5 -1z"),
        ],
    },
    // A traveller with a straw hat and sunglasses.
    Passenger {
        behind: "sky",
        coat: "teal",
        skin: "tan",
        back: &[],
        front: &[
            ("black", SUNGLASSES),
            (
                "gold",
                "M3 15q8 -3 10 -5q1 -8 9 -8q8 0 9 8q2 2 10 5q-19 4 -38 0zM11 33h4v4h-4zM30 36h4v4h-4zM18 39h4v4h-4z",
            ),
            ("crimson", "M13 8h18l.6 4q-9.6 2 -19.2 0z"),
        ],
    },
    // An old lady with a headscarf.
    Passenger {
        behind: "sand",
        coat: "brown",
        skin: "pale",
        back: &[(
            "violet",
            "M9 22q-2 -17 13 -17q15 0 13 17q0 8 -6 11h-14q-6 -3 -6 -11z",
        )],
        front: &[
            ("silver", "M13 18q0 -8 9 -8q9 0 9 8q-4 -4 -9 -4q-5 0 -9 4z"),
            ("dot", SPECTACLES),
            ("violet", "M22 31l-8 -3q2 8 2 12l6 -6l6 6q0 -4 2 -12z"),
        ],
    },
    // A sailor, who also stands on his head.
    Passenger {
        behind: "rose",
        coat: "white",
        skin: "pale",
        back: &[],
        front: &[
            (
                "navy",
                "M10 31h24q2 1 3 3.4h-30q1 -2.4 3 -3.4zM5.4 38h33.2q.8 1.6 1 3.4h-35.2q.2 -1.8 1 -3.4z",
            ),
            ("dot", FACE),
            ("white", "M11 15l-2 -8q13 -5 26 0l-2 8q-11 -4 -22 0z"),
            (
                "navy",
                "M12 15l-.6 -3q10.6 -3.6 21.2 0l-.6 3q-10 -3.6 -20 0z",
            ),
            ("crimson", "M19 4a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"),
        ],
    },
    // A boy with a woollen hat and a balloon.
    Passenger {
        behind: "mint",
        coat: "navy",
        skin: "deep",
        back: &[
            ("black", "M37 20h1.4v20h-1.4z"),
            (
                "crimson",
                "M31.4 13q0 -8 6.4 -8q6.2 0 6.2 8q0 7 -6.2 8q-6.4 -1 -6.4 -8z",
            ),
        ],
        front: &[
            ("dot", FACE),
            (
                "gold",
                "M12 17q-1 -11 10 -11q11 0 10 11zM18.6 5a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z",
            ),
            ("white", "M11 14h22v4h-22z"),
        ],
    },
    // A runner with a headband.
    Passenger {
        behind: "sand",
        coat: "teal",
        skin: "deep",
        back: &[("black", "M7 17a15 14 0 1 0 30 0a15 14 0 1 0 -30 0z")],
        front: &[
            (
                "deep",
                "M4 44q0 -14 10 -15l4 15zM40 44q0 -14 -10 -15l-4 15z",
            ),
            ("dot", FACE),
            ("crimson", "M13 12h18l.6 4h-19.2z"),
        ],
    },
    // A spy with a hat and a high collar.
    Passenger {
        behind: "sky",
        coat: "brown",
        skin: "pale",
        back: &[],
        front: &[
            ("dot", EYES),
            ("brown", "M8 34l4 -10l10 9zM36 34l-4 -10l-10 9z"),
            (
                "black",
                "M3 16q9 -1 10 -6q1 -8 5 -8q4 2 8 0q4 0 5 8q1 5 10 6q-19 3 -38 0z",
            ),
            ("silver", "M12.8 9q9.2 -2 18.4 0l.6 3.4q-9.8 -2 -19.6 0z"),
        ],
    },
    // A pirate.
    Passenger {
        behind: "rose",
        coat: "black",
        skin: "tan",
        back: &[("crimson", "M31 11q7 -2 9 4q-6 -1 -8 1z")],
        front: &[
            ("dot", "M24.2 19a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0z"),
            ("black", BEARD),
            ("crimson", "M12 15q-1 -11 10 -11q11 0 10 11q-10 -4 -20 0z"),
            (
                "black",
                "M12.4 14.6l7 2.4l11.6 -3.6v1.2l-9.6 3.4q.4 4.4 -3 4.4q-3.6 0 -3.4 -4.4l-3 -2z",
            ),
            ("gold", "M31 23a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z"),
        ],
    },
    // A doorman, bald, with dark glasses.
    Passenger {
        behind: "mint",
        coat: "black",
        skin: "deep",
        back: &[("deep", "M13 20h18v14h-18z")],
        front: &[
            ("white", LAPELS),
            ("black", SUNGLASSES),
            ("black", "M19 25.6h6v1.6h-6zM20.6 31h2.8l1.6 9l-3 3l-3 -3z"),
        ],
    },
    // A professor with wild hair.
    Passenger {
        behind: "sky",
        coat: "ginger",
        skin: "pale",
        back: &[(
            "silver",
            "M10 26q-7 -1 -4 -7q-4 -6 3 -8q2 -7 9 -5q4 -4 9 0q8 -1 8 6q6 2 3 8q2 6 -5 6z",
        )],
        front: &[
            ("white", LAPELS),
            ("dot", SPECTACLES),
            ("silver", MOUSTACHE),
            ("green", TIE),
        ],
    },
    // A lady with a wide hat and pearls.
    Passenger {
        behind: "sand",
        coat: "violet",
        skin: "tan",
        back: &[(
            "black",
            "M10 26q-2 -17 12 -17q14 0 12 17q-2 4 -6 3h-12q-4 1 -6 -3z",
        )],
        front: &[
            ("dot", FACE),
            (
                "crimson",
                "M1 15q8 -1 11 -5q3 -7 10 -7q7 0 10 7q3 4 11 5q-21 5 -42 0z",
            ),
            (
                "white",
                "M13 11q9 2.6 18 0l1 2.4q-10 2.6 -20 0zM14 30a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0zM18 32.4a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0zM22.6 32.4a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0zM26.6 30a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0z",
            ),
        ],
    },
    // A queen, who only sits in the middle.
    Passenger {
        behind: "rose",
        coat: "navy",
        skin: "pale",
        back: &[(
            "silver",
            "M10 24q-2 -16 12 -16q14 0 12 16q-3 6 -7 4h-10q-4 2 -7 -4z",
        )],
        front: &[
            ("white", "M10 30q12 7 24 0l3 5q-15 8 -30 0z"),
            ("dot", FACE),
            (
                "gold",
                "M12 14l-2 -11l6 5l6 -8l6 8l6 -5l-2 11q-10 -3 -20 0z",
            ),
            (
                "crimson",
                "M20.2 9a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0z",
            ),
        ],
    },
    // A mother with a child, who counts double.
    Passenger {
        behind: "mint",
        coat: "crimson",
        skin: "tan",
        back: &[(
            "black",
            "M17 4a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM11 21q-1 -15 11 -15q12 0 11 15z",
        )],
        front: &[
            ("dot", FACE),
            (
                "black",
                "M12.6 18q0 -10 9.4 -10q9.4 0 9.4 10q-5 -2 -9.4 -6q-4.4 4 -9.4 6z",
            ),
            (
                "white",
                "M18 38q1 -10 11 -10q10 0 11 9q1 7 -9 7h-8q-5 0 -5 -6z",
            ),
            ("tan", "M26 34a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"),
            (
                "dot",
                "M28 34a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM32 34a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z",
            ),
        ],
    },
];

/// The sailor on his head, for the 9 that lies as a 6.
const UPSIDE_DOWN: [Piece; 6] = [
    ("white", "M4 0q0 14 11 15h14q11 -1 11 -15z"),
    (
        "navy",
        "M10 13h24q2 -1 3 -3.4h-30q1 2.4 3 3.4zM5.4 6h33.2q.8 -1.6 1 -3.4h-35.2q.2 1.8 1 3.4z",
    ),
    ("pale", "M13 24a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z"),
    (
        "dot",
        "M17 25a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0zM24.2 25a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0zM18.4 20.6q3.6 -4.6 7.2 0q-3.6 -1.8 -7.2 0z",
    ),
    ("white", "M11 29l-2 8q13 5 26 0l-2 -8q-11 4 -22 0z"),
    ("navy", "M12 29l-.6 3q10.6 3.6 21.2 0l-.6 -3q-10 3.6 -20 0z"),
];

/// The side of a passenger, in its own units.
pub(super) const SIDE: i32 = 44;

/// A place for a passenger: the upper left corner, and the scale.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) scale: &'static str,
}

/// Draws the passenger of a number. A 9 that lies as a 6 stands on his head.
pub(super) fn passenger(to: &mut Shapes, value: u8, is_turned: bool, at: Place) {
    let Some(passenger) = PASSENGERS.get(usize::from(value).wrapping_sub(1)) else {
        return;
    };
    shape!(to, group scaled=(at.x, at.y, at.scale) untouchable);
    to.holds(|to| {
        shape!(to, rect class=(format_args!("f-{}", passenger.behind)) size=(SIDE, SIDE) rx=4);
        if is_turned {
            pieces(to, &UPSIDE_DOWN);
            return;
        }
        pieces(to, passenger.back);
        pieces(to, &[(passenger.coat, SHOULDERS)]);
        shape!(to, circle class=(format_args!("f-{}", passenger.skin)) around=(22, 20) r=9);
        pieces(to, passenger.front);
    });
}

fn pieces(to: &mut Shapes, pieces: &[Piece]) {
    for (colour, outline) in pieces {
        shape!(to, path class=(format_args!("f-{colour}")) d=(outline));
    }
}
