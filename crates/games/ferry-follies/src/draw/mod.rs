//! Draws the board: the row on the quay, the hand, the ferry with the crossed cards.
//!
//! A card of the row has the id `row-2` and its index as its word. A place where a card may be
//! played has the id `place-2` and its index. A card of the hand has the id `hand-8` and the word
//! `8` after `play`. Its ability has the id `ability-8` and the same word after `discard`. The face
//! of a card always has the id `card-8`, so a page that shows one picture after another can tell
//! which card moved. The indexes, which only written moves use, have the class `index`.

mod ferry;
mod passenger;
mod row;
mod sizes;

use self::passenger::{Place, passenger};
use self::row::Row;
use self::sizes::Sizes;
use super::FerryFollies;
use super::MESSAGES;
use super::cards::Card;
use super::picture::counted;
use super::state::Phase;
use super::view::{SetView, View};
use rules::svg::parts::{Area, lines, panel, signed};
use rules::svg::{Colour, Drawing, Layout, Preferences, Shapes, Words, shape, short};
use rules::{Message, Names, Seat, Show, told};

const COLOURS: &[Colour] = &[
    Colour::new("card", "#ffffff", "#34383f"),
    Colour::new("held", "#fdf3d4", "#4b4226"),
    Colour::new("back", "#6f5482", "#6b5480"),
    Colour::new("quay", "#c79f6b", "#7d5f3c"),
    Colour::new("plank", "#94703f", "#553f27"),
    Colour::new("stone", "#b5b0a6", "#5d5f66"),
    Colour::new("rope", "#8a6a3c", "#c9a770"),
    Colour::new("air", "#eaf3f7", "#22303c"),
    Colour::new("sun", "#ffd97a", "#e9e4cf"),
    Colour::new("cloud", "#ffffff", "#33444f"),
    Colour::new("smoke", "#cdd3d8", "#56626c"),
    Colour::new("water", "#bfdcea", "#1b3f53"),
    Colour::new("deep-water", "#a5cbde", "#24506a"),
    Colour::new("wave", "#7fb0ca", "#3f7896"),
    Colour::new("foam", "#ffffff", "#8fb8cc"),
    Colour::new("hull", "#b8372f", "#a8443b"),
    Colour::new("on-hull", "#ffffff", "#ffffff"),
    Colour::new("cabin", "#ffffff", "#d9dde2"),
    Colour::new("glass", "#8fc1d8", "#2b5a72"),
    Colour::new("rail", "#8c939c", "#7d8791"),
    Colour::new("wheel", "#35302f", "#191717"),
    Colour::new("light", "#ffe08a", "#ffe08a"),
    Colour::new("porthole", "#7d2c1d", "#5c231b"),
    Colour::new("dim", "#8a2a21", "#7d2f27"),
    Colour::new("rest", "#ece6da", "#3d4048"),
    passenger::COLOURS[0],
    passenger::COLOURS[1],
    passenger::COLOURS[2],
    passenger::COLOURS[3],
    passenger::COLOURS[4],
    passenger::COLOURS[5],
    passenger::COLOURS[6],
    passenger::COLOURS[7],
    passenger::COLOURS[8],
    passenger::COLOURS[9],
    passenger::COLOURS[10],
    passenger::COLOURS[11],
    passenger::COLOURS[12],
    passenger::COLOURS[13],
    passenger::COLOURS[14],
    passenger::COLOURS[15],
    passenger::COLOURS[16],
    passenger::COLOURS[17],
    passenger::COLOURS[18],
];

impl Show for FerryFollies {
    fn picture(view: &View, names: &Names) -> String {
        super::picture::picture(view, names)
    }

    /// Draws a view.
    fn draw(view: &View, names: &Names) -> Drawing {
        FerryFollies::draw_as(view, names, Preferences::default())
    }

    /// Draws a view with these preferences.
    fn draw_as(view: &View, names: &Names, likes: Preferences) -> Drawing {
        let sizes = match likes.layout {
            Layout::Wide => &sizes::WIDE,
            Layout::Narrow => &sizes::NARROW,
        };
        let mut y = sizes.head;
        let (title, detail) = headline(view, names, sizes);
        let mut body = Shapes::default();
        let to = &mut body;
        head(to, view, names, sizes, &title, &detail);
        Row::new(view, sizes, &mut y).draw(to, names);
        hand(to, view, names, sizes, likes.words, &mut y);
        ferry::ferry(to, view, names, sizes, &mut y);
        piles(to, view, names, sizes, &mut y);
        Drawing {
            width: sizes.width as u32,
            height: y as u32,
            title: names.tell(&told!("title", headline: title)),
            colours: COLOURS,
            body,
        }
    }
}

/// Returns the current situation and a detail about it.
fn headline(view: &View, names: &Names, sizes: &Sizes) -> (Message, Message) {
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
    let name = short(names.of(Seat(0)), sizes.name);
    let detail = MESSAGES
        .message(detail)
        .with("scored", view.scored_count)
        .with("behind", view.left_behind);
    let title = MESSAGES.message(title).with("name", name);
    (title.with("whose", names.whose(Seat(0))), detail)
}

