//! Draws the land around the hexes: the sea, the coast, the neighbours of France, rivers and
//! mountains. The shapes belong to `data/map.json`, whose barriers are estuaries and mountains.

use super::super::company::Company;
use super::super::view::View;
use super::chart::track;
use super::token;
use rules::svg::{Layout, Shapes, shape};

/// The outline of France around all hexes.
const FRANCE: &str = "M378 8q9 1 14 8 6 7 8 14 1 8 3 14 2 6 8 4 6-1 13-3 8-2 17-1 9 0 14 8 5 7 6 14 1 8 5 13 3 \
    5 9 11 6 5 7 12 2 8 4 15 2 7 9 5 7-1 15-4 7-2 16-2 8 1 12 8 5 7 6 14 2 8 5 14 3 6 10 6 7\
    -1 13-4 7-2 16-1 8 1 14 7 5 7 7 14 2 8 3 14 2 7 8 5 7-2 15-4 8-2 15 1 8 3 14 2 5-1 13-2 \
    8-2 17-2 8 1 13 8 5 6 7 14 3 8 0 16-3 7-8 12-6 5-9 10-3 6-5 14-2 8-8 12-5 5-8 10-4 6-4 \
    14-1 7-8 12-6 5-9 10-3 6-5 14-1 7-6 13-6 6-10 11-4 4-4 12-1 8-8 12-7 5-10 10-4 6 0 12 4 \
    5 10 10 6 4 7 12 1 8 4 14 3 5 10 10 7 4 10 12 3 8 0 16-3 8-9 12-7 5-12 10-4 6 0 11 5 5 \
    12 10 6 5 8 13 1 8 4 12 2 5 8 10 7 6 8 14 2 8 4 14 2 5 8 10 7 5 10 12 4 8 0 16-3 8-8 14\
    -5 7-14 8-8 1-15-2-7-3-15-4-7-2-10 5-2 7-3 15-1 8-7 14-5 6-14 8-8 2-15-1-7-3-13-3-6 0-14 \
    2-8 3-16 2-8-1-13-8-5-7-6-14-1-8-4-14-3-6-10-6-7 1-14 4-7 4-14 0-7-3-14-4-7 0-9 6-2 6-4 \
    14-2 8-8 12-7 5-10 10-2 6-4 14-2 8-7 14-5 6-13 8-8 2-16 0-7-3-12-3-6 0-14 2-8 2-16-1-7-2\
    -13-2-6 0-13 2-8 3-15 0-7-3-13-3-7 0-14 3-7 4-16 2-9-1-14-8-5-7-6-14-1-8-4-14-2-7-9-5-7 \
    2-14 4-7 2-15 0-8-2-14-2-6 0-14 2-7 2-16 1-8-1-13-8-5-6-7-14-3-8 0-16 2-7 8-12 6-6 10-11 \
    3-5 4-13 2-7 8-12 5-6 10-11 5-5 0-10-5-5-12-10-6-5-8-13-3-8 0-16 4-7 10-13 5-6 8-11 3-4 \
    4-12 2-7 8-13 6-6 10-11 5-4 0-8-4-5-10-10-5-6-8-14-2-8-5-12-3-5-9-10-5-6-6-14-1-8-4-12-4\
    -5-10-11-5-6-8-13-2-8-4-14-2-6-8-5-7 1-15 4-8 3-16 1-8-1-13-8-5-7-6-14-2-8-4-14-3-6-10-5\
    -6 1-14 3-7 2-15 1-8-1-13-7-6-6-7-14-1-8-5-13-3-5-9-11-6-5-9-12-3-8 0-16 2-8 8-14 6-5 14\
    -8 8-2 16 2 7 3 14 3 6 0 13-3 7-3 15 0 7 2 13 2 6 0 13-2 7-2 14 0 8 3 16 4 7 1 10-6 2-6 \
    3-14 1-8 7-14 6-5 10-10 5-4 1-10-4-5-11-10-6-5-9-12-3-8 0-16 3-7 8-14 5-8 14-8 9-1 17 0 \
    8 1 13 8 5 6 6 14 1 8 4 14 3 7 10 7 7 0 9-7 2-6 4-14 3-7 8-14 5-6 14-8 8-2 14 2 7 3 14 2 \
    6 0 14-3 7-3 14 0 8 3 14 4 7 1 11-5 4-6-1-11-4-5-10-11-7-5-10-12-3-8 0-16 4-7 10-13 5-6 \
    8-11 4-4 5-12 1-7 7-14 6-6 14-8 8-1 16 0z";

/// The neighbours of France, and Corsica.
const ABROAD: &str = "M392 44Q404 12 436-6H740V618Q722 618 706 630Q690 640 678 634L560 480zM178 668\
    Q150 682 128 690Q96 680 60 692Q30 684-20 694V742H430Q436 740 450 728Q450 712 438 704L412 660\
    L230 650zM240-6Q252 8 280 6Q318 10 346-6zM690 672q6 4 8 16q4 18-6 32q-10-6-14-20q-6-16 2-20\
    q6 0 10-8z";

