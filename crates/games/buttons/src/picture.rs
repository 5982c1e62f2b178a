//! The boards as plain text: dice, boards with their stars and buttons, decisions, moves.
//!
//! Words first, so that it reads well aloud and in a mail; the boards as letters come with lists
//! of what lies on them. Cells are called what the text notation calls them.

use std::fmt::Write;

use super::MESSAGES;
use super::cells::{Cell, SIDE};
use super::faces::Colour;
use super::moves::Move;
use super::state::{Phase, Status};
use super::view::{PendingView, PlayerView, View};
use rules::svg::short;
use rules::{Message, Names, Seat, Word};

/// The widest line.
const WIDTH: usize = 78;

/// The most of a name that is shown.
const NAME: usize = 24;

/// The view as plain text.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let head = MESSAGES.message("head").with("round", view.round);
    let head = names.tell(&head.with("headline", headline(view, names)));
    let mut out = wrapped("", head.split(' '), " ");
    out.push_str(&dice(view, names));
    let _ = writeln!(out, "{}", names.tell(&MESSAGES.message("signs")));
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
pub(super) fn headline(view: &View, names: &Names) -> Message {
    let active = view.active.map(|seat| name(names, seat));
    match (view.phase, active) {
        (Phase::TurnDecision, Some(name)) => {
            let button = view
                .active
                .and_then(|seat| view.players.get(seat.index()))
                .is_some_and(|player| !player.buttons.is_empty());
            let id = if button { "rolls-or-opts-out" } else { "rolls" };
            MESSAGES.message(id).with("name", name)
        }
        (Phase::Placement, Some(name)) => MESSAGES.message("has-rolled").with("name", name),
        (Phase::StarPlacement, _) => MESSAGES.message("round-is-over"),
        _ => result(view, names),
    }
}

fn result(view: &View, names: &Names) -> Message {
    let best = || view.players.iter().filter(|player| player.rank == Some(1));
    let winners = best()
        .map(|player| Word::from(name(names, player.seat)))
        .reduce(|before, next| Word::and([before, next]));
    match (winners, best().next()) {
        (Some(winners), Some(player)) => MESSAGES
            .message("won")
            .with("n", best().count())
            .with("names", winners)
            .with("score", player.score),
        _ => MESSAGES.message("game-is-over"),
    }
}

fn dice(view: &View, names: &Names) -> String {
    let text = match (&view.roll, view.active) {
        (Some(roll), Some(active)) => {
            let plain: Vec<String> = roll.plain.iter().map(u8::to_string).collect();
            let text = if plain.is_empty() {
                MESSAGES.message("dice-on-table")
            } else {
                MESSAGES
                    .message("dice-on-table-plain")
                    .with("plain", plain.join(" "))
                    .with("name", name(names, active))
            };
            text.with("white", roll.white).with("gold", roll.gold)
        }
        _ if view.phase == Phase::TurnDecision => MESSAGES
            .message("dice-to-roll")
            .with("plain", view.dice - 2),
        _ => return String::new(),
    };
    let text = names.tell(&text.with("aside", view.plain_set_aside));
    wrapped("", text.split(' '), " ")
}

fn board(view: &View, player: &PlayerView, names: &Names) -> String {
    let status = MESSAGES.message(match (player.gone, player.status) {
        (true, _) => "has-left-the-game",
        (_, Status::In) => "in-the-round",
        (_, Status::OptedOut) => "opted-out",
        (_, Status::Busted) => "busted",
    });
    let standing = match player.rank {
        Some(rank) => {
            let rank = MESSAGES.message("rank").with("rank", rank);
            let left = player.gone.then_some(status);
            Word::comma([rank].into_iter().chain(left))
        }
        None => status.into(),
    };
    let id = if player.line {
        "player-with-line"
    } else {
        "player"
    };
    let head = MESSAGES
        .message(id)
        .with("name", name(names, player.seat))
        .with("seat", player.seat.0)
        .with("face", format!("{:?}", player.face))
        .with("standing", standing)
        .with("score", player.score);
    let mut out = wrapped("", names.tell(&head).split(", "), ", ");
    let label = |id| format!("  {} ", names.tell(&MESSAGES.message(id)));
    let cards: Vec<String> = player
        .cards
        .iter()
        .map(|card| names.tell(&card.told()))
        .collect();
    let cards = cards.iter().map(String::as_str);
    out.push_str(&wrapped(&label("label-bonus"), cards, ", "));
    if !player.stars.is_empty() {
        let stars: Vec<String> = player.stars.iter().map(Cell::to_string).collect();
        let stars = stars.iter().map(String::as_str);
        out.push_str(&wrapped(&label("label-stars"), stars, " "));
    }
    if !player.buttons.is_empty() {
        let groups = groups(player, names);
        let groups = groups.iter().map(String::as_str);
        out.push_str(&wrapped(&label("label-buttons"), groups, " "));
    }
    out + &grid(view, player)
}

/// The buttons of this round, colour by colour, and what they earn.
fn groups(player: &PlayerView, names: &Names) -> Vec<String> {
    let mut groups = Vec::new();
    for colour in Colour::ALL {
        let cells: Vec<String> = player
            .buttons
            .iter()
            .filter(|cell| player.face.colour(**cell) == colour)
            .map(Cell::to_string)
            .collect();
        if !cells.is_empty() {
            let group = MESSAGES.message("group").with("colour", colour.told());
            groups.push(names.tell(&group.with("cells", cells.join(" "))));
        }
    }
    let worth = MESSAGES.message("worth").with("stars", player.earned);
    groups.push(names.tell(&worth));
    groups
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
            names.tell(&MESSAGES.message("roll-or-out"))
        } else {
            Move::Roll {}.to_string()
        };
        let can_play = MESSAGES.message("can-play");
        let can_play = names.tell(&can_play.with("name", name(names, active)));
        let _ = writeln!(out, "\n{can_play}\n  {moves}");
    }
    for pending in &view.pending {
        let name = name(names, pending.seat);
        out.push('\n');
        match &pending.choice {
            _ if !pending.decided => {
                let can_play = MESSAGES.message("can-play").with("name", name);
                let _ = writeln!(out, "{}", names.tell(&can_play));
                out.push_str(&options(view, pending, names));
            }
            Some(mv) => {
                let head = MESSAGES.message("label-decided").with("name", name);
                let head = format!("{} ", names.tell(&head));
                let sealed = MESSAGES.message("sealed").with("move", mv.to_string());
                out.push_str(&wrapped(&head, names.tell(&sealed).split(' '), " "));
            }
            None => {
                let decided = MESSAGES.message("decided").with("name", name);
                let _ = writeln!(out, "{}", names.tell(&decided));
            }
        }
    }
    out
}

fn options(view: &View, pending: &PendingView, names: &Names) -> String {
    if pending.stars > 0 {
        let cells: Vec<String> = pending.cells.iter().map(Cell::to_string).collect();
        let head = MESSAGES.message("label-choose").with("n", pending.stars);
        let head = format!("  {} ", names.tell(&head));
        return wrapped(&head, cells.iter().map(String::as_str), " ");
    }
    let mut out = String::new();
    for cell in &pending.cells {
        let mv = Move::Place {
            col: cell.col().into(),
        };
        let player = view.players.get(pending.seat.index());
        let colour = player.map(|player| player.face.colour(*cell).told());
        let on = MESSAGES
            .message("on-cell")
            .with("cell", cell.to_string())
            .with("colour", colour.map_or_else(|| "".into(), Word::from));
        let _ = writeln!(out, "  {mv}   {}", names.tell(&on));
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
