//! The board as a picture: the track as a snake of tiles, the die, the towers.
//!
//! The tiles that are still there close up, as on the table. A tile carries the id `tile-m4a` and
//! the word `m4a`, a player the id `seat-1` and the word `1`, the die the word `roll`.

use maud::{Markup, html};

use super::MESSAGES;
use super::ThatsLife;
use super::picture::scoring;
use super::state::Face;
use super::tile::Tile;
use super::view::{Effect, KindName, PhaseName, Piece, StepView, TileView, View};
use rules::svg::parts::{Area, card, panel, signed};
use rules::svg::{Colour, Drawing, short};
use rules::{Names, Seat, Show, Word, told};

const WIDTH: i32 = 720;
const MARGIN: i32 = 22;
/// Tiles in a row of the track.
const COLUMNS: usize = 8;
const TILE: i32 = 74;
const GAP: i32 = 12;
/// Height of a tile without pawns, and of a row of pawns on it.
const FACE: i32 = 48;
const PAWNS: i32 = 25;
/// Tiles in a row of a tower.
const TOWER: usize = 14;

const COLOURS: &[Colour] = &[
    Colour::new("minus", "#f6d3cd", "#5a2a28"),
    Colour::new("plus", "#cfe8d2", "#21472f"),
    Colour::new("lucky", "#fbe9a9", "#5b4a12"),
    Colour::new("action", "#d6dcf5", "#333c66"),
    Colour::new("end", "#e4ded2", "#3a3d45"),
    Colour::new("clover", "#2c7a3f", "#86d79a"),
    Colour::new("pip", "#24262b", "#24262b"),
    Colour::new("die", "#ffffff", "#eceae4"),
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
        let mut y = 84;
        let tiles = track(view, names, &mut y);
        let options = moves(view, names, &mut y);
        let towers = towers(view, names, &mut y);
        let (title, detail) = headline(view, names);
        let body = html! {
            text class="f-ink b" x=(MARGIN) y="40" font-size="22" { (title) }
            text class="f-faint" x=(MARGIN) y="64" { (detail) }
            (die(view))
            (tiles)
            (options)
            (towers)
            text class="f-faint" x=(MARGIN) y=(y + 6) font-size="12" {
                (footnote(view, names))
            }
        };
        Drawing {
            width: WIDTH as u32,
            height: y as u32 + 24,
            title: format!("That's Life! {title}"),
            colours: COLOURS,
            body,
        }
    }
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
            told!("detail-target", action: target.kind.word(), by: target.tile.code()),
        ),
        (PhaseName::AwaitMove, _) => (
            told!("title-move", die: die),
            told!("detail-move", die: die),
        ),
        _ => (told!("title-roll"), told!("detail-roll")),
    };
    (names.tell(&title.with("name", name)), names.tell(&detail))
}

/// Who has won, once the game is over.
fn won(ranks: &[u8], names: &Names) -> String {
    let winners: Vec<Seat> = Seat::all(ranks.len() as u8)
        .filter(|seat| ranks[seat.index()] == 1)
        .collect();
    let listed = winners.iter().map(|seat| short(names.of(*seat), 20));
    let listed = Word::and(listed).to(names.language());
    names.tell(&told!("won", n: winners.len(), names: short(&listed, 44)))
}

fn footnote(view: &View, names: &Names) -> String {
    names.tell(&told!("lucky-turns", scoring: scoring(view)))
}

/// The die; before the roll it is blank and waits to be chosen.
fn die(view: &View) -> Markup {
    if view.phase == PhaseName::GameOver {
        return html! {};
    }
    let area = Area::new(WIDTH - MARGIN - 52, 18, 52, 52);
    let pips: &[(i32, i32)] = match view.die {
        Some(1) => &[(0, 0)],
        Some(2) => &[(-1, -1), (1, 1)],
        Some(3) => &[(-1, -1), (0, 0), (1, 1)],
        Some(4) => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        Some(5) => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        Some(_) => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        None => &[],
    };
    let (edge, stroke) = match view.phase {
        PhaseName::AwaitRoll => ("accent", 3),
        _ => ("line", 1),
    };
    html! {
        g id="die" data-word="roll" {
            (area.rounded(10, &format!("f-die s-{edge}"), stroke))
            @for (x, y) in pips {
                circle class="f-pip" cx=(area.mid() + 14 * x) cy=(area.y + 26 + 14 * y) r="5" {}
            }
            @if view.phase == PhaseName::AwaitRoll {
                text class="f-pip b mid" x=(area.mid()) y=(area.y + 33) font-size="20" { "?" }
            }
        }
    }
}

