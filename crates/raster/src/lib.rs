//! Pictures of boards as PNG, for mail programs and for clients that cannot show SVG.
//!
//! The fonts are part of the program, so a picture looks the same on every machine. Parsing an
//! element and finding the pixels that it covers costs far more than painting them. So the crate
//! does this once for each element (`elements`), be it a path (`shapes`) or a text (`texts`), and
//! caches the covered pixels (`masks`). The library paints everything else. Caching the pixels of
//! paths lowered the CPU time of a picture from 10.5 to 6.3 ms.

mod elements;
mod masks;
mod palette;
mod shapes;
mod texts;

use std::sync::Arc;

use common::cache::{self, OfBytes};
use resvg::tiny_skia::{IntSize, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Group, Node, Options, Path, Tree};

use self::elements::Parted;
use self::masks::Layer;

/// The font of all text in pictures.
const FAMILY: &str = "DejaVu Sans";

/// The files of the font, which are compiled into the program.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../assets/fonts/DejaVuSans.ttf"),
    include_bytes!("../assets/fonts/DejaVuSans-Bold.ttf"),
];

/// The size of the cache of elements, in bytes.
const SHOWN: u64 = 4 << 20;

/// The typical size of one element and its key, in bytes.
const TYPICAL_SHOWN: u64 = 1 << 10;

/// The layers of an element, which are empty if it shows nothing. `None` if the library has to
/// paint the element each time.
type Shown = Option<Arc<[Layer]>>;

/// Why a picture could not be painted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The drawing is not valid SVG.
    #[error(transparent)]
    Svg(#[from] resvg::usvg::Error),
    /// The picture has no size, or one too large for memory.
    #[error("a picture has no size that can be painted")]
    Size,
    /// The picture could not be written as PNG.
    #[error(transparent)]
    Png(#[from] png::EncodingError),
}

type Result<T, E = Error> = std::result::Result<T, E>;

/// Paints SVG as PNG. It caches the pixels of each element for the next picture with the same
/// element.
pub struct Painter {
    options: Options<'static>,
    shown: OfBytes<String, Shown>,
}

impl Painter {
    /// Creates a painter with the fonts of the program.
    pub fn new() -> Painter {
        let mut fonts = Database::new();
        for font in FONTS {
            fonts.load_font_source(Source::Binary(Arc::new(font)));
        }
        let options = Options {
            font_family: FAMILY.to_owned(),
            fontdb: Arc::new(fonts),
            ..Options::default()
        };
        Painter {
            options,
            shown: cache::of_bytes(SHOWN, TYPICAL_SHOWN, |told, shown| {
                let layers = shown.iter().flat_map(|it| it.iter());
                let bytes = size_of::<Arc<[Layer]>>() + layers.map(Layer::size).sum::<usize>();
                (told.len() + bytes) as u64
            }),
        }
    }

    /// Paints a drawing with `scale` pixels per unit.
    pub fn png(&self, svg: &str, scale: f32) -> Result<Vec<u8>> {
        let pixels = match elements::parted(svg, scale) {
            Some(parted) => self.laid(parted)?,
            None => {
                let tree = self.tree(svg)?;
                let size = tree.size().to_int_size().scale_by(scale);
                let size = size.ok_or(Error::Size)?;
                let mut pixels = canvas(size, [u8::MAX; 3])?;
                let scale = Transform::from_scale(scale, scale);
                resvg::render(&tree, scale, &mut pixels.as_mut());
                pixels
            }
        };
        Ok(palette::png(&pixels)?)
    }

    fn tree(&self, svg: &str) -> Result<Tree> {
        Ok(Tree::from_str(svg, &self.options)?)
    }

    /// Paints elements in order, each over the previous ones.
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

    /// Returns the layers of an element.
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

impl Default for Painter {
    fn default() -> Painter {
        Painter::new()
    }
}

/// Calls `does` with each path. Returns `None` if a call fails, or if there is anything else to
/// paint.
fn each_path(group: &Group, does: &mut impl FnMut(&Path) -> Option<()>) -> Option<()> {
    (!group.should_isolate()).then_some(())?;
    group.children().iter().try_for_each(|node| match node {
        Node::Group(group) => each_path(group, does),
        Node::Path(path) => does(path),
        _ => None,
    })
}

/// Creates an opaque picture of one colour. Since it is opaque, each pixel is a plain colour.
fn canvas(size: IntSize, [red, green, blue]: [u8; 3]) -> Result<Pixmap> {
    let pixels = size.width() as usize * size.height() as usize;
    let bytes = vec![[red, green, blue, u8::MAX]; pixels].into_flattened();
    Pixmap::from_vec(bytes, size).ok_or(Error::Size)
}