/// Draws the current situation in words, and the score.
fn head(
    to: &mut Shapes,
    view: &View,
    names: &Names,
    sizes: &Sizes,
    title: &Message,
    detail: &Message,
) {
    let label = match view.phase {
        Phase::Over => "final-score",
        _ => "score-so-far",
    };
    let (x, right) = (sizes.margin, sizes.width - sizes.margin);
    let colour = if view.score > 0 { "f-good" } else { "f-ink" };
    let [first, second] = sizes.head_lines;
    shape!(to, text class="f-ink b" at=(x, first) font_size=(sizes.title) => names.tell(title));
    for (line, y) in lines(&names.tell(detail), sizes.detail)
        .iter()
        .zip((second..).step_by(15))
    {
        shape!(to, text class="f-faint" at=(x, y) maybe=(sizes.small, Shapes::font_size) => line);
    }
    shape!(to, text class=(format_args!("{colour} b end")) at=(right, first + 2)
        font_size=(sizes.score) => signed(view.score));
    shape!(to, text class="f-faint end" at=(right, second) font_size=12
        => names.tell(&MESSAGES.message(label)));
}

/// Draws the sets to choose from, at this position. With words, it shows what the player types.
fn choice(
    to: &mut Shapes,
    view: &View,
    names: &Names,
    sizes: &Sizes,
    words: Words,
    (x, mut y): (i32, i32),
) {
    // In the narrow layout the cards show which sets can be scored.
    let sets = view.sets.iter().filter(|_| !sizes.is_narrow);
    let after = match words {
        Words::On => 130,
        Words::Off => 0,
    };
    for set in sets {
        if words == Words::On {
            shape!(to, text class="f-accent b" at=(x, y + 14)
                => format_args!("score {} to {}", set.from, set.to));
        }
        shape!(to, text class="f-ink" at=(x + after, y + 14) => sum(view, set));
        y += 22;
    }
    if !view.may_decline {
        return;
    }
    let wide = if sizes.is_narrow {
        sizes.width - 2 * x
    } else {
        HELD.0
    };
    let area = Area::new(x, y, wide, 34);
    let mut none = names.tell(&told!("score-none"));
    if words == Words::On && !sizes.is_narrow {
        none = format!("decline: {none}");
    }
    shape!(to, group id="decline" word="decline");
    to.holds(|to| {
        panel(to, area, true);
        shape!(to, text class="f-accent b mid" at=(area.mid(), area.y + 22) => none);
    });
}

fn sum(view: &View, set: &SetView) -> String {
    let cards = &view.row[usize::from(set.from)..=usize::from(set.to)];
    let worths: Vec<String> = cards.iter().map(|laid| laid.worth.to_string()).collect();
    format!("{} = {}", worths.join(" + "), set.total)
}

/// The width of a card of the hand with its text, and the distance to the next one.
const HELD: (i32, i32) = (332, 344);

/// The number of cards that a hand has room for. Without all of them, the sets to choose from take
/// the room.
const HAND: i32 = 2;

fn hand(to: &mut Shapes, view: &View, names: &Names, sizes: &Sizes, words: Words, y: &mut i32) {
    if view.phase == Phase::Over {
        return;
    }
    let (mut top, x) = (*y, sizes.margin);
    let due = view.phase == Phase::Act;
    let high = sizes.card.1 + sizes.around_held;
    let (wide, [right, down]) = if sizes.is_narrow {
        *y += HAND * (high + 8);
        (sizes.width - 2 * x, [0, high + 8])
    } else {
        top += 24;
        *y = top + high + 20;
        (HELD.0, [HELD.1, 0])
    };
    if !sizes.is_narrow && !view.hand.is_empty() {
        let title = names.tell(&told!("hand-title"));
        shape!(to, text class="f-ink b" at=(x, top - 12) => title);
    }
    let place = |i: i32| (x + right * i, top + down * i);
    for (value, (x, y)) in view.hand.iter().zip((0..).map(place)) {
        held(to, Area::new(x, y, wide, high), *value, due, names, sizes);
    }
    if view.phase == Phase::Choose {
        choice(to, view, names, sizes, words, place(view.hand.len() as i32));
    }
}