/// The track; `y` moves on to what comes below it.
fn track(view: &View, names: &Names, y: &mut i32) -> Markup {
    let height = FACE + PAWNS * if view.pawns.len() > 3 { 2 } else { 1 };
    let top = *y;
    let rows = view.tiles.len().div_ceil(COLUMNS) as i32;
    *y += rows * (height + GAP) + 14;
    let place = |step: usize| {
        let (row, column) = (step / COLUMNS, step % COLUMNS);
        let column = if row.is_multiple_of(2) {
            column
        } else {
            COLUMNS - 1 - column
        };
        Area::new(
            MARGIN + column as i32 * (TILE + GAP),
            top + row as i32 * (height + GAP),
            TILE,
            height,
        )
    };
    html! {
        @for (step, tile) in view.tiles.iter().enumerate() {
            @if step > 0 { (arrow(place(step - 1), place(step))) }
            (tile_at(place(step), tile, view, names))
        }
    }
}

/// The way from one tile to the next.
fn arrow(from: Area, to: Area) -> Markup {
    let path = if from.y < to.y {
        format!("M{} {}l4 5l4 -5z", from.mid() - 4, from.bottom() + 4)
    } else if from.x < to.x {
        format!("M{} {}l5 4l-5 4z", from.right() + 4, from.y + 20)
    } else {
        format!("M{} {}l-5 4l5 4z", from.x - 4, from.y + 20)
    };
    html! { path class="f-faint" d=(path) {} }
}

fn tile_at(area: Area, tile: &TileView, view: &View, names: &Names) -> Markup {
    let movable = view.moves.iter().any(|step| step.from == tile.tile);
    let acting = view.target.as_ref().is_some_and(|it| it.tile == tile.tile);
    let (edge, stroke) = if movable || acting {
        ("accent", 3)
    } else {
        ("line", 1)
    };
    html! {
        g id={ "tile-" (tile.tile) } data-word=(tile.tile) {
            title { (described(tile, names)) }
            (area.rounded(8, &format!("f-{} s-{edge}", fill(tile.kind)), stroke))
            @if view.moves.iter().any(|step| step.to == tile.tile) {
                rect class="s-accent" fill="none" x=(area.x + 4) y=(area.y + 4)
                    width=(area.w - 8) height=(area.h - 8) rx="5" stroke-width="2"
                    stroke-dasharray="4 4" {}
            }
            (label(area, tile, names))
            @if tile.guards > 0 { (guard(area, tile)) }
            @for (i, (seat, pawns)) in there(&tile.pawns).enumerate() {
                (pawn(
                    area.x + 13 + 22 * (i as i32 % 3),
                    area.y + FACE + 11 + PAWNS * (i as i32 / 3),
                    seat,
                    pawns,
                ))
            }
        }
    }
}

/// The seats that have pawns on a tile, and how many.
fn there(pawns: &[u8]) -> impl Iterator<Item = (Seat, u8)> {
    Seat::all(pawns.len() as u8)
        .zip(pawns.iter().copied())
        .filter(|(_, pawns)| *pawns > 0)
}

/// A tile in words, for who points at it or cannot see it.
fn described(tile: &TileView, names: &Names) -> String {
    let mut words = vec![names.tell(&tile.tile.told())];
    if let Some(face) = tile.face {
        words.push(names.tell(&face.told()));
    }
    for (seat, pawns) in there(&tile.pawns) {
        words.push(format!("{} ×{pawns}", names.of(seat)));
    }
    if tile.guards > 0 {
        let guards = told!("guards-here", n: tile.guards);
        words.push(names.tell(&guards));
    }
    words.join(", ")
}

