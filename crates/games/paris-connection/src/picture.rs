//! The board as plain text: companies, players, the map, cities, and the hexes open to each
//! company.
//!
//! The text also describes the contents of the map in words, for readers who cannot see its layout.
//! Hexes, companies and seats have the same names as in the text notation.

use std::fmt::Write;

use super::company::{Called, Company};
use super::hexes::Hex;
use super::map::{HexKind, map};
use super::moves::Move;
use super::score::PENALTY;
use super::view::{CityView, Counts, LastView, View};
use super::{MESSAGES, ParisConnection};
use rules::svg::short;
use rules::text::wrapped;
use rules::{Message, Names, Rules, Seat, Word, told};

/// The gap between two columns of a table.
const GAP: usize = 2;

/// The maximum length of a player's name in the text.
const NAME: usize = 24;

/// Returns the view as plain text.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let headline = names.tell(&headline(view, names));
    let mut out = format!("Paris Connection\n{headline}\n");
    if let Some(last) = &view.last {
        let _ = writeln!(out, "{}", names.tell(&before(last, names)));
    }
    companies(&mut out, view, names);
    players(&mut out, view, names);
    chart(&mut out, view, names);
    cities(&mut out, view, names);
    open(&mut out, view, names);
    out
}

fn name(names: &Names, seat: Seat) -> String {
    short(names.of(seat), NAME)
}

/// Returns whose turn it is, or how the game ended.
pub(super) fn headline(view: &View, names: &Names) -> Message {
    match (view.active, view.over) {
        (Some(seat), _) => told!("headline", name: name(names, seat)),
        (None, Some(over)) => told!("over", why: over.told()),
        (None, None) => told!("over-plain"),
    }
}

/// Describes the latest action.
fn before(last: &LastView, names: &Names) -> Message {
    match &last.mv {
        Move::Build { company, hexes } => {
            let near = hexes.iter().filter_map(|hex| hex.0).next_back();
            told!(
                "before-built", company: company.told(),
                near: near.map_or("", |hex| map().near(hex)),
                hexes: Word::comma(hexes.iter().map(ToString::to_string))
            )
        }
        Move::Trade { give, take, count } => {
            told!("before-traded", give: give.told(), taken: take.shares(*count))
        }
    }
    .with("name", name(names, last.seat))
}

/// Writes the table of the companies. A column is as wide as its heading and a gap.
fn companies(out: &mut String, view: &View, names: &Names) {
    let own = view.you.and_then(|you| view.shares[you.index()]);
    let noted = Company::ALL.map(|company| names.tell(&company.noted()));
    let widest = noted.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    let tell = |id| names.tell(&MESSAGES.message(id));
    let first = widest + 2 * GAP;
    let letter = tell("column-letter");
    let second = letter.chars().count() + GAP;
    let value = tell("column-value");
    let mut columns = vec![(value.chars().count(), value)];
    for id in ["column-stock", "column-held", "column-own"] {
        let head = tell(id);
        if own.is_some() || id != "column-own" {
            columns.push((head.chars().count() + GAP, head));
        }
    }
    let _ = write!(out, "\n{:first$}{letter:second$}", tell("column-company"));
    for (width, head) in &columns {
        let _ = write!(out, "{head:>width$}");
    }
    out.push('\n');
    for (company, noted) in Company::ALL.into_iter().zip(noted) {
        let noted = format!("{:GAP$}{noted}", "");
        let _ = write!(out, "{noted:first$}{:second$}", company.letter());
        let numbers = [&view.values, &view.stock, &view.held];
        for (counts, (width, _)) in numbers.into_iter().chain(&own).zip(&columns) {
            let _ = write!(out, "{:>width$}", counts.of(company));
        }
        out.push('\n');
    }
}

fn players(out: &mut String, view: &View, names: &Names) {
    let head = told!("players", limit: view.limit, penalty: PENALTY);
    let _ = writeln!(out, "\n{}", names.tell(&head));
    for (seat, total) in Seat::all(view.totals.len() as u8).zip(&view.totals) {
        let i = seat.index();
        let player = told!("player", name: name(names, seat), total: *total);
        let mut line = format!("  {}", names.tell(&player));
        let mut add = |what: Message| {
            let _ = write!(line, ", {}", names.tell(&what));
        };
        if view.gone[i] {
            add(told!("player-left"));
        }
        if let (Some(shares), Some(score)) = (&view.shares[i], view.scores[i]) {
            add(told!("player-points", score: score));
            if let Some(ranks) = &view.ranks {
                add(told!("player-rank", rank: ranks[i]));
            }
            let _ = write!(
                line,
                "\n{}",
                wrapped("    ", counted(shares, &view.values, names), ", ")
            );
            line.truncate(line.trim_end().len());
        }
        let _ = writeln!(out, "{line}");
    }
}

