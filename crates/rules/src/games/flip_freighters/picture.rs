//! A view as plain text: whose day it is, the cards, one sheet in full, the others in a table.

use super::options::OvertimeRule;
use super::refuse::hours;
use super::score;
use super::trucks::TruckId;
use super::view::{Card, Phase, Player, Truck, View};
use crate::Names;
use crate::svg::short;

/// The view as text of at most 78 columns.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let mut lines = vec![headline(view, names)];
    cards(view, &mut lines);
    lines.push(String::new());
    if let Some(player) = in_full(view) {
        sheet(player, view, names, &mut lines);
        lines.push(String::new());
    }
    if view.players.len() > 1 {
        table(view, names, &mut lines);
        lines.push(String::new());
    }
    lists(view, &mut lines);
    let mut text = lines.join("\n");
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The player whose sheet is shown in full: the viewer, else who is best so far.
pub(super) fn in_full(view: &View) -> Option<&Player> {
    let own = view.players.iter().find(|it| Some(it.seat) == view.you);
    own.or_else(|| {
        let best = |it: &&Player| {
            (
                it.rank.is_none_or(|rank| rank == 1),
                !it.left,
                it.score,
                it.delivered,
            )
        };
        view.players.iter().rev().max_by_key(best)
    })
}

/// What is going on, in one line.
pub(super) fn headline(view: &View, names: &Names) -> String {
    if view.phase == Phase::Over {
        let winners: Vec<String> = view
            .players
            .iter()
            .filter(|player| player.rank == Some(1))
            .map(|player| short(names.of(player.seat), 16))
            .collect();
        let [player] = view.players.as_slice() else {
            let verb = if winners.len() == 1 {
                "wins"
            } else {
                "share the first place"
            };
            return short(
                &format!("The game is over: {} {verb}.", winners.join(", ")),
                78,
            );
        };
        let stars = score::said(player.stars.unwrap_or_default());
        return format!("The game is over: {} points, {stars}.", player.score);
    }
    let awaited: Vec<String> = view
        .awaited
        .iter()
        .map(|seat| short(names.of(*seat), 16))
        .collect();
    let day = format!("Week {} of 3, day {} of 5", view.week, view.day);
    short(
        &format!("{day}; to end the day: {}.", awaited.join(", ")),
        78,
    )
}

fn cards(view: &View, lines: &mut Vec<String>) {
    let own = view.players.iter().find(|it| Some(it.seat) == view.you);
    let used = own.and_then(|player| Some(player.today.as_ref()?.used));
    let cards: Vec<String> = view
        .cards
        .iter()
        .zip(used.unwrap_or_default())
        .map(|(card, used)| {
            let mark = if used { " (used)" } else { "" };
            format!("{}{mark}", card.name)
        })
        .collect();
    if !cards.is_empty() {
        lines.push(format!("Cards of the day: {}", cards.join("   ")));
    }
    if view.options.overtime_rule == OvertimeRule::SuitChange {
        lines.push("An hour may also change the suit of a card.".to_owned());
    }
}

fn sheet(player: &Player, view: &View, names: &Names, lines: &mut Vec<String>) {
    let now = if view.phase == Phase::Over {
        ""
    } else {
        " now"
    };
    lines.push(format!(
        "{}: score{now} {}, {} left, {} delivered",
        short(names.of(player.seat), 24),
        player.score,
        hours(player.hours),
        trucks(player.delivered)
    ));
    if !player.weeks.is_empty() {
        let weeks: Vec<String> = player
            .weeks
            .iter()
            .zip(1..)
            .map(|(score, week)| format!("week {week}: {score}"))
            .collect();
        lines.push(format!(
            "  {}; a week pays {} now",
            weeks.join(", "),
            player.pay
        ));
    }
    lines.push("truck     square 0   1   2   3   4   5   stands at  pays a week".to_owned());
    for id in TruckId::ALL {
        lines.push(row(id, player.trucks.truck(id)));
    }
    lines.push("  S H D C: for that suit   (4): for a 4   x: lost   .: for anything".to_owned());
}

fn trucks(count: u8) -> String {
    match count {
        1 => "1 truck".to_owned(),
        count => format!("{count} trucks"),
    }
}

