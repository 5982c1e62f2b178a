//! Draws the board: the cards of the day, one sheet with its trucks, routes and scores, the other
//! players' sheets in short form, and the unseen cards.
//!
//! A card has the id `card-5H` and the word `5H`. A square has the id `square-hearts-2` and the
//! word `hearts.2`. A circle has the id `circle-hearts-5` and the word `hearts>5`. The x1 stop next
//! to it has the id `stop-hearts-5` and the word `hearts>5!`. A viewer who plays also gets `done`
//! and `restart`. Other elements that drive a truck name it in `data-truck`.

mod look;
mod narrow;
mod others;
mod truck;

use crate::FlipFreighters;
use crate::MESSAGES;
use crate::card::Suit;
use crate::options::OvertimeRule;
use crate::picture::{awaited, headline, in_full, result, week_day};
use crate::sheet::{HOUR_PAY, HOURS};
use crate::state::WEEKS;
use crate::trucks::TruckId;
use crate::view::{Card, Phase, Player, Today, View};
use rules::svg::parts::{Area, panel, signed};
use rules::svg::{Colour, Drawing, Layout, Preferences, Shapes, Words, shape, short};
use rules::{Message, Names, Seat, Show, told};

/// The width of the picture and of its margins.
const WIDTH: i32 = 720;
pub(crate) const MARGIN: i32 = 22;
/// The size of a card of the day.
const CARD: (i32, i32) = (64, 88);
/// The right edge of the texts.
const RIGHT: i32 = WIDTH - MARGIN;

const COLOURS: &[Colour] = &[
    Colour::new("card", "#ffffff", "#34383f"),
    Colour::new("shade", "#d5cfc2", "#101215"),
    Colour::new("cargo", "#fbe3a4", "#5a4a1f"),
    Colour::new("red", "#b3261e", "#ff9d94"),
    Colour::new("wheel", "#3a3d44", "#5d636e"),
    Colour::new("hub", "#c9ccd1", "#8b9098"),
    Colour::new("glass", "#d3e8f2", "#2a4a5c"),
    Colour::new("lamp", "#ffd25e", "#ffe08a"),
    Colour::new("road", "#d2cdc1", "#3d4149"),
    Colour::new("lane", "#ffffff", "#7d828b"),
    Colour::new("on-truck", "#ffffff", "#16181c"),
    Colour::new("eq", "#2f68b5", "#82b1f0"),
    Colour::new("neq", "#7a4ba0", "#c39be6"),
    Colour::new("six_one", "#b8352c", "#f08c84"),
    Colour::new("one_six", "#9c5205", "#f0ab66"),
    Colour::new("any", "#b83b78", "#f08fbe"),
    Colour::new("hearts", "#2a7136", "#86d394"),
    Colour::new("clubs", "#6a7018", "#cdd36e"),
    Colour::new("diamonds", "#0f6b6c", "#6fd0d1"),
    Colour::new("spades", "#796000", "#e6c94f"),
    look::STATES[0],
    look::STATES[1],
    look::STATES[2],
    look::STATES[3],
];

impl Show for FlipFreighters {
    fn picture(view: &View, names: &Names) -> String {
        crate::picture::picture(view, names)
    }

    /// Draws a view.
    fn draw(view: &View, names: &Names) -> Drawing {
        FlipFreighters::draw_as(view, names, Preferences::default())
    }

    /// Draws a view with these preferences.
    fn draw_as(view: &View, names: &Names, likes: Preferences) -> Drawing {
        if likes.layout == Layout::Narrow {
            return narrow::drawing(view, names, likes);
        }
        let (title, detail) = headlines(view, names);
        let mut body = Shapes::default();
        let to = &mut body;
        shape!(to, text class="f-ink b" at=(MARGIN, 40) font_size=22 => title);
        shape!(to, text class="f-faint" at=(MARGIN, 64) => detail);
        let mut y = 84;
        today(to, view, names, likes, &mut y);
        if let Some(player) = in_full(view, names) {
            sheet(to, player, view, names, likes, &mut y);
        }
        others::sheets(to, view, names, likes, &mut y);
        unseen(to, view, names, &mut y);
        Drawing {
            width: WIDTH as u32,
            height: y as u32 + 10,
            title: names.tell(&told!("drawing", headline: headline(view, names))),
            colours: COLOURS,
            body,
        }
    }
}

