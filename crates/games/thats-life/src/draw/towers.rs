//! Draws the towers: their owners, their scores, their tiles from bottom to top.

use std::cmp::Reverse;

use super::super::MESSAGES;
use super::super::score;
use super::super::tile::Tile;
use super::super::view::View;
use super::Plan;
use super::pieces::{mark, pawn};
use super::tiles::halo;
use rules::svg::parts::{Area, lines, panel, signed};
use rules::svg::{Layout, Shapes, shape, short};
use rules::{Names, Seat, Word, told};

/// The gap between panels.
const GAP: i32 = 8;

/// The height of a tile in a tower.
const SLAB: i32 = 18;

/// The sizes of a panel.
struct Panel {
    is_wide: bool,
    width: i32,
    /// Whether the points stand under the name.
    is_slim: bool,
    /// The height of the text.
    head: i32,
    /// The width of a tile.
    slab: i32,
    /// The number of piles that have space side by side.
    piles: usize,
    /// The height from which a tower continues beside itself if there is space.
    high: usize,
}

impl Panel {
    fn new(plan: &Plan, columns: i32) -> Panel {
        let width = (plan.width - 2 * plan.margin - (columns - 1) * GAP) / columns;
        let is_slim = width < 150;
        let slab = if is_slim { 45 } else { 58 };
        Panel {
            is_wide: plan.layout == Layout::Wide,
            width,
            is_slim,
            head: if is_slim { 88 } else { 66 },
            slab,
            piles: ((width - 12) / (slab + 3)) as usize,
            high: if is_slim { 8 } else { 6 },
        }
    }

    /// Returns the number of tiles on top of each other for towers of this size.
    fn rows(&self, tiles: usize) -> usize {
        tiles.div_ceil(self.piles).max(tiles.min(self.high))
    }
}

/// Draws the towers side by side, and moves `y` to their lower edge.
pub(super) fn all(to: &mut Shapes, plan: &Plan, view: &View, names: &Names, y: &mut i32) {
    let seats: Vec<Seat> = Seat::all(view.towers.len() as u8).collect();
    let columns = match (plan.layout, seats.len()) {
        (Layout::Wide, all) => all,
        (Layout::Narrow, 2 | 4) => 2,
        (Layout::Narrow, _) => 3,
    };
    let sizes = Panel::new(plan, columns as i32);
    for row in seats.chunks(columns) {
        let tiles = row.iter().map(|seat| view.towers[seat.index()].len());
        let rows = sizes.rows(tiles.max().unwrap_or(0));
        let height = sizes.head + SLAB * rows.max(1) as i32 + 18;
        for (seat, x) in row
            .iter()
            .zip((plan.margin..).step_by((sizes.width + GAP) as usize))
        {
            let area = Area::new(x, *y, sizes.width, height);
            tower(to, &sizes, area, rows, *seat, (view, names));
        }
        *y += height + GAP;
    }
    *y += 8;
}

/// Draws a tower's panel with its contents.
fn tower(
    to: &mut Shapes,
    sizes: &Panel,
    area: Area,
    rows: usize,
    seat: Seat,
    (view, names): (&View, &Names),
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
        if candidate {
            halo(to, area, 3);
        }
        panel(to, area, candidate);
        if view.active == Some(seat) || first {
            shape!(to, rect class="f-accent" at=(area.x + 10, area.y) size=(area.w - 20, 4));
        }
        head(to, sizes, area, seat, view, names);
        let tiles = turned(view, seat);
        if tiles.is_empty() {
            shape!(to, text class="f-faint mid" at=(area.mid(), area.bottom() - 15) font_size=12
                => names.tell(&told!("no-tiles-yet")));
            return;
        }
        piles(to, sizes, area, rows, &tiles);
    });
}

