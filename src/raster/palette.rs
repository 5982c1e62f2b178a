//! Pictures of flat areas as PNG: a byte a pixel says which of at most 256 colours it has.

use std::cmp::Reverse;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::EncodingError;
use resvg::tiny_skia::Pixmap;
use rustc_hash::FxHashMap;

type Rgb = [u8; 3];

/// The colours of so many areas, the largest first, stay as they are. Boards have fewer; what comes
/// behind them are steps between two of them, at edges.
const EXACT: usize = 64;

/// How much it is packed: about as well as by the usual 6.
const PACKED: Compression = Compression::new(2);

/// An opaque picture.
pub(super) fn png(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let (palette, rows) = indexed(pixels);
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette);
    let mut writer = encoder.write_header()?;
    // All rows at once: for each that it is given the library clears its whole buffer first.
    let mut packer = ZlibEncoder::new(Vec::with_capacity(rows.len() / 8), PACKED);
    packer.write_all(&rows)?;
    writer.write_chunk(png::chunk::IDAT, &packer.finish()?)?;
    writer.finish()?;
    Ok(png)
}

/// The colours of a picture, and its rows: the number of its colour for each pixel, after a zero that
/// says that the row is not filtered. Filters are of no use to numbers.
fn indexed(pixels: &Pixmap) -> (Vec<u8>, Vec<u8>) {
    let mut found: FxHashMap<u32, usize> = FxHashMap::default();
    let mut colours: Vec<(Rgb, usize)> = Vec::new();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let width = pixels.width() as usize;
    let (all, _): (&[[u8; 4]], _) = pixels.data().as_chunks();
    // Where a run of the row above begins: many rows are as the one above.
    let (mut above, mut row_above) = (0, all.get(..0).unwrap_or_default());
    for row in all.chunks(width) {
        let begin = runs.len();
        if row == row_above {
            runs.extend_from_within(above..);
            for (place, length) in &runs[begin..] {
                colours[*place].1 += length;
            }
        } else {
            for run in row.chunk_by(|a, b| a == b) {
                let [red, green, blue, _] = run[0];
                let place = *found
                    .entry(u32::from_le_bytes(run[0]))
                    .or_insert(colours.len());
                if place == colours.len() {
                    colours.push(([red, green, blue], 0));
                }
                colours[place].1 += run.len();
                runs.push((place, run.len()));
            }
        }
        (above, row_above) = (begin, row);
    }
    let (palette, numbers) = few(&colours);
    let mut rows = Vec::with_capacity(all.len() + pixels.height() as usize);
    let mut left = 0;
    for (place, length) in runs {
        if left == 0 {
            rows.push(0);
            left = width;
        }
        rows.resize(rows.len() + length, numbers[place]);
        left -= length;
    }
    (palette.concat(), rows)
}

/// At most 256 of these colours of so many pixels, and which of them stands for each: itself, or one
/// that differs by no more than that takes.
fn few(colours: &[(Rgb, usize)]) -> (Vec<Rgb>, Vec<u8>) {
    let mut places: Vec<usize> = (0..colours.len()).collect();
    places.sort_unstable_by_key(|place| (Reverse(colours[*place].1), *place));
    let (mut numbers, mut tolerance) = (vec![0; colours.len()], 0);
    loop {
        let mut kept: Vec<Rgb> = Vec::with_capacity(256);
        for place in &places {
            let (colour, _) = colours[*place];
            let is_near = |it: &Rgb| tolerance > 0 && distance(&colour, it) <= tolerance;
            let near = kept
                .iter()
                .position(is_near)
                .filter(|_| kept.len() >= EXACT);
            let number = near.unwrap_or_else(|| {
                kept.push(colour);
                kept.len() - 1
            });
            match u8::try_from(number) {
                Ok(number) => numbers[*place] = number,
                Err(_) => break,
            }
        }
        if kept.len() <= 256 {
            return (kept, numbers);
        }
        tolerance += 8;
    }
}

/// By how much two colours differ, in the part in which they differ most.
fn distance(one: &Rgb, other: &Rgb) -> u8 {
    let [red, green, blue] = [0, 1, 2].map(|part| one[part].abs_diff(other[part]));
    red.max(green).max(blue)
}
