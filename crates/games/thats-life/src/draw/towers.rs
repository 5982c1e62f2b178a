//! Draws the towers: their owners, their scores, their tiles from bottom to top.

use std::cmp::Reverse;

use super::super::MESSAGES;
use super::super::score;
use super::super::tile::Tile;
use super::super::view::View;
use super::pieces::{mark, pawn};
use super::{NARROW, WIDE};
use rules::svg::parts::{Area, card, panel, signed};
use rules::svg::{Shapes, shape, short};
use rules::{Names, Seat, Word, told};

/// The number of tiles in a row of a tower.
const WIDE_ROW: usize = 14;
const NARROW_ROW: usize = 6;

/// Draws the towers one below the other, and moves `y` to their lower edge.
pub(super) fn wide(to: &mut Shapes, view: &View, names: &Names, y: &mut i32) {
    let mut seats: Vec<(Seat, Area)> = Vec::new();
    for (seat, tower) in Seat::all(view.towers.len() as u8).zip(&view.towers) {
        let rows = tower.len().div_ceil(WIDE_ROW).max(2) as i32;
        let width = WIDE.width - 2 * WIDE.margin;
        seats.push((seat, Area::new(WIDE.margin, *y, width, 26 * rows + 8)));
        *y += 26 * rows + 16;
    }
    *y += 8;
    for (seat, area) in seats {
        tower(to, area, seat, view, names, wide_inside);
    }
}

/// Draws two towers side by side.
pub(super) fn narrow(to: &mut Shapes, view: &View, names: &Names, y: &mut i32) {
    let width = (NARROW.width - 2 * NARROW.margin - 8) / 2;
    let seats: Vec<Seat> = Seat::all(view.towers.len() as u8).collect();
    let mut places: Vec<(Seat, Area)> = Vec::new();
    for pair in seats.chunks(2) {
        let tiles = pair.iter().map(|seat| view.towers[seat.index()].len());
        let rows = tiles.max().unwrap_or(0).div_ceil(NARROW_ROW).max(1) as i32;
        let height = 46 + 24 * rows;
        for (seat, x) in pair
            .iter()
            .zip((NARROW.margin..).step_by(width as usize + 8))
        {
            places.push((*seat, Area::new(x, *y, width, height)));
        }
        *y += height + 8;
    }
    *y += 10;
    for (seat, area) in places {
        tower(to, area, seat, view, names, narrow_inside);
    }
}

/// Draws a tower's panel with its contents.
fn tower(
    to: &mut Shapes,
    area: Area,
    seat: Seat,
    view: &View,
    names: &Names,
    inside: fn(&mut Shapes, Area, Seat, &View, &Names),
) {
    let target = view.target.as_ref();
    let candidate = target.is_some_and(|it| it.candidates.contains(&seat));
    let first = view
        .ranks
        .as_ref()
        .is_some_and(|ranks| ranks[seat.index()] == 1);
    shape!(to, group id=(format_args!("seat-{seat}")) word=(seat));
    to.holds(|to| {
        to.title(said(view, seat, names));
        panel(to, area, candidate);
        if view.active == Some(seat) || first {
            shape!(to, rect class="f-accent" at=(area.x, area.y + 8) size=(5, area.h - 16));
        }
        inside(to, area, seat, view, names);
    });
}

fn wide_inside(to: &mut Shapes, area: Area, seat: Seat, view: &View, names: &Names) {
    let tiles = turned(view, seat);
    let middle = if tiles.len() > WIDE_ROW { 6 } else { 19 };
    pawn(
        to,
        area.x + 26,
        area.y + 22,
        (seat, 1),
        &mark(view, names, seat),
    );
    if leads(view, seat) {
        crown(to, area.x + 18, area.y + 2);
    }
    shape!(to, text class="f-ink b" at=(area.x + 44, area.y + 27) => short(names.of(seat), 13));
    shape!(to, text class="f-faint" at=(area.x + 16, area.y + 50) font_size=12
        => on_the_way(view, seat, names));
    shape!(to, text class="f-ink b end" at=(area.x + 224, area.y + 28) font_size=20
        => points(view, seat));
    if tiles.is_empty() {
        shape!(to, text class="f-faint" at=(area.x + 242, area.y + 35)
            => names.tell(&told!("no-tiles-yet")));
    }
    for (at, (tile, turned)) in tiles.iter().enumerate() {
        collected(
            to,
            (
                area.x + 240 + 31 * (at % WIDE_ROW) as i32,
                area.y + middle + 26 * (at / WIDE_ROW) as i32,
            ),
            28,
            *tile,
            *turned,
            at + 1 == tiles.len(),
        );
    }
}

