//! The texts of pictures, each painted once and laid into all pictures that have it.
//!
//! A square as high as its letters stands in for a text while the rest of a picture is read: from it
//! comes where the text begins, its size and its colour.

use std::fmt::Write;
use std::sync::Arc;

use moka::sync::Cache;
use resvg::tiny_skia::{Pixmap, PixmapPaint, Point, Rect, Transform};
use resvg::usvg::{Node, Options, Paint, Path, Tree};

use super::FAMILY;

/// How many bytes of painted texts are kept.
const KEPT: u64 = 8 << 20;

/// A text as it stands in the SVG.
pub(super) struct Text<'a> {
    class: &'a str,
    content: &'a str,
}

/// The picture with a square in place of each text, and the texts. Those that are more than a class, a
/// place and words stay.
pub(super) fn taken_out(svg: &str) -> (String, Vec<Text<'_>>) {
    let mut parts = svg.split("<text class=\"");
    let mut shapes = parts.next().unwrap_or_default().to_owned();
    let mut texts = Vec::new();
    for part in parts {
        let text = part.split_once("</text>").and_then(|(text, rest)| {
            let (class, text) = text.split_once('"')?;
            let (place, content) = text.split_once('>')?;
            let is_plain = !content.contains('<') && place.split('"').step_by(2).all(is_known);
            is_plain.then_some((Text { class, content }, place, rest))
        });
        // Writing to a string cannot fail.
        let _ = match text {
            Some((text, place, rest)) => {
                let (n, class) = (texts.len(), text.class);
                texts.push(text);
                write!(
                    shapes,
                    r#"<rect id="text {n}" class="{class}"{place} width="1em" height="1em"/>{rest}"#
                )
            }
            None => write!(shapes, "<text class=\"{part}"),
        };
    }
    (shapes, texts)
}

/// Whether what stands before the value of an attribute, or behind the last, is known here.
fn is_known(attribute: &str) -> bool {
    let known = [
        "",
        "x=",
        "y=",
        "transform=",
        "font-size=",
        "data-word=",
        "data-after=",
    ];
    known.contains(&attribute.trim())
}

/// The text that this stands in for.
pub(super) fn in_place<'a, 'b>(node: &Node, texts: &'a [Text<'b>]) -> Option<&'a Text<'b>> {
    texts.get(node.id().strip_prefix("text ")?.parse::<usize>().ok()?)
}

/// A painted text, and how far right of and below where it begins its corner is.
struct Painted {
    pixels: Pixmap,
    right: i32,
    below: i32,
}

/// Texts that were painted lately, by the SVG of each alone; none where there is nothing to see.
pub(super) struct Texts(Cache<String, Option<Arc<Painted>>>);

impl Texts {
    pub(super) fn new() -> Texts {
        let weight = |svg: &String, text: &Option<Arc<Painted>>| {
            let pixels = text.as_ref().map_or(0, |it| it.pixels.data().len());
            (svg.len() + pixels).try_into().unwrap_or(u32::MAX)
        };
        Texts(Cache::builder().max_capacity(KEPT).weigher(weight).build())
    }

    /// Paints a text where its square is.
    pub(super) fn paint(
        &self,
        options: &Options<'_>,
        square: &Path,
        text: &Text<'_>,
        scale: Transform,
        onto: &mut Pixmap,
    ) {
        let (bounds, place) = (
            square.data().bounds(),
            scale.pre_concat(square.abs_transform()),
        );
        let mut begins = Point::from_xy(bounds.x(), bounds.y());
        place.map_point(&mut begins);
        let (left, top) = (begins.x.floor(), begins.y.floor());
        let Some((fill, Paint::Color(colour))) = square.fill().map(|it| (it, it.paint())) else {
            return;
        };
        let is = |class| text.class.split(' ').any(|it| it == class);
        let svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text transform="matrix({} {} {} {} {} {})" font-family="{FAMILY}" font-size="{}" font-weight="{}" text-anchor="{}" fill="#{:02x}{:02x}{:02x}" fill-opacity="{}">{}</text></svg>"##,
            place.sx,
            place.ky,
            place.kx,
            place.sy,
            begins.x - left,
            begins.y - top,
            bounds.height(),
            if is("b") { "bold" } else { "normal" },
            if is("mid") {
                "middle"
            } else if is("end") {
                "end"
            } else {
                "start"
            },
            colour.red,
            colour.green,
            colour.blue,
            fill.opacity().get(),
            text.content,
        );
        let painted = self.0.get(&svg).unwrap_or_else(|| {
            let painted = painted(&svg, options).map(Arc::new);
            self.0.insert(svg, painted.clone());
            painted
        });
        if let Some(text) = painted {
            let (x, y) = (left as i32 + text.right, top as i32 + text.below);
            let paint = PixmapPaint::default();
            onto.draw_pixmap(
                x,
                y,
                text.pixels.as_ref(),
                &paint,
                Transform::identity(),
                None,
            );
        }
    }
}

fn painted(svg: &str, options: &Options<'_>) -> Option<Painted> {
    let tree = Tree::from_str(svg, options).ok()?;
    let bounds: Rect = tree.root().abs_stroke_bounding_box();
    let bounds = bounds.outset(1.0, 1.0)?.round_out()?;
    let mut pixels = Pixmap::new(bounds.width(), bounds.height())?;
    let place = Transform::from_translate(-bounds.x() as f32, -bounds.y() as f32);
    resvg::render(&tree, place, &mut pixels.as_mut());
    Some(Painted {
        pixels,
        right: bounds.x(),
        below: bounds.y(),
    })
}
