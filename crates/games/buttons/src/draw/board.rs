//! Draws a board: labels, cells, buttons with their letters and holes, stars.

use super::super::MESSAGES;
use super::super::cells::{Cell, Cells, SIDE};
use super::super::faces::Colour;
use super::super::state::Phase;
use super::super::view::{PlayerView, View};
use super::{pending, shade, text};
use rules::svg::{Shapes, shape};
use rules::{Names, Word, told};

/// The minimum size of a cell with holes and with the letter in the corner.
const ROOMY: i32 = 34;

/// Returns the positions of a button's holes, in hundredths of a cell from its centre.
const fn holes(colour: Colour) -> &'static [(i32, i32)] {
    match colour {
        Colour::Red => &[(-11, 0), (11, 0)],
        Colour::Yellow => &[(0, -12), (-11, 8), (11, 8)],
        Colour::Green => &[(-10, -10), (10, -10), (-10, 10), (10, 10)],
        Colour::Blue => &[(0, -14), (0, 0), (0, 14)],
    }
}

/// The minimum size of a cell on a board with numbered rows and columns.
const LABELLED: i32 = 25;

/// Draws a player's board with its upper left corner at this point: a chequered cloth with a
/// stitched border.
pub(super) fn board(
    to: &mut Shapes,
    view: &View,
    player: &PlayerView,
    names: &Names,
    (x, y): (i32, i32),
    size: i32,
) {
    let side = 6 * size;
    shape!(to, rect class="f-cloth s-stitch" at=(x - 4, y - 4) size=(side + 8, side + 8) rx=7);
    for at in [1, 3, 5].map(|at| at * size) {
        shape!(to, rect class="f-band" fill_opacity="0.5" at=(x + at, y) size=(size, side));
        shape!(to, rect class="f-band" fill_opacity="0.5" at=(x, y + at) size=(side, size));
    }
    shape!(to, rect class="s-stitch" unfilled at=(x - 1, y - 1) size=(side + 2, side + 2) rx=4
        stroke_width="1.5" dashes=(5, 3));
    if size >= LABELLED {
        labels(to, view, player, x, y, size);
    }
    for cell in Cell::all() {
        square(to, view, player, names, cell, (x, y), size);
    }
    if let Some(ends) = player.stars.iter().copied().collect::<Cells>().line() {
        line(to, player, ends, (x, y), size);
    }
}

/// Draws the winning line through the centres of its cells.
fn line(
    to: &mut Shapes,
    player: &PlayerView,
    (first, last): (Cell, Cell),
    (x, y): (i32, i32),
    size: i32,
) {
    let middle = |cell: Cell| {
        let at = |number: u8| i32::from(number - 1) * size + size * 46 / 100;
        (x + at(cell.col()), y + at(cell.row()))
    };
    let ((x1, y1), (x2, y2)) = (middle(first), middle(last));
    shape!(to, path class="s-ink" unfilled stroke_width=(size / 5) round_caps stroke_opacity="0.35"
        d=(format_args!("M{x1} {y1}L{x2} {y2}")));
    shape!(to, path id=(format_args!("line-{}", player.seat)) class="s-star" unfilled
        stroke_width=(size / 9) round_caps d=(format_args!("M{x1} {y1}L{x2} {y2}")));
}

/// Draws the numbers of rows and columns. Highlights those that the dice select for this player.
fn labels(to: &mut Shapes, view: &View, player: &PlayerView, x: i32, y: i32, size: i32) {
    let roll = view
        .roll
        .as_ref()
        .filter(|_| pending(view, player.seat).is_some());
    let row = |row: u8| roll.is_some_and(|roll| roll.white == row);
    let column = |col: u8| {
        let active = view.active == Some(player.seat);
        roll.is_some_and(|roll| roll.gold == col || active && roll.plain.contains(&col))
    };
    let class = |chosen: bool| if chosen { "f-accent b" } else { "f-faint" };
    let middle = |at: u8| i32::from(at - 1) * size + size / 2;
    for at in 1..=SIDE {
        let columns = format!("{} mid", class(column(at)));
        let rows = format!("{} end", class(row(at)));
        text(to, x + middle(at), y - 8, &columns, 12, &at.to_string());
        text(to, x - 8, y + middle(at) + 4, &rows, 12, &at.to_string());
    }
}

