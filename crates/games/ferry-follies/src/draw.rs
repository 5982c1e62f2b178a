//! The board as a picture: the row on the quay, the hand, the ferry with what crossed.
//!
//! A card of the hand carries the id `hand-8` and the word `8`, a card of the row the id `row-2` and
//! its index as the word, a place where a card may be played the id `place-2` and its index.

use maud::{Markup, html};

use super::FerryFollies;
use super::MESSAGES;
use super::cards::{CARDS, Card};
use super::legal::allowed::may_lie;
use super::picture::counted;
use super::state::Phase;
use super::view::{CardView, SetView, View};
use rules::svg::parts::{Area, card, lines, panel, signed};
use rules::svg::{Colour, Drawing, short};
use rules::{Message, Names, Seat, Show, told};

const WIDTH: i32 = 720;
const MARGIN: i32 = 22;
/// A card of the row, and the room between two.
const CARD: (i32, i32) = (54, 76);
const GAP: i32 = 21;
/// Cards in a line of the row.
const COLUMNS: usize = 9;
/// A line of the row without the sets marked below it, and one such mark.
const LINE: i32 = 112;
const MARK: i32 = 22;

const COLOURS: &[Colour] = &[
    Colour::new("card", "#ffffff", "#34383f"),
    Colour::new("held", "#fdf3d4", "#4b4226"),
    Colour::new("back", "#8d6f9c", "#6b5480"),
    Colour::new("quay", "#d9cbb3", "#4a4336"),
    Colour::new("water", "#cfe3ee", "#1d3a4b"),
    Colour::new("wave", "#8db9d1", "#3c6c86"),
    Colour::new("hull", "#b8442f", "#a64a38"),
    Colour::new("on-hull", "#ffffff", "#ffffff"),
    Colour::new("cabin", "#ffffff", "#d9dde2"),
    Colour::new("glass", "#cfe3ee", "#1d3a4b"),
    Colour::new("light", "#ffe08a", "#ffe08a"),
    Colour::new("dim", "#7d2c1d", "#6b281b"),
    Colour::new("rest", "#ece6da", "#3d4048"),
];

impl Show for FerryFollies {
    fn picture(view: &View, names: &Names) -> String {
        super::picture::picture(view, names)
    }

    /// Draws a view.
    fn draw(view: &View, names: &Names) -> Drawing {
        let mut y = 88;
        let (title, detail) = headline(view, names);
        let row = row(view, names, &mut y);
        let choice = choice(view, names, &mut y);
        let hand = hand(view, names, &mut y);
        let ferry = ferry(view, names, &mut y);
        let piles = piles(view, names, &mut y);
        let body = html! {
            text class="f-ink b" x=(MARGIN) y="40" font-size="22" { (names.tell(&title)) }
            text class="f-faint" x=(MARGIN) y="64" { (names.tell(&detail)) }
            (score(view, names))
            (row)
            (choice)
            (hand)
            (ferry)
            (piles)
        };
        Drawing {
            width: WIDTH as u32,
            height: y as u32,
            title: names.tell(&told!("title", headline: title)),
            colours: COLOURS,
            body,
        }
    }
}

/// What goes on, and a word on it.
fn headline(view: &View, names: &Names) -> (Message, Message) {
    let (title, detail) = match view.phase {
        Phase::Act if view.final_card => ("head-act-final", "detail-final"),
        Phase::Act => ("head-act", "detail-goal"),
        Phase::Choose if view.may_decline => ("head-may-choose", "detail-may-choose"),
        Phase::Choose => ("head-choose", "detail-goal"),
        Phase::Over => match view.won {
            _ if view.left => ("head-left", "detail-over"),
            Some(true) => ("head-won", "detail-over"),
            _ => ("head-lost", "detail-over"),
        },
    };
    let name = short(names.of(Seat(0)), 22);
    let detail = MESSAGES
        .message(detail)
        .with("scored", view.scored_count)
        .with("behind", view.left_behind);
    (MESSAGES.message(title).with("name", name), detail)
}

