//! A user's preferences for drawings of a board, apart from light or dark.
//!
//! They do not affect the rules, and no drawing shows more information because of them. A game uses
//! those that it supports ([`Show::draw_as`](crate::Show::draw_as)). The defaults are the game's
//! own appearance.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

/// A user's preferences for drawings of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The meaning of the colours of pieces.
    pub colours: Colours,
    /// Whether a moving piece is drawn as a small picture of itself.
    pub icons: bool,
    /// How the routes of pieces are drawn.
    pub routes: Routes,
    /// The players whose sheets are drawn in full.
    pub sheets: Sheets,
    /// The size of the drawing.
    pub layout: Layout,
    /// Whether the board shows the words of the text notation.
    pub words: Words,
}

/// Declares enums of choices, which are written in `snake_case` everywhere.
macro_rules! sets {
    ($($set:item)*) => {$(
        #[derive(
            Clone,
            Copy,
            Debug,
            Default,
            PartialEq,
            Eq,
            Serialize,
            Deserialize,
            JsonSchema,
            EnumString,
            Display,
        )]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        $set
    )*};
}

sets! {
    /// What the colours of pieces and their routes tell.
    pub enum Colours {
        /// Which piece it is.
        #[default]
        Piece,
        /// How far it is: not begun, ready, on its way, done.
        State,
        /// Nothing: all have one colour.
        One,
    }

    /// How the routes of pieces are drawn.
    pub enum Routes {
        /// As straight lines.
        #[default]
        Straight,
        /// As roads that wind.
        Road,
        /// Not at all: their places alone.
        Off,
    }

    /// Whose sheets are drawn whole, where each player has one.
    pub enum Sheets {
        /// All, as far as the viewer may see them.
        #[default]
        All,
        /// That of who looks; of the others what they have scored.
        Own,
    }

    /// For how much room a board is drawn.
    pub enum Layout {
        /// For a large screen or a mail: about 720 units wide.
        #[default]
        Wide,
        /// For a telephone upright: 390 units wide and as high as need be, where at one pixel a unit no text is smaller than 11
        /// pixels and whatever can be touched is at least 24 wide and high.
        Narrow,
    }

    /// Whether the words of the text notation are written on a board: the codes of tiles, and what may be played.
    pub enum Words {
        /// They are, for whoever plays by writing them.
        #[default]
        On,
        /// Only what players say, for whoever touches what they play.
        Off,
    }
}
