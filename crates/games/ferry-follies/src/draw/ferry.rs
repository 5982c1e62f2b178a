//! Draws the ferry with the crossed cards on its deck.

use maud::{Markup, html};

use super::sizes::Sizes;
use super::small;
use crate::MESSAGES;
use crate::cards::CARDS;
use crate::state::Phase;
use crate::view::View;
use rules::{Names, told};

/// Draws the ferry with the crossed cards on its deck.
pub(super) fn ferry(view: &View, names: &Names, sizes: &Sizes, y: &mut i32) -> Markup {
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
    html! {
        path class="f-water" d=(format!("M{left} {}H{right}v68q0 10 -10 10H{}q-10 0 -10 -10z", deck + 14, left + 10)) {}
        g id="ferry" {
            path class="f-hull" d=(format!("M{} {}h14v22h-14z", bridge + 40, deck - 70)) {}
            path class="f-cabin s-line" d=(format!("M{bridge} {deck}v-50h62v50z")) {}
            @for x in [8, 25, 42] {
                rect class="f-glass" x=(bridge + x) y=(deck - 40) width="12" height="12" rx="2" {}
            }
            path class="f-hull" d=(format!("M{} {deck}H{}q-4 44 -34 66H{}q-24 -22 -32 -66z", left + 12, right - 4, left + 44)) {}
        }
        path class="s-wave" fill="none" stroke-width="3" d=(format!("M{} {}{wave}", left + 6, deck + 72)) {}
        (load(view, left + 22, deck, sizes))
        @if view.scored.is_empty() {
            text class="f-faint" x=(left + 30) y=(deck - 12) {
                (names.tell(&told!("nothing-crossed")))
            }
        }
        (portholes(view, text + 8, deck + portholes_at, sizes))
        text class="f-on-hull b" x=(text) y=(deck + crossed_at) font-size=[sizes.small] {
            (names.tell(&crossed.with("count", view.scored_count)))
        }
        @let behind = names.tell(&behind.with("count", view.left_behind));
        @if sizes.is_narrow {
            text class="f-on-hull" x=(text) y=(deck + behind_at) font-size="12" { (behind) }
        } @else {
            text class="f-on-hull end" x=(right - 62) y=(deck + behind_at) { (behind) }
        }
    }
}

/// Draws the cards on the deck in layers.
fn load(view: &View, x: i32, deck: i32, sizes: &Sizes) -> Markup {
    let (width, height) = sizes.freight;
    html! {
        @for (i, value) in view.scored.iter().enumerate() {
            @let (layer, place) = (i / sizes.layer, i % sizes.layer);
            (small(
                x + (width + 3) * place as i32, deck - (height + 1) * (layer as i32 + 1) + 1,
                sizes.freight, *value, "card",
            ))
        }
    }
}

/// Draws a porthole for each card. Those of crossed cards are lit. A line marks one half.
fn portholes(view: &View, x: i32, y: i32, sizes: &Sizes) -> Markup {
    let Sizes {
        porthole, glass, ..
    } = *sizes;
    html! {
        @for i in 0..CARDS {
            circle class={ "s-on-hull " (if i < view.scored.len() { "f-light" } else { "f-dim" }) }
                cx=(x + porthole * i as i32 + if i < CARDS / 2 { 0 } else { 12 }) cy=(y) r=(glass)
                stroke-width="1.5" {}
        }
        path class="s-on-hull" stroke-width="2" d=(format!("M{} {}v20", x + porthole * 8 + (porthole + 12) / 2, y - 10)) {}
    }
}
