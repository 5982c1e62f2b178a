//! Draws a view: the dice, the viewer's own board large, the other boards small. For spectators all
//! boards have the same size.
//!
//! This file has the layout. `board` draws a board, `dice` the dice, and `player` the texts about a
//! player. Every colour of buttons also has its own letter and its own pattern of holes.

use super::Buttons;
use super::MESSAGES;
use super::faces::Colour as Shade;
use super::picture::{headline, name};
use super::state::{Phase, Status};
use super::view::{PendingView, PlayerView, View};
use rules::svg::parts::Area;
use rules::svg::{Colour, Drawing, Layout, Preferences, Shapes, shape};
use rules::{Names, Seat, Show, told};

mod board;
mod dice;
mod narrow;
mod player;

const COLOURS: &[Colour] = &[
    Colour::new("red", "#e2766d", "#d9685f"),
    Colour::new("yellow", "#f3cd57", "#ecc548"),
    Colour::new("green", "#7dbd7c", "#69ad69"),
    Colour::new("blue", "#86aee6", "#7ba4e0"),
    Colour::new("star", "#ffc21a", "#ffd866"),
    Colour::new("amber", "#e89a00", "#eeb02c"),
    Colour::new("edge", "#24262b", "#15161a"),
    Colour::new("rim", "#8a7f70", "#15161a"),
    Colour::new("thread", "#fffdf4", "#f6f0df"),
    Colour::new("cloth", "#f8f3e6", "#2b2926"),
    Colour::new("band", "#e5d9bf", "#3f3b35"),
    Colour::new("stitch", "#b5a27c", "#6d6455"),
    Colour::new("halo", "#ffc93a", "#ffd45c"),
    Colour::new("lit", "#ffffff", "#39445c"),
    Colour::new("card", "#ffffff", "#454a56"),
    Colour::new("shade", "#000000", "#000000"),
    Colour::new("shine", "#ffffff", "#ffffff"),
    Colour::new("ivory", "#fffdf4", "#f1ecdd"),
    Colour::new("ivory-edge", "#cfc5a6", "#a59c82"),
    Colour::new("black", "#34343b", "#1a1a1f"),
    Colour::new("black-edge", "#111114", "#000000"),
    Colour::new("gilt", "#a67a00", "#a67a00"),
    Colour::new("gold", "#e3b23c", "#e3b23c"),
    Colour::new("white", "#ffffff", "#f4f4f4"),
];

const WIDTH: i32 = 720;
const MARGIN: i32 = 16;
const GAP: i32 = 12;

impl Show for Buttons {
    fn picture(view: &View, names: &Names) -> String {
        super::picture::picture(view, names)
    }

    /// Draws the view.
    fn draw(view: &View, names: &Names) -> Drawing {
        Buttons::draw_as(view, names, Preferences::default())
    }

    /// Draws the view for a large or a small screen.
    fn draw_as(view: &View, names: &Names, likes: Preferences) -> Drawing {
        let headline = names.tell(&headline(view, names));
        let round = names.tell(&told!("round", round: view.round));
        let title = names.tell(&told!("title", round: view.round, headline: headline.as_str()));
        let mut body = Shapes::default();
        let to = &mut body;
        let (width, height) = match likes.layout {
            Layout::Wide => (WIDTH, wide(to, view, names, &round, &headline)),
            Layout::Narrow => {
                let height = narrow::draw(to, view, names, &round, &headline);
                (narrow::WIDTH, height)
            }
        };
        Drawing {
            width: width as u32,
            height: height as u32,
            title,
            colours: COLOURS,
            body,
        }
    }
}

/// Draws the elements. Returns their total height.
fn wide(to: &mut Shapes, view: &View, names: &Names, round: &str, headline: &str) -> i32 {
    let mut y = 66;
    text(to, MARGIN, 32, "f-ink b", 18, round);
    text(to, MARGIN, 54, "f-ink", 14, headline);
    if matches!(view.phase, Phase::TurnDecision | Phase::Placement) {
        let area = Area::new(MARGIN, y, WIDTH - 2 * MARGIN, 84);
        dice::tray(to, view, names, area);
        y += area.h + GAP;
    }
    let own = view.you.and_then(|seat| view.players.get(seat.index()));
    if let Some(own) = own {
        player::large(to, view, own, names, y);
        y += player::LARGE + GAP;
    }
    let others: Vec<&PlayerView> = view
        .players
        .iter()
        .filter(|player| own.is_none_or(|own| own.seat != player.seat))
        .collect();
    let (columns, cell) = match (own.is_some(), others.len()) {
        (false, _) => (2, 46),
        (true, 1) => (1, 32),
        (true, 2) => (2, 32),
        (true, _) => (3, 25),
    };
    let width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns;
    for row in others.chunks(columns as usize) {
        let height = player::height(width, cell);
        for (player, at) in row.iter().zip(0..) {
            let area = Area::new(MARGIN + at * (width + GAP), y, width, height);
            player::small(to, view, player, names, area, cell);
        }
        y += height + GAP;
    }
    legend(to, names, y + 10);
    y + 28
}

