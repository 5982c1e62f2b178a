//! The outlines of shapes, and the layers that paint them.

use rules::svg::Number;
use svgtypes::{PointsParser, SimplePathSegment, SimplifyingPathParser};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke};
use tiny_skia::{StrokeDash, Transform};

use super::elements::Element;
use super::masks::{Ink, Layer, Mask};
use super::texts::Fonts;

/// The number of subpixel positions per pixel. The library does not distinguish more.
const FINE: f32 = 256.0;

/// The distance of the control points of a quarter of a circle from its ends, in radii.
const QUARTER: f32 = 0.552_284_8;

/// Returns a number as a float.
pub(super) fn float(number: Number) -> f32 {
    number.ten_thousandths() as f32 / 10_000.0
}

/// A shape around its position.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// A circle of this radius.
    Circle(Number),
    /// A line between two points.
    Line([Number; 4]),
    /// A path, as in SVG.
    Path(Box<str>),
    /// The corners of a polygon, as in SVG.
    Polygon(Box<str>),
    /// A rectangle of this size, and the radius of its corners.
    Rect([Number; 2], Number),
    /// A text.
    Text(Box<str>),
}

/// The part of an outline to paint.
pub(super) enum How {
    /// The inside.
    Inside,
    /// The line.
    Line(Stroke),
}

impl How {
    pub(super) fn paint(
        &self,
        outline: &Path,
        paint: &Paint<'_>,
        at: Transform,
        onto: &mut Pixmap,
    ) {
        match self {
            How::Inside => onto.fill_path(outline, paint, FillRule::Winding, at, None),
            How::Line(pen) => onto.stroke_path(outline, paint, pen, at, None),
        }
    }

    fn mask(&self, outline: &Path) -> Option<Mask> {
        let beyond = match self {
            How::Inside => 0.0,
            // The largest distance of the tip of a corner from the outline.
            How::Line(pen) => pen.width * pen.miter_limit,
        };
        let bounds = outline.bounds().outset(beyond, beyond)?;
        Mask::painted(bounds, |pixels, at| {
            self.paint(outline, &Paint::default(), at, pixels);
        })
    }
}

/// Returns the layers of an element. Returns `None` if a mask would be too large.
pub(super) fn layers(element: &Element, fonts: &Fonts) -> Option<Vec<Layer>> {
    let (outline, paints) = match paints(element, fonts) {
        Some(paints) => paints,
        None => return Some(Vec::new()),
    };
    let layers = paints.into_iter().map(|(how, ink)| {
        let mask = how.mask(&outline)?;
        Some(Layer { mask, ink })
    });
    layers.collect()
}

/// Returns the outline of an element in pixels, and how to paint it, in order. Returns `None` if it
/// shows nothing.
pub(super) fn paints(element: &Element, fonts: &Fonts) -> Option<(Path, Vec<(How, Ink)>)> {
    let (outline, style) = (outline(element, fonts)?, &element.style);
    let ink = |colour, opacity: Number| Ink {
        colour,
        opacity: (float(opacity) * f32::from(u8::MAX)).round() as u8,
    };
    let mut paints = Vec::new();
    // The library does not fill a line.
    let has_area = outline.bounds().width() > 0.0 && outline.bounds().height() > 0.0;
    if let Some(colour) = style.fill.filter(|_| has_area) {
        paints.push((How::Inside, ink(colour, style.fill_opacity)));
    }
    if let Some(colour) = style.stroke {
        paints.push((How::Line(pen(element)), ink(colour, style.stroke_opacity)));
    }
    if style.is_stroke_first {
        paints.reverse();
    }
    paints.retain(|(_, ink)| ink.opacity > 0);
    Some((outline, paints))
}

fn pen(element: &Element) -> Stroke {
    let (style, scale) = (&element.style, element.scale());
    let dashes = style.dashes.map(|(dash, gap)| {
        let lengths = [dash, gap].map(|it| f32::from(it) * scale);
        StrokeDash::new(lengths.to_vec(), 0.0)
    });
    let (mut cap, mut join) = (LineCap::Butt, LineJoin::Miter);
    if style.has_round_caps {
        cap = LineCap::Round;
    }
    if style.has_round_joins {
        join = LineJoin::Round;
    }
    Stroke {
        width: float(style.stroke_width) * scale,
        line_cap: cap,
        line_join: join,
        dash: dashes.flatten(),
        ..Stroke::default()
    }
}

