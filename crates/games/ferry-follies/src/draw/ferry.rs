//! Draws the ferry with the crossed cards on its deck: at the quay, or far out once the game is
//! over.

use super::sizes::Sizes;
use super::small;
use crate::MESSAGES;
use crate::cards::CARDS;
use crate::state::Phase;
use crate::view::View;
use rules::svg::{Shapes, shape};
use rules::{Names, told};

/// The scale of a ferry that has left, and the same in percent.
const FAR: (&str, i32) = ("0.7", 70);
/// The distance from the deck down to the lower edge of the sea.
const DEPTH: i32 = 92;

/// The ferry: its place, and its load.
struct Ferry<'a> {
    view: &'a View,
    sizes: &'a Sizes,
    has_left: bool,
    /// The position of the end of its deck.
    x: i32,
    deck: i32,
    /// The number of cards in a layer of the load.
    layer: usize,
}

/// Draws the ferry with the crossed cards on its deck.
pub(super) fn ferry(to: &mut Shapes, view: &View, names: &Names, sizes: &Sizes, y: &mut i32) {
    let top = *y;
    let mut ferry = Ferry::new(view, sizes);
    let layers = view.scored.len().div_ceil(ferry.layer) as i32;
    let sea = top + 6 + sizes.load.max(layers * (sizes.freight.1 + 1) + 4);
    ferry.deck = if ferry.has_left { sea - 12 } else { sea };
    *y = sea + sizes.draught;
    ferry.air(to, top, sea);
    shape!(to, group id="ferry");
    to.holds(|to| {
        shape!(to, group scaled=(ferry.x, ferry.deck, if ferry.has_left { FAR.0 } else { "1" }));
        to.holds(|to| {
            ship(to, sizes);
            portholes(to, view, sizes);
        });
    });
    ferry.load(to);
    ferry.sea(to, sea);
    ferry.words(to, names, sea);
}

impl<'a> Ferry<'a> {
    fn new(view: &'a View, sizes: &'a Sizes) -> Ferry<'a> {
        let has_left = view.phase == Phase::Over;
        let (left, long) = (sizes.margin, sizes.width - 2 * sizes.margin);
        let x = if has_left {
            left + long - 8 - long * FAR.1 / 100
        } else {
            left
        };
        Ferry {
            view,
            sizes,
            has_left,
            x,
            deck: 0,
            layer: match has_left {
                true => sizes.far_layer,
                false => sizes.layer,
            },
        }
    }

    /// Draws the sky, the sea behind the ferry, and the quay.
    fn air(&self, to: &mut Shapes, top: i32, sea: i32) {
        let (left, right) = (self.sizes.margin, self.sizes.width - self.sizes.margin);
        let bottom = sea + DEPTH;
        shape!(to, rect class="f-air" at=(left, top - 4) size=(right - left, bottom - top + 4) rx=10);
        let sun = left + (right - left) / 5;
        shape!(to, circle class="f-sun" around=(sun, top + 26) r=15);
        shape!(to, path class="f-cloud"
            d=(format_args!("M{} {}q-9 0 -9 -7q0 -7 9 -7q3 -9 14 -7q9 -5 16 4q11 -1 11 8q0 9 -10 9z",
                left + (right - left) * 2 / 5, top + 32)));
        shape!(to, path class="f-deep-water"
            d=(format_args!("M{left} {}H{right}V{}q0 10 -10 10H{}q-10 0 -10 -10z",
                sea + 12, bottom - 10, left + 10)));
    }

    /// Draws the water in front of the ferry, and the quay.
    fn sea(&self, to: &mut Shapes, sea: i32) {
        let left = self.sizes.margin;
        let bottom = sea + DEPTH;
        let high = sea + if self.has_left { 28 } else { 60 };
        let (wave, times) = self.sizes.wave;
        shape!(to, path class="f-water"
            d=(format_args!("M{left} {high}{}V{}q0 10 -10 10H{}q-10 0 -10 -10z",
                wave.repeat(times), bottom - 10, left + 10)));
        if self.has_left {
            // The wake, and the bow wave.
            let (stern, bow) = (self.x + 26, self.sizes.width - self.sizes.margin - 40);
            shape!(to, path class="s-foam" unfilled stroke_width=3 round_caps
                d=(format_args!("M{stern} {}q-30 0 -60 7m60 -3q-40 6 -70 18m18 -14q-24 5 -44 16M{bow} {}q14 -1 24 4",
                    high + 3, high + 4)));
        } else {
            shape!(to, path class="s-wave" unfilled stroke_width=2
                d=(format_args!("M{left} {}{}", high + 17, wave.repeat(times))));
        }
        let quay = sea - 8;
        shape!(to, path class="f-stone"
            d=(format_args!("M{left} {quay}h20v{}h-10q-10 0 -10 -10z", bottom - quay)));
        shape!(to, path class="s-plank" unfilled stroke_width="1.5"
            d=(format_args!("M{left} {}h20m-9 -20v20m-5 0v22m-6 0h20m-8 0v20m-12 0h20",
                quay + 22)));
        shape!(to, path class="f-wheel" d=(format_args!("M{} {quay}v-8h-3v-4h14v4h-3v8z", left + 6)));
        if !self.has_left {
            shape!(to, path class="s-rope" unfilled stroke_width=2
                d=(format_args!("M{} {}q10 16 22 10", left + 12, quay - 6)));
        }
    }

    /// Draws the cards on the deck in layers.
    fn load(&self, to: &mut Shapes) {
        let (width, height) = self.sizes.freight;
        let x = self.x + if self.has_left { 22 } else { 30 };
        for (i, value) in self.view.scored.iter().enumerate() {
            let (layer, place) = (i / self.layer, i % self.layer);
            small(
                to,
                x + (width + 3) * place as i32,
                self.deck - (height + 1) * (layer as i32 + 1) + 1,
                self.sizes.freight,
                *value,
                "card",
            );
        }
    }

    /// Tells how many have crossed: on the hull, or on the water once the ferry has left.
    fn words(&self, to: &mut Shapes, names: &Names, sea: i32) {
        let (view, sizes) = (self.view, self.sizes);
        let crossed = match view.doubled {
            true => told!("crossed-double"),
            false => told!("crossed"),
        };
        let behind = match view.phase {
            Phase::Over => told!("behind"),
            _ => told!("behind-so-far"),
        };
        let ink = if self.has_left { "f-ink" } else { "f-on-hull" };
        let [_, crossed_at, behind_at] = match self.has_left {
            true => sizes.sea_lines,
            false => sizes.hull_lines,
        };
        let text = sizes.margin + sizes.hull_text;
        if view.scored.is_empty() {
            shape!(to, text class="f-faint" at=(self.x + 36, self.deck - 18)
                maybe=(sizes.small, Shapes::font_size)
                => names.tell(&told!("nothing-crossed")));
        }
        shape!(to, text class=(format_args!("{ink} b")) at=(text, sea + crossed_at)
            maybe=(sizes.small, Shapes::font_size)
            => names.tell(&crossed.with("count", view.scored_count)));
        let behind = names.tell(&behind.with("count", view.left_behind));
        if sizes.is_narrow {
            shape!(to, text class=(ink) at=(text, sea + behind_at) font_size=12 => behind);
        } else {
            shape!(to, text class=(format_args!("{ink} end"))
                at=(sizes.width - sizes.margin - 62, sea + behind_at) => behind);
        }
    }
}

