//! What stands in a path: extractors for handlers. What cannot be it names nothing, which is 404.

use std::convert::identity;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use rules::Seat;

use crate::http::problem::Problem;
use crate::ids::{GameId, HolidayId, SessionId};
use crate::refusal::Refusal;

/// A seat of the game.
pub(super) struct AtSeat(pub Seat);

/// After how many entries of the log.
pub(super) struct AtPly(pub u64);

/// Reads a part of a path by its name, and makes of it what the handler wants.
macro_rules! parts {
    ($($part:ty: $name:literal, $make:expr;)*) => {$(
        impl FromRequest for $part {
            type Error = Problem;
            type Future = Ready<Result<Self, Problem>>;

            fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
                let part = request.match_info().query($name).parse().map($make);
                ready(part.map_err(|_| Refusal::NotFound.into()))
            }
        }
    )*};
}

parts! {
    GameId: "id", identity;
    SessionId: "session", identity;
    HolidayId: "holiday", identity;
    AtSeat: "seat", |seat| AtSeat(Seat(seat));
    AtPly: "ply", AtPly;
}
