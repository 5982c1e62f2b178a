//! Draws the map: hexes with their names and locomotives, barriers, the latest build.

use std::fmt::Write;

use super::super::MESSAGES;
use super::super::company::{Called, Company};
use super::super::hexes::{Hex, HexSet};
use super::super::map::{HexInfo, HexKind, map};
use super::super::moves::Move;
use super::super::state::MOST_BUILT;
use super::super::view::View;
use super::scenery;
use super::token::Plate;
use rules::svg::parts::lines;
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

/// The vertical offset of locomotives from the centre of their hex. The names are above them.
const LOWER: i32 = 7;

/// Returns the font size of names and codes.
const fn letters(layout: Layout) -> i32 {
    match layout {
        Layout::Wide => 12,
        Layout::Narrow => SMALLEST,
    }
}

/// What a map shows besides the position.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) layout: Layout,
    /// Whether free hexes show their codes.
    pub(super) has_codes: bool,
}

impl Look {
    /// Returns what the map shows at a hex. Country hexes show their codes only where the next turn
    /// can build.
    fn at(self, hex: Hex, near: &HexSet) -> Look {
        let is_city = map().info(hex).kind == HexKind::City;
        Look {
            has_codes: self.has_codes && (is_city || near.contains(hex)),
            ..self
        }
    }
}

/// Returns the hexes that one turn can reach from the tracks; on a small map, only those where a
/// build can begin now. More codes would run together.
fn near(view: &View, layout: Layout) -> HexSet {
    if layout == Layout::Narrow {
        let begin = |company: &Company| view.targets.of(*company);
        return Company::ALL.iter().flat_map(begin).copied().collect();
    }
    let tracks: HexSet = view.locomotives.keys().copied().collect();
    (0..MOST_BUILT).fold(tracks, |near, _| {
        near.iter().fold(near, |all, hex| all.or(map().next(hex)))
    })
}

/// Draws the map with everything on it.
///
/// The lowest layer is the land, then come the clickable hexes, the relief, the tracks, and the
/// texts with the locomotives.
pub(super) fn chart(to: &mut Shapes, view: &View, names: &Names, look: Look) {
    let near = near(view, look.layout);
    scenery::land(to);
    shape!(to, group class="s-edge" stroke_width=1);
    to.holds(|to| {
        for (hex, info) in map().hexes() {
            one(to, view, names, hex, info, look);
        }
    });
    scenery::relief(to, centre(map().info(map().eiffel)));
    for barrier in &map().barriers {
        wall(to, barrier.between.map(|hex| map().info(hex)));
    }
    for hex in latest(view) {
        outline(to, map().info(hex));
    }
    scenery::tracks(to, view, look.layout);
    shape!(to, group font_size=(letters(look.layout)) untouchable);
    to.holds(|to| {
        for (hex, info) in map().hexes() {
            let there = there(view, hex);
            if !there.is_empty() || has_sign(info, look.at(hex, &near)) {
                let (x, y) = centre(info);
                shape!(to, group moved=(x, y));
                to.holds(|to| content(to, info, there, look.at(hex, &near)));
            }
        }
        // The names stay legible above the locomotives, also above those that a page adds.
        shape!(to, group class="names mid s-country" stroke_width=(letters(look.layout) / 3) round_joins
            stroke_first);
        to.holds(|to| {
            for (hex, info) in map().hexes() {
                let is_near = near.contains(hex);
                name(to, info, there(view, hex), look.at(hex, &near), is_near);
            }
        });
    });
}

/// Returns the companies on a hex, in the order of arrival.
fn there(view: &View, hex: Hex) -> &[Company] {
    view.locomotives.get(&hex).map_or(&[], Vec::as_slice)
}

/// Draws one hex without its contents, around its centre.
fn one(to: &mut Shapes, view: &View, names: &Names, hex: Hex, info: &HexInfo, look: Look) {
    let (x, y) = centre(info);
    let is_end = hex == map().last;
    let word = matches!(info.kind, HexKind::City | HexKind::Rural).then_some(&info.id);
    let there = there(view, hex);
    let next = word.and_then(|_| next_places(info, there.len(), look.layout));
    shape!(to, group id=(format_args!("hex-{}", info.id)) maybe=(word, Shapes::word)
        maybe=(next, |to, it| to.data("places", it)) moved=(x, y));
    to.holds(|to| {
        to.title(names.tell(&tooltip(hex, there, look)));
        shape!(to, polygon class=(format_args!("f-{}{}", ground(info), if is_end { " s-ink" } else { "" }))
            points=(CORNERS) maybe=(is_end.then_some(2), Shapes::stroke_width));
        if look.layout == Layout::Narrow && word.is_some() {
            // The map is slightly too wide for hexes of 24 pixels.
            shape!(to, rect class="f-paper" fill_opacity=0 stroke_opacity=0 at=("-21.4", -12)
                size=("42.8", 24));
        }
    });
}

/// Whether an empty hex has a sign at its centre.
fn has_sign(info: &HexInfo, look: Look) -> bool {
    match info.kind {
        HexKind::City | HexKind::Eiffel => true,
        HexKind::Rural => look.has_codes,
        HexKind::Start => false,
    }
}

