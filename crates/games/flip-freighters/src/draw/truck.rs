//! Draws one truck with its squares, and its route with the circles (R1.2), in both layouts.

use crate::MESSAGES;
use crate::card::Suit;
use crate::draw::MARGIN;
use crate::draw::look::colour;
use crate::trucks::{SHARED, TruckId, X1};
use crate::view::Truck;
use rules::svg::parts::Area;
use rules::svg::{Colours, Preferences, Routes, Shapes, shape};
use rules::{Message, Names, told};

/// The size of a square of cargo.
const SQUARE: i32 = 29;
/// The positions of the circles.
const ROAD: Road = Road {
    first: 344,
    apart: 40,
    radius: 12,
    aside: 0,
};
/// The right edge of the pay.
const PAY: i32 = 694;

/// A truck to draw.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) id: TruckId,
    pub(super) truck: &'a Truck,
    /// The truck at the beginning of the day.
    pub(super) before: Option<&'a Truck>,
    /// Whether its squares and circles carry words. Only one drawing of the truck in a picture
    /// does.
    pub(super) is_live: bool,
    pub(super) names: &'a Names,
    pub(super) likes: Preferences,
}

/// The positions of the circles of a route.
#[derive(Clone, Copy)]
pub(super) struct Road {
    /// The x coordinate of the centre of the first circle.
    pub(super) first: i32,
    pub(super) apart: i32,
    pub(super) radius: i32,
    /// The space for the x1 stop behind its circle. If it is 0, the stop is above the circle.
    pub(super) aside: i32,
}

impl Road {
    /// Returns the x coordinate of a circle.
    fn x_of(self, id: TruckId, circle: u8) -> i32 {
        let aside = if id.has_x1() && circle > X1 {
            self.aside
        } else {
            0
        };
        self.first + (i32::from(circle) - 1) * self.apart + aside
    }
}

/// Returns the name of a truck for sentences.
pub(super) fn called(id: TruckId) -> Message {
    told!("truck-called", truck: id.word())
}

/// Draws a truck and its route.
pub(super) fn row(to: &mut Shapes, shown: Shown, y: &mut i32) {
    let id = shown.id;
    let grid = matches!(id, TruckId::Eq | TruckId::Neq);
    let (columns, rows) = if grid {
        (2, 2)
    } else {
        (i32::from(id.squares()), 1)
    };
    let top = *y;
    let body = Area::new(MARGIN + 4, top, columns * SQUARE + 10, rows * SQUARE + 8);
    *y += body.h + 22;
    let middle = body.y + body.h / 2;
    shown.lorry(to, body);
    for (square, column) in (0..id.squares()).zip(0..) {
        shown.cargo(
            to,
            square,
            Area::new(
                body.x + 5 + column % columns * SQUARE,
                body.y + 4 + column / columns * SQUARE,
                SQUARE,
                SQUARE,
            )
            .inset(1),
        );
    }
    shown.route(to, ROAD, middle);
    shown.pay(to, middle);
}

