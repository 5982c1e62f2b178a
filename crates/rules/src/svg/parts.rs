//! What more than one game draws: cards with a word on them, panels, text in several lines.
//!
//! Everything is placed by its upper left corner. Colours are the names of [`super::Colour`]s.

use maud::{Markup, html};

/// A place and size, in units of the picture.
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
    /// The area with this corner and size.
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Area {
        Area { x, y, w, h }
    }

    /// The middle, from left to right.
    pub const fn mid(self) -> i32 {
        self.x + self.w / 2
    }

    /// The right edge.
    pub const fn right(self) -> i32 {
        self.x + self.w
    }

    /// The lower edge.
    pub const fn bottom(self) -> i32 {
        self.y + self.h
    }

    /// The area with so much less, or more, at each side.
    pub const fn inset(self, by: i32) -> Area {
        Area::new(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)
    }

    /// A rectangle with rounded corners of these classes.
    pub fn rounded(self, radius: i32, class: &str, stroke: i32) -> Markup {
        html! {
            rect class=(class) x=(self.x) y=(self.y) width=(self.w) height=(self.h)
                rx=(radius) stroke-width=(stroke) {}
        }
    }
}

/// A small card with a word or number in its middle: a tile of a tower, a card of a pile.
pub fn card(area: Area, fill: &str, edge: &str, word: &str) -> Markup {
    html! {
        (area.rounded(4, &format!("f-{fill} s-{edge}"), 1))
        text class="f-ink b mid" x=(area.mid()) y=(area.y + area.h / 2 + 4) font-size="12" { (word) }
    }
}

/// A raised area, with an edge that stands out where `chosen`.
pub fn panel(area: Area, chosen: bool) -> Markup {
    let (edge, stroke) = if chosen { ("accent", 2) } else { ("line", 1) };
    area.rounded(8, &format!("f-panel s-{edge}"), stroke)
}

/// Text broken between words into lines of at most `most` characters.
pub fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Not at blanks at which no line breaks (U+00A0).
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

/// A number with its sign, as players write it: `+5`, `−4`, `0`.
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
