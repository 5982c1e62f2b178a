//! Draws the row on the quay, and the places where a card may be played.

use super::passenger::passenger;
use super::sizes::Sizes;
use super::{back, sum};
use crate::MESSAGES;
use crate::cards::Card;
use crate::legal::allowed::may_lie;
use crate::state::Phase;
use crate::view::{CardView, SetView, View};
use rules::svg::parts::Area;
use rules::svg::{Shapes, shape};
use rules::{Names, told};

/// The least number of lines of the row while the game runs.
const LINES: usize = 2;

/// The row and the positions of its lines.
pub(super) struct Row<'a> {
    view: &'a View,
    sizes: &'a Sizes,
    /// The indexes where some card of the hand may be played.
    places: Vec<usize>,
    /// The upper edges of the lines.
    tops: Vec<i32>,
}

impl<'a> Row<'a> {
    /// Creates the row of a view, from `y` downwards.
    pub(super) fn new(view: &'a View, sizes: &'a Sizes, y: &mut i32) -> Row<'a> {
        let (places, n) = (places(view), view.row.len());
        let last = n.saturating_sub(1);
        let mut row = Row {
            view,
            sizes,
            places,
            tops: Vec::new(),
        };
        // While the game runs, nothing below the row moves when a line fills up.
        let least = if view.phase == Phase::Over { 1 } else { LINES };
        for line in 0..least.max(last / sizes.columns + 1) {
            row.tops.push(*y);
            *y += sizes.line + row.growth(line);
        }
        *y += sizes.below_row;
        row
    }

    pub(super) fn draw(&self, to: &mut Shapes, names: &Names) {
        let sizes = self.sizes;
        for (line, top) in self.tops.iter().enumerate() {
            let high = sizes.line - 7 + self.growth(line);
            self.pier(to, line, high);
            for (set, below) in self
                .marks(line)
                .zip((sizes.first_mark..).step_by(sizes.mark as usize))
            {
                self.mark(to, set, line, top + below);
            }
        }
        for (index, laid) in self.view.row.iter().enumerate() {
            self.laid_card(to, index, *laid, names);
        }
        for index in &self.places {
            self.gap(to, *index);
        }
        if self.view.row.is_empty() {
            self.empty(to, names);
        }
    }

    /// Draws the pier below a line of the row, and the water under it down to `high`.
    fn pier(&self, to: &mut Shapes, line: usize, high: i32) {
        let sizes = self.sizes;
        let (x, wide) = (sizes.margin, sizes.width - 2 * sizes.margin);
        let index = line * sizes.columns;
        let top = self.tops[line];
        let deck = top + sizes.card.1 - 4;
        shape!(to, rect class="f-water" at=(x, deck + 6) size=(wide, top + high - deck - 6) rx=8);
        let step = sizes.card.0 + sizes.gap;
        // The posts stand between the cards.
        let first = x + (self.place(index).x - sizes.gap / 2 - 3 - x).rem_euclid(step);
        let posts: String = (first..x + wide)
            .step_by(step as usize)
            .map(|post| format!("M{post} {deck}h6v26h-6z"))
            .collect();
        shape!(to, path class="f-plank" d=(posts));
        shape!(to, rect class="f-quay" at=(x, deck) size=(wide, 10) rx=3);
        let seams: String = (x + 24..x + wide - 8)
            .step_by(36)
            .map(|seam| format!("M{seam} {deck}v6"))
            .collect();
        shape!(to, path class="s-plank" unfilled stroke_width="1.5"
            d=(format_args!("M{x} {}h{wide}{seams}", deck + 7)));
    }

    fn empty(&self, to: &mut Shapes, names: &Names) {
        let (sizes, text) = (self.sizes, names.tell(&told!("row-empty")));
        if sizes.is_narrow {
            shape!(to, text class="f-faint mid"
                at=(sizes.width / 2, self.tops[0] + sizes.card.1 + 22) => text);
        } else {
            shape!(to, text class="f-faint" at=(sizes.margin + sizes.gap + 24, self.tops[0] + 46)
                => text);
        }
    }

    /// Returns the position of the card with this index, or of a new card there.
    fn place(&self, index: usize) -> Area {
        let Sizes {
            card, gap, columns, ..
        } = *self.sizes;
        let (line, column) = (index / columns, index % columns);
        let step = card.0 + gap;
        let first = if self.sizes.is_narrow {
            let beside = self.view.row.len().saturating_sub(line * columns);
            (self.sizes.width - step * beside.clamp(1, columns) as i32 + gap) / 2
        } else {
            self.sizes.margin + gap
        };
        let y = self.tops.get(line).copied().unwrap_or(0);
        Area::new(first + step * column as i32, y, card.0, card.1)
    }

    /// Returns the sets that have cards in a line of the row.
    fn marks(&self, line: usize) -> impl Iterator<Item = &'a SetView> {
        let columns = self.sizes.columns;
        self.view.sets.iter().filter(move |set| {
            (usize::from(set.from) / columns..=usize::from(set.to) / columns).contains(&line)
        })
    }

    /// Returns how much higher than usual a line is. It has room for the mark of one set.
    fn growth(&self, line: usize) -> i32 {
        self.sizes.mark * (self.marks(line).count() as i32 - 1).max(0)
    }

    /// Draws a mark below the cards of a set in this line of the row.
    fn mark(&self, to: &mut Shapes, set: &SetView, line: usize, y: i32) {
        let columns = self.sizes.columns;
        let left = self.place(usize::from(set.from).max(line * columns));
        let right = self.place(usize::from(set.to).min(line * columns + columns - 1));
        let path = format!("M{} {y}v6H{}v-6", left.x + 2, right.right() - 2);
        let begins = (line == usize::from(set.from) / columns)
            .then(|| format!("set-{}-{}", set.from, set.to));
        shape!(to, group maybe=(begins, Shapes::id));
        to.holds(|to| {
            shape!(to, path class="s-accent" unfilled stroke_width=2 d=(path));
            if self.sizes.is_narrow {
                let words = sum(self.view, set);
                // The space that the text needs on each side.
                let half = 4 * words.len() as i32;
                let x = ((left.x + right.right()) / 2).clamp(half, self.sizes.width - half);
                shape!(to, rect fill_opacity=0 at=(left.x.min(x - half), y - 3)
                    size=(2 * half.max(x - left.x), 28) rx=6);
                shape!(to, text class="f-accent b mid" at=(x, y + 20) font_size=12 => words);
            }
        });
    }

    /// Draws a card of the row with its index below.
    fn laid_card(&self, to: &mut Shapes, index: usize, laid: CardView, names: &Names) {
        let (area, sizes) = (self.place(index), self.sizes);
        let (value, worth) = (laid.value, laid.worth);
        let is_turned = !laid.face_down && worth != value;
        let mark = match value {
            _ if laid.face_down => names.tell(&told!("mark-down", card: value)),
            9 if is_turned => "9 ↻".to_owned(),
            13 => "18/19".to_owned(),
            18 => "×2".to_owned(),
            _ => String::new(),
        };
        let ink = if laid.face_down { "f-on-hull" } else { "f-ink" };
        let wide = if mark == "×2" { 26 } else { area.w - 4 };
        let tag = Area::new(area.x + 2, area.bottom() - 17, wide, 15);
        shape!(to, group id=(format_args!("row-{index}")) word=(index));
        to.holds(|to| {
            shape!(to, group id=(format_args!("card-{value}")));
            to.holds(|to| {
                if laid.face_down {
                    back(to, area);
                } else {
                    area.rounded(to, 6, "f-card s-line", 1);
                    passenger(to, value, is_turned, sizes.portrait(area));
                }
                shape!(to, text class=(format_args!("{ink} b mid"))
                    at=(area.mid(), area.y + sizes.worth) font_size=(sizes.figure) => worth);
                if !mark.is_empty() {
                    if !laid.face_down {
                        shape!(to, rect class="f-card s-line"
                            at=(tag.x, tag.y) size=(tag.w, tag.h) rx=5);
                    }
                    shape!(to, text class=(format_args!("{ink} b mid"))
                        at=(tag.mid(), tag.bottom() - 3) font_size=(sizes.tiny - 1) => mark);
                }
            });
            shape!(to, text class="index f-faint mid" at=(area.mid(), area.bottom() + sizes.index)
                font_size=(sizes.tiny) => index);
        });
    }

    /// Draws a place where a card may be played, to the left of card `index`.
    fn gap(&self, to: &mut Shapes, index: usize) {
        let (n, sizes) = (self.view.row.len(), self.sizes);
        let height = sizes.card.1;
        // The last place is right of the last card, also where that ends a line.
        let before = match index.checked_sub(1).filter(|_| index == n) {
            Some(last) => self.place(last).right() + sizes.gap,
            None => self.place(index).x,
        };
        let area = self.place(index.min(n.saturating_sub(1)));
        let (x, y) = (before - (sizes.gap + 1) / 2, area.y + height / 2 - 4);
        shape!(to, group id=(format_args!("place-{index}")) word=(index) data=("after", "at"));
        to.holds(|to| {
            // As wide as a finger, if there is enough space.
            let left = (x - 13).clamp(0, sizes.width - 26);
            shape!(to, rect fill_opacity=0 at=(left, area.y - 4) size=(26, height + 8) rx=8);
            if sizes.is_narrow {
                shape!(to, circle class="f-paper s-accent" around=(x, y + 4) r=6
                    stroke_width="1.5");
                shape!(to, path class="s-accent" stroke_width="1.5"
                    d=(format_args!("M{} {}h6m-3 -3v6", x - 3, y + 4)));
            } else {
                shape!(to, circle class="f-paper s-accent" around=(x, y) r=9 stroke_width="1.5");
                shape!(to, text class="index f-accent b mid" at=(x, y + 4) font_size=12 => index);
            }
        });
    }
}

/// Returns the indexes where some card of the hand may be played.
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