/// Draws the sign at the centre of a hex and its locomotives.
fn content(to: &mut Shapes, info: &HexInfo, there: &[Company], look: Look) {
    match info.kind {
        HexKind::Eiffel => tower(to),
        HexKind::City => chip(to, info, !there.is_empty(), look.layout),
        HexKind::Rural if look.has_codes && there.is_empty() => {
            shape!(to, text class="f-faint mid" y=(LOWER + letters(look.layout) / 4 - 3)
                => &info.id);
        }
        HexKind::Rural | HexKind::Start => {}
    }
    for (company, place) in there.iter().zip(places(info, there.len(), look.layout)) {
        place.of(to, *company);
    }
}

/// Returns the positions of this many locomotives on a hex, in the order of arrival, relative to
/// its centre.
fn places(info: &HexInfo, count: usize, layout: Layout) -> Vec<Plate> {
    let plate = |x, width| match layout {
        Layout::Wide => Plate::new(x, LOWER, width),
        Layout::Narrow => Plate {
            height: 20,
            letter: SMALLEST,
            ..Plate::new(x, LOWER, width)
        },
    };
    match (info.kind, count) {
        (_, 0) => Vec::new(),
        (HexKind::City, _) => vec![plate(-8, 22)],
        (_, 1) => vec![plate(0, if layout == Layout::Wide { 24 } else { 28 })],
        (_, _) => [-10, 10].map(|x| plate(x, 18)).to_vec(),
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

/// Returns the track of one company as a path. It joins each locomotive to the one before it on the
/// way from the start, in a curve that continues the direction of the track before.
pub(super) fn track(view: &View, company: Company, layout: Layout) -> String {
    let at = |hex: Hex| {
        let (info, there) = (map().info(hex), there(view, hex));
        let mut places = there.iter().zip(places(info, there.len(), layout));
        let (_, plate) = places.find(|(it, _)| **it == company)?;
        let (x, y) = centre(info);
        Some((x + plate.x, y + plate.y))
    };
    let starts = view.starts.iter().filter(|(_, it)| **it == company);
    // Each hex with the direction in which the track arrives there.
    let mut reached: Vec<(Hex, (i32, i32))> = starts.map(|(hex, _)| (*hex, (0, 0))).collect();
    let mut path = String::new();
    let mut i = 0;
    while let Some((from, before)) = reached.get(i).copied() {
        for to in map().next(from).iter() {
            let (Some(a), Some(b)) = (at(from), at(to)) else {
                continue;
            };
            if reached.iter().all(|(it, _)| *it != to) {
                let along = (b.0 - a.0, b.1 - a.1);
                reached.push((to, along));
                let out = match before {
                    (0, 0) => along,
                    before => before,
                };
                // Writing to a string cannot fail.
                let _ = write!(
                    path,
                    "M{} {}C{} {} {} {} {} {}",
                    a.0,
                    a.1,
                    a.0 + out.0 / 3,
                    a.1 + out.1 / 3,
                    b.0 - along.0 / 3,
                    b.1 - along.1 / 3,
                    b.0,
                    b.1
                );
            }
        }
        i += 1;
    }
    path
}

/// Returns the colour of a hex.
const fn ground(info: &HexInfo) -> &'static str {
    match info.kind {
        HexKind::City => "town",
        HexKind::Rural => "country",
        HexKind::Start | HexKind::Eiffel => "paris",
    }
}

/// Returns the class of the colour of a city's value.
const fn worth(value: u8) -> &'static str {
    match value {
        1 => "f-city1",
        2 => "f-city2",
        3 => "f-city3",
        _ => "f-city4",
    }
}

/// Describes the hex and its companies in words.
fn tooltip(hex: Hex, there: &[Company], look: Look) -> Message {
    let info = map().info(hex);
    let name = info.name.as_str();
    let city = |message: Message| message.with("city", name).with("value", info.value);
    let what = match info.kind {
        HexKind::City if hex == map().last => city(told!("tip-city-last")),
        HexKind::City => city(told!("tip-city")),
        HexKind::Rural => hex.told(),
        HexKind::Start | HexKind::Eiffel => Message::verbatim(name),
    };
    let companies = Word::and(there.iter().map(|company| company.told()));
    let tip = match (look.has_codes, there.is_empty()) {
        (true, true) => told!("tip"),
        (true, false) => told!("tip-taken", companies: companies),
        (false, true) => return what,
        (false, false) => return told!("tip-taken-plain", what: what, companies: companies),
    };
    tip.with("hex", info.id.as_str()).with("what", what)
}

/// Returns the baseline of the texts above the locomotives.
const fn upper(layout: Layout) -> i32 {
    match layout {
        Layout::Wide => -7,
        Layout::Narrow => -6,
    }
}

