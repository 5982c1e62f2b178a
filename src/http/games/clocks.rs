//! Time: the pace of a game, extensions, seats that change hands, orders.

use actix_web::web::Json;
use actix_web::{HttpResponse, delete, get, post, put};
use chrono::NaiveTime;
use rules::{Bot, LeadsTo, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::found;
use super::resources::GameResource;
use crate::http::caller::SignedIn;
use crate::http::json::{Body, object};
use crate::http::problem::Problem;
use crate::http::schemas::{ProblemBody, SentMove};
use crate::http::sets;
use crate::http::{At, State};
use crate::ids::GameId;
use crate::service::clocks::{Nightly, Pace, Pause, Time, extension};
use crate::service::orders::{self, Orders};
use crate::service::replacement::{self, Substitute};
use crate::service::text;

/// The pace of a game: `days_per_move`, or `bank_days` and if you like `increment_hours`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Pace)]
pub struct PaceBody {
    /// So many days for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 90, example = 3)]
    days_per_move: Option<u16>,
    /// So many days for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 180)]
    bank_days: Option<u16>,
    /// Hours that each move adds to the bank, up to what it was in the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 240)]
    increment_hours: Option<u16>,
    /// What happens when time runs out; `leave` when left out.
    #[serde(default = "leave")]
    #[schema(value_type = sets::OnTimeout)]
    on_timeout: LeadsTo,
    /// For how many hours after the deadline nothing happens yet.
    #[serde(default)]
    #[schema(maximum = 240)]
    grace_hours: u16,
    /// When all clocks stand still.
    #[serde(
        default,
        deserialize_with = "object",
        skip_serializing_if = "Option::is_none"
    )]
    pause: Option<PauseBody>,
    /// Whether clocks stand still while a player is on holiday.
    #[serde(default = "yes")]
    #[schema(default = true)]
    holidays: bool,
}

fn yes() -> bool {
    true
}

fn leave() -> LeadsTo {
    LeadsTo::Leave
}

/// When all clocks of a game stand still.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Pause)]
pub struct PauseBody {
    /// The IANA time zone of weekends and nights.
    #[schema(example = "Europe/Paris")]
    time_zone: String,
    /// From Saturday to the end of Sunday.
    #[serde(default)]
    weekends: bool,
    /// A part of each day.
    #[serde(
        default,
        deserialize_with = "object",
        skip_serializing_if = "Option::is_none"
    )]
    nightly: Option<NightlyBody>,
}

/// A part of each day, over midnight where `to` is before `from`; at most 16 hours.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Nightly)]
pub struct NightlyBody {
    /// When it begins.
    #[schema(pattern = "^[0-2][0-9]:[0-5][0-9]$", example = "22:00")]
    from: String,
    /// When it ends.
    #[schema(pattern = "^[0-2][0-9]:[0-5][0-9]$", example = "08:00")]
    to: String,
}

fn invalid<T>(what: &str) -> Result<T, Problem> {
    Err(Problem::invalid(what))
}

fn time_of_day(text: &str) -> Result<NaiveTime, Problem> {
    let form = text.len() == 5;
    match NaiveTime::parse_from_str(text, "%H:%M") {
        Ok(time) if form => Ok(time),
        _ => invalid("A time of day is written like 22:00."),
    }
}

impl PauseBody {
    fn parse(self) -> Result<Pause, Problem> {
        let Ok(time_zone) = self.time_zone.parse() else {
            return invalid("“time_zone” is an IANA time zone, such as Europe/Paris.");
        };
        let nightly = match self.nightly {
            Some(night) => Some(Nightly {
                from: time_of_day(&night.from)?,
                to: time_of_day(&night.to)?,
            }),
            None => None,
        };
        Ok(Pause {
            time_zone,
            weekends: self.weekends,
            nightly,
        })
    }
}

impl PaceBody {
    pub(super) fn parse(self) -> Result<Pace, Problem> {
        let time = match (self.days_per_move, self.bank_days, self.increment_hours) {
            (Some(days), None, None) => Time::PerMove { days },
            (None, Some(days), hours) => Time::Bank {
                days,
                increment_hours: hours.unwrap_or(0),
            },
            _ => {
                return invalid(
                    "A pace has “days_per_move”, or “bank_days” and perhaps “increment_hours”.",
                );
            }
        };
        Ok(Pace {
            time,
            on_timeout: self.on_timeout,
            grace_hours: self.grace_hours,
            pause: self.pause.map(PauseBody::parse).transpose()?,
            holidays: self.holidays,
        })
    }
}

