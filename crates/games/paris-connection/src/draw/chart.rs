//! Draws the map: hexes with their locomotives, barriers, the latest build.

use std::fmt::Write;

use super::super::MESSAGES;
use super::super::company::{Called, Company};
use super::super::hexes::Hex;
use super::super::map::{HexInfo, HexKind, map};
use super::super::moves::Move;
use super::super::view::View;
use super::token::{self, Plate};
use rules::svg::{Layout, Shapes, shape};
use rules::{Message, Names, Word, told};

/// Half the width of a hex.
const HALF: i32 = 21;

/// A quarter of the height of a hex.
const QUARTER: i32 = 12;

/// The corners of a hex around its centre.
const CORNERS: &str = "0,-24 21,-12 21,12 0,24 -21,12 -21,-12";

/// The font size on a small map, where a unit is slightly more than half a pixel.
pub(super) const SMALLEST: i32 = 20;

/// Returns the centre of a hex.
fn centre(info: &HexInfo) -> (i32, i32) {
    let (row, column) = (i32::from(info.row), i32::from(info.column));
    (13 + HALF * column, 38 + 3 * QUARTER * row)
}

/// Draws the map with everything on it.
///
/// The clickable hexes are the lowest layer, then the tracks, then the texts and the locomotives.
pub(super) fn chart(to: &mut Shapes, view: &View, names: &Names, layout: Layout) {
    let letters = match layout {
        Layout::Wide => 12,
        Layout::Narrow => SMALLEST,
    };
    for (hex, info) in map().hexes() {
        one(to, view, names, hex, info, layout);
    }
    tracks(to, view, layout);
    shape!(to, group font_size=(letters) untouchable);
    to.holds(|to| {
        for (hex, info) in map().hexes() {
            let there = there(view, hex);
            let (x, y) = centre(info);
            if !there.is_empty() || is_written(info, layout) {
                shape!(to, group moved=(x, y));
                to.holds(|to| content(to, info, there, layout));
            }
        }
    });
    for hex in latest(view) {
        outline(to, map().info(hex));
    }
    for barrier in &map().barriers {
        wall(to, barrier.between.map(|hex| map().info(hex)));
    }
}

/// Returns the companies on a hex, in the order of arrival.
fn there(view: &View, hex: Hex) -> &[Company] {
    view.locomotives.get(&hex).map_or(&[], Vec::as_slice)
}

/// Draws one hex without its contents, around its centre.
fn one(to: &mut Shapes, view: &View, names: &Names, hex: Hex, info: &HexInfo, layout: Layout) {
    let (x, y) = centre(info);
    let is_end = hex == map().last;
    let word = matches!(info.kind, HexKind::City | HexKind::Rural).then_some(&info.id);
    let there = there(view, hex);
    let next = word.and_then(|_| next_places(info, there.len(), layout));
    shape!(to, group id=(format_args!("hex-{}", info.id)) maybe=(word, Shapes::word)
        maybe=(next, |to, it| to.data("places", it)) moved=(x, y));
    to.holds(|to| {
        to.title(names.tell(&tooltip(hex, there)));
        shape!(to, polygon
            class=(format_args!("f-{}{}", ground(info), if is_end { " s-ink" } else { " s-edge" }))
            points=(CORNERS) maybe=(is_end.then_some(3), Shapes::stroke_width));
        if layout == Layout::Narrow && word.is_some() {
            // The map is slightly too wide for hexes of 24 pixels.
            shape!(to, rect class="f-paper" fill_opacity=0 at=("-21.4", -12) size=("42.8", 24));
        }
    });
}

/// Whether an empty hex has a text.
fn is_written(info: &HexInfo, layout: Layout) -> bool {
    layout == Layout::Wide || matches!(info.kind, HexKind::City | HexKind::Eiffel)
}

/// Draws the text on a hex and its locomotives, around the centre of the hex.
fn content(to: &mut Shapes, info: &HexInfo, there: &[Company], layout: Layout) {
    match (info.kind, layout) {
        (HexKind::Eiffel, _) => tower(to),
        (HexKind::Start | HexKind::Rural, Layout::Wide) => label(to, info, there, &info.id),
        (HexKind::Start | HexKind::Rural, Layout::Narrow) => {}
        (HexKind::City, Layout::Wide) => city(to, info, there),
        (HexKind::City, Layout::Narrow) => small_city(to, info, there),
    }
    for (company, place) in there.iter().zip(places(info, there.len(), layout)) {
        place.of(to, *company);
    }
}

