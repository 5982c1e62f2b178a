//! The layers of texts. Finding their shapes in the fonts costs more than painting everything else.
//!
//! While an element is parsed, a square as high as the letters replaces its text. The square gives
//! the start of the text, its size and its colour.

use resvg::tiny_skia::Point;
use resvg::usvg::{Options, Paint, Path, Tree};

use super::FAMILY;
use super::masks::{Ink, Layer, Mask};

/// A text from the SVG.
pub(super) struct Text<'a> {
    class: &'a str,
    content: &'a str,
}

/// Returns the SVG with a square in place of its text, and the text. Returns `None` unless the text
/// consists only of a class, a position and content.
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

/// Whether this part of a tag, before or after the value of an attribute, is supported.
fn is_known(attribute: &str) -> bool {
    ["", "x=", "y=", "transform=", "font-size="].contains(&attribute.trim())
}

/// Returns the layer of a text at the position of its square; `None` if nothing is visible.
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
