//! Reads the shapes of a drawing and paints them in order.
//!
//! An [`Element`] is a shape with everything that affects its appearance, except for the whole
//! pixels of its position. So boards, which consist of the same elements in various places, share
//! the pixels of these.
//!
//! Colours come from classes, as in the style sheet of the SVG, and are inherited. An element whose
//! fill is a pattern is painted each time. A clip is exact to the pixel.

use std::slice::Iter;

use rules::svg::{Drawing, Flag, Name, Number, Part, Tag, Theme};
use rustc_hash::FxHashMap;
use tiny_skia::{FilterQuality, IntSize, Paint, Pattern, Pixmap, SpreadMode, Transform};

use super::masks::Bounds;
use super::shapes::{self, How, Shape, float};
use super::{Error, Painter, Result, texts};

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// How a text is placed at its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The appearance of an element besides its shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Style {
    pub(super) fill: Option<Rgb>,
    pub(super) fill_opacity: Number,
    pub(super) stroke: Option<Rgb>,
    pub(super) stroke_opacity: Number,
    pub(super) stroke_width: Number,
    /// The length of dashes and of the gaps between them.
    pub(super) dashes: Option<(u8, u8)>,
    pub(super) has_round_caps: bool,
    pub(super) has_round_joins: bool,
    pub(super) is_stroke_first: bool,
    pub(super) font_size: Number,
    pub(super) is_bold: bool,
    pub(super) anchor: Anchor,
}

/// A shape with its appearance; the key of the cache.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Element {
    pub(super) shape: Shape,
    pub(super) style: Style,
    /// Pixels per unit, as bits.
    scale: u32,
    /// The position within a pixel, as bits.
    offset: [u32; 2],
}

impl Element {
    /// Returns the position in pixels of a point of the shape.
    pub(super) fn place(&self, x: f32, y: f32) -> [f32; 2] {
        let [right, down] = self.offset.map(f32::from_bits);
        [self.scale() * x + right, self.scale() * y + down]
    }

    /// Returns the number of pixels per unit.
    pub(super) fn scale(&self) -> f32 {
        f32::from_bits(self.scale)
    }

    /// Returns the size of the element in memory, in bytes.
    pub(super) fn size(&self) -> usize {
        let text = match &self.shape {
            Shape::Path(text) | Shape::Polygon(text) | Shape::Text(text) => text.len(),
            _ => 0,
        };
        size_of::<Element>() + text
    }
}

/// What an element inherits.
#[derive(Clone, Copy)]
struct State<'a> {
    style: Style,
    /// The pattern that fills the element.
    pattern: Option<&'a str>,
    /// Pixels per unit.
    scale: f32,
    /// The position of the origin, in pixels.
    origin: [f32; 2],
    clip: Bounds,
}

impl State<'_> {
    fn new(scale: f32, clip: Bounds) -> Self {
        State {
            style: Style {
                fill: Some([0; 3]),
                fill_opacity: 1.into(),
                stroke: None,
                stroke_opacity: 1.into(),
                stroke_width: 1.into(),
                dashes: None,
                has_round_caps: false,
                has_round_joins: false,
                is_stroke_first: false,
                font_size: 14.into(),
                is_bold: false,
                anchor: Anchor::Start,
            },
            pattern: None,
            scale,
            origin: [0.0; 2],
            clip,
        }
    }

    /// Returns the position of a point, in pixels.
    fn place(&self, point: [Number; 2]) -> [f32; 2] {
        let [x, y] = point.map(|it| self.scale * float(it));
        [x + self.origin[0], y + self.origin[1]]
    }
}

/// The attributes of one element that no other inherits, and its text.
#[derive(Clone, Copy, Default)]
struct Own<'a> {
    id: &'a str,
    /// The position of a rectangle or a text, or the centre of a circle.
    at: [Number; 2],
    size: [Number; 2],
    /// The radius of a circle or of rounded corners.
    radius: Number,
    line: [Number; 4],
    /// The outline of a path, the corners of a polygon, or a text.
    text: &'a str,
}

impl<'a> Own<'a> {
    fn add(&mut self, part: Part<&'a str>) {
        match part {
            Part::Number(Name::X | Name::Cx, it) => self.at[0] = it,
            Part::Number(Name::Y | Name::Cy, it) => self.at[1] = it,
            Part::Number(Name::Width, it) => self.size[0] = it,
            Part::Number(Name::Height, it) => self.size[1] = it,
            Part::Number(Name::R | Name::Rx, it) => self.radius = it,
            Part::Number(Name::X1, it) => self.line[0] = it,
            Part::Number(Name::Y1, it) => self.line[1] = it,
            Part::Number(Name::X2, it) => self.line[2] = it,
            Part::Number(Name::Y2, it) => self.line[3] = it,
            Part::Words(Name::Id, it) => self.id = it,
            Part::Words(Name::D | Name::Points, it) | Part::Says(it) => self.text = it,
            _ => {}
        }
    }

