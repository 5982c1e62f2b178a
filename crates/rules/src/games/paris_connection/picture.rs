//! The board as plain text: companies, players, the map, cities and where to build.
//!
//! What the map shows is told in words, too, for who cannot see how it is laid out. Hexes,
//! companies and seats are called what the text notation calls them.

use std::fmt::Write;

use super::company::Company;
use super::hexes::Hex;
use super::map::{HexKind, map};
use super::moves::Move;
use super::score::PENALTY;
use super::view::{CityView, Counts, View};
use crate::svg::short;
use crate::{Names, Seat};

/// The widest line.
const WIDTH: usize = 78;

/// The most of a name that is shown.
const NAME: usize = 24;

/// The view as plain text.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let mut out = format!("Paris Connection\n{}\n", headline(view, names));
    if let Some(last) = &view.last {
        let who = name(names, last.seat);
        let did = match &last.mv {
            Move::Build { .. } => last.mv.to_string().replacen("build", "built", 1),
            Move::Trade { give, take, count } => format!("traded {give} for {count} {take}"),
        };
        let _ = writeln!(out, "Before that {who} {did}.");
    }
    companies(&mut out, view);
    players(&mut out, view, names);
    chart(&mut out, view);
    cities(&mut out, view);
    open(&mut out, view);
    out
}

fn name(names: &Names, seat: Seat) -> String {
    short(names.of(seat), NAME)
}

/// Whose turn it is, or how the game ended.
pub(super) fn headline(view: &View, names: &Names) -> String {
    match (view.active, view.over) {
        (Some(seat), _) => format!("{} (seat {seat}) builds or trades.", name(names, seat)),
        (None, Some(over)) => format!("{}.", over.told()),
        (None, None) => "The game is over.".to_owned(),
    }
}

fn companies(out: &mut String, view: &View) {
    let own = view.you.and_then(|you| view.shares[you.index()]);
    out.push_str("\nCompany   letter  value  in stock  held by all");
    out.push_str(if own.is_some() {
        "  your shares\n"
    } else {
        "\n"
    });
    for company in Company::ALL {
        let _ = write!(
            out,
            "  {company:<8}{:<8}{:>5}{:>10}{:>13}",
            company.letter(),
            view.values.get(company),
            view.stock.get(company),
            view.held.get(company)
        );
        if let Some(own) = own {
            let _ = write!(out, "{:>13}", own.get(company));
        }
        out.push('\n');
    }
}

fn players(out: &mut String, view: &View, names: &Names) {
    let _ = writeln!(
        out,
        "\nPlayers (each share above {} costs {PENALTY} points at the end)",
        view.limit
    );
    for (i, total) in view.totals.iter().enumerate() {
        let seat = Seat(i as u8);
        let mut line = format!("  Seat {seat}, {}: {total} shares", name(names, seat));
        if view.gone[i] {
            line.push_str(", has left");
        }
        if let (Some(shares), Some(score)) = (&view.shares[i], view.scores[i]) {
            let _ = write!(line, ", {score} points");
            if let Some(ranks) = &view.ranks {
                let _ = write!(line, ", rank {}", ranks[i]);
            }
            let _ = write!(
                line,
                "\n{}",
                wrapped("    ", &counted(shares, &view.values))
            );
            line.truncate(line.trim_end().len());
        }
        let _ = writeln!(out, "{line}");
    }
}

/// `2 red at 3`, `1 blue at 0`.
fn counted(shares: &Counts, values: &Counts) -> Vec<String> {
    let some = Company::ALL.iter().filter(|it| shares.get(**it) > 0);
    some.map(|it| format!("{} {it} at {}", shares.get(*it), values.get(*it)))
        .collect()
}

