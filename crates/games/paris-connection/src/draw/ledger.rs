//! Draws the ledger: value, stock and shares of each company, and the visible shares of each
//! player.

use super::super::MESSAGES;
use super::super::company::{Called, Company};
use super::super::view::View;
use super::WIDTH;
use super::token::{self, Plate};
use rules::svg::{Shapes, shape, short};
use rules::{Message, Names, Seat, told, with_minus};

/// The height of a company's row.
const ROW: u32 = 30;

/// The left edge of the players' columns.
const PLAYERS: u32 = 332;

const LEFT: u32 = 12;

/// Returns the number of rows of sums below the companies.
fn sums(view: &View) -> u32 {
    if view.over.is_some() { 3 } else { 2 }
}

/// Returns the height of the ledger.
pub(super) fn height(view: &View) -> u32 {
    44 + ROW * (6 + sums(view)) + 34
}

/// Draws the ledger from this height downwards.
pub(super) fn ledger(to: &mut Shapes, view: &View, names: &Names, top: u32) {
    let tell = |id| names.tell(&MESSAGES.message(id));
    let limit = told!("limit", limit: view.limit);
    let points = match view.over {
        Some(_) => "sum-points",
        None => "sum-points-now",
    };
    let first = top + 44;
    let below = first + 6 * ROW;
    heads(to, view, names, top);
    for (company, y) in Company::ALL
        .into_iter()
        .zip((first..).step_by(ROW as usize))
    {
        row(to, view, names, company, y);
    }
    shape!(to, line class="s-line" from_x_to=(LEFT, WIDTH - LEFT) at_height=(below));
    own_column(to, view, top);
    sum(to, view, ("total", tell("sum-shares")), below, |seat| {
        Some(view.totals[seat.index()].to_string())
    });
    sum(to, view, ("points", tell(points)), below + ROW, |seat| {
        view.scores[seat.index()].map(|score| with_minus(&score.to_string()))
    });
    if let Some(ranks) = &view.ranks {
        sum(
            to,
            view,
            ("rank", tell("sum-rank")),
            below + 2 * ROW,
            |seat| Some(ranks[seat.index()].to_string()),
        );
    }
    shape!(to, text class="f-faint" at=(LEFT + 4, below + sums(view) * ROW + 22) font_size=12);
    to.says(names.tell(&limit));
    to.says(" ");
    if view.over.is_none() {
        to.says(tell("dash"));
    }
}

/// Describes the situation of a company in words.
pub(super) fn tooltip(view: &View, company: Company) -> Message {
    told!(
        "tip-company", company: company.told(), value: *view.values.of(company),
        stock: *view.stock.of(company), held: *view.held.of(company)
    )
}

pub(super) fn seats(view: &View) -> impl Iterator<Item = Seat> {
    Seat::all(view.totals.len() as u8)
}

/// Returns the width of a player's column.
fn width(view: &View) -> u32 {
    (WIDTH - LEFT - PLAYERS) / view.totals.len() as u32
}

/// Returns the centre of a player's column.
fn middle(view: &View, seat: Seat) -> u32 {
    PLAYERS + width(view) * u32::from(seat.number()) + width(view) / 2
}

/// Draws the frame of the viewer's own column.
fn own_column(to: &mut Shapes, view: &View, top: u32) {
    if let Some(you) = view.you {
        shape!(to, rect class="s-accent" at=(middle(view, you) - width(view) / 2 + 2, top)
            size=(width(view) - 4, 44 + ROW * (6 + sums(view))) rx=8 unfilled stroke_width=2
            untouchable);
    }
}

