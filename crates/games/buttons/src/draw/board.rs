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
        Colour::Red => &[(-10, 0), (10, 0)],
        Colour::Yellow => &[(0, -11), (-10, 7), (10, 7)],
        Colour::Green => &[(-9, -9), (9, -9), (-9, 9), (9, 9)],
        Colour::Blue => &[(0, -12), (0, 0), (0, 12)],
    }
}

/// The minimum size of a cell on a board with numbered rows and columns.
const LABELLED: i32 = 25;

/// Draws a player's board with its upper left corner at this point.
pub(super) fn board(
    to: &mut Shapes,
    view: &View,
    player: &PlayerView,
    names: &Names,
    (x, y): (i32, i32),
    size: i32,
) {
    shape!(to, rect class="f-paper s-line" at=(x - 3, y - 3) size=(6 * size + 6, 6 * size + 6)
        rx=6);
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
    let (frame, width) = match (chosen, offered) {
        (true, _) => ("f-panel s-good", 3),
        (_, true) => ("f-panel s-accent", if own { 3 } else { 2 }),
        _ => ("f-paper s-paper", 1),
    };
    let inset = 2;
    shape!(to, group id=(format_args!("cell-{}-{row}-{col}", player.seat))
        maybe=(word, Shapes::word));
    to.holds(|to| {
        to.title(said(player, names, cell));
        shape!(to, rect class=(frame) at=(left + inset, top + inset)
            size=(size - 2 * inset, size - 2 * inset) rx=(size / 7) stroke_width=(width));
        button(to, player, cell, left, top, size);
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

fn button(to: &mut Shapes, player: &PlayerView, cell: Cell, left: i32, top: i32, size: i32) {
    let colour = player.face.colour(cell);
    let letter = colour.letter().to_string();
    let (star, laid) = (player.stars.contains(&cell), player.buttons.contains(&cell));
    let (roomy, radius) = (size >= ROOMY, size * if size < 20 { 44 } else { 36 } / 100);
    // A letter in the corner needs some space.
    let middle = if roomy { size * 46 / 100 } else { size / 2 };
    let (x, y) = (left + middle, top + middle);
    if laid {
        shape!(to, circle class=(format_args!("{} s-ink", shade(colour))) around=(x, y)
            r=(radius - 1) stroke_width=((size / 10).max(2)));
    } else {
        shape!(to, circle class=(shade(colour)) around=(x, y) r=(radius));
    }
    if star {
        self::star(to, x, y, size * 40 / 100);
    } else if roomy {
        shape!(to, circle class="s-edge" unfilled around=(x, y) r=(size * 27 / 100)
            stroke_opacity="0.25");
        for (dx, dy) in holes(colour) {
            shape!(to, circle class="f-edge" around=(moved(x, *dx, size), moved(y, *dy, size))
                r=(size / 18));
        }
    } else {
        text(
            to,
            x,
            y + 4,
            "f-ink b mid",
            if size < 20 { 11 } else { 12 },
            &letter,
        );
    }
    if roomy {
        text(
            to,
            left + size - 5,
            top + size - 5,
            "f-faint b end",
            12,
            &letter,
        );
    }
}

const fn moved(from: i32, hundredths: i32, size: i32) -> i32 {
    from + hundredths * size / 100
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

/// Draws a star around a centre.
pub(super) fn star(to: &mut Shapes, x: i32, y: i32, radius: i32) {
    let at = |middle: i32, thousandths: i32| middle * 10 + thousandths * radius / 100;
    let points: Vec<String> = STAR
        .iter()
        .map(|(dx, dy)| {
            let (x, y) = (at(x, *dx), at(y, *dy));
            format!("{}.{},{}.{}", x / 10, x % 10, y / 10, y % 10)
        })
        .collect();
    shape!(to, polygon class="f-star s-edge" points=(points.join(" ")) stroke_width="1.5"
        round_joins);
}