fn square(
    to: &mut Shapes,
    view: &View,
    player: &PlayerView,
    names: &Names,
    cell: Cell,
    (x, y): (i32, i32),
    size: i32,
) {
    let (row, col) = (cell.row(), cell.col());
    let left = x + i32::from(col - 1) * size;
    let top = y + i32::from(row - 1) * size;
    let own = view.you == Some(player.seat);
    let pending = pending(view, player.seat);
    let offered = pending.is_some_and(|it| !it.decided && it.cells.contains(&cell));
    let word = (own && offered).then(|| match view.phase {
        Phase::StarPlacement => cell.to_string(),
        _ => col.to_string(),
    });
    let chosen = pending
        .and_then(|it| it.choice.as_ref())
        .is_some_and(|mv| mv.names(view.roll.as_ref().map(|roll| roll.white), cell));
    let frame = match (chosen, offered) {
        (true, _) => Some(("f-lit s-good", 3)),
        (_, true) => Some(("f-halo s-accent", if own { 2 } else { 1 })),
        _ => None,
    };
    shape!(to, group id=(format_args!("cell-{}-{row}-{col}", player.seat))
        maybe=(word, Shapes::word));
    to.holds(|to| {
        to.title(said(player, names, cell));
        if let Some((class, width)) = frame {
            let round = size / 6;
            shape!(to, rect class=(class) at=(left, top) size=(size, size) rx=(round)
                stroke_width=(width));
            if own && !chosen {
                let inside = size - 6;
                shape!(to, rect class="f-lit" at=(left + 3, top + 3) size=(inside, inside)
                    rx=(round - 2));
            }
        }
        button(to, player, names, cell, left, top, size);
        if chosen {
            text(to, left + 5, top + size - 5, "f-good b", 12, "✓");
        }
    });
}

/// Describes the cell in words, for screen readers and pointers.
fn said(player: &PlayerView, names: &Names, cell: Cell) -> String {
    let mut words: Vec<Word> = vec![
        cell.to_string().into(),
        player.face.colour(cell).told().into(),
    ];
    if player.stars.contains(&cell) {
        words.push(told!("star").into());
    } else if player.buttons.contains(&cell) {
        words.push(told!("button").into());
    }
    Word::comma(words).to(names.language())
}

fn button(
    to: &mut Shapes,
    player: &PlayerView,
    names: &Names,
    cell: Cell,
    left: i32,
    top: i32,
    size: i32,
) {
    let colour = player.face.colour(cell);
    let letter = letter(colour, names);
    let (star, laid) = (player.stars.contains(&cell), player.buttons.contains(&cell));
    let (roomy, radius) = (size >= ROOMY, size * if size < 20 { 44 } else { 38 } / 100);
    // A letter in the corner needs some space.
    let middle = if roomy { size * 46 / 100 } else { size / 2 };
    let (x, y) = (left + middle, top + middle);
    if laid || star || roomy {
        let far = if laid { 3 } else { 2 };
        shape!(to, circle class="f-shade" fill_opacity="0.28" around=(x + 1, y + far) r=(radius));
    }
    let (ring, width) = match (laid, roomy) {
        (true, true) => ("s-ink", 3),
        (true, false) => ("s-ink", 2),
        _ => ("s-rim", 1),
    };
    shape!(to, circle class=(format_args!("{} {ring}", shade(colour))) around=(x, y) r=(radius)
        stroke_width=(width));
    if star {
        self::star(to, x, y, size * 42 / 100);
    } else if roomy {
        rim(to, x, y, radius);
        let (dots, thread) = sewn(colour, x, y, size);
        shape!(to, path class="s-edge" unfilled stroke_width=(size / 8) round_caps d=(dots));
        if laid {
            shape!(to, path class="s-thread" unfilled stroke_width=(size / 17) round_caps
                d=(thread));
        }
    } else {
        let size = if size < 20 { 11 } else { 12 };
        text(to, x, y + 4, "f-edge b mid", size, &letter);
    }
    if roomy {
        text(
            to,
            left + size - 6,
            top + size - 6,
            "f-faint b end",
            12,
            &letter,
        );
    }
}

/// Draws the dish of a button, and the light on its rim.
fn rim(to: &mut Shapes, x: i32, y: i32, radius: i32) {
    shape!(to, circle class="f-shade" fill_opacity="0.13" around=(x, y) r=(radius * 70 / 100));
    let [a, b, c, d] = [12, 47, 60, 57].map(|it| it * radius / 100);
    shape!(to, path class="s-shine" unfilled stroke_opacity="0.6" stroke_width=2 round_caps
        d=(format_args!("M{} {}q{a} -{b} {c} -{d}", x - radius * 82 / 100, y - radius * 26 / 100)));
}

