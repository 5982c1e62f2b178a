//! The shapes of a picture: elements with typed attributes, one list for all.
//!
//! The methods of [`Shapes`] add to the list; [`shape!`](crate::shape) calls several. A method with
//! the name of an element begins it and ends the previous one. The methods after it add its
//! attributes and its text. A container, such as a group, holds the elements that
//! [`Shapes::holds`] draws. [`Shapes::parts`] reads the list;
//! pages get it as SVG, with the attributes in the order of the calls.

use std::fmt::{self, Display, Write};

/// A length or coordinate in units of the picture, with up to four decimal places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Number(i32);

/// The value of a [`Number`] for one unit.
const ONE: i32 = 10_000;

impl Number {
    /// Returns the number in ten-thousandths.
    pub const fn ten_thousandths(self) -> i32 {
        self.0
    }
}

impl From<i32> for Number {
    fn from(number: i32) -> Number {
        Number(number.saturating_mul(ONE))
    }
}

impl From<u8> for Number {
    fn from(number: u8) -> Number {
        i32::from(number).into()
    }
}

impl From<u32> for Number {
    fn from(number: u32) -> Number {
        i32::try_from(number).unwrap_or(i32::MAX).into()
    }
}

impl From<&'static str> for Number {
    /// Converts a decimal, such as `-7.25`. Everything else is 0.
    fn from(decimal: &'static str) -> Number {
        let (sign, digits) = match decimal.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, decimal),
        };
        let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
        let number = |digits: &str| digits.parse::<i32>().unwrap_or(0);
        let rest = number(&format!("{rest:0<4}"));
        Number(sign * (number(whole) * ONE + rest))
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / ONE, self.0 % ONE);
        if rest == 0 {
            return whole.fmt(f);
        }
        let sign = if self.0 < 0 { "-" } else { "" };
        let decimals = format!("{:04}", rest.abs());
        write!(
            f,
            "{sign}{}.{}",
            whole.abs(),
            decimals.trim_end_matches('0')
        )
    }
}

/// The kind of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "each has its name in SVG")]
pub enum Tag {
    Circle,
    #[strum(serialize = "clipPath")]
    ClipPath,
    Defs,
    #[strum(serialize = "g")]
    Group,
    Line,
    Path,
    Pattern,
    Polygon,
    Rect,
    #[strum(serialize = "tspan")]
    Span,
    Text,
    Title,
}

/// The name of an attribute that has a number or words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each has its name in SVG")]
pub enum Name {
    Class,
    ClipPath,
    Cx,
    Cy,
    D,
    /// A fill with the pattern of this id.
    Fill,
    FillOpacity,
    FontSize,
    Height,
    Id,
    Points,
    R,
    Rx,
    StrokeOpacity,
    StrokeWidth,
    Width,
    X,
    X1,
    X2,
    Y,
    Y1,
    Y2,
}

impl Name {
    /// Returns the text before the value of the attribute and after it.
    const fn around(self) -> (&'static str, &'static str) {
        match self {
            Name::Class => (" class=\"", "\""),
            Name::ClipPath => (" clip-path=\"url(#", ")\""),
            Name::Cx => (" cx=\"", "\""),
            Name::Cy => (" cy=\"", "\""),
            Name::D => (" d=\"", "\""),
            Name::Fill => (" fill=\"url(#", ")\""),
            Name::FillOpacity => (" fill-opacity=\"", "\""),
            Name::FontSize => (" font-size=\"", "\""),
            Name::Height => (" height=\"", "\""),
            Name::Id => (" id=\"", "\""),
            Name::Points => (" points=\"", "\""),
            Name::R => (" r=\"", "\""),
            Name::Rx => (" rx=\"", "\""),
            Name::StrokeOpacity => (" stroke-opacity=\"", "\""),
            Name::StrokeWidth => (" stroke-width=\"", "\""),
            Name::Width => (" width=\"", "\""),
            Name::X => (" x=\"", "\""),
            Name::X1 => (" x1=\"", "\""),
            Name::X2 => (" x2=\"", "\""),
            Name::Y => (" y=\"", "\""),
            Name::Y1 => (" y1=\"", "\""),
            Name::Y2 => (" y2=\"", "\""),
        }
    }
}

