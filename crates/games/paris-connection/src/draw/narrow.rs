//! Draws the picture for an upright phone: the map at full width, the companies in columns below
//! it, and a line for each player under these columns.

use maud::{Markup, html};

use super::super::MESSAGES;
use super::super::company::{Called, Company};
use super::super::picture::headline;
use super::super::view::View;
use super::chart::{SMALLEST, chart, signs};
use super::ledger::{seats, standing, tooltip};
use super::token::{self, Plate};
use rules::svg::{Layout, parts, short};
use rules::{Message, Names, Seat, told};

const WIDTH: u32 = 390;

/// The upper edge of the map, below the latest action.
const MAP: u32 = 46;

const MAP_HEIGHT: u32 = 396;

/// The left edge of the companies' columns, to the right of the row labels.
const COLUMNS: u32 = 78;

/// The width of a company's column.
const COLUMN: u32 = 52;

/// The upper edge of the companies.
const COMPANIES: u32 = MAP + MAP_HEIGHT + 4;

/// The upper edge of the players.
const PLAYERS: u32 = COMPANIES + 108;

/// The maximum length of a line of small text.
const LINE: usize = 54;

/// The maximum length of a line of the title.
const TITLE: usize = 46;

/// Returns width, height and elements of the picture.
pub(super) fn picture(view: &View, names: &Names) -> (u32, u32, Markup) {
    let (players, below) = players(view, names, PLAYERS);
    let notes = notes(view, names);
    let body = html! {
        (token::patterns())
        (heading(view, names))
        defs {
            clipPath id="map-edge" { rect x="0" y=(MAP) width=(WIDTH) height=(MAP_HEIGHT) {} }
        }
        // A page pans and zooms the map with the transform of the group inside.
        g id="map" clip-path="url(#map-edge)" {
            rect class="f-paper" x="0" y=(MAP) width=(WIDTH) height=(MAP_HEIGHT) {}
            g id="france" transform={ "translate(-7.2 " (MAP - 5) ") scale(0.5625)" } {
                g font-size=(SMALLEST) { (signs(names, 20, 34, 34)) }
                (chart(view, names, Layout::Narrow))
            }
        }
        (companies(view, names))
        (players)
        @for (note, y) in notes.iter().zip((below + 16..).step_by(16)) {
            text class="f-faint" x="8" y=(y) font-size="11" { (note) }
        }
    };
    (WIDTH, below + 16 * notes.len() as u32 + 10, body)
}

/// Draws the current turn and the latest action.
fn heading(view: &View, names: &Names) -> Markup {
    let acts = match (view.active, view.over) {
        (Some(seat), _) => told!("acts", name: short(names.of(seat), 24)),
        _ => headline(view, names),
    };
    let latest = view.last.as_ref();
    let latest = latest.map(|last| names.tell(&super::latest(last, names)));
    let latest = latest.unwrap_or_default().replace('\n', " ");
    let title = parts::lines(&names.tell(&acts), TITLE);
    html! {
        @for (line, y) in title.iter().zip([17, 36]) {
            text class="f-accent b" x="8" y=(y) { (line) }
        }
        @if title.len() == 1 {
            text class="f-faint" x="8" y="36" font-size="12" { (short(&latest, LINE)) }
        }
    }
}

/// Returns the centre of a company's column.
const fn middle(company: Company) -> u32 {
    COLUMNS + COLUMN * company.index() as u32 + COLUMN / 2
}

/// Draws the companies side by side, with the row labels to their left.
fn companies(view: &View, names: &Names) -> Markup {
    let rows = [
        ("head-company", 42),
        ("head-value", 64),
        ("head-stock", 82),
        ("head-held", 99),
    ];
    html! {
        @for (what, y) in rows {
            text class="f-faint" x="8" y=(COMPANIES + y) font-size="11" {
                (names.tell(&MESSAGES.message(what)))
            }
        }
        @for company in Company::ALL { (column(view, names, company)) }
    }
}

