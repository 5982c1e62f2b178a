//! Draws one truck with its squares, and its road with the circles (R1.2), in both layouts.

use crate::MESSAGES;
use crate::card::Suit;
use crate::draw::look::colour;
use crate::draw::{MARGIN, words_are_shown};
use crate::trucks::{TruckId, X1};
use crate::view::Truck;
use rules::svg::parts::{Area, lines};
use rules::svg::{Preferences, Routes, Shapes, shape};
use rules::{Message, Names, told};

/// The size of a square of cargo.
const SQUARE: i32 = 29;
/// The positions of the circles.
const ROAD: Road = Road {
    first: 378,
    last: 622,
    radius: 12,
    touch: (0, 0),
    has_stop: false,
};
/// The customer at the end of the road: the left edge, and the size.
const CUSTOMER: (i32, i32, i32) = (644, 56, 36);

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

/// The positions of the circles of a road.
#[derive(Clone, Copy)]
pub(super) struct Road {
    /// The x coordinates of the centres of the first and the last circle.
    pub(super) first: i32,
    pub(super) last: i32,
    pub(super) radius: i32,
    /// The size of the area around a circle that can be touched, if it is larger than the circle.
    pub(super) touch: (i32, i32),
    /// Whether the x1 stop has a place of its own behind its circle. Else it is above the circle.
    pub(super) has_stop: bool,
}

impl Road {
    /// Returns the x coordinate of a circle.
    fn x_of(self, id: TruckId, circle: u8) -> i32 {
        let behind = i32::from(self.has_stop && id.has_x1() && circle > X1);
        self.x_at(id, i32::from(circle) - 1 + behind)
    }

    /// Returns the x coordinate of a place, counted from 0.
    fn x_at(self, id: TruckId, place: i32) -> i32 {
        let stop = i32::from(self.has_stop && id.has_x1());
        let places = i32::from(id.last()) - 1 + stop;
        self.first + (self.last - self.first) * place / places
    }
}

/// The parts of a truck: the body with the squares, the cab on its right, and the wheels.
#[derive(Clone, Copy)]
pub(super) struct Lorry {
    pub(super) body: Area,
    pub(super) cab: Area,
    pub(super) wheel: i32,
    /// The font size of the sign.
    pub(super) sign: i32,
}

/// Returns the name of a truck for sentences.
pub(super) fn called(id: TruckId) -> Message {
    told!("truck-called", truck: id.word())
}