/// Draws the name of a city above its centre, or the code of a country hex with room for one more
/// locomotive. A small map with codes has room for the code of a city only, and shows it where a
/// build can begin. The outline of the text keeps it legible on tracks.
fn name(to: &mut Shapes, info: &HexInfo, there: &[Company], look: Look, is_near: bool) {
    let is_code = look.has_codes && look.layout == Layout::Narrow && is_near;
    let (class, (text, shift)) = match info.kind {
        HexKind::City if is_code => ("f-ink b", (&*info.id, 0)),
        HexKind::City => ("f-ink", called(&info.name, look)),
        HexKind::Rural if look.has_codes && there.len() == 1 => ("f-faint", (&*info.id, 0)),
        _ => return,
    };
    let (x, y) = centre(info);
    shape!(to, text class=(class) at=(x + shift, y + upper(look.layout)) => text);
}

/// Draws the value of a city as a chip, which makes room for a locomotive.
fn chip(to: &mut Shapes, info: &HexInfo, is_taken: bool, layout: Layout) {
    let (radius, letter) = match layout {
        Layout::Wide => (9, 13),
        Layout::Narrow => (11, SMALLEST),
    };
    let (x, radius) = if is_taken {
        (13, radius - 1)
    } else {
        (0, radius)
    };
    shape!(to, circle class=(format_args!("{} s-ink", worth(info.value))) around=(x, LOWER)
        r=(radius) stroke_width=1);
    shape!(to, text class="f-chip b mid" at=(x, LOWER + (letter + 2) / 3) font_size=(letter)
        => info.value);
}

/// Returns the name of a city on the map and its horizontal offset, which keeps it off the name of
/// another city. On a small map, codes on the hexes beside it leave room for an abbreviation only.
fn called(name: &str, look: Look) -> (&str, i32) {
    match (look.layout, look.has_codes, name) {
        (Layout::Narrow, true, "Toulon") => ("Toulon", 18),
        (Layout::Narrow, true, name) => (short(name), 0),
        (Layout::Wide, _, "Marseille") => (name, -10),
        (Layout::Wide, _, "Toulon") => (name, 4),
        (Layout::Wide, true, "Clermont-Ferrand") => ("Clermont", 0),
        (Layout::Narrow, _, "Bordeaux") => (name, -10),
        (Layout::Narrow, _, "Brest") => (name, 10),
        (Layout::Narrow, _, "Cherbourg") => (name, -18),
        (Layout::Narrow, _, "Clermont-Ferrand") => ("Clermont", 10),
        (Layout::Narrow, _, "Grenoble") => (name, 6),
        (Layout::Narrow, _, "Le Havre") => (name, 6),
        (Layout::Narrow, _, "Limoges") => (name, -8),
        (Layout::Narrow, _, "Marseille") => (name, -34),
        (Layout::Narrow, _, "Nancy") => (name, -10),
        (Layout::Narrow, _, "Strasbourg") => ("Strasb.", -20),
        (Layout::Narrow, _, "Toulon") => (name, 16),
        _ => (name, 0),
    }
}

/// Returns the abbreviation of a city: the start of its name, which moves may use too.
fn short(name: &str) -> &str {
    let bare = name.strip_prefix("Le ").or(name.strip_prefix("La "));
    let bare = bare.unwrap_or(name);
    let most = match bare {
        "Bourges" | "Nancy" | "Nantes" | "Tours" => 4,
        "Toulon" | "Toulouse" => 6,
        _ => 3,
    };
    let end = bare.char_indices().nth(most);
    end.map_or(bare, |(end, _)| &bare[..end])
}

/// Draws the Eiffel tower on Paris.
fn tower(to: &mut Shapes) {
    shape!(to, path class="f-ink" d="M-1 -40h2l2 30q2 16 13 32h-8q-3 -9 -8 -9t-8 9h-8q11 -16 13 -32z");
    shape!(to, path class="s-paris" unfilled stroke_width=2 d="M-8 -9h16M-11 6h22");
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
    let kinds = ["legend-1", "legend-2", "legend-3", "legend-4"];
    shape!(to, group font_size=12);
    to.holds(|to| {
        for (value, what) in (1_u8..).zip(kinds) {
            let y = 2 + 22 * i32::from(value);
            shape!(to, circle class=(format_args!("{} s-ink", worth(value))) around=(570, y) r=9
                stroke_width=1);
            shape!(to, text class="f-chip b mid" at=(570, y + 5) font_size=13 => value);
            shape!(to, text class="f-ink" at=(586, y + 4) => tell(what));
        }
        signs(to, names, 560, 114, 22);
    });
}

/// Draws the legend for the values of cities on a small map, in the empty south-west.
pub(super) fn worths(to: &mut Shapes, names: &Names) {
    let tell = |id| names.tell(&MESSAGES.message(id));
    for (value, x) in (1_u8..=4).zip((36..).step_by(36)) {
        shape!(to, circle class=(format_args!("{} s-ink", worth(value))) around=(x, 500) r=12
            stroke_width=1);
        shape!(to, text class="f-chip b mid" at=(x, 507) font_size=(SMALLEST) => value);
    }
    let texts = ["legend-worth", "legend-end"].map(tell);
    let lines = texts.iter().flat_map(|text| lines(text, 14));
    for (line, y) in lines.zip((536..).step_by(24)) {
        shape!(to, text class="f-ink" at=(24, y) font_size=(SMALLEST) => line);
    }
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
