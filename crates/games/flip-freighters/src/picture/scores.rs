//! Writes the table of scores: the weeks, the hours and the total of each player, as far as they
//! are known.

use crate::MESSAGES;
use crate::sheet::HOUR_PAY;
use crate::state::WEEKS;
use crate::view::{Phase, Player, View};
use rules::svg::short;
use rules::{Names, told};

/// Returns the number for a closed week, or in brackets for the open week as if it closed now.
pub(crate) fn week(player: &Player, view: &View, week: usize) -> Option<String> {
    match player.weeks.get(week) {
        Some(score) => Some(score.to_string()),
        None if view.phase == Phase::Day && week == player.weeks.len() => {
            Some(format!("({})", player.pay))
        }
        None => None,
    }
}

/// Returns the worth of the hours, as a product while they may still be spent.
pub(crate) fn hours(player: &Player, view: &View) -> String {
    match view.phase {
        Phase::Day => format!("{HOUR_PAY}×{}", player.hours),
        Phase::Over => (HOUR_PAY * u16::from(player.hours)).to_string(),
    }
}

/// Writes one line of the table for each player.
pub(super) fn table(view: &View, names: &Names, lines: &mut Vec<String>) {
    let weeks: String = (1..=WEEKS)
        .map(|week| format!("{:>8}", names.tell(&told!("column-week", week: week))))
        .collect();
    lines.push(format!(
        "{:<18}{weeks}{:>8}{:>8}{:>8}",
        names.tell(&told!("column-player")),
        names.tell(&told!("column-hours")),
        names.tell(&told!("column-score")),
        names.tell(&told!("column-home")),
    ));
    for player in &view.players {
        let weeks: String = (0..WEEKS)
            .map(|it| format!("{:>8}", week(player, view, it).unwrap_or("-".to_owned())))
            .collect();
        let line = format!(
            "{:<18}{weeks}{:>8}{:>8}{:>8}  {}",
            short(names.of(player.seat), 17),
            hours(player, view),
            player.score,
            player.delivered,
            standing(player, names),
        );
        lines.push(line.trim_end().to_owned());
    }
    if view.phase == Phase::Day {
        let key = names.tell(&told!("scores-key"));
        lines.push(format!("  {key}"));
    }
}

fn standing(player: &Player, names: &Names) -> String {
    match (player.rank, player.left, player.ended) {
        (Some(rank), false, _) => format!("{rank}."),
        (Some(rank), true, _) => names.tell(&told!("ranked-left", rank: rank)),
        (None, true, _) => names.tell(&told!("left")),
        (None, false, true) => names.tell(&told!("done")),
        (None, false, false) => String::new(),
    }
}
