//! Draws the board: the track as a snake of tiles, the die, the towers.
//!
//! The remaining tiles close ranks, as on the table. A tile has the id `tile-m4a` and the word
//! `m4a`, a player the id `seat-1` and the word `1`, the die the word `roll`. A guard also has the
//! word of its tile if a pawn could move from there too.
//!
//! This file has the layout. `tiles` draws the tiles of the track and the road between them,
//! `icons` their pictures, `pieces` pawns, guards and the die, and `towers` the towers.

mod icons;
mod pieces;
mod tiles;
mod towers;

use super::MESSAGES;
use super::ThatsLife;
use super::moves::Piece;
use super::picture::scoring;
use super::state::Face;
use super::view::{Effect, PhaseName, StepView, View};
use pieces::die;
use rules::svg::parts::{Area, lines, signed};
use rules::svg::{Colour, Drawing, Layout, Preferences, Shapes, Words, shape, short};
use rules::{Names, Rules, Seat, Show, Word, told};
use tiles::{road, tile_at};

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
    /// The height of the upper side of a tile, and the additional height for a second row of pieces.
    face: i32,
    second: i32,
    /// The visible thickness of a tile.
    edge: i32,
}

const WIDE: Plan = Plan {
    layout: Layout::Wide,
    words: Words::On,
    width: 720,
    margin: 22,
    columns: 8,
    tile: 74,
    gap: (12, 13),
    face: 70,
    second: 42,
    edge: 6,
};

const NARROW: Plan = Plan {
    layout: Layout::Narrow,
    words: Words::Off,
    width: 390,
    margin: 12,
    columns: 7,
    tile: 48,
    gap: (5, 8),
    face: 56,
    second: 34,
    edge: 5,
};

impl Plan {
    /// Returns the plan with or without the codes of tiles, which stand on the edges of the tiles.
    const fn with(self, words: Words) -> Plan {
        let edge = match (self.layout, words) {
            (_, Words::Off) => self.edge,
            (Layout::Wide, Words::On) => 16,
            (Layout::Narrow, Words::On) => 13,
        };
        Plan {
            words,
            edge,
            ..self
        }
    }
}

const COLOURS: &[Colour] = &[
    Colour::new("minus", "#f5bdb2", "#71332f"),
    Colour::new("minus-edge", "#dd9386", "#47191a"),
    Colour::new("plus", "#bce3b3", "#2a5d3b"),
    Colour::new("plus-edge", "#89bf80", "#173a23"),
    Colour::new("lucky", "#fae07c", "#715c15"),
    Colour::new("lucky-edge", "#d9b544", "#473909"),
    Colour::new("action", "#c8d1f7", "#3f4a7d"),
    Colour::new("action-edge", "#9aa8de", "#272f56"),
    Colour::new("end", "#f3ead6", "#4b4c54"),
    Colour::new("end-edge", "#cbb991", "#2e2f35"),
    Colour::new("meadow", "#e4ebd2", "#1f2921"),
    Colour::new("leaf", "#93bd76", "#3c6b43"),
    Colour::new("leaf-dark", "#76a45d", "#2e5535"),
    Colour::new("wood", "#8c6c49", "#8a6e50"),
    Colour::new("road", "#b9ac90", "#4d515b"),
    Colour::new("clover", "#2c7a3f", "#86d79a"),
    Colour::new("parcel", "#d4473f", "#d8665c"),
    Colour::new("ribbon", "#ffe08a", "#ffe08a"),
    Colour::new("mask", "#2b2e3a", "#0e1015"),
    Colour::new("pip", "#24262b", "#24262b"),
    Colour::new("die", "#ffffff", "#f3f0e8"),
    Colour::new("die-edge", "#c9c3b4", "#a9a494"),
    Colour::new("halo", "#ffc93a", "#ffd45c"),
    Colour::new("crown", "#d99a0b", "#ffd257"),
    Colour::new("guard", "#55595f", "#c3c7ce"),
    Colour::new("on-pawn", "#ffffff", "#16181c"),
    Colour::new("shade", "#000000", "#000000"),
    Colour::new("shine", "#ffffff", "#ffffff"),
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
        let mut body = Shapes::default();
        let to = &mut body;
        let (plan, mut y) = match likes.layout {
            Layout::Wide => {
                wide_head(to, &title, &detail);
                (WIDE, 84)
            }
            Layout::Narrow => (NARROW, narrow_head(to, view, &title, &detail)),
        };
        let plan = &plan.with(likes.words);
        die(to, plan, view);
        track(to, plan, view, names, &mut y);
        match likes.layout {
            Layout::Wide if likes.words == Words::On => moves(to, view, names, &mut y),
            _ => {}
        }
        towers::all(to, plan, view, names, &mut y);
        let footnote = names.tell(&told!("lucky-turns", scoring: scoring(view)));
        let notes = lines(&footnote, plan.width as usize / 7);
        let height = y + 16 * notes.len() as i32 + 8;
        for (note, y) in notes.iter().zip((y + 6..).step_by(16)) {
            shape!(to, text class="f-faint" at=(plan.margin, y) font_size=12 => note);
        }
        Drawing {
            width: plan.width as u32,
            height: height as u32,
            title: format!("That's Life! {title}"),
            colours: COLOURS,
            body,
        }
    }
}

