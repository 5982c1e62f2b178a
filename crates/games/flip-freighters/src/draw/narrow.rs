//! Draws the board for an upright phone: the cards of the day, then one truck per row with its road
//! and, at the end of the road, its pay. While the reader plays, the squares of the reader's
//! sheet are larger, for fingers. The other sheets follow below in full, and then the unseen cards.
//!
//! A part that can be shown alone is a group of the class `part`, with its position in `data-top`
//! and its height in `data-high`. These are the sheets, each with its `data-seat`, and the unseen
//! cards. The group `day` above them has the heading and the cards of the day, so that a page can
//! put it beside the first sheet.

use super::others::standing;
use super::truck::{Lorry, Road, Shown};
use super::{
    COLOURS, boxes, button, count, heading, headlines, ink, is_taken_back, playing_card, rings,
    score_word, to_come,
};
use crate::MESSAGES;
use crate::card::Suit;
use crate::options::OvertimeRule;
use crate::picture::{called, headline, in_full, in_short};
use crate::trucks::{Pay, TruckId};
use crate::view::{Phase, Player, View};
use rules::svg::parts::{Area, lines, panel};
use rules::svg::{Drawing, Preferences, Shapes, Sheets, Words, shape, short};
use rules::{Message, Names, told};

const WIDTH: i32 = 390;
const LEFT: i32 = 6;
const RIGHT: i32 = WIDTH - LEFT;
/// The size of a card of the day.
const CARD: (i32, i32) = (58, 72);
/// The width and height of a small square, and of one that can be touched, with the gap to the next.
const SQUARE: (i32, i32) = (25, 27);
const FINGER: (i32, i32) = (46, 40);
const GAP: i32 = 3;
/// The width of the cab of a small truck.
const CAB: i32 = 24;
/// The distance between two small trucks.
const ROW: i32 = 48;
/// The smallest font size.
const SMALL: i32 = 12;

/// Draws a view.
pub(super) fn drawing(view: &View, names: &Names, likes: Preferences) -> Drawing {
    let is_over = view.cards.is_empty();
    let mut y = if is_over { 46 } else { 28 };
    let mut body = Shapes::default();
    let to = &mut body;
    let (title, detail) = headlines(view, names);
    shape!(to, group id="day");
    to.holds(|to| {
        shape!(to, text class="f-ink b" at=(LEFT, 19) font_size=15 => title);
        if is_over {
            let detail = short(&detail, 50);
            shape!(to, text class="f-faint" at=(LEFT, 37) font_size=12 => detail);
        } else {
            let detail = short(&detail, 21);
            shape!(to, text class="f-faint end" at=(RIGHT, 18) font_size=(SMALL) => detail);
        }
        today(to, view, names, &mut y);
    });
    if let Some(player) = in_full(view, names) {
        sheet(to, player, view, names, likes, &mut y, true);
    }
    for player in in_short(view, names).filter(|_| likes.sheets == Sheets::All) {
        sheet(to, player, view, names, likes, &mut y, false);
    }
    unseen(to, view, names, &mut y);
    Drawing {
        width: WIDTH as u32,
        height: y as u32,
        title: names.tell(&told!("drawing", headline: headline(view, names))),
        colours: COLOURS,
        body,
    }
}

