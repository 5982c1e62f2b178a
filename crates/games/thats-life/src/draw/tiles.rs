//! Draws the tiles of the track, and the road between them.

use super::super::MESSAGES;
use super::super::moves::Piece;
use super::super::state::Face;
use super::super::view::{KindName, TileView, View};
use super::pieces::{badge, guards, mark, number, pieces, standing, there};
use super::{Plan, icons};
use rules::svg::parts::{Area, signed};
use rules::svg::{Layout, Shapes, Words, shape};
use rules::{Names, told};

/// Draws the road from one tile to the next.
pub(super) fn road(to: &mut Shapes, plan: &Plan, from: Area, next: Area) {
    let (across, down) = plan.gap;
    let width = if plan.layout == Layout::Wide { 30 } else { 22 };
    // The road lies halfway up the upper side of a tile.
    let (middle, begin) = (from.y + plan.face / 2, from.mid() - width / 2);
    let (path, area) = if from.y < next.y {
        let area = Area::new(begin, from.bottom() - 6, width, down + 12);
        let top = from.bottom() + down / 2 - 2;
        (format!("M{} {top}l4 4l4 -4", from.mid() - 4), area)
    } else {
        let (left, way) = if from.x < next.x {
            (from.right(), 4)
        } else {
            (next.right(), -4)
        };
        let area = Area::new(left - 6, middle - width / 2, across + 12, width);
        let x = left + across / 2 - way / 2;
        (format!("M{x} {}l{way} 4l{} 4", middle - 4, -way), area)
    };
    shape!(to, rect class="f-road" at=(area.x, area.y) size=(area.w, area.h));
    shape!(to, path class="s-ink" unfilled stroke_width=2 round_caps round_joins d=(path));
}

/// Draws a tile that is `step` steps from the start.
pub(super) fn tile_at(
    to: &mut Shapes,
    plan: &Plan,
    area: Area,
    (step, tile): (usize, &TileView),
    view: &View,
    names: &Names,
) {
    let moves = |piece| {
        let mut moves = view.moves.iter();
        moves.any(|step| step.piece == piece && step.from == tile.tile)
    };
    let (pawn_moves, guard_moves) = (moves(Piece::Pawn), moves(Piece::Guard));
    let acting = view.target.as_ref().is_some_and(|it| it.tile == tile.tile);
    // If both may move, the tile stands for the pawn, and the guard for itself.
    let both = pawn_moves && guard_moves;
    let places = pieces(plan, area, tile);
    shape!(to, group id=(format_args!("tile-{}", tile.tile)) word=(tile.tile)
        maybe=(both.then_some("move"), |to, it| to.data("after", it)));
    to.holds(|to| {
        to.title(described(step, tile, names));
        if pawn_moves || guard_moves || acting {
            halo(to, area, if plan.layout == Layout::Wide { 5 } else { 3 });
        }
        let face = Area::new(area.x, area.y, area.w, area.h - plan.edge);
        let kind = kind(tile.kind);
        area.rounded(to, 9, format_args!("f-{kind}-edge"), 1);
        face.rounded(to, 9, format_args!("f-{kind} s-{kind}-edge"), 1);
        if view.moves.iter().any(|step| step.to == tile.tile) {
            shape!(to, rect class="goal s-accent" unfilled at=(area.x + 3, area.y + 3)
                size=(area.w - 6, face.h - 6) rx=7 stroke_width=2 dashes=(4, 4));
        }
        edge(to, plan, area, tile);
        label(to, plan, face, tile, names);
        if tile.guards > 0 && !both {
            guards(to, plan, places.guards, tile.guards);
        }
        // In a crowd there is no space for pawns behind others.
        let is_crowd = number(tile) > 2;
        for ((seat, pawns), at) in there(&tile.pawns).zip(&places.pawns) {
            let drawn = if is_crowd { 1 } else { pawns };
            standing(to, plan, *at, (seat, drawn), &mark(view, names, seat));
            if pawns > 1 {
                // Pawns side by side leave space for a digit only.
                let sign = if number(tile) > 4 { "" } else { "×" };
                badge(to, *at, &format!("{sign}{pawns}"));
            }
        }
    });
    if both {
        shape!(to, group id=(format_args!("guard-{}", tile.tile)) word=(tile.tile)
            data=("after", "guard"));
        to.holds(|to| {
            to.title(names.tell(&told!("guards-here", n: tile.guards)));
            let (x, y) = places.guards;
            let width = if plan.layout == Layout::Wide { 30 } else { 26 };
            shape!(to, rect class="f-halo s-accent" fill_opacity="0.7" at=(x - width / 2, y - 40)
                size=(width, 44) rx=8 stroke_width=2);
            guards(to, plan, places.guards, tile.guards);
        });
    }
}

/// Draws a bright halo around an area.
pub(super) fn halo(to: &mut Shapes, area: Area, by: i32) {
    let around = area.inset(-by);
    around.rounded(to, 9 + by, "halo f-halo s-accent", 2);
}

