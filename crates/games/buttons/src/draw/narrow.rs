//! Draws the picture for an upright phone: the viewer's board at full width, the other boards small
//! below it.

use maud::{Markup, html};

use super::super::MESSAGES;
use super::super::faces::Colour;
use super::super::state::Phase;
use super::super::view::{PlayerView, View};
use super::player::{score, short_tally};
use super::{board, dice, key, owes, pending, shade, standing, text, title};
use rules::svg::parts::{Area, lines, panel};
use rules::{Names, told};

pub(super) const WIDTH: i32 = 390;
const MARGIN: i32 = 12;
const GAP: i32 = 8;
const INSIDE: i32 = WIDTH - 2 * MARGIN;

/// The size of a cell on the viewer's own board.
const CELL: i32 = 51;

/// Returns the elements and their total height.
pub(super) fn drawn(view: &View, names: &Names, round: &str, headline: &str) -> (Markup, i32) {
    let headline = lines(headline, 41);
    // There is always space for two lines, so the boards stay in place from one move to the next.
    let mut y = 24 + 18 * headline.len().max(2) as i32 + 10;
    let mut parts = vec![html! {
        (text(MARGIN, 20, "f-faint", 12, round))
        @for (line, y) in headline.iter().zip((40..).step_by(18)) {
            (text(MARGIN, y, "f-ink b", 14, line))
        }
    }];
    if matches!(view.phase, Phase::TurnDecision | Phase::Placement) {
        let area = Area::new(MARGIN, y, INSIDE, 76);
        parts.push(dice::narrow_tray(view, names, area));
        y += area.h + GAP;
    }
    let own = view.you.and_then(|seat| view.players.get(seat.index()));
    if let Some(own) = own {
        parts.push(large(view, own, names, &mut y));
    }
    let others: Vec<&PlayerView> = view
        .players
        .iter()
        .filter(|player| own.is_none_or(|own| own.seat != player.seat))
        .collect();
    let columns = if own.is_some() && others.len() == 3 {
        3
    } else {
        2
    };
    let width = (INSIDE - (columns - 1) * GAP) / columns;
    // At this size, rows and columns have no numbers.
    let cell = ((width - 16) / 6).min(24);
    for row in others.chunks(columns as usize) {
        let height = 62 + 6 * cell + 8;
        for (player, at) in row.iter().zip(0..) {
            let area = Area::new(MARGIN + at * (width + GAP), y, width, height);
            parts.push(small(view, player, names, area, cell));
        }
        y += height + GAP;
    }
    let mut notes = Vec::new();
    for id in ["legend-card", "legend-colours"] {
        notes.push(names.tell(&MESSAGES.message(id)));
    }
    parts.push(text(MARGIN, y + 12, "f-faint", 11, &notes.join(" · ")));
    (html! { @for part in parts { (part) } }, y + 24)
}

/// Draws the viewer's own board, the worth of its colours, and the key to pass.
fn large(view: &View, player: &PlayerView, names: &Names, y: &mut i32) -> Markup {
    let area = Area::new(MARGIN, *y, INSIDE, 62 + 6 * CELL + 40);
    let (status, class) = standing(view, player, names);
    let (left, end) = (area.x + 12, area.right() - 12);
    let below = area.y + 62 + 6 * CELL + 20;
    *y += area.h + GAP;
    let pass = pending(view, player.seat).filter(|it| it.may_pass && !it.decided);
    let top = *y;
    if pass.is_some() {
        *y += 40 + GAP;
    }
    html! {
        (panel(area, owes(view, player)))
        (text(left, area.y + 20, "f-ink b", 14, &title(player, names, 18)))
        (text(end, area.y + 20, &format!("{class} end"), 12, &status))
        (text(left, area.y + 38, "f-ink", 12, &score(player, names)))
        (board::board(view, player, names, (area.x + 38, area.y + 58), CELL))
        @for (colour, at) in Colour::ALL.into_iter().zip(0..) {
            (tally(player, colour, left + at * 88, below))
        }
        @if pass.is_some() {
            @let pass = names.tell(&told!("key-pass"));
            (key(Area::new(MARGIN, top, INSIDE, 40), "pass", &pass, &pass))
        }
    }
}

/// Draws the tally of a colour: how many of its three buttons are on the board, and the stars that
/// it earns or would earn.
fn tally(player: &PlayerView, colour: Colour, x: i32, y: i32) -> Markup {
    let (count, bonus) = (*player.counts.of(colour), player.cards.contains(&colour));
    let class = if count >= 3 { "f-good b" } else { "f-faint" };
    html! {
        circle class={ (shade(colour)) @if bonus { " s-ink" } } cx=(x + 10) cy=(y) r="10" stroke-width="2" {}
        (text(x + 10, y + 4, "f-ink b mid", 12, &colour.letter().to_string()))
        @for i in 0..3 {
            @let filled = if i < count { "f-ink s-ink" } else { "f-panel s-line" };
            circle class=(filled) cx=(x + 29 + i32::from(i) * 11) cy=(y) r="4" stroke-width="1.5" {}
        }
        (text(x + 58, y + 4, class, 12, if bonus { "★★" } else { "★" }))
    }
}

/// Draws another player's board, with the essentials above it.
fn small(view: &View, player: &PlayerView, names: &Names, area: Area, cell: i32) -> Markup {
    let wide = area.w > 150;
    let (status, class) = standing(view, player, names);
    let (x, left) = (area.x + 8, area.mid() - 3 * cell);
    let stars = format!("{}★", player.stars.len());
    let step = (area.w - 12) / 4;
    html! {
        (panel(area, owes(view, player)))
        (text(x, area.y + 17, "f-ink b", 12, &title(player, names, if wide { 16 } else { 6 })))
        (text(area.right() - 8, area.y + 17, "f-ink b end", 12, &stars))
        (text(x, area.y + 33, class, 11, &status))
        @for (colour, at) in Colour::ALL.into_iter().zip(0..) {
            @let (x, bonus) = (x + at * step, player.cards.contains(&colour));
            circle class={ (shade(colour)) @if bonus { " s-ink" } } cx=(x + 6) cy=(area.y + 46) r="7"
                stroke-width="1.5" {}
            (text(x + 6, area.y + 50, "f-ink b mid", 11, &colour.letter().to_string()))
            (text(x + 16, area.y + 50, "f-ink", 11, &short_tally(player, colour, bonus && wide)))
        }
        (board::board(view, player, names, (left, area.y + 60), cell))
    }
}
