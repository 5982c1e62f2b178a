//! The texts of pictures: to find their shapes in the fonts costs more than to paint all else.
//!
//! A square as high as its letters stands in for a text while its element is read: from it comes where
//! the text begins, its size and its colour.

use resvg::tiny_skia::Point;
use resvg::usvg::{Options, Paint, Path, Tree};

use super::FAMILY;
use super::masks::{Ink, Layer, Mask};

/// A text as it stands in the SVG.
pub(super) struct Text<'a> {
    class: &'a str,
    content: &'a str,
}

/// The SVG with a square in place of its text, and the text, if it is no more than a class, a place and
/// words.
pub(super) fn taken_out(svg: &str) -> Option<(String, Text<'_>)> {
    let (before, text) = svg.split_once("<text class=\"")?;
    let (text, after) = text.split_once("</text>")?;
    let (class, text) = text.split_once('"')?;
    let (place, content) = text.split_once('>')?;
    let is_plain = place.split('"').step_by(2).all(is_known);
    let square =
        format!(r#"{before}<rect class="{class}"{place} width="1em" height="1em"/>{after}"#);
    is_plain.then_some((square, Text { class, content }))
}

/// Whether what stands before the value of an attribute, or behind the last, is known here.
fn is_known(attribute: &str) -> bool {
    ["", "x=", "y=", "transform=", "font-size="].contains(&attribute.trim())
}

/// The layer of a text where its square is; none where there is nothing to see.
pub(super) fn layer(options: &Options<'_>, square: &Path, text: &Text<'_>) -> Option<Layer> {
    let (bounds, place) = (square.data().bounds(), square.abs_transform());
    let mut begins = Point::from_xy(bounds.x(), bounds.y());
    place.map_point(&mut begins);
    let corner = [begins.x.floor(), begins.y.floor()];
    let (fill, Paint::Color(colour)) = square.fill().map(|it| (it, it.paint()))? else {
        return None;
    };
    let is = |class| text.class.split(' ').any(|it| it == class);
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text transform="matrix({} {} {} {} {} {})" font-family="{FAMILY}" font-size="{}" font-weight="{}" text-anchor="{}">{}</text></svg>"#,
        place.sx,
        place.ky,
        place.kx,
        place.sy,
        begins.x - corner[0],
        begins.y - corner[1],
        bounds.height(),
        if is("b") { "bold" } else { "normal" },
        if is("mid") {
            "middle"
        } else if is("end") {
            "end"
        } else {
            "start"
        },
        text.content,
    );
    let ink = Ink::new(*colour, fill.opacity());
    Some(Layer::new(mask(&svg, options)?, corner, ink))
}

fn mask(svg: &str, options: &Options<'_>) -> Option<Mask> {
    let tree = Tree::from_str(svg, options).ok()?;
    let bounds = tree.root().abs_stroke_bounding_box();
    Mask::painted(bounds, |pixels, place| {
        resvg::render(&tree, place, &mut pixels.as_mut());
    })
}