fn wide_head(to: &mut Shapes, title: &str, detail: &str) {
    shape!(to, text class="f-ink b" at=(WIDE.margin, 40) font_size=22 => title);
    shape!(to, text class="f-faint" at=(WIDE.margin, 64) => detail);
}

/// Draws the current decision in a few lines next to the die. Returns their lower edge.
fn narrow_head(to: &mut Shapes, view: &View, title: &str, detail: &str) -> i32 {
    let wide = view.phase == PhaseName::GameOver;
    let (title, detail) = (
        lines(title, if wide { 34 } else { 28 }),
        lines(detail, if wide { 50 } else { 41 }),
    );
    let below = 24 + 20 * title.len() as i32;
    let end = below + 16 * detail.len() as i32;

    for (line, y) in title.iter().zip((24..).step_by(20)) {
        shape!(to, text class="f-ink b" at=(NARROW.margin, y) font_size=16 => line);
    }
    for (line, y) in detail.iter().zip((below..).step_by(16)) {
        shape!(to, text class="f-faint" at=(NARROW.margin, y) font_size=12 => line);
    }
    if wide { end } else { end.max(80) }
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
    let title = title.with("name", name).with("whose", names.whose(active));
    (names.tell(&title), names.tell(&detail))
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

/// Draws the track on its meadow, and moves `y` to its lower edge.
fn track(to: &mut Shapes, plan: &Plan, view: &View, names: &Names, y: &mut i32) {
    let (across, down) = plan.gap;
    let edge = plan.margin - 4;
    let mut areas: Vec<Area> = Vec::new();
    let mut top = *y + 10;
    for (row, tiles) in view.tiles.chunks(plan.columns).enumerate() {
        let is_full = tiles.iter().any(|tile| pieces::rows(tile) > 1);
        let height = plan.face + plan.edge + if is_full { plan.second } else { 0 };
        for at in 0..plan.columns {
            let column = if row.is_multiple_of(2) {
                at
            } else {
                plan.columns - 1 - at
            };
            let x = plan.margin + column as i32 * (plan.tile + across);
            areas.push(Area::new(x, top, plan.tile, height));
        }
        top += height + down;
    }
    let ground = Area::new(edge - 6, *y, plan.width - 2 * edge + 12, top - *y);
    *y = top + 14;
    ground.rounded(to, 14, "f-meadow s-line", 1);
    for pair in areas[..view.tiles.len()].windows(2) {
        road(to, plan, pair[0], pair[1]);
    }
    for (i, area) in areas[view.tiles.len()..].iter().enumerate() {
        icons::garden(to, i, area.mid(), area.bottom() - 4);
    }
    for (step, (tile, area)) in view.tiles.iter().zip(&areas).enumerate() {
        tile_at(to, plan, *area, (step, tile), view, names);
    }
}

/// Draws the legal moves of the active player, in the words of the notation.
fn moves(to: &mut Shapes, view: &View, names: &Names, y: &mut i32) {
    let Some(active) = view.active.filter(|_| !view.moves.is_empty()) else {
        return;
    };
    let top = *y;
    *y += 22 * view.moves.len() as i32 + 26;
    let can_play = told!(
        "drawn-can-play", whose: names.whose(active), name: short(names.of(active), 24)
    );
    shape!(to, text class="f-ink b" at=(WIDE.margin, top + 8) => names.tell(&can_play));
    for (step, y) in view.moves.iter().zip((top + 30..).step_by(22)) {
        shape!(to, text class="f-accent b" at=(WIDE.margin, y)
            => ThatsLife::MANUAL.in_words(&command(step), names.language()));
        shape!(to, text class="f-ink" at=(WIDE.margin + 120, y) => consequence(view, step, names));
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