fn heads(to: &mut Shapes, view: &View, names: &Names, top: u32) {
    let most = width(view) as usize / 7;
    let columns = [
        (LEFT + 4, "head-company"),
        (128, "head-value"),
        (188, "head-stock"),
        (252, "head-held"),
    ];
    for (x, what) in columns {
        shape!(to, text class=(format_args!("f-faint{}", if x > 100 { " mid" } else { "" }))
            at=(x + if x > 100 { 20 } else { 0 }, top + 34) font_size=12
            => names.tell(&MESSAGES.message(what)));
    }
    for seat in seats(view) {
        let x = middle(view, seat);
        let acts = view.active == Some(seat);
        shape!(to, group id=(format_args!("seat-{seat}")));
        to.holds(|to| {
            to.title(names.of(seat));
            shape!(to, text class=(if acts { "f-accent b mid" } else { "f-ink mid" })
                at=(x, top + 17) font_size=12 => short(names.of(seat), most));
            shape!(to, text class=(if acts { "f-accent b mid" } else { "f-faint mid" })
                at=(x, top + 34) font_size=12);
            if let Some(how) = standing(view, seat) {
                to.says(names.tell(&how));
            }
        });
    }
    shape!(to, line class="s-line" from_x_to=(LEFT, WIDTH - LEFT) at_height=(top + 44));
}

/// Returns the status of a seat in one word.
pub(super) fn standing(view: &View, seat: Seat) -> Option<Message> {
    let id = if view.gone[seat.index()] {
        "seat-left"
    } else if view.active == Some(seat) {
        "seat-acts"
    } else if view.you == Some(seat) {
        "seat-you"
    } else if view.ranks.as_ref().is_some_and(|it| it[seat.index()] == 1) {
        "seat-won"
    } else {
        return None;
    };
    Some(MESSAGES.message(id))
}

fn row(to: &mut Shapes, view: &View, names: &Names, company: Company, top: u32) {
    let base = top + 20;
    let stripe = if company.index().is_multiple_of(2) {
        "f-panel"
    } else {
        "f-paper"
    };
    let stock = *view.stock.of(company);
    shape!(to, group id=(format_args!("company-{company}")) word=(company));
    to.holds(|to| {
        to.title(names.tell(&tooltip(view, company)));
        shape!(to, rect class=(stripe) at=(LEFT, top) size=(WIDTH - 2 * LEFT, ROW));
        Plate::new(LEFT as i32 + 22, top as i32 + 15, 34).of(to, company);
        shape!(to, rect class="f-paper s-line" at=(129, top + 4) size=(38, 22) rx=11);
        shape!(to, text class="f-ink" at=(LEFT + 48, base) => names.tell(&company.told()));
        shape!(to, text id=(format_args!("value-{company}")) class="f-ink b mid" at=(148, base)
            font_size=16 => view.values.of(company));
        bar(to, company, stock, (184, top + 24));
        shape!(to, text id=(format_args!("stock-{company}")) class="f-ink mid" at=(208, top + 18)
            => stock);
        shape!(to, text class="f-ink mid" at=(272, base) => view.held.of(company));
        for seat in seats(view) {
            match &view.shares[seat.index()] {
                Some(shares) => {
                    let count = *shares.of(company);
                    shape!(to, text class=(if count == 0 { "f-faint mid" } else { "f-ink b mid" })
                        at=(middle(view, seat), base) => count);
                }
                None => {
                    shape!(to, text class="f-faint mid" at=(middle(view, seat), base) => "–");
                }
            }
        }
    });
}

/// Draws the stock of a company as a bar, which is 48 units wide for 32 locomotives.
pub(super) fn bar(to: &mut Shapes, company: Company, stock: u8, (x, y): (u32, u32)) {
    shape!(to, rect class="f-line" at=(x, y) size=(48, 3) rx=1);
    let width = (3 * u32::from(stock) / 2).min(48);
    shape!(to, rect class=(token::fill(company)) at=(x, y) size=(width, 3) rx=1);
}

/// Draws a row of sums below the companies. Its numbers have the ids `{id}-{seat}`.
fn sum(
    to: &mut Shapes,
    view: &View,
    (id, what): (&str, String),
    top: u32,
    of: impl Fn(Seat) -> Option<String>,
) {
    let base = top + 19;
    shape!(to, text class="f-ink" at=(LEFT + 4, base) => what);
    for seat in seats(view) {
        let value = of(seat);
        shape!(to, text maybe=(value.as_ref().map(|_| format!("{id}-{seat}")), Shapes::id)
            class=(if value.is_some() { "f-ink b mid" } else { "f-faint mid" })
            at=(middle(view, seat), base) => value.as_deref().unwrap_or("–"));
    }
}
