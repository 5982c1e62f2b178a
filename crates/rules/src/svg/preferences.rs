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
    /// The meaning of the colours of pieces and their routes.
    pub enum Colours {
        /// The piece: each has its own colour.
        #[default]
        Piece,
        /// The progress of the piece: not begun, ready, moving, done.
        State,
        /// None: all pieces have one colour.
        One,
    }

    /// The form of the routes of pieces.
    pub enum Routes {
        /// Straight lines.
        #[default]
        Straight,
        /// Winding roads.
        Road,
        /// No routes, only their places.
        Off,
    }

    /// The players whose sheets are drawn in full, in games in which each player has one.
    pub enum Sheets {
        /// All players, as far as the viewer may see their sheets.
        #[default]
        All,
        /// Only the viewer. Of the others, the drawing shows the scores.
        Own,
    }

    /// The size of a drawing.
    pub enum Layout {
        /// About 720 units wide, for large screens and mails.
        #[default]
        Wide,
        /// 390 units wide and as high as needed, for an upright phone. At one pixel a unit, texts
        /// are at least 11 pixels high, and touch targets at least 24 by 24 pixels.
        Narrow,
    }

    /// Whether a board shows the words of the text notation: the codes of tiles and the legal
    /// moves.
    pub enum Words {
        /// With the words, for players who type their moves.
        #[default]
        On,
        /// Without the words, for players who touch the board.
        Off,
    }
}