fn narrow_inside(to: &mut Shapes, area: Area, seat: Seat, view: &View, names: &Names) {
    let tiles = turned(view, seat);
    pawn(
        to,
        area.x + 18,
        area.y + 24,
        (seat, 1),
        &mark(view, names, seat),
    );
    if leads(view, seat) {
        crown(to, area.x + 10, area.y + 4);
    }
    shape!(to, text class="f-ink b" at=(area.x + 32, area.y + 19) font_size=13
        => short(names.of(seat), 12));
    shape!(to, text class="f-faint" at=(area.x + 32, area.y + 35) font_size=11
        => short(&on_the_way(view, seat, names), 24));
    shape!(to, text class="f-ink b end" at=(area.right() - 8, area.y + 21) font_size=17
        => points(view, seat));
    for (at, (tile, turned)) in tiles.iter().enumerate() {
        collected(
            to,
            (
                area.x + 8 + 28 * (at % NARROW_ROW) as i32,
                area.y + 42 + 24 * (at / NARROW_ROW) as i32,
            ),
            27,
            *tile,
            *turned,
            at + 1 == tiles.len(),
        );
    }
}

fn points(view: &View, seat: Seat) -> String {
    let points = signed(view.scores[seat.index()]);
    points.trim_start_matches('+').to_owned()
}

/// Returns the tiles of a tower, and whether a lucky tile turns each of them.
fn turned(view: &View, seat: Seat) -> Vec<(Tile, bool)> {
    let tower = &view.towers[seat.index()];
    let turned = score::turned(tower, view.options.scoring);
    tower.iter().copied().zip(turned).collect()
}

/// Whether a player wins, or would win if the game ended now and the players were not all equal.
fn leads(view: &View, seat: Seat) -> bool {
    if let Some(ranks) = &view.ranks {
        return ranks[seat.index()] == 1;
    }
    let stands = |i: usize| (!view.gone[i], view.scores[i], Reverse(view.lucky[i]));
    let all = 0..view.scores.len();
    let best = all.clone().map(stands).max();
    best == Some(stands(seat.index())) && all.map(stands).min() != best
}

/// Describes a player with the points in words.
fn said(view: &View, seat: Seat, names: &Names) -> String {
    let points = view.scores[seat.index()];
    let player = told!("seat-points", name: names.of(seat), points: points);
    let mut words = vec![Word::from(player)];
    if leads(view, seat) && view.ranks.is_none() {
        words.push(told!("leads").into());
    }
    Word::comma(words).to(names.language())
}

/// Returns the status of a player: the rank, or the number of pawns under way.
fn on_the_way(view: &View, seat: Seat, names: &Names) -> String {
    let i = seat.index();
    let away = view.pawns[i]
        .iter()
        .filter(|tile| **tile != Tile::FINISH)
        .count();
    let has_left = told!("has-left");
    let rank = |ranks: &[u8]| told!("rank", rank: ranks[i]);
    match &view.ranks {
        Some(ranks) if view.gone[i] => Word::comma([rank(ranks), has_left]).to(names.language()),
        Some(ranks) if ranks[i] == 1 => format!("★ {}", names.tell(&rank(ranks))),
        Some(ranks) => names.tell(&rank(ranks)),
        None if view.gone[i] => names.tell(&has_left),
        None => names.tell(&told!("on-the-way", n: away)),
    }
}

/// Draws a tile of a tower with its current points. The top tile has a bold edge, and a turned tile
/// an edge in the colour of clover.
fn collected(to: &mut Shapes, (x, y): (i32, i32), width: i32, tile: Tile, turned: bool, top: bool) {
    let points = if turned {
        -tile.points()
    } else {
        tile.points()
    };
    let fill = match points {
        0 => "lucky",
        1.. => "plus",
        _ => "minus",
    };
    let word = match points {
        0 => "♣".to_owned(),
        points => signed(points),
    };
    let area = Area::new(x, y, width, 22);
    card(to, area, fill, if top { "ink" } else { "line" }, &word);
    if turned {
        shape!(to, rect class="s-clover" unfilled at=(x + 1, y + 1) size=(width - 2, 20) rx=3
            stroke_width=2);
    }
}

/// Draws a crown of 16 by 12 units for a pawn.
fn crown(to: &mut Shapes, x: i32, y: i32) {
    shape!(to, path class="f-crown" d=(format_args!("M{x} {y}l4 4l4 -6l4 6l4 -4v12h-16z")));
}