/// Returns the outline of an element in pixels.
fn outline(element: &Element, fonts: &Fonts) -> Option<Path> {
    let mut line = Outline {
        path: PathBuilder::new(),
        element,
    };
    match &element.shape {
        Shape::Text(text) => return fonts.outline(text, element),
        Shape::Circle(radius) => {
            let r = float(*radius);
            let k = r * QUARTER;
            line.moves(r, 0.0);
            line.curves([r, k, k, r, 0.0, r]);
            line.curves([-k, r, -r, k, -r, 0.0]);
            line.curves([-r, -k, -k, -r, 0.0, -r]);
            line.curves([k, -r, r, -k, r, 0.0]);
            line.path.close();
        }
        Shape::Rect(size, radius) => line.rect(size.map(float), float(*radius)),
        Shape::Line(ends) => {
            let [x1, y1, x2, y2] = ends.map(float);
            line.moves(x1, y1);
            line.lines(x2, y2);
        }
        Shape::Polygon(points) => {
            for (x, y) in PointsParser::from(&**points) {
                match line.path.is_empty() {
                    true => line.moves(x as f32, y as f32),
                    false => line.lines(x as f32, y as f32),
                }
            }
            line.path.close();
        }
        Shape::Path(path) => line.path(path),
    }
    line.path.finish()
}

/// An outline under construction. It rounds points to distinguishable positions.
struct Outline<'a> {
    path: PathBuilder,
    element: &'a Element,
}

impl Outline<'_> {
    /// Returns the position of a point in pixels.
    fn at(&self, x: f32, y: f32) -> [f32; 2] {
        self.element
            .place(x, y)
            .map(|it| (it * FINE).round() / FINE)
    }

    fn moves(&mut self, x: f32, y: f32) {
        let [x, y] = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn lines(&mut self, x: f32, y: f32) {
        let [x, y] = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn curves(&mut self, [x1, y1, x2, y2, x, y]: [f32; 6]) {
        let [[x1, y1], [x2, y2], [x, y]] = [self.at(x1, y1), self.at(x2, y2), self.at(x, y)];
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn rect(&mut self, [w, h]: [f32; 2], radius: f32) {
        let (rx, ry) = (radius.min(w / 2.0), radius.min(h / 2.0));
        if w <= 0.0 || h <= 0.0 {
            return;
        }
        // The distance of the control points from the corner.
        let (kx, ky) = (rx * (1.0 - QUARTER), ry * (1.0 - QUARTER));
        self.moves(rx, 0.0);
        self.lines(w - rx, 0.0);
        if radius > 0.0 {
            self.curves([w - kx, 0.0, w, ky, w, ry]);
        }
        self.lines(w, h - ry);
        if radius > 0.0 {
            self.curves([w, h - ky, w - kx, h, w - rx, h]);
        }
        self.lines(rx, h);
        if radius > 0.0 {
            self.curves([kx, h, 0.0, h - ky, 0.0, h - ry]);
            self.lines(0.0, ry);
            self.curves([0.0, ky, kx, 0.0, rx, 0.0]);
        }
        self.path.close();
    }

    fn path(&mut self, path: &str) {
        for segment in SimplifyingPathParser::from(path).map_while(Result::ok) {
            match segment {
                SimplePathSegment::MoveTo { x, y } => self.moves(x as f32, y as f32),
                SimplePathSegment::LineTo { x, y } => self.lines(x as f32, y as f32),
                SimplePathSegment::Quadratic { x1, y1, x, y } => {
                    let [x1, y1] = self.at(x1 as f32, y1 as f32);
                    let [x, y] = self.at(x as f32, y as f32);
                    self.path.quad_to(x1, y1, x, y);
                }
                SimplePathSegment::CurveTo {
                    x1,
                    y1,
                    x2,
                    y2,
                    x,
                    y,
                } => {
                    self.curves([x1, y1, x2, y2, x, y].map(|it| it as f32));
                }
                SimplePathSegment::ClosePath => self.path.close(),
            }
        }
    }
}

/// Returns the start of a path, and the path from zero. A path that is not relative to its start
/// stays as it is.
pub(super) fn from_zero(path: &str) -> ([i32; 2], Box<str>) {
    let parted = || {
        let (x, rest) = path.strip_prefix('M')?.split_once(' ')?;
        let (y, rest) = rest.split_at(rest.find(|it: char| !it.is_ascii_digit())?);
        let is_relative = rest.starts_with(['l', 'h', 'v', 'c', 'q'])
            && !rest.contains(|it: char| it.is_ascii_uppercase());
        let begin = [x.parse().ok()?, y.parse().ok()?];
        is_relative.then(|| (begin, format!("M0 0{rest}").into()))
    };
    parted().unwrap_or(([0; 2], path.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_path_is_moved_to_zero() {
        let moved = |path| {
            let (at, path) = from_zero(path);
            (at, path.to_string())
        };
        assert_eq!(
            moved("M9 12l3 3-2 1z"),
            ([9, 12], "M0 0l3 3-2 1z".to_owned())
        );
        for path in ["M9 12L3 3", "M9 2e1l3 3", "M9 12l3 3M1 1h3", "M9 -2h3"] {
            assert_eq!(moved(path), ([0, 0], path.to_owned()));
        }
    }
}
