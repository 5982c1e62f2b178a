//! Pictures of boards as PNG, for mail programs and for clients that cannot show SVG.
//!
//! The fonts are part of the program, so a picture looks the same on every machine. `elements`
//! reads the shapes of a drawing and finds out how each element looks. Finding the pixels that an
//! element covers costs far more than painting them. So the crate does this once for each element
//! (`shapes`), be it a path or a text (`texts`), and caches the covered pixels (`masks`). Caching
//! lowered the CPU time of a picture from 10.5 to 2.7 ms.

mod elements;
mod masks;
mod palette;
mod shapes;
mod texts;

use std::sync::Arc;

use common::cache::{self, OfBytes};
use rules::svg::{Drawing, Theme};

use self::elements::Element;
use self::masks::Layer;
use self::texts::Fonts;

/// The size of the cache of elements, in bytes.
const SHOWN: u64 = 4 << 20;

/// The typical size of one element and its key, in bytes.
const TYPICAL_SHOWN: u64 = 1 << 10;

/// The layers of an element, which are empty if it shows nothing. `None` if the element is too
/// large for masks.
type Shown = Option<Arc<[Layer]>>;

/// Why a picture could not be painted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The picture has no size, or one too large for memory.
    #[error("a picture has no size that can be painted")]
    Size,
    /// The picture could not be written as PNG.
    #[error(transparent)]
    Png(#[from] png::EncodingError),
}

type Result<T, E = Error> = std::result::Result<T, E>;

/// Paints drawings as PNG. It caches the pixels of each element for the next picture with the same
/// element.
pub struct Painter {
    fonts: Fonts,
    shown: OfBytes<Element, Shown>,
}

impl Painter {
    /// Creates a painter with the fonts of the program.
    pub fn new() -> Painter {
        Painter {
            fonts: Fonts::new(),
            shown: cache::of_bytes(SHOWN, TYPICAL_SHOWN, |element, shown| {
                let layers = shown.iter().flat_map(|it| it.iter());
                let bytes = size_of::<Arc<[Layer]>>() + layers.map(Layer::size).sum::<usize>();
                (element.size() + bytes) as u64
            }),
        }
    }

    /// Paints a drawing with `scale` pixels per unit. It is dark only if the theme is.
    pub fn png(&self, drawing: &Drawing, theme: Theme, scale: f32) -> Result<Vec<u8>> {
        let pixels = elements::painted(self, drawing, theme, scale)?;
        Ok(palette::png(&pixels)?)
    }

    /// Returns the layers of an element.
    fn shown(&self, element: &Element) -> Shown {
        self.shown.get(element).unwrap_or_else(|| {
            let shown: Shown = shapes::layers(element, &self.fonts).map(Into::into);
            self.shown.insert(element.clone(), shown.clone());
            shown
        })
    }
}

impl Default for Painter {
    fn default() -> Painter {
        Painter::new()
    }
}
