//! A view as plain text.

use super::FerryFollies;
use super::MESSAGES;
use super::cards::Card;
use super::state::Phase;
use super::view::{CardView, View};
use rules::{Message, Names, Rules, Seat, Word, told};

/// The number of cards of the row in one line of the picture.
const CARDS_IN_A_LINE: usize = 12;

/// Returns the view as text of at most 78 columns.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let mut lines = vec![names.tell(&headline(view, names)), String::new()];
    row(view, names, &mut lines);
    lines.push(String::new());
    choices(view, names, &mut lines);
    hand(view, names, &mut lines);
    piles(view, names, &mut lines);
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

fn headline(view: &View, names: &Names) -> Message {
    let id = match view.phase {
        Phase::Act if view.final_card => "act-final",
        Phase::Act => "act",
        Phase::Choose if view.may_decline => "may-choose",
        Phase::Choose => "choose",
        Phase::Over if view.left => "over-left",
        Phase::Over if view.won == Some(true) => "over-won",
        Phase::Over => "over-lost",
    };
    MESSAGES.message(id).with("name", names.of(Seat(0)))
}

fn row(view: &View, names: &Names, lines: &mut Vec<String>) {
    let tell = |id| names.tell(&MESSAGES.message(id));
    if view.row.is_empty() {
        lines.push(tell("row-empty"));
        return;
    }
    lines.push(tell("row"));
    let heads = ["row-card", "row-index"].map(tell);
    let widest = heads.iter().map(|head| head.chars().count()).max();
    let width = widest.unwrap_or(0) + 2;
    for (part, cards) in view.row.chunks(CARDS_IN_A_LINE).enumerate() {
        let first = part * CARDS_IN_A_LINE;
        let line = |head: &str, cell: &dyn Fn(usize) -> String| -> String {
            let cells = (0..cards.len()).map(|i| format!("{:>5}", cell(i)));
            format!("  {head:width$}{}", cells.collect::<String>())
        };
        lines.push(line(&heads[0], &|i| card(cards[i])));
        lines.push(line(&heads[1], &|i| (first + i).to_string()));
    }
    for laid in view.row.iter().filter(|laid| laid.worth != laid.value) {
        let what = if laid.face_down {
            told!("lies-down")
        } else {
            told!("upside-down")
        };
        let what = what.with("card", card(*laid));
        lines.push(format!("  {}", names.tell(&what)));
    }
}

/// Returns the card as in the diagrams of the rules: `9u` for upside down, `[5]` for face down.
fn card(laid: CardView) -> String {
    match laid {
        CardView {
            face_down: true,
            value,
            ..
        } => format!("[{value}]"),
        CardView { value, worth, .. } if value != worth => format!("{value}u"),
        CardView { value, .. } => value.to_string(),
    }
}

/// Returns a move of the notation in the reader's language.
fn said(mv: &str, names: &Names) -> String {
    FerryFollies::MANUAL.in_words(mv, names.language())
}

fn choices(view: &View, names: &Names, lines: &mut Vec<String>) {
    if view.phase != Phase::Choose {
        return;
    }
    lines.push(names.tell(&told!("choices")));
    for set in &view.sets {
        let worths: Vec<String> = view.row[usize::from(set.from)..=usize::from(set.to)]
            .iter()
            .map(|laid| laid.worth.to_string())
            .collect();
        let choice = told!(
            "choice-set", move: said(&format!("score {} to {}", set.from, set.to), names),
            sum: worths.join(" + "), total: set.total
        );
        lines.push(format!("  {}", names.tell(&choice)));
    }
    if view.may_decline {
        lines.push(format!("  {}", said("decline", names)));
    }
    lines.push(String::new());
}

fn hand(view: &View, names: &Names, lines: &mut Vec<String>) {
    if view.hand.is_empty() {
        return;
    }
    lines.push(names.tell(&told!("hand")));
    for value in &view.hand {
        let text = Card::of(i32::from(*value)).map_or_else(String::new, |card| {
            names.tell(&told!("card", head: card.head(), text: card.text()))
        });
        lines.push(format!("  {value:>2}  {text}"));
    }
    lines.push(String::new());
}

fn piles(view: &View, names: &Names, lines: &mut Vec<String>) {
    let deck = match (&view.deck, view.known_top) {
        (Some(deck), _) if !deck.is_empty() => {
            told!("deck-open", cards: listed(deck))
        }
        (_, Some(top)) => told!("deck-top", card: top),
        _ => told!("deck"),
    };
    let ferried = match view.doubled {
        true => told!("ferried-double"),
        false => told!("ferried"),
    };
    let score = match view.phase {
        Phase::Over => told!("score"),
        _ => told!("score-now"),
    };
    let piles = [
        deck.with("count", counted(view.deck_size)),
        told!("discard-pile", cards: listed(&view.discard)),
        told!("scored-pile", cards: listed(&view.scored)),
        score
            .with("ferried", ferried.with("count", view.scored_count))
            .with("behind", view.left_behind)
            .with("score", view.score),
    ];
    lines.extend(piles.iter().map(|line| names.tell(line)));
}

/// Returns the number of cards as a phrase.
pub(super) fn counted(count: u8) -> Message {
    told!("cards", count: count)
}

fn listed(cards: &[u8]) -> Word {
    if cards.is_empty() {
        return told!("no-cards").into();
    }
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    cards.join(" ").into()
}