const fn fill(kind: KindName) -> &'static str {
    match kind {
        KindName::Minus => "minus",
        KindName::Plus => "plus",
        KindName::Lucky => "lucky",
        KindName::Action => "action",
        KindName::Start | KindName::Finish => "end",
    }
}

/// What is printed on a tile.
fn label(area: Area, tile: &TileView, names: &Names) -> Markup {
    let word = match (tile.kind, tile.face) {
        (KindName::Start, _) => names.tell(&told!("start")),
        (KindName::Finish, _) => names.tell(&told!("finish")),
        (_, Some(face)) => names.tell(&face.told()),
        _ => String::new(),
    };
    html! {
        @if let Some(value) = tile.value {
            text class="f-ink b" x=(area.x + 8) y=(area.y + 25) font-size="21" { (signed(value)) }
        } @else if tile.kind == KindName::Lucky {
            (clover(area.x + 20, area.y + 17))
        } @else {
            text class="f-ink b" x=(area.x + 8) y=(area.y + 23) font-size="14" { (word) }
        }
        @if !matches!(tile.kind, KindName::Start | KindName::Finish) {
            text class="f-faint" x=(area.x + 8) y=(area.y + 42) font-size="12" { (tile.tile) }
        }
        @match tile.face {
            Some(Face::Gift) => path class="s-ink" fill="none" stroke-width="1.5" d=(format!(
                "M{} {}h16v11h-16zm8 0v11m0 -11c-8 -8 -10 0 0 0c10 0 8 -8 0 0",
                area.right() - 25, area.y + 32
            )) {},
            Some(Face::Steal) => path class="s-ink" fill="none" stroke-width="1.5" d=(format!(
                "M{} {}h18m-12 -5l-6 5l6 5m12 -5v-6h-7",
                area.right() - 26, area.y + 37
            )) {},
            None => {},
        }
    }
}

/// A clover leaf of four.
fn clover(x: i32, y: i32) -> Markup {
    html! {
        g class="f-clover" {
            circle cx=(x - 5) cy=(y - 5) r="6" {}
            circle cx=(x + 5) cy=(y - 5) r="6" {}
            circle cx=(x - 5) cy=(y + 5) r="6" {}
            circle cx=(x + 5) cy=(y + 5) r="6" {}
        }
        path class="s-clover" fill="none" stroke-width="2" d=(format!("M{x} {y}q3 8 9 11")) {}
    }
}

/// The guards on a tile, at its right edge: a shield, with their number if several.
fn guard(area: Area, tile: &TileView) -> Markup {
    let lower = if tile.kind == KindName::Finish { 20 } else { 0 };
    let (x, y, guards) = (area.right() - 23, area.y + 7 + lower, tile.guards);
    html! {
        path class="f-guard" d=(format!("M{x} {y}q8 3 16 0v8q0 8 -8 12q-8 -4 -8 -12z")) {}
        text class="f-on-pawn b mid" x=(x + 8) y=(y + 13) font-size="12" {
            @if guards > 1 { (guards) } @else { "G" }
        }
    }
}

/// The pawns of a seat as a stack of discs, the seat's number on top.
fn pawn(x: i32, y: i32, seat: Seat, pawns: u8) -> Markup {
    html! {
        @for below in (0..i32::from(pawns)).rev() {
            circle class={ "s-on-pawn f-seat" (seat) } cx=(x + 3 * below) cy=(y + 3 * below) r="9.5"
                stroke-width="1.5" {}
        }
        text class="f-on-pawn b mid" x=(x) y=(y + 4) font-size="12" { (seat) }
    }
}

