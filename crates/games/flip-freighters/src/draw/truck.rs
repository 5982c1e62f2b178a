//! One truck with its squares, and its route with the circles (R1.2).

use maud::{Markup, html};

use crate::MESSAGES;
use crate::card::Suit;
use crate::draw::MARGIN;
use crate::trucks::{SHARED, TruckId, X1};
use crate::view::Truck;
use rules::svg::parts::Area;
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
    y: &mut i32,
) -> Markup {
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
        (lorry(id, body))
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
        (route(id, truck, before, names, middle))
        (pay(truck, middle))
    }
}

/// The body, the wheels, and to the right the cab with the sign and the name.
fn lorry(id: TruckId, body: Area) -> Markup {
    let cab = Area::new(body.right() + 2, body.y + 6, 40, body.h - 6);
    let round = if id.has_x1() { 16 } else { 4 };
    html! {
        @for cx in [body.x + 14, body.right() - 14, cab.mid()] {
            circle class="f-wheel" cx=(cx) cy=(body.bottom() + 3) r="6" {}
        }
        (body.rounded(round, &format!("f-{id} s-{id}"), 1))
        path class={ "f-" (id) } d={
            "M" (cab.x) " " (cab.y) "h26q6 0 8 6l6 12v" (cab.h - 18) "h-40z"
        } {}
        text class="f-on-truck b mid" x=(cab.x + 19) y=(cab.y + cab.h / 2 + 7) font-size="14" {
            (id.printed().symbol)
        }
        text class={ "f-" (id) " b" } x=(cab.right() + 6) y=(body.y + body.h / 2 + 5) font-size="12" {
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

fn route(id: TruckId, truck: &Truck, before: Option<&Truck>, names: &Names, y: i32) -> Markup {
    let last = id.last();
    let from = before.map_or(truck.position, |it| it.position);
    let fresh = from + 1..=truck.position;
    let deliver = told!("deliver-title", truck: id.word());
    html! {
        path class={ "s-" (id) } fill="none" stroke-width="3"
            d={ "M" (ROUTE - 26) " " (y) "H" (x_of(last)) } {}
        @for number in 1..=last {
            (circle(id, truck, number, y, fresh.contains(&number), names))
        }
        @if id.has_x1() {
            g id={ "stop-" (id) "-" (X1) } data-word={ (id) ">" (X1) "!" } {
                title { (names.tell(&deliver)) }
                (Area::new(x_of(X1) - 12, y - 32, 24, 17).rounded(8, &format!("f-paper s-{id}"), 1))
                text class={ "f-" (id) " b mid" } x=(x_of(X1)) y=(y - 19) font-size="12" { "x1" }
            }
            text class={ "f-" (id) " b mid" } x=(x_of(last)) y=(y - 19) font-size="12" { "x2" }
        }
    }
}

/// A circle: empty, passed, or where the truck stands. Shared ones are ringed twice.
fn circle(id: TruckId, truck: &Truck, number: u8, y: i32, fresh: bool, names: &Names) -> Markup {
    let x = x_of(number);
    let here = truck.position == number;
    let passed = number < truck.position;
    let (fill, ink) = match (here, truck.delivered) {
        (true, true) => ("good", "f-paper b mid"),
        (true, false) => (id.word(), "f-on-truck b mid"),
        (false, _) if passed => ("line", "f-ink mid"),
        (false, _) => ("paper", "f-faint mid"),
    };
    let edge = if fresh { "accent" } else { id.word() };
    let title = told!("circle-title", truck: id.word(), circle: number);
    html! {
        g id={ "circle-" (id) "-" (number) } data-word={ (id) ">" (number) } {
            title { (names.tell(&title)) }
            @if let Some(other) = shared(id, number) {
                circle class={ "f-paper s-" (other) } cx=(x) cy=(y) r="16" stroke-width="2"
                    stroke-dasharray="4 3" {}
            }
            circle class={ "f-" (fill) " s-" (edge) } cx=(x) cy=(y) r="12"
                stroke-width=(if fresh { 3 } else { 2 }) {}
            text class=(ink) x=(x) y=(y + 4) font-size="12" {
                @if here && truck.delivered { "✓" } @else { (number) }
            }
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

fn pay(truck: &Truck, y: i32) -> Markup {
    html! {
        @if truck.delivered {
            text class="f-good b end" x=(PAY) y=(y + 6) font-size="17" { (truck.pay) }
        } @else if truck.pay > 0 {
            text class="f-faint end" x=(PAY) y=(y + 5) { "(" (truck.pay) ")" }
        }
    }
}