fn headlines(view: &View, names: &Names) -> (String, String) {
    if view.phase == Phase::Over {
        return (
            names.tell(&told!("over")),
            short(&names.tell(&result(view, names)), 60),
        );
    }
    let awaited = match view.you {
        Some(you) if view.awaited.contains(&you) => told!("your-turn"),
        _ => told!("awaited", names: awaited(view, names)),
    };
    (
        names.tell(&week_day(view)),
        short(&names.tell(&awaited), 84),
    )
}

/// Draws the cards of the day, and the keys for other moves.
fn today(to: &mut Shapes, view: &View, names: &Names, likes: Preferences, y: &mut i32) {
    if view.cards.is_empty() {
        return;
    }
    let own = view.players.iter().find(|it| Some(it.seat) == view.you);
    let used = own.and_then(|player| Some(player.today.as_ref()?.used));
    let plays = own.is_some_and(|player| !player.left);
    let ended = own.is_some_and(|player| player.ended);
    let top = *y;
    *y += CARD.1 + 30;
    let mut notes = vec![match (plays, ended) {
        (true, false) => told!("use-cards"),
        (true, true) => told!("day-is-over"),
        (false, _) => told!("same-cards"),
    }];
    if view.options.overtime_rule == OvertimeRule::SuitChange {
        notes.push(told!("suit-change"));
    }
    let right = MARGIN + 3 * (CARD.0 + 12) + 14;
    let done = names.tell(&told!("button-done"));
    let restart = names.tell(&told!("button-restart"));
    for ((card, used), x) in view
        .cards
        .iter()
        .zip(used.unwrap_or_default())
        .zip((MARGIN..).step_by(CARD.0 as usize + 12))
    {
        let area = Area::new(x, top, CARD.0, CARD.1);
        playing_card(to, area, card, used);
        let called = card.called_among(&view.cards);
        if words_are_shown(likes) {
            let name = match used {
                true => names.tell(&told!("drawn-used", card: called)),
                false => called.to_owned(),
            };
            shape!(to, text class="f-faint mid" at=(area.mid(), area.bottom() + 18) font_size=12
                => name);
        }
    }
    for (note, y) in notes.iter().zip((top + 16..).step_by(20)) {
        shape!(to, text class="f-faint" at=(right, y) font_size=13 => names.tell(note));
    }
    if plays {
        if !ended {
            button(to, Area::new(right, top + 54, 74, 30), "done", &done);
        }
        button(
            to,
            Area::new(right + if ended { 0 } else { 88 }, top + 54, 84, 30),
            "restart",
            &restart,
        );
    }
}

/// Draws a key for a word of the notation, with its label.
fn button(to: &mut Shapes, area: Area, word: &str, name: &str) {
    shape!(to, group id=(format_args!("word-{word}")) word=(word));
    to.holds(|to| {
        area.rounded(to, 15, "f-panel s-accent", 1);
        shape!(to, text class="f-accent b mid" at=(area.mid(), area.y + area.h / 2 + 5) => name);
    });
}

/// Whether a restart of the day would undo anything.
fn is_taken_back(player: &Player) -> bool {
    let is_used = |it: &Today| it.used.contains(&true);
    !player.left && (player.ended || player.today.as_ref().is_some_and(is_used))
}

/// Returns the rank and the sign that are printed on a card.
fn printed(card: &Card) -> (String, String) {
    match (card.value, card.suit) {
        (Some(1), Some(suit)) => ("A".to_owned(), suit.sign().to_string()),
        (Some(value), Some(suit)) => (value.to_string(), suit.sign().to_string()),
        _ => ("JK".to_owned(), "★".to_owned()),
    }
}

/// Returns the places of the signs on a card from its centre, in units of a third of the distance
/// between the outer ones.
const fn pips(value: Option<u8>) -> &'static [(i32, i32)] {
    match value {
        Some(2) => &[(0, -1), (0, 1)],
        Some(3) => &[(0, -1), (0, 0), (0, 1)],
        Some(4) => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        Some(5) => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        Some(6) => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        _ => &[(0, 0)],
    }
}

