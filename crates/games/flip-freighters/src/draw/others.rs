//! Draws the sheets of the other players, each as a strip with its scores, the squares of all
//! trucks and the progress of each truck. A preference reduces the strips to the scores.

use super::look::colour;
use super::{MARGIN, RIGHT, hours_pay, sign};
use crate::MESSAGES;
use crate::picture::in_short;
use crate::picture::scores::week;
use crate::state::WEEKS;
use crate::trucks::TruckId;
use crate::view::{Phase, Player, Truck, View};
use rules::svg::parts::Area;
use rules::svg::{Preferences, Shapes, Sheets, shape, short};
use rules::{Names, told};

/// The size of a square of cargo.
const SQUARE: (i32, i32) = (13, 17);
/// The gap between two trucks.
const GAP: i32 = 16;
/// The heights of the heading and of each strip.
const WHOLE: (i32, i32) = (24, 76);
/// The same heights for scores alone.
const SCORES: (i32, i32) = (22, 26);
/// The centres of the columns of the weeks, the hours and the total.
const NUMBERS: [i32; 5] = [336, 402, 468, 534, 600];

/// Draws the sheets of all players except the one with the large sheet.
pub(super) fn sheets(to: &mut Shapes, view: &View, names: &Names, likes: Preferences, y: &mut i32) {
    let others: Vec<&Player> = in_short(view, names).collect();
    if others.is_empty() {
        return;
    }
    let whole = likes.sheets == Sheets::All;
    let (head, apart) = if whole { WHOLE } else { SCORES };
    let top = *y;
    *y += head + 6 + apart * others.len() as i32;
    let title = match view.phase {
        Phase::Day => told!("drawn-others"),
        Phase::Over => told!("drawn-others-over"),
    };
    let mut heads: Vec<String> = (1..=WEEKS)
        .map(|week| names.tell(&told!("drawn-week", week: week)))
        .collect();
    heads.push(names.tell(&told!("drawn-hours")));
    heads.push(names.tell(&told!("drawn-score")));
    shape!(to, text class="f-ink b" at=(MARGIN, top + 14) font_size=13 => names.tell(&title));
    for (head, x) in heads.iter().zip(NUMBERS) {
        shape!(to, text class="f-faint mid" at=(x, top + 14) font_size=12 => head);
    }
    for (player, y) in others.iter().zip((top + head..).step_by(apart as usize)) {
        strip(to, player, view, names, likes, y);
    }
}

/// Returns the width of the squares of a truck.
fn width(id: TruckId) -> i32 {
    i32::from(id.squares()) * SQUARE.0
}

/// Returns the trucks, each with its left edge.
fn columns() -> impl Iterator<Item = (TruckId, i32)> {
    TruckId::ALL.into_iter().scan(MARGIN, |x, id| {
        let left = *x;
        *x += width(id) + GAP;
        Some((id, left))
    })
}

fn strip(to: &mut Shapes, player: &Player, view: &View, names: &Names, likes: Preferences, y: i32) {
    let mut numbers: Vec<String> = (0..WEEKS)
        .map(|it| week(player, view, it).unwrap_or("–".to_owned()))
        .collect();
    numbers.push(hours_pay(player));
    numbers.push(player.score.to_string());
    let last = numbers.len() - 1;
    shape!(to, group id=(format_args!("sheet-{}", player.seat)));
    to.holds(|to| {
        shape!(to, path class="s-line" stroke_width=1
            d=(format_args!("M{} {y}H{}", MARGIN, RIGHT)));
        shape!(to, text class="f-ink b" at=(MARGIN, y + 18) font_size=13
            => short(names.of(player.seat), 24));
        for ((place, number), x) in numbers.iter().enumerate().zip(NUMBERS) {
            shape!(to, text class=(if place == last { "f-ink b mid" } else { "f-ink mid" })
                at=(x, y + 18) font_size=13 => number);
        }
        shape!(to, text class="f-faint end" at=(RIGHT, y + 18) font_size=12
            => standing(player, names));
        for (id, x) in columns().filter(|_| likes.sheets == Sheets::All) {
            truck(to, id, player.trucks.of(id), likes, x, y + 26);
        }
    });
}

/// Returns the status of a player: the rank, or whether the player has ended the day.
pub(super) fn standing(player: &Player, names: &Names) -> String {
    match (player.rank, player.left, player.ended) {
        (Some(rank), true, _) => names.tell(&told!("drawn-ranked-left", rank: rank)),
        (Some(rank), false, _) => format!("{rank}."),
        (None, true, _) => names.tell(&told!("left")),
        (None, false, true) => names.tell(&told!("drawn-done")),
        (None, false, false) => names.tell(&told!("drawn-playing")),
    }
}

/// Draws the squares of a truck, and its progress below.
fn truck(to: &mut Shapes, id: TruckId, truck: &Truck, likes: Preferences, x: i32, y: i32) {
    let (wide, high) = SQUARE;
    let colour = colour(likes, id, truck);
    let frame = Area::new(x, y, width(id), high);
    let way = Area::new(x, y + high + 4, frame.w, 3);
    let between: String = (1..i32::from(id.squares()))
        .map(|square| format!("M{} {y}v{high}", x + wide * square))
        .collect();
    let gone = frame.w * i32::from(truck.position) / i32::from(id.last());
    frame.rounded(to, 2, format_args!("f-paper s-{colour}"), 1);
    for (value, square) in truck.goods.iter().zip(0..) {
        let left = x + wide * i32::from(square);
        if let Some(value) = value {
            shape!(to, rect class="f-cargo" at=(left + 1, y + 1) size=(wide - 2, high - 2));
            shape!(to, text class="f-ink b mid" at=(left + wide / 2, y + 13) font_size=12 => value);
        } else if truck.lost.contains(&square) {
            shape!(to, text class="f-faint mid" at=(left + wide / 2, y + 13) font_size=12 => "×");
        }
    }
    shape!(to, path class=(format_args!("s-{colour}")) stroke_width=1 d=(between));
    shape!(to, rect class="f-line" at=(way.x, way.y) size=(way.w, way.h));
    if gone > 0 {
        shape!(to, rect class=(format_args!("f-{colour}")) at=(way.x, way.y) size=(gone, way.h));
    }
    shape!(to, text class=(format_args!("f-{colour} b")) at=(frame.x, y + 38) font_size=12
        => sign(id));
    if truck.delivered {
        shape!(to, text class="f-good b end" at=(frame.right(), y + 38) font_size=12
            => format_args!("✓{}", truck.pay));
    } else if truck.position > 0 {
        shape!(to, text class="f-faint end" at=(frame.right(), y + 38) font_size=12
            => format_args!("{}/{}", truck.position, id.last()));
    }
}
