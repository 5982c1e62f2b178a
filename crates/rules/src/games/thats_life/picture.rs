//! The board as plain text: whose turn it is, the track tile by tile, the towers, the moves.
//!
//! Words and short lines, so that it reads well aloud and in a mail. Tiles and seats are called
//! what the text notation calls them.

use std::fmt::Write;

use super::options::Scoring;
use super::state::Face;
use super::tile::Tile;
use super::view::{Effect, PhaseName, Piece, StepView, TileView, View};
use crate::{Names, Seat};

/// The widest line.
const WIDTH: usize = 78;

/// The most of a name that is shown.
const NAME: usize = 24;

/// The view as plain text.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let mut out = headline(view, names);
    out.push_str("\n\nTrack, step by step: tile, what it is, who stands there\n");
    for (step, tile) in view.tiles.iter().enumerate() {
        // A start that everybody has left can never be entered again.
        if tile.tile != Tile::START || tile.pawns.iter().any(|pawns| *pawns > 0) {
            out.push_str(&line_of(step, tile, names));
        }
    }
    let scoring = match view.options.scoring {
        Scoring::Basic => "basic",
        Scoring::Expert => "expert",
    };
    let _ = writeln!(out, "\nTowers, bottom to top, in {scoring} scoring");
    for (i, tower) in view.towers.iter().enumerate() {
        out.push_str(&tower_line(view, Seat(i as u8), tower, names));
    }
    out.push_str(&what_can_be_done(view, names));
    out
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
    let Some(active) = view.active else {
        return "That's Life! The game is over.".to_owned();
    };
    let (who, die) = (name(names, active), view.die.unwrap_or(0));
    let what = match view.phase {
        PhaseName::AwaitRoll => "rolls the die".to_owned(),
        PhaseName::AwaitMove => format!("moves, the die shows {die}"),
        PhaseName::AwaitTarget => "chooses another player".to_owned(),
        PhaseName::GameOver => "is done".to_owned(),
    };
    format!("That's Life! {who} (seat {active}) {what}.")
}

fn line_of(step: usize, tile: &TileView, names: &Names) -> String {
    let what = match tile.face {
        Some(face) => face.word().to_owned(),
        None => tile.tile.worth(),
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
    match tile.guards {
        0 => {}
        1 => there.push("guard".to_owned()),
        n => there.push(format!("guard x{n}")),
    }
    let head = format!("{step:>3}  {:<7}{what:<7}", tile.tile);
    wrapped(&head, &there, ", ")
}

fn tower_line(view: &View, seat: Seat, tower: &[Tile], names: &Names) -> String {
    let i = seat.index();
    let mut head = format!(
        "  Seat {seat}, {}: {} points",
        name(names, seat),
        view.scores[i]
    );
    if let Some(ranks) = &view.ranks {
        let _ = write!(head, ", rank {}", ranks[i]);
    }
    match view.lucky[i] {
        0 => {}
        1 => head.push_str(", 1 lucky tile"),
        n => {
            let _ = write!(head, ", {n} lucky tiles");
        }
    }
    if view.gone[i] {
        head.push_str(", has left");
    }
    head.push('\n');
    if tower.is_empty() {
        return head + "    no tiles\n";
    }
    let tiles: Vec<String> = tower.iter().map(|tile| tile.to_string()).collect();
    head + &wrapped("    ", &tiles, " ")
}

fn what_can_be_done(view: &View, names: &Names) -> String {
    let Some(active) = view.active else {
        return match view.options.scoring {
            Scoring::Basic => "\nEach lucky tile turned the worst minus tile left into a plus.\n",
            Scoring::Expert => "\nEach lucky tile turned the tile right under it around.\n",
        }
        .to_owned();
    };
    let mut out = format!("\n{} can play\n", name(names, active));
    match (view.phase, &view.target) {
        (PhaseName::AwaitRoll, _) => out.push_str("  roll\n"),
        (PhaseName::AwaitTarget, Some(target)) => {
            for seat in &target.candidates {
                let (who, top) = (name(names, *seat), view.towers[seat.index()].last());
                let own = view.towers[active.index()].last();
                let what = match (target.kind, top, own) {
                    (Face::Gift, _, Some(own)) => format!("gives {} to {who}", own.told()),
                    (Face::Steal, Some(top), _) => format!("steals {} from {who}", top.told()),
                    _ => who,
                };
                let _ = writeln!(out, "  target {seat}     {what}");
            }
        }
        _ => view
            .moves
            .iter()
            .for_each(|step| out.push_str(&step_line(step))),
    }
    out
}

fn step_line(step: &StepView) -> String {
    let word = match step.piece {
        Piece::Pawn => "move",
        Piece::Guard => "guard",
    };
    let effect = match step.effect {
        Effect::None => String::new(),
        Effect::Collect => format!(" and takes {}", step.from.told()),
        Effect::Gift => " and gives a tile away".to_owned(),
        Effect::Steal => " and steals a tile".to_owned(),
    };
    let mv = format!("{word} {}", step.from);
    format!("  {mv:<12} goes to {}{effect}\n", step.to)
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