/// Draws the cards of the day, and beside them the keys that end the day and undo it.
fn today(to: &mut Shapes, view: &View, names: &Names, y: &mut i32) {
    if view.cards.is_empty() {
        return;
    }
    let own = view.players.iter().find(|it| Some(it.seat) == view.you);
    let used = own.and_then(|player| Some(player.today.as_ref()?.used));
    let (top, beside) = (*y, LEFT + 3 * (CARD.0 + 6) + 2);
    *y += CARD.1 + 6;
    let changes_suit = view.options.overtime_rule == OvertimeRule::SuitChange;
    if changes_suit {
        *y += 16;
    }
    let note = match own {
        Some(player) if !player.left && player.ended => Some(told!("day-is-over")),
        Some(player) if !player.left => None,
        _ => Some(told!("same-cards")),
    };
    let place = |y: i32, h: i32| Area::new(beside, top + y, RIGHT - beside, h);
    for ((card, used), x) in view
        .cards
        .iter()
        .zip(used.unwrap_or_default())
        .zip((LEFT..).step_by(CARD.0 as usize + 6))
    {
        playing_card(to, Area::new(x, top, CARD.0, CARD.1), card, used);
    }
    if let Some(note) = &note {
        for (line, y) in lines(&names.tell(note), 24)
            .iter()
            .zip((top + 14..).step_by(15))
        {
            shape!(to, text class="f-faint" at=(beside, y) font_size=12 => line);
        }
    } else {
        button(
            to,
            place(0, 32),
            "done",
            &names.tell(&told!("button-end-day")),
        );
    }
    if own.is_some_and(is_taken_back) {
        button(
            to,
            place(36, 28),
            "restart",
            &names.tell(&told!("button-anew")),
        );
    }
    if changes_suit {
        shape!(to, text class="f-faint" at=(LEFT, top + CARD.1 + 15) font_size=(SMALL)
            => names.tell(&told!("suit-change")));
    }
}

/// Draws one player's sheet.
fn sheet(
    to: &mut Shapes,
    player: &Player,
    view: &View,
    names: &Names,
    likes: Preferences,
    y: &mut i32,
    is_live: bool,
) {
    let top = *y;
    let is_large = is_live && view.you == Some(player.seat) && view.phase == Phase::Day;
    let mut rows = Shapes::default();
    let mut sum = top + 46;
    for id in TruckId::ALL {
        let before = player.today.as_ref().map(|it| it.trucks_shown.of(id));
        let shown = Shown {
            id,
            truck: player.trucks.of(id),
            before,
            is_live,
            names,
            likes,
        };
        if is_large {
            large_row(&mut rows, shown, &mut sum);
        } else {
            row(&mut rows, shown, sum);
            sum += ROW;
        }
    }
    let area = Area::new(1, top, WIDTH - 2, sum + 24 - top);
    *y = area.bottom() + 4;
    let is_awaited = Some(player.seat) == view.you && view.awaited.contains(&player.seat);
    let heading = heading(names, player.seat, 14);
    shape!(to, group id=(format_args!("sheet-{}", player.seat)) class="part"
        data=("seat", player.seat) data=("top", top) data=("high", *y - top));
    to.holds(|to| {
        panel(to, area, is_awaited);
        shape!(to, text class="f-ink b" at=(LEFT + 2, top + 19) => heading);
        rings(to, player.hours, 166, 19, 8, top + 14);
        score(to, player, view, names, top + 20);
        weeks(to, player, view, names, top + 38);
        if !is_live && !view.awaited.contains(&player.seat) {
            shape!(to, text class="f-faint end" at=(RIGHT, top + 38) font_size=(SMALL)
                => standing(player, names));
        }
        to.extend(&rows);
        shape!(to, text class="f-faint" at=(LEFT + 2, sum + 16) font_size=(SMALL)
            => names.tell(&told!("drawn-brackets")));
        let pay = player.pay.to_string();
        let label = RIGHT - 11 * pay.len() as i32 - 8;
        shape!(to, text class="f-faint end" at=(label, sum + 16) font_size=(SMALL)
            => names.tell(&told!("drawn-a-week")));
        shape!(to, text class="f-ink b end" at=(RIGHT, sum + 17) font_size=16 => pay);
    });
}

/// Draws the score, which ends where its unit begins.
fn score(to: &mut Shapes, player: &Player, view: &View, names: &Names, y: i32) {
    let unit = names.tell(&score_word(view));
    // About the width of the letters in the font.
    let number = RIGHT - (66 * unit.chars().count() as i32) / 10 - 6;
    shape!(to, text class="f-ink b end" at=(number, y) font_size=16 => player.score);
    shape!(to, text class="f-faint end" at=(RIGHT, y - 1) font_size=(SMALL) => unit);
}

