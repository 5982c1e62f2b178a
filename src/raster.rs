//! Pictures of boards as PNG, for mail programs and for clients that cannot show SVG.
//!
//! The fonts are part of the program, so that a picture looks the same on every machine. To find the
//! shapes of a text in them costs more than to paint all else: texts are painted once each (`texts`)
//! and laid into every picture that has them.

mod palette;
mod texts;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use moka::sync::Cache;
use resvg::tiny_skia::{Color, Paint, Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{self, Group, Node, Options, Tree};
use sha2::{Digest, Sha256};
use tokio::sync::oneshot;

use self::texts::{Text, Texts};
use crate::lanes::Lane;
use crate::refusal::{Refusal, Result};

/// The font of all text in pictures.
const FAMILY: &str = "DejaVu Sans";

/// How many bytes of finished pictures are kept.
const KEPT: u64 = 8 << 20;

/// How many pictures are made at once: making one keeps a core busy for some milliseconds.
const AT_ONCE: usize = 2;

/// How many more may be asked for meanwhile.
const WAITING: usize = 64;

/// How long a request waits for its picture to be begun.
const PATIENCE: Duration = Duration::from_secs(5);

/// Makes PNG out of SVG.
pub struct Rasteriser {
    painter: Arc<Painter>,
    made: Cache<[u8; 32], Arc<Vec<u8>>>,
    lane: Lane,
    studio: Studio,
}

impl Rasteriser {
    /// With the fonts of the program.
    pub fn new() -> Rasteriser {
        let mut fonts = Database::new();
        fonts.load_font_data(include_bytes!("../assets/fonts/DejaVuSans.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../assets/fonts/DejaVuSans-Bold.ttf").to_vec());
        let options = Options {
            font_family: FAMILY.to_owned(),
            fontdb: Arc::new(fonts),
            ..Options::default()
        };
        let weight = |_: &[u8; 32], png: &Arc<Vec<u8>>| png.len().try_into().unwrap_or(u32::MAX);
        Rasteriser {
            painter: Arc::new(Painter {
                options,
                texts: Texts::new(),
            }),
            made: Cache::builder().max_capacity(KEPT).weigher(weight).build(),
            lane: Lane::new("pictures", AT_ONCE, WAITING, PATIENCE),
            studio: Studio::new(),
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
        let (answer, painted) = oneshot::channel();
        self.studio.work(move || {
            let _place = place;
            // Whoever asked may have gone away.
            let _ = answer.send(painter.png(&svg, scale));
        });
        let png = Arc::new(painted.await.map_err(Refusal::internal)??);
        self.made.insert(key, Arc::clone(&png));
        Ok(png)
    }
}

impl Default for Rasteriser {
    fn default() -> Rasteriser {
        Rasteriser::new()
    }
}

type Work = Box<dyn FnOnce() + Send>;

/// The threads that paint. They do nothing else: each keeps the memory of a picture for the next one,
/// and so would every thread that has ever painted.
struct Studio(mpsc::Sender<Work>);

impl Studio {
    fn new() -> Studio {
        let (sender, works) = mpsc::channel();
        let works = Arc::new(Mutex::new(works));
        for _ in 0..AT_ONCE {
            let works: Arc<Mutex<mpsc::Receiver<Work>>> = Arc::clone(&works);
            std::thread::spawn(move || {
                loop {
                    let work = works.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(work) = work else { break };
                    // Whoever waits for it sees that no answer comes.
                    let _ = catch_unwind(AssertUnwindSafe(work));
                }
            });
        }
        Studio(sender)
    }

    /// Has this done. What panics is dropped.
    fn work(&self, work: impl FnOnce() + Send + 'static) {
        // The threads are there as long as this is.
        let _ = self.0.send(Box::new(work));
    }
}

/// What pictures are painted with.
struct Painter {
    options: Options<'static>,
    texts: Texts,
}

impl Painter {
    fn png(&self, svg: &str, scale: f32) -> Result<Vec<u8>> {
        let (shapes, texts) = texts::taken_out(svg);
        let tree = Tree::from_str(&shapes, &self.options).map_err(Refusal::internal)?;
        let size = tree.size().to_int_size().scale_by(scale);
        let size = size.ok_or_else(|| Refusal::internal("a picture has no size"))?;
        let mut pixels = Pixmap::new(size.width(), size.height())
            .ok_or_else(|| Refusal::internal("a picture is too large"))?;
        // Nothing shines through: a pixel is a colour.
        pixels.fill(Color::WHITE);
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
            match (node, texts::in_place(node, texts)) {
                (Node::Group(group), _) => self.paint(group, texts, scale, onto),
                (Node::Path(place), Some(text)) => {
                    self.texts.paint(&self.options, place, text, scale, onto);
                }
                _ => self::node(node, scale.pre_concat(node.abs_transform()), onto),
            }
        }
    }
}

/// Whether each part can be painted by itself: none is clipped, masked or let shine through as a whole.
fn is_flat(group: &Group) -> bool {
    let mut children = group.children().iter();
    !group.should_isolate()
        && children.all(|node| !matches!(node, Node::Group(group) if !is_flat(group)))
}

fn node(node: &Node, place: Transform, onto: &mut Pixmap) {
    match (node.abs_layer_bounding_box(), node) {
        (Some(bounds), _) => {
            // The library takes the place for that of the node's corner.
            let place = place.pre_translate(bounds.x(), bounds.y());
            resvg::render_node(node, place, &mut onto.as_mut());
        }
        // To the library a level or upright line is nothing, for want of an area.
        (None, Node::Path(line)) => {
            if let Some(stroke) = line.stroke()
                && let usvg::Paint::Color(colour) = stroke.paint()
            {
                let opacity = stroke.opacity().to_u8();
                let mut paint = Paint::default();
                paint.set_color_rgba8(colour.red, colour.green, colour.blue, opacity);
                onto.stroke_path(line.data(), &paint, &stroke.to_tiny_skia(), place, None);
            }
        }
        (None, _) => {}
    }
}
