//! The texts of pictures: to find their shapes in the fonts costs more than to paint all else.
//!
//! A square as high as its letters stands in for a text while the rest of a picture is read: from it
//! comes where the text begins, its size and its colour.

use std::fmt::Write;

use resvg::tiny_skia::{Pixmap, Point, Transform};
use resvg::usvg::{Options, Paint, Path, Tree};

use super::FAMILY;
use super::masks::{Ink, Mask, Masks, Part};

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
pub(super) fn in_place<'a, 'b>(path: &Path, texts: &'a [Text<'b>]) -> Option<&'a Text<'b>> {
    texts.get(path.id().strip_prefix("text ")?.parse::<usize>().ok()?)
}

/// Paints a text where its square is.
pub(super) fn paint(
    masks: &Masks,
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
    let corner = [begins.x.floor(), begins.y.floor()];
    let Some((fill, Paint::Color(colour))) = square.fill().map(|it| (it, it.paint())) else {
        return;
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
    // There is none where there is nothing to see.
    if let Some(mask) = masks.of(Part::Text(svg.clone()), || mask(&svg, options)) {
        mask.lay(corner.map(|it| it as i32), ink, onto);
    }
}

fn mask(svg: &str, options: &Options<'_>) -> Option<Mask> {
    let tree = Tree::from_str(svg, options).ok()?;
    let bounds = tree.root().abs_stroke_bounding_box();
    Mask::painted(bounds, |pixels, place| {
        resvg::render(&tree, place, &mut pixels.as_mut());
    })
}
