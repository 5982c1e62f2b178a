//! Draws the pictures on tiles, and the garden beside the track.
//!
//! The picture of a tile is about 36 by 34 units around its position.

use rules::svg::{Shapes, shape};

/// Draws a parcel with a ribbon.
pub(super) fn gift(to: &mut Shapes) {
    shape!(to, rect class="f-parcel" at=(-14, -4) size=(28, 19) rx=2);
    shape!(to, rect class="f-shade" fill_opacity="0.18" at=(-14, -4) size=(28, 4));
    shape!(to, rect class="f-parcel" at=(-17, -10) size=(34, 9) rx=2);
    shape!(to, path class="f-ribbon" d="M-3 -10h6v25h-6z");
    shape!(to, path class="s-ribbon" unfilled stroke_width=3 round_joins
        d="M0 -10c-4 -9 -13 -9 -11 -3c1 3 7 3 11 3c4 0 10 0 11 -3c2 -6 -7 -6 -11 3z");
}

/// Draws the mask of a thief.
pub(super) fn steal(to: &mut Shapes) {
    shape!(to, path class="s-mask" unfilled stroke_width=3 round_caps
        d="M-14 -3l-4 -5M14 -3l4 -5M14 -2l5 -1");
    shape!(to, path class="f-mask" d="M0 -5c6 -5 13 -5 17 -2c1 12 -4 17 -9 16c-4 -1 -5 -5 -8 -5\
        c-3 0 -4 4 -8 5c-5 1 -10 -4 -9 -16c4 -3 11 -3 17 2z");
    shape!(to, path class="f-shine"
        d="M-12 -1c2 -3 7 -3 9 1c-3 3 -7 3 -9 -1zM12 -1c-2 -3 -7 -3 -9 1c3 3 7 3 9 -1z");
}

/// Draws a four-leaf clover.
pub(super) fn clover(to: &mut Shapes) {
    shape!(to, path class="s-clover" unfilled stroke_width=3 round_caps d="M2 3c1 6 4 10 8 13");
    shape!(to, path class="f-clover" d="M0 0c-4 -4 -11 -6 -10 -12c0 -5 7 -6 10 -2c3 -4 10 -3 10 2\
        c1 6 -6 8 -10 12zM0 0c4 -4 6 -11 12 -10c5 0 6 7 2 10c4 3 3 10 -2 10c-6 1 -8 -6 -12 -10z\
        M0 0c4 4 11 6 10 12c0 5 -7 6 -10 2c-3 4 -10 3 -10 -2c-1 -6 6 -8 10 -12z\
        M0 0c-4 4 -6 11 -12 10c-5 0 -6 -7 -2 -10c-4 -3 -3 -10 2 -10c6 -1 8 6 12 10z");
    shape!(to, path class="s-shine" unfilled stroke_opacity="0.45" stroke_width="1.5" round_caps
        d="M0 -4v-6M4 0h6M0 4v6M-4 0h-6");
}

/// Draws a signpost that points to the track.
pub(super) fn signpost(to: &mut Shapes) {
    shape!(to, rect class="f-wood" at=(-3, -12) size=(5, 29));
    shape!(to, path class="f-leaf s-leaf-dark" stroke_width=2 round_joins
        d="M-15 -15h20l9 8l-9 8h-20l4 -8z");
    shape!(to, path class="s-shine" unfilled stroke_width=2 round_caps d="M-7 -7h12m-4 -4l4 4l-4 4");
}

/// Draws a chequered flag.
pub(super) fn flag(to: &mut Shapes) {
    shape!(to, rect class="f-wood" at=(-15, -17) size=(3, 34) rx=1);
    shape!(to, rect class="f-shine s-pip" at=(-12, -16) size=(28, 18));
    shape!(to, path class="f-pip" d="M-12 -16h7v6h-7zM2 -16h7v6h-7zM-5 -10h7v6h-7zM9 -10h7v6h-7z\
        M-12 -4h7v6h-7zM2 -4h7v6h-7z");
}

/// Draws a tree or a bush. Its foot is at this position.
pub(super) fn garden(to: &mut Shapes, i: usize, x: i32, y: i32) {
    shape!(to, group moved=(x, y));
    to.holds(|to| match i % 3 {
        0 => {
            shape!(to, path class="f-shade" fill_opacity="0.12"
                d="M-14 0c0 -5 32 -5 32 0c0 5 -32 5 -32 0z");
            shape!(to, rect class="f-wood" at=(-3, -16) size=(6, 17));
            shape!(to, circle class="f-leaf-dark" around=(6, -24) r=12);
            shape!(to, circle class="f-leaf" around=(-5, -27) r=13);
        }
        1 => {
            shape!(to, circle class="f-leaf-dark" around=(9, -7) r=9);
            shape!(to, circle class="f-leaf" around=(-4, -9) r=11);
            shape!(to, path class="s-ribbon" unfilled stroke_width=4 round_caps
                d="M-9 -11h.01M-1 -6h.01M1 -14h.01");
        }
        _ => {
            shape!(to, path class="f-shade" fill_opacity="0.12"
                d="M-14 0c0 -5 32 -5 32 0c0 5 -32 5 -32 0z");
            shape!(to, rect class="f-wood" at=(-2, -10) size=(5, 11));
            shape!(to, path class="f-leaf" d="M0 -48l13 22h-6l9 17h-31l9 -17h-6z");
            shape!(to, path class="f-leaf-dark" d="M1 -47l12 21h-6l9 17h-14z");
        }
    });
}
