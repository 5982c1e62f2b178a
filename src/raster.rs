//! Pictures of boards as PNG, for mail programs and for clients that cannot show SVG.
//!
//! The fonts are part of the program, so that a picture looks the same on every machine. To find the
//! shapes of a text in them costs more than to paint all else, and that more than to lay it down: what
//! each text (`texts`) and each path (`shapes`) covers is found once (`masks`).

mod masks;
mod palette;
mod shapes;
mod texts;

use std::sync::Arc;
use std::time::Duration;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Group, Node, Options, Path, Tree};
use sha2::{Digest, Sha256};

use self::masks::Masks;
use self::texts::Text;
use crate::cache::{self, OfBytes};
use crate::crew::Crew;
use crate::lanes::Lane;
use crate::refusal::{Refusal, Result};

/// The font of all text in pictures.
const FAMILY: &str = "DejaVu Sans";

/// Its files: they stay in the program.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../assets/fonts/DejaVuSans.ttf"),
    include_bytes!("../assets/fonts/DejaVuSans-Bold.ttf"),
];

/// How many bytes of finished pictures are kept.
const KEPT: u64 = 4 << 20;

/// How many bytes a picture has, about.
const TYPICAL: u64 = 32 << 10;

/// How many pictures are made at once: making one keeps a core busy for some milliseconds.
const AT_ONCE: usize = 2;

/// How many more may be asked for meanwhile.
const WAITING: usize = 64;

/// How long a request waits for its picture to be begun.
const PATIENCE: Duration = Duration::from_secs(5);

/// Makes PNG out of SVG.
pub struct Rasteriser {
    painter: Arc<Painter>,
    made: OfBytes<[u8; 32], Arc<Vec<u8>>>,
    lane: Lane,
    crew: Crew,
}

impl Rasteriser {
    /// With the fonts of the program.
    pub fn new() -> Rasteriser {
        let mut fonts = Database::new();
        for font in FONTS {
            fonts.load_font_source(Source::Binary(Arc::new(font)));
        }
        let options = Options {
            font_family: FAMILY.to_owned(),
            fontdb: Arc::new(fonts),
            ..Options::default()
        };
        Rasteriser {
            painter: Arc::new(Painter {
                options,
                masks: Masks::new(),
            }),
            made: cache::of_bytes(KEPT, TYPICAL, |_, png| png.len() as u64),
            lane: Lane::new("pictures", AT_ONCE, WAITING, PATIENCE),
            crew: Crew::new(AT_ONCE),
        }
    }

    /// The picture as PNG, `scale` pixels for each of its units. One that was made lately is not
    /// made again.
    pub async fn png(&self, svg: String, scale: impl Into<f32>) -> Result<Arc<Vec<u8>>> {
        let scale: f32 = scale.into();
        let key = Sha256::new()
            .chain_update(scale.to_le_bytes())
            .chain_update(&svg)
            .finalize()
            .into();
        if let Some(png) = self.made.get(&key) {
            return Ok(png);
        }
        let place = self.lane.take().await?;
        let painter = Arc::clone(&self.painter);
        let painted = self.crew.work(place, move || painter.png(&svg, scale));
        let png = Arc::new(painted.await??);
        self.made.insert(key, Arc::clone(&png));
        Ok(png)
    }
}

impl Default for Rasteriser {
    fn default() -> Rasteriser {
        Rasteriser::new()
    }
}

/// What pictures are painted with.
struct Painter {
    options: Options<'static>,
    masks: Masks,
}

impl Painter {
    fn png(&self, svg: &str, scale: f32) -> Result<Vec<u8>> {
        let (shapes, texts) = texts::taken_out(svg);
        let tree = Tree::from_str(&shapes, &self.options).map_err(Refusal::internal)?;
        let size = tree.size().to_int_size().scale_by(scale);
        let size = size.ok_or_else(|| Refusal::internal("a picture has no size"))?;
        // White, and nothing shines through: a pixel is a colour.
        let bytes = 4 * size.width() as usize * size.height() as usize;
        let mut pixels = Pixmap::from_vec(vec![u8::MAX; bytes], size)
            .ok_or_else(|| Refusal::internal("a picture is too large"))?;
        let scale = Transform::from_scale(scale, scale);
        if is_flat(tree.root()) {
            self.paint(tree.root(), &texts, scale, &mut pixels);
        } else {
            let tree = Tree::from_str(svg, &self.options).map_err(Refusal::internal)?;
            resvg::render(&tree, scale, &mut pixels.as_mut());
        }
        palette::png(&pixels).map_err(Refusal::internal)
    }

    /// Paints in the order of the picture: what comes later may lie on a text.
    fn paint(&self, group: &Group, texts: &[Text<'_>], scale: Transform, onto: &mut Pixmap) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.paint(group, texts, scale, onto),
                Node::Path(path) => match texts::in_place(path, texts) {
                    Some(text) => {
                        texts::paint(&self.masks, &self.options, path, text, scale, onto);
                    }
                    None => self.path(path, node, scale, onto),
                },
                _ => library(node, scale, onto),
            }
        }
    }

    fn path(&self, path: &Path, node: &Node, scale: Transform, onto: &mut Pixmap) {
        let place = scale.pre_concat(path.abs_transform());
        if shapes::paint(&self.masks, path, place, onto).is_none() {
            library(node, scale, onto);
        }
    }
}

/// Whether each part can be painted by itself: none is clipped, masked or let shine through as a whole.
fn is_flat(group: &Group) -> bool {
    let mut children = group.children().iter();
    !group.should_isolate()
        && children.all(|node| !matches!(node, Node::Group(group) if !is_flat(group)))
}

/// Has the library paint what it alone can. To it, what has no area is nothing.
fn library(node: &Node, scale: Transform, onto: &mut Pixmap) {
    if let Some(bounds) = node.abs_layer_bounding_box() {
        // It takes the place for that of the node's corner.
        let place = scale.pre_concat(node.abs_transform());
        let place = place.pre_translate(bounds.x(), bounds.y());
        resvg::render_node(node, place, &mut onto.as_mut());
    }
}
