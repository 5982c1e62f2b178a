//! Draws a view: France in hexes, and below it a ledger of companies and players.
//!
//! Colour is never the only sign: each company also has a letter and a pattern, and each city its
//! number.

mod chart;
mod ledger;
mod narrow;
mod token;

use super::MESSAGES;
use super::ParisConnection;
use super::company::Called;
use super::moves::Move;
use super::view::{LastView, View};
use rules::svg::{Colour, Drawing, Layout, Preferences, Shapes, parts, shape, short};
use rules::{Message, Names, Show, told};

/// The width of the picture.
const WIDTH: u32 = 720;

/// The upper edge of the ledger.
const LEDGER: u32 = 744;

const COLOURS: &[Colour] = &[
    // The companies.
    Colour::new("black", "#2b2c31", "#08090b"),
    Colour::new("blue", "#1f57b5", "#2f6ad0"),
    Colour::new("brown", "#7a4a1f", "#8a5526"),
    Colour::new("purple", "#7a2a91", "#8e3aa8"),
    Colour::new("red", "#bd1f1a", "#c9302a"),
    Colour::new("yellow", "#f2b90f", "#f2b90f"),
    // Texts and patterns on them.
    Colour::new("pale", "#ffffff", "#ffffff"),
    Colour::new("deep", "#232323", "#232323"),
    // The map.
    Colour::new("country", "#e3edd7", "#2d3b2b"),
    Colour::new("paris", "#d9d5ca", "#3b3e46"),
    Colour::new("city1", "#f0dcae", "#63522c"),
    Colour::new("city2", "#dcc5f0", "#533a70"),
    Colour::new("city3", "#f5bfb4", "#7a352c"),
    Colour::new("city4", "#a9cdfa", "#1f4f8f"),
    Colour::new("edge", "#8e9a80", "#5c6a58"),
];

impl Show for ParisConnection {
    fn picture(view: &View, names: &Names) -> String {
        crate::picture::picture(view, names)
    }

    /// Draws a view.
    fn draw(view: &View, names: &Names) -> Drawing {
        ParisConnection::draw_as(view, names, Preferences::default())
    }

    /// Draws a view with these preferences.
    fn draw_as(view: &View, names: &Names, likes: Preferences) -> Drawing {
        let headline = super::picture::headline(view, names);
        let title = told!("title", headline: headline);
        let mut body = Shapes::default();
        let (width, height) = match likes.layout {
            Layout::Wide => wide(&mut body, view, names),
            Layout::Narrow => narrow::draw(&mut body, view, names),
        };
        Drawing {
            width,
            height,
            title: names.tell(&title),
            colours: COLOURS,
            body,
        }
    }
}

/// Draws the map, and the ledger below it. Returns the width and height.
fn wide(to: &mut Shapes, view: &View, names: &Names) -> (u32, u32) {
    token::patterns(to);
    chart::chart(to, view, names, Layout::Wide);
    heading(to, view, names);
    chart::legend(to, names);
    ledger::ledger(to, view, names, LEDGER);
    (WIDTH, LEDGER + ledger::height(view))
}

/// The maximum length of a line that does not touch the map.
const HEADING: usize = 36;

/// Draws the current turn and the latest action, in the empty north-west.
fn heading(to: &mut Shapes, view: &View, names: &Names) {
    let lines = headlines(view, names);
    shape!(to, text class="f-ink b" at=(16, 34) font_size=22 => "Paris Connection");
    for (line, y) in lines.iter().zip((60_u32..).step_by(20)) {
        if y == 60 {
            shape!(to, text class="f-accent b" at=(16, y) => line);
        } else {
            shape!(to, text class="f-faint" at=(16, y) => line);
        }
    }
}

/// Describes the latest action. The map shows the hexes of a build.
fn latest(last: &LastView, names: &Names) -> Message {
    let latest = match &last.mv {
        Move::Build { company, hexes } => {
            told!("latest-built", company: company.told(), count: hexes.len())
        }
        Move::Trade { give, take, count } => {
            told!("latest-traded", given: give.shares(1), taken: take.shares(*count))
        }
    };
    latest.with("name", short(names.of(last.seat), 16))
}

fn headlines(view: &View, names: &Names) -> Vec<String> {
    let name = |seat| short(names.of(seat), 16);
    let mut lines = match (view.active, view.over) {
        (Some(seat), _) => vec![told!("acts", name: name(seat))],
        (None, Some(over)) => vec![told!("head-over"), told!("why", why: over.told())],
        (None, None) => Vec::new(),
    };
    if let Some(last) = &view.last {
        lines.push(latest(last, names));
    }
    let texts: Vec<String> = lines.iter().map(|line| names.tell(line)).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    lines.flat_map(|line| parts::lines(line, HEADING)).collect()
}