/// An attribute without a value of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
pub enum Flag {
    /// No fill.
    #[strum(serialize = " fill=\"none\"")]
    Unfilled,
    /// The stroke is below the fill.
    #[strum(serialize = " paint-order=\"stroke\"")]
    StrokeFirst,
    /// The unit of a pattern is that of the picture.
    #[strum(serialize = " patternUnits=\"userSpaceOnUse\"")]
    UserSpace,
    /// Pointers pass through.
    #[strum(serialize = " pointer-events=\"none\"")]
    Untouchable,
    /// Lines end at their last point.
    #[strum(serialize = " stroke-linecap=\"butt\"")]
    ButtCaps,
    /// Lines have round ends.
    #[strum(serialize = " stroke-linecap=\"round\"")]
    RoundCaps,
    /// Lines have round corners.
    #[strum(serialize = " stroke-linejoin=\"round\"")]
    RoundJoins,
    /// Lines have no gaps.
    #[strum(serialize = " stroke-dasharray=\"none\"")]
    Undashed,
}

/// A part of the list of shapes. `T` is a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part<T> {
    /// An element begins. Its attributes follow, then its text or the elements in it.
    Begin(Tag),
    /// An attribute with a number.
    Number(Name, Number),
    /// An attribute with words.
    Words(Name, T),
    /// An attribute without a value of its own.
    Flag(Flag),
    /// The length of dashes and of the gaps between them.
    Dashes(u8, u8),
    /// The position of the element's origin, and its scale.
    Moved([Number; 2], Number),
    /// An attribute `data-…` for pages.
    Data(&'static str, T),
    /// The text of the element.
    Says(T),
    /// The latest element that has not ended ends.
    End,
}

/// A text within [`Shapes`]: its begin and end.
type Place = (u32, u32);

/// The shapes of a picture, in the order of painting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shapes {
    parts: Vec<Part<Place>>,
    /// All texts.
    text: String,
    /// The number of elements that end when the next one begins.
    open: usize,
}

/// Adds an element to [`Shapes`](crate::svg::Shapes), with its attributes in order and its text:
/// `shape!(to, text class="f-ink" at=(9, 30) => title)`. Each attribute is a method of the shapes.
#[macro_export]
macro_rules! shape {
    (
        $to:expr, $tag:ident
        $($name:ident $(= $($value:literal)? $(($($values:expr),*))?)?)*
        $(=> $text:expr)?
    ) => {
        $to.$tag()$(.$name($($($value)? $($($values),*)?)?))*$(.says($text))?
    };
}

/// Declares the methods that begin an element.
macro_rules! elements {
    ($($method:ident $tag:ident)*) => {$(
        #[doc = concat!("Begins an element `", stringify!($method), "`.")]
        pub fn $method(&mut self) -> &mut Shapes {
            self.begin(Tag::$tag)
        }
    )*};
}

/// Declares the methods for attributes with a number.
macro_rules! numbers {
    ($($method:ident $name:ident)*) => {$(
        #[doc = concat!("Adds the attribute `", stringify!($method), "`.")]
        pub fn $method(&mut self, number: impl Into<Number>) -> &mut Shapes {
            self.push(Part::Number(Name::$name, number.into()))
        }
    )*};
}