fn score(view: &View, names: &Names) -> Markup {
    let label = match view.phase {
        Phase::Over => "final-score",
        _ => "score-so-far",
    };
    let (right, colour) = (
        WIDTH - MARGIN,
        if view.score > 0 { "f-good" } else { "f-ink" },
    );
    html! {
        text class={ (colour) " b end" } x=(right) y="42" font-size="28" { (signed(view.score)) }
        text class="f-faint end" x=(right) y="64" font-size="12" {
            (names.tell(&MESSAGES.message(label)))
        }
    }
}

/// Where the card with this index lies, or would lie. `tops` are the upper edges of the lines.
fn place(index: usize, tops: &[i32]) -> Area {
    let (line, column) = (index / COLUMNS, index % COLUMNS);
    let x = MARGIN + GAP + column as i32 * (CARD.0 + GAP);
    Area::new(x, tops.get(line).copied().unwrap_or(0), CARD.0, CARD.1)
}

fn row(view: &View, names: &Names, y: &mut i32) -> Markup {
    let (places, n) = (places(view), view.row.len());
    let last = places.last().copied().unwrap_or(n.saturating_sub(1));
    let tops: Vec<i32> = (0..=last / COLUMNS)
        .map(|line| {
            let top = *y;
            *y += LINE + MARK * marks(view, line).count() as i32;
            top
        })
        .collect();
    *y += 6;
    html! {
        @for (line, top) in tops.iter().enumerate() {
            rect class="f-quay" x=(MARGIN) y=(top + CARD.1 - 6) width=(WIDTH - 2 * MARGIN)
                height="10" rx="5" {}
            @for (set, below) in marks(view, line).zip((LINE - 12..).step_by(MARK as usize)) {
                (mark(set, line, &tops, top + below))
            }
        }
        @for (index, laid) in view.row.iter().enumerate() {
            (laid_card(place(index, &tops), index, *laid, names))
        }
        @for index in places { (gap(place(index, &tops), index)) }
        @if n == 0 {
            text class="f-faint" x=(MARGIN + GAP + 24) y=(tops[0] + 46) {
                (names.tell(&told!("row-empty")))
            }
        }
    }
}

/// The sets that have cards in a line of the row.
fn marks(view: &View, line: usize) -> impl Iterator<Item = &SetView> {
    view.sets.iter().filter(move |set| {
        (usize::from(set.from) / COLUMNS..=usize::from(set.to) / COLUMNS).contains(&line)
    })
}

/// A line below those cards of a set that lie in this line of the row.
fn mark(set: &SetView, line: usize, tops: &[i32], y: i32) -> Markup {
    let left = place(usize::from(set.from).max(line * COLUMNS), tops);
    let right = place(usize::from(set.to).min(line * COLUMNS + COLUMNS - 1), tops);
    let path = format!("M{} {y}v6H{}v-6", left.x + 2, right.right() - 2);
    html! { path class="s-accent" fill="none" stroke-width="2" d=(path) {} }
}

/// The indexes at which some card of the hand may be played.
fn places(view: &View) -> Vec<usize> {
    let n = view.row.len();
    let hand = || {
        view.hand
            .iter()
            .filter_map(|value| Card::of(i32::from(*value)))
    };
    let open = view.phase == Phase::Act;
    (0..=n)
        .filter(|at| open && hand().any(|held| may_lie(held, *at, n)))
        .collect()
}

/// A card of the row with its index below.
fn laid_card(area: Area, index: usize, laid: CardView, names: &Names) -> Markup {
    let (value, worth) = (laid.value, laid.worth);
    let mark = match value {
        _ if laid.face_down => names.tell(&told!("mark-down", card: value)),
        9 if worth == 6 => "9 ↻".to_owned(),
        13 => "18/19".to_owned(),
        18 => "×2".to_owned(),
        _ => String::new(),
    };
    let ink = if laid.face_down { "f-on-hull" } else { "f-ink" };
    html! {
        g id={ "row-" (index) } data-word=(index) {
            (area.rounded(6, if laid.face_down { "f-back s-line" } else { "f-card s-line" }, 1))
            @if laid.face_down { (back_pattern(area.inset(4))) }
            text class={ (ink) " b mid" } x=(area.mid()) y=(area.y + 40) font-size="26" { (worth) }
            text class={ (ink) " mid" } x=(area.mid()) y=(area.y + 62) font-size="12" { (mark) }
            text class="f-faint mid" x=(area.mid()) y=(area.bottom() + 20) font-size="12" { (index) }
        }
    }
}

