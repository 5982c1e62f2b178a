//! One truck with its squares, and its route with the circles (R1.2).

use maud::{Markup, html};

use crate::MESSAGES;
use crate::card::Suit;
use crate::draw::MARGIN;
use crate::draw::look::colour;
use crate::trucks::{SHARED, TruckId, X1};
use crate::view::Truck;
use rules::svg::parts::Area;
use rules::svg::{Colours, Preferences, Routes};
use rules::{Names, told};

/// A square of cargo.
const SQUARE: i32 = 29;
/// Where the routes begin, and how far circles lie apart.
const ROUTE: i32 = 344;
const APART: i32 = 40;
/// Where the pay stands.
const PAY: i32 = 694;

/// Draws a truck and its route. `before` is the truck as it stood when the day began.
pub(crate) fn row(
    id: TruckId,
    truck: &Truck,
    before: Option<&Truck>,
    names: &Names,
    likes: Preferences,
    y: &mut i32,
) -> Markup {
    let colour = colour(likes, id, truck);
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
    html! {
        (lorry(id, colour, body))
        @for (value, square) in truck.goods.iter().zip(0..) {
            @let at = Area::new(
                body.x + 5 + i32::from(square) % columns * SQUARE,
                body.y + 4 + i32::from(square) / columns * SQUARE,
                SQUARE,
                SQUARE,
            );
            @let fresh = before.is_some_and(|it| it.goods.get(usize::from(square)) != Some(value));
            (cargo(id, truck, square, *value, at.inset(1), fresh))
        }
        (route(&Route { id, truck, colour, likes, y: middle }, before, names))
        (pay(id, truck, middle))
    }
}

/// The body, the wheels, and to the right the cab with the sign and the name.
fn lorry(id: TruckId, colour: &str, body: Area) -> Markup {
    let cab = Area::new(body.right() + 2, body.y + 6, 40, body.h - 6);
    let round = if id.has_x1() { 16 } else { 4 };
    html! {
        @for cx in [body.x + 14, body.right() - 14, cab.mid()] {
            circle class="f-wheel" cx=(cx) cy=(body.bottom() + 3) r="6" {}
        }
        (body.rounded(round, &format!("f-{colour} s-{colour}"), 1))
        path class={ "f-" (colour) } d={
            "M" (cab.x) " " (cab.y) "h26q6 0 8 6l6 12v" (cab.h - 18) "h-40z"
        } {}
        text class="f-on-truck b mid" x=(cab.x + 19) y=(cab.y + cab.h / 2 + 7) font-size="14" {
            (id.printed().symbol)
        }
        text class={ "f-" (colour) " b" } x=(cab.right() + 6) y=(body.y + body.h / 2 + 5) font-size="12" {
            (id.word())
        }
    }
}

/// A square: the value on it, or what it asks for.
fn cargo(
    id: TruckId,
    truck: &Truck,
    square: u8,
    value: Option<u8>,
    at: Area,
    fresh: bool,
) -> Markup {
    let lost = truck.lost.contains(&square);
    let class = match (value.is_some(), fresh) {
        (true, true) => "f-cargo s-accent",
        (true, false) => "f-cargo s-ink",
        (false, _) => "f-paper s-line",
    };
    let hint = match (id.suit(square), id.value(square)) {
        (Some(suit), _) => suit.sign().to_string(),
        (None, Some(printed)) => printed.to_string(),
        (None, None) => String::new(),
    };
    let red = matches!(id.suit(square), Some(Suit::Hearts | Suit::Diamonds));
    let hint_class = if red { "f-red mid" } else { "f-faint mid" };
    html! {
        g id={ "square-" (id) "-" (square) } data-word={ (id) "." (square) } {
            title { (id) "." (square) }
            (at.rounded(4, class, if fresh { 3 } else { 1 }))
            @if let Some(value) = value {
                text class="f-ink b mid" x=(at.mid()) y=(at.y + 20) font-size="16" { (value) }
            } @else {
                text class=(hint_class) x=(at.mid()) y=(at.y + 19) font-size="15" { (hint) }
            }
            @if lost {
                path class="s-faint" fill="none" stroke-width="2" d={
                    "M" (at.x + 5) " " (at.y + 5) "l" (at.w - 10) " " (at.h - 10)
                    "m0 " (10 - at.h) "l" (10 - at.w) " " (at.h - 10)
                } {}
            }
        }
    }
}

/// Where a circle lies.
const fn x_of(circle: u8) -> i32 {
    ROUTE + (circle as i32 - 1) * APART
}

/// A route, to be drawn at this height.
struct Route<'a> {
    id: TruckId,
    truck: &'a Truck,
    colour: &'static str,
    likes: Preferences,
    y: i32,
}