/// Returns the positions of this many locomotives on a hex, in the order of arrival, relative to
/// its centre.
fn places(info: &HexInfo, count: usize, layout: Layout) -> Vec<Plate> {
    let large = |x, width, height| Plate {
        height,
        letter: SMALLEST,
        ..Plate::new(x, 0, width)
    };
    match (layout, info.kind, count) {
        (_, _, 0) => Vec::new(),
        (Layout::Wide, HexKind::City, _) => vec![Plate::new(-6, 8, 22)],
        (Layout::Wide, _, 1) => vec![Plate::new(0, 8, 34)],
        (Layout::Wide, _, _) => [-10, 10].map(|x| Plate::new(x, 8, 19)).to_vec(),
        (Layout::Narrow, HexKind::City, _) => vec![large(-7, 22, 24)],
        (Layout::Narrow, _, 1) => vec![large(0, 30, 26)],
        (Layout::Narrow, _, _) => [-10, 10].map(|x| large(x, 19, 26)).to_vec(),
    }
}

/// Returns the positions of a hex's locomotives with one more, so that a page can show a chosen one
/// there. Each position has the centre, width, height and font size. Returns `None` if there is no
/// room.
fn next_places(info: &HexInfo, count: usize, layout: Layout) -> Option<String> {
    let has_room = match info.kind {
        HexKind::City => count == 0,
        _ => count < 2,
    };
    let place = |it: Plate| format!("{} {} {} {} {}", it.x, it.y, it.width, it.height, it.letter);
    let places = places(info, count + 1, layout).into_iter().map(place);
    has_room.then(|| places.collect::<Vec<_>>().join(" "))
}

/// Draws the tracks of all companies: lines from the start to every locomotive by the shortest
/// path.
fn tracks(to: &mut Shapes, view: &View, layout: Layout) {
    let lines: Vec<(Company, String)> = Company::ALL
        .into_iter()
        .map(|company| (company, track(view, company, layout)))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    shape!(to, group unfilled round_caps untouchable);
    to.holds(|to| {
        for (company, line) in &lines {
            shape!(to, path class="s-pale" stroke_width=8 d=(line));
            shape!(to, path id=(format_args!("track-{company}")) class=(token::stroke(*company))
                stroke_width=5 d=(line));
        }
    });
}

/// Returns the track of one company as a path. It joins each locomotive to the one before it on the
/// way from the start.
fn track(view: &View, company: Company, layout: Layout) -> String {
    let at = |hex: Hex| {
        let (info, there) = (map().info(hex), there(view, hex));
        let mut places = there.iter().zip(places(info, there.len(), layout));
        let (_, plate) = places.find(|(it, _)| **it == company)?;
        let (x, y) = centre(info);
        Some((x + plate.x, y + plate.y))
    };
    let starts = view.starts.iter().filter(|(_, it)| **it == company);
    let mut reached: Vec<Hex> = starts.map(|(hex, _)| *hex).collect();
    let mut path = String::new();
    let mut i = 0;
    while let Some(from) = reached.get(i).copied() {
        for to in map().next(from).iter() {
            let (Some(a), Some(b)) = (at(from), at(to)) else {
                continue;
            };
            if !reached.contains(&to) {
                reached.push(to);
                // Writing to a string cannot fail.
                let _ = write!(path, "M{} {}L{} {}", a.0, a.1, b.0, b.1);
            }
        }
        i += 1;
    }
    path
}

/// Returns the colour of a hex.
fn ground(info: &HexInfo) -> &'static str {
    match (info.kind, info.value) {
        (HexKind::City, 1) => "city1",
        (HexKind::City, 2) => "city2",
        (HexKind::City, 3) => "city3",
        (HexKind::City, _) => "city4",
        (HexKind::Rural, _) => "country",
        (HexKind::Start | HexKind::Eiffel, _) => "paris",
    }
}

/// Describes the hex and its companies in words.
fn tooltip(hex: Hex, there: &[Company]) -> Message {
    let info = map().info(hex);
    let name = info.name.as_str();
    let city = |message: Message| message.with("city", name).with("value", info.value);
    let what = match info.kind {
        HexKind::City if hex == map().last => city(told!("tip-city-last")),
        HexKind::City => city(told!("tip-city")),
        HexKind::Rural => told!("tip-country", near: map().near(hex)),
        HexKind::Start | HexKind::Eiffel => Message::verbatim(name),
    };
    let tip = if there.is_empty() {
        told!("tip")
    } else {
        let companies = Word::and(there.iter().map(|company| company.told()));
        told!("tip-taken", companies: companies)
    };
    tip.with("hex", info.id.as_str()).with("what", what)
}

/// Draws the text in the upper half of a hex. On a hex with tracks, it has an outline to stay
/// legible.
fn label(to: &mut Shapes, info: &HexInfo, there: &[Company], text: &str) {
    if there.is_empty() {
        shape!(to, text class="f-ink mid" y=-5 => text);
    } else {
        shape!(to, text class=(format_args!("f-ink mid s-{}", ground(info))) y=-5 stroke_width=4
            round_joins stroke_first => text);
    }
}

/// Draws a city: its id, abbreviation and value if it is free, else its abbreviation next to the
/// locomotive.
fn city(to: &mut Shapes, info: &HexInfo, there: &[Company]) {
    let code = code(&info.name);
    if there.is_empty() {
        label(to, info, there, &info.id);
        shape!(to, text class="f-ink b mid" y=13 => format_args!("{code} {}", info.value));
    } else {
        label(to, info, there, &code);
        shape!(to, circle class=(format_args!("f-{}", ground(info))) around=(13, 8) r=8);
        shape!(to, text class="f-ink b mid" at=(13, 13) font_size=13 => info.value);
    }
}