/// The pattern on the back of a card.
fn back_pattern(area: Area) -> Markup {
    html! {
        rect class="s-on-hull" fill="none" x=(area.x) y=(area.y) width=(area.w) height=(area.h)
            rx="3" stroke-dasharray="2 3" {}
    }
}

/// A place where a card may be played, to the left of where card `index` lies.
fn gap(area: Area, index: usize) -> Markup {
    let (x, y) = (area.x - 11, area.y + 34);
    html! {
        g id={ "place-" (index) } data-word=(index) data-after="at" {
            circle class="f-paper s-accent" cx=(x) cy=(y) r="9" stroke-width="1.5" {}
            text class="f-accent b mid" x=(x) y=(y + 4) font-size="12" { (index) }
        }
    }
}

/// The sets to choose from, in the words of the notation.
fn choice(view: &View, names: &Names, y: &mut i32) -> Markup {
    if view.phase != Phase::Choose {
        return html! {};
    }
    let top = *y;
    let decline = i32::from(view.may_decline);
    *y += 22 * (view.sets.len() as i32 + decline) + 12;
    html! {
        @for (set, y) in view.sets.iter().zip((top + 14..).step_by(22)) {
            text class="f-accent b" x=(MARGIN) y=(y) { "score " (set.from) " to " (set.to) }
            text class="f-ink" x=(MARGIN + 130) y=(y) { (sum(view, set)) }
        }
        @if view.may_decline {
            text class="f-accent b" x=(MARGIN) y=(*y - 20) data-word="decline" { "decline" }
            text class="f-ink" x=(MARGIN + 130) y=(*y - 20) {
                (names.tell(&told!("score-none")))
            }
        }
    }
}

fn sum(view: &View, set: &SetView) -> String {
    let cards = &view.row[usize::from(set.from)..=usize::from(set.to)];
    let worths: Vec<String> = cards.iter().map(|laid| laid.worth.to_string()).collect();
    format!("{} = {}", worths.join(" + "), set.total)
}

fn hand(view: &View, names: &Names, y: &mut i32) -> Markup {
    if view.hand.is_empty() {
        return html! {};
    }
    let top = *y;
    *y += 24 + CARD.1 + 20 + 20;
    html! {
        text class="f-ink b" x=(MARGIN) y=(top + 12) {
            (names.tell(&told!("hand-title")))
        }
        @for (i, value) in view.hand.iter().enumerate() {
            @let area = Area::new(MARGIN + 344 * i as i32, top + 24, 332, CARD.1 + 20);
            (held(area, *value, view.phase == Phase::Act, names))
        }
    }
}

/// A card of the hand with its text.
fn held(area: Area, value: u8, due: bool, names: &Names) -> Markup {
    let texts = Card::of(i32::from(value)).map(|card| [card.head(), card.text()]);
    let [head, text] = texts.map_or_else(Default::default, |texts| texts.map(|it| names.tell(&it)));
    let face = Area::new(area.x + 10, area.y + 10, CARD.0, CARD.1);
    html! {
        g id={ "hand-" (value) } data-word=(value) data-after="play discard" {
            (panel(area, due))
            (face.rounded(6, "f-held s-line", 1))
            text class="f-ink b mid" x=(face.mid()) y=(face.y + 48) font-size="28" { (value) }
            text class="f-faint" x=(face.right() + 14) y=(area.y + 26) font-size="12" { (head) }
            @for (line, y) in lines(&text, 30).iter().zip((area.y + 46..).step_by(19)) {
                text class="f-ink" x=(face.right() + 14) y=(y) { (line) }
            }
        }
    }
}