/// Declares the methods for attributes with words.
macro_rules! words {
    ($($(#[doc = $doc:literal])* $method:ident $name:ident)*) => {$(
        $(#[doc = $doc])*
        pub fn $method(&mut self, words: impl Display) -> &mut Shapes {
            let words = self.place(words);
            self.push(Part::Words(Name::$name, words))
        }
    )*};
}

/// Declares the methods for attributes without a value of their own.
macro_rules! flags {
    ($($(#[doc = $doc:literal])* $method:ident $flag:ident)*) => {$(
        $(#[doc = $doc])*
        pub fn $method(&mut self) -> &mut Shapes {
            self.push(Part::Flag(Flag::$flag))
        }
    )*};
}

impl Shapes {
    elements! {
        circle Circle
        defs Defs
        group Group
        line Line
        path Path
        polygon Polygon
        rect Rect
        text Text
    }

    numbers! {
        fill_opacity FillOpacity
        font_size FontSize
        r R
        rx Rx
        stroke_opacity StrokeOpacity
        stroke_width StrokeWidth
        x X
        y Y
    }

    words! {
        /// Adds classes, which give the element its colours, and its text weight and alignment.
        class Class
        /// Clips a group to the area of [`Shapes::clip`] with this id. Scale and move a group
        /// inside of it, not the same one.
        clipped_by ClipPath
        /// Adds the outline of a path, as in SVG.
        d D
        /// Fills the element with the [`Shapes::pattern`] of this id.
        filled_with Fill
        /// Adds the id of the element.
        id Id
        /// Adds the corners of a polygon, as in SVG.
        points Points
    }

    flags! {
        /// Lets lines end at their last point.
        butt_caps ButtCaps
        /// Gives lines round ends.
        round_caps RoundCaps
        /// Gives lines round corners.
        round_joins RoundJoins
        /// Paints the stroke below the fill.
        stroke_first StrokeFirst
        /// Leaves lines without gaps.
        undashed Undashed
        /// Leaves the inside empty.
        unfilled Unfilled
        /// Lets pointers pass through.
        untouchable Untouchable
    }

    /// Begins a pattern for [`Shapes::filled_with`], with the size of a tile.
    pub fn pattern(&mut self, id: impl Display, width: i32, height: i32) -> &mut Shapes {
        self.begin(Tag::Pattern).id(id).size(width, height);
        self.push(Part::Flag(Flag::UserSpace))
    }

    /// Begins an area for [`Shapes::clipped_by`]. It holds one rectangle.
    pub fn clip(&mut self, id: impl Display) -> &mut Shapes {
        self.begin(Tag::ClipPath).id(id)
    }

    /// Adds a description of the group, for pointers and screen readers.
    pub fn title(&mut self, text: impl Display) -> &mut Shapes {
        self.begin(Tag::Title).says(text)
    }

    /// Begins a part of a text with classes of its own.
    pub fn span(&mut self) -> &mut Shapes {
        self.open += 1;
        self.push(Part::Begin(Tag::Span))
    }

    /// Adds the position of a rectangle or a text.
    pub fn at(&mut self, x: impl Into<Number>, y: impl Into<Number>) -> &mut Shapes {
        self.x(x).y(y)
    }

    /// Adds the size of a rectangle.
    pub fn size(&mut self, width: impl Into<Number>, height: impl Into<Number>) -> &mut Shapes {
        self.push(Part::Number(Name::Width, width.into()));
        self.push(Part::Number(Name::Height, height.into()))
    }

    /// Adds the centre of a circle.
    pub fn around(&mut self, x: impl Into<Number>, y: impl Into<Number>) -> &mut Shapes {
        self.push(Part::Number(Name::Cx, x.into()));
        self.push(Part::Number(Name::Cy, y.into()))
    }

    /// Adds the horizontal range of a line.
    pub fn from_x_to(&mut self, x1: impl Into<Number>, x2: impl Into<Number>) -> &mut Shapes {
        self.push(Part::Number(Name::X1, x1.into()));
        self.push(Part::Number(Name::X2, x2.into()))
    }

    /// Adds the height of a horizontal line.
    pub fn at_height(&mut self, y: impl Into<Number>) -> &mut Shapes {
        let y = y.into();
        self.push(Part::Number(Name::Y1, y));
        self.push(Part::Number(Name::Y2, y))
    }

    /// Adds the ends of a line.
    pub fn between(&mut self, [x1, y1, x2, y2]: [i32; 4]) -> &mut Shapes {
        self.push(Part::Number(Name::X1, x1.into()));
        self.push(Part::Number(Name::Y1, y1.into()));
        self.push(Part::Number(Name::X2, x2.into()));
        self.push(Part::Number(Name::Y2, y2.into()))
    }

    /// Interrupts lines: the length of a dash and of a gap.
    pub fn dashes(&mut self, dash: u8, gap: u8) -> &mut Shapes {
        self.push(Part::Dashes(dash, gap))
    }

    /// Moves the element by this much.
    pub fn moved(&mut self, x: impl Into<Number>, y: impl Into<Number>) -> &mut Shapes {
        self.scaled(x, y, 1)
    }

    /// Scales the element, then moves it by this much.
    pub fn scaled(
        &mut self,
        x: impl Into<Number>,
        y: impl Into<Number>,
        scale: impl Into<Number>,
    ) -> &mut Shapes {
        self.push(Part::Moved([x.into(), y.into()], scale.into()))
    }

    /// Adds the word of the text notation that selects the element.
    pub fn word(&mut self, word: impl Display) -> &mut Shapes {
        self.data("word", word)
    }

    /// Adds an attribute `data-…` for pages.
    pub fn data(&mut self, name: &'static str, value: impl Display) -> &mut Shapes {
        let value = self.place(value);
        self.push(Part::Data(name, value))
    }

    /// Adds text to the element.
    pub fn says(&mut self, text: impl Display) -> &mut Shapes {
        let (from, to) = self.place(text);
        match self.parts.last_mut() {
            Some(Part::Says((_, end))) if *end == from => *end = to,
            _ => self.parts.push(Part::Says((from, to))),
        }
        self
    }

    /// Adds an attribute if there is a value for it.
    pub fn maybe<T>(
        &mut self,
        value: Option<T>,
        attribute: impl FnOnce(&mut Shapes, T) -> &mut Shapes,
    ) -> &mut Shapes {
        match value {
            Some(value) => attribute(self, value),
            None => self,
        }
    }

    /// Draws the elements in a container, and ends it.
    pub fn holds(&mut self, draw: impl FnOnce(&mut Shapes)) {
        self.open = 0;
        draw(self);
        self.close();
        self.parts.push(Part::End);
    }

    /// Adds all shapes of another list.
    pub fn extend(&mut self, others: &Shapes) {
        self.close();
        let base = self.text.len() as u32;
        self.text.push_str(&others.text);
        let moved = |(from, to)| (base + from, base + to);
        let parts = others.parts.iter().map(|part| part.map(moved));
        self.parts.extend(parts);
        self.open = others.open;
    }

    /// Returns the list. Every element in it ends.
    pub fn parts(&self) -> impl Iterator<Item = Part<&str>> + Clone {
        let text = |(from, to): Place| self.text.get(from as usize..to as usize).unwrap_or("");
        let parts = self.parts.iter().map(move |part| part.map(text));
        parts.chain(std::iter::repeat_n(Part::End, self.open))
    }

    /// Writes the shapes as SVG.
    pub(super) fn write(&self, svg: &mut String) {
        svg.reserve(self.text.len() + 12 * self.parts.len());
        let (mut tags, mut in_tag) = (Vec::new(), false);
        for part in self.parts() {
            if in_tag && matches!(part, Part::Begin(_) | Part::Says(_) | Part::End) {
                svg.push('>');
                in_tag = false;
            }
            match part {
                Part::Begin(tag) => {
                    svg.push('<');
                    svg.push_str(tag.into());
                    tags.push(tag);
                    in_tag = true;
                }
                Part::Number(name, number) => {
                    let (before, after) = name.around();
                    svg.push_str(before);
                    put(svg, number);
                    svg.push_str(after);
                }
                Part::Words(name, words) => {
                    let (before, after) = name.around();
                    svg.push_str(before);
                    escape(svg, words);
                    svg.push_str(after);
                }
                Part::Flag(flag) => svg.push_str(flag.into()),
                Part::Dashes(dash, gap) => {
                    // Writing to a string cannot fail.
                    let _ = write!(svg, " stroke-dasharray=\"{dash} {gap}\"");
                }
                Part::Moved([x, y], scale) => {
                    let _ = write!(svg, " transform=\"translate({x} {y})");
                    if scale != Number(ONE) {
                        let _ = write!(svg, " scale({scale})");
                    }
                    svg.push('"');
                }
                Part::Data(name, value) => {
                    svg.push_str(" data-");
                    svg.push_str(name);
                    svg.push_str("=\"");
                    escape(svg, value);
                    svg.push('"');
                }
                Part::Says(text) => escape(svg, text),
                Part::End => {
                    svg.push_str("</");
                    svg.push_str(tags.pop().map_or("", Into::into));
                    svg.push('>');
                }
            }
        }
    }

    fn begin(&mut self, tag: Tag) -> &mut Shapes {
        self.close();
        self.open = 1;
        self.push(Part::Begin(tag))
    }

    /// Ends the elements that end when the next one begins.
    fn close(&mut self) {
        self.parts.extend(std::iter::repeat_n(Part::End, self.open));
        self.open = 0;
    }

    fn push(&mut self, part: Part<Place>) -> &mut Shapes {
        self.parts.push(part);
        self
    }

    fn place(&mut self, text: impl Display) -> Place {
        let from = self.text.len();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{text}");
        (from as u32, self.text.len() as u32)
    }
}

impl<T: Copy> Part<T> {
    fn map<U>(self, text: impl FnOnce(T) -> U) -> Part<U> {
        match self {
            Part::Begin(tag) => Part::Begin(tag),
            Part::Number(name, number) => Part::Number(name, number),
            Part::Words(name, words) => Part::Words(name, text(words)),
            Part::Flag(flag) => Part::Flag(flag),
            Part::Dashes(dash, gap) => Part::Dashes(dash, gap),
            Part::Moved(by, scale) => Part::Moved(by, scale),
            Part::Data(name, value) => Part::Data(name, text(value)),
            Part::Says(says) => Part::Says(text(says)),
            Part::End => Part::End,
        }
    }
}

/// Writes a number.
fn put(svg: &mut String, number: Number) {
    match number.0 % ONE {
        0 => svg.push_str(itoa::Buffer::new().format(number.0 / ONE)),
        _ => {
            // Writing to a string cannot fail.
            let _ = write!(svg, "{number}");
        }
    }
}

/// Writes a text, with references in place of the characters that have a meaning in SVG.
pub(super) fn escape(svg: &mut String, mut text: &str) {
    let special = |it: u8| matches!(it, b'&' | b'<' | b'>' | b'"');
    while let Some(at) = text.bytes().position(special) {
        svg.push_str(&text[..at]);
        svg.push_str(match text.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        text = &text[at + 1..];
    }
    svg.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(shapes: &Shapes) -> String {
        let mut svg = String::new();
        shapes.write(&mut svg);
        svg
    }

    #[test]
    fn element_is_written_with_its_attributes_in_order() {
        let mut shapes = Shapes::default();
        shapes.group().id("a<b").word(5).holds(|to| {
            to.title("A & B");
            to.rect()
                .class("f-ink")
                .unfilled()
                .at(1, "-2.5")
                .size(3, 4)
                .dashes(2, 3);
            to.text()
                .x(0)
                .says("1 ")
                .says(2)
                .span()
                .class("b")
                .says('"');
        });
        shapes.group().clipped_by("c").scaled("-7.2", 41, "0.5625");
        assert_eq!(
            svg(&shapes),
            r#"<g id="a&lt;b" data-word="5"><title>A &amp; B</title><rect class="f-ink" fill="none" x="1" y="-2.5" width="3" height="4" stroke-dasharray="2 3"></rect><text x="0">1 2<tspan class="b">&quot;</tspan></text></g><g clip-path="url(#c)" transform="translate(-7.2 41) scale(0.5625)"></g>"#
        );
    }

    #[test]
    fn list_of_two_lists_is_written_as_both() {
        let (mut one, mut other) = (Shapes::default(), Shapes::default());
        one.text().says("1");
        other.text().says("2");
        let both = svg(&one) + &svg(&other);
        one.extend(&other);
        assert_eq!(svg(&one), both);
    }
}