impl Shown<'_> {
    /// Returns the name of the colour of the truck's parts.
    pub(super) fn colour(&self) -> &'static str {
        colour(self.likes, self.id, self.truck)
    }

    /// Returns the id of an element, if the drawing carries words.
    fn name(&self, name: String) -> Option<String> {
        self.is_live.then_some(name)
    }

    /// Draws the body, the wheels, and on the right the cab with the sign and the name.
    fn lorry(&self, to: &mut Shapes, body: Area) {
        let (id, colour) = (self.id, self.colour());
        let cab = Area::new(body.right() + 2, body.y + 6, 40, body.h - 6);
        let round = if id.has_x1() { 16 } else { 4 };
        shape!(to, group data=("truck", id));
        to.holds(|to| {
            for cx in [body.x + 14, body.right() - 14, cab.mid()] {
                shape!(to, circle class="f-wheel" around=(cx, body.bottom() + 3) r=6);
            }
            body.rounded(to, round, format_args!("f-{colour} s-{colour}"), 1);
            shape!(to, path class=(format_args!("f-{colour}"))
                d=(format_args!("M{} {}h26q6 0 8 6l6 12v{}h-40z", cab.x, cab.y, cab.h - 18)));
            shape!(to, text class="f-on-truck b mid" at=(cab.x + 19, cab.y + cab.h / 2 + 7)
                font_size=14 => id.printed().symbol);
            shape!(to, text class=(format_args!("f-{colour} b"))
                at=(cab.right() + 6, body.y + body.h / 2 + 5) font_size=12 => id.word());
        });
    }

    /// Draws a square with its value, or with its constraint if it is empty.
    pub(super) fn cargo(&self, to: &mut Shapes, square: u8, at: Area) {
        let (id, index) = (self.id, usize::from(square));
        let value = self.truck.goods.get(index).copied().flatten();
        let fresh = self
            .before
            .is_some_and(|it| it.goods.get(index) != Some(&value));
        let class = match (value.is_some(), fresh) {
            (true, true) => "f-cargo s-accent",
            (true, false) => "f-cargo s-ink",
            (false, _) => "f-paper s-line",
        };
        let suit = id.suit(square);
        let hint = match (suit, id.value(square)) {
            (Some(suit), _) => suit.sign().to_string(),
            (None, Some(printed)) => printed.to_string(),
            (None, None) => String::new(),
        };
        let red = matches!(suit, Some(Suit::Hearts | Suit::Diamonds));
        let hint_class = if red { "f-red mid" } else { "f-faint mid" };
        let title = told!("square-title", truck: called(id), square: square + 1);
        let middle = at.y + (at.h + 1) / 2;
        shape!(to, group maybe=(self.name(format!("square-{id}-{square}")), Shapes::id)
            maybe=(self.name(format!("{id}.{square}")), Shapes::word)
            maybe=(suit.map(Suit::word).filter(|_| self.is_live), |to, it| to.data("suit", it)));
        to.holds(|to| {
            if self.is_live {
                to.title(self.names.tell(&title));
            }
            at.rounded(to, 4, class, if fresh { 3 } else { 1 });
            if let Some(value) = value {
                shape!(to, text class="f-ink b mid" at=(at.mid(), middle + 6) font_size=16
                    => value);
            } else {
                shape!(to, text class=(hint_class) at=(at.mid(), middle + 5) font_size=15 => hint);
            }
            if self.truck.lost.contains(&square) {
                let (x, y, w, h) = (at.x + 5, at.y + 5, at.w - 10, at.h - 10);
                shape!(to, path class="s-faint" unfilled stroke_width=2
                    d=(format_args!("M{x} {y}l{w} {h}m0 {}l{} {h}", -h, -w)));
            }
        });
    }

    /// Draws the circles, with the road to the last of them, at this height.
    pub(super) fn route(&self, to: &mut Shapes, road: Road, y: i32) {
        let id = self.id;
        let from = self.before.map_or(self.truck.position, |it| it.position);
        let fresh = from + 1..=self.truck.position;
        self.way(to, road, y);
        for number in 1..=id.last() {
            self.circle(to, road, number, fresh.contains(&number), y);
        }
        if id.has_x1() {
            self.x1(to, road, y);
        }
    }

    /// Draws the stop where a truck may be delivered before the end.
    fn x1(&self, to: &mut Shapes, road: Road, y: i32) {
        let (id, colour) = (self.id, self.colour());
        let at = road.x_of(id, X1);
        let (mark, size) = match road.aside {
            0 => (Area::new(at - 12, y - 32, 24, 17), 12),
            aside => (
                Area::new(at + road.apart / 2 + 1, y - 14, aside - 2, 28),
                13,
            ),
        };
        let deliver = told!("deliver-title", truck: called(id));
        shape!(to, group maybe=(self.name(format!("stop-{id}-{X1}")), Shapes::id)
            maybe=(self.name(format!("{id}>{X1}!")), Shapes::word));
        to.holds(|to| {
            if self.is_live {
                to.title(self.names.tell(&deliver));
            }
            mark.rounded(to, 8, format_args!("f-paper s-{colour}"), 1);
            shape!(to, text class=(format_args!("f-{colour} b mid"))
                at=(mark.mid(), mark.y + mark.h / 2 + 5) font_size=(size) => "x1");
        });
        if road.aside == 0 {
            shape!(to, text class=(format_args!("f-{colour} b mid"))
                at=(road.x_of(id, id.last()), y - 19) font_size=12 => "x2");
        }
    }

    /// Draws the road from the truck to its last circle.
    fn way(&self, to: &mut Shapes, road: Road, y: i32) {
        let (id, colour) = (self.id, self.colour());
        let (begin, end) = (road.first - road.radius - 14, road.x_of(id, id.last()));
        match self.likes.routes {
            Routes::Off => {}
            Routes::Straight => {
                shape!(to, path class=(format_args!("s-{colour}")) unfilled stroke_width=3
                    d=(format_args!("M{begin} {y}H{end}")));
            }
            Routes::Road => {
                // The road runs through the centre of each circle, alternately bending to either
                // side.
                let bends: String = (1..id.last())
                    .map(|it| {
                        let along = road.x_of(id, it + 1) - road.x_of(id, it);
                        let side = if it % 2 == 1 { -16 } else { 16 };
                        format!("q{} {side} {along} 0", along / 2)
                    })
                    .collect();
                let winding = format!("M{begin} {y}H{}{bends}", road.first);
                shape!(to, path class="s-line" unfilled stroke_width=17 round_caps d=(&winding));
                shape!(to, path class=(format_args!("s-{colour}")) unfilled stroke_width=2
                    dashes=(6, 5) d=(winding));
            }
        }
    }

    /// Draws a circle: empty, passed, or with the truck. Shared circles have a double ring.
    fn circle(&self, to: &mut Shapes, road: Road, number: u8, fresh: bool, y: i32) {
        let (id, truck, colour, radius) = (self.id, self.truck, self.colour(), road.radius);
        let x = road.x_of(id, number);
        let here = truck.position == number;
        let passed = number < truck.position;
        let icon = here && self.likes.icons;
        let (fill, ink) = match (here && !icon, truck.delivered) {
            (true, true) => ("good", "f-paper b mid"),
            (true, false) => (colour, "f-on-truck b mid"),
            (false, _) if passed => ("line", "f-ink mid"),
            (false, _) => ("paper", "f-faint mid"),
        };
        let edge = if fresh { "accent" } else { colour };
        let title = told!("circle-title", truck: called(id), circle: number);
        let ring = shared(id, number).filter(|_| road.aside == 0);
        shape!(to, group maybe=(self.name(format!("circle-{id}-{number}")), Shapes::id)
            maybe=(self.name(format!("{id}>{number}")), Shapes::word));
        to.holds(|to| {
            if self.is_live {
                to.title(self.names.tell(&title));
            }
            if let Some(other) = ring {
                let ring = if self.likes.colours == Colours::Piece {
                    other.word()
                } else {
                    "faint"
                };
                shape!(to, circle class=(format_args!("f-paper s-{ring}")) around=(x, y)
                    r=(radius + 4) stroke_width=2 dashes=(4, 3));
            }
            shape!(to, circle class=(format_args!("f-{fill} s-{edge}")) around=(x, y) r=(radius)
                stroke_width=(if fresh { 3 } else { 2 }));
            if icon {
                small_truck(to, if truck.delivered { "good" } else { colour }, x, y);
            } else {
                shape!(to, text class=(ink) at=(x, y + 4) font_size=12);
                if here && truck.delivered {
                    to.says("✓");
                } else {
                    to.says(number);
                }
            }
            if road.aside > 0 && self.is_live {
                // A circle alone would be slightly too small to touch.
                shape!(to, rect class="f-paper" fill_opacity=0 at=(x - road.apart / 2, y - 15)
                    size=(road.apart, 30));
            }
        });
    }

    /// Draws the truck's line in the box of the scores.
    fn pay(&self, to: &mut Shapes, y: i32) {
        Area::new(644, y - 14, 56, 28).rounded(to, 4, "f-paper s-line", 1);
        shape!(to, text class="f-faint" at=(648, y - 3) font_size=10 => self.id as usize + 1);
        self.paid(to, PAY, y, 17);
    }

    /// Draws the pay of the truck, in brackets until it is delivered.
    pub(super) fn paid(&self, to: &mut Shapes, right: i32, y: i32, size: i32) {
        if self.truck.delivered {
            shape!(to, text class="f-good b end" at=(right, y + 7) font_size=(size)
                => self.truck.pay);
        } else if self.truck.pay > 0 {
            shape!(to, text class="f-faint end" at=(right, y + 6) font_size=(size - 3)
                => format_args!("({})", self.truck.pay));
        }
    }
}

/// Draws a moving truck, as large as a circle.
fn small_truck(to: &mut Shapes, colour: &str, x: i32, y: i32) {
    shape!(to, path class=(format_args!("f-{colour} s-paper")) stroke_width=1
        d=(format_args!("M{} {}h20v3h5l6 6v6h-31z", x - 16, y - 9)));
    for wheel in [x - 9, x + 8] {
        shape!(to, circle class="f-wheel s-paper" around=(wheel, y + 6) r=4 stroke_width=1);
    }
}

/// Returns the other truck whose route passes through the same circle.
fn shared(id: TruckId, number: u8) -> Option<TruckId> {
    let here = (id, number);
    SHARED.iter().find_map(|[one, other]| {
        if *one == here {
            Some(other.0)
        } else if *other == here {
            Some(one.0)
        } else {
            None
        }
    })
}
