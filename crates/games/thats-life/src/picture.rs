//! The board as plain text: the current turn, the track tile by tile, the towers, the moves.
//!
//! It uses words and short lines, so that it reads well aloud and in a mail. The description of a
//! tile includes its code, for typing moves.

use std::fmt::Write;

use super::moves::Piece;
use super::options::Scoring;
use super::state::Face;
use super::tile::Tile;
use super::view::{Effect, PhaseName, StepView, TileView, View};
use super::{MESSAGES, ThatsLife};
use rules::text::wrapped;
use rules::{Names, Rules, Seat, told};

/// The maximum length of a player's name in the text.
const NAME: usize = 24;

/// Returns the view as plain text.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let mut out = headline(view, names);
    let track = names.tell(&told!("track-heading"));
    let _ = writeln!(out, "\n\n{track}");
    for (step, tile) in view.tiles.iter().enumerate() {
        // An empty start tile can never be entered again.
        if tile.tile != Tile::START || tile.pawns.iter().any(|pawns| *pawns > 0) {
            out.push_str(&line_of(step, tile, names));
        }
    }
    let towers = told!("towers-heading", scoring: scoring(view));
    let _ = writeln!(out, "\n{}", names.tell(&towers));
    for (seat, tower) in Seat::all(view.towers.len() as u8).zip(&view.towers) {
        out.push_str(&tower_line(view, seat, tower, names));
    }
    out.push_str(&what_can_be_done(view, names));
    out
}

/// Returns the name of the scoring rule in messages.
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
        PhaseName::AwaitRoll => told!("head-roll"),
        PhaseName::AwaitMove => told!("head-move", die: view.die.unwrap_or(0)),
        PhaseName::AwaitTarget => told!("head-target"),
        PhaseName::GameOver => told!("head-over"),
    };
    let text = match view.active {
        Some(seat) => text.with("name", name(names, seat)),
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
    for (seat, pawns) in Seat::all(tile.pawns.len() as u8).zip(&tile.pawns) {
        let who = || name(names, seat);
        match pawns {
            0 => {}
            1 => there.push(who()),
            n => there.push(format!("{} x{n}", who())),
        }
    }
    if tile.guards > 0 {
        let guards = told!("guards", n: tile.guards);
        there.push(names.tell(&guards));
    }
    let code = said(tile.tile.code(), names);
    let head = format!("{step:>3}  {code:<7}{what:<7}");
    wrapped(&head, there, ", ")
}

fn tower_line(view: &View, seat: Seat, tower: &[Tile], names: &Names) -> String {
    let i = seat.index();
    let mut parts =
        vec![names.tell(&told!("seat-points", name: name(names, seat), points: view.scores[i]))];
    if let Some(ranks) = &view.ranks {
        parts.push(names.tell(&told!("rank", rank: ranks[i])));
    }
    if view.lucky[i] > 0 {
        let lucky = told!("lucky-tiles", n: view.lucky[i]);
        parts.push(names.tell(&lucky));
    }
    if view.gone[i] {
        parts.push(names.tell(&told!("has-left")));
    }
    let head = wrapped("  ", parts, ", ");
    if tower.is_empty() {
        let none = names.tell(&told!("no-tiles"));
        return format!("{head}    {none}\n");
    }
    let tiles: Vec<String> = tower.iter().map(|tile| names.tell(&tile.worth())).collect();
    head + &wrapped("    ", tiles, ", ")
}

fn what_can_be_done(view: &View, names: &Names) -> String {
    let Some(active) = view.active else {
        let turned = names.tell(&told!("lucky-turned", scoring: scoring(view)));
        return format!("\n{turned}\n");
    };
    let can_play = told!("can-play", name: name(names, active));
    let mut out = format!("\n{}\n", names.tell(&can_play));
    match (view.phase, &view.target) {
        (PhaseName::AwaitRoll, _) => {
            let _ = writeln!(out, "  {}", said("roll", names));
        }
        (PhaseName::AwaitTarget, Some(target)) => {
            for seat in &target.candidates {
                let (who, top) = (name(names, *seat), view.towers[seat.index()].last());
                let choose = said("choose", names);
                let head = format!("{choose} {who}");
                let own = view.towers[active.index()].last();
                let what = match (target.kind, top, own) {
                    (Face::Gift, _, Some(own)) => {
                        names.tell(&told!("gives", tile: own.told(), name: who))
                    }
                    (Face::Steal, Some(top), _) => {
                        names.tell(&told!("steals", tile: top.told(), name: who))
                    }
                    _ => who,
                };
                let _ = writeln!(out, "  {head:<14} {what}");
            }
        }
        _ => view
            .moves
            .iter()
            .for_each(|step| out.push_str(&step_line(view, step, names))),
    }
    out
}

fn step_line(view: &View, step: &StepView, names: &Names) -> String {
    let word = match step.piece {
        Piece::Pawn => "move",
        Piece::Guard => "guard",
    };
    let text = match step.effect {
        Effect::None => told!("goes"),
        Effect::Collect => {
            told!("goes-and-takes", tile: step.from.told())
        }
        Effect::Gift if view.has_tile_for(Face::Gift) => told!("goes-and-gives"),
        Effect::Gift => told!("goes-with-nothing", action: Face::Gift.word()),
        Effect::Steal if view.has_tile_for(Face::Steal) => told!("goes-and-steals"),
        Effect::Steal => told!("goes-with-nothing", action: Face::Steal.word()),
    };
    let mv = said(&format!("{word} {}", step.from), names);
    let width = said("move start", names).chars().count().max(12);
    let text = names.tell(&text.with("to", step.to.reached()));
    format!("  {mv:<width$} {text}\n")
}

/// Returns words of the notation in the reader's language.
fn said(words: &str, names: &Names) -> String {
    ThatsLife::MANUAL.in_words(words, names.language())
}
