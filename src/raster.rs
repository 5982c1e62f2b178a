//! Pictures of boards as PNG, for mail programs and for clients that cannot show SVG.
//!
//! The fonts are part of the program, so that a picture looks the same on every machine. To read an
//! element and to find what it covers costs many times what it costs to lay that down: it is done once
//! for all pictures that have the element (`elements`), be it a path (`shapes`) or a text (`texts`), and
//! what comes of it is kept (`masks`). Other pictures are left to the library. Keeping what paths cover
//! lowered the CPU time of a picture from 10.5 to 6.3 ms.

mod elements;
mod masks;
mod palette;
mod shapes;
mod texts;

use std::sync::Arc;
use std::time::Duration;

use resvg::tiny_skia::{IntSize, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Group, Node, Options, Path, Tree};
use sha2::{Digest, Sha256};

use self::elements::Parted;
use self::masks::Layer;
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

/// How many bytes of what elements show are kept.
const SHOWN: u64 = 4 << 20;

/// How many bytes that are of one element, about, with what it is told by.
const TYPICAL_SHOWN: u64 = 1 << 10;

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
            painter: Arc::new(Painter::new(options)),
            made: cache::of_bytes(KEPT, TYPICAL, |key, png| (2 * key.len() + png.len()) as u64),
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

/// What an element shows: layers, none where there is nothing to see. `None` where the library has to
/// paint it each time.
type Shown = Option<Arc<[Layer]>>;

/// What pictures are painted with.
struct Painter {
    options: Options<'static>,
    shown: OfBytes<String, Shown>,
}

impl Painter {
    fn new(options: Options<'static>) -> Painter {
        Painter {
            options,
            shown: cache::of_bytes(SHOWN, TYPICAL_SHOWN, |told, shown| {
                let layers = shown.iter().flat_map(|it| it.iter());
                let bytes = size_of::<Arc<[Layer]>>() + layers.map(Layer::size).sum::<usize>();
                (told.len() + bytes) as u64
            }),
        }
    }

    fn png(&self, svg: &str, scale: f32) -> Result<Vec<u8>> {
        let pixels = match elements::parted(svg, scale) {
            Some(parted) => self.laid(parted)?,
            None => {
                let tree = self.tree(svg)?;
                let size = tree.size().to_int_size().scale_by(scale);
                let size = size.ok_or_else(|| Refusal::internal("a picture has no size"))?;
                let mut pixels = canvas(size, [u8::MAX; 3])?;
                let scale = Transform::from_scale(scale, scale);
                resvg::render(&tree, scale, &mut pixels.as_mut());
                pixels
            }
        };
        palette::png(&pixels).map_err(Refusal::internal)
    }

    fn tree(&self, svg: &str) -> Result<Tree> {
        Tree::from_str(svg, &self.options).map_err(Refusal::internal)
    }

    /// Paints elements, each over those before it.
    fn laid(&self, parted: Parted) -> Result<Pixmap> {
        let mut pixels = canvas(parted.size, parted.ground)?;
        for element in parted.elements {
            let [right, down] = element.place;
            let shown = match self.shown.get(&element.told) {
                Some(shown) => shown,
                None => {
                    let shown = self.layers(&element.told)?;
                    self.shown.insert(element.told.clone(), shown.clone());
                    shown
                }
            };
            match shown {
                Some(layers) => layers
                    .iter()
                    .for_each(|it| it.lay([right, down], &mut pixels)),
                None => {
                    let tree = self.tree(&elements::alone(&element.told))?;
                    let place = Transform::from_translate(right as f32, down as f32);
                    resvg::render(&tree, place, &mut pixels.as_mut());
                }
            }
        }
        Ok(pixels)
    }

    /// What an element shows.
    fn layers(&self, told: &str) -> Result<Shown> {
        let svg = elements::alone(told);
        let (mut layers, text) = (Vec::new(), texts::taken_out(&svg));
        let is_plain = match text {
            Some((square, text)) => each_path(self.tree(&square)?.root(), &mut |square| {
                layers.extend(texts::layer(&self.options, square, &text));
                Some(())
            }),
            None => each_path(self.tree(&svg)?.root(), &mut |path| {
                layers.extend(shapes::layers(path)?);
                Some(())
            }),
        };
        Ok(is_plain.map(|()| layers.into()))
    }
}

/// Does this with each path. `None` where it fails, or there is more to paint than them.
fn each_path(group: &Group, does: &mut impl FnMut(&Path) -> Option<()>) -> Option<()> {
    (!group.should_isolate()).then_some(())?;
    group.children().iter().try_for_each(|node| match node {
        Node::Group(group) => each_path(group, does),
        Node::Path(path) => does(path),
        _ => None,
    })
}

/// A picture of one colour, through which nothing shines: a pixel is a colour.
fn canvas(size: IntSize, [red, green, blue]: [u8; 3]) -> Result<Pixmap> {
    let pixels = size.width() as usize * size.height() as usize;
    let bytes = vec![[red, green, blue, u8::MAX]; pixels].into_flattened();
    Pixmap::from_vec(bytes, size).ok_or_else(|| Refusal::internal("a picture is too large"))
}
