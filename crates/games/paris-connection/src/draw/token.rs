//! Draws locomotives and lines with the colour and pattern of their company. A locomotive also has
//! its letter.

use super::super::company::Company;
use rules::svg::{Shapes, shape};

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
pub(super) fn patterns(to: &mut Shapes) {
    to.defs().holds(|to| {
        for company in Company::ALL {
            to.pattern(format_args!("pattern-{company}"), 6, 6)
                .holds(|to| {
                    shape!(to, rect class=(fill(company)) size=(6, 6));
                    shape!(to, group class=(on(company).1) stroke_width=1);
                    to.holds(|to| lines(to, company));
                });
        }
    });
}

fn lines(to: &mut Shapes, company: Company) {
    let path = match company {
        Company::Black => {
            shape!(to, circle around=(3, 3) r="0.6");
            return;
        }
        Company::Blue => "M0 3H6",
        Company::Brown => "M-1 1L1 -1M0 6L6 0M5 7L7 5",
        Company::Purple => "M0 0L6 6M0 6L6 0",
        Company::Red => "M3 0V6",
        Company::Yellow => "M-1 5L1 7M0 0L6 6M5 -1L7 1",
    };
    shape!(to, path d=(path) unfilled);
}

/// Draws the pattern of a company's line on its track.
pub(super) fn line_pattern(to: &mut Shapes, company: Company, wider: i32, line: &str) {
    let (width, dashes) = match company {
        Company::Black => (2, Some((2, 6))),
        Company::Blue => (1, None),
        Company::Brown => (2, Some((7, 5))),
        Company::Purple => (3, Some((3, 3))),
        Company::Red => (5, Some((1, 4))),
        Company::Yellow => (2, Some((12, 3))),
    };
    let class = match company {
        Company::Yellow => "s-deep",
        _ => "s-pale",
    };
    shape!(to, path class=(class) stroke_width=(width + wider / 2)
        maybe=(dashes, |to, (dash, gap)| to.dashes(dash, gap)) d=(line));
}

/// A locomotive around a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plate {
    /// The x coordinate of the centre of its body.
    pub(super) x: i32,
    /// The y coordinate of the centre of its body.
    pub(super) y: i32,
    /// The width of its body.
    pub(super) width: i32,
    /// The height of its body, without funnel and wheels.
    pub(super) height: i32,
    /// The height of the letter in its centre.
    pub(super) letter: i32,
}

impl Plate {
    /// Creates a locomotive of this width, as high as a line of text.
    pub(super) const fn new(x: i32, y: i32, width: i32) -> Plate {
        Plate {
            x,
            y,
            width,
            height: 16,
            letter: 13,
        }
    }

    /// Draws the locomotive of a company: roof, funnel, buffers and wheels, and the body on them.
    pub(super) fn of(self, to: &mut Shapes, company: Company) {
        let Plate {
            x,
            y,
            width,
            height,
            letter,
        } = self;
        let room = letter - 1;
        let (left, right) = (x - width / 2, x + width / 2);
        let (top, bottom) = (y - height / 2, y + height / 2);
        // The size of a detail.
        let unit = height / 8;
        let (roof, wheel) = (width / 2 + 1, 2 * unit);
        shape!(to, path class="f-ink" d=(format_args!(
            "M{} {}h{roof}v5h-{roof}zM{} {}h{wheel}v9h-{wheel}zM{} {bottom}a{unit} {unit} 0 0 0 {wheel} \
             0zM{} {bottom}a{unit} {unit} 0 0 0 {wheel} 0z",
            left - 1, top - 2, right - 2 - wheel, top - 2 - unit, left + 2, right - 2 - wheel
        )));
        shape!(to, rect class="s-ink" filled_with=(format_args!("pattern-{company}")) stroke_width=1
            at=(left, top) size=(width, height) rx=3);
        shape!(to, rect class=(fill(company)) at=(x - room / 2, top + 1) size=(room, height - 2)
            rx=3);
        shape!(to, text class=(on(company).0) at=(x, y + (letter + 2) / 3) font_size=(letter)
            => company.letter());
    }
}