    /// Returns the shape and its position.
    fn shape(&self, tag: Tag) -> Option<(Shape, [Number; 2])> {
        let shape = match tag {
            Tag::Circle => Shape::Circle(self.radius),
            Tag::Line => Shape::Line(self.line),
            Tag::Path => {
                let (at, path) = shapes::from_zero(self.text);
                return Some((Shape::Path(path), at.map(Into::into)));
            }
            Tag::Polygon => Shape::Polygon(self.text.into()),
            Tag::Rect => Shape::Rect(self.size, self.radius),
            Tag::Span | Tag::Text => Shape::Text(self.text.into()),
            _ => return None,
        };
        Some((shape, self.at))
    }
}

type Parts<'a> = Iter<'a, Part<&'a str>>;

/// Paints a drawing with `scale` pixels per unit.
pub(super) fn painted(
    painter: &Painter,
    drawing: &Drawing,
    theme: Theme,
    scale: f32,
) -> Result<Pixmap> {
    let size = IntSize::from_wh(drawing.width, drawing.height);
    let size = size.and_then(|it| it.scale_by(scale)).ok_or(Error::Size)?;
    let parts: Vec<Part<&str>> = drawing.body.parts().collect();
    let mut painting = Painting::new(painter, drawing, theme);
    let edges = [size.width(), size.height()].map(|it| [0, it as i32]);
    let mut state = State::new(scale, edges);
    let paper = painting.colours.get("paper").copied().unwrap_or_default();
    // At a fractional scale, the edge of the paper may be within a pixel.
    let is_whole = scale.fract() == 0.0;
    let mut pixels = canvas(size, if is_whole { paper } else { [u8::MAX; 3] })?;
    if !is_whole {
        let size = [drawing.width, drawing.height].map(Into::into);
        state.style.fill = Some(paper);
        painting.shape(Shape::Rect(size, 0.into()), [0.0; 2], &state, &mut pixels);
        state.style.fill = Some([0; 3]);
    }
    painting.elements(&mut parts.iter(), state, &mut pixels);
    Ok(pixels)
}

/// Creates an opaque picture of one colour. Since it is opaque, each pixel is a plain colour.
fn canvas(size: IntSize, [red, green, blue]: Rgb) -> Result<Pixmap> {
    let pixels = size.width() as usize * size.height() as usize;
    let bytes = vec![[red, green, blue, u8::MAX]; pixels].into_flattened();
    Pixmap::from_vec(bytes, size).ok_or(Error::Size)
}

/// The state while painting a drawing.
struct Painting<'a> {
    painter: &'a Painter,
    colours: FxHashMap<&'static str, Rgb>,
    /// The elements in a tile of each pattern, and its size.
    patterns: FxHashMap<&'a str, (Parts<'a>, [Number; 2])>,
    /// The areas for clipping.
    clips: FxHashMap<&'a str, Own<'a>>,
    /// Whether the elements are those of a tile, which may be transparent.
    is_tile: bool,
}