/// Lists shares with their values: `2 red at 3`, `1 blue at 0`.
fn counted(shares: &Counts, values: &Counts, names: &Names) -> Vec<String> {
    let some = Company::ALL.iter().filter(|it| *shares.of(**it) > 0);
    some.map(|it| {
        names.tell(&told!("shares-at", shares: it.shares(*shares.of(*it)), value: values.of(*it)))
    })
    .collect()
}

/// Writes the map with three characters per hex.
fn chart(out: &mut String, view: &View, names: &Names) {
    let map = map();
    let _ = writeln!(out, "\n{}", names.tell(&told!("map")));
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
        .map(|it| {
            let [from, to] = it.between;
            format!("{from}-{to} ({})", names.tell(&it.kind.told()))
        })
        .collect();
    let head = names.tell(&told!("barriers"));
    out.push_str(&wrapped(&format!("{head} "), pairs, ", "));
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

fn cities(out: &mut String, view: &View, names: &Names) {
    let _ = writeln!(out, "\n{}", names.tell(&told!("free-cities")));
    for value in [4, 3, 2, 1] {
        let free =
            |city: &&CityView| city.value == value && !view.locomotives.contains_key(&city.hex);
        let free: Vec<String> = view
            .map
            .cities
            .iter()
            .filter(free)
            .map(|city| {
                if city.ends_game {
                    names.tell(&told!("city-last", city: city.city, hex: city.hex.id()))
                } else {
                    format!("{} {}", city.city, city.hex)
                }
            })
            .collect();
        if !free.is_empty() {
            let head = told!("free-worth", value: value);
            out.push_str(&wrapped(&format!("  {} ", names.tell(&head)), free, ", "));
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
            let head = names.tell(&told!("reached", company: company.told()));
            out.push_str(&wrapped(&format!("  {head} "), reached, ", "));
        }
    }
}

fn open(out: &mut String, view: &View, names: &Names) {
    if view.over.is_some() {
        return;
    }
    let _ = writeln!(out, "\n{}", names.tell(&told!("open")));
    for company in Company::ALL {
        let hexes: Vec<String> = view
            .targets
            .of(company)
            .iter()
            .map(|hex| hex.id().to_owned())
            .collect();
        // Not in the form of a move: typed as a move, this would build on all of them.
        let own = ParisConnection::MANUAL.in_words(company.word(), names.language());
        let head = format!("  {own:<width$} ", width = "yellow".len());
        if hexes.is_empty() {
            let nowhere = names.tell(&told!("open-nowhere"));
            let _ = writeln!(out, "{head}{nowhere}");
        } else {
            let hexes = Word::or(hexes).to(names.language());
            out.push_str(&wrapped(&head, hexes.split(' '), " "));
        }
    }
    if let Some(trade) = a_trade(view) {
        let trade = ParisConnection::MANUAL.in_words(&trade, names.language());
        let _ = writeln!(out, "{}", names.tell(&told!("or-trade", trade: trade)));
    }
}

/// Returns an example of a trade, if possible one that the viewer may make. Returns `None` if there
/// is none.
fn a_trade(view: &View) -> Option<String> {
    let own = view.you.and_then(|seat| view.shares[seat.index()]);
    let give = |company: &Company| own.is_none_or(|own| *own.of(*company) > 0);
    let worth = |company: &Company| *view.values.of(*company);
    let give = Company::ALL.into_iter().filter(give).min_by_key(worth);
    let give = give.unwrap_or(Company::Red);
    let stock = |it: &Company| *view.stock.of(*it);
    let take = Company::ALL
        .into_iter()
        .filter(|it| *it != give && stock(it) > 0);
    let take = take.max_by_key(|it| (worth(it), stock(it)))?;
    let count = stock(&take).min(2);
    Some(format!("trade {} {} {count}", give.word(), take.word()))
}
