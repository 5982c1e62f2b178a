//! Draws the board: the track as a snake of tiles, the die, the towers.
//!
//! The remaining tiles close ranks, as on the table. A tile has the id `tile-m4a` and the word
//! `m4a`, a player the id `seat-1` and the word `1`, the die the word `roll`. A guard also has the
//! word of its tile if a pawn could move from there too.
//!
//! This file has the layout. `pieces` draws tiles, pawns, guards and the die; `towers` draws the
//! towers.

mod pieces;
mod towers;

use maud::{Markup, html};

use super::MESSAGES;
use super::ThatsLife;
use super::picture::scoring;
use super::state::Face;
use super::view::{Effect, PhaseName, Piece, StepView, View};
use pieces::{arrow, die, tile_at};
use rules::svg::parts::{Area, lines, signed};
use rules::svg::{Colour, Drawing, Layout, Preferences, Words, short};
use rules::{Names, Rules, Seat, Show, Word, told};

/// The sizes and positions of a layout.
struct Plan {
    layout: Layout,
    /// Whether tiles show their codes.
    words: Words,
    width: i32,
    margin: i32,
    /// The number of tiles in a row of the track.
    columns: usize,
    /// The width of a tile, and the horizontal and vertical gaps between tiles.
    tile: i32,
    gap: (i32, i32),
    /// The height of a tile without pawns, and of a row of pawns on it.
    face: i32,
    pawns: i32,
}

const WIDE: Plan = Plan {
    layout: Layout::Wide,
    words: Words::On,
    width: 720,
    margin: 22,
    columns: 8,
    tile: 74,
    gap: (12, 12),
    face: 48,
    pawns: 25,
};

const NARROW: Plan = Plan {
    layout: Layout::Narrow,
    words: Words::Off,
    width: 390,
    margin: 12,
    columns: 7,
    tile: 48,
    gap: (5, 9),
    face: 28,
    pawns: 22,
};

impl Plan {
    /// Returns the plan with or without the codes of tiles. In the narrow layout, a tile with its
    /// code is higher.
    const fn with(self, words: Words) -> Plan {
        let higher = match (self.layout, words) {
            (Layout::Narrow, Words::On) => 13,
            _ => 0,
        };
        Plan {
            words,
            face: self.face + higher,
            ..self
        }
    }
}

const COLOURS: &[Colour] = &[
    Colour::new("minus", "#f6d3cd", "#5a2a28"),
    Colour::new("plus", "#cfe8d2", "#21472f"),
    Colour::new("lucky", "#fbe9a9", "#5b4a12"),
    Colour::new("action", "#d6dcf5", "#333c66"),
    Colour::new("end", "#e4ded2", "#3a3d45"),
    Colour::new("clover", "#2c7a3f", "#86d79a"),
    Colour::new("pip", "#24262b", "#24262b"),
    Colour::new("die", "#ffffff", "#eceae4"),
    Colour::new("crown", "#c98a00", "#ffd257"),
    Colour::new("guard", "#55595f", "#c3c7ce"),
    Colour::new("on-pawn", "#ffffff", "#16181c"),
    Colour::new("seat0", "#1f5fbf", "#7db2ff"),
    Colour::new("seat1", "#b8480a", "#ffab70"),
    Colour::new("seat2", "#1d7a4a", "#7fd69b"),
    Colour::new("seat3", "#7a3fb0", "#cfa6f5"),
    Colour::new("seat4", "#b3224f", "#ff9dba"),
    Colour::new("seat5", "#1f7480", "#7ad7e2"),
];

impl Show for ThatsLife {
    fn picture(view: &View, names: &Names) -> String {
        super::picture::picture(view, names)
    }

    /// Draws a view.
    fn draw(view: &View, names: &Names) -> Drawing {
        ThatsLife::draw_as(view, names, Preferences::default())
    }

    /// Draws a view for a large or a small screen.
    fn draw_as(view: &View, names: &Names, likes: Preferences) -> Drawing {
        let (title, detail) = headline(view, names);
        let (plan, head, mut y) = match likes.layout {
            Layout::Wide => (WIDE, wide_head(&title, &detail), 84),
            Layout::Narrow => {
                let (head, y) = narrow_head(view, &title, &detail);
                (NARROW, head, y)
            }
        };
        let plan = &plan.with(likes.words);
        let tiles = track(plan, view, names, &mut y);
        let (options, towers) = match likes.layout {
            Layout::Wide => {
                let options = match likes.words {
                    Words::On => moves(view, names, &mut y),
                    Words::Off => html! {},
                };
                (options, towers::wide(view, names, &mut y))
            }
            Layout::Narrow => (html! {}, towers::narrow(view, names, &mut y)),
        };
        let footnote = names.tell(&told!("lucky-turns", scoring: scoring(view)));
        let notes = lines(&footnote, plan.width as usize / 7);
        let height = y + 16 * notes.len() as i32 + 8;
        let body = html! {
            (head)
            (die(plan, view))
            (tiles)
            (options)
            (towers)
            @for (note, y) in notes.iter().zip((y + 6..).step_by(16)) {
                text class="f-faint" x=(plan.margin) y=(y) font-size="12" { (note) }
            }
        };
        Drawing {
            width: plan.width as u32,
            height: height as u32,
            title: format!("That's Life! {title}"),
            colours: COLOURS,
            body,
        }
    }
}

