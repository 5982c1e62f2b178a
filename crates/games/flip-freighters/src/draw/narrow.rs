//! Draws the board for an upright phone: the cards of the day, then one truck per row with its road
//! and, at the end of the road, its pay. The other sheets follow below in full, and then the unseen
//! cards.
//!
//! A part that can be shown alone is a group of the class `part`, with its position in `data-top`
//! and its height in `data-high`. These are the sheets, each with its `data-seat`, and the unseen
//! cards.

use super::others::standing;
use super::truck::{Road, Shown};
use super::{
    COLOURS, boxes, button, count, headlines, ink, is_taken_back, printed, rings, score_word,
    to_come,
};
use crate::MESSAGES;
use crate::card::Suit;
use crate::options::OvertimeRule;
use crate::picture::{headline, in_full, in_short};
use crate::trucks::{Pay, TruckId};
use crate::view::{Card, Player, View};
use rules::svg::parts::{Area, lines, panel};
use rules::svg::{Drawing, Preferences, Shapes, Sheets, shape, short};
use rules::{Names, told};

const WIDTH: i32 = 390;
const LEFT: i32 = 6;
const RIGHT: i32 = WIDTH - LEFT;
/// The size of a card of the day.
const CARD: (i32, i32) = (60, 62);
/// The width and height of a square.
const SQUARE: (i32, i32) = (25, 27);
/// The width of the cab of a truck.
const CAB: i32 = 24;
/// The distance between two trucks.
const ROW: i32 = 44;
/// The smallest font size.
const SMALL: i32 = 11;

/// Draws a view.
pub(super) fn drawing(view: &View, names: &Names, likes: Preferences) -> Drawing {
    let is_over = view.cards.is_empty();
    let mut y = if is_over { 46 } else { 28 };
    let mut body = Shapes::default();
    let to = &mut body;
    let (title, detail) = headlines(view, names);
    shape!(to, text class="f-ink b" at=(LEFT, 19) font_size=15 => title);
    if is_over {
        let detail = short(&detail, 50);
        shape!(to, text class="f-faint" at=(LEFT, 37) font_size=12 => detail);
    } else {
        let detail = short(&detail, 21);
        shape!(to, text class="f-faint end" at=(RIGHT, 18) font_size=(SMALL) => detail);
    }
    today(to, view, names, &mut y);
    if let Some(player) = in_full(view) {
        sheet(to, player, view, names, likes, &mut y, true);
    }
    for player in in_short(view).filter(|_| likes.sheets == Sheets::All) {
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
            place(36, 26),
            "restart",
            &names.tell(&told!("button-anew")),
        );
    }
    if changes_suit {
        shape!(to, text class="f-faint" at=(LEFT, top + CARD.1 + 15) font_size=(SMALL)
            => names.tell(&told!("suit-change")));
    }
}

fn playing_card(to: &mut Shapes, area: Area, card: &Card, used: bool) {
    let (rank, sign) = printed(card);
    let ink = if used { "f-faint" } else { ink(card.suit) };
    shape!(to, group id=(format_args!("card-{}", card.name)) word=(&card.name));
    to.holds(|to| {
        area.rounded(
            to,
            8,
            if used {
                "f-panel s-line"
            } else {
                "f-card s-ink"
            },
            1,
        );
        shape!(to, text class=(format_args!("{ink} b mid")) at=(area.mid(), area.y + 28)
            font_size=24 => rank);
        shape!(to, text class=(format_args!("{ink} mid")) at=(area.mid(), area.y + 54) font_size=25
            => sign);
        if used {
            shape!(to, path class="s-faint" unfilled stroke_width=2
                d=(format_args!("M{} {}L{} {}",
                    area.x + 8, area.bottom() - 8, area.right() - 8, area.y + 8)));
        }
    });
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
    let rows = top + 46;
    let sum = rows + ROW * TruckId::ALL.len() as i32;
    let area = Area::new(1, top, WIDTH - 2, sum + 22 - top);
    *y = area.bottom() + 4;
    let is_awaited = Some(player.seat) == view.you && view.awaited.contains(&player.seat);
    let short_name = short(names.of(player.seat), 14);
    let score = names.tell(&score_word(view));
    shape!(to, group id=(format_args!("sheet-{}", player.seat)) class="part"
        data=("seat", player.seat) data=("top", top) data=("high", *y - top));
    to.holds(|to| {
        panel(to, area, is_awaited);
        shape!(to, text class="f-ink b" at=(LEFT + 2, top + 19) => short_name);
        rings(to, player.hours, 176, 19, 8, top + 14);
        shape!(to, text class="f-faint end" at=(RIGHT - 34, top + 19) font_size=(SMALL) => score);
        shape!(to, text class="f-ink b end" at=(RIGHT, top + 20) font_size=16 => player.score);
        for ((name, number), x) in boxes(player, view).iter().zip((LEFT + 2..).step_by(78)) {
            shape!(to, text class="f-faint" at=(x, top + 38) font_size=(SMALL));
            to.says(names.tell(name));
            to.says(" ");
            shape!(to, span class="f-ink b" => number);
        }
        if !is_live {
            shape!(to, text class="f-faint end" at=(RIGHT, top + 38) font_size=(SMALL)
                => standing(player, names));
        }
        for (id, top) in TruckId::ALL.into_iter().zip((rows..).step_by(ROW as usize)) {
            let before = player.today.as_ref().map(|it| it.trucks_shown.of(id));
            row(
                to,
                Shown {
                    id,
                    truck: player.trucks.of(id),
                    before,
                    is_live,
                    names,
                    likes,
                },
                top,
            );
        }
        shape!(to, text class="f-faint end" at=(RIGHT - 34, sum + 14) font_size=(SMALL)
            => names.tell(&told!("drawn-a-week")));
        shape!(to, text class="f-ink b end" at=(RIGHT, sum + 15) font_size=16 => player.pay);
    });
}

