//! Paints boards as PNG on threads of its own ([`raster`]), and caches the latest pictures.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use common::cache::{self, OfBytes};
use raster::Painter;
use rules::svg::{Drawing, Theme};
use sha2::{Digest, Sha256};

use crate::permits::PermitPool;
use crate::refusal::{Refusal, Result};
use crate::thread_pool::ThreadPool;

/// The size of the cache of finished pictures, in bytes.
const KEPT: u64 = 4 << 20;

/// The typical size of a picture, in bytes.
const TYPICAL: u64 = 32 << 10;

/// The most pictures painted at once: one keeps a core busy for some milliseconds.
const AT_ONCE: usize = 2;

/// The most requests that may wait for a picture.
const WAITING: usize = 64;

/// The longest time that a request waits for a painter.
const PATIENCE: Duration = Duration::from_secs(5);

/// Paints drawings as PNG.
pub struct Rasteriser {
    painter: Arc<Painter>,
    made: OfBytes<[u8; 32], Arc<Vec<u8>>>,
    pool: PermitPool,
    threads: ThreadPool,
}

impl Rasteriser {
    /// Creates a rasteriser with the fonts of the program.
    pub fn new() -> Rasteriser {
        Rasteriser {
            painter: Arc::new(Painter::new()),
            made: cache::of_bytes(KEPT, TYPICAL, |key, png| (2 * key.len() + png.len()) as u64),
            pool: PermitPool::new("pictures", AT_ONCE, WAITING, PATIENCE),
            threads: ThreadPool::new(AT_ONCE),
        }
    }

    /// Returns a drawing as PNG with `scale` pixels per unit, from the cache if possible.
    pub async fn png(
        &self,
        drawing: Drawing,
        theme: Theme,
        scale: impl Into<f32>,
    ) -> Result<Arc<Vec<u8>>> {
        let scale: f32 = scale.into();
        let mut key = Key(Sha256::new());
        (&drawing, theme, scale.to_bits()).hash(&mut key);
        let key = key.0.finalize().into();
        if let Some(png) = self.made.get(&key) {
            return Ok(png);
        }
        let permit = self.pool.take().await?;
        let painter = Arc::clone(&self.painter);
        let paint = move || painter.png(&drawing, theme, scale);
        let painted = self.threads.work(permit, paint);
        let png = Arc::new(painted.await?.map_err(Refusal::internal)?);
        self.made.insert(key, Arc::clone(&png));
        Ok(png)
    }
}

/// Hashes what a picture depends on. Players choose names, so nobody may be able to find two with
/// one hash.
struct Key(Sha256);

impl Hasher for Key {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

impl Default for Rasteriser {
    fn default() -> Rasteriser {
        Rasteriser::new()
    }
}
