//! The boards as plain text: dice, boards with their stars and buttons, decisions, moves.
//!
//! Words first, so that it reads well aloud and in a mail; the boards as letters come with lists
//! of what lies on them. Cells are called what the text notation calls them.

use std::fmt::Write;

use super::cells::{Cell, SIDE};
use super::faces::Colour;
use super::moves::Move;
use super::state::{Phase, Status};
use super::view::{PendingView, PlayerView, View};
use crate::svg::short;
use crate::{Names, Seat};

/// The widest line.
const WIDTH: usize = 78;

/// The most of a name that is shown.
const NAME: usize = 24;

/// The view as plain text.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let head = format!("Buttons, round {}. {}", view.round, headline(view, names));
    let mut out = wrapped("", head.split(' '), " ");
    out.push_str(&dice(view, names));
    out.push_str("On the boards: (R) a button of this round, *R* a star, [R] may be chosen now.\n");
    for player in &view.players {
        out.push('\n');
        out.push_str(&board(view, player, names));
    }
    out.push_str(&what_can_be_done(view, names));
    out
}

pub(super) fn name(names: &Names, seat: Seat) -> String {
    // A name may hold anything; in a picture it is one plain line.
    let plain: String = names
        .of(seat)
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    short(&plain, NAME)
}

/// What is going on, as a sentence.
pub(super) fn headline(view: &View, names: &Names) -> String {
    let active = view.active.map(|seat| name(names, seat));
    match (view.phase, active) {
        (Phase::TurnDecision, Some(name)) => {
            let button = view
                .active
                .and_then(|seat| view.players.get(seat.index()))
                .is_some_and(|player| !player.buttons.is_empty());
            if button {
                format!("{name} rolls or opts out.")
            } else {
                format!("{name} rolls.")
            }
        }
        (Phase::Placement, Some(name)) => format!("{name} has rolled; buttons are placed."),
        (Phase::StarPlacement, _) => "The round is over; stars are placed.".to_owned(),
        _ => result(view, names),
    }
}

fn result(view: &View, names: &Names) -> String {
    let best = || view.players.iter().filter(|player| player.rank == Some(1));
    let winners: Vec<String> = best().map(|player| name(names, player.seat)).collect();
    let verb = if winners.len() == 1 { "wins" } else { "win" };
    match best().next() {
        Some(player) => format!(
            "The game is over: {} {verb} with {}.",
            winners.join(" and "),
            player.score
        ),
        None => "The game is over.".to_owned(),
    }
}

fn dice(view: &View, names: &Names) -> String {
    let aside = match view.plain_set_aside {
        0 => String::new(),
        n => format!(" ({n} set aside)"),
    };
    let text = match (&view.roll, view.active) {
        (Some(roll), Some(active)) => {
            let plain: Vec<String> = roll.plain.iter().map(u8::to_string).collect();
            let plain = if plain.is_empty() {
                String::new()
            } else {
                format!(
                    "; plain {} for {} alone",
                    plain.join(" "),
                    name(names, active)
                )
            };
            format!(
                "Dice: white {}, the row; gold {}, a column for all{plain}.{aside}",
                roll.white, roll.gold
            )
        }
        _ if view.phase == Phase::TurnDecision => {
            let plain = view.dice - 2;
            format!("Dice to roll: white, gold and {plain} plain{aside}.")
        }
        _ => return String::new(),
    };
    wrapped("", text.split(' '), " ")
}

fn board(view: &View, player: &PlayerView, names: &Names) -> String {
    let status = match (player.gone, player.status) {
        (true, _) => "has left the game",
        (_, Status::In) => "in the round",
        (_, Status::OptedOut) => "opted out",
        (_, Status::Busted) => "busted",
    };
    let mut head = format!(
        "{} (seat {}), board {:?}, ",
        name(names, player.seat),
        player.seat,
        player.face
    );
    match player.rank {
        Some(rank) if player.gone => {
            let _ = write!(head, "rank {rank}, {status}");
        }
        Some(rank) => {
            let _ = write!(head, "rank {rank}");
        }
        None => head.push_str(status),
    }
    let _ = write!(head, ", score {}", player.score);
    if player.line {
        head.push_str(" with a line of five");
    }
    head.push('\n');
    let words: Vec<&str> = player.cards.iter().map(|card| card.word()).collect();
    head.push_str(&wrapped("  Bonus: ", words.into_iter(), ", "));
    if !player.stars.is_empty() {
        let stars: Vec<String> = player.stars.iter().map(Cell::to_string).collect();
        head.push_str(&wrapped("  Stars: ", stars.iter().map(String::as_str), " "));
    }
    if !player.buttons.is_empty() {
        head.push_str(&buttons(player));
    }
    head + &grid(view, player)
}