/// Draws a truck with its road. Below it are its constraint and, below the road, its pay.
fn row(to: &mut Shapes, shown: Shown, top: i32) {
    let (id, colour) = (shown.id, shown.colour());
    let (wide, high) = SQUARE;
    let body = Area::new(LEFT - 2, top, i32::from(id.squares()) * wide + 3, high + 2);
    let cab = Area::new(body.right() + 1, top + 3, CAB, high - 1);
    let middle = top + high / 2 + 1;
    let road = Road {
        first: cab.right() + 2 + wide / 2,
        apart: wide,
        radius: 11,
        aside: 27,
    };
    let takes = told!("truck-takes", truck: id.word());
    shown.route(to, road, middle);
    shape!(to, group maybe=(shown.is_live.then_some(id), |to, it| to.data("truck", it)));
    to.holds(|to| {
        for cx in [body.x + 9, body.right() - 9, cab.mid()] {
            shape!(to, circle class="f-wheel" around=(cx, body.bottom() + 1) r=4);
        }
        body.rounded(
            to,
            if id.has_x1() { 9 } else { 4 },
            format_args!("f-{colour} s-{colour}"),
            1,
        );
        shape!(to, path class=(format_args!("f-{colour}"))
            d=(format_args!("M{} {}h{}q3 0 4 3l2 6v{}h-{}z",
                cab.x, cab.y, CAB - 6, cab.h - 9, CAB)));
        shape!(to, text class="f-on-truck b mid" at=(cab.x + CAB / 2 - 2, cab.y + cab.h / 2 + 5)
            font_size=(SMALL));
        match id.suit(0).filter(|_| id.has_x1()) {
            Some(suit) => {
                to.says(suit.sign());
            }
            None => {
                to.says(id.printed().symbol);
            }
        }
    });
    for (square, x) in (0..id.squares()).zip((body.x + 2..).step_by(wide as usize)) {
        shown.cargo(to, square, Area::new(x, top + 1, wide - 1, high));
    }
    shown.paid(to, RIGHT + 2, middle - 1, 15);
    shape!(to, text class="f-faint" at=(body.x + 17, top + high + 12) font_size=(SMALL)
        => shown.names.tell(&takes));
    pays(to, shown, top + high + 12);
}

/// Draws the pay of a truck. In a pay table, the current pay is highlighted.
fn pays(to: &mut Shapes, shown: Shown, y: i32) {
    let words = match shown.id.printed().pay {
        Pay::Count(table) => {
            let goods = shown.truck.goods.iter().flatten().count();
            for (pay, place) in table.iter().rev().zip(0..) {
                let is_reached = table.len() - place as usize == goods;
                shape!(to, text class=(if is_reached { "f-ink b end" } else { "f-faint end" })
                    at=(RIGHT - 34 - place * 24, y) font_size=(SMALL) => pay);
            }
            return;
        }
        Pay::Sum => told!("pays-sum"),
        Pay::SumOrDouble => told!("pays-double"),
    };
    shape!(to, text class="f-faint end" at=(RIGHT - 34, y) font_size=(SMALL)
        => shown.names.tell(&words));
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
