//! Draws a view: France in hexes, and below it a ledger of companies and players.
//!
//! Colour is never the only sign: each company also has a letter and a pattern, and each city its
//! number.

mod chart;
mod ledger;
mod narrow;
mod scenery;
mod token;

use super::MESSAGES;
use super::ParisConnection;
use super::company::Called;
use super::events::near;
use super::map::map;
use super::moves::Move;
use super::view::{LastView, View};
use chart::Look;
use rules::svg::{Colour, Drawing, Layout, Preferences, Shapes, Words, parts, shape, short};
use rules::{Message, Names, Seat, Show, Word, told};

/// The width of the picture.
const WIDTH: u32 = 720;

/// The height of the map with the sea.
const SEA: u32 = 742;

/// The upper edge of the ledger.
const LEDGER: u32 = 752;

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
    Colour::new("sea", "#d3e6ef", "#17252f"),
    Colour::new("shore", "#e3f0f5", "#1f333f"),
    Colour::new("abroad", "#edeadf", "#24272a"),
    Colour::new("coast", "#a9b790", "#5f6e58"),
    Colour::new("country", "#e6eed6", "#2c382a"),
    Colour::new("edge", "#ccd7b8", "#3d4b3a"),
    Colour::new("hill", "#d5e0bf", "#364433"),
    Colour::new("river", "#b5d6e4", "#33566b"),
    Colour::new("peak", "#b3a58c", "#5d574b"),
    Colour::new("snow", "#ffffff", "#b9b9b4"),
    Colour::new("paris", "#dcd7cb", "#3b3e46"),
    Colour::new("town", "#f7f3e0", "#3d4535"),
    Colour::new("sleeper", "#8d7c64", "#8c806d"),
    // The values of cities, and the text on them.
    Colour::new("city1", "#f1d48a", "#d9b768"),
    Colour::new("city2", "#cfb2ee", "#b999dd"),
    Colour::new("city3", "#f5a799", "#e58e80"),
    Colour::new("city4", "#86bcf7", "#7fb2ea"),
    Colour::new("chip", "#24262b", "#1b1d21"),
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
        let look = Look {
            layout: likes.layout,
            has_codes: likes.words == Words::On,
        };
        let (width, height) = match likes.layout {
            Layout::Wide => wide(&mut body, view, names, look),
            Layout::Narrow => narrow::draw(&mut body, view, names, look),
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
fn wide(to: &mut Shapes, view: &View, names: &Names, look: Look) -> (u32, u32) {
    token::patterns(to);
    shape!(to, rect class="f-sea" size=(WIDTH, SEA));
    chart::chart(to, view, names, look);
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

/// Describes the latest action. For a build, it names the cities that the company has reached.
fn latest(last: &LastView, names: &Names) -> Message {
    let latest = match &last.mv {
        Move::Build { company, hexes } => {
            let hexes = || hexes.iter().filter_map(|hex| hex.0);
            let cities = hexes().filter(|hex| map().value(*hex) > 0);
            let cities: Vec<&str> = cities.map(|hex| map().near(hex)).collect();
            match cities.is_empty() {
                true => told!("latest-built", near: near(hexes()), count: hexes().count()),
                false => told!("latest-reached", cities: Word::and(cities)),
            }
            .with("company", company.told())
        }
        Move::Trade { give, take, count } => {
            told!("latest-traded", given: give.shares(1), taken: take.shares(*count))
        }
    };
    latest.with("name", short(names.of(last.seat), 16))
}

/// Says whose turn it is, with at most so many characters of the name.
fn acts(names: &Names, seat: Seat, most: usize) -> Message {
    told!("acts", whose: names.whose(seat), name: short(names.of(seat), most))
}

fn headlines(view: &View, names: &Names) -> Vec<String> {
    let mut lines = match (view.active, view.over) {
        (Some(seat), _) => vec![acts(names, seat, 16)],
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
