//! The board as plain text: whose turn it is, the track tile by tile, the towers, the moves.
//!
//! Words and short lines, so that it reads well aloud and in a mail. Tiles and seats are called
//! what the text notation calls them.

use std::fmt::Write;

use super::MESSAGES;
use super::options::Scoring;
use super::state::Face;
use super::tile::Tile;
use super::view::{Effect, PhaseName, Piece, StepView, TileView, View};
use rules::{Names, Seat};

/// The widest line.
const WIDTH: usize = 78;

/// The most of a name that is shown.
const NAME: usize = 24;

/// The view as plain text.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let mut out = headline(view, names);
    let track = names.tell(&MESSAGES.message("track-heading"));
    let _ = writeln!(out, "\n\n{track}");
    for (step, tile) in view.tiles.iter().enumerate() {
        // A start that everybody has left can never be entered again.
        if tile.tile != Tile::START || tile.pawns.iter().any(|pawns| *pawns > 0) {
            out.push_str(&line_of(step, tile, names));
        }
    }
    let towers = MESSAGES.message("towers-heading");
    let towers = towers.with("scoring", scoring(view));
    let _ = writeln!(out, "\n{}", names.tell(&towers));
    for (i, tower) in view.towers.iter().enumerate() {
        out.push_str(&tower_line(view, Seat(i as u8), tower, names));
    }
    out.push_str(&what_can_be_done(view, names));
    out
}

/// The word by which messages know the way of scoring.
pub(super) const fn scoring(view: &View) -> &'static str {
    match view.options.scoring {
        Scoring::Basic => "basic",
        Scoring::Expert => "expert",
    }
}

fn name(names: &Names, seat: Seat) -> String {
    let name = names.of(seat);
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    let mut short: String = name.chars().take(NAME - 3).collect();
    short.push_str("...");
    short
}

fn headline(view: &View, names: &Names) -> String {
    let text = match view.phase {
        PhaseName::AwaitRoll => MESSAGES.message("head-roll"),
        PhaseName::AwaitMove => MESSAGES
            .message("head-move")
            .with("die", view.die.unwrap_or(0)),
        PhaseName::AwaitTarget => MESSAGES.message("head-target"),
        PhaseName::GameOver => MESSAGES.message("head-over"),
    };
    let text = match view.active {
        Some(seat) => text.with("name", name(names, seat)).with("seat", seat.0),
        None => text,
    };
    names.tell(&text)
}

fn line_of(step: usize, tile: &TileView, names: &Names) -> String {
    let what = match tile.face {
        Some(face) => names.tell(&face.told()),
        None => names.tell(&tile.tile.worth()),
    };
    let mut there: Vec<String> = Vec::new();
    for (i, pawns) in tile.pawns.iter().enumerate() {
        let who = || name(names, Seat(i as u8));
        match pawns {
            0 => {}
            1 => there.push(who()),
            n => there.push(format!("{} x{n}", who())),
        }
    }
    if tile.guards > 0 {
        let guards = MESSAGES.message("guards").with("n", tile.guards);
        there.push(names.tell(&guards));
    }
    let head = format!("{step:>3}  {:<7}{what:<7}", tile.tile);
    wrapped(&head, &there, ", ")
}

fn tower_line(view: &View, seat: Seat, tower: &[Tile], names: &Names) -> String {
    let i = seat.index();
    let points = MESSAGES.message("seat-points").with("seat", seat.0);
    let points = points.with("name", name(names, seat));
    let mut parts = vec![names.tell(&points.with("points", view.scores[i]))];
    if let Some(ranks) = &view.ranks {
        parts.push(names.tell(&MESSAGES.message("rank").with("rank", ranks[i])));
    }
    if view.lucky[i] > 0 {
        let lucky = MESSAGES.message("lucky-tiles").with("n", view.lucky[i]);
        parts.push(names.tell(&lucky));
    }
    if view.gone[i] {
        parts.push(names.tell(&MESSAGES.message("has-left")));
    }
    let head = wrapped("  ", &parts, ", ");
    if tower.is_empty() {
        let none = names.tell(&MESSAGES.message("no-tiles"));
        return format!("{head}    {none}\n");
    }
    let tiles: Vec<String> = tower.iter().map(|tile| tile.to_string()).collect();
    head + &wrapped("    ", &tiles, " ")
}

fn what_can_be_done(view: &View, names: &Names) -> String {
    let Some(active) = view.active else {
        let turned = MESSAGES.message("lucky-turned");
        let turned = names.tell(&turned.with("scoring", scoring(view)));
        return format!("\n{turned}\n");
    };
    let can_play = MESSAGES.message("can-play");
    let can_play = can_play.with("name", name(names, active));
    let mut out = format!("\n{}\n", names.tell(&can_play));
    match (view.phase, &view.target) {
        (PhaseName::AwaitRoll, _) => out.push_str("  roll\n"),
        (PhaseName::AwaitTarget, Some(target)) => {
            for seat in &target.candidates {
                let (who, top) = (name(names, *seat), view.towers[seat.index()].last());
                let own = view.towers[active.index()].last();
                let what = match (target.kind, top, own) {
                    (Face::Gift, _, Some(own)) => {
                        let gives = MESSAGES.message("gives").with("tile", own.told());
                        names.tell(&gives.with("name", who))
                    }
                    (Face::Steal, Some(top), _) => {
                        let steals = MESSAGES.message("steals").with("tile", top.told());
                        names.tell(&steals.with("name", who))
                    }
                    _ => who,
                };
                let _ = writeln!(out, "  target {seat}     {what}");
            }
        }
        _ => view
            .moves
            .iter()
            .for_each(|step| out.push_str(&step_line(step, names))),
    }
    out
}

fn step_line(step: &StepView, names: &Names) -> String {
    let word = match step.piece {
        Piece::Pawn => "move",
        Piece::Guard => "guard",
    };
    let text = match step.effect {
        Effect::None => MESSAGES.message("goes"),
        Effect::Collect => {
            let takes = MESSAGES.message("goes-and-takes");
            takes.with("tile", step.from.told())
        }
        Effect::Gift => MESSAGES.message("goes-and-gives"),
        Effect::Steal => MESSAGES.message("goes-and-steals"),
    };
    let mv = format!("{word} {}", step.from);
    let text = names.tell(&text.with("to", step.to.code()));
    format!("  {mv:<12} {text}\n")
}

/// A line that begins with `head` and goes on, well indented, where the items do not fit.
fn wrapped(head: &str, items: &[String], between: &str) -> String {
    let indent = head.chars().count();
    let mut out = head.to_owned();
    let mut column = indent;
    for (i, item) in items.iter().enumerate() {
        let last = i + 1 == items.len();
        let text = if last {
            item.clone()
        } else {
            format!("{item}{between}")
        };
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
