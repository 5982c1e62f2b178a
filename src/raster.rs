//! Pictures of boards as PNG, for mail programs and for clients that cannot show SVG.
//!
//! The fonts are part of the program, so that a picture looks the same on every machine.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use sha2::{Digest, Sha256};

use crate::lanes::Lane;
use crate::refusal::{Refusal, Result};

/// The font of all text in pictures.
const FAMILY: &str = "DejaVu Sans";

/// How many bytes of finished pictures are kept.
const KEPT: u64 = 32 << 20;

/// How many pictures are made at once: making one keeps a core busy for some ten milliseconds.
const AT_ONCE: usize = 2;

/// How many more may be asked for meanwhile.
const WAITING: usize = 64;

/// How long a request waits for its picture to be begun.
const PATIENCE: Duration = Duration::from_secs(5);

/// Makes PNG out of SVG.
pub struct Rasteriser {
    fonts: Arc<Database>,
    made: Cache<[u8; 32], Arc<Vec<u8>>>,
    lane: Lane,
}

impl Rasteriser {
    /// With the fonts of the program.
    pub fn new() -> Rasteriser {
        let mut fonts = Database::new();
        fonts.load_font_data(include_bytes!("../assets/fonts/DejaVuSans.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../assets/fonts/DejaVuSans-Bold.ttf").to_vec());
        let weight = |_: &[u8; 32], png: &Arc<Vec<u8>>| png.len().try_into().unwrap_or(u32::MAX);
        Rasteriser {
            fonts: Arc::new(fonts),
            made: Cache::builder().max_capacity(KEPT).weigher(weight).build(),
            lane: Lane::new("pictures", AT_ONCE, WAITING, PATIENCE),
        }
    }

    /// The picture as PNG, `scale` pixels for each of its units. One that was made lately is not
    /// made again.
    pub async fn png(&self, svg: String, scale: u8) -> Result<Arc<Vec<u8>>> {
        let key = Sha256::new()
            .chain_update([scale])
            .chain_update(&svg)
            .finalize()
            .into();
        if let Some(png) = self.made.get(&key) {
            return Ok(png);
        }
        let place = self.lane.take().await?;
        let fonts = Arc::clone(&self.fonts);
        let png = Lane::work(place, move || draw(fonts, &svg, scale)).await??;
        let png = Arc::new(png);
        self.made.insert(key, Arc::clone(&png));
        Ok(png)
    }
}

impl Default for Rasteriser {
    fn default() -> Rasteriser {
        Rasteriser::new()
    }
}

fn draw(fonts: Arc<Database>, svg: &str, scale: u8) -> Result<Vec<u8>> {
    let options = Options {
        font_family: FAMILY.to_owned(),
        fontdb: fonts,
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(Refusal::internal)?;
    let size = tree.size().to_int_size().scale_by(f32::from(scale));
    let size = size.ok_or_else(|| Refusal::internal("a picture has no size"))?;
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| Refusal::internal("a picture is too large"))?;
    let scale = Transform::from_scale(f32::from(scale), f32::from(scale));
    resvg::render(&tree, scale, &mut pixels.as_mut());
    encode(pixels).map_err(Refusal::internal)
}

/// Boards are flat areas: unfiltered rows pack better than filtered ones, and level 3 about as well
/// as the usual 6, sooner (five boards: 18 % smaller than by default, in two thirds of the time).
fn encode(pixels: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (pixels.width(), pixels.height());
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_deflate_compression(png::DeflateCompression::Level(3));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.take_demultiplied())?;
    writer.finish()?;
    Ok(png)
}