/// Returns the outlines of a button's holes, and of the thread through them.
fn sewn(colour: Colour, x: i32, y: i32, size: i32) -> (String, String) {
    let at = |(dx, dy): (i32, i32)| (dx * size / 100, dy * size / 100);
    let holes: Vec<(i32, i32)> = holes(colour).iter().copied().map(at).collect();
    let threads: &[(usize, usize)] = match colour {
        Colour::Red => &[(0, 1)],
        Colour::Yellow => &[(0, 1), (1, 2), (2, 0)],
        Colour::Green => &[(0, 3), (1, 2)],
        Colour::Blue => &[(0, 2)],
    };
    let lines = |ends: &mut dyn Iterator<Item = ((i32, i32), (i32, i32))>| {
        let (mut path, mut at) = (String::new(), (0, 0));
        for (begin, end) in ends {
            path += &match path.is_empty() {
                true => format!("M{} {}", x + begin.0, y + begin.1),
                false => format!("m{} {}", begin.0 - at.0, begin.1 - at.1),
            };
            path += &format!("l{} {}", end.0 - begin.0, end.1 - begin.1);
            at = end;
        }
        path
    };
    // A dot is a line of no length with round ends.
    let dots = lines(&mut holes.iter().map(|hole| (*hole, *hole)));
    let thread = lines(&mut threads.iter().map(|(a, b)| (holes[*a], holes[*b])));
    (dots, thread)
}

/// Returns the letter of a colour in the language of the players.
pub(super) fn letter(colour: Colour, names: &Names) -> String {
    names.tell(&colour.initial())
}

/// Draws the button of a colour with its letter, on a card if the player has the card of the
/// colour.
pub(super) fn chip(
    to: &mut Shapes,
    names: &Names,
    (x, y): (i32, i32),
    radius: i32,
    colour: Colour,
    card: bool,
) {
    if card {
        self::card(to, x, y, radius + if radius > 7 { 3 } else { 2 });
    }
    shape!(to, circle class=(format_args!("{} s-rim", shade(colour))) around=(x, y) r=(radius));
    if radius > 10 {
        rim(to, x, y, radius);
    }
    let size = match radius {
        ..=7 => 11,
        8..=11 => 12,
        _ => 14,
    };
    text(
        to,
        x,
        y + 4 + radius / 12,
        "f-edge b mid",
        size,
        &letter(colour, names),
    );
}

/// Draws a card around a centre.
pub(super) fn card(to: &mut Shapes, x: i32, y: i32, half: i32) {
    shape!(to, rect class="f-card s-ink" at=(x - half, y - half - 1)
        size=(2 * half, 2 * half + 2) rx=4 stroke_width="1.5");
}

/// The corners of a star, in thousandths of its radius.
const STAR: [(i32, i32); 10] = [
    (0, -1000),
    (259, -357),
    (951, -309),
    (420, 136),
    (588, 809),
    (0, 441),
    (-588, 809),
    (-420, 136),
    (-951, -309),
    (-259, -357),
];

/// Draws a star around a centre: one side of each point lies in the shade, and the light glints.
pub(super) fn star(to: &mut Shapes, x: i32, y: i32, radius: i32) {
    let at = |(dx, dy): (i32, i32)| (dx * radius / 100, dy * radius / 100);
    let tenths = |it: i32| {
        format!(
            "{}{}.{}",
            if it < 0 { "-" } else { "" },
            it.abs() / 10,
            it.abs() % 10
        )
    };
    let step = |(dx, dy): (i32, i32)| format!("l{} {}", tenths(dx), tenths(dy));
    let corners = STAR.map(at);
    let between = |from: (i32, i32), to: (i32, i32)| step((to.0 - from.0, to.1 - from.1));
    let mut outline = format!("M{x} {}", y - radius);
    let mut shades = format!("M{x} {y}");
    for pair in corners.windows(2) {
        outline += &between(pair[0], pair[1]);
    }
    for pair in corners.chunks(2) {
        shades += &format!("{}{}z", step(pair[0]), between(pair[0], pair[1]));
    }
    shape!(to, path class="f-star s-edge" stroke_width="1.5" round_joins
        d=(format_args!("{outline}z")));
    shape!(to, path class="f-amber" d=(shades));
    if radius > 12 {
        let (x, y) = (x + radius * 62 / 100, y - radius * 66 / 100);
        shape!(to, path class="f-shine s-edge" stroke_opacity="0.4"
            d=(format_args!("M{x} {}l1 4l4 1l-4 1l-1 4l-1 -4l-4 -1l4 -1z", y - 5)));
    }
}
