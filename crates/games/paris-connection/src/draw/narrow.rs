//! Draws the picture for an upright phone: the map at full width, the companies in columns below
//! it, and a line for each player under these columns.

use super::super::MESSAGES;
use super::super::company::{Called, Company};
use super::super::picture::headline;
use super::super::view::View;
use super::chart::{Look, SMALLEST, chart, signs, worths};
use super::ledger::{bar, seats, standing, tooltip};
use super::token::{self, Plate};
use rules::svg::{Shapes, parts, shape, short};
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

/// Draws the picture. Returns its width and height.
pub(super) fn draw(to: &mut Shapes, view: &View, names: &Names, look: Look) -> (u32, u32) {
    token::patterns(to);
    heading(to, view, names);
    let map = |to: &mut Shapes| {
        shape!(to, rect at=(0, MAP) size=(WIDTH, MAP_HEIGHT));
    };
    to.defs().holds(|to| to.clip("map-edge").holds(map));
    // A page pans and zooms the map with the transform of the group inside.
    shape!(to, group id="map" clipped_by="map-edge");
    to.holds(|to| {
        shape!(to, rect class="f-sea" at=(0, MAP) size=(WIDTH, MAP_HEIGHT));
        shape!(to, group id="france" scaled=("-7.2", MAP - 5, "0.5625"));
        to.holds(|to| {
            chart(to, view, names, look);
            shape!(to, group font_size=(SMALLEST));
            to.holds(|to| signs(to, names, 24, 36, 34));
            worths(to, names);
        });
    });
    companies(to, view, names);
    let mut y = PLAYERS;
    for seat in order(view) {
        player(to, view, names, seat, y);
        y += height(view, seat);
    }
    for note in notes(view, names) {
        y += 16;
        shape!(to, text class="f-faint" at=(8, y) font_size=11 => note);
    }
    (WIDTH, y + 10)
}

/// Draws the current turn and the latest action.
fn heading(to: &mut Shapes, view: &View, names: &Names) {
    let acts = match (view.active, view.over) {
        (Some(seat), _) => super::acts(names, seat, 24),
        _ => headline(view, names),
    };
    let latest = view.last.as_ref();
    let latest = latest.map(|last| names.tell(&super::latest(last, names)));
    let latest = latest.unwrap_or_default().replace('\n', " ");
    let title = parts::lines(&names.tell(&acts), TITLE);
    for (line, y) in title.iter().zip([17, 36]) {
        shape!(to, text class="f-accent b" at=(8, y) => line);
    }
    if title.len() == 1 {
        shape!(to, text class="f-faint" at=(8, 36) font_size=12 => short(&latest, LINE));
    }
}

/// Returns the centre of a company's column.
const fn middle(company: Company) -> u32 {
    COLUMNS + COLUMN * company.index() as u32 + COLUMN / 2
}

/// Draws the companies side by side, with the row labels to their left.
fn companies(to: &mut Shapes, view: &View, names: &Names) {
    let rows = [
        ("head-company", 42),
        ("head-value", 64),
        ("head-stock", 84),
        ("head-held", 99),
    ];
    for (what, y) in rows {
        shape!(to, text class="f-faint" at=(8, COMPANIES + y) font_size=11
            => names.tell(&MESSAGES.message(what)));
    }
    for company in Company::ALL {
        column(to, view, names, company);
    }
}

fn column(to: &mut Shapes, view: &View, names: &Names, company: Company) {
    let x = middle(company);
    shape!(to, group id=(format_args!("company-{company}")) word=(company));
    to.holds(|to| {
        to.title(names.tell(&tooltip(view, company)));
        shape!(to, rect class="f-panel s-line" at=(x - COLUMN / 2 + 1, COMPANIES + 1)
            size=(COLUMN - 2, 104) rx=6);
        Plate {
            height: 18,
            ..Plate::new(x as i32, COMPANIES as i32 + 17, 38)
        }
        .of(to, company);
        shape!(to, text class="f-ink mid" at=(x, COMPANIES + 42) font_size=11
            => names.tell(&company.told()));
        shape!(to, text id=(format_args!("value-{company}")) class="f-ink b mid"
            at=(x, COMPANIES + 63) font_size=18 => view.values.of(company));
        bar(
            to,
            company,
            *view.stock.of(company),
            (x - 24, COMPANIES + 70),
        );
        shape!(to, text id=(format_args!("stock-{company}")) class="f-ink mid"
            at=(x, COMPANIES + 84) font_size=12 => view.stock.of(company));
        shape!(to, text class="f-ink mid" at=(x, COMPANIES + 99) font_size=12
            => view.held.of(company));
    });
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

/// Draws a player's name and status and, below the companies, the visible shares.
fn player(to: &mut Shapes, view: &View, names: &Names, seat: Seat, top: u32) {
    let acts = view.active == Some(seat);
    let more = more(view, seat);
    let name = short(names.of(seat), 22);
    let name = names.tell(&told!("shares-of", whose: names.whose(seat), name: name));
    shape!(to, group id=(format_args!("seat-{seat}")));
    to.holds(|to| {
        to.title(names.of(seat));
        if view.you == Some(seat) {
            shape!(to, rect class="f-panel" at=(2, top) size=(WIDTH - 4, height(view, seat) - 2)
                rx=6);
        }
        shape!(to, text class=(if acts { "f-accent b" } else { "f-ink b" }) at=(8, top + 16)
            font_size=12 => name);
        shape!(to, text id=(format_args!("total-{seat}")) class="f-faint end" at=(382, top + 16)
            font_size=11);
        to.says(names.tell(&told!("line-shares", total: view.totals[seat.index()])));
        for more in more {
            to.says(", ");
            to.says(names.tell(&more));
        }
        if let Some(score) = view.scores[seat.index()] {
            shape!(to, text id=(format_args!("points-{seat}")) class="f-ink" at=(8, top + 33)
                font_size=11 => names.tell(&told!("player-points", score: score)));
        }
        if let Some(shares) = &view.shares[seat.index()] {
            for company in Company::ALL {
                let count = *shares.of(company);
                shape!(to, text id=(format_args!("shares-{seat}-{company}"))
                    class=(if count == 0 { "f-faint mid" } else { "f-ink b mid" })
                    at=(middle(company), top + 34) => count);
            }
        }
    });
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