/// Draws a card of the day: its rank in the corner, and as many signs of its suit as it counts. A used
/// card is crossed out.
fn playing_card(to: &mut Shapes, area: Area, card: &Card, used: bool) {
    let (rank, sign) = printed(card);
    let ink = match (used, card.suit) {
        (true, _) => "f-faint",
        (false, suit) => ink(suit),
    };
    let (fill, edge) = match used {
        true => ("f-panel", "s-line"),
        false => ("f-card", "s-faint"),
    };
    let is_joker = card.suit.is_none();
    shape!(to, group id=(format_args!("card-{}", card.name)) word=(&card.name));
    to.holds(|to| {
        if !used {
            shape!(to, rect class="f-shade" at=(area.x + 1, area.y + 3) size=(area.w, area.h) rx=8);
        }
        area.rounded(to, 8, format_args!("{fill} {edge}"), 1);
        shape!(to, text class=(format_args!("{ink} b mid")) at=(area.x + 13, area.y + 23)
            font_size=(if is_joker { 13 } else { 20 }) => rank);
        let places = pips(card.value);
        let size = if places.len() == 1 { 36 } else { 18 };
        let (x, y) = (area.x + area.w * 13 / 20, area.y + area.h / 2 + size / 3);
        let (aside, apart) = (area.w / 7, area.h * 3 / 10);
        for (right, down) in places {
            shape!(to, text class=(format_args!("{ink} mid"))
                at=(x + right * aside, y + down * apart) font_size=(size) => &sign);
        }
        if used {
            shape!(to, path class="s-faint" unfilled stroke_width=2
                d=(format_args!("M{} {}L{} {}",
                    area.x + 8, area.bottom() - 8, area.right() - 8, area.y + 8)));
        }
    });
}

/// Whether the board shows the names of the notation.
fn words_are_shown(likes: Preferences) -> bool {
    likes.words == Words::On
}

/// Returns the class for red or black.
const fn ink(suit: Option<Suit>) -> &'static str {
    match suit {
        Some(Suit::Hearts | Suit::Diamonds) => "f-red",
        _ => "f-ink",
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
) {
    let top = *y;
    let area = |bottom: i32| Area::new(MARGIN - 8, top, WIDTH - 2 * MARGIN + 16, bottom - top);
    *y += 74;
    let mut rows = Shapes::default();
    for id in TruckId::ALL {
        let before = player.today.as_ref().map(|it| it.trucks_shown.of(id));
        let truck = player.trucks.of(id);
        truck::row(
            &mut rows,
            truck::Shown {
                id,
                truck,
                before,
                is_live: true,
                names,
                likes,
            },
            y,
        );
    }
    let sum = *y - 8;
    *y += 24;
    let bottom = *y;
    *y += 20;
    let heading = heading(names, player.seat, 22);
    panel(
        to,
        area(bottom),
        Some(player.seat) == view.you && view.awaited.contains(&player.seat),
    );
    shape!(to, text class="f-ink b" at=(MARGIN + 4, top + 26) font_size=16 => heading);
    overtime(to, player, names, top + 52);
    weeks(to, player, view, names, top + 12);
    shape!(to, text class="f-faint end" at=(698, top + 76) font_size=12
        => names.tell(&told!("column-pays")));
    to.extend(&rows);
    shape!(to, text class="f-faint" at=(MARGIN + 4, sum + 19) font_size=12
        => names.tell(&told!("drawn-brackets")));
    shape!(to, text class="f-faint end" at=(636, sum + 19) font_size=12
        => names.tell(&told!("drawn-a-week")));
    Area::new(644, sum, 56, 28).rounded(to, 4, "f-paper s-ink", 2);
    shape!(to, text class="f-ink b end" at=(694, sum + 20) font_size=17 => player.pay);
}

/// Returns the heading of a sheet: the player's name, or a phrase for the reader's own sheet.
fn heading(names: &Names, seat: Seat, most: usize) -> String {
    let name = short(names.of(seat), most);
    names.tell(&told!("drawn-sheet", whose: names.whose(seat), name: name))
}

/// Draws the five hours, and the number of those left.
fn overtime(to: &mut Shapes, player: &Player, names: &Names, y: i32) {
    let x = MARGIN + 4;
    rings(to, player.hours, x + 10, 24, 9, y);
    shape!(to, text class="f-faint" at=(x + 128, y + 5) font_size=13
        => names.tell(&told!("drawn-hours-left", hours: player.hours)));
}

/// Draws a ring for each hour left, and a cross for each hour spent.
fn rings(to: &mut Shapes, left: u8, x: i32, apart: usize, radius: i32, y: i32) {
    for (hour, cx) in (1..=HOURS).zip((x..).step_by(apart)) {
        if hour <= left {
            shape!(to, circle class="f-card s-accent" around=(cx, y) r=(radius) stroke_width=2);
            shape!(to, path class="s-accent" unfilled stroke_width=2
                d=(format_args!("M{cx} {}v5h4", y - 5)));
        } else {
            shape!(to, circle class="f-panel s-line" around=(cx, y) r=(radius) stroke_width=1);
            shape!(to, path class="s-faint" unfilled stroke_width=2
                d=(format_args!("M{} {}l10 10m0 -10l-10 10", cx - 5, y - 5)));
        }
    }
}

