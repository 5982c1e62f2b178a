//! The board as plain text, in short lines that read well aloud and in a mail.

use std::fmt::Write;

use rules::svg::short;
use rules::{Names, Seat, told};

use crate::MESSAGES;
use crate::view::View;

/// Returns the view as plain text.
pub(crate) fn picture(view: &View, names: &Names) -> String {
    let goal = names.tell(&told!("goal", goal: view.options.goal.points()));
    let mut out = format!("Pig. {}.\n{goal}\n\n", headline(view, names));
    for (seat, score) in Seat::all(view.scores.len() as u8).zip(&view.scores) {
        let who = name(names, seat);
        let points = names.tell(&told!("points", points: score));
        let _ = write!(out, "  {who}: {points}");
        if let Some(place) = place(view, seat, names) {
            let _ = write!(out, ", {place}");
        }
        out.push('\n');
    }
    if let Some(active) = view.active {
        let can_play = told!("can-play", name: name(names, active));
        let _ = write!(out, "\n{}\n  roll\n", names.tell(&can_play));
        if view.stake > 0 {
            out.push_str("  hold\n");
        }
    }
    out
}

/// Returns a player's name, shortened to the available space.
pub(crate) fn name(names: &Names, seat: Seat) -> String {
    short(names.of(seat), 16)
}

/// Returns whose turn it is and the stake, or that the game is over.
pub(crate) fn headline(view: &View, names: &Names) -> String {
    let text = match view.active {
        Some(seat) => told!("turn", name: name(names, seat), points: view.stake),
        None => told!("over"),
    };
    names.tell(&text)
}

/// Returns the status of a seat in addition to its points.
pub(crate) fn place(view: &View, seat: Seat, names: &Names) -> Option<String> {
    let text = match &view.ranks {
        _ if view.gone[seat.index()] => told!("has-left"),
        Some(ranks) => told!("rank", rank: ranks[seat.index()]),
        None => return None,
    };
    Some(names.tell(&text))
}