/// Draws the scores of the weeks and the worth of the hours side by side, as close as they fit.
fn weeks(to: &mut Shapes, player: &Player, view: &View, names: &Names, y: i32) {
    let mut x = LEFT + 2;
    for (name, number) in boxes(player, view) {
        let name = names.tell(&name);
        shape!(to, text class="f-faint" at=(x, y) font_size=(SMALL));
        to.says(&name);
        to.says(" ");
        shape!(to, span class="f-ink b" => &number);
        // About the width of the letters and digits in the font.
        x += (66 * name.chars().count() + 78 * number.chars().count()) as i32 / 10 + 14;
    }
}

/// Draws a truck with large squares, its customer at the right edge, and its road below. Its texts
/// stand beside a short truck, and below a long one.
fn large_row(to: &mut Shapes, shown: Shown, y: &mut i32) {
    let (id, top) = (shown.id, *y);
    let (wide, high) = FINGER;
    let body = Area::new(LEFT - 2, top, i32::from(id.squares()) * wide + 3, high + 4);
    let is_long = id.squares() > 4;
    let cab = Area::new(
        body.right() + 1,
        top + 6,
        if is_long { 36 } else { 27 },
        body.h - 6,
    );
    let customer = Area::new(RIGHT - 44, top + 6, 42, 36);
    shown.customer(to, customer, 15);
    shown.lorry(
        to,
        Lorry {
            body,
            cab,
            // The wheels end above the texts below a long truck.
            wheel: if is_long { 4 } else { 6 },
            sign: 14,
        },
    );
    for (square, x) in (0..id.squares()).zip((body.x + 3..).step_by(wide as usize)) {
        shown.cargo(to, square, Area::new(x, top + 2, wide - GAP, high));
    }
    let has_table = matches!(id.printed().pay, Pay::Count(_));
    let mut middle = body.bottom() + 17;
    if is_long {
        let below = body.bottom() + 15;
        shape!(to, text class="f-faint" at=(body.x + 26, below) font_size=(SMALL)
            => takes(shown));
        pays(to, shown, below, RIGHT);
        // Codes of squares hang lower than words, and a page has less room than a mail.
        middle += match shown.likes.words {
            Words::On => 16,
            Words::Off => 13,
        };
    } else {
        let right = customer.x - 6;
        // The average width of a letter is 6.6.
        let most = (right - cab.right()) as usize * 10 / 66;
        let text = match has_table {
            true => takes(shown),
            false => shown.names.tell(&told_pay(id)),
        };
        let said = lines(&text, most);
        let rows = said.len() as i32 + i32::from(has_table);
        let mut y = top + 35 - 15 * rows / 2;
        for line in said {
            shape!(to, text class="f-faint end" at=(right, y) font_size=(SMALL) => line);
            y += 15;
        }
        if has_table {
            pays(to, shown, y, right);
        }
    }
    let road = Road {
        first: 24,
        last: 366,
        radius: 13,
        touch: (if id.has_x1() { 42 } else { 44 }, 34),
        has_stop: true,
    };
    shown.route(to, road, middle);
    *y = middle + 18;
}