/// Returns the scores of the weeks and the worth of the hours, each with its name.
fn boxes(player: &Player, view: &View) -> Vec<(Message, String)> {
    let over = view.phase == Phase::Over;
    let of_week = |week: usize| told!("drawn-week", week: week + 1);
    let week = |week: usize| match player.weeks.get(week) {
        Some(score) => (of_week(week), score.to_string()),
        None if !over && week == player.weeks.len() => {
            (told!("drawn-so-far"), format!("({})", player.pay))
        }
        None => (of_week(week), "–".to_owned()),
    };
    let mut boxes: Vec<(Message, String)> = (0..WEEKS).map(week).collect();
    boxes.push((
        told!("drawn-hours-of", hours: player.hours),
        hours_pay(player),
    ));
    boxes
}

/// Returns the points for the hours left.
fn hours_pay(player: &Player) -> String {
    signed((HOUR_PAY * u16::from(player.hours)).into())
}

/// Returns the label of the total score.
fn score_word(view: &View) -> Message {
    match view.phase {
        Phase::Over => told!("drawn-score"),
        Phase::Day => told!("drawn-score-now"),
    }
}

/// Draws the scores of the weeks and the total.
fn weeks(to: &mut Shapes, player: &Player, view: &View, names: &Names, y: i32) {
    for ((name, number), x) in boxes(player, view).iter().zip((312..).step_by(72)) {
        Area::new(x, y, 66, 48).rounded(to, 6, "f-paper s-line", 1);
        shape!(to, text class="f-faint mid" at=(x + 33, y + 17) font_size=12 => names.tell(name));
        shape!(to, text class="f-ink b mid" at=(x + 33, y + 39) font_size=17 => number);
    }
    Area::new(604, y, 92, 48).rounded(to, 6, "f-paper s-ink", 2);
    shape!(to, text class="f-faint mid" at=(650, y + 17) font_size=12
        => names.tell(&score_word(view)));
    shape!(to, text class="f-ink b mid" at=(650, y + 40) font_size=20 => player.score);
}

fn sign(id: TruckId) -> String {
    match id {
        TruckId::Any => "any".to_owned(),
        TruckId::Hearts | TruckId::Clubs | TruckId::Diamonds | TruckId::Spades => id
            .suit(0)
            .map_or_else(String::new, |suit| suit.sign().to_string()),
        id => id.printed().symbol.to_owned(),
    }
}

/// Returns the unseen cards, until the game is over.
fn to_come(view: &View) -> Option<&Vec<Card>> {
    view.unseen.as_ref().filter(|_| view.phase == Phase::Day)
}

/// Returns how many of these cards have this suit and this value; a joker has neither.
fn count(cards: &[Card], suit: Option<Suit>, value: Option<u8>) -> usize {
    let is_such = |card: &&Card| card.suit == suit && card.value == value;
    cards.iter().filter(is_such).count()
}

/// Draws the number of unseen cards of each kind.
fn unseen(to: &mut Shapes, view: &View, names: &Names, y: &mut i32) {
    let Some(unseen) = to_come(view) else {
        return;
    };
    let top = *y;
    *y += 62;
    let suits = Suit::ALL.into_iter().zip((MARGIN..).step_by(148));
    let title = told!("drawn-unseen");
    let jokers = told!("jokers");
    shape!(to, text class="f-faint" at=(MARGIN, top + 12) font_size=12
        => names.tell(&title.with("count", unseen.len())));
    for (suit, x) in suits {
        shape!(to, text class=(format_args!("{} b", ink(Some(suit)))) at=(x, top + 38) font_size=17
            => suit.sign());
        for (value, x) in (1..=6).zip((x + 26..).step_by(18)) {
            let left = count(unseen, Some(suit), Some(value));
            let rank = if value == 1 {
                "A".to_owned()
            } else {
                value.to_string()
            };
            shape!(to, text class=(if left == 0 { "f-faint mid" } else { "f-ink b mid" })
                at=(x, top + 32) font_size=12 => rank);
            shape!(to, text class="f-faint mid" at=(x, top + 47) font_size=12 => left);
        }
    }
    shape!(to, text class="f-ink b" at=(616, top + 38) font_size=14
        => names.tell(&jokers.with("count", count(unseen, None, None))));
}
