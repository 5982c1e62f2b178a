//! Draws the picture for an upright phone: the viewer's board at full width, the other boards small
//! below it.

use super::super::MESSAGES;
use super::super::faces::Colour;
use super::super::state::Phase;
use super::super::view::{PlayerView, View};
use super::player::score;
use super::{board, dice, key, owes, pending, standing, text, title};
use rules::svg::parts::{Area, lines, panel};
use rules::svg::{Shapes, shape};
use rules::{Names, told};

pub(super) const WIDTH: i32 = 390;
const MARGIN: i32 = 12;
const GAP: i32 = 8;
const INSIDE: i32 = WIDTH - 2 * MARGIN;

/// The size of a cell on the viewer's own board.
const CELL: i32 = 51;

/// Draws the elements. Returns their total height.
pub(super) fn draw(
    to: &mut Shapes,
    view: &View,
    names: &Names,
    round: &str,
    headline: &str,
) -> i32 {
    let headline = lines(headline, 41);
    // There is always space for two lines, so the boards stay in place from one move to the next.
    let mut y = 24 + 18 * headline.len().max(2) as i32 + 10;
    text(to, MARGIN, 20, "f-faint", 12, round);
    for (line, y) in headline.iter().zip((40..).step_by(18)) {
        text(to, MARGIN, y, "f-ink b", 14, line);
    }
    if matches!(view.phase, Phase::TurnDecision | Phase::Placement) {
        let area = Area::new(MARGIN, y, INSIDE, 76);
        dice::narrow_tray(to, view, names, area);
        y += area.h + GAP;
    }
    let own = view.you.and_then(|seat| view.players.get(seat.index()));
    if let Some(own) = own {
        large(to, view, own, names, &mut y);
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
        let height = 64 + 6 * cell + 10;
        for (player, at) in row.iter().zip(0..) {
            let area = Area::new(MARGIN + at * (width + GAP), y, width, height);
            small(to, view, player, names, area, cell);
        }
        y += height + GAP;
    }
    let [card, colours] =
        ["legend-card", "legend-colours"].map(|id| names.tell(&MESSAGES.message(id)));
    board::card(to, MARGIN + 7, y + 8, 6);
    shape!(to, circle class="f-faint" around=(MARGIN + 7, y + 8) r=3);
    text(
        to,
        MARGIN + 19,
        y + 12,
        "f-faint",
        11,
        &format!("{card} · {colours}"),
    );
    y + 24
}

/// Draws the viewer's own board, the worth of its colours, and the key to pass.
fn large(to: &mut Shapes, view: &View, player: &PlayerView, names: &Names, y: &mut i32) {
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
    panel(to, area, owes(view, player));
    text(
        to,
        left,
        area.y + 20,
        "f-ink b",
        14,
        &title(player, names, 18),
    );
    text(to, end, area.y + 20, &format!("{class} end"), 12, &status);
    text(to, left, area.y + 38, "f-ink", 12, &score(player, names));
    board::board(to, view, player, names, (area.x + 38, area.y + 58), CELL);
    for (colour, at) in Colour::ALL.into_iter().zip(0..) {
        tally(to, player, names, colour, left + at * 88, below);
    }
    if pass.is_some() {
        let pass = names.tell(&told!("key-pass"));
        key(to, Area::new(MARGIN, top, INSIDE, 40), "pass", &pass, &pass);
    }
}

/// Draws the tally of a colour: how many of its three buttons are on the board, and the stars that
/// it earns or would earn.
fn tally(to: &mut Shapes, player: &PlayerView, names: &Names, colour: Colour, x: i32, y: i32) {
    let (count, bonus) = (*player.counts.of(colour), player.cards.contains(&colour));
    let class = if count >= 3 { "f-good b" } else { "f-faint" };
    board::chip(to, names, (x + 10, y), 10, colour, bonus);
    for i in 0..3 {
        let filled = if i < count {
            "f-ink s-ink"
        } else {
            "f-panel s-line"
        };
        shape!(to, circle class=(filled) around=(x + 30 + i32::from(i) * 11, y) r=4
            stroke_width="1.5");
    }
    text(to, x + 58, y + 4, class, 12, if bonus { "★★" } else { "★" });
}

/// Draws another player's board, with the essentials above it.
fn small(to: &mut Shapes, view: &View, player: &PlayerView, names: &Names, area: Area, cell: i32) {
    let wide = area.w > 150;
    let (status, class) = standing(view, player, names);
    let (x, left) = (area.x + 8, area.mid() - 3 * cell);
    let stars = format!("{}★", player.stars.len());
    let step = (area.w - 12) / 4;
    panel(to, area, owes(view, player));
    text(
        to,
        x,
        area.y + 17,
        "f-ink b",
        12,
        &title(player, names, if wide { 16 } else { 6 }),
    );
    text(to, area.right() - 8, area.y + 17, "f-ink b end", 12, &stars);
    text(to, x, area.y + 32, class, 11, &status);
    for (colour, at) in Colour::ALL.into_iter().zip(0..) {
        let (x, bonus) = (x + at * step, player.cards.contains(&colour));
        board::chip(to, names, (x + 6, area.y + 47), 7, colour, bonus);
        text(
            to,
            x + 17,
            area.y + 51,
            "f-ink",
            11,
            &player.counts.of(colour).to_string(),
        );
    }
    board::board(to, view, player, names, (left, area.y + 64), cell);
}