fn column(view: &View, names: &Names, company: Company) -> Markup {
    let x = middle(company);
    html! {
        g id={ "company-" (company) } data-word=(company) {
            title { (names.tell(&tooltip(view, company))) }
            rect class="f-panel s-line" x=(x - COLUMN / 2 + 1) y=(COMPANIES + 1)
                width=(COLUMN - 2) height="104" rx="6" {}
            (Plate { height: 20, ..Plate::new(x as i32, COMPANIES as i32 + 16, 40) }.of(company))
            text class="f-ink mid" x=(x) y=(COMPANIES + 42) font-size="11" {
                (names.tell(&company.told()))
            }
            text id={ "value-" (company) } class="f-ink b mid" x=(x) y=(COMPANIES + 65)
                font-size="18" { (view.values.of(company)) }
            text id={ "stock-" (company) } class="f-ink mid" x=(x) y=(COMPANIES + 82)
                font-size="12" { (view.stock.of(company)) }
            text class="f-ink mid" x=(x) y=(COMPANIES + 99) font-size="12" {
                (view.held.of(company))
            }
        }
    }
}

/// Returns the seats from top to bottom, the viewer's own seat first.
fn order(view: &View) -> Vec<Seat> {
    let others = seats(view).filter(|seat| view.you != Some(*seat));
    view.you.into_iter().chain(others).collect()
}

/// Returns the height of a player's line. It has two rows if the shares are visible.
fn height(view: &View, seat: Seat) -> u32 {
    if view.shares[seat.index()].is_some() {
        40
    } else {
        24
    }
}

/// Draws the players from this height downwards. Also returns their lower edge.
fn players(view: &View, names: &Names, top: u32) -> (Markup, u32) {
    let mut y = top;
    let mut lines = Vec::new();
    for seat in order(view) {
        lines.push(player(view, names, seat, y));
        y += height(view, seat);
    }
    (html! { @for line in lines { (line) } }, y)
}

/// Draws a player's name and status and, below the companies, the visible shares.
fn player(view: &View, names: &Names, seat: Seat, top: u32) -> Markup {
    let acts = view.active == Some(seat);
    let more = more(view, seat);
    html! {
        g id={ "seat-" (seat) } {
            title { (names.of(seat)) }
            @if view.you == Some(seat) {
                rect class="f-panel" x="2" y=(top) width=(WIDTH - 4) height=(height(view, seat) - 2)
                    rx="6" {}
            }
            text class=(if acts { "f-accent b" } else { "f-ink b" }) x="8" y=(top + 16)
                font-size="12" { (short(names.of(seat), 22)) }
            text id={ "total-" (seat) } class="f-faint end" x="382" y=(top + 16) font-size="11" {
                (names.tell(&told!("line-shares", total: view.totals[seat.index()])))
                @for more in more { ", " (names.tell(&more)) }
            }
            @if let Some(score) = view.scores[seat.index()] {
                text id={ "points-" (seat) } class="f-ink" x="8" y=(top + 33) font-size="11" {
                    (names.tell(&told!("player-points", score: score)))
                }
            }
            @if let Some(shares) = &view.shares[seat.index()] {
                @for company in Company::ALL {
                    @let count = *shares.of(company);
                    text id={ "shares-" (seat) "-" (company) }
                        class=(if count == 0 { "f-faint mid" } else { "f-ink b mid" })
                        x=(middle(company)) y=(top + 34) { (count) }
                }
            }
        }
    }
}

/// Returns further facts about a seat.
fn more(view: &View, seat: Seat) -> Vec<Message> {
    let rank = view.ranks.as_ref().map(|ranks| ranks[seat.index()]);
    let rank = rank.map(|rank| told!("player-rank", rank: rank));
    rank.into_iter().chain(standing(view, seat)).collect()
}

/// Returns the cost of shares beyond the limit.
fn notes(view: &View, names: &Names) -> Vec<String> {
    let limit = names.tell(&told!("limit", limit: view.limit));
    parts::lines(&limit, LINE)
}