/// The map, three characters a hex.
fn chart(out: &mut String, view: &View) {
    let map = map();
    out.push_str(
        "\nMap: letters are locomotives, * one that started there, a number a free city,\n",
    );
    out.push_str("a dot free country, # the Eiffel tower; a barrier ! blocks the way. A hex\nbegins at its column.\n");
    let last_column = map.hexes().map(|(_, info)| info.column).max().unwrap_or(0);
    let mut head = "   ".to_owned();
    for column in (1..=last_column).step_by(2) {
        let _ = write!(head, "{column:<4}");
    }
    let _ = writeln!(out, "{}", head.trim_end());
    let rows = map.hexes().map(|(_, info)| info.row).max().unwrap_or(0);
    for row in 0..=rows {
        let mut line = format!("{}", char::from(b'A' + row));
        for (hex, info) in map.hexes().filter(|(_, info)| info.row == row) {
            let at = 1 + 2 * usize::from(info.column);
            while line.len() < at {
                line.push(' ');
            }
            line.push_str(&cell(view, hex));
            let east = map.barriers.iter().any(|barrier| {
                barrier.between[0] == hex && map.info(barrier.between[1]).row == row
            });
            if east {
                line.push('!');
            }
        }
        let _ = writeln!(out, "{line}");
    }
    let pairs: Vec<String> = map
        .barriers
        .iter()
        .map(|it| format!("{}-{} ({})", it.between[0], it.between[1], it.label))
        .collect();
    out.push_str(&wrapped("Barriers: ", &pairs));
}

fn cell(view: &View, hex: Hex) -> String {
    let info = map().info(hex);
    let there = view.locomotives.get(&hex);
    let letters: String = there.into_iter().flatten().map(|it| it.letter()).collect();
    match info.kind {
        HexKind::Eiffel => "#".to_owned(),
        HexKind::Start => format!("*{letters}"),
        HexKind::City if letters.is_empty() => info.value.to_string(),
        HexKind::Rural if letters.is_empty() => ".".to_owned(),
        HexKind::City | HexKind::Rural => letters,
    }
}

fn cities(out: &mut String, view: &View) {
    out.push_str("\nCities that are still free\n");
    for value in [4, 3, 2, 1] {
        let free =
            |city: &&CityView| city.value == value && !view.locomotives.contains_key(&city.hex);
        let free: Vec<String> = view
            .map
            .cities
            .iter()
            .filter(free)
            .map(|city| {
                let end = if city.ends_game {
                    " (ends the game)"
                } else {
                    ""
                };
                format!("{} {}{end}", city.city, city.hex)
            })
            .collect();
        if !free.is_empty() {
            out.push_str(&wrapped(&format!("  worth {value}: "), &free));
        }
    }
    for company in Company::ALL {
        let reached = |city: &&CityView| {
            let there = view.locomotives.get(&city.hex);
            there.is_some_and(|there| there.contains(&company))
        };
        let reached = view.map.cities.iter().filter(reached);
        let reached: Vec<String> = reached
            .map(|city| format!("{} {}", city.city, city.value))
            .collect();
        if !reached.is_empty() {
            out.push_str(&wrapped(&format!("  {company} has "), &reached));
        }
    }
}

fn open(out: &mut String, view: &View) {
    if view.over.is_some() {
        return;
    }
    out.push_str("\nWhere the next locomotive can be built, up to five in a turn\n");
    for company in Company::ALL {
        let hexes: Vec<String> = view
            .targets
            .get(company)
            .iter()
            .map(|hex| hex.id().to_owned())
            .collect();
        let head = format!("  build {company:<7}");
        if hexes.is_empty() {
            let _ = writeln!(out, "{head}nowhere");
        } else {
            out.push_str(&wrapped(&head, &hexes));
        }
    }
    out.push_str("Or give a share for one or two of another company: trade red blue 2.\n");
}

/// A line that begins with `head` and goes on, well indented, where the items do not fit.
fn wrapped(head: &str, items: &[String]) -> String {
    let indent = head.chars().count();
    let mut out = head.to_owned();
    let mut column = indent;
    for (i, item) in items.iter().enumerate() {
        let text = if i + 1 == items.len() {
            item.clone()
        } else {
            format!("{item}, ")
        };
        let width = text.trim_end().chars().count();
        if column > indent && column + width > WIDTH {
            out.truncate(out.trim_end().len());
            let _ = write!(out, "\n{:indent$}", "");
            column = indent;
        }
        column += text.chars().count();
        out.push_str(&text);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}
