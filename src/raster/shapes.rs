//! The paths of pictures, by what they cover.

use std::sync::Arc;

use resvg::tiny_skia::{self, FillRule, PathBuilder, PathSegment, Pixmap, Point, Rect};
use resvg::tiny_skia::{StrokeDash, Transform};
use resvg::usvg::{self, Paint, PaintOrder, Path, Stroke};

use super::masks::{Ink, Mask, Masks, Part};

/// So many places are told apart on the way from a pixel to the next; the library tells no more.
const FINE: f32 = 256.0;

/// What of an outline is painted.
#[derive(Clone, Copy)]
enum How<'a> {
    /// What it encloses.
    Inside(FillRule),
    /// Its line, so many times as wide.
    Line(&'a Stroke, f32),
}

impl How<'_> {
    fn mask(self, outline: &tiny_skia::Path) -> Option<Mask> {
        let black = tiny_skia::Paint::default();
        match self {
            How::Inside(rule) => Mask::painted(outline.bounds(), |pixels, place| {
                pixels.fill_path(outline, &black, rule, place, None);
            }),
            How::Line(line, scale) => {
                let mut pen = line.to_tiny_skia();
                pen.width *= scale;
                let dashes = line.dasharray().map(|it| it.iter().map(|it| it * scale));
                pen.dash = match dashes {
                    Some(dashes) => Some(StrokeDash::new(
                        dashes.collect(),
                        line.dashoffset() * scale,
                    )?),
                    None => None,
                };
                // As far as the tip of a corner may stand out.
                let beyond = pen.width * pen.miter_limit.max(1.0);
                let bounds = outline.bounds().outset(beyond, beyond)?;
                Mask::painted(bounds, |pixels, place| {
                    pixels.stroke_path(outline, &black, &pen, place, None);
                })
            }
        }
    }
}

/// What tells the part of an outline near the corner from all others.
fn part(outline: &tiny_skia::Path, how: How<'_>) -> Part {
    let mut numbers = Vec::with_capacity(8 + 3 * outline.points().len());
    match how {
        How::Inside(rule) => numbers.push((rule == FillRule::EvenOdd).into()),
        How::Line(line, scale) => {
            let dashes = line.dasharray().unwrap_or_default();
            let sizes = [
                scale,
                line.width().get(),
                line.miterlimit().get(),
                line.dashoffset(),
            ];
            numbers.extend([2 + line.linecap() as u32, line.linejoin() as u32]);
            numbers.push(dashes.len() as u32);
            numbers.extend(sizes.iter().chain(dashes).map(|size| size.to_bits()));
        }
    }
    numbers.extend(outline.verbs().iter().map(|verb| *verb as u32));
    let points = outline.points().iter();
    numbers.extend(points.flat_map(|it| [it.x.to_bits(), it.y.to_bits()]));
    Part::Shape(numbers)
}

/// Paints a path of plain colours. `None` where it is another, of which nothing is painted.
pub(super) fn paint(masks: &Masks, path: &Path, place: Transform, onto: &mut Pixmap) -> Option<()> {
    if !path.is_visible() {
        return Some(());
    }
    if !path.rendering_mode().use_shape_antialiasing() {
        return None;
    }
    let outline = path.data().clone().transform(place)?;
    let bounds = outline.bounds();
    let corner = [bounds.left().floor(), bounds.top().floor()];
    let outline = near_zero(&outline, corner)?;
    let mask = |how: How<'_>| masks.of(part(&outline, how), || how.mask(&outline));
    let fill = match path.fill().filter(|_| has_area(path.data().bounds())) {
        Some(fill) => {
            let rule = match fill.rule() {
                usvg::FillRule::NonZero => FillRule::Winding,
                usvg::FillRule::EvenOdd => FillRule::EvenOdd,
            };
            let ink = Ink::new(colour(fill.paint())?, fill.opacity());
            Some((mask(How::Inside(rule))?, ink))
        }
        None => None,
    };
    let line = match path.stroke() {
        Some(line) => {
            let ink = Ink::new(colour(line.paint())?, line.opacity());
            Some((mask(How::Line(line, scale(place)?))?, ink))
        }
        None => None,
    };
    let layers: [Option<(Arc<Mask>, Ink)>; 2] = match path.paint_order() {
        PaintOrder::FillAndStroke => [fill, line],
        PaintOrder::StrokeAndFill => [line, fill],
    };
    for (mask, ink) in layers.into_iter().flatten() {
        mask.lay(corner.map(|it| it as i32), ink, onto);
    }
    Some(())
}

/// The library fills no line.
fn has_area(bounds: Rect) -> bool {
    bounds.width() > 0.0 && bounds.height() > 0.0
}

fn colour(paint: &Paint) -> Option<usvg::Color> {
    match paint {
        Paint::Color(colour) => Some(*colour),
        _ => None,
    }
}

/// By how much this enlarges, where it keeps shapes.
fn scale(place: Transform) -> Option<f32> {
    let Transform { sx, sy, kx, ky, .. } = place;
    let is_similar = (sx - sy).abs() + (kx + ky).abs() < 1e-4;
    is_similar.then(|| sx.hypot(ky))
}

/// The outline with this corner at zero, each of its points where it can be told from others.
fn near_zero(outline: &tiny_skia::Path, [left, top]: [f32; 2]) -> Option<tiny_skia::Path> {
    let fine = |it: f32| (it * FINE).round() / FINE;
    let at = |it: Point| Point::from_xy(fine(it.x - left), fine(it.y - top));
    let mut moved = PathBuilder::new();
    for segment in outline.segments() {
        match segment {
            PathSegment::MoveTo(to) => moved.move_to(at(to).x, at(to).y),
            PathSegment::LineTo(to) => moved.line_to(at(to).x, at(to).y),
            PathSegment::QuadTo(by, to) => moved.quad_to(at(by).x, at(by).y, at(to).x, at(to).y),
            PathSegment::CubicTo(one, two, to) => {
                let [one, two, to] = [one, two, to].map(at);
                moved.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
            }
            PathSegment::Close => moved.close(),
        }
    }
    moved.finish()
}
