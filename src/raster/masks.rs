//! What shapes and texts cover of the pixels of a picture.

use resvg::tiny_skia::{Pixmap, Rect, Transform};
use resvg::usvg::{Color, Opacity};

/// What has more pixels than so many is painted each time.
const MOST_PIXELS: u64 = 1 << 22;

/// A colour that may let shine through what is below.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    colour: [u8; 3],
    opacity: u8,
}

impl Ink {
    pub(super) fn new(colour: Color, opacity: Opacity) -> Ink {
        Ink {
            colour: [colour.red, colour.green, colour.blue],
            opacity: opacity.to_u8(),
        }
    }

    /// Lays it over pixels of which so much is covered.
    fn over(self, pixels: &mut [[u8; 4]], cover: u8) {
        let [red, green, blue] = self.colour;
        match share(self.opacity, cover) {
            u8::MAX => pixels.fill([red, green, blue, u8::MAX]),
            cover => {
                for pixel in pixels {
                    for (below, above) in pixel.iter_mut().zip(self.colour) {
                        *below = share(*below, u8::MAX - cover) + share(above, cover);
                    }
                }
            }
        }
    }
}

/// So many 255ths of it.
const fn share(of: u8, cover: u8) -> u8 {
    let product = of as u16 * cover as u16 + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// How much is covered of each pixel of a rectangle, row by row.
pub(super) struct Mask {
    /// How far right of and below the place of the whole its corner is.
    right: i32,
    below: i32,
    width: usize,
    runs: Vec<Run>,
}

/// Neighbours in a row that are covered alike.
struct Run {
    cover: u8,
    length: u8,
}

impl Mask {
    /// Of what is painted within these bounds, in one colour. None of what is too large.
    pub(super) fn painted(
        bounds: Rect,
        paint: impl FnOnce(&mut Pixmap, Transform),
    ) -> Option<Mask> {
        let bounds = bounds.outset(1.0, 1.0)?.round_out()?;
        if u64::from(bounds.width()) * u64::from(bounds.height()) > MOST_PIXELS {
            return None;
        }
        let mut pixels = Pixmap::new(bounds.width(), bounds.height())?;
        let corner = Transform::from_translate(-bounds.x() as f32, -bounds.y() as f32);
        paint(&mut pixels, corner);
        let covers: Vec<u8> = pixels.pixels().iter().map(|it| it.alpha()).collect();
        let width = bounds.width() as usize;
        let alike = covers
            .chunks(width)
            .flat_map(|row| row.chunk_by(|a, b| a == b));
        let short = alike.flat_map(|run| run.chunks(u8::MAX.into()));
        let runs = short.map(|run| Run {
            cover: run[0],
            length: run.len() as u8,
        });
        Some(Mask {
            right: bounds.x(),
            below: bounds.y(),
            width,
            runs: runs.collect(),
        })
    }

    /// Lays ink where it covers an opaque picture, the whole being at this place.
    pub(super) fn lay(&self, [left, top]: [i32; 2], ink: Ink, onto: &mut Pixmap) {
        let (columns, rows) = (onto.width() as usize, onto.height() as usize);
        let (pixels, _) = onto.data_mut().as_chunks_mut();
        let left = i64::from(left) + i64::from(self.right);
        let inside = |x: i64| x.clamp(0, columns as i64) as usize;
        let (mut passed, mut y) = (0, i64::from(top) + i64::from(self.below));
        for run in &self.runs {
            let from = left + passed as i64;
            passed += usize::from(run.length);
            if let Ok(row) = usize::try_from(y)
                && row < rows
                && run.cover > 0
            {
                let row = &mut pixels[row * columns..][..columns];
                ink.over(
                    &mut row[inside(from)..inside(left + passed as i64)],
                    run.cover,
                );
            }
            if passed == self.width {
                (passed, y) = (0, y + 1);
            }
        }
    }
}

/// A mask and what is laid through it.
pub(super) struct Layer {
    mask: Mask,
    corner: [i32; 2],
    ink: Ink,
}

impl Layer {
    /// With the place of the whole at this corner of a pixel.
    pub(super) fn new(mask: Mask, corner: [f32; 2], ink: Ink) -> Layer {
        let corner = corner.map(|it| it as i32);
        Layer { mask, corner, ink }
    }

    /// Lays it over an opaque picture, so much further right and down.
    pub(super) fn lay(&self, [right, down]: [i32; 2], onto: &mut Pixmap) {
        let [left, top] = self.corner;
        let place = [left.saturating_add(right), top.saturating_add(down)];
        self.mask.lay(place, self.ink, onto);
    }

    pub(super) fn size(&self) -> usize {
        size_of::<Layer>() + size_of_val(self.mask.runs.as_slice())
    }
}
