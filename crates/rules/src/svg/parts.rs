//! Drawings that several games share: cards with a word on them, panels, text in several lines.
//!
//! The position of each drawing is its upper left corner. Colours are names of [`super::Colour`]s.

use std::fmt::Display;

use super::Shapes;

/// A position and size, in units of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// The width.
    pub w: i32,
    /// The height.
    pub h: i32,
}

impl Area {
    /// Creates the area with this corner and size.
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Area {
        Area { x, y, w, h }
    }

    /// Returns the horizontal centre.
    pub const fn mid(self) -> i32 {
        self.x + self.w / 2
    }

    /// Returns the right edge.
    pub const fn right(self) -> i32 {
        self.x + self.w
    }

    /// Returns the lower edge.
    pub const fn bottom(self) -> i32 {
        self.y + self.h
    }

    /// Returns the area with each side moved inwards by `by`, or outwards if it is negative.
    pub const fn inset(self, by: i32) -> Area {
        Area::new(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)
    }

    /// Draws a rectangle of these classes with rounded corners.
    pub fn rounded(self, to: &mut Shapes, radius: i32, class: impl Display, stroke: i32) {
        to.rect()
            .class(class)
            .at(self.x, self.y)
            .size(self.w, self.h)
            .rx(radius)
            .stroke_width(stroke);
    }
}

/// Draws a small card with a word or number in its centre, such as a tile of a tower or a card of a
/// pile.
pub fn card(to: &mut Shapes, area: Area, fill: &str, edge: &str, word: impl Display) {
    area.rounded(to, 4, format_args!("f-{fill} s-{edge}"), 1);
    to.text()
        .class("f-ink b mid")
        .at(area.mid(), area.y + area.h / 2 + 4)
        .font_size(12)
        .says(word);
}

/// Draws a raised panel, with a highlighted edge if `chosen`.
pub fn panel(to: &mut Shapes, area: Area, chosen: bool) {
    let (edge, stroke) = if chosen { ("accent", 2) } else { ("line", 1) };
    area.rounded(to, 8, format_args!("f-panel s-{edge}"), stroke);
}

/// Breaks a text between words into lines of at most `most` characters.
pub fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // A no-break space (U+00A0) does not split a word.
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns a number with its sign, as players write it: `+5`, `−4`, `0`.
pub fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("−{}", number.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(
            lines("move one card two places", 10),
            ["move one", "card two", "places"]
        );
        assert_eq!(lines("incomprehensible", 4), ["incomprehensible"]);
        assert!(lines(" ", 4).is_empty());
    }

    #[test]
    fn numbers_have_a_sign() {
        assert_eq!([signed(5), signed(-4), signed(0)], ["+5", "−4", "0"]);
    }
}
