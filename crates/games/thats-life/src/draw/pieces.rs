//! Draws pawns, guards and the die.

use super::super::view::{PhaseName, TileView, View};
use super::Plan;
use super::tiles::halo;
use rules::svg::parts::Area;
use rules::svg::{Layout, Shapes, shape};
use rules::{Names, Seat};

/// The thickness of the die.
const THICK: i32 = 6;

/// Draws the die. Before the roll it is blank and clickable.
pub(super) fn die(to: &mut Shapes, plan: &Plan, view: &View) {
    if view.phase == PhaseName::GameOver {
        return;
    }
    let area = Area::new(plan.width - plan.margin - 52, plan.margin.min(14), 52, 52);
    let pips: &[(i32, i32)] = match view.die {
        Some(1) => &[(0, 0)],
        Some(2) => &[(-1, -1), (1, 1)],
        Some(3) => &[(-1, -1), (0, 0), (1, 1)],
        Some(4) => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        Some(5) => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        Some(_) => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        None => &[],
    };
    let body = Area::new(area.x, area.y, area.w, area.h + THICK);
    let is_due = view.phase == PhaseName::AwaitRoll;
    shape!(to, group id="die" word="roll");
    to.holds(|to| {
        if is_due {
            halo(to, body, 5);
        }
        body.rounded(to, 13, "f-die-edge s-line", 1);
        area.rounded(to, 13, "f-die", 1);
        let rim = area.inset(5);
        shape!(to, rect class="s-die-edge" unfilled stroke_opacity="0.5" at=(rim.x, rim.y)
            size=(rim.w, rim.h) rx=9);
        for (x, y) in pips {
            let (x, y) = (area.mid() + 14 * x, area.y + 26 + 14 * y);
            shape!(to, circle class="f-pip" around=(x, y) r="5.5");
            shape!(to, circle class="f-shine" fill_opacity="0.45" around=(x - 2, y - 2) r="1.5");
        }
        if is_due {
            shape!(to, text class="f-pip b mid" at=(area.mid(), area.y + 35) font_size=26 => "?");
        }
    });
}

/// Returns the seats that have pawns on a tile, and the number of these pawns.
pub(super) fn there(pawns: &[u8]) -> impl Iterator<Item = (Seat, u8)> {
    Seat::all(pawns.len() as u8)
        .zip(pawns.iter().copied())
        .filter(|(_, pawns)| *pawns > 0)
}

/// Returns the number of groups of pieces on a tile. The guards are one group.
pub(super) fn number(tile: &TileView) -> usize {
    there(&tile.pawns).count() + usize::from(tile.guards > 0)
}

/// Returns the number of rows that the pieces on a tile need.
pub(super) fn rows(tile: &TileView) -> usize {
    if number(tile) > 3 { 2 } else { 1 }
}

/// The feet of the pieces on a tile.
pub(super) struct Places {
    /// The pawns of each seat that has some.
    pub(super) pawns: Vec<(i32, i32)>,
    /// The guards, if there are some.
    pub(super) guards: (i32, i32),
}

/// Returns the places of the pieces on a tile. The last row stands in front. Guards stand at the
/// left of the first row, so they never cover a pawn.
pub(super) fn pieces(plan: &Plan, area: Area, tile: &TileView) -> Places {
    let (all, rows) = (number(tile), rows(tile));
    let half = if plan.layout == Layout::Wide { 12 } else { 10 };
    let front = all.div_ceil(rows);
    let back = all - front;
    let foot = area.bottom() - plan.edge - 5;
    let mut feet = (0..all).map(|i| {
        let (i, of, foot) = if i < back {
            (i, back, foot - plan.second)
        } else {
            (i - back, front, foot)
        };
        let (i, of) = (i as i32, of as i32);
        let room = area.w - 2 * half - 2;
        let mut x = area.x + half + 1;
        x += match of {
            1 => room / 2,
            2 => room * (1 + 2 * i) / 4 + (2 * i - 1) * room / 8,
            _ => room * i / (of - 1),
        };
        (x, foot)
    });
    let guards = if tile.guards > 0 { feet.next() } else { None };
    Places {
        guards: guards.unwrap_or_default(),
        pawns: feet.collect(),
    }
}

/// Returns the mark on the pawns of a seat: the initial of the player's name. If several names have
/// the same initial, it is the number of the seat, counted from 1.
pub(super) fn mark(view: &View, names: &Names, seat: Seat) -> String {
    let initial = |seat| {
        let first = names.of(seat).chars().next();
        first.map(|it| it.to_uppercase().to_string())
    };
    let own = initial(seat);
    let mut others = Seat::all(view.pawns.len() as u8).filter(|it| *it != seat);
    match own {
        Some(own) if others.all(|it| initial(it).as_ref() != Some(&own)) => own,
        _ => (seat.number() + 1).to_string(),
    }
}

