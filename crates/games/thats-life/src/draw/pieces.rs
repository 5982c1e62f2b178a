//! Draws tiles of the track with their pieces, the die, and the arrows between tiles.

use super::super::MESSAGES;
use super::super::moves::Piece;
use super::super::state::Face;
use super::super::view::{KindName, PhaseName, TileView, View};
use super::Plan;
use rules::svg::parts::{Area, signed};
use rules::svg::{Layout, Shapes, Words, shape};
use rules::{Names, Seat, told};

/// Draws the die. Before the roll it is blank and clickable.
pub(super) fn die(to: &mut Shapes, plan: &Plan, view: &View) {
    if view.phase == PhaseName::GameOver {
        return;
    }
    let area = Area::new(plan.width - plan.margin - 52, plan.margin.min(18), 52, 52);
    let pips: &[(i32, i32)] = match view.die {
        Some(1) => &[(0, 0)],
        Some(2) => &[(-1, -1), (1, 1)],
        Some(3) => &[(-1, -1), (0, 0), (1, 1)],
        Some(4) => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        Some(5) => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        Some(_) => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        None => &[],
    };
    let (edge, stroke) = match view.phase {
        PhaseName::AwaitRoll => ("accent", 3),
        _ => ("line", 1),
    };
    shape!(to, group id="die" word="roll");
    to.holds(|to| {
        area.rounded(to, 10, format_args!("f-die s-{edge}"), stroke);
        for (x, y) in pips {
            shape!(to, circle class="f-pip" around=(area.mid() + 14 * x, area.y + 26 + 14 * y) r=5);
        }
        if view.phase == PhaseName::AwaitRoll {
            shape!(to, text class="f-pip b mid" at=(area.mid(), area.y + 33) font_size=20 => "?");
        }
    });
}

/// Draws an arrow from one tile to the next.
pub(super) fn arrow(to: &mut Shapes, plan: &Plan, from: Area, next: Area) {
    let (across, down) = (plan.gap.0 / 2 - 2, plan.gap.1 / 2 - 2);
    let middle = from.y + plan.face / 2 - 4;
    let path = if from.y < next.y {
        format!("M{} {}l4 5l4 -5z", from.mid() - 4, from.bottom() + down)
    } else if from.x < next.x {
        format!("M{} {middle}l5 4l-5 4z", from.right() + across)
    } else {
        format!("M{} {middle}l-5 4l5 4z", from.x - across)
    };
    shape!(to, path class="f-faint" d=(path));
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
    let (edge, stroke) = if pawn_moves || guard_moves || acting {
        ("accent", if plan.layout == Layout::Wide { 3 } else { 2 })
    } else {
        ("line", 1)
    };
    // If both may move, the tile stands for the pawn, and the guard for itself.
    let both = pawn_moves && guard_moves;
    shape!(to, group id=(format_args!("tile-{}", tile.tile)) word=(tile.tile)
        maybe=(both.then_some("move"), |to, it| to.data("after", it)));
    to.holds(|to| {
        to.title(described(step, tile, names));
        area.rounded(
            to,
            8,
            format_args!("f-{} s-{edge}", fill(tile.kind)),
            stroke,
        );
        if view.moves.iter().any(|step| step.to == tile.tile) {
            shape!(to, rect class="s-accent" unfilled at=(area.x + 4, area.y + 4)
                size=(area.w - 8, area.h - 8) rx=5 stroke_width=2 dashes=(4, 4));
        }
        match plan.layout {
            Layout::Wide => wide_label(to, area, tile, names),
            Layout::Narrow => narrow_label(to, area, tile, names),
        }
        if plan.words == Words::On && !matches!(tile.kind, KindName::Start | KindName::Finish) {
            match plan.layout {
                Layout::Wide => {
                    shape!(to, text class="f-ink" at=(area.x + 8, area.y + 42) font_size=12
                        => tile.tile);
                }
                Layout::Narrow => {
                    shape!(to, text class="f-ink" at=(area.x + 5, area.y + 36) font_size=11
                        => tile.tile);
                }
            }
        }
        if tile.guards > 0 && !both {
            guard(to, plan, area, tile);
        }
        for (i, (seat, pawns)) in there(&tile.pawns).enumerate() {
            standing(
                to,
                plan,
                area,
                i as i32,
                (seat, pawns),
                &mark(view, names, seat),
            );
        }
    });
    if both {
        shape!(to, group id=(format_args!("guard-{}", tile.tile)) word=(tile.tile)
            data=("after", "guard"));
        to.holds(|to| {
            to.title(names.tell(&told!("guards-here", n: tile.guards)));
            shape!(to, rect class="f-paper" fill_opacity=0 at=(area.right() - 24, area.y - 2)
                size=(28, 30));
            guard(to, plan, area, tile);
        });
    }
}

/// Returns the seats that have pawns on a tile, and the number of these pawns.
fn there(pawns: &[u8]) -> impl Iterator<Item = (Seat, u8)> {
    Seat::all(pawns.len() as u8)
        .zip(pawns.iter().copied())
        .filter(|(_, pawns)| *pawns > 0)
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

const fn fill(kind: KindName) -> &'static str {
    match kind {
        KindName::Minus => "minus",
        KindName::Plus => "plus",
        KindName::Lucky => "lucky",
        KindName::Action => "action",
        KindName::Start | KindName::Finish => "end",
    }
}

