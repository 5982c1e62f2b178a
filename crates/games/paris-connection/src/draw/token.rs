//! Draws locomotives as small plates with colour, pattern and letter.

use maud::{Markup, html};

use super::super::company::Company;

/// Returns the class of a company's colour.
pub(super) const fn fill(company: Company) -> &'static str {
    match company {
        Company::Black => "f-black",
        Company::Blue => "f-blue",
        Company::Brown => "f-brown",
        Company::Purple => "f-purple",
        Company::Red => "f-red",
        Company::Yellow => "f-yellow",
    }
}

/// Returns the class of a line in a company's colour.
pub(super) const fn stroke(company: Company) -> &'static str {
    match company {
        Company::Black => "s-black",
        Company::Blue => "s-blue",
        Company::Brown => "s-brown",
        Company::Purple => "s-purple",
        Company::Red => "s-red",
        Company::Yellow => "s-yellow",
    }
}

/// Returns the classes, for fill and stroke, of the text on a company's colour.
const fn on(company: Company) -> (&'static str, &'static str) {
    match company {
        Company::Yellow => ("f-deep b mid", "f-deep s-deep"),
        _ => ("f-pale b mid", "f-pale s-pale"),
    }
}

/// Draws the patterns of all companies, for use as fills.
pub(super) fn patterns() -> Markup {
    html! {
        defs {
            @for company in Company::ALL {
                pattern id={ "pattern-" (company) } width="6" height="6"
                    patternUnits="userSpaceOnUse" {
                    rect class=(fill(company)) width="6" height="6" {}
                    g class=(on(company).1) stroke-width="1" { (lines(company)) }
                }
            }
        }
    }
}

fn lines(company: Company) -> Markup {
    let path = |d: &str| html! { path d=(d) fill="none" {} };
    match company {
        Company::Black => html! { circle cx="3" cy="3" r="0.6" {} },
        Company::Blue => path("M0 3H6"),
        Company::Brown => path("M-1 1L1 -1M0 6L6 0M5 7L7 5"),
        Company::Purple => path("M0 0L6 6M0 6L6 0"),
        Company::Red => path("M3 0V6"),
        Company::Yellow => path("M-1 5L1 7M0 0L6 6M5 -1L7 1"),
    }
}

/// A plate around a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plate {
    /// The x coordinate of the centre.
    pub(super) x: i32,
    /// The y coordinate of the centre.
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    /// The height of the letter in its centre.
    pub(super) letter: i32,
}

impl Plate {
    /// Creates a plate of this width, as high as a line of text.
    pub(super) const fn new(x: i32, y: i32, width: i32) -> Plate {
        Plate {
            x,
            y,
            width,
            height: 18,
            letter: 13,
        }
    }

    /// Draws the plate of a company.
    pub(super) fn of(self, company: Company) -> Markup {
        let Plate {
            x,
            y,
            width,
            height,
            letter,
        } = self;
        let room = letter - 1;
        html! {
            rect class="s-ink" fill={ "url(#pattern-" (company) ")" } stroke-width="1"
                x=(x - width / 2) y=(y - height / 2) width=(width) height=(height) rx="4" {}
            rect class=(fill(company)) x=(x - room / 2) y=(y - height / 2 + 1) width=(room)
                height=(height - 2) rx="3" {}
            text class=(on(company).0) x=(x) y=(y + (letter + 2) / 3) font-size=(letter) {
                (company.letter())
            }
        }
    }
}
