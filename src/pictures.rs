//! Pictures of boards as PNG, painted by threads of their own ([`raster`]), the latest kept.

use std::sync::Arc;
use std::time::Duration;

use common::cache::{self, OfBytes};
use raster::Painter;
use sha2::{Digest, Sha256};

use crate::crew::Crew;
use crate::lanes::Lane;
use crate::refusal::{Refusal, Result};

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
        Rasteriser {
            painter: Arc::new(Painter::new()),
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
        let png = Arc::new(painted.await?.map_err(Refusal::internal)?);
        self.made.insert(key, Arc::clone(&png));
        Ok(png)
    }
}

impl Default for Rasteriser {
    fn default() -> Rasteriser {
        Rasteriser::new()
    }
}