/// Draws a line of text in the given size.
fn text(to: &mut Shapes, x: i32, y: i32, class: &str, size: i32, words: &str) {
    shape!(to, text class=(class) at=(x, y) font_size=(size) => words);
}

/// Draws a key for a move of one word, with its label and its description.
fn key(to: &mut Shapes, area: Area, word: &str, label: &str, said: &str) {
    // A long label is smaller. A letter is about two thirds as wide as high.
    let most = (area.w - 20) * 3 / 2 / label.chars().count().max(1) as i32;
    let size = if area.h > 40 { 16 } else { 14 }.min(most);
    // A tall key has space for a second line.
    let y = area.y + if area.h > 50 { 25 } else { area.h / 2 + 5 };
    shape!(to, group id=(word) word=(word));
    to.holds(|to| {
        to.title(said);
        area.rounded(to, 15, "f-paper s-accent", 2);
        text(to, area.mid(), y, "f-accent b mid", size, label);
    });
}

/// Returns the class of a colour.
const fn shade(colour: Shade) -> &'static str {
    match colour {
        Shade::Red => "f-red",
        Shade::Yellow => "f-yellow",
        Shade::Green => "f-green",
        Shade::Blue => "f-blue",
    }
}

/// Whether the player owes a decision.
fn owes(view: &View, player: &PlayerView) -> bool {
    let due = view.phase == Phase::TurnDecision && view.active == Some(player.seat);
    due || pending(view, player.seat).is_some_and(|it| !it.decided)
}

/// Returns the player's status in the round, and the class of its text.
fn standing(view: &View, player: &PlayerView, names: &Names) -> (String, &'static str) {
    let (id, class) = match pending(view, player.seat) {
        _ if player.gone => ("has-left", "f-faint"),
        Some(it) if it.decided => ("has-decided", "f-good"),
        Some(_) => ("is-deciding", "f-accent b"),
        None if view.phase == Phase::GameOver => return (String::new(), "f-faint"),
        None if view.active == Some(player.seat) => match names.whose(player.seat) {
            "yours" => ("your-move", "f-accent b"),
            _ => ("to-move", "f-accent b"),
        },
        None => match player.status {
            Status::In => ("in-the-round", "f-faint"),
            Status::OptedOut => ("opted-out", "f-good"),
            Status::Busted => ("busted", "f-bad"),
        },
    };
    (names.tell(&MESSAGES.message(id)), class)
}

fn pending(view: &View, seat: Seat) -> Option<&PendingView> {
    view.pending.iter().find(|it| it.seat == seat)
}

fn title(player: &PlayerView, names: &Names, most: usize) -> String {
    let name = rules::svg::short(&name(names, player.seat), most);
    let name = names.tell(&told!("board-of", whose: names.whose(player.seat), name: name));
    match player.rank {
        Some(rank) => format!("{rank}. {name}"),
        None => name,
    }
}

fn legend(to: &mut Shapes, names: &Names, y: i32) {
    let mid = y - 5;
    let told = |id| names.tell(&MESSAGES.message(id));
    shape!(to, circle class="f-panel s-ink" around=(MARGIN + 9, mid) r=8 stroke_width=3);
    shape!(to, path class="s-ink" unfilled stroke_width="1.5" round_caps
        d=(format_args!("M{} {}l6 6m0 -6l-6 6", MARGIN + 6, mid - 3)));
    text(to, MARGIN + 24, y, "f-faint", 12, &told("legend-button"));
    board::star(to, MARGIN + 179, mid, 11);
    text(to, MARGIN + 194, y, "f-faint", 12, &told("star"));
    shape!(to, rect class="f-halo s-accent" at=(MARGIN + 240, mid - 8) size=(16, 16) rx=4
        stroke_width=2);
    text(to, MARGIN + 264, y, "f-faint", 12, &told("legend-choice"));
    board::card(to, MARGIN + 378, mid, 7);
    shape!(to, circle class="f-faint" around=(MARGIN + 378, mid) r=4);
    text(to, MARGIN + 392, y, "f-faint", 12, &told("legend-card"));
    text(
        to,
        WIDTH - MARGIN,
        y,
        "f-faint end",
        12,
        &told("legend-colours"),
    );
}