fn route(route: &Route, before: Option<&Truck>, names: &Names) -> Markup {
    let (id, colour, y) = (route.id, route.colour, route.y);
    let last = id.last();
    let from = before.map_or(route.truck.position, |it| it.position);
    let fresh = from + 1..=route.truck.position;
    let deliver = told!("deliver-title", truck: id.word());
    html! {
        (way(route))
        @for number in 1..=last {
            (circle(route, number, fresh.contains(&number), names))
        }
        @if id.has_x1() {
            g id={ "stop-" (id) "-" (X1) } data-word={ (id) ">" (X1) "!" } {
                title { (names.tell(&deliver)) }
                (Area::new(x_of(X1) - 12, y - 32, 24, 17).rounded(8, &format!("f-paper s-{colour}"), 1))
                text class={ "f-" (colour) " b mid" } x=(x_of(X1)) y=(y - 19) font-size="12" { "x1" }
            }
            text class={ "f-" (colour) " b mid" } x=(x_of(last)) y=(y - 19) font-size="12" { "x2" }
        }
    }
}

/// What leads from the truck to its last circle.
fn way(route: &Route) -> Markup {
    let (begin, end) = (ROUTE - 26, x_of(route.id.last()));
    match route.likes.routes {
        Routes::Off => html! {},
        Routes::Straight => html! {
            path class={ "s-" (route.colour) } fill="none" stroke-width="3"
                d={ "M" (begin) " " (route.y) "H" (end) } {}
        },
        Routes::Road => {
            // Through the middle of each circle, to either side in turn.
            let bends = " 40 0t".repeat(usize::from(route.id.last()) - 1);
            let winding = format!(
                "M{begin} {}h26q20 -16{}",
                route.y,
                bends.trim_end_matches('t')
            );
            html! {
                path class="s-line" fill="none" stroke-width="17" stroke-linecap="round" d=(winding) {}
                path class={ "s-" (route.colour) } fill="none" stroke-width="2" stroke-dasharray="6 5"
                    d=(winding) {}
            }
        }
    }
}

/// A circle: empty, passed, or where the truck stands. Shared ones are ringed twice.
fn circle(route: &Route, number: u8, fresh: bool, names: &Names) -> Markup {
    let (id, truck, y) = (route.id, route.truck, route.y);
    let x = x_of(number);
    let here = truck.position == number;
    let passed = number < truck.position;
    let icon = here && route.likes.icons;
    let (fill, ink) = match (here && !icon, truck.delivered) {
        (true, true) => ("good", "f-paper b mid"),
        (true, false) => (route.colour, "f-on-truck b mid"),
        (false, _) if passed => ("line", "f-ink mid"),
        (false, _) => ("paper", "f-faint mid"),
    };
    let edge = if fresh { "accent" } else { route.colour };
    let title = told!("circle-title", truck: id.word(), circle: number);
    html! {
        g id={ "circle-" (id) "-" (number) } data-word={ (id) ">" (number) } {
            title { (names.tell(&title)) }
            @if let Some(other) = shared(id, number) {
                @let ring = if route.likes.colours == Colours::Piece { other.word() } else { "faint" };
                circle class={ "f-paper s-" (ring) } cx=(x) cy=(y) r="16" stroke-width="2"
                    stroke-dasharray="4 3" {}
            }
            circle class={ "f-" (fill) " s-" (edge) } cx=(x) cy=(y) r="12"
                stroke-width=(if fresh { 3 } else { 2 }) {}
            @if icon {
                (small_truck(if truck.delivered { "good" } else { route.colour }, x, y))
            } @else {
                text class=(ink) x=(x) y=(y + 4) font-size="12" {
                    @if here && truck.delivered { "✓" } @else { (number) }
                }
            }
        }
    }
}

/// A truck on its way, as large as a circle.
fn small_truck(colour: &str, x: i32, y: i32) -> Markup {
    html! {
        path class={ "f-" (colour) " s-paper" } stroke-width="1"
            d={ "M" (x - 16) " " (y - 9) "h20v3h5l6 6v6h-31z" } {}
        @for wheel in [x - 9, x + 8] {
            circle class="f-wheel s-paper" cx=(wheel) cy=(y + 6) r="4" stroke-width="1" {}
        }
    }
}

/// The other route that is drawn through a circle.
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

/// The truck's line in the box of the scores: what it pays, in brackets while it is not home.
fn pay(id: TruckId, truck: &Truck, y: i32) -> Markup {
    html! {
        (Area::new(644, y - 14, 56, 28).rounded(4, "f-paper s-line", 1))
        text class="f-faint" x="648" y=(y - 3) font-size="10" { (id as usize + 1) }
        @if truck.delivered {
            text class="f-good b end" x=(PAY) y=(y + 7) font-size="17" { (truck.pay) }
        } @else if truck.pay > 0 {
            text class="f-faint end" x=(PAY) y=(y + 6) { "(" (truck.pay) ")" }
        }
    }
}
