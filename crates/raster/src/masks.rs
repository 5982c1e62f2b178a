//! Masks: how much of each pixel a shape or a text covers.

use tiny_skia::{Pixmap, Rect, Transform};

use super::elements::Rgb;

/// The area that may be painted: the first pixel and the one after the last, of each axis.
pub(super) type Bounds = [[i32; 2]; 2];

/// The most pixels of a mask. A larger element is painted each time.
const MOST_PIXELS: u64 = 1 << 22;

/// The shortest run of pixels that gets its own span. For shorter runs, a new span costs more than
/// painting each pixel.
const SHORT: usize = 6;

/// A colour with an opacity.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    pub(super) colour: Rgb,
    pub(super) opacity: u8,
}

impl Ink {
    /// Paints fully covered pixels.
    fn over_all(self, pixels: &mut [[u8; 4]]) {
        if self.opacity == u8::MAX {
            pixels.fill(self.pixel());
            return;
        }
        let above = share(apart(self.pixel()), self.opacity);
        for pixel in pixels {
            *pixel = together(share(apart(*pixel), u8::MAX - self.opacity) + above);
        }
    }

    /// Paints partially covered pixels. `covers` has the coverage of each.
    fn over_each(self, pixels: &mut [[u8; 4]], covers: &[u8]) {
        let above = apart(self.pixel());
        for (pixel, cover) in pixels.iter_mut().zip(covers) {
            let cover = share(self.opacity.into(), *cover) as u8;
            *pixel = together(share(apart(*pixel), u8::MAX - cover) + share(above, cover));
        }
    }

    fn pixel(self) -> [u8; 4] {
        let [red, green, blue] = self.colour;
        [red, green, blue, u8::MAX]
    }
}

/// Spreads the four components of a pixel, to 16 bits each.
const fn apart(pixel: [u8; 4]) -> u64 {
    let pixel = u32::from_le_bytes(pixel) as u64;
    (pixel & 0xff_00ff) | ((pixel & 0xff00_ff00) << 24)
}

/// Packs four spread components into a pixel.
const fn together(parts: u64) -> [u8; 4] {
    ((parts | (parts >> 24)) as u32).to_le_bytes()
}

/// Multiplies each of four components by `cover` / 255.
const fn share(of: u64, cover: u8) -> u64 {
    let products = of * cover as u64 + 0x0080_0080_0080_0080;
    ((products + ((products >> 8) & 0x00ff_00ff_00ff_00ff)) >> 8) & 0x00ff_00ff_00ff_00ff
}

/// The coverage of the pixels of a rectangle.
pub(super) struct Mask {
    /// The offset of the upper left corner from the position of the element.
    right: i32,
    below: i32,
    spans: Vec<Span>,
    /// The coverage of each pixel in the partially covered spans, in order.
    covers: Vec<u8>,
}

/// Adjacent pixels in a row.
struct Span {
    right: u16,
    below: u16,
    length: u16,
    is_whole: bool,
}

impl Mask {
    /// Creates the mask of a painting in one colour within these bounds. Returns `None` if it is
    /// too large.
    pub(super) fn painted(
        bounds: Rect,
        paint: impl FnOnce(&mut Pixmap, Transform),
    ) -> Option<Mask> {
        let bounds = bounds.outset(1.0, 1.0)?.round_out()?;
        let side = bounds.width().max(bounds.height());
        if side > u32::from(u16::MAX)
            || u64::from(bounds.width()) * u64::from(bounds.height()) > MOST_PIXELS
        {
            return None;
        }
        let mut pixels = Pixmap::new(bounds.width(), bounds.height())?;
        let corner = Transform::from_translate(-bounds.x() as f32, -bounds.y() as f32);
        paint(&mut pixels, corner);
        let covers: Vec<u8> = pixels.pixels().iter().map(|it| it.alpha()).collect();
        let mut mask = Mask {
            right: bounds.x(),
            below: bounds.y(),
            spans: Vec::new(),
            covers: Vec::new(),
        };
        for (y, row) in (0..).zip(covers.chunks(bounds.width() as usize)) {
            mask.adds(y, row)?;
        }
        mask.spans.shrink_to_fit();
        mask.covers.shrink_to_fit();
        Some(mask)
    }

    /// Adds a row. Returns `None` if it is too long.
    fn adds(&mut self, below: u16, row: &[u8]) -> Option<()> {
        let kind = |it: &[u8]| match it {
            [0, ..] if it.len() >= SHORT => Kind::Bare,
            [u8::MAX, ..] if it.len() >= SHORT => Kind::Whole,
            _ => Kind::Part,
        };
        let runs = row.chunk_by(|one, other| one == other);
        let (mut right, mut before) = (0_u16, Kind::Bare);
        for run in runs {
            let (length, kind) = (u16::try_from(run.len()).ok()?, kind(run));
            if kind == Kind::Part {
                self.covers.extend_from_slice(run);
            }
            match self.spans.last_mut() {
                Some(span) if kind == Kind::Part && before == Kind::Part => span.length += length,
                _ if kind == Kind::Bare => {}
                _ => self.spans.push(Span {
                    right,
                    below,
                    length,
                    is_whole: kind == Kind::Whole,
                }),
            }
            (right, before) = (right.checked_add(length)?, kind);
        }
        Some(())
    }

