//! Draws the board: a bar for each seat, and the two moves.
//!
//! A move has its word as `id` and as `data-word`, so that a page can make it clickable.

use rules::svg::parts::{Area, panel};
use rules::svg::{Colour, Drawing, Shapes, shape};
use rules::{Names, Seat, Show, told};

use crate::MESSAGES;
use crate::Pig;
use crate::moves::Move;
use crate::picture::{headline, name, place};
use crate::view::View;

const WIDTH: i32 = 720;
const MARGIN: i32 = 22;
/// The upper edge of the seats' rows, and the height of a row.
const TOP: i32 = 92;
const ROW: i32 = 48;
/// The left edge of the bars, and the length of a bar at the goal.
const BAR: i32 = 200;
const WAY: i32 = 300;

const COLOURS: &[Colour] = &[
    Colour::new("held", "#9cc3a5", "#2f6b45"),
    Colour::new("stake", "#efc3a4", "#7d4a2a"),
];

impl Show for Pig {
    fn picture(view: &View, names: &Names) -> String {
        crate::picture::picture(view, names)
    }

    /// Draws a view.
    fn draw(view: &View, names: &Names) -> Drawing {
        let title = headline(view, names);
        let goal = told!("goal", goal: view.options.goal.points());
        let rows = view.scores.len() as i32;
        let mut body = Shapes::default();
        shape!(body, text class="f-ink b" at=(MARGIN, 40) font_size=20 => &title);
        shape!(body, text class="f-faint" at=(MARGIN, 64) => names.tell(&goal));
        if view.active.is_some() {
            choice(&mut body, Move::Roll {}, WIDTH - MARGIN - 84);
        }
        if view.stake > 0 {
            choice(&mut body, Move::Hold {}, WIDTH - MARGIN - 178);
        }
        for seat in Seat::all(rows as u8) {
            row(&mut body, view, seat, names);
        }
        Drawing {
            width: WIDTH as u32,
            height: (TOP + ROW * rows + 14) as u32,
            title: format!("Pig, {title}"),
            colours: COLOURS,
            body,
        }
    }
}

/// Draws a key for a move.
fn choice(to: &mut Shapes, mv: Move, x: i32) {
    let area = Area::new(x, 24, 84, 44);
    shape!(to, group id=(mv) word=(mv));
    to.holds(|to| {
        panel(to, area, true);
        shape!(to, text class="f-ink b mid" at=(area.mid(), area.y + 28) font_size=18 => mv);
    });
}

/// Draws the row of a seat: its name, its points, its stake, its status.
fn row(to: &mut Shapes, view: &View, seat: Seat, names: &Names) {
    let i = seat.index();
    let active = view.active == Some(seat);
    let area = Area::new(MARGIN, TOP + ROW * i as i32, WIDTH - 2 * MARGIN, ROW - 8);
    let goal = i32::from(view.options.goal.points());
    let length = |points: u8| WAY * i32::from(points).min(goal) / goal;
    let (held, stake) = (view.scores[i], if active { view.stake } else { 0 });
    let (y, text) = (area.y + 12, area.y + 26);
    panel(to, area, active);
    shape!(to, text class="f-ink b" at=(area.x + 14, text) => name(names, seat));
    Area::new(BAR, y, WAY, 16).rounded(to, 4, "f-paper s-line", 1);
    shape!(to, rect class="f-stake" at=(BAR, y) size=(length(held + stake), 16) rx=4);
    shape!(to, rect class="f-held" at=(BAR, y) size=(length(held), 16) rx=4);
    shape!(to, text class="f-ink b end" at=(BAR + WAY + 48, text) font_size=18 => held);
    if let Some(place) = place(view, seat, names) {
        shape!(to, text class="f-faint end" at=(area.right() - 14, text) => place);
    }
}