/// What the active player may play, in the words of the notation.
fn moves(view: &View, names: &Names, y: &mut i32) -> Markup {
    let Some(active) = view.active.filter(|_| !view.moves.is_empty()) else {
        return html! {};
    };
    let top = *y;
    *y += 22 * view.moves.len() as i32 + 26;
    let can_play = told!("can-play", name: short(names.of(active), 24));
    html! {
        text class="f-ink b" x=(MARGIN) y=(top + 8) { (names.tell(&can_play)) }
        @for (step, y) in view.moves.iter().zip((top + 30..).step_by(22)) {
            text class="f-accent b" x=(MARGIN) y=(y) { (command(step)) }
            text class="f-ink" x=(MARGIN + 120) y=(y) { (consequence(view, step, names)) }
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
    let to = names.tell(&step.to.told()).replace('-', "−");
    names.tell(&text.with("to", to))
}

fn towers(view: &View, names: &Names, y: &mut i32) -> Markup {
    let mut seats: Vec<(Seat, Area)> = Vec::new();
    for (seat, tower) in Seat::all(view.towers.len() as u8).zip(&view.towers) {
        let rows = tower.len().div_ceil(TOWER).max(2) as i32;
        seats.push((
            seat,
            Area::new(MARGIN, *y, WIDTH - 2 * MARGIN, 26 * rows + 8),
        ));
        *y += 26 * rows + 16;
    }
    *y += 8;
    html! {
        @for (seat, area) in seats { (tower(area, seat, view, names)) }
    }
}

fn tower(area: Area, seat: Seat, view: &View, names: &Names) -> Markup {
    let i = seat.index();
    let candidate = view
        .target
        .as_ref()
        .is_some_and(|it| it.candidates.contains(&seat));
    let first = view.ranks.as_ref().is_some_and(|ranks| ranks[i] == 1);
    let tiles = &view.towers[i];
    let middle = if tiles.len() > TOWER { 6 } else { 19 };
    html! {
        g id={ "seat-" (seat) } data-word=(seat) {
            (panel(area, candidate))
            @if view.active == Some(seat) || first {
                rect class="f-accent" x=(area.x) y=(area.y + 8) width="5" height=(area.h - 16) {}
            }
            (pawn(area.x + 26, area.y + 22, seat, 1))
            text class="f-ink b" x=(area.x + 44) y=(area.y + 27) { (short(names.of(seat), 13)) }
            text class="f-faint" x=(area.x + 16) y=(area.y + 50) font-size="12" {
                (on_the_way(view, seat, names))
            }
            text class="f-ink b end" x=(area.x + 224) y=(area.y + 28) font-size="20" {
                (signed(view.scores[i]).trim_start_matches('+'))
            }
            @if tiles.is_empty() {
                text class="f-faint" x=(area.x + 242) y=(area.y + 35) {
                    (names.tell(&told!("no-tiles-yet")))
                }
            }
            @for (at, tile) in tiles.iter().enumerate() {
                (collected(
                    area.x + 240 + 31 * (at % TOWER) as i32,
                    area.y + middle + 26 * (at / TOWER) as i32,
                    *tile,
                    at + 1 == tiles.len(),
                ))
            }
        }
    }
}

/// Where a player stands: in the ranking, or with how many pawns on the way.
fn on_the_way(view: &View, seat: Seat, names: &Names) -> String {
    let i = seat.index();
    let away = view.pawns[i]
        .iter()
        .filter(|tile| **tile != Tile::FINISH)
        .count();
    let has_left = told!("has-left");
    let rank = |ranks: &[u8]| told!("rank", rank: ranks[i]);
    match &view.ranks {
        Some(ranks) if view.gone[i] => Word::comma([rank(ranks), has_left]).to(names.language()),
        Some(ranks) if ranks[i] == 1 => format!("★ {}", names.tell(&rank(ranks))),
        Some(ranks) => names.tell(&rank(ranks)),
        None if view.gone[i] => names.tell(&has_left),
        None => names.tell(&told!("on-the-way", n: away)),
    }
}

/// A tile of a tower; the one on top has a strong edge.
fn collected(x: i32, y: i32, tile: Tile, top: bool) -> Markup {
    let fill = match tile.points() {
        0 => "lucky",
        1.. => "plus",
        _ => "minus",
    };
    let word = match tile.points() {
        0 => "♣".to_owned(),
        points => signed(points),
    };
    card(
        Area::new(x, y, 28, 22),
        fill,
        if top { "ink" } else { "line" },
        &word,
    )
}