/// Draws a city on a small map: its abbreviation and value if it is free, else its value next to
/// the locomotive.
fn small_city(to: &mut Shapes, info: &HexInfo, there: &[Company]) {
    if there.is_empty() {
        shape!(to, text class="f-ink mid" y=0 => code(&info.name));
        shape!(to, text class="f-ink b mid" y=19 => info.value);
    } else {
        shape!(to, circle class=(format_args!("f-{}", ground(info))) around=(12, 0) r=9);
        shape!(to, text class="f-ink b mid" at=(12, 7) => info.value);
    }
}

/// Returns the three-letter abbreviation of a city: the start of its name, with exceptions for
/// similar names.
fn code(name: &str) -> String {
    let known = [
        ("Bourges", "Bgs"),
        ("Nancy", "Ncy"),
        ("Nantes", "Nts"),
        ("Toulon", "Tln"),
        ("Toulouse", "Tls"),
        ("Tours", "Trs"),
    ];
    if let Some((_, code)) = known.iter().find(|(city, _)| *city == name) {
        return (*code).to_owned();
    }
    let bare = name.strip_prefix("Le ").or(name.strip_prefix("La "));
    bare.unwrap_or(name).chars().take(3).collect()
}

fn tower(to: &mut Shapes) {
    shape!(to, path class="s-ink" unfilled stroke_width=2
        d="M-9 17Q-3 6 0 -19Q3 6 9 17M-5 8H5M-3 0H3M-4 17Q0 10 4 17");
}

/// Draws a barrier on the edge between two hexes.
fn wall(to: &mut Shapes, [one, other]: [&HexInfo; 2]) {
    let ((x, y), (other_x, other_y)) = (centre(one), centre(other));
    let (east, south) = ((other_x - x).signum(), (other_y - y).signum());
    let (a, b) = if south == 0 {
        ((HALF * east, -QUARTER), (HALF * east, QUARTER))
    } else {
        ((0, 2 * QUARTER * south), (HALF * east, QUARTER * south))
    };
    shape!(to, group untouchable butt_caps);
    to.holds(|to| barrier(to, [x + a.0, y + a.1, x + b.0, y + b.1]));
}

/// Draws a barrier as a line between these ends.
fn barrier(to: &mut Shapes, ends: [i32; 4]) {
    shape!(to, line class="s-pale" stroke_width=5 undashed between=(ends));
    shape!(to, line class="s-red" stroke_width=5 dashes=(4, 4) between=(ends));
}

/// Returns the hexes of the latest build.
fn latest(view: &View) -> Vec<Hex> {
    match view.last.as_ref().map(|last| &last.mv) {
        Some(Move::Build { hexes, .. }) => hexes.iter().filter_map(|hex| hex.0).collect(),
        _ => Vec::new(),
    }
}

fn outline(to: &mut Shapes, info: &HexInfo) {
    let (x, y) = centre(info);
    shape!(to, polygon class="s-accent" points=(CORNERS) unfilled stroke_width=3 untouchable
        moved=(x, y));
}

/// Draws the legend for colours, numbers and lines, in the empty north-east.
pub(super) fn legend(to: &mut Shapes, names: &Names) {
    let tell = |id| names.tell(&MESSAGES.message(id));
    let kinds = [
        ("f-city1", "1", "legend-1"),
        ("f-city2", "2", "legend-2"),
        ("f-city3", "3", "legend-3"),
        ("f-city4", "4", "legend-4"),
    ];
    shape!(to, group font_size=12);
    to.holds(|to| {
        for ((class, value, what), y) in kinds.iter().zip((14_i32..).step_by(22)) {
            shape!(to, rect class=(format_args!("{class} s-edge")) at=(566, y) size=(20, 18) rx=3);
            shape!(to, text class="f-ink b mid" at=(576, y + 13) => value);
            shape!(to, text class="f-ink" at=(592, y + 13) => tell(what));
        }
        signs(to, names, 566, 111, 22);
    });
}

/// Draws the legend for barriers and the latest build, from this position downwards.
pub(super) fn signs(to: &mut Shapes, names: &Names, x: i32, y: i32, step: i32) {
    let tell = |id| names.tell(&MESSAGES.message(id));
    barrier(to, [x, y, x + 20, y]);
    shape!(to, text class="f-ink" at=(x + 26, y + step / 5) => tell("legend-barrier"));
    shape!(to, polygon class="s-accent" points="10,-11 20,-5 20,5 10,11 0,5 0,-5" unfilled
        stroke_width=3 moved=(x, y + step - 1));
    shape!(to, text class="f-ink" at=(x + 26, y + step + step / 5) => tell("legend-latest"));
}