fn row(id: TruckId, truck: &Truck) -> String {
    let squares: String = truck
        .goods
        .iter()
        .zip(0..)
        .map(|(value, square)| format!("{:>4}", cell(id, truck, square, *value)))
        .collect();
    let stands = match (truck.position, truck.delivered) {
        (0, _) => format!("start of {}", id.last()),
        (at, true) => format!("{at}, home"),
        (at, false) => format!("{at} of {}", id.last()),
    };
    let pays = match (truck.pay, truck.delivered) {
        (pay, true) => pay.to_string(),
        (0, false) => String::new(),
        (pay, false) => format!("({pay})"),
    };
    let line = format!("  {:<12}{squares:<27}{stands:<11}{pays}", id.name());
    line.trim_end().to_owned()
}

fn cell(id: TruckId, truck: &Truck, square: u8, value: Option<u8>) -> String {
    match value {
        Some(value) => value.to_string(),
        None if truck.lost.contains(&square) => "x".to_owned(),
        None => match (id.suit(square), id.value(square)) {
            (Some(suit), _) => suit.letter().to_string(),
            (None, Some(value)) => format!("({value})"),
            (None, None) => ".".to_owned(),
        },
    }
}

/// Everybody in one line: goods and circle of each truck, or what it pays once it is home.
fn table(view: &View, names: &Names, lines: &mut Vec<String>) {
    let over = view.phase == Phase::Over;
    let heads: String = TruckId::ALL
        .iter()
        .map(|id| format!("{:>5}", short_name(*id)))
        .collect();
    lines.push(format!("{:<14}{:>5}{:>4}{heads}", "player", "score", "hrs"));
    for player in &view.players {
        let cells: String = TruckId::ALL
            .iter()
            .map(|id| format!("{:>5}", brief(player.trucks.truck(*id))))
            .collect();
        let note = match (player.rank, player.left, player.ended) {
            (Some(rank), false, _) => format!("{rank}."),
            (Some(rank), true, _) => format!("{rank}. left"),
            (None, true, _) => "left".to_owned(),
            (None, false, true) => "done".to_owned(),
            (None, false, false) => String::new(),
        };
        let line = format!(
            "{:<14}{:>5}{:>4}{cells}  {note}",
            short(names.of(player.seat), 13),
            player.score,
            player.hours,
        );
        lines.push(line.trim_end().to_owned());
    }
    lines.push("  2@5: two goods, on circle 5   +20: home, pays 20 a week".to_owned());
    if !over && view.players.iter().any(|it| it.today.is_none()) {
        lines.push("  Of others you see what stood there when the day began.".to_owned());
    }
}

const fn short_name(id: TruckId) -> &'static str {
    match id {
        TruckId::SixOne => "6-1",
        TruckId::OneSix => "1-6",
        TruckId::Hearts => "hear",
        TruckId::Clubs => "club",
        TruckId::Diamonds => "diam",
        TruckId::Spades => "spad",
        id => id.name(),
    }
}

/// A truck in a word of at most four characters.
pub(super) fn brief(truck: &Truck) -> String {
    let count = truck.goods.iter().flatten().count();
    match (truck.delivered, count) {
        (true, _) => format!("+{}", truck.pay),
        (false, 0) => "-".to_owned(),
        (false, count) => format!("{count}@{}", truck.position),
    }
}

fn lists(view: &View, lines: &mut Vec<String>) {
    if let Some(discard) = &view.discard {
        wrapped("Turned up before", discard, lines);
    }
    if let Some(unseen) = &view.unseen {
        wrapped("Not seen yet", unseen, lines);
    }
}

/// A list of cards without the letters of the copies, in lines of at most 78 columns.
fn wrapped(title: &str, cards: &[Card], lines: &mut Vec<String>) {
    let mut line = format!("{title} ({}):", cards.len());
    for card in cards {
        let face: String = card.name.chars().take(2).collect();
        if line.len() + 1 + face.len() > 78 {
            lines.push(std::mem::take(&mut line));
            line.push(' ');
        }
        line.push(' ');
        line.push_str(&face);
    }
    if cards.is_empty() {
        line.push_str(" none");
    }
    lines.push(line);
}