/// Draws a small truck with its road. Below it are its constraint and, below the road, its pay.
fn row(to: &mut Shapes, shown: Shown, top: i32) {
    let id = shown.id;
    let (wide, high) = SQUARE;
    let body = Area::new(LEFT - 2, top, i32::from(id.squares()) * wide + 3, high + 2);
    let cab = Area::new(body.right() + 1, top + 2, CAB, high);
    let middle = top + high / 2 + 1;
    let stop = i32::from(id.has_x1());
    let first = cab.right() + 2 + wide / 2;
    let road = Road {
        first,
        last: first + (i32::from(id.last()) - 1 + stop) * wide,
        radius: 11,
        touch: (wide, 30),
        has_stop: true,
    };
    shown.route(to, road, middle);
    shown.lorry(
        to,
        Lorry {
            body,
            cab,
            wheel: 4,
            sign: SMALL,
        },
    );
    for (square, x) in (0..id.squares()).zip((body.x + 2..).step_by(wide as usize)) {
        shown.cargo(to, square, Area::new(x, top + 1, wide - 1, high));
    }
    shown.paid(to, RIGHT + 2, middle - 1, 15);
    let below = top + high + 15;
    shape!(to, text class="f-faint" at=(body.x + 19, below) font_size=(SMALL) => takes(shown));
    pays(to, shown, below, RIGHT - 34);
}

/// Returns which cards a truck takes and, for readers who type, the words of its squares.
fn takes(shown: Shown) -> String {
    let takes = shown
        .names
        .tell(&told!("truck-takes", truck: shown.id.word()));
    match shown.likes.words {
        Words::On => {
            let word = called(shown.id, shown.names);
            format!("{word}.0–{}: {takes}", shown.id.squares() - 1)
        }
        Words::Off => takes,
    }
}

/// Returns the pay of a truck in words, if it has no pay table.
fn told_pay(id: TruckId) -> Message {
    match id.printed().pay {
        Pay::SumOrDouble => told!("pays-double"),
        Pay::Sum | Pay::Count(_) => told!("pays-sum"),
    }
}

/// Draws the pay of a truck. In a pay table, the current pay is highlighted.
fn pays(to: &mut Shapes, shown: Shown, y: i32, right: i32) {
    let Pay::Count(table) = shown.id.printed().pay else {
        shape!(to, text class="f-faint end" at=(right, y) font_size=(SMALL)
            => shown.names.tell(&told_pay(shown.id)));
        return;
    };
    let goods = shown.truck.goods.iter().flatten().count();
    for (pay, place) in table.iter().rev().zip(0..) {
        let is_reached = table.len() - place as usize == goods;
        shape!(to, text class=(if is_reached { "f-ink b end" } else { "f-faint end" })
            at=(right - place * 22, y) font_size=(SMALL) => pay);
    }
}

/// Draws the number of unseen cards of each kind.
fn unseen(to: &mut Shapes, view: &View, names: &Names, y: &mut i32) {
    let Some(unseen) = to_come(view) else {
        return;
    };
    let top = *y;
    let title = told!("drawn-unseen");
    let jokers = told!("jokers");
    let title = lines(&names.tell(&title.with("count", unseen.len())), 52);
    let table = top + 16 * title.len() as i32 + 14;
    *y = table + 4 * 34 + 40;
    shape!(to, group id="unseen" class="part" data=("top", top) data=("high", *y - top));
    to.holds(|to|
        {
for (line, y) in title.iter().zip((top + 16..).step_by(16)) {
shape!(to, text class="f-faint" at=(LEFT + 2, y) font_size=12 => line);
}
for (suit, y) in Suit::ALL.into_iter().zip((table + 20..).step_by(34)) {
shape!(to, text class=(format_args!("{} b", ink(Some(suit)))) at=(LEFT + 6, y) font_size=20
    => suit.sign());
for (value, x) in (1..=6).zip((70..).step_by(56)) {
let left = count(unseen, Some(suit), Some(value));
let rank = if value == 1 { "A".to_owned() } else { value.to_string() };
shape!(to, text class=(if left == 0 { "f-faint mid" } else { "f-ink b mid" }) at=(x, y) font_size=16
    => rank);
shape!(to, text class="f-faint mid" at=(x + 18, y) font_size=12 => format_args!("×{left}"));
}
}
shape!(to, text class="f-ink b" at=(LEFT + 6, *y - 16) font_size=14
    => names.tell(&jokers.with("count", count(unseen, None, None))));
});
}
