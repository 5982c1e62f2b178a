//! Writes the sheets of the other players side by side, three across the width of the board.

use super::{called, in_short};
use crate::MESSAGES;
use crate::trucks::TruckId;
use crate::view::{Phase, Player, Truck, View};
use rules::svg::short;
use rules::{Names, told};

/// The number of sheets side by side.
const ABREAST: usize = 3;

/// Writes the other players' sheets in full: squares and circles of all trucks.
pub(super) fn sheets(view: &View, names: &Names, lines: &mut Vec<String>) {
    let title = match view.phase {
        Phase::Day => told!("others"),
        Phase::Over => told!("others-over"),
    };
    lines.push(names.tell(&title));
    let others: Vec<&Player> = in_short(view, names).collect();
    for abreast in others.chunks(ABREAST) {
        let heads = abreast.iter().map(|it| short(names.of(it.seat), 20));
        lines.push(line("", heads));
        for id in TruckId::ALL {
            let cells = abreast.iter().map(|it| cell(id, it.trucks.of(id)));
            lines.push(line(&called(id, names), cells));
        }
    }
    let key = names.tell(&told!("trucks-key"));
    lines.push(format!("  {key}"));
}

fn line(head: &str, cells: impl Iterator<Item = String>) -> String {
    let cells: String = cells.map(|cell| format!("{cell:<22}")).collect();
    format!("  {head:<10}{cells}").trim_end().to_owned()
}

/// Returns the goods, and the circle or the pay. The hours allow at most one value of two digits
/// (R6).
fn cell(id: TruckId, truck: &Truck) -> String {
    let goods: Vec<String> = truck
        .goods
        .iter()
        .zip(0..)
        .map(|(value, square)| match value {
            Some(value) => value.to_string(),
            None if truck.lost.contains(&square) => "x".to_owned(),
            None => ".".to_owned(),
        })
        .collect();
    let stands = match truck.delivered {
        true => format!("+{}", truck.pay),
        false => format!("{}/{}", truck.position, id.last()),
    };
    format!("{:<13}{stands}", goods.join(" "))
}
