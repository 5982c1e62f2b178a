//! The map: hexes with their locomotives, barriers, the latest build.

use maud::{Markup, html};

use super::super::MESSAGES;
use super::super::company::{Called, Company};
use super::super::hexes::Hex;
use super::super::map::{HexInfo, HexKind, map};
use super::super::moves::Move;
use super::super::view::View;
use super::token::plate;
use rules::{Message, Names, Word, told};

/// Half the width of a hex.
const HALF: i32 = 21;

/// A quarter of the height of a hex.
const QUARTER: i32 = 12;

/// The corners of a hex around its centre.
const CORNERS: &str = "0,-24 21,-12 21,12 0,24 -21,12 -21,-12";

/// The middle of a hex.
fn centre(info: &HexInfo) -> (i32, i32) {
    let (row, column) = (i32::from(info.row), i32::from(info.column));
    (13 + HALF * column, 38 + 3 * QUARTER * row)
}

/// The map with everything on it.
pub(super) fn chart(view: &View, names: &Names) -> Markup {
    html! {
        g font-size="12" { @for (hex, info) in map().hexes() { (one(view, names, hex, info)) } }
        @for hex in latest(view) { (outline(map().info(hex))) }
        @for barrier in &map().barriers { (wall(barrier.between.map(|hex| map().info(hex)))) }
    }
}

/// One hex; everything on it is drawn around its middle.
fn one(view: &View, names: &Names, hex: Hex, info: &HexInfo) -> Markup {
    let there: &[Company] = view.locomotives.get(&hex).map_or(&[], Vec::as_slice);
    let (x, y) = centre(info);
    let is_end = hex == map().last;
    let word = matches!(info.kind, HexKind::City | HexKind::Rural).then_some(&info.id);
    html! {
        g id={ "hex-" (info.id) } data-word=[word] transform={ "translate(" (x) " " (y) ")" } {
            title { (names.tell(&tooltip(info, there, is_end))) }
            polygon class={ (ground(info)) (if is_end { " s-ink" } else { " s-edge" }) } points=(CORNERS)
                stroke-width=[is_end.then_some(3)] {}
            @match info.kind {
                HexKind::Eiffel => { (tower()) }
                HexKind::Start | HexKind::Rural => { (label(&info.id)) (plates(there, 34)) }
                HexKind::City => { (city(info, there)) }
            }
        }
    }
}

/// What a hex is filled with.
fn ground(info: &HexInfo) -> &'static str {
    match (info.kind, info.value) {
        (HexKind::City, 1) => "f-city1",
        (HexKind::City, 2) => "f-city2",
        (HexKind::City, 3) => "f-city3",
        (HexKind::City, _) => "f-city4",
        (HexKind::Rural, _) => "f-country",
        (HexKind::Start | HexKind::Eiffel, _) => "f-paris",
    }
}

/// What a hex is and who is there, in words.
fn tooltip(info: &HexInfo, there: &[Company], is_end: bool) -> Message {
    let name = info.name.as_str();
    let city = |message: Message| message.with("city", name).with("value", info.value);
    let what = match info.kind {
        HexKind::City if is_end => city(told!("tip-city-last")),
        HexKind::City => city(told!("tip-city")),
        HexKind::Rural => told!("tip-country"),
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

/// The line of text in the upper half.
fn label(text: &str) -> Markup {
    html! {
        text class="f-faint mid" y="-5" { (text) }
    }
}

/// The locomotives in the lower half: one broad plate, or two.
fn plates(there: &[Company], width: i32) -> Markup {
    match *there {
        [one, other] => html! { (plate(one, -10, 8, 19)) (plate(other, 10, 8, 19)) },
        [one] => plate(one, 0, 8, width),
        _ => html! {},
    }
}

/// A free city shows its id and what it is called, a taken one what it is called and by whom.
fn city(info: &HexInfo, there: &[Company]) -> Markup {
    let code = code(&info.name);
    html! {
        @if let [company] = *there {
            text class="f-ink mid" y="-5" { (code) }
            (plate(company, -6, 8, 22))
            text class="f-ink b mid" x="13" y="13" font-size="13" { (info.value) }
        } @else {
            text class="f-ink mid" y="-5" { (info.id) }
            text class="f-ink b mid" y="13" { (code) " " (info.value) }
        }
    }
}

/// Three letters for a city: the first of its name, but for those that begin alike.
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

fn tower() -> Markup {
    html! {
        path class="s-ink" fill="none" stroke-width="2"
            d="M-9 17Q-3 6 0 -19Q3 6 9 17M-5 8H5M-3 0H3M-4 17Q0 10 4 17" {}
    }
}

/// A barrier on the edge between two hexes.
fn wall([from, to]: [&HexInfo; 2]) -> Markup {
    let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
    let (east, south) = ((to_x - x).signum(), (to_y - y).signum());
    let (a, b) = if south == 0 {
        ((HALF * east, -QUARTER), (HALF * east, QUARTER))
    } else {
        ((0, 2 * QUARTER * south), (HALF * east, QUARTER * south))
    };
    html! {
        g pointer-events="none" stroke-linecap="butt" {
            (stroke("s-pale", 5, "none", [x + a.0, y + a.1, x + b.0, y + b.1]))
            (stroke("s-red", 5, "4 4", [x + a.0, y + a.1, x + b.0, y + b.1]))
        }
    }
}

fn stroke(class: &str, width: u32, dashes: &str, [x1, y1, x2, y2]: [i32; 4]) -> Markup {
    html! {
        line class=(class) stroke-width=(width) stroke-dasharray=(dashes)
            x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
    }
}

/// The hexes of the latest build.
fn latest(view: &View) -> Vec<Hex> {
    match view.last.as_ref().map(|last| &last.mv) {
        Some(Move::Build { hexes, .. }) => hexes.iter().filter_map(|hex| hex.0).collect(),
        _ => Vec::new(),
    }
}

fn outline(info: &HexInfo) -> Markup {
    let (x, y) = centre(info);
    html! {
        polygon class="s-accent" points=(CORNERS) fill="none" stroke-width="3"
            pointer-events="none" transform={ "translate(" (x) " " (y) ")" } {}
    }
}

/// What colours, numbers and lines mean, in the empty north-east.
pub(super) fn legend(names: &Names) -> Markup {
    let tell = |id| names.tell(&MESSAGES.message(id));
    let kinds = [
        ("f-city1", "1", "legend-1"),
        ("f-city2", "2", "legend-2"),
        ("f-city3", "3", "legend-3"),
        ("f-city4", "4", "legend-4"),
    ];
    html! {
        g font-size="12" {
        @for ((class, value, what), y) in kinds.iter().zip((14_i32..).step_by(22)) {
            rect class={ (class) " s-edge" } x="566" y=(y) width="20" height="18" rx="3" {}
            text class="f-ink b mid" x="576" y=(y + 13) { (value) }
            text class="f-ink" x="592" y=(y + 13) { (tell(what)) }
        }
        (stroke("s-pale", 5, "none", [566, 111, 586, 111]))
        (stroke("s-red", 5, "4 4", [566, 111, 586, 111]))
        text class="f-ink" x="592" y="115" { (tell("legend-barrier")) }
        polygon class="s-accent" points="576,121 586,127 586,137 576,143 566,137 566,127"
            fill="none" stroke-width="3" {}
        text class="f-ink" x="592" y="137" { (tell("legend-latest")) }
        }
    }
}