/// The ferry with the cards that crossed on its deck.
fn ferry(view: &View, names: &Names, y: &mut i32) -> Markup {
    let top = *y + 4;
    *y += 168;
    let (left, right) = (MARGIN, WIDTH - MARGIN);
    let (deck, bridge) = (top + 56, right - 84);
    let crossed = match view.doubled {
        true => told!("crossed-double"),
        false => told!("crossed"),
    };
    let behind = match view.phase {
        Phase::Over => told!("behind"),
        _ => told!("behind-so-far"),
    };
    html! {
        path class="f-water" d=(format!("M{left} {}H{right}v68q0 10 -10 10H{}q-10 0 -10 -10z", deck + 14, left + 10)) {}
        path class="f-hull" d=(format!("M{} {}h14v22h-14z", bridge + 40, deck - 70)) {}
        path class="f-cabin s-line" d=(format!("M{bridge} {deck}v-50h62v50z")) {}
        @for x in [8, 25, 42] {
            rect class="f-glass" x=(bridge + x) y=(deck - 40) width="12" height="12" rx="2" {}
        }
        path class="f-hull" d=(format!("M{} {deck}H{}q-4 44 -34 66H{}q-24 -22 -32 -66z", left + 12, right - 4, left + 44)) {}
        path class="s-wave" fill="none" stroke-width="3" d=(format!(
            "M{} {}{}", left + 6, deck + 72, "q8 -8 16.6 0t16.6 0".repeat(20)
        )) {}
        @for (i, value) in view.scored.iter().enumerate() {
            (small(left + 22 + 31 * i as i32, deck - 38, *value, "card"))
        }
        @if view.scored.is_empty() {
            text class="f-faint" x=(left + 30) y=(deck - 12) {
                (names.tell(&told!("nothing-crossed")))
            }
        }
        (portholes(view, left + 62, deck + 20))
        text class="f-on-hull b" x=(left + 54) y=(deck + 52) {
            (names.tell(&crossed.with("count", view.scored_count)))
        }
        text class="f-on-hull end" x=(right - 62) y=(deck + 52) {
            (names.tell(&behind.with("count", view.left_behind)))
        }
    }
}

/// A porthole for each card, lit for those that crossed; a line stands at half of them.
fn portholes(view: &View, x: i32, y: i32) -> Markup {
    html! {
        @for i in 0..CARDS {
            circle class={ "s-on-hull " (if i < view.scored.len() { "f-light" } else { "f-dim" }) }
                cx=(x + 31 * i as i32 + if i < CARDS / 2 { 0 } else { 12 }) cy=(y) r="7" stroke-width="1.5" {}
        }
        path class="s-on-hull" stroke-width="2" d=(format!("M{} {}v20", x + 31 * 8 + 21, y - 10)) {}
    }
}

fn small(x: i32, y: i32, value: u8, fill: &str) -> Markup {
    card(Area::new(x, y, 28, 38), fill, "line", &value.to_string())
}

/// The deck and the discard pile.
fn piles(view: &View, names: &Names, y: &mut i32) -> Markup {
    let (top, x) = (*y, MARGIN + 110);
    *y += 118;
    let below = match (view.deck_size, view.known_top) {
        (_, Some(known)) if view.deck.is_none() => told!("on-top", card: known),
        (cards, _) => counted(cards),
    };
    let tell = |id| names.tell(&MESSAGES.message(id));
    html! {
        text class="f-ink b" x=(MARGIN) y=(top + 18) { (tell("deck-title")) }
        text class="f-faint" x=(MARGIN) y=(top + 36) font-size="12" { (names.tell(&below)) }
        @match &view.deck {
            Some(deck) => (pile(deck, x, top)),
            None => @for i in 0..i32::from(view.deck_size) {
                @let back = Area::new(x + 31 * i, top, 28, 38);
                (back.rounded(4, "f-back s-line", 1))
                (back_pattern(back.inset(3)))
            },
        }
        text class="f-ink b" x=(MARGIN) y=(top + 70) { (tell("discard-title")) }
        @if view.discard.is_empty() {
            text class="f-faint" x=(x) y=(top + 76) { (tell("discard-empty")) }
        }
        (pile(&view.discard, x, top + 52))
    }
}

fn pile(cards: &[u8], x: i32, y: i32) -> Markup {
    html! {
        @for (i, value) in cards.iter().enumerate() {
            (small(x + 31 * i as i32, y, *value, "rest"))
        }
    }
}
