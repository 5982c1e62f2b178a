//! Draws the dice: the current roll with its row and columns, or the dice of the next roll.

use super::super::MESSAGES;
use super::super::cells::{Cell, Cells};
use super::super::odds;
use super::super::picture::name;
use super::super::state::{PLAIN_DICE, Phase};
use super::super::view::{PlayerView, View};
use super::{key, text};
use rules::svg::parts::{Area, panel};
use rules::svg::{Shapes, shape, short};
use rules::{Names, told};

/// The side of a die, and its visible thickness.
const DIE: i32 = 42;
const THICK: i32 = 4;

/// Returns the positions of the pips of a face, in columns and rows of three.
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

/// Draws the tray, and the keys for the viewer's moves of one word.
pub(super) fn tray(to: &mut Shapes, view: &View, names: &Names, area: Area) {
    let top = area.y + 10;
    let caption = top + DIE + 22;
    let (white, gold) = (area.x + 16, area.x + 96);
    let plain = |i: i32| area.x + 192 + i * (DIE + 10);
    let roll = view.roll.as_ref();
    let rolled = roll.map_or(i32::from(view.dice) - 2, |roll| roll.plain.len() as i32);
    let roller = view
        .active
        .map_or_else(String::new, |seat| name(names, seat));
    let value = |value: Option<u8>| value.unwrap_or(0);
    let captions = captions(view, names);
    let aside = names.tell(&told!("aside"));
    let for_all = told!("row-and-column-for-all");
    let for_roller = told!("plain-dice-for", name: short(&roller, 14));
    panel(to, area, false);
    to.group().holds(|to| {
        die(
            to,
            "die-white",
            Die::White,
            value(roll.map(|roll| roll.white)),
            white,
            top,
        );
        text(to, white + DIE / 2, caption, "f-ink mid", 12, &captions[0]);
        die(
            to,
            "die-gold",
            Die::Gold,
            value(roll.map(|roll| roll.gold)),
            gold,
            top,
        );
        text(to, gold + DIE / 2, caption, "f-ink mid", 12, &captions[1]);
        for i in 0..i32::from(PLAIN_DICE) {
            if i < rolled {
                let shown = roll.and_then(|roll| roll.plain.get(i as usize)).copied();
                die(
                    to,
                    &format!("die-{i}"),
                    Die::Plain,
                    value(shown),
                    plain(i),
                    top,
                );
                if let Some(shown) = shown {
                    text(
                        to,
                        plain(i) + DIE / 2,
                        caption,
                        "f-ink mid",
                        12,
                        &shown.to_string(),
                    );
                }
            } else {
                shape!(to, rect class="s-line" unfilled at=(plain(i), top) size=(DIE, DIE) rx=8
                    dashes=(4, 4));
                text(
                    to,
                    plain(i) + DIE / 2,
                    top + DIE / 2 + 4,
                    "f-faint mid",
                    12,
                    &aside,
                );
            }
        }
    });
    let side = plain(4) + 16;
    if may_roll(view) {
        key(
            to,
            Area::new(side, top, 92, 30),
            "roll",
            &names.tell(&told!("key-roll")),
            &roll_said(view, names),
        );
        text(to, side, top + 48, "f-ink", 12, &risk(view, names, "risk"));
        if let Some(own) = has_button(view) {
            let (label, earns) = (names.tell(&told!("key-out")), out_earns(own, names));
            key(
                to,
                Area::new(side + 104, top, 92, 30),
                "out",
                &label,
                &format!("{label}, {earns}"),
            );
            text(to, side + 196, top + 62, "f-ink end", 12, &earns);
        }
    } else {
        text(to, side, top + 18, "f-ink", 14, &names.tell(&for_all));
        text(to, side, top + 38, "f-ink", 14, &names.tell(&for_roller));
    }
}