impl From<&Pace> for PaceBody {
    fn from(pace: &Pace) -> PaceBody {
        let (days_per_move, bank_days, increment_hours) = match pace.time {
            Time::PerMove { days } => (Some(days), None, None),
            Time::Bank {
                days,
                increment_hours,
            } => (None, Some(days), Some(increment_hours)),
        };
        PaceBody {
            days_per_move,
            bank_days,
            increment_hours,
            on_timeout: pace.on_timeout,
            grace_hours: pace.grace_hours,
            pause: pace.pause.as_ref().map(|pause| PauseBody {
                time_zone: pause.time_zone.name().to_owned(),
                weekends: pause.weekends,
                nightly: pause.nightly.map(|night| NightlyBody {
                    from: night.from.format("%H:%M").to_string(),
                    to: night.to.format("%H:%M").to_string(),
                }),
            }),
            holidays: pace.holidays,
        }
    }
}

/// More time.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtensionBody {
    /// How many days more.
    #[schema(minimum = 1, maximum = 30)]
    days: u8,
}

/// Give an opponent more time
///
/// For the decision that the seat owes. Each opponent can do so once for a decision; sent again, it
/// changes nothing. The player is told by mail.
#[utoipa::path(
    tag = "time",
    params(
        ("id" = String, Path, description = "The game's id"),
        ("seat" = u8, Path, description = "The opponent's seat"),
    ),
    request_body = ExtensionBody,
    responses(
        (status = 200, description = "The game", body = GameResource),
        (status = 400, description = "malformed-json, invalid-request", body = ProblemBody),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 403, description = "forbidden: it is your own seat", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
        (status = 409, description = "not-running, not-seated, no-clock", body = ProblemBody),
        (status = 413, description = "too-large", body = ProblemBody),
        (status = 415, description = "unsupported-media-type", body = ProblemBody),
    ),
    security(("access_token" = []))
)]
#[post("/v1/games/{id}/seats/{seat}/extension")]
pub(super) async fn give_extension(
    state: State,
    SignedIn(caller): SignedIn,
    at: At<(GameId, Seat)>,
    body: Body<ExtensionBody>,
) -> Result<Json<GameResource>, Problem> {
    let (id, seat) = at.into_inner();
    extension::give(&state, &caller, &id, seat, body.0.days).await?;
    Ok(Json(found(&state, &caller, &id).await?))
}

/// Who is to have your seat: a player or a bot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplacementBody {
    /// A player's name.
    player: Option<String>,
    /// A bot.
    #[schema(value_type = Option<sets::Bot>)]
    bot: Option<Bot>,
}

/// Offer your seat in a running game
///
/// A player is asked by mail and takes the seat by accepting; `invited` of the seat names them. A
/// bot takes it at once, and you are out of the game.
#[utoipa::path(
    tag = "time",
    params(("id" = String, Path, description = "The game's id")),
    request_body = ReplacementBody,
    responses(
        (status = 200, description = "The game", body = GameResource),
        (status = 400, description = "malformed-json, invalid-request", body = ProblemBody),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
        (status = 409, description = "not-running, not-seated, already-seated", body = ProblemBody),
        (status = 413, description = "too-large", body = ProblemBody),
        (status = 415, description = "unsupported-media-type", body = ProblemBody),
        (status = 429, description = "too-many", body = ProblemBody),
    ),
    security(("access_token" = []))
)]
#[post("/v1/games/{id}/seats/me/replacement")]
pub(super) async fn offer_seat(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Body<ReplacementBody>,
) -> Result<Json<GameResource>, Problem> {
    let substitute = match (body.0.player, body.0.bot) {
        (Some(name), None) => {
            text::shows("player", &name)?;
            Substitute::Player(name)
        }
        (None, Some(bot)) => Substitute::Bot(bot),
        _ => return invalid("A replacement has one of “player” and “bot”."),
    };
    replacement::offer(&state, &caller, &id, &substitute).await?;
    Ok(Json(found(&state, &caller, &id).await?))
}

