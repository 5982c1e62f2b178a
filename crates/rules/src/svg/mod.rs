//! Pictures of a board as SVG: one frame, one set of shared colours, light and dark.
//!
//! A game draws the inside as a list of [`Shapes`] and names its colours only by class.
//! [`Drawing::svg`] writes the shapes, the frame and the style sheet; `raster` paints the same
//! shapes as PNG. Pictures use only features that every renderer of SVG 1.1 supports, so browsers,
//! mail programs and rasterisers show the same: no scripts, no variables, no foreign objects,
//! nothing external.
//!
//! Every element that a move can name has an `id`, and in `data-word` the word of the text notation
//! that selects it. With these, a page lets the player compose a move by clicking, along the
//! branches of the legal moves. If one word has two meanings (a card 8 and a place 8), `data-after`
//! lists the words that must come before it: `data-word="8" data-after="play discard"`.
//!
//! Text is 14 units high unless an element has its own `font-size`. [`parts`] holds drawings that
//! several games share.

use std::fmt::Write;

pub mod parts;
mod preferences;
mod shapes;

pub use crate::shape;
pub use preferences::{Colours, Layout, Preferences, Routes, Sheets, Words};
use shapes::escape;
pub use shapes::{Flag, Name, Number, Part, Shapes, Tag};

/// A colour of a picture. Its classes are `f-NAME` (fill) and `s-NAME` (stroke).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// The name in class names.
    pub name: &'static str,
    /// The value on a light background, `#rrggbb`.
    pub light: &'static str,
    /// The value on a dark background, `#rrggbb`.
    pub dark: &'static str,
}

impl Colour {
    /// Creates a colour from its name and values.
    pub const fn new(name: &'static str, light: &'static str, dark: &'static str) -> Colour {
        Colour { name, light, dark }
    }
}

/// The colours of every picture.
const SHARED: &[Colour] = &[
    Colour::new("paper", "#fbfaf7", "#1b1d21"),
    Colour::new("panel", "#f0ede6", "#272a30"),
    Colour::new("ink", "#24262b", "#eceae4"),
    Colour::new("faint", "#565961", "#b2b5bd"),
    Colour::new("line", "#c9c4b8", "#484c55"),
    Colour::new("accent", "#1c57b0", "#7db2ff"),
    Colour::new("good", "#23743f", "#7fd69b"),
    Colour::new("bad", "#b3261e", "#ff9d94"),
];

/// The background of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Light, or dark if the viewer's program prefers dark.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The drawing that a game makes of a view.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// The width in user units: about 720, or 390 in the narrow [`Layout`].
    pub width: u32,
    /// The height in user units.
    pub height: u32,
    /// A one-line description of the picture: `Buttons, round 3, Ann to roll`.
    pub title: String,
    /// The game's own colours, besides the shared `paper`, `panel`, `ink`, `faint`, `line`,
    /// `accent`, `good` and `bad`.
    pub colours: &'static [Colour],
    /// The elements.
    pub body: Shapes,
}

impl Drawing {
    /// Returns the picture as a complete SVG document.
    pub fn svg(&self, theme: Theme) -> String {
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"14\"><title>"
        );
        escape(&mut svg, &self.title);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "</title><style>{}</style>\
             <rect class=\"f-paper\" width=\"{width}\" height=\"{height}\"></rect>",
            self.style(theme)
        );
        self.body.write(&mut svg);
        svg.push_str("</svg>");
        svg
    }

    /// Returns the colours of the drawing: the shared ones and its own.
    pub fn colours(&self) -> impl Iterator<Item = &'static Colour> {
        SHARED.iter().chain(self.colours)
    }

    fn style(&self, theme: Theme) -> String {
        let (light, dark) = (self.classes(|it| it.light), self.classes(|it| it.dark));
        let colours = match theme {
            Theme::Light => light,
            Theme::Dark => dark,
            Theme::Auto => format!("{light}@media (prefers-color-scheme:dark){{{dark}}}"),
        };
        format!(
            ".board .b{{font-weight:bold}}.board .mid{{text-anchor:middle}}\
             .board .end{{text-anchor:end}}{colours}"
        )
    }

    fn classes(&self, value: impl Fn(&Colour) -> &'static str) -> String {
        let mut css = String::new();
        for colour in self.colours() {
            let (name, value) = (colour.name, value(colour));
            // Writing to a string cannot fail.
            let _ = write!(
                css,
                ".board .f-{name}{{fill:{value}}}.board .s-{name}{{stroke:{value}}}"
            );
        }
        css
    }
}

/// Shortens a text to `most` characters. A shortened text ends with an ellipsis.
pub fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(most.saturating_sub(1)).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}