/// Draws the tray of the narrow layout: two large keys for a player whose turn it is to roll, else
/// the dice in a row.
pub(super) fn narrow_tray(to: &mut Shapes, view: &View, names: &Names, area: Area) {
    if may_roll(view) {
        let label = names.tell(&told!("key-roll"));
        let own = has_button(view);
        let w = if own.is_some() {
            (area.w - 10) / 2
        } else {
            area.w
        };
        let roll = Area::new(area.x, area.y, w, 56);
        key(to, roll, "roll", &label, &roll_said(view, names));
        text(
            to,
            roll.mid(),
            roll.y + 45,
            "f-ink mid",
            12,
            &risk(view, names, "risk"),
        );
        if let Some(own) = own {
            let (label, earns) = (names.tell(&told!("key-out")), out_earns(own, names));
            let out = Area::new(area.right() - w, area.y, w, 56);
            key(to, out, "out", &label, &format!("{label}, {earns}"));
            text(to, out.mid(), out.y + 45, "f-ink mid", 12, &earns);
        }
        return;
    }
    let roll = view.roll.as_ref();
    let rolled = roll.map_or(i32::from(view.dice) - 2, |roll| roll.plain.len() as i32);
    let captions = captions(view, names);
    let (x, y) = (|at: i32| area.x + 9 + at * 60, area.y + 8);
    let caption = y + DIE + 19;
    let value = |value: Option<u8>| value.unwrap_or(0);
    panel(to, area, false);
    die(
        to,
        "die-white",
        Die::White,
        value(roll.map(|roll| roll.white)),
        x(0),
        y,
    );
    text(to, x(0) + DIE / 2, caption, "f-ink mid", 11, &captions[0]);
    die(
        to,
        "die-gold",
        Die::Gold,
        value(roll.map(|roll| roll.gold)),
        x(1),
        y,
    );
    text(to, x(1) + DIE / 2, caption, "f-ink mid", 11, &captions[1]);
    for i in 0..i32::from(PLAIN_DICE) {
        if i < rolled {
            let shown = roll.and_then(|roll| roll.plain.get(i as usize)).copied();
            die(
                to,
                &format!("die-{i}"),
                Die::Plain,
                value(shown),
                x(2 + i),
                y,
            );
        } else {
            shape!(to, rect class="s-line" unfilled at=(x(2 + i), y) size=(DIE, DIE) rx=8
                dashes=(4, 4));
        }
    }
    if roll.is_none() {
        text(to, x(2), caption, "f-ink", 11, &risk(view, names, "risk"));
    }
}

/// Returns the captions of the white and the golden die.
fn captions(view: &View, names: &Names) -> [String; 2] {
    let captions = match &view.roll {
        Some(roll) => [
            told!("row-at", row: roll.white),
            told!("column-at", column: roll.gold),
        ],
        None => [told!("row"), told!("column")],
    };
    captions.map(|caption| names.tell(&caption))
}

fn may_roll(view: &View) -> bool {
    view.you.is_some() && view.you == view.active && view.phase == Phase::TurnDecision
}

/// Returns the message `id` with the probability that the next roll busts the active player.
fn risk(view: &View, names: &Names, id: &'static str) -> String {
    let active = view.active.and_then(|seat| view.players.get(seat.index()));
    let free = active.map_or(Cells::ALL, |player| {
        let set = |cells: &[Cell]| cells.iter().copied().collect::<Cells>();
        Cells::free(set(&player.buttons), set(&player.stars))
    });
    let percent = odds::percent(odds::busts(free, u32::from(view.dice) - 1));
    names.tell(&MESSAGES.message(id).with("percent", percent))
}

fn roll_said(view: &View, names: &Names) -> String {
    risk(view, names, "risk-said")
}

/// Returns the number of stars that the viewer earns by opting out.
fn out_earns(own: &PlayerView, names: &Names) -> String {
    names.tell(&told!("out-earns", stars: own.earned))
}

/// Returns the viewer, if there is at least one button on the viewer's board.
fn has_button(view: &View) -> Option<&PlayerView> {
    let own = view.you.and_then(|seat| view.players.get(seat.index()));
    own.filter(|player| !player.buttons.is_empty())
}

/// Draws a die: its side in shade, its face with a rounded edge in the light, its pips.
fn die(to: &mut Shapes, id: &str, kind: Die, value: u8, x: i32, y: i32) {
    let (body, pip) = match kind {
        Die::White => ("ivory", "f-gilt"),
        Die::Gold => ("black", "f-gold"),
        Die::Plain => ("black", "f-white"),
    };
    shape!(to, group id=(id));
    to.holds(|to| {
        shape!(to, rect class=(format_args!("f-{body}-edge s-line")) at=(x, y)
            size=(DIE, DIE + THICK) rx=10);
        shape!(to, rect class=(format_args!("f-{body}")) at=(x, y) size=(DIE, DIE) rx=10);
        shape!(to, rect class="s-gilt" unfilled stroke_opacity="0.45" at=(x + 4, y + 4)
            size=(DIE - 8, DIE - 8) rx=7);
        for (column, row) in pips(value) {
            shape!(to, circle class=(pip) around=(x + 10 + column * 11, y + 10 + row * 11) r=4);
        }
        if value == 0 && !matches!(kind, Die::Plain) {
            shape!(to, circle class=(pip) around=(x + DIE / 2, y + DIE / 2) r=6 fill_opacity="0.5");
        }
    });
}