/// Draws a truck and its road.
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
    let cab = match grid {
        true => Area::new(body.right() + 2, body.y + 20, 42, body.h - 20),
        false => Area::new(body.right() + 2, body.y + 1, 42, body.h - 1),
    };
    let parts = Lorry {
        body,
        cab,
        wheel: 6,
        sign: 14,
    };
    shown.lorry(to, parts);
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
    let takes = shown.names.tell(&told!("truck-takes", truck: id.word()));
    let mut said: Vec<(String, String)> = lines(&takes, 15)
        .into_iter()
        .map(|line| ("f-faint".to_owned(), line))
        .collect();
    if words_are_shown(shown.likes) {
        let class = format!("f-{} b", shown.colour());
        said.insert(0, (class, id.word().to_owned()));
    }
    let first = middle + 5 - 7 * (said.len() as i32 - 1);
    for ((class, line), y) in said.iter().zip((first..).step_by(14)) {
        shape!(to, text class=(class) at=(cab.right() + 6, y) font_size=12 => line);
    }
    shown.route(to, ROAD, middle);
    let (x, wide, high) = CUSTOMER;
    shown.customer(to, Area::new(x, middle - 22, wide, high), 17);
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

    /// Draws the body, the wheels, and on the right the cab with the sign.
    pub(super) fn lorry(&self, to: &mut Shapes, lorry: Lorry) {
        let Lorry {
            body,
            cab,
            wheel,
            sign,
        } = lorry;
        let (id, colour) = (self.id, self.colour());
        let is_tanker = id.has_x1();
        let round = if is_tanker && body.h < 40 {
            body.h / 3
        } else {
            4
        };
        let ground = body.bottom();
        shape!(to, group maybe=(self.is_live.then_some(id), |to, it| to.data("truck", it)));
        to.holds(|to| {
            shape!(to, rect class="f-wheel" at=(body.x + 6, ground - 2)
                size=(cab.right() - body.x - 6, 4) rx=2);
            body.rounded(to, round, format_args!("f-{colour} s-{colour}"), 1);
            // The cab, its window and its lamp.
            let slope = cab.h * 2 / 5;
            shape!(to, path class=(format_args!("f-{colour}"))
                d=(format_args!("M{} {}q0 -4 4 -4h{}q4 0 5 4l4 {slope}v{}h-{}z",
                    cab.x, cab.y + 4, cab.w - 13, cab.h - 4 - slope, cab.w)));
            shape!(to, path class="f-glass"
                d=(format_args!("M{} {}h{}q2 0 2 2l3 {}h-{}z",
                    cab.x + cab.w / 4, cab.y + 3, cab.w - cab.w / 4 - 10, slope - 3,
                    cab.w - cab.w / 4 - 5)));
            shape!(to, rect class="f-lamp" at=(cab.right() - 3, ground - 9) size=(3, 5) rx=1);
            for cx in [
                body.x + 2 * wheel + 2,
                body.right() - 2 * wheel - 2,
                cab.mid(),
            ] {
                shape!(to, circle class="f-wheel s-panel" around=(cx, ground + wheel / 3) r=(wheel)
                    stroke_width=1);
                shape!(to, circle class="f-hub" around=(cx, ground + wheel / 3) r=(wheel / 3));
            }
            shape!(to, text class="f-on-truck b mid" at=(cab.x + cab.w / 2 - 1, ground - cab.h / 5)
                font_size=(sign));
            match id.suit(0).filter(|_| is_tanker) {
                Some(suit) => to.says(suit.sign()),
                None => to.says(id.printed().symbol),
            };
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
        let (size, hint_size) = if at.h >= 40 { (22, 18) } else { (16, 15) };
        shape!(to, group maybe=(self.name(format!("square-{id}-{square}")), Shapes::id)
            maybe=(self.name(format!("{id}.{square}")), Shapes::word)
            maybe=(suit.map(Suit::word).filter(|_| self.is_live), |to, it| to.data("suit", it)));
        to.holds(|to| {
            if self.is_live {
                to.title(self.names.tell(&title));
            }
            at.rounded(to, 4, class, if fresh { 3 } else { 1 });
            if let Some(value) = value {
                shape!(to, text class="f-ink b mid" at=(at.mid(), middle + size * 3 / 8)
                    font_size=(size) => value);
            } else {
                shape!(to, text class=(hint_class) at=(at.mid(), middle + hint_size / 3)
                    font_size=(hint_size) => hint);
            }
            if self.truck.lost.contains(&square) {
                let (x, y, w, h) = (at.x + 5, at.y + 5, at.w - 10, at.h - 10);
                shape!(to, path class="s-faint" unfilled stroke_width=2
                    d=(format_args!("M{x} {y}l{w} {h}m0 {}l{} {h}", -h, -w)));
            }
        });
    }

    /// Draws the circles, with the road to the last of them, at this height. The truck stands on
    /// the circle that it has reached.
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
        let sign = |to: &mut Shapes, area: Area, word: &str| {
            if !road.has_stop {
                shape!(to, path class=(format_args!("s-{colour}")) stroke_width=2
                    d=(format_args!("M{} {}v9", area.mid(), area.bottom())));
            }
            area.rounded(to, 5, format_args!("f-paper s-{colour}"), 1);
            shape!(to, text class=(format_args!("f-{colour} b mid"))
                at=(area.mid(), area.y + area.h / 2 + 4) font_size=12 => word);
        };
        let at = road.x_of(id, X1);
        let mark = if road.has_stop {
            let (wide, high) = (road.radius * 2 + 2, road.radius * 2);
            let x = road.x_at(id, i32::from(X1));
            Area::new(x - wide / 2, y - high / 2, wide, high)
        } else {
            Area::new(at - 13, y - 36, 26, 17)
        };
        let deliver = told!("deliver-title", truck: called(id));
        shape!(to, group maybe=(self.name(format!("stop-{id}-{X1}")), Shapes::id)
            maybe=(self.name(format!("{id}>{X1}!")), Shapes::word));
        to.holds(|to| {
            if self.is_live {
                to.title(self.names.tell(&deliver));
            }
            sign(to, mark, "x1");
            touched(to, road, mark.mid(), y, self.is_live);
        });
        if !road.has_stop {
            let last = road.x_of(id, id.last());
            sign(to, Area::new(last - 13, y - 36, 26, 17), "x2");
        }
    }

    /// Draws the road from the truck to its last circle.
    fn way(&self, to: &mut Shapes, road: Road, y: i32) {
        let id = self.id;
        let (begin, end) = (
            road.first - road.radius - 14,
            road.x_of(id, id.last()) + road.radius + 6,
        );
        let begin = begin.max(road.radius / 2);
        let wide = road.radius + 2;
        let way = match self.likes.routes {
            Routes::Off => return,
            Routes::Straight => format!("M{begin} {y}H{end}"),
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
                format!("M{begin} {y}H{}{bends}", road.first)
            }
        };
        shape!(to, path class="s-road" unfilled stroke_width=(wide) d=(&way));
        shape!(to, path class="s-lane" unfilled stroke_width="1.5" dashes=(5, 4) d=(way));
    }

    /// Draws a circle: empty, passed, or with the truck.
    fn circle(&self, to: &mut Shapes, road: Road, number: u8, fresh: bool, y: i32) {
        let (id, truck, colour, radius) = (self.id, self.truck, self.colour(), road.radius);
        let x = road.x_of(id, number);
        let here = truck.position == number;
        let (fill, ink) = match number < truck.position {
            true => (colour, "f-on-truck b mid"),
            false => ("paper", "f-faint mid"),
        };
        let edge = if fresh { "accent" } else { colour };
        let title = told!("circle-title", truck: called(id), circle: number);
        shape!(to, group maybe=(self.name(format!("circle-{id}-{number}")), Shapes::id)
            maybe=(self.name(format!("{id}>{number}")), Shapes::word));
        to.holds(|to| {
            if self.is_live {
                to.title(self.names.tell(&title));
            }
            if here {
                self.small_truck(to, x, y, road.radius * 3 / 2 - 2, fresh);
            } else {
                shape!(to, circle class=(format_args!("f-{fill} s-{edge}")) around=(x, y)
                    r=(radius) stroke_width=(if fresh { 3 } else { 2 }));
                shape!(to, text class=(ink) at=(x, y + 4) font_size=12 => number);
            }
            touched(to, road, x, y, self.is_live);
        });
    }

    /// Draws the truck in place of the circle where it stands: with a tick once it is delivered, or
    /// with the number of its goods if the viewer likes that.
    fn small_truck(&self, to: &mut Shapes, x: i32, y: i32, half: i32, fresh: bool) {
        let colour = match self.truck.delivered {
            true => "good",
            false => self.colour(),
        };
        let edge = if fresh { "accent" } else { "panel" };
        let (left, load) = (x - half, half * 6 / 5);
        let cab = 2 * half - load - 1;
        shape!(to, path class=(format_args!("f-{colour} s-{edge}")) stroke_width="1.5"
            d=(format_args!("M{left} {}h{load}v4h{}l5 5v6h-{}z", y - 11, cab - 4, 2 * half)));
        shape!(to, path class="f-glass"
            d=(format_args!("M{} {}h{}l3 4h-{}z", left + load + 2, y - 5, cab - 8, cab - 5)));
        for wheel in [left + half / 2, x + half - half / 2] {
            shape!(to, circle class="f-wheel s-panel" around=(wheel, y + 5) r=4 stroke_width=1);
        }
        let goods = self.truck.goods.iter().flatten().count();
        let word = match (self.truck.delivered, self.likes.icons) {
            (true, _) => "✓".to_owned(),
            (false, true) => goods.to_string(),
            (false, false) => return,
        };
        shape!(to, text class="f-on-truck b mid" at=(left + load / 2, y) font_size=12 => word);
    }

    /// Draws the customer at the end of the road, with the pay: in brackets until the truck is
    /// delivered.
    pub(super) fn customer(&self, to: &mut Shapes, area: Area, size: i32) {
        let roof = if self.truck.delivered {
            "good"
        } else {
            self.colour()
        };
        let eaves = area.y + area.h / 3;
        shape!(to, rect class="f-paper s-line" at=(area.x + 2, eaves)
            size=(area.w - 4, area.bottom() - eaves));
        shape!(to, path class=(format_args!("f-{roof}"))
            d=(format_args!("M{} {}l{} -{}h{}l{} {}z",
                area.x - 2, eaves, area.w / 6, area.h / 3, area.w + 4 - area.w / 3, area.w / 6,
                area.h / 3)));
        let (x, y) = (area.mid(), area.bottom() - 6);
        if self.truck.delivered {
            shape!(to, text class="f-good b mid" at=(x, y) font_size=(size) => self.truck.pay);
        } else if self.truck.pay > 0 {
            shape!(to, text class="f-faint mid" at=(x, y) font_size=((size - 3).max(12))
                => format_args!("({})", self.truck.pay));
        } else {
            shape!(to, path class="f-line"
                d=(format_args!("M{} {}v-11h8v11z", x - 4, area.bottom())));
        }
    }

    /// Draws the pay of the truck alone, in brackets until it is delivered.
    pub(super) fn paid(&self, to: &mut Shapes, right: i32, y: i32, size: i32) {
        if self.truck.delivered {
            shape!(to, text class="f-good b end" at=(right, y + 7) font_size=(size)
                => self.truck.pay);
        } else if self.truck.pay > 0 {
            shape!(to, text class="f-faint end" at=(right, y + 6) font_size=((size - 3).max(12))
                => format_args!("({})", self.truck.pay));
        }
    }
}

/// Draws the invisible area around a circle that can be touched. It has `data-touch`, so that pages
/// outline the circle alone.
fn touched(to: &mut Shapes, road: Road, x: i32, y: i32, is_live: bool) {
    let (wide, high) = road.touch;
    if is_live && wide > 0 {
        shape!(to, rect class="f-paper" data=("touch", "") fill_opacity=0
            at=(x - wide / 2, y - high / 2) size=(wide, high));
    }
}
