//! Pictures of a board as SVG: one frame, one set of shared colours, light and dark.
//!
//! A game draws the inside ([`Drawing`]) and names its colours by class only; [`Drawing::svg`]
//! writes the frame and the style sheet. Pictures keep to what every renderer of SVG 1.1 knows, so
//! that a browser, a mail program and a rasteriser show the same: no scripts, no variables, no
//! foreign objects, nothing external.
//!
//! Whatever a move can name carries an `id` and, in `data-word`, the word of the text notation
//! that chooses it, so that a page can let a person click a move together along the branches of
//! the legal moves. Where the same word can mean two things (a card 8 and a place 8), `data-after`
//! lists the words behind which this one is meant: `data-word="8" data-after="play discard"`.
//!
//! Text is 14 units high unless an element has a `font-size` of its own. [`parts`] holds what more
//! than one game draws.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

pub mod parts;
mod preferences;

pub use preferences::{Colours, Layout, Preferences, Routes, Sheets, Words};

/// A colour of a picture: its classes are `f-NAME` (fill) and `s-NAME` (stroke).
#[derive(Clone, Copy, Debug)]
pub struct Colour {
    /// The name in class names.
    pub name: &'static str,
    /// The value on a light ground, `#rrggbb`.
    pub light: &'static str,
    /// The value on a dark ground, `#rrggbb`.
    pub dark: &'static str,
}

impl Colour {
    /// A colour by name and values.
    pub const fn new(name: &'static str, light: &'static str, dark: &'static str) -> Colour {
        Colour { name, light, dark }
    }
}

/// The colours that every picture has.
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

/// On what ground a picture is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light, and dark where the viewer's program prefers dark.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What a game draws of a view.
#[derive(Debug)]
pub struct Drawing {
    /// The width in user units; 720 or so, and 390 in the narrow [`Layout`].
    pub width: u32,
    /// The height in user units.
    pub height: u32,
    /// What the picture shows, in one line: `Buttons, round 3, Ann to roll`.
    pub title: String,
    /// The game's own colours, besides the shared `paper`, `panel`, `ink`, `faint`, `line`,
    /// `accent`, `good` and `bad`.
    pub colours: &'static [Colour],
    /// The elements.
    pub body: Markup,
}

impl Drawing {
    /// The picture as a whole SVG document.
    pub fn svg(&self, theme: Theme) -> String {
        let (width, height) = (self.width, self.height);
        let markup = html! {
            svg xmlns="http://www.w3.org/2000/svg" class="board" role="img"
                viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
                font-family="DejaVu Sans, Verdana, sans-serif" font-size="14" {
                title { (self.title) }
                style { (PreEscaped(self.style(theme))) }
                rect class="f-paper" width=(width) height=(height) {}
                (self.body)
            }
        };
        markup.into_string()
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
        for colour in SHARED.iter().chain(self.colours) {
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

/// A text of at most `most` characters; a longer one ends in an ellipsis.
pub fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(most.saturating_sub(1)).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}