    /// Paints ink through the mask onto an opaque picture, within `bounds` of it, with the element
    /// at this position.
    fn lay(&self, [left, top]: [i32; 2], bounds: Bounds, ink: Ink, onto: &mut Pixmap) {
        let columns = i64::from(onto.width());
        let [[first, last], [upper, lower]] = bounds.map(|axis| axis.map(i64::from));
        let (pixels, _) = onto.data_mut().as_chunks_mut();
        let left = i64::from(left) + i64::from(self.right);
        let top = i64::from(top) + i64::from(self.below);
        let mut covers = self.covers.as_slice();
        for span in &self.spans {
            let (length, mut part) = (usize::from(span.length), &[][..]);
            if !span.is_whole {
                (part, covers) = covers.split_at(length);
            }
            let (x, y) = (left + i64::from(span.right), top + i64::from(span.below));
            let (from, to) = (x.max(first), (x + length as i64).min(last));
            if !(upper..lower).contains(&y) || from >= to {
                continue;
            }
            let begin = y * columns;
            let pixels = &mut pixels[(begin + from) as usize..(begin + to) as usize];
            if span.is_whole {
                ink.over_all(pixels);
            } else {
                ink.over_each(pixels, &part[(from - x) as usize..]);
            }
        }
    }

    fn size(&self) -> usize {
        size_of_val(self.spans.as_slice()) + self.covers.len()
    }
}

/// The coverage of the pixels in a run: none, full, or individual.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bare,
    Whole,
    Part,
}

/// A mask and the ink to paint through it.
pub(super) struct Layer {
    pub(super) mask: Mask,
    pub(super) ink: Ink,
}

impl Layer {
    /// Paints the layer onto an opaque picture, within `bounds` of it, at this position.
    pub(super) fn lay(&self, place: [i32; 2], bounds: Bounds, onto: &mut Pixmap) {
        self.mask.lay(place, bounds, self.ink, onto);
    }

    pub(super) fn size(&self) -> usize {
        size_of::<Layer>() + self.mask.size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes one component by itself.
    fn share_of_one(of: u8, cover: u8) -> u8 {
        let exact = f64::from(of) * f64::from(cover) / 255.0;
        exact.round() as u8
    }

    #[test]
    fn four_channels_are_scaled_like_each_alone() {
        for (of, cover) in (0..=u8::MAX).flat_map(|of| (0..=u8::MAX).map(move |it| (of, it))) {
            let pixel = [of, 255 - of, of / 2, u8::MAX];
            let expected = pixel.map(|it| share_of_one(it, cover));
            assert_eq!(
                together(share(apart(pixel), cover)),
                expected,
                "{of} {cover}"
            );
        }
    }

    /// Paints a row onto a picture of ten pixels. `covers` has the coverage and the length of each
    /// run.
    fn laid(covers: &[(u8, usize)], opacity: u8, left: i32) -> Vec<u8> {
        let row: Vec<u8> = covers.iter().flat_map(|(it, n)| vec![*it; *n]).collect();
        let mut mask = Mask {
            right: 0,
            below: 0,
            spans: Vec::new(),
            covers: Vec::new(),
        };
        mask.adds(0, &row).unwrap();
        let ink = Ink {
            colour: [0; 3],
            opacity,
        };
        let mut onto = Pixmap::new(10, 1).unwrap();
        onto.data_mut().fill(u8::MAX);
        mask.lay([left, 0], [[0, 10], [0, 1]], ink, &mut onto);
        onto.pixels().iter().map(|it| it.red()).collect()
    }

    #[test]
    fn mask_is_applied_only_where_it_overlaps_the_picture() {
        let covers = [
            (0, 1),
            (55, 1),
            (255, 2),
            (155, 1),
            (0, 9),
            (255, 9),
            (25, 2),
        ];
        let row = [255, 200, 0, 0, 100, 255, 255, 255, 255, 255];
        assert_eq!(laid(&covers, 255, 0), row);
        assert_eq!(
            laid(&covers, 255, 8),
            [[255; 8].as_slice(), &[255, 200]].concat()
        );
        assert_eq!(
            laid(&covers, 255, -3),
            [0, 100, 255, 255, 255, 255, 255, 255, 255, 255]
        );
        assert_eq!(
            laid(&covers, 255, -20),
            [0, 0, 0, 230, 230, 255, 255, 255, 255, 255]
        );
        assert_eq!(laid(&covers, 51, -19)[..4], [204, 204, 204, 204]);
        assert_eq!(laid(&covers, 255, -99), [255; 10]);
        assert_eq!(laid(&covers, 255, 99), [255; 10]);
    }
}
