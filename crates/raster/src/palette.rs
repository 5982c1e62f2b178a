//! Pictures of flat areas as PNG: a byte a pixel says which of at most 256 colours it has.

use std::cmp::Reverse;
use std::io::{self, Write};

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

/// How much one is packed that comes out larger than this, in bytes: a mail has no room for more than 60 KB. It takes
/// twice as long.
const LARGE: (usize, Compression) = (59 << 10, Compression::new(6));

/// An opaque picture.
pub(super) fn png(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let (palette, rows) = indexed(pixels);
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette);
    let mut writer = encoder.write_header()?;
    // All rows at once: for each that it is given the library clears its whole buffer first. This
    // lowered the CPU time of a turn mail from 6.1 to 4.5 ms.
    let mut data = packed(&rows, PACKED)?;
    let (large, well) = LARGE;
    if data.len() > large {
        data = packed(&rows, well)?;
    }
    writer.write_chunk(png::chunk::IDAT, &data)?;
    writer.finish()?;
    Ok(png)
}

fn packed(rows: &[u8], how_much: Compression) -> io::Result<Vec<u8>> {
    let mut packer = ZlibEncoder::new(Vec::with_capacity(rows.len() / 8), how_much);
    packer.write_all(rows)?;
    packer.finish()
}

/// The colours of a picture, and its rows: the number of its colour for each pixel, after a zero that
/// says that the row is not filtered. Filters are of no use to numbers.
fn indexed(pixels: &Pixmap) -> (Vec<u8>, Vec<u8>) {
    let (all, _): (&[[u8; 4]], _) = pixels.data().as_chunks();
    let width = pixels.width() as usize;
    let mut colours = Colours::new();
    let mut runs: Vec<Run> = Vec::with_capacity(all.len() / 16);
    // Many rows are as the one above: where the runs of each other one end, and how many are like it.
    let mut rows: Vec<(usize, usize)> = Vec::new();
    let mut above: &[[u8; 4]] = &[];
    for row in all.chunks(width) {
        match rows.last_mut() {
            Some((_, times)) if row == above => *times += 1,
            _ => {
                colours.add(row, &mut runs);
                rows.push((runs.len(), 1));
            }
        }
        above = row;
    }
    let mut begin = 0;
    for (end, times) in &rows {
        for run in &runs[begin..*end] {
            colours.all[run.place as usize].1 += run.length as usize * times;
        }
        begin = *end;
    }
    let (palette, numbers) = few(&colours.all);
    let mut bytes = Vec::with_capacity(all.len() + pixels.height() as usize);
    let mut begin = 0;
    for (end, times) in rows {
        let from = bytes.len();
        bytes.push(0);
        for run in &runs[begin..end] {
            let number = numbers[run.place as usize];
            match run.length {
                1 => bytes.push(number),
                length => bytes.resize(bytes.len() + length as usize, number),
            }
        }
        let to = bytes.len();
        for _ in 1..times {
            bytes.extend_from_within(from..to);
        }
        begin = end;
    }
    (palette.concat(), bytes)
}

/// Neighbours in a row that have one colour, which has this place among all.
struct Run {
    place: u32,
    length: u32,
}

/// The colours found so far, each with the number of its pixels.
struct Colours {
    all: Vec<(Rgb, usize)>,
    places: FxHashMap<u32, u32>,
    /// Colours that were seen lately, with their places.
    lately: [(u32, u32); 256],
}

impl Colours {
    fn new() -> Colours {
        Colours {
            all: Vec::new(),
            places: FxHashMap::default(),
            // No pixel is that: all are opaque.
            lately: [(0, 0); 256],
        }
    }

    /// Adds the runs of a row.
    fn add(&mut self, mut row: &[[u8; 4]], runs: &mut Vec<Run>) {
        while let Some(pixel) = row.first() {
            let length = alike(row, pixel);
            let place = self.place(*pixel);
            runs.push(Run {
                place,
                length: length as u32,
            });
            row = &row[length..];
        }
    }

    fn place(&mut self, pixel: [u8; 4]) -> u32 {
        let colour = u32::from_le_bytes(pixel);
        let lately = &mut self.lately[(colour.wrapping_mul(0x9e37_79b1) >> 24) as usize];
        if lately.0 != colour {
            let next = self.all.len() as u32;
            let place = *self.places.entry(colour).or_insert(next);
            if place == next {
                let [red, green, blue, _] = pixel;
                self.all.push(([red, green, blue], 0));
            }
            *lately = (colour, place);
        }
        lately.1
    }
}

/// How many pixels the row begins with that are as its first.
fn alike(row: &[[u8; 4]], first: &[u8; 4]) -> usize {
    if row.get(1) != Some(first) {
        return 1;
    }
    let (many, _) = row.as_chunks::<8>();
    let whole = many.iter().take_while(|it| **it == [*first; 8]).count() * 8;
    whole + row[whole..].iter().take_while(|it| *it == first).count()
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