/// The buttons of this round, colour by colour, and what they earn.
fn buttons(player: &PlayerView) -> String {
    let mut groups = Vec::new();
    for colour in Colour::ALL {
        let cells: Vec<String> = player
            .buttons
            .iter()
            .filter(|cell| player.face.colour(**cell) == colour)
            .map(Cell::to_string)
            .collect();
        if !cells.is_empty() {
            groups.push(format!("{colour} {}", cells.join(" ")));
        }
    }
    groups.push(match player.earned {
        1 => "worth 1 star".to_owned(),
        n => format!("worth {n} stars"),
    });
    wrapped("  Buttons: ", groups.iter().map(String::as_str), "; ")
}

fn grid(view: &View, player: &PlayerView) -> String {
    let pending = view
        .pending
        .iter()
        .find(|it| it.seat == player.seat && !it.decided);
    let offered = pending.map_or(&[][..], |it| &it.cells);
    let mut out = "      ".to_owned();
    for col in 1..=SIDE {
        let _ = write!(out, "  {col} ");
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    for row in 1..=SIDE {
        let _ = write!(out, "    {row} ");
        for cell in Cell::all().filter(|cell| cell.row() == row) {
            let letter = player.face.colour(cell).letter();
            let (left, right) = if player.stars.contains(&cell) {
                ('*', '*')
            } else if player.buttons.contains(&cell) {
                ('(', ')')
            } else if offered.contains(&cell) {
                ('[', ']')
            } else {
                (' ', ' ')
            };
            let _ = write!(out, " {left}{letter}{right}");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

fn what_can_be_done(view: &View, names: &Names) -> String {
    let mut out = String::new();
    if let (Phase::TurnDecision, Some(active)) = (view.phase, view.active) {
        let player = view.players.get(active.index());
        let moves = if player.is_some_and(|player| !player.buttons.is_empty()) {
            "roll, or out to leave the round in time"
        } else {
            "roll"
        };
        let _ = writeln!(out, "\n{} can play\n  {moves}", name(names, active));
    }
    for pending in &view.pending {
        let name = name(names, pending.seat);
        out.push('\n');
        match &pending.choice {
            _ if !pending.decided => {
                let _ = writeln!(out, "{name} can play");
                out.push_str(&options(view, pending));
            }
            Some(mv) => {
                let decided = format!("{mv} (sealed)");
                out.push_str(&wrapped(
                    &format!("{name} has decided: "),
                    decided.split(' '),
                    " ",
                ));
            }
            None => {
                let _ = writeln!(out, "{name} has decided.");
            }
        }
    }
    out
}

fn options(view: &View, pending: &PendingView) -> String {
    if pending.stars > 0 {
        let cells: Vec<String> = pending.cells.iter().map(Cell::to_string).collect();
        let head = match pending.stars {
            1 => "  stars and one of: ".to_owned(),
            n => format!("  stars and {n} of: "),
        };
        return wrapped(&head, cells.iter().map(String::as_str), " ");
    }
    let mut out = String::new();
    for cell in &pending.cells {
        let mv = Move::Place {
            col: cell.col().into(),
        };
        let colour = view
            .players
            .get(pending.seat.index())
            .map_or("", |player| player.face.colour(*cell).word());
        let _ = writeln!(out, "  {mv}   on {cell}, {colour}");
    }
    if pending.may_pass {
        let _ = writeln!(out, "  {}", Move::Pass {});
    }
    out
}

/// A line that begins with `head` and goes on, well indented, where the items do not fit.
fn wrapped<'a>(head: &str, items: impl Iterator<Item = &'a str>, between: &str) -> String {
    let indent = head.chars().count().min(WIDTH / 2);
    let mut out = head.to_owned();
    let mut column = head.chars().count();
    let mut items = items.peekable();
    while let Some(item) = items.next() {
        let mut text = item.to_owned();
        if items.peek().is_some() {
            text.push_str(between);
        }
        let width = text.trim_end().chars().count();
        if column > indent && column + width > WIDTH {
            out.truncate(out.trim_end().len());
            let _ = write!(out, "\n{:indent$}", "");
            column = indent;
        }
        column += text.chars().count();
        out.push_str(&text);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}
