//! A view as plain text.

use super::cards::Card;
use super::view::{FerryFolliesCard, FerryFolliesPhase, FerryFolliesView};
use crate::{Names, Seat};

/// Cards of the row in one line of the picture.
const CARDS_IN_A_LINE: usize = 12;

/// The view as text of at most 78 columns.
pub(super) fn picture(view: &FerryFolliesView, names: &Names) -> String {
    let mut lines = vec![headline(view, names), String::new()];
    row(view, &mut lines);
    lines.push(String::new());
    choices(view, &mut lines);
    hand(view, &mut lines);
    piles(view, &mut lines);
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

fn headline(view: &FerryFolliesView, names: &Names) -> String {
    let name = names.of(Seat(0));
    match view.phase {
        FerryFolliesPhase::Act if view.final_card => {
            format!("{name} is to play or discard the final card.")
        }
        FerryFolliesPhase::Act => format!("{name} is to play or discard a card."),
        FerryFolliesPhase::Choose if view.may_decline => {
            format!("{name} may score a set or decline.")
        }
        FerryFolliesPhase::Choose => format!("{name} is to choose a set to score."),
        FerryFolliesPhase::Over if view.left => format!("{name} has left. The game is over."),
        FerryFolliesPhase::Over if view.won == Some(true) => {
            format!("The game is over: {name} has won.")
        }
        FerryFolliesPhase::Over => format!("The game is over: {name} has lost."),
    }
}

fn row(view: &FerryFolliesView, lines: &mut Vec<String>) {
    if view.row.is_empty() {
        lines.push("The row is empty.".to_owned());
        return;
    }
    lines.push("The row, left to right:".to_owned());
    for (part, cards) in view.row.chunks(CARDS_IN_A_LINE).enumerate() {
        let first = part * CARDS_IN_A_LINE;
        let cells = |cell: &dyn Fn(usize) -> String| -> String {
            (0..cards.len())
                .map(|i| format!("{:>5}", cell(i)))
                .collect()
        };
        lines.push(format!("  card   {}", cells(&|i| card(cards[i]))));
        lines.push(format!("  index  {}", cells(&|i| (first + i).to_string())));
    }
    for laid in view.row.iter().filter(|laid| laid.worth != laid.value) {
        lines.push(if laid.face_down {
            format!("  {} lies face down and is worth 1.", card(*laid))
        } else {
            format!("  {} is the 9 upside down, worth 6.", card(*laid))
        });
    }
}

/// As the diagrams of the rules write it: `9u` upside down, `[5]` face down.
fn card(laid: FerryFolliesCard) -> String {
    match laid {
        FerryFolliesCard {
            face_down: true,
            value,
            ..
        } => format!("[{value}]"),
        FerryFolliesCard { value, worth, .. } if value != worth => format!("{value}u"),
        FerryFolliesCard { value, .. } => value.to_string(),
    }
}

fn choices(view: &FerryFolliesView, lines: &mut Vec<String>) {
    if view.phase != FerryFolliesPhase::Choose {
        return;
    }
    lines.push("To choose from:".to_owned());
    for set in &view.sets {
        let worths: Vec<String> = view.row[usize::from(set.from)..=usize::from(set.to)]
            .iter()
            .map(|laid| laid.worth.to_string())
            .collect();
        let (from, to, total) = (set.from, set.to, set.total);
        lines.push(format!(
            "  score {from} to {to}: {} = {total}",
            worths.join(" + ")
        ));
    }
    if view.may_decline {
        lines.push("  decline".to_owned());
    }
    lines.push(String::new());
}

fn hand(view: &FerryFolliesView, lines: &mut Vec<String>) {
    if view.hand.is_empty() {
        return;
    }
    lines.push("Hand:".to_owned());
    for value in &view.hand {
        let text = Card::of(i32::from(*value)).map_or("", Card::text);
        lines.push(format!("  {value:>2}  {text}"));
    }
    lines.push(String::new());
}

fn piles(view: &FerryFolliesView, lines: &mut Vec<String>) {
    let count = match view.deck_size {
        0 => "empty".to_owned(),
        1 => "1 card".to_owned(),
        count => format!("{count} cards"),
    };
    lines.push(match (&view.deck, view.known_top) {
        (Some(deck), _) if !deck.is_empty() => {
            format!("Deck: {count}, from the top {}", listed(deck))
        }
        (_, Some(top)) => format!("Deck: {count}, on top the {top}"),
        _ => format!("Deck: {count}"),
    });
    lines.push(format!("Discarded: {}", listed(&view.discard)));
    lines.push(format!("Scored: {}", listed(&view.scored)));
    let double = if view.doubled {
        " (the 18 counts twice)"
    } else {
        ""
    };
    let now = match view.phase {
        FerryFolliesPhase::Over => "",
        _ => " if it ended now",
    };
    lines.push(format!(
        "Score{now}: {} ferried{double} - {} left behind = {}",
        view.scored_count, view.left_behind, view.score
    ));
}

fn listed(cards: &[u8]) -> String {
    if cards.is_empty() {
        return "none".to_owned();
    }
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    cards.join(" ")
}