/// Draws a card of the hand with its text. The card plays it and the text uses its ability. If the
/// card has no ability, the text also plays it.
fn held(to: &mut Shapes, area: Area, value: u8, due: bool, names: &Names, sizes: &Sizes) {
    let known = Card::of(i32::from(value));
    let texts = known.map(|card| [card.head(), card.text()]);
    let [head, text] = texts.map_or_else(Default::default, |texts| texts.map(|it| names.tell(&it)));
    let pad = (area.h - sizes.card.1) / 2;
    let face = Area::new(area.x + pad, area.y + pad, sizes.card.0, sizes.card.1);
    let left = face.right() + 5;
    let rest = Area::new(left, area.y + 4, area.right() - left - 4, area.h - 8);
    let x = face.right() + 14;
    let card = |to: &mut Shapes| {
        shape!(to, group id=(format_args!("card-{value}")));
        to.holds(|to| {
            face.rounded(to, 6, "f-held s-line", 1);
            portrait(to, face, value, sizes);
            shape!(to, text class="f-ink b mid" at=(face.mid(), face.y + sizes.worth)
                font_size=(sizes.figure) => value);
        });
    };
    let says = |to: &mut Shapes| {
        shape!(to, rect fill_opacity=0 at=(rest.x, rest.y) size=(rest.w, rest.h) rx=6);
        shape!(to, text class="f-faint" at=(x, face.y + 16) font_size=12 => head);
        for (line, y) in lines(&text, sizes.says)
            .iter()
            .zip((face.y + 36..).step_by(sizes.says_line))
        {
            shape!(to, text class="f-ink" at=(x, y) => line);
        }
    };
    if known.and_then(Card::ability).is_some() {
        panel(to, area, due);
        shape!(to, group id=(format_args!("hand-{value}")) word=(value) data=("after", "play"));
        to.holds(|to| card(to));
        shape!(to, group id=(format_args!("ability-{value}")) word=(value)
            data=("after", "discard"));
        to.holds(says);
    } else {
        shape!(to, group id=(format_args!("hand-{value}")) word=(value) data=("after", "play"));
        to.holds(|to| {
            panel(to, area, due);
            card(to);
            says(to);
        });
    }
}

/// Draws the passenger on a large card.
fn portrait(to: &mut Shapes, card: Area, value: u8, sizes: &Sizes) {
    passenger(to, value, false, sizes.portrait(card));
}

/// Draws a small card with its own id: the number, and the passenger below.
fn small(to: &mut Shapes, x: i32, y: i32, size: (i32, i32), value: u8, fill: &str) {
    let area = Area::new(x, y, size.0, size.1);
    shape!(to, group id=(format_args!("card-{value}")));
    to.holds(|to| {
        area.rounded(to, 4, format_args!("f-{fill} s-line"), 1);
        let at = Place {
            x: x + 2,
            y: area.bottom() - size.0 + 2,
            scale: "0.5455",
        };
        passenger(to, value, false, at);
        shape!(to, text class="f-ink b mid" at=(area.mid(), y + 13) font_size=12 => value);
    });
}

/// Draws the back of a card: a frame, and an anchor in the centre.
fn back(to: &mut Shapes, area: Area) {
    area.rounded(to, 4, "f-back s-line", 1);
    let inside = area.inset(3);
    shape!(to, rect class="s-silver" unfilled at=(inside.x, inside.y) size=(inside.w, inside.h)
        rx=2);
    shape!(to, path class="s-silver" unfilled stroke_width=2 round_caps
        d=(format_args!("M{} {}v-14m-3 3h6m-9 5q0 6 6 6q6 0 6 -6", area.mid(), area.y + area.h / 2 + 8)));
}

/// Draws the deck and the discard pile.
fn piles(to: &mut Shapes, view: &View, names: &Names, sizes: &Sizes, y: &mut i32) {
    let (top, margin) = (*y, sizes.margin);
    let x = margin + sizes.pile_label;
    let (width, height) = sizes.pile;
    let lines = |cards: usize| cards.div_ceil(sizes.pile_columns).max(1) as i32;
    let tall = |cards: usize| (height + 4) * (lines(cards) - 1);
    let second = top
        + match &view.deck {
            Some(deck) if !deck.is_empty() => (height + 4) * lines(deck.len()),
            _ => sizes.back + 6,
        };
    *y = second + tall(view.discard.len()) + height + sizes.foot;
    let below = match (view.deck_size, view.known_top) {
        (_, Some(known)) if view.deck.is_none() => told!("on-top", card: known),
        (cards, _) => counted(cards),
    };
    let tell = |id| names.tell(&MESSAGES.message(id));
    shape!(to, text class="f-ink b" at=(margin, top + 18) => tell("deck-title"));
    shape!(to, text class="f-faint" at=(margin, top + 36) font_size=12 => names.tell(&below));
    match &view.deck {
        Some(deck) => pile(to, deck, x, top, sizes),
        None => {
            for i in 0..i32::from(view.deck_size) {
                back(
                    to,
                    Area::new(x + sizes.back_step * i, top, width, sizes.back),
                );
            }
        }
    }
    shape!(to, text class="f-ink b" at=(margin, second + 18) => tell("discard-title"));
    if view.discard.is_empty() {
        shape!(to, text class="f-faint" at=(x, second + 24) => tell("discard-empty"));
    }
    pile(to, &view.discard, x, second, sizes);
}

fn pile(to: &mut Shapes, cards: &[u8], x: i32, y: i32, sizes: &Sizes) {
    let (width, height) = sizes.pile;
    let beside = cards.len().min(sizes.pile_columns) as i32 - 1;
    let room = sizes.width - sizes.margin - x - width;
    let step = (width + 3).min(room / beside.max(1));
    for (i, value) in cards.iter().enumerate() {
        let (line, column) = (i / sizes.pile_columns, i % sizes.pile_columns);
        small(
            to,
            x + step * column as i32,
            y + (height + 4) * line as i32,
            sizes.pile,
            *value,
            "rest",
        );
    }
}