/// Draws the label of a tile.
fn wide_label(to: &mut Shapes, area: Area, tile: &TileView, names: &Names) {
    let word = match (tile.kind, tile.face) {
        (KindName::Start, _) => names.tell(&told!("start")),
        (KindName::Finish, _) => names.tell(&told!("finish")),
        (_, Some(face)) => names.tell(&face.told()),
        _ => String::new(),
    };
    if let Some(value) = tile.value {
        shape!(to, text class="f-ink b" at=(area.x + 8, area.y + 25) font_size=21 => signed(value));
    } else if tile.kind == KindName::Lucky {
        clover(to, area.x + 20, area.y + 17);
    } else {
        shape!(to, text class="f-ink b" at=(area.x + 8, area.y + 23) font_size=14 => word);
    }
    match tile.face {
        Some(Face::Gift) => gift(to, area.right() - 25, area.y + 32),
        Some(Face::Steal) => steal(to, area.right() - 26, area.y + 37),
        None => {}
    }
}

/// Draws the label of a tile in the narrow layout.
fn narrow_label(to: &mut Shapes, area: Area, tile: &TileView, names: &Names) {
    match (tile.kind, tile.face, tile.value) {
        (KindName::Start, ..) => ending(to, area, &names.tell(&told!("start"))),
        (KindName::Finish, ..) => ending(to, area, &names.tell(&told!("finish"))),
        (_, Some(Face::Gift), _) => gift(to, area.x + 8, area.y + 12),
        (_, Some(Face::Steal), _) => steal(to, area.x + 7, area.y + 17),
        (_, _, Some(value)) => {
            shape!(to, text class="f-ink b" at=(area.x + 5, area.y + 20) font_size=16
                => signed(value));
        }
        _ => clover(to, area.x + 16, area.y + 14),
    }
}

fn ending(to: &mut Shapes, area: Area, word: &str) {
    shape!(to, text class="f-ink mid" at=(area.mid(), area.y + 18) font_size=11 => word);
}

/// Draws a parcel.
fn gift(to: &mut Shapes, x: i32, y: i32) {
    shape!(to, path class="s-ink" unfilled stroke_width="1.5"
        d=(format_args!( "M{x} {y}h16v11h-16zm8 0v11m0 -11c-8 -8 -10 0 0 0c10 0 8 -8 0 0" )));
}

/// Draws an arrow that turns back with something.
fn steal(to: &mut Shapes, x: i32, y: i32) {
    shape!(to, path class="s-ink" unfilled stroke_width="1.5"
        d=(format_args!( "M{x} {y}h18m-12 -5l-6 5l6 5m12 -5v-6h-7" )));
}

/// Draws a four-leaf clover.
fn clover(to: &mut Shapes, x: i32, y: i32) {
    shape!(to, group class="f-clover");
    to.holds(|to| {
        shape!(to, circle around=(x - 5, y - 5) r=6);
        shape!(to, circle around=(x + 5, y - 5) r=6);
        shape!(to, circle around=(x - 5, y + 5) r=6);
        shape!(to, circle around=(x + 5, y + 5) r=6);
    });
    shape!(to, path class="s-clover" unfilled stroke_width=2 d=(format_args!("M{x} {y}q3 8 9 11")));
}

/// Draws the guards on a tile at its right edge: a shield, with their number if there are several.
fn guard(to: &mut Shapes, plan: &Plan, area: Area, tile: &TileView) {
    let lower = if tile.kind == KindName::Finish { 20 } else { 0 };
    let (x, y) = match plan.layout {
        Layout::Wide => (area.right() - 23, area.y + 7 + lower),
        // Next to a number of two digits, there is space only at the corner.
        Layout::Narrow => (area.right() - 13, area.y - 2 + lower),
    };
    shape!(to, path class="f-guard"
        d=(format_args!("M{x} {y}q8 3 16 0v8q0 8 -8 12q-8 -4 -8 -12z")));
    shape!(to, text class="f-on-pawn b mid" at=(x + 8, y + 13) font_size=12);
    if tile.guards > 1 {
        to.says(tile.guards);
    } else {
        to.says("G");
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

/// Draws the pawns of a seat on a tile, as the `i`th group there.
fn standing(
    to: &mut Shapes,
    plan: &Plan,
    area: Area,
    i: i32,
    (seat, pawns): (Seat, u8),
    mark: &str,
) {
    let (column, row) = (i % 3, i / 3);
    let row = plan.face + plan.pawns * row;
    match plan.layout {
        Layout::Wide => {
            let (x, y) = (area.x + 13 + 22 * column, area.y + row + 11);
            pawn(to, x, y, (seat, pawns), mark);
        }
        Layout::Narrow => {
            let (x, y) = (area.x + 9 + 15 * column, area.y + row + 12);
            for below in (0..i32::from(pawns)).rev() {
                shape!(to, circle class=(format_args!("s-on-pawn f-seat{seat}"))
                    around=(x, y - 3 * (i32::from(pawns) - 1 - below)) r="7.5" stroke_width=1);
            }
            shape!(to, text class="f-on-pawn b mid" at=(x, y - 3 * (i32::from(pawns) - 1) + 4)
                font_size=11 => mark);
        }
    }
}

/// Draws the pawns of a seat as a stack of discs with their mark on top.
pub(super) fn pawn(to: &mut Shapes, x: i32, y: i32, (seat, pawns): (Seat, u8), mark: &str) {
    for below in (0..i32::from(pawns)).rev() {
        shape!(to, circle class=(format_args!("s-on-pawn f-seat{seat}"))
            around=(x + 3 * below, y + 3 * below) r="9.5" stroke_width="1.5");
    }
    shape!(to, text class="f-on-pawn b mid" at=(x, y + 4) font_size=12 => mark);
}