/// Draws the ship around its deck, from the stern on the left to the bow.
fn ship(to: &mut Shapes, sizes: &Sizes) {
    let long = sizes.width - 2 * sizes.margin;
    let bridge = long - if sizes.is_narrow { 74 } else { 84 };
    for (x, y, radius) in [(5, -66, 5), (-7, -71, 6), (-23, -73, 8)] {
        shape!(to, circle class="f-smoke" around=(bridge + x, y) r=(radius));
    }
    let posts = "m16 0v-10".repeat(((bridge - 30) / 16) as usize);
    let posts = posts.replace("m16 0v-10", "m16 10v-10");
    shape!(to, path class="s-rail" unfilled stroke_width="1.5"
        d=(format_args!("M{bridge} -10H30v10v-10{posts}")));
    // The funnel with its band.
    shape!(to, path class="f-hull" d=(format_args!("M{} -24v-34h15v34z", bridge + 3)));
    shape!(to, path class="f-light" d=(format_args!("M{} -50h15v7h-15z", bridge + 3)));
    shape!(to, path class="f-wheel" d=(format_args!("M{} -60h19v5h-19z", bridge + 1)));
    // The cabins and the flag.
    shape!(to, path class="f-rail"
        d=(format_args!("M{} -48v-24h2v24zM{bridge} -27h68v3h-68z", bridge + 46)));
    shape!(to, path class="f-light" d=(format_args!("M{} -72q-9 4 -17 0v11q8 4 17 0z", bridge + 46)));
    shape!(to, path class="f-cabin s-line"
        d=(format_args!("M{bridge} 0v-25h24v-20h34l6 20h4v25z")));
    shape!(to, path class="f-hull" d=(format_args!("M{} -50h42v5h-42z", bridge + 20)));
    shape!(to, path class="f-glass"
        d=(format_args!("M{} -40h11v9h-11zM{} -40h13l3 9h-16zM{} -18h12v9h-12zM{} -18h12v9h-12zM{} -18h12v9h-12z",
            bridge + 28, bridge + 42, bridge + 8, bridge + 27, bridge + 46)));
    // The hull, its lower part, and the strake below the deck.
    shape!(to, path class="f-hull"
        d=(format_args!("M22 0H{}q-8 40 -34 68H56q-26 -20 -34 -68z", long - 2)));
    shape!(to, path class="f-dim"
        d=(format_args!("M44 57H{}q-4 7 -10 11H56q-6 -4 -12 -11z", long - 26)));
    shape!(to, path class="f-on-hull" d=(format_args!("M23 4h{}l-1 3h-{}z", long - 26, long - 28)));
}

/// Draws a porthole for each card. Those of crossed cards are lit. A line marks one half.
fn portholes(to: &mut Shapes, view: &View, sizes: &Sizes) {
    let Sizes {
        porthole, glass, ..
    } = *sizes;
    let (first, y) = (sizes.hull_text + 8, sizes.hull_lines[0]);
    for i in 0..CARDS {
        let light = if i < view.scored.len() {
            "f-light"
        } else {
            "f-porthole"
        };
        let x = first + porthole * i as i32 + if i < CARDS / 2 { 0 } else { 12 };
        shape!(to, circle class=(format_args!("s-on-hull {light}")) around=(x, y) r=(glass)
            stroke_width="1.5");
    }
    shape!(to, path class="s-on-hull" stroke_width=2
        d=(format_args!("M{} {}v20", first + porthole * 8 + (porthole + 12) / 2, y - 10)));
}