/// The rivers, from their mouths.
const RIVERS: &str = "M244 158Q270 176 300 178Q318 168 334 194Q356 204 384 234Q420 246 446 270\
    Q470 266 504 284M160 350Q180 338 204 344Q240 344 270 342Q310 348 340 320Q370 312 394 314\
    Q430 330 424 390Q436 420 458 440Q452 480 488 534M223 482Q240 490 246 512Q250 540 276 560\
    Q300 590 340 626Q360 640 352 664M517 626Q520 590 508 560Q522 520 524 480Q510 450 540 440\
    Q570 448 590 420M524 440Q530 400 520 360Q540 330 560 300";

/// The mouths of the rivers that are barriers.
const MOUTHS: &str = "M232 148Q240 154 252 162L265 170M140 352Q150 352 160 350L181 338M206 468\
    Q216 474 223 482L244 494M500 648Q510 640 517 626V602M530 646Q522 638 517 626";

/// Hills within France.
const HILLS: &str = "M424 486q9-16 18 0zM440 512q8-14 16 0zM404 520q9-16 18 0zM420 552q8-14 16 0z\
    M452 566q9-16 18 0zM388 560q7-12 14 0zM596 398q8-14 16 0zM578 372q7-12 14 0zM510 318q7-12 14 0z\
    M250 218q7-12 14 0zM112 268q7-12 14 0zM616 576q9-16 18 0zM590 566q7-12 14 0zM536 560q7-12 14 0z\
    M300 674q8-14 16 0zM346 682q9-16 18 0zM270 652q7-12 14 0z";

/// The peaks of the Alps, the Vosges and the Pyrenees.
const PEAKS: &str = "M558 534l11-19 11 19zM580 532l12-22 12 22zM604 534l10-17 10 17zM646 520l13-24 \
    13 24zM660 548l12-21 12 21zM676 580l12-20 12 20zM652 486l11-19 11 19zM672 510l9-15 9 15z\
    M636 262l8-15 8 15zM632 280l8-14 8 14zM622 288l7-12 7 12zM206 704l11-18 11 18zM228 712l12-20 \
    12 20zM276 726l13-21 13 21zM312 730l11-18 11 18zM352 730l13-22 13 22zM390 728l11-18 11 18z";

/// The snow on them.
const SNOW: &str = "M565 522l4-7 4 7-4-2zM588 517l4-7 4 7-4-2zM610 524l4-7 4 7-4-2zM655 503l4-7 \
    4 7-4-2zM668 534l4-7 4 7-4-2zM684 567l4-7 4 7-4-2zM659 474l4-7 4 7-4-2zM641 253l3-6 3 6-3-2z\
    M213 693l4-7 4 7-4-2zM236 699l4-7 4 7-4-2zM285 712l4-7 4 7-4-2zM361 715l4-7 4 7-4-2z";

/// Draws the coast below the hexes. The caller draws the sea.
pub(super) fn land(to: &mut Shapes) {
    shape!(to, path class="s-shore" unfilled stroke_width=26 round_joins d=(FRANCE));
    shape!(to, path class="f-abroad s-line" d=(ABROAD));
    shape!(to, path class="f-country s-coast" stroke_width=2 d=(FRANCE));
}

/// Draws rivers, hills and mountains on the hexes, and the ring of Paris.
pub(super) fn relief(to: &mut Shapes, paris: (i32, i32)) {
    shape!(to, group untouchable);
    to.holds(|to| {
        shape!(to, path class="f-hill" d=(HILLS));
        shape!(to, group class="s-river" unfilled round_caps round_joins);
        to.holds(|to| {
            shape!(to, path stroke_width="2.5" d=(RIVERS));
            shape!(to, path class="s-sea" stroke_width=7 d=(MOUTHS));
        });
        shape!(to, path class="f-peak" d=(PEAKS));
        shape!(to, path class="f-snow" d=(SNOW));
        shape!(to, circle class="s-coast" around=(paris.0, paris.1) r=59 unfilled stroke_width=2);
    });
}

/// Draws the tracks of all companies: sleepers, and on them a line in the colour and pattern of
/// each company.
pub(super) fn tracks(to: &mut Shapes, view: &View, layout: Layout) {
    let lines: Vec<(Company, String)> = Company::ALL
        .into_iter()
        .map(|company| (company, track(view, company, layout)))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    if lines.is_empty() {
        return;
    }
    let all: String = lines.iter().map(|(_, line)| line.as_str()).collect();
    let wider = match layout {
        Layout::Wide => 0,
        Layout::Narrow => 2,
    };
    shape!(to, group unfilled round_joins untouchable);
    to.holds(|to| {
        shape!(to, path class="s-sleeper" stroke_width=(11 + wider) dashes=(2, 4) d=(&all));
        shape!(to, path class="s-pale" stroke_width=(7 + wider) d=(&all));
        for (company, line) in &lines {
            shape!(to, path id=(format_args!("track-{company}")) class=(token::stroke(*company))
                stroke_width=(5 + wider) d=(line));
            token::line_pattern(to, *company, wider, line);
        }
    });
}
