//! Draws the ledger: value, stock and shares of each company, and the visible shares of each
//! player.

use maud::{Markup, html};

use super::super::MESSAGES;
use super::super::company::{Called, Company};
use super::super::view::View;
use super::WIDTH;
use super::token::Plate;
use rules::svg::short;
use rules::{Message, Names, Seat, told};

/// The height of a company's row.
const ROW: u32 = 28;

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
pub(super) fn ledger(view: &View, names: &Names, top: u32) -> Markup {
    let tell = |id| names.tell(&MESSAGES.message(id));
    let limit = told!("limit", limit: view.limit);
    let points = match view.over {
        Some(_) => "sum-points",
        None => "sum-points-now",
    };
    let first = top + 44;
    let below = first + 6 * ROW;
    html! {
        (own_column(view, top))
        (heads(view, names, top))
        @for (company, y) in Company::ALL.into_iter().zip((first..).step_by(ROW as usize)) {
            (row(view, names, company, y))
        }
        line class="s-line" x1=(LEFT) x2=(WIDTH - LEFT) y1=(below) y2=(below) {}
        (sum(view, ("total", tell("sum-shares")), below, |seat| Some(view.totals[seat.index()].to_string())))
        (sum(view, ("points", tell(points)), below + ROW, |seat| {
            view.scores[seat.index()].map(|score| score.to_string())
        }))
        @if let Some(ranks) = &view.ranks {
            (sum(view, ("rank", tell("sum-rank")), below + 2 * ROW, |seat| {
                Some(ranks[seat.index()].to_string())
            }))
        }
        text class="f-faint" x=(LEFT + 4) y=(below + sums(view) * ROW + 22) font-size="12" {
                (names.tell(&limit)) " "
                @if view.over.is_none() { (tell("dash")) }
            }
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

/// Draws the background of the viewer's own column.
fn own_column(view: &View, top: u32) -> Markup {
    html! {
        @if let Some(you) = view.you {
            rect class="f-panel" x=(middle(view, you) - width(view) / 2 + 2) y=(top)
                width=(width(view) - 4) height=(44 + ROW * (6 + sums(view))) rx="6" {}
        }
    }
}

fn heads(view: &View, names: &Names, top: u32) -> Markup {
    let most = width(view) as usize / 8;
    let columns = [
        (LEFT + 4, "head-company"),
        (128, "head-value"),
        (188, "head-stock"),
        (252, "head-held"),
    ];
    html! {
        @for (x, what) in columns {
            text class={ "f-faint" @if x > 100 { " mid" } } x=(x + if x > 100 { 20 } else { 0 })
                y=(top + 34) font-size="12" { (names.tell(&MESSAGES.message(what))) }
        }
        @for seat in seats(view) {
            @let x = middle(view, seat);
            @let acts = view.active == Some(seat);
            g id={ "seat-" (seat) } {
                title { (names.of(seat)) }
                text class=(if acts { "f-accent b mid" } else { "f-ink mid" }) x=(x) y=(top + 17) font-size="12" { (short(names.of(seat), most)) }
                text class=(if acts { "f-accent b mid" } else { "f-faint mid" }) x=(x) y=(top + 34) font-size="12" {
                    @if let Some(how) = standing(view, seat) { (names.tell(&how)) }
                }
            }
        }
        line class="s-line" x1=(LEFT) x2=(WIDTH - LEFT) y1=(top + 44) y2=(top + 44) {}
    }
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

fn row(view: &View, names: &Names, company: Company, top: u32) -> Markup {
    let base = top + 19;
    html! {
        g id={ "company-" (company) } data-word=(company) {
            title { (names.tell(&tooltip(view, company))) }
            rect class="f-paper" fill-opacity="0" x=(LEFT) y=(top) width=(WIDTH - 2 * LEFT)
                height=(ROW) {}
            (Plate::new(LEFT as i32 + 20, top as i32 + 14, 34).of(company))
            text class="f-ink" x=(LEFT + 46) y=(base) { (names.tell(&company.told())) }
            text id={ "value-" (company) } class="f-ink b mid" x="148" y=(base) font-size="16" { (view.values.of(company)) }
            text id={ "stock-" (company) } class="f-ink mid" x="208" y=(base) { (view.stock.of(company)) }
            text class="f-ink mid" x="272" y=(base) { (view.held.of(company)) }
            @for seat in seats(view) {
                @match &view.shares[seat.index()] {
                    Some(shares) => {
                        @let count = *shares.of(company);
                        text class=(if count == 0 { "f-faint mid" } else { "f-ink b mid" })
                            x=(middle(view, seat)) y=(base) { (count) }
                    }
                    None => { text class="f-faint mid" x=(middle(view, seat)) y=(base) { "–" } }
                }
            }
        }
    }
}

/// Draws a row of sums below the companies. Its numbers have the ids `{id}-{seat}`.
fn sum(
    view: &View,
    (id, what): (&str, String),
    top: u32,
    of: impl Fn(Seat) -> Option<String>,
) -> Markup {
    let base = top + 19;
    html! {
        text class="f-ink" x=(LEFT + 4) y=(base) { (what) }
        @for seat in seats(view) {
            @let value = of(seat);
            text id=[value.as_ref().map(|_| format!("{id}-{seat}"))]
                class=(if value.is_some() { "f-ink b mid" } else { "f-faint mid" })
                x=(middle(view, seat)) y=(base) { (value.as_deref().unwrap_or("–")) }
        }
    }
}