impl<'a> Painting<'a> {
    fn new(painter: &'a Painter, drawing: &Drawing, theme: Theme) -> Painting<'a> {
        let colours = drawing.colours().filter_map(|it| {
            let value = if theme == Theme::Dark {
                it.dark
            } else {
                it.light
            };
            let number = u32::from_str_radix(value.strip_prefix('#')?, 16).ok()?;
            let [_, colour @ ..] = number.to_be_bytes();
            Some((it.name, colour))
        });
        Painting {
            painter,
            colours: colours.collect(),
            patterns: FxHashMap::default(),
            clips: FxHashMap::default(),
            is_tile: false,
        }
    }

    /// Paints elements up to the end of the one that contains them.
    fn elements(&mut self, parts: &mut Parts<'a>, state: State<'a>, pixels: &mut Pixmap) {
        while let Some(Part::Begin(tag)) = parts.next() {
            self.element(*tag, parts, (state, Own::default()), pixels);
        }
    }

    /// Paints an element, up to its end.
    fn element(
        &mut self,
        tag: Tag,
        parts: &mut Parts<'a>,
        (mut state, mut own): (State<'a>, Own<'a>),
        pixels: &mut Pixmap,
    ) {
        loop {
            let before = parts.clone();
            match (tag, parts.next()) {
                (_, None | Some(Part::End)) => break,
                (Tag::Pattern, Some(Part::Begin(_))) => {
                    self.patterns.entry(own.id).or_insert((before, own.size));
                    skip(parts);
                }
                (Tag::ClipPath, Some(Part::Begin(_))) => {
                    let mut area = Own::default();
                    parts
                        .by_ref()
                        .take_while(|it| **it != Part::End)
                        .for_each(|it| area.add(*it));
                    self.clips.insert(own.id, area);
                }
                (_, Some(Part::Begin(Tag::Title))) => skip(parts),
                (Tag::Text, Some(Part::Begin(Tag::Span))) => {
                    self.own_shape(tag, &own, &state, pixels);
                    let text =
                        texts::spaced(own.text) + if own.text.ends_with(' ') { " " } else { "" };
                    state.origin[0] += self.painter.fonts.width(&text, &state.style) * state.scale;
                    own.text = "";
                    self.element(Tag::Span, parts, (state, own), pixels);
                }
                (_, Some(Part::Begin(child))) => {
                    self.element(*child, parts, (state, Own::default()), pixels);
                }
                (_, Some(part)) => {
                    own.add(*part);
                    self.inherit(*part, &mut state);
                }
            }
        }
        self.own_shape(tag, &own, &state, pixels);
    }

    /// Adds an attribute that elements inherit. Classes and other attributes never set the same.
    fn inherit(&self, part: Part<&'a str>, state: &mut State<'a>) {
        let style = &mut state.style;
        match part {
            Part::Words(Name::Class, classes) => {
                for class in classes.split(' ') {
                    match (class, class.split_at_checked(2)) {
                        ("b", _) => style.is_bold = true,
                        ("mid", _) => style.anchor = Anchor::Middle,
                        ("end", _) => style.anchor = Anchor::End,
                        (_, Some(("f-", colour))) => style.fill = self.colour(colour, style.fill),
                        (_, Some(("s-", colour))) => {
                            style.stroke = self.colour(colour, style.stroke)
                        }
                        _ => {}
                    }
                }
            }
            Part::Words(Name::Fill, pattern) => state.pattern = Some(pattern),
            Part::Words(Name::ClipPath, id) => {
                if let Some(Own { at, size, .. }) = self.clips.get(id) {
                    let corner = state.place(*at);
                    for axis in [0, 1] {
                        let [begin, end] = state.clip[axis];
                        let far = corner[axis] + float(size[axis]) * state.scale;
                        let (from, to) = (corner[axis].round() as i32, far.round() as i32);
                        state.clip[axis] = [begin.max(from), end.min(to)];
                    }
                }
            }
            Part::Number(Name::FillOpacity, it) => style.fill_opacity = it,
            Part::Number(Name::FontSize, it) => style.font_size = it,
            Part::Number(Name::StrokeOpacity, it) => style.stroke_opacity = it,
            Part::Number(Name::StrokeWidth, it) => style.stroke_width = it,
            Part::Flag(Flag::Unfilled) => style.fill = None,
            Part::Flag(Flag::StrokeFirst) => style.is_stroke_first = true,
            Part::Flag(Flag::RoundCaps) => style.has_round_caps = true,
            Part::Flag(Flag::ButtCaps) => style.has_round_caps = false,
            Part::Flag(Flag::RoundJoins) => style.has_round_joins = true,
            Part::Flag(Flag::Undashed) => style.dashes = None,
            Part::Dashes(dash, gap) => style.dashes = Some((dash, gap)),
            Part::Moved(by, scale) => {
                state.origin = state.place(by);
                state.scale *= float(scale);
            }
            _ => {}
        }
    }

    /// Returns the colour with this name, else the one before.
    fn colour(&self, name: &str, before: Option<Rgb>) -> Option<Rgb> {
        self.colours.get(name).copied().or(before)
    }

    /// Paints the shape of an element, if it has one.
    fn own_shape(&mut self, tag: Tag, own: &Own<'_>, state: &State<'a>, pixels: &mut Pixmap) {
        if let Some((shape, at)) = own.shape(tag) {
            self.shape(shape, state.place(at), state, pixels);
        }
    }

    /// Paints a shape at a position in pixels.
    fn shape(&mut self, shape: Shape, at: [f32; 2], state: &State<'a>, pixels: &mut Pixmap) {
        let whole = at.map(f32::floor);
        let element = Element {
            shape,
            style: state.style,
            scale: state.scale.to_bits(),
            offset: [0, 1].map(|axis| (at[axis] - whole[axis]).to_bits()),
        };
        let layers = match (state.pattern, self.is_tile) {
            (None, false) => self.painter.shown(&element),
            _ => None,
        };
        match layers {
            Some(layers) => {
                let whole = whole.map(|it| it as i32);
                layers
                    .iter()
                    .for_each(|it| it.lay(whole, state.clip, pixels));
            }
            None => self.plain(&element, whole, state, pixels),
        }
    }

    /// Paints an element without masks.
    fn plain(&mut self, element: &Element, [x, y]: [f32; 2], state: &State<'a>, onto: &mut Pixmap) {
        let tile = state.pattern.and_then(|it| self.tile(it, state.scale));
        let place = Transform::from_translate(x, y);
        let Some((outline, paints)) = shapes::paints(element, &self.painter.fonts) else {
            return;
        };
        for (how, ink) in paints {
            let ([red, green, blue], mut paint) = (ink.colour, Paint::default());
            paint.set_color_rgba8(red, green, blue, ink.opacity);
            if let (Some(tile), How::Inside) = (&tile, &how) {
                let begin = Transform::from_translate(state.origin[0] - x, state.origin[1] - y);
                let quality = FilterQuality::Bicubic;
                paint.shader = Pattern::new(tile.as_ref(), SpreadMode::Repeat, quality, 1.0, begin);
            }
            how.paint(&outline, &paint, place, onto);
        }
    }

    /// Paints a tile of a pattern.
    fn tile(&mut self, pattern: &str, scale: f32) -> Option<Pixmap> {
        let (mut parts, size) = self.patterns.get(pattern)?.clone();
        let [width, height] = size.map(|it| (float(it) * scale).round() as u32);
        let mut tile = Pixmap::new(width, height)?;
        self.is_tile = true;
        let edges = [width, height].map(|it| [0, it as i32]);
        self.elements(&mut parts, State::new(scale, edges), &mut tile);
        self.is_tile = false;
        Some(tile)
    }
}

/// Skips an element, up to its end.
fn skip(parts: &mut Parts<'_>) {
    let mut depth = 1;
    while depth > 0 {
        match parts.next() {
            Some(Part::Begin(_)) => depth += 1,
            Some(Part::End) => depth -= 1,
            None => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::svg::{Shapes, shape};

    use super::*;

    /// Paints a drawing of four by four units, and returns the red of each pixel.
    fn painted(scale: f32, draw: impl FnOnce(&mut Shapes)) -> Vec<u8> {
        let mut body = Shapes::default();
        draw(&mut body);
        let drawing = Drawing {
            width: 4,
            height: 4,
            title: String::new(),
            colours: &[],
            body,
        };
        let pixels = super::painted(&Painter::new(), &drawing, Theme::Light, scale).unwrap();
        pixels.pixels().iter().map(|it| it.red()).collect()
    }

    const PAPER: u8 = 0xfb;
    const INK: u8 = 0x24;
    const GOOD: u8 = 0x23;

    #[test]
    fn clipped_group_is_painted_within_its_area() {
        let pixels = painted(1.0, |to| {
            to.clip("edge").holds(|to| {
                shape!(to, rect at=(1, 1) size=(1, 2));
            });
            shape!(to, group clipped_by="edge");
            to.holds(|to| {
                shape!(to, rect class="f-ink" at=(0, 0) size=(4, 4));
            });
        });
        let inside = [5, 9];
        let expected = (0..16).map(|it| if inside.contains(&it) { INK } else { PAPER });
        assert_eq!(pixels, expected.collect::<Vec<u8>>());
    }

    #[test]
    fn pattern_is_repeated_from_the_origin() {
        let pixels = painted(1.0, |to| {
            to.pattern("stripes", 2, 2).holds(|to| {
                shape!(to, rect class="f-ink" at=(0, 0) size=(1, 2));
                shape!(to, rect class="f-good" at=(1, 0) size=(1, 2));
            });
            shape!(to, rect filled_with="stripes" at=(1, 0) size=(3, 4));
        });
        assert_eq!(pixels[..4], [PAPER, GOOD, INK, GOOD]);
    }

    #[test]
    fn group_gives_its_place_and_colour_to_its_elements() {
        let pixels = painted(1.0, |to| {
            shape!(to, group class="f-ink" scaled=(1, 0, 2));
            to.holds(|to| {
                shape!(to, rect size=(1, 1));
                shape!(to, rect class="f-good" at=(1, 0) size=("0.5", 1));
            });
        });
        assert_eq!(pixels[..4], [PAPER, INK, INK, GOOD]);
    }

    #[test]
    fn same_element_elsewhere_is_cached() {
        let painter = Painter::new();
        let mut body = Shapes::default();
        for n in 0..4 {
            shape!(body, circle class="f-ink" around=(n, 2) r=1);
            shape!(body, group moved=(n, 2));
            body.holds(|to| {
                shape!(to, path class="f-ink" d=(format_args!("M{n} 0l3 3z")));
            });
        }
        let drawing = Drawing {
            width: 9,
            height: 9,
            title: String::new(),
            colours: &[],
            body,
        };
        super::painted(&painter, &drawing, Theme::Light, 1.25).unwrap();
        super::painted(&painter, &drawing, Theme::Light, 1.0).unwrap();
        // The paper, four fractions of a pixel for the circles and two for the paths, whose steps
        // are twice as long; at a whole scale, just the shapes.
        assert_eq!(painter.shown.len(), 1 + 4 + 2 + 2);
    }
}