/// Take the offer of your seat back
#[utoipa::path(
    tag = "time",
    params(("id" = String, Path, description = "The game's id")),
    responses(
        (status = 204, description = "The seat is not offered to anybody"),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
        (status = 409, description = "not-running, not-seated", body = ProblemBody),
    ),
    security(("access_token" = []))
)]
#[delete("/v1/games/{id}/seats/me/replacement")]
pub(super) async fn withdraw_offer(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<HttpResponse, Problem> {
    replacement::withdraw(&state, &caller, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Take the seat that is offered to you
///
/// You play on from here; the log says that the seat changed hands. Sent again, it changes nothing.
#[utoipa::path(
    tag = "time",
    params(
        ("id" = String, Path, description = "The game's id"),
        ("seat" = u8, Path, description = "The seat"),
    ),
    responses(
        (status = 200, description = "The game", body = GameResource),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 403, description = "forbidden: it is not offered to you", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
        (status = 409, description = "not-running, already-seated", body = ProblemBody),
    ),
    security(("access_token" = []))
)]
#[post("/v1/games/{id}/seats/{seat}/replacement")]
pub(super) async fn accept_seat(
    state: State,
    SignedIn(caller): SignedIn,
    at: At<(GameId, Seat)>,
) -> Result<Json<GameResource>, Problem> {
    let (id, seat) = at.into_inner();
    replacement::accept(&state, &caller, &id, seat).await?;
    Ok(Json(found(&state, &caller, &id).await?))
}

/// Decline the seat that is offered to you
#[utoipa::path(
    tag = "time",
    params(
        ("id" = String, Path, description = "The game's id"),
        ("seat" = u8, Path, description = "The seat"),
    ),
    responses(
        (status = 204, description = "Declined"),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 403, description = "forbidden: it is not offered to you", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
    ),
    security(("access_token" = []))
)]
#[delete("/v1/games/{id}/seats/{seat}/replacement")]
pub(super) async fn decline_seat(
    state: State,
    SignedIn(caller): SignedIn,
    at: At<(GameId, Seat)>,
) -> Result<HttpResponse, Problem> {
    let (id, seat) = at.into_inner();
    replacement::decline(&state, &caller, &id, seat).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// What you want played when your turn comes. Nobody else sees it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrdersBody {
    /// Whether a move is to be played where it is the only legal one.
    #[serde(default)]
    forced: bool,
    /// At most 32 moves, as for playing: each is played as soon as it is your turn, if it is legal
    /// then. The first that is not cancels the rest, and you are told by mail.
    #[serde(default)]
    #[schema(value_type = Vec<SentMove>, max_items = 32)]
    moves: Vec<Value>,
}

/// Your orders in a game.
#[derive(Serialize, ToSchema)]
pub struct OrdersResource {
    /// Whether a move is played where it is the only legal one.
    forced: bool,
    /// The moves that are still to be played, the next one first.
    #[schema(value_type = Vec<SentMove>)]
    moves: Vec<Value>,
}

impl From<Orders> for OrdersResource {
    fn from(orders: Orders) -> OrdersResource {
        OrdersResource {
            forced: orders.forced,
            moves: orders.moves,
        }
    }
}

/// Look at your orders
#[utoipa::path(
    tag = "time",
    params(("id" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "Your orders", body = OrdersResource),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
        (status = 409, description = "not-seated", body = ProblemBody),
    ),
    security(("access_token" = []))
)]
#[get("/v1/games/{id}/orders")]
pub(super) async fn show_orders(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<Json<OrdersResource>, Problem> {
    let orders = orders::show(&state, &caller, &id).await?;
    Ok(Json(orders.into()))
}

/// Give orders for your next turns
///
/// They replace those you gave before; an empty body takes them back. They are carried out in the
/// write that makes it your turn; if it is your turn now, at once.
#[utoipa::path(
    tag = "time",
    params(("id" = String, Path, description = "The game's id")),
    request_body = OrdersBody,
    responses(
        (status = 200, description = "What is left of them", body = OrdersResource),
        (status = 400, description = "malformed-json, invalid-request", body = ProblemBody),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
        (status = 409, description = "not-running, not-seated", body = ProblemBody),
        (status = 413, description = "too-large", body = ProblemBody),
        (status = 415, description = "unsupported-media-type", body = ProblemBody),
        (status = 503, description = "unavailable: send it again", body = ProblemBody),
    ),
    security(("access_token" = []))
)]
#[put("/v1/games/{id}/orders")]
pub(super) async fn give_orders(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Body<OrdersBody>,
) -> Result<Json<OrdersResource>, Problem> {
    let OrdersBody { forced, moves } = body.0;
    let orders = orders::put(&state, &caller, &id, forced, moves).await?;
    Ok(Json(orders.into()))
}
