//! Draws the ferry with the crossed cards on its deck.

use super::sizes::Sizes;
use super::small;
use crate::MESSAGES;
use crate::cards::CARDS;
use crate::state::Phase;
use crate::view::View;
use rules::svg::{Shapes, shape};
use rules::{Names, told};

/// Draws the ferry with the crossed cards on its deck.
pub(super) fn ferry(to: &mut Shapes, view: &View, names: &Names, sizes: &Sizes, y: &mut i32) {
    let (left, right) = (sizes.margin, sizes.width - sizes.margin);
    let deck = *y + 4 + sizes.load;
    let bridge = right - if sizes.is_narrow { 70 } else { 84 };
    *y = deck + sizes.draught;
    let crossed = match view.doubled {
        true => told!("crossed-double"),
        false => told!("crossed"),
    };
    let behind = match view.phase {
        Phase::Over => told!("behind"),
        _ => told!("behind-so-far"),
    };
    let [portholes_at, crossed_at, behind_at] = sizes.hull_lines;
    let text = left + if sizes.is_narrow { 46 } else { 54 };
    let wave = "q8 -8 16.6 0t16.6 0".repeat(((right - left - 10) / 33) as usize);
    shape!(to, path class="f-water"
        d=(format_args!("M{left} {}H{right}v68q0 10 -10 10H{}q-10 0 -10 -10z",
            deck + 14, left + 10)));
    shape!(to, group id="ferry");
    to.holds(|to| {
        shape!(to, path class="f-hull"
            d=(format_args!("M{} {}h14v22h-14z", bridge + 40, deck - 70)));
        shape!(to, path class="f-cabin s-line" d=(format_args!("M{bridge} {deck}v-50h62v50z")));
        for x in [8, 25, 42] {
            shape!(to, rect class="f-glass" at=(bridge + x, deck - 40) size=(12, 12) rx=2);
        }
        shape!(to, path class="f-hull"
            d=(format_args!("M{} {deck}H{}q-4 44 -34 66H{}q-24 -22 -32 -66z",
                left + 12, right - 4, left + 44)));
    });
    shape!(to, path class="s-wave" unfilled stroke_width=3
        d=(format_args!("M{} {}{wave}", left + 6, deck + 72)));
    load(to, view, left + 22, deck, sizes);
    if view.scored.is_empty() {
        shape!(to, text class="f-faint" at=(left + 30, deck - 12)
            => names.tell(&told!("nothing-crossed")));
    }
    portholes(to, view, text + 8, deck + portholes_at, sizes);
    shape!(to, text class="f-on-hull b" at=(text, deck + crossed_at)
        maybe=(sizes.small, Shapes::font_size)
        => names.tell(&crossed.with("count", view.scored_count)));
    let behind = names.tell(&behind.with("count", view.left_behind));
    if sizes.is_narrow {
        shape!(to, text class="f-on-hull" at=(text, deck + behind_at) font_size=12 => behind);
    } else {
        shape!(to, text class="f-on-hull end" at=(right - 62, deck + behind_at) => behind);
    }
}

/// Draws the cards on the deck in layers.
fn load(to: &mut Shapes, view: &View, x: i32, deck: i32, sizes: &Sizes) {
    let (width, height) = sizes.freight;
    for (i, value) in view.scored.iter().enumerate() {
        let (layer, place) = (i / sizes.layer, i % sizes.layer);
        small(
            to,
            x + (width + 3) * place as i32,
            deck - (height + 1) * (layer as i32 + 1) + 1,
            sizes.freight,
            *value,
            "card",
        );
    }
}

/// Draws a porthole for each card. Those of crossed cards are lit. A line marks one half.
fn portholes(to: &mut Shapes, view: &View, x: i32, y: i32, sizes: &Sizes) {
    let Sizes {
        porthole, glass, ..
    } = *sizes;
    for i in 0..CARDS {
        let light = if i < view.scored.len() {
            "f-light"
        } else {
            "f-dim"
        };
        let x = x + porthole * i as i32 + if i < CARDS / 2 { 0 } else { 12 };
        shape!(to, circle class=(format_args!("s-on-hull {light}")) around=(x, y) r=(glass)
            stroke_width="1.5");
    }
    shape!(to, path class="s-on-hull" stroke_width=2
        d=(format_args!("M{} {}v20", x + porthole * 8 + (porthole + 12) / 2, y - 10)));
}
