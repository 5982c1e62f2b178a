//! The dice: those on the table with what they select, or those that the next roll has.

use maud::{Markup, html};

use super::super::MESSAGES;
use super::super::picture::name;
use super::super::state::{PLAIN_DICE, Phase};
use super::super::view::View;
use super::{key, text};
use rules::svg::parts::{Area, panel};
use rules::svg::short;
use rules::{Names, told};

/// The side of a die.
const DIE: i32 = 42;

/// Where the pips of a face are, in columns and rows of three.
const fn pips(value: u8) -> &'static [(i32, i32)] {
    match value {
        1 => &[(1, 1)],
        2 => &[(0, 0), (2, 2)],
        3 => &[(0, 0), (1, 1), (2, 2)],
        4 => &[(0, 0), (2, 0), (0, 2), (2, 2)],
        5 => &[(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
        6 => &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
        _ => &[],
    }
}

#[derive(Clone, Copy)]
enum Die {
    White,
    Gold,
    Plain,
}

/// The tray, and what the viewer can do by a word alone.
pub(super) fn tray(view: &View, names: &Names, area: Area) -> Markup {
    let top = area.y + 12;
    let caption = top + DIE + 18;
    let (white, gold) = (area.x + 16, area.x + 96);
    let plain = |i: i32| area.x + 192 + i * (DIE + 10);
    let roll = view.roll.as_ref();
    let rolled = roll.map_or(i32::from(view.dice) - 2, |roll| roll.plain.len() as i32);
    let roller = view
        .active
        .map_or_else(String::new, |seat| name(names, seat));
    let own = view.you.is_some() && view.you == view.active;
    let may_roll = own && view.phase == Phase::TurnDecision;
    let value = |value: Option<u8>| value.unwrap_or(0);
    let captions = match roll {
        Some(roll) => [
            told!("row-at", row: roll.white),
            told!("column-at", column: roll.gold),
        ],
        None => [told!("row"), told!("column")],
    };
    let captions = captions.map(|caption| names.tell(&caption));
    let aside = names.tell(&told!("aside"));
    let for_all = told!("row-and-column-for-all");
    let for_roller = told!("plain-dice-for", name: short(&roller, 14));
    html! {
        (panel(area, false))
        g {
            (die(Die::White, value(roll.map(|roll| roll.white)), white, top))
            (text(white + DIE / 2, caption, "f-ink mid", 12, &captions[0]))
            (die(Die::Gold, value(roll.map(|roll| roll.gold)), gold, top))
            (text(gold + DIE / 2, caption, "f-ink mid", 12, &captions[1]))
            @for i in 0..i32::from(PLAIN_DICE) {
                @if i < rolled {
                    @let shown = roll.and_then(|roll| roll.plain.get(i as usize)).copied();
                    (die(Die::Plain, value(shown), plain(i), top))
                    @if let Some(shown) = shown {
                        (text(plain(i) + DIE / 2, caption, "f-ink mid", 12, &shown.to_string()))
                    }
                } @else {
                    rect class="s-line" fill="none" x=(plain(i)) y=(top) width=(DIE) height=(DIE)
                        rx="8" stroke-dasharray="4 4" {}
                    (text(plain(i) + DIE / 2, top + DIE / 2 + 4, "f-faint mid", 12, &aside))
                }
            }
        }
        @let side = plain(4) + 16;
        @if may_roll {
            (key(side, top + 6, "roll", &names.tell(&told!("key-roll"))))
            @if has_button(view) {
                (key(side + 104, top + 6, "out", &names.tell(&told!("key-out"))))
            }
        } @else {
            (text(side, top + 18, "f-ink", 14, &names.tell(&for_all)))
            (text(side, top + 38, "f-ink", 14, &names.tell(&for_roller)))
        }
    }
}

fn has_button(view: &View) -> bool {
    let own = view.you.and_then(|seat| view.players.get(seat.index()));
    own.is_some_and(|player| !player.buttons.is_empty())
}

fn die(kind: Die, value: u8, x: i32, y: i32) -> Markup {
    let (body, pip) = match kind {
        Die::White => ("f-ivory s-line", "f-gilt"),
        Die::Gold => ("f-black s-line", "f-gold"),
        Die::Plain => ("f-black s-line", "f-white"),
    };
    html! {
        rect class=(body) x=(x) y=(y) width=(DIE) height=(DIE) rx="8" stroke-width="1.5" {}
        @for (column, row) in pips(value) {
            circle class=(pip) cx=(x + 10 + column * 11) cy=(y + 10 + row * 11) r="4" {}
        }
        @if value == 0 && !matches!(kind, Die::Plain) {
            circle class=(pip) cx=(x + DIE / 2) cy=(y + DIE / 2) r="6" fill-opacity="0.5" {}
        }
    }
}
