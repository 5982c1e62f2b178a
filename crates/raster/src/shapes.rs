//! The layers of paths.

use resvg::tiny_skia::{self, FillRule, PathBuilder, PathSegment, Point, Rect};
use resvg::tiny_skia::{StrokeDash, Transform};
use resvg::usvg::{self, Paint, PaintOrder, Path, Stroke};

use super::masks::{Ink, Layer, Mask};

/// The number of subpixel positions per pixel. The library does not distinguish more.
const FINE: f32 = 256.0;

/// The part of an outline to paint.
#[derive(Clone, Copy)]
enum How<'a> {
    /// The inside.
    Inside(FillRule),
    /// The line, with its width multiplied by this factor.
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
                // The largest distance of the tip of a corner from the outline.
                let beyond = pen.width * pen.miter_limit.max(1.0);
                let bounds = outline.bounds().outset(beyond, beyond)?;
                Mask::painted(bounds, |pixels, place| {
                    pixels.stroke_path(outline, &black, &pen, place, None);
                })
            }
        }
    }
}

/// Returns the layers of a path with plain colours. Returns `None` for other paths.
pub(super) fn layers(path: &Path) -> Option<Vec<Layer>> {
    if !path.is_visible() {
        return Some(Vec::new());
    }
    if !path.rendering_mode().use_shape_antialiasing() {
        return None;
    }
    let place = path.abs_transform();
    let outline = path.data().clone().transform(place)?;
    let bounds = outline.bounds();
    let corner = [bounds.left().floor(), bounds.top().floor()];
    let outline = near_zero(&outline, corner)?;
    let layer = |how: How<'_>, paint: &Paint, opacity| {
        let Paint::Color(colour) = paint else {
            return None;
        };
        Some(Layer::new(
            how.mask(&outline)?,
            corner,
            Ink::new(*colour, opacity),
        ))
    };
    let (mut layers, has_area) = (Vec::new(), has_area(path.data().bounds()));
    if let Some(fill) = path.fill().filter(|_| has_area) {
        let rule = match fill.rule() {
            usvg::FillRule::NonZero => FillRule::Winding,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        };
        layers.push(layer(How::Inside(rule), fill.paint(), fill.opacity())?);
    }
    if let Some(line) = path.stroke() {
        let how = How::Line(line, scale(place)?);
        layers.push(layer(how, line.paint(), line.opacity())?);
    }
    if path.paint_order() == PaintOrder::StrokeAndFill {
        layers.reverse();
    }
    Some(layers)
}

/// Whether a rectangle has an area. The library does not fill a line.
fn has_area(bounds: Rect) -> bool {
    bounds.width() > 0.0 && bounds.height() > 0.0
}

/// Returns the scale factor of a transformation, if it keeps the shape.
fn scale(place: Transform) -> Option<f32> {
    let Transform { sx, sy, kx, ky, .. } = place;
    let is_similar = (sx - sy).abs() + (kx + ky).abs() < 1e-4;
    is_similar.then(|| sx.hypot(ky))
}

/// Moves an outline so that this corner is at zero, and rounds its points to distinguishable
/// positions.
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
