//! The boards as plain text: dice, boards with their stars and buttons, decisions, moves.
//!
//! The text puts words first, so that it reads well aloud and in a mail. The boards as letters come
//! with lists of their stars and buttons. Cells have the same names as in the text notation.

use std::fmt::Write;

use super::cells::{Cell, SIDE};
use super::faces::Colour;
use super::moves::Move;
use super::state::{Phase, Status};
use super::view::{PendingView, PlayerView, View};
use super::{Buttons, MESSAGES};
use rules::svg::short;
use rules::text::wrapped;
use rules::{Message, Names, Rules, Seat, Word, told};

/// The maximum length of a player's name in the text.
const NAME: usize = 24;

/// Returns the view as plain text.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let head = names.tell(&told!("head", round: view.round, headline: headline(view, names)));
    let mut out = wrapped("", head.split(' '), " ");
    out.push_str(&dice(view, names));
    let _ = writeln!(out, "{}", names.tell(&told!("signs")));
    for player in &view.players {
        out.push('\n');
        out.push_str(&board(view, player, names));
    }
    out.push_str(&what_can_be_done(view, names));
    out
}

pub(super) fn name(names: &Names, seat: Seat) -> String {
    // A name may contain any character; the picture shows it as one plain line.
    let plain: String = names
        .of(seat)
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    short(&plain, NAME)
}

/// Returns the current situation as a sentence.
pub(super) fn headline(view: &View, names: &Names) -> Message {
    match (view.phase, view.active) {
        (Phase::TurnDecision, Some(seat)) => {
            let button = view
                .active
                .and_then(|seat| view.players.get(seat.index()))
                .is_some_and(|player| !player.buttons.is_empty());
            let id = if button { "rolls-or-opts-out" } else { "rolls" };
            let text = MESSAGES.message(id).with("name", name(names, seat));
            text.with("whose", names.whose(seat))
        }
        (Phase::Placement, Some(seat)) => {
            told!("has-rolled", whose: names.whose(seat), name: name(names, seat))
        }
        (Phase::StarPlacement, _) => told!("round-is-over"),
        _ => result(view, names),
    }
}

fn result(view: &View, names: &Names) -> Message {
    let best = || view.players.iter().filter(|player| player.rank == Some(1));
    let winners = best()
        .map(|player| Word::from(name(names, player.seat)))
        .reduce(|before, next| Word::and([before, next]));
    match (winners, best().next()) {
        (Some(winners), Some(player)) => {
            let id = if player.line { "won-by-line" } else { "won" };
            let text = MESSAGES.message(id).with("n", best().count());
            text.with("names", winners).with("score", player.score)
        }
        _ => told!("game-is-over"),
    }
}

fn dice(view: &View, names: &Names) -> String {
    let text = match (&view.roll, view.active) {
        (Some(roll), Some(active)) => {
            let plain: Vec<String> = roll.plain.iter().map(u8::to_string).collect();
            let text = if plain.is_empty() {
                told!("dice-on-table")
            } else {
                told!("dice-on-table-plain", plain: plain.join(" "), name: name(names, active))
            };
            text.with("white", roll.white).with("gold", roll.gold)
        }
        _ if view.phase == Phase::TurnDecision => told!("dice-to-roll", plain: view.dice - 2),
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
            let rank = told!("rank", rank: rank);
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
    out.push_str(&wrapped(&label("label-bonus"), cards, ", "));
    if !player.stars.is_empty() {
        let stars: Vec<String> = player.stars.iter().map(Cell::to_string).collect();
        out.push_str(&wrapped(&label("label-stars"), stars, " "));
    }
    if !player.buttons.is_empty() {
        let groups = groups(player, names);
        out.push_str(&wrapped(&label("label-buttons"), groups, " "));
    }
    out + &grid(view, player, names)
}

/// Returns the buttons of this round by colour, and the stars that they earn.
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
            groups.push(names.tell(&told!("group", colour: colour.told(), cells: cells.join(" "))));
        }
    }
    let worth = told!("worth", stars: player.earned);
    groups.push(names.tell(&worth));
    groups
}

fn grid(view: &View, player: &PlayerView, names: &Names) -> String {
    let pending = view
        .pending
        .iter()
        .find(|it| it.seat == player.seat && !it.decided);
    let offered = pending.map_or(&[][..], |it| &it.cells);
    let letters = Colour::ALL.map(|colour| names.tell(&colour.initial()));
    let mut out = "      ".to_owned();
    for col in 1..=SIDE {
        let _ = write!(out, "  {col} ");
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    for row in 1..=SIDE {
        let _ = write!(out, "    {row} ");
        for cell in Cell::all().filter(|cell| cell.row() == row) {
            let letter = &letters[player.face.colour(cell) as usize];
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

fn said(mv: &Move, names: &Names) -> String {
    Buttons::MANUAL.in_words(&mv.to_string(), names.language())
}

fn what_can_be_done(view: &View, names: &Names) -> String {
    let mut out = String::new();
    if let (Phase::TurnDecision, Some(active)) = (view.phase, view.active) {
        let player = view.players.get(active.index());
        let moves = if player.is_some_and(|player| !player.buttons.is_empty()) {
            names.tell(&told!("roll-or-out"))
        } else {
            said(&Move::Roll {}, names)
        };
        let can_play = names.tell(&told!("can-play", name: name(names, active)));
        let _ = writeln!(out, "\n{can_play}\n  {moves}");
    }
    for pending in &view.pending {
        let name = name(names, pending.seat);
        out.push('\n');
        match &pending.choice {
            _ if !pending.decided => {
                let can_play = told!("can-play", name: name);
                let _ = writeln!(out, "{}", names.tell(&can_play));
                out.push_str(&options(view, pending, names));
            }
            Some(mv) => {
                let head = told!("label-decided", name: name);
                let head = format!("{} ", names.tell(&head));
                let sealed = told!("sealed", move: said(mv, names));
                out.push_str(&wrapped(&head, names.tell(&sealed).split(' '), " "));
            }
            None => {
                let decided = told!("decided", name: name);
                let _ = writeln!(out, "{}", names.tell(&decided));
            }
        }
    }
    out
}

fn options(view: &View, pending: &PendingView, names: &Names) -> String {
    if pending.stars > 0 {
        let cells: Vec<String> = pending.cells.iter().map(Cell::to_string).collect();
        let head = told!("label-choose", n: pending.stars);
        let head = format!("  {} ", names.tell(&head));
        return wrapped(&head, cells, " ");
    }
    let mut out = String::new();
    for cell in &pending.cells {
        let mv = Move::Place {
            col: cell.col().into(),
        };
        let player = view.players.get(pending.seat.index());
        let colour = player.map(|player| player.face.colour(*cell).told());
        let on = told!(
            "on-cell", cell: cell.to_string(), colour: colour.map_or_else(|| "".into(), Word::from)
        );
        let _ = writeln!(out, "  {}   {}", said(&mv, names), names.tell(&on));
    }
    if pending.may_pass {
        let _ = writeln!(out, "  {}", said(&Move::Pass {}, names));
    }
    out
}