/// Draws the pawns of a seat with their feet at this position: the first one in full, the others
/// behind it.
pub(super) fn standing(
    to: &mut Shapes,
    plan: &Plan,
    (x, y): (i32, i32),
    (seat, pawns): (Seat, u8),
    mark: &str,
) {
    let is_wide = plan.layout == Layout::Wide;
    for behind in (1..i32::from(pawns)).rev() {
        shape!(to, group class=(format_args!("f-seat{seat} s-on-pawn")));
        let (x, y) = (x + 4 * behind, y - 3 * behind);
        match is_wide {
            true => to.moved(x, y),
            false => to.scaled(x, y, "0.8"),
        };
        to.holds(|to| {
            shape!(to, path d=(BODY));
            shape!(to, circle around=(0, HEAD) r=10);
            shape!(to, circle class="f-shade" fill_opacity="0.25" around=(0, HEAD) r=10);
        });
    }
    pawn(to, (x, y), seat, mark, is_wide);
}

/// The height of the middle of a pawn's head above its foot, in the wide layout.
const HEAD: i32 = -30;

/// The outline of a pawn without its head.
const BODY: &str = "M-13 -2c0 -8 8 -8 8 -20h10c0 12 8 12 8 20c0 6 -26 6 -26 0z";

/// Draws a turned pawn: shadow, body, collar and head, with shade at the right and shine at the
/// left.
pub(super) fn pawn(to: &mut Shapes, (x, y): (i32, i32), seat: Seat, mark: &str, is_wide: bool) {
    let colour = format!("piece f-seat{seat} s-on-pawn");
    shape!(to, group class=(colour) moved=(x, y));
    to.holds(|to| {
        to.group();
        if !is_wide {
            to.scaled(0, 0, "0.8");
        }
        to.holds(|to| {
            shape!(to, path d=(BODY));
            shape!(to, path class="f-shade" stroke_opacity=0 fill_opacity="0.22"
                d="M13 -2c0 -8 -8 -8 -8 -20h-4c0 10 5 15 4 24c5 -1 8 -2 8 -4z");
            shape!(to, rect at=(-8, -24) size=(16, 5) rx="2.5");
            shape!(to, circle around=(0, HEAD) r=10);
            shape!(to, path class="f-shade" stroke_opacity=0 fill_opacity="0.22"
                d="M7 -37c5 6 4 14 -3 17c-4 1 -8 0 -10 -2c10 1 15 -6 13 -15z");
            shape!(to, path class="s-shine" unfilled stroke_opacity="0.6" stroke_width=2 round_caps
                d="M-7 -31c0 -3 2 -5 4 -6M-8 -5c1 -3 3 -4 4 -9");
        });
        let (y, size) = if is_wide { (-26, 12) } else { (-20, 11) };
        shape!(to, text class="f-on-pawn b mid" stroke_opacity=0 at=(0, y) font_size=(size) => mark);
    });
}

/// Draws the number of pawns on the first one.
pub(super) fn badge(to: &mut Shapes, (x, y): (i32, i32), words: &str) {
    shape!(to, text class="badge f-on-pawn b mid" at=(x, y - 2) font_size=11 => words);
}

/// Draws the guards on a tile, with their foot at this position: a helmet and a halberd behind a
/// shield, and their number if there are several.
pub(super) fn guards(to: &mut Shapes, plan: &Plan, (x, y): (i32, i32), guards: u8) {
    shape!(to, group class="piece f-guard s-on-pawn" moved=(x, y));
    to.holds(|to| {
        to.group();
        if plan.layout == Layout::Narrow {
            to.scaled(0, 0, "0.85");
        }
        to.holds(|to| {
            shape!(to, path class="s-wood" unfilled stroke_width=3 round_caps d="M10 1v-36");
            shape!(to, path d="M10 -44l4 8l-4 4l-4 -4z");
            shape!(to, path d="M-8 -24v-7c0 -11 15 -11 15 0v7z");
            shape!(to, path d="M-12 -26q11 4 22 0v10q0 14 -11 19q-11 -5 -11 -19z");
            shape!(to, path class="f-shade" stroke_opacity=0 fill_opacity="0.22"
                d="M-1 -24v27q11 -5 11 -19v-10q-5 2 -11 2z");
            if guards < 2 {
                shape!(to, path class="s-on-pawn" unfilled stroke_width=3 d="M-1 -20v15M-8 -14h14");
            }
        });
        if guards > 1 {
            let y = if plan.layout == Layout::Wide { -9 } else { -7 };
            shape!(to, text class="f-on-pawn b mid" stroke_opacity=0 at=(-1, y) font_size=12
                => format_args!("×{guards}"));
        }
    });
}