fn wide_head(title: &str, detail: &str) -> Markup {
    html! {
        text class="f-ink b" x=(WIDE.margin) y="40" font-size="22" { (title) }
        text class="f-faint" x=(WIDE.margin) y="64" { (detail) }
    }
}

/// Draws the current decision in a few lines next to the die. Also returns their lower edge.
fn narrow_head(view: &View, title: &str, detail: &str) -> (Markup, i32) {
    let wide = view.phase == PhaseName::GameOver;
    let (title, detail) = (
        lines(title, if wide { 34 } else { 28 }),
        lines(detail, if wide { 50 } else { 41 }),
    );
    let below = 24 + 20 * title.len() as i32;
    let end = below + 16 * detail.len() as i32;
    let head = html! {
        @for (line, y) in title.iter().zip((24..).step_by(20)) {
            text class="f-ink b" x=(NARROW.margin) y=(y) font-size="16" { (line) }
        }
        @for (line, y) in detail.iter().zip((below..).step_by(16)) {
            text class="f-faint" x=(NARROW.margin) y=(y) font-size="12" { (line) }
        }
    };
    (head, if wide { end } else { end.max(74) })
}

fn headline(view: &View, names: &Names) -> (String, String) {
    let Some(active) = view.active else {
        let ranks = view.ranks.as_deref().unwrap_or_default();
        let best = view.scores.iter().zip(ranks).find(|(_, rank)| **rank == 1);
        let points = best.map_or(0, |(score, _)| *score);
        let over = told!("over-points", points: points);
        return (won(ranks, names), names.tell(&over));
    };
    let name = short(names.of(active), 24);
    let die = view.die.unwrap_or(0);
    let (title, detail) = match (view.phase, &view.target) {
        (PhaseName::AwaitTarget, Some(target)) => (
            told!("title-target"),
            told!("detail-target", action: target.kind.word()),
        ),
        (PhaseName::AwaitMove, _) => (
            told!("title-move", die: die),
            told!("detail-move", die: die),
        ),
        _ => (told!("title-roll"), told!("detail-roll")),
    };
    (names.tell(&title.with("name", name)), names.tell(&detail))
}

/// Returns the winners, once the game is over.
fn won(ranks: &[u8], names: &Names) -> String {
    let winners: Vec<Seat> = Seat::all(ranks.len() as u8)
        .filter(|seat| ranks[seat.index()] == 1)
        .collect();
    let listed = winners.iter().map(|seat| short(names.of(*seat), 20));
    let listed = Word::and(listed).to(names.language());
    names.tell(&told!("won", n: winners.len(), names: short(&listed, 44)))
}

/// Draws the track, and moves `y` to its lower edge.
fn track(plan: &Plan, view: &View, names: &Names, y: &mut i32) -> Markup {
    let height = plan.face + plan.pawns * if view.pawns.len() > 3 { 2 } else { 1 };
    let (top, (across, down)) = (*y, plan.gap);
    let rows = view.tiles.len().div_ceil(plan.columns) as i32;
    *y += rows * (height + down) + 14;
    let place = |step: usize| {
        let (row, column) = (step / plan.columns, step % plan.columns);
        let column = if row.is_multiple_of(2) {
            column
        } else {
            plan.columns - 1 - column
        };
        Area::new(
            plan.margin + column as i32 * (plan.tile + across),
            top + row as i32 * (height + down),
            plan.tile,
            height,
        )
    };
    html! {
        @for (step, tile) in view.tiles.iter().enumerate() {
            @if step > 0 { (arrow(plan, place(step - 1), place(step))) }
            (tile_at(plan, place(step), (step, tile), view, names))
        }
    }
}

/// Draws the legal moves of the active player, in the words of the notation.
fn moves(view: &View, names: &Names, y: &mut i32) -> Markup {
    let Some(active) = view.active.filter(|_| !view.moves.is_empty()) else {
        return html! {};
    };
    let top = *y;
    *y += 22 * view.moves.len() as i32 + 26;
    let can_play = told!("can-play", name: short(names.of(active), 24));
    html! {
        text class="f-ink b" x=(WIDE.margin) y=(top + 8) { (names.tell(&can_play)) }
        @for (step, y) in view.moves.iter().zip((top + 30..).step_by(22)) {
            text class="f-accent b" x=(WIDE.margin) y=(y) {
                (ThatsLife::MANUAL.in_words(&command(step), names.language()))
            }
            text class="f-ink" x=(WIDE.margin + 120) y=(y) { (consequence(view, step, names)) }
        }
    }
}

fn command(step: &StepView) -> String {
    match step.piece {
        Piece::Pawn => format!("move {}", step.from),
        Piece::Guard => format!("guard {}", step.from),
    }
}

fn consequence(view: &View, step: &StepView, names: &Names) -> String {
    let text = match step.effect {
        Effect::None => told!("to"),
        Effect::Collect if step.from.is_lucky() => told!("to-takes-lucky"),
        Effect::Collect => {
            told!("to-takes", points: signed(step.from.points()))
        }
        Effect::Gift if view.has_tile_for(Face::Gift) => told!("to-gives"),
        Effect::Gift => told!("to-nothing", action: Face::Gift.word()),
        Effect::Steal if view.has_tile_for(Face::Steal) => told!("to-steals"),
        Effect::Steal => told!("to-nothing", action: Face::Steal.word()),
    };
    names.tell(&text.with("to", step.to.reached()))
}