/// Describes a tile in words, for pointers and screen readers.
fn described(step: usize, tile: &TileView, names: &Names) -> String {
    let mut words = match tile.kind {
        KindName::Start => vec![names.tell(&told!("start"))],
        KindName::Finish => vec![names.tell(&told!("finish"))],
        _ => vec![names.tell(&told!("step-at", step: step))],
    };
    if let Some(value) = tile.value {
        words.push(signed(value));
    } else if tile.kind == KindName::Lucky {
        words.push(names.tell(&told!("lucky")));
    }
    if let Some(face) = tile.face {
        words.push(names.tell(&face.told()));
    }
    for (seat, pawns) in there(&tile.pawns) {
        words.push(format!("{} ×{pawns}", names.of(seat)));
    }
    if tile.guards > 0 {
        let guards = told!("guards-here", n: tile.guards);
        words.push(names.tell(&guards));
    }
    words.join(", ")
}

const fn kind(kind: KindName) -> &'static str {
    match kind {
        KindName::Minus => "minus",
        KindName::Plus => "plus",
        KindName::Lucky => "lucky",
        KindName::Action => "action",
        KindName::Start | KindName::Finish => "end",
    }
}

/// Draws the edge of a tile: its code, or a chequered line at the finish.
fn edge(to: &mut Shapes, plan: &Plan, area: Area, tile: &TileView) {
    let is_code = plan.words == Words::On;
    match tile.kind {
        KindName::Start => {}
        KindName::Finish => {
            let h = if is_code { 5 } else { 2 };
            let (x, y) = (area.x + 8, area.bottom() - 2 * h - 1);
            let mut squares = format!("M{x} {y}");
            for _ in 0..(area.w - 16) / (2 * h) {
                squares += &format!("h{h}v{h}h-{h}zm{h} {h}h{h}v{h}h-{h}zm{h} -{h}");
            }
            shape!(to, path class="f-ink" d=(squares));
        }
        _ if is_code => {
            let size = if plan.layout == Layout::Wide { 12 } else { 11 };
            shape!(to, text class="f-ink mid" at=(area.mid(), area.bottom() - 4) font_size=(size)
                => tile.tile);
        }
        _ => {}
    }
}

/// Draws the number, the picture and the word of a tile: large if no piece stands on it, else
/// above the pieces.
fn label(to: &mut Shapes, plan: &Plan, face: Area, tile: &TileView, names: &Names) {
    let is_free = number(tile) == 0;
    let is_wide = plan.layout == Layout::Wide;
    if let Some(value) = tile.value {
        let words = signed(value);
        let is_long = words.chars().count() > 2;
        let size = match (is_free, is_wide) {
            (true, true) => 28,
            (true, false) if is_long => 18,
            (true, false) => 23,
            (false, true) => 20,
            (false, false) => 15,
        };
        if is_free {
            let y = face.y + face.h / 2 + size * 36 / 100;
            shape!(to, text class="f-ink b mid" at=(face.mid(), y) font_size=(size) => words);
        } else {
            let left = face.x + if is_wide { 7 } else { 5 };
            shape!(to, text class="f-ink b" at=(left, face.y + size + 1) font_size=(size) => words);
        }
        return;
    }
    let (word, picture): (String, fn(&mut Shapes)) = match (tile.kind, tile.face) {
        (KindName::Start, _) => (names.tell(&told!("start")), icons::signpost),
        (KindName::Finish, _) => (names.tell(&told!("finish")), icons::flag),
        (_, Some(Face::Gift)) => (names.tell(&Face::Gift.told()), icons::gift),
        (_, Some(Face::Steal)) => (names.tell(&Face::Steal.told()), icons::steal),
        _ => (String::new(), icons::clover),
    };
    let is_end = matches!(tile.kind, KindName::Start | KindName::Finish);
    let has_word = !word.is_empty() && (is_wide || is_end);
    if has_word {
        let left = face.x + if is_free || !is_wide { 0 } else { 23 };
        let middle = (left + face.right()) / 2;
        let (y, size, class) = match (is_wide, is_free) {
            (true, true) => (17, 12, "f-ink b mid"),
            (true, false) => (17, 11, "f-ink mid"),
            (false, _) => (15, 11, "f-ink mid"),
        };
        shape!(to, text class=(class) at=(middle, face.y + y) font_size=(size)
            => rules::svg::short(&word, 9));
    }
    let middle = face.y + face.h / 2 + if has_word { 8 } else { 0 };
    match (is_free, is_wide) {
        (true, true) => shape!(to, group moved=(face.mid(), middle)),
        (true, false) => shape!(to, group scaled=(face.mid(), middle, "0.85")),
        (false, true) => shape!(to, group scaled=(face.x + 14, face.y + 13, "0.6")),
        // The word is there instead.
        (false, false) if is_end => return,
        (false, false) => shape!(to, group scaled=(face.x + 13, face.y + 11, "0.5")),
    };
    to.holds(picture);
}
