//! The outlines of texts. Finding them in the fonts costs more than painting everything else.

use harfrust::{Direction, FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use tiny_skia::{Path, PathBuilder};
use unicode_bidi::{BidiInfo, Level};

use super::elements::{Anchor, Element, Style};
use super::shapes::float;

/// The files of the font, plain and bold, which are compiled into the program.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../assets/fonts/DejaVuSans.ttf"),
    include_bytes!("../assets/fonts/DejaVuSans-Bold.ttf"),
];

/// The fonts, plain and bold.
pub(super) struct Fonts(Vec<Font>);

struct Font {
    font: FontRef<'static>,
    shaper: ShaperData,
}

/// A glyph at its position, in units of its font.
#[derive(Clone)]
struct Glyph {
    /// The index of the font.
    font: usize,
    /// The number of the glyph; 0 if the font has none for a character.
    id: u32,
    advance: i32,
    offset: [i32; 2],
}

impl Fonts {
    pub(super) fn new() -> Fonts {
        let fonts = FONTS.iter().filter_map(|file| {
            let font = FontRef::new(file).ok()?;
            let shaper = ShaperData::new(&font);
            Some(Font { font, shaper })
        });
        Fonts(fonts.collect())
    }

    /// Returns the width of a text, in units of the picture.
    pub(super) fn width(&self, text: &str, style: &Style) -> f32 {
        let glyphs = self.glyphs(text, style.is_bold);
        let size = float(style.font_size);
        glyphs
            .iter()
            .map(|it| it.advance as f32 * size / self.units(it))
            .sum()
    }

    /// Returns the outline of a text in pixels.
    pub(super) fn outline(&self, text: &str, element: &Element) -> Option<Path> {
        let (text, style) = (spaced(text), &element.style);
        let mut x = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -self.width(&text, style) / 2.0,
            Anchor::End => -self.width(&text, style),
        };
        let mut path = PathBuilder::new();
        for glyph in self.glyphs(&text, style.is_bold) {
            let size = float(style.font_size) / self.units(&glyph);
            let [right, up] = glyph.offset.map(|it| it as f32 * size);
            let mut pen = Pen {
                path: &mut path,
                element,
                size,
                at: [x + right, -up],
            };
            let outlines = self.0.get(glyph.font)?.font.outline_glyphs();
            if let Some(outline) = outlines.get(glyph.id.into()) {
                let how = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
                // A damaged glyph shows nothing.
                let _ = outline.draw(how, &mut pen);
            }
            x += glyph.advance as f32 * size;
        }
        path.finish()
    }

    /// Returns the font units of an em.
    fn units(&self, glyph: &Glyph) -> f32 {
        let units = |it: &Font| it.shaper.shaper(&it.font).build().units_per_em();
        self.0.get(glyph.font).map_or(1.0, |it| units(it) as f32)
    }

    /// Returns the glyphs of a text from left to right. The other font helps out where a character
    /// is missing.
    fn glyphs(&self, text: &str, is_bold: bool) -> Vec<Glyph> {
        let mut glyphs = self.shaped(text, is_bold.into());
        if glyphs.iter().any(|it| it.id == 0) {
            let others = self.shaped(text, (!is_bold).into());
            if others.iter().all(|it| it.id != 0) {
                return others;
            }
            if others.len() == glyphs.len() {
                for (glyph, other) in glyphs.iter_mut().zip(others) {
                    if glyph.id == 0 {
                        *glyph = other;
                    }
                }
            }
        }
        glyphs
    }

    /// Returns the glyphs of a text in this font, from left to right.
    fn shaped(&self, text: &str, number: usize) -> Vec<Glyph> {
        let Some(font) = self.0.get(number) else {
            return Vec::new();
        };
        let shaper = font.shaper.shaper(&font.font).build();
        let bidi = BidiInfo::new(text, Some(Level::ltr()));
        let mut glyphs = Vec::new();
        for paragraph in &bidi.paragraphs {
            let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
            for run in runs {
                let is_ltr = levels.get(run.start).is_none_or(Level::is_ltr);
                let mut buffer = UnicodeBuffer::new();
                buffer.push_str(&text[run]);
                buffer.set_direction(match is_ltr {
                    true => Direction::LeftToRight,
                    false => Direction::RightToLeft,
                });
                buffer.guess_segment_properties();
                let shaped = shaper.shape(buffer, ShapeOptions::new());
                let all = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
                glyphs.extend(all.map(|(info, at)| Glyph {
                    font: number,
                    id: info.glyph_id,
                    advance: at.x_advance,
                    offset: [at.x_offset, at.y_offset],
                }));
            }
        }
        glyphs
    }
}

/// Returns a text as SVG shows it: with single spaces, and none at its ends.
pub(super) fn spaced(text: &str) -> String {
    let words: Vec<&str> = text
        .split([' ', '\n', '\t', '\r'])
        .filter(|it| !it.is_empty())
        .collect();
    words.join(" ")
}

/// Draws a glyph in pixels.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    element: &'a Element,
    /// The units of the picture per unit of the font.
    size: f32,
    /// The origin of the glyph, relative to the text.
    at: [f32; 2],
}

impl Pen<'_> {
    fn place(&self, x: f32, y: f32) -> [f32; 2] {
        let [right, down] = self.at;
        self.element
            .place(right + x * self.size, down - y * self.size)
    }
}

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ([x1, y1], [x, y]) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [[x1, y1], [x2, y2]] = [self.place(x1, y1), self.place(x2, y2)];
        let [x, y] = self.place(x, y);
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
