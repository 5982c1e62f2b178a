//! Draws the texts about a player beside the board: name, status, score, cards, colours.

use super::super::MESSAGES;
use super::super::faces::Colour;
use super::super::state::{Phase, Status};
use super::super::view::{PlayerView, View};
use super::{GAP, MARGIN, WIDTH, board, key, owes, pending, shade, standing, text, title};
use rules::svg::parts::{Area, panel};
use rules::svg::{Shapes, shape};
use rules::{Message, Names, told};

/// The height of the viewer's own area.
pub(super) const LARGE: i32 = 376;

/// Returns the height of the text above a small board, including its column numbers. In a wide
/// panel the text is beside the board.
const fn head(width: i32) -> i32 {
    if width > 500 { 36 } else { 106 }
}

/// Returns the height of a panel of this width.
pub(super) const fn height(width: i32, cell: i32) -> i32 {
    head(width) + 6 * cell + MARGIN
}

/// The size of a cell on the viewer's own board.
const CELL: i32 = 54;

/// Draws the viewer's own board, with everything about it at its side.
pub(super) fn large(to: &mut Shapes, view: &View, player: &PlayerView, names: &Names, y: i32) {
    let left = Area::new(MARGIN, y, 380, LARGE);
    let x = left.right() + GAP;
    let right = Area::new(x, y, WIDTH - MARGIN - x, LARGE);
    let (x, end) = (right.x + 16, right.right() - 16);
    let (status, class) = standing(view, player, names);
    let complete = names.tell(&told!("three-complete"));
    let pass = names.tell(&told!("key-pass"));
    let turn = owes(view, player);
    panel(to, left, turn);
    board::board(to, view, player, names, (left.x + 34, y + 34), CELL);
    panel(to, right, turn);
    text(to, x, y + 32, "f-ink b", 16, &title(player, names, 18));
    text(to, end, y + 32, &format!("{class} end"), 14, &status);
    text(to, x, y + 58, "f-ink", 14, &score(player, names));
    text(to, x, y + 92, "f-faint", 12, &complete);
    for (colour, at) in Colour::ALL.into_iter().zip(0..) {
        tally(to, player, colour, names, (x, end), y + 122 + at * 40);
    }
    for (line, at) in advice(view, player, names).iter().zip(0..) {
        text(to, x, y + 292 + at * 22, "f-ink", 14, line);
    }
    if pending(view, player.seat).is_some_and(|it| it.may_pass && !it.decided) {
        key(to, Area::new(x, y + 334, 92, 30), "pass", &pass, &pass);
    }
}

/// Draws another player's board, with the essentials above it or, in a wide panel, beside it.
pub(super) fn small(
    to: &mut Shapes,
    view: &View,
    player: &PlayerView,
    names: &Names,
    area: Area,
    cell: i32,
) {
    let wide = area.w > 500;
    let (x, y, board) = (area.x + 16, area.y, 6 * cell);
    let (end, left) = if wide {
        (x + 288, area.right() - 36 - board)
    } else {
        let middle = area.mid() - board / 2;
        (area.right() - 16, middle + 6)
    };
    let (status, class) = standing(view, player, names);
    let (most, step) = if area.w > 300 { (20, 66) } else { (10, 48) };
    panel(to, area, owes(view, player));
    text(to, x, y + 24, "f-ink b", 14, &title(player, names, most));
    text(to, end, y + 24, &format!("{class} end"), 12, &status);
    text(to, x, y + 46, "f-ink", 12, &score(player, names));
    for (colour, at) in Colour::ALL.into_iter().zip(0..) {
        let (left, bonus) = (x + at * step, player.cards.contains(&colour));
        board::chip(to, names, (left + 9, y + 67), 9, colour, bonus);
        let count = player.counts.of(colour).to_string();
        text(to, left + 25, y + 72, "f-ink", 12, &count);
    }
    if wide && player.earned > 0 {
        text(to, x, y + 104, "f-ink", 14, &names.tell(&earned(player)));
    }
    board::board(to, view, player, names, (left, y + head(area.w)), cell);
}

pub(super) fn score(player: &PlayerView, names: &Names) -> String {
    let stars = player.stars.len();
    let text = if player.line {
        told!("stars-and-line", score: player.score)
    } else {
        told!("stars")
    };
    names.tell(&text.with("n", stars))
}

/// Draws the tally of a colour: its button, how many of three are on it, and their worth.
fn tally(
    to: &mut Shapes,
    player: &PlayerView,
    colour: Colour,
    names: &Names,
    (x, end): (i32, i32),
    y: i32,
) {
    let count = *player.counts.of(colour);
    let bonus = player.cards.contains(&colour);
    let complete = count >= 3;
    let worth = match (complete, bonus) {
        (true, true) => names.tell(&told!("stars", n: 2_u8)),
        (true, false) => names.tell(&told!("stars", n: 1_u8)),
        (false, true) => names.tell(&told!("by-card")),
        (false, false) => String::new(),
    };
    let class = if complete {
        "f-good b end"
    } else {
        "f-faint end"
    };
    board::chip(to, names, (x + 14, y), 14, colour, bonus);
    text(to, x + 40, y + 5, "f-ink", 14, &names.tell(&colour.told()));
    for i in 0..count.max(3) {
        let x = x + 106 + i32::from(i) * 17;
        if i < count {
            shape!(to, circle class=(format_args!("{} s-ink", shade(colour))) around=(x, y) r=6
                stroke_width=2);
        } else {
            shape!(to, circle class="f-panel s-line" around=(x, y) r=6 stroke_width="1.5"
                dashes=(3, 2));
        }
    }
    text(to, end, y + 5, class, 12, &worth);
}

/// Returns the number of stars that the buttons earn.
fn earned(player: &PlayerView) -> Message {
    let id = match player.status {
        Status::OptedOut => "earned",
        Status::In | Status::Busted => "earned-by-opting-out",
    };
    MESSAGES.message(id).with("stars", player.earned)
}

/// Returns the instructions for the viewer, or the worth of the buttons.
fn advice(view: &View, player: &PlayerView, names: &Names) -> Vec<String> {
    let mut lines = Vec::new();
    if player.earned > 0 {
        lines.push(earned(player));
    }
    match pending(view, player.seat) {
        Some(it) if it.decided => lines.push(told!("advice-decided")),
        Some(it) if it.stars > 0 => lines.push(told!("advice-stars", n: it.stars)),
        Some(it) if it.may_pass => lines.push(told!("advice-place-or-pass")),
        Some(_) => lines.push(told!("advice-place")),
        None if view.phase == Phase::TurnDecision && view.active == Some(player.seat) => {
            lines.push(told!("advice-turn"))
        }
        None => {}
    }
    lines.iter().map(|line| names.tell(line)).collect()
}