/// Draws the owner of a tower: a pawn, the name, the points, and the pawns under way.
fn head(to: &mut Shapes, sizes: &Panel, area: Area, seat: Seat, view: &View, names: &Names) {
    let (x, y) = (area.x + 22, area.y + 56);
    let name = names.tell(&told!("tower-of", whose: names.whose(seat), name: names.of(seat)));
    let (status, points) = (on_the_way(view, seat, names), points(view, seat));
    pawn(to, (x, y), seat, &mark(view, names, seat), true);
    if leads(view, seat) {
        crown(to, x, y - 40);
    }
    let left = area.x + 40;
    if sizes.is_slim {
        let room = (sizes.width - 44) as usize / 8;
        let most = (sizes.width - 10) as usize * 10 / 64;
        shape!(to, text class="f-ink b" at=(left, area.y + 25) font_size=12 => short(&name, room));
        shape!(to, text class="f-ink b" at=(left, area.y + 50) font_size=20 => points);
        let status = lines(&status, most);
        for (line, y) in status.iter().take(2).zip((area.y + 73..).step_by(13)) {
            shape!(to, text class="f-faint" at=(area.x + 8, y) font_size=11 => short(line, most));
        }
        return;
    }
    let end = area.right() - 12;
    let (size, small, step) = if sizes.is_wide {
        (14, 12, 14)
    } else {
        (13, 11, 12)
    };
    let room = sizes.width - 56 - 14 * points.chars().count() as i32;
    shape!(to, text class="f-ink b" at=(left, area.y + 28) font_size=(size)
        => short(&name, (room / 9).max(6) as usize));
    shape!(to, text class="f-ink b end" at=(end, area.y + 30) font_size=20 => points);
    let most = (sizes.width - 46) as usize * 10 / 66;
    let status = lines(&status, most);
    for (line, y) in status.iter().take(2).zip((area.y + 46..).step_by(step)) {
        shape!(to, text class="f-faint" at=(left, y) font_size=(small) => short(line, most));
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

/// Draws the tiles of a tower on top of each other, in as many piles as needed.
fn piles(to: &mut Shapes, sizes: &Panel, area: Area, rows: usize, tiles: &[(Tile, bool)]) {
    let rows = rows.max(1);
    let piles = tiles.len().div_ceil(rows) as i32;
    let (step, foot) = (sizes.slab + 3, area.bottom() - 7);
    let left = area.mid() - (piles * step - 3) / 2;
    shape!(to, rect class="f-line" at=(left - 3, foot) size=(piles * step + 3, 3) rx="1.5");
    for (i, (tile, turned)) in tiles.iter().enumerate() {
        let (pile, row) = (i / rows, i % rows);
        // Nobody lays tiles exactly on top of each other.
        let aside = [0, 1, -1, 1, 0, -1][i % 6];
        let x = left + pile as i32 * step + aside;
        let y = foot - SLAB * (row as i32 + 1);
        let is_top = row + 1 == rows || i + 1 == tiles.len();
        let area = Area::new(x, y, sizes.slab, SLAB);
        collected(to, area, *tile, *turned, is_top);
    }
}

/// Draws a tile of a tower with its current points. A turned tile has an edge in the colour of
/// clover.
fn collected(to: &mut Shapes, area: Area, tile: Tile, turned: bool, is_top: bool) {
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
    if is_top {
        let across = area.w - 8;
        shape!(to, path class=(format_args!("f-{fill} s-{fill}-edge")) round_joins
            d=(format_args!("M{} {}l4 -5h{across}l4 5z", area.x, area.y + 1)));
    }
    area.rounded(to, 3, format_args!("f-{fill}-edge s-{fill}-edge"), 1);
    let edge = if turned { "clover" } else { fill };
    let width = if turned { 2 } else { 1 };
    Area::new(area.x, area.y, area.w, area.h - 3).rounded(
        to,
        3,
        format_args!("f-{fill} s-{edge}"),
        width,
    );
    shape!(to, text class="f-ink b mid" at=(area.mid(), area.y + 12) font_size=12 => word);
}

/// Draws a crown on the head of a pawn.
fn crown(to: &mut Shapes, x: i32, y: i32) {
    shape!(to, path class="f-crown s-shade" stroke_opacity="0.4" round_joins
        d=(format_args!("M{} {}l4 4l4 -6l4 6l4 -4l-2 11h-12z", x - 8, y - 7)));
}
