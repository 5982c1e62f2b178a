//! Time: extensions, seats that change hands, and orders.

use actix_web::{HttpResponse, delete, get, post, put};
use base::typed_text;
use common::ids::GameId;
use play::clocks::extension;
use play::orders::{self, Orders};
use play::replacement::{self, Replacement};
use rules::{Bot, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::caller::SignedIn;
use crate::http::json::Json;
use crate::http::openapi::schemas::{GameMove, ProblemBody};
use crate::http::openapi::sets;
use crate::http::play::found;
use crate::http::play::resources::GameResource;
use crate::http::problem::{Result, one_of};
use crate::http::{At, Routes, State};

pub(super) fn api(game: &mut impl Routes) {
    game.service(offer_seat)
        .service(withdraw_seat_offer)
        .service(extend_time)
        .service(accept_seat_offer)
        .service(decline_seat_offer)
        .service(get_orders)
        .service(set_orders);
}

/// The time to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TimeExtension)]
pub struct ExtensionBody {
    /// The number of days to add.
    #[schema(minimum = 1, maximum = 30)]
    days: u8,
}

policy!(extend_time: Scope(GamesPlay), key = Reserved);
/// Give an opponent more time
///
/// Adds time to the current decision of a seat. Each opponent can do this once for each decision;
/// repeating it changes nothing. The player gets a mail.
#[utoipa::path(
    tag = "time",
    params(("seat" = u8, Path, description = "The opponent's seat.")),
    responses(
        (status = 200, description = "The game.", body = GameResource),
        (status = 403, description = "forbidden: the seat is your own", body = ProblemBody),
        (status = 409, description = "not-running, not-seated, no-clock", body = ProblemBody),
    ),
)]
#[post("/seats/{seat}/extension")]
pub(crate) async fn extend_time(
    state: State,
    SignedIn(caller): SignedIn,
    at: At<(GameId, Seat)>,
    body: Json<ExtensionBody>,
) -> Result<Json<GameResource>> {
    let (id, seat) = at.into_inner();
    extension::give(&state, &caller, &id, seat, body.0.days).await?;
    Ok(Json(found(&state, &caller, &id).await?))
}

/// The successor in your seat: one of `player` and `bot`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeatOffer)]
pub struct ReplacementBody {
    /// The name of the player to whom you offer the seat.
    player: Option<String>,
    /// The bot that takes the seat.
    #[schema(value_type = Option<sets::Bot>)]
    bot: Option<Bot>,
}

policy!(offer_seat: Scope(GamesPlay));
/// Offer your seat in a running game
///
/// Offers your seat to another player, or gives it to a bot. The server mails the player and shows
/// the name in the seat's `invited`. The player has to accept. A bot takes the seat at once, and
/// you are out of the game.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 200, description = "The game.", body = GameResource),
        (status = 403, description = "suspended, forbidden", body = ProblemBody),
        (status = 409, description = "not-running, not-seated, already-seated", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
)]
#[post("/seats/me/replacement")]
pub(crate) async fn offer_seat(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Json<ReplacementBody>,
) -> Result<Json<GameResource>> {
    let replacement = match (body.0.player, body.0.bot) {
        (Some(name), None) => {
            typed_text::shows("player", &name)?;
            Replacement::Player(name)
        }
        (None, Some(bot)) => Replacement::Bot(bot),
        _ => return one_of(&["player", "bot"]),
    };
    replacement::offer(&state, &caller, &id, &replacement).await?;
    Ok(Json(found(&state, &caller, &id).await?))
}

policy!(withdraw_seat_offer: Scope(GamesPlay));
/// Withdraw the offer of your seat
///
/// Withdraws the offer while nobody has accepted it. You keep playing. If the seat is not on offer,
/// nothing changes. Only for the player in the seat.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 204, description = "The seat is not on offer."),
        (status = 409, description = "not-running, not-seated", body = ProblemBody),
    ),
)]
#[delete("/seats/me/replacement")]
pub(crate) async fn withdraw_seat_offer(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<HttpResponse> {
    replacement::withdraw(&state, &caller, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(accept_seat_offer: Scope(GamesPlay));
/// Accept an offered seat
///
/// Puts you in the seat, from the current position on, and adds an entry to the log. Only for the
/// player to whom the seat is offered. Repeating the request changes nothing.
#[utoipa::path(
    tag = "time",
    params(("seat" = u8, Path, description = "The seat.")),
    responses(
        (status = 200, description = "The game.", body = GameResource),
        (status = 403, description = "forbidden: the seat is not offered to you", body = ProblemBody),
        (status = 409, description = "not-running, already-seated", body = ProblemBody),
    ),
)]
#[post("/seats/{seat}/replacement")]
pub(crate) async fn accept_seat_offer(
    state: State,
    SignedIn(caller): SignedIn,
    at: At<(GameId, Seat)>,
) -> Result<Json<GameResource>> {
    let (id, seat) = at.into_inner();
    replacement::accept(&state, &caller, &id, seat).await?;
    Ok(Json(found(&state, &caller, &id).await?))
}

policy!(decline_seat_offer: Scope(GamesPlay));
/// Decline an offered seat
///
/// Declines the offer. The player who made it keeps the seat and gets a mail. Only for the player
/// to whom the seat is offered.
#[utoipa::path(
    tag = "time",
    params(("seat" = u8, Path, description = "The seat.")),
    responses(
        (status = 204, description = "The offer is declined."),
        (status = 403, description = "forbidden: the seat is not offered to you", body = ProblemBody),
    ),
)]
#[delete("/seats/{seat}/replacement")]
pub(crate) async fn decline_seat_offer(
    state: State,
    SignedIn(caller): SignedIn,
    at: At<(GameId, Seat)>,
) -> Result<HttpResponse> {
    let (id, seat) = at.into_inner();
    replacement::decline(&state, &caller, &id, seat).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Orders for your next turns. No other player sees them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrdersInput)]
pub struct OrdersBody {
    /// Whether the server plays moves for you that leave no choice: the only legal one, apart from
    /// undoing. Default: unchanged. Your account has the setting for new games.
    play_forced_moves: Option<bool>,
    /// At most 32 moves, as in `POST /v1/games/{id}/moves`. The server plays each as soon as it is
    /// your turn, if it is legal then. The first illegal one cancels the rest, and you get a mail.
    #[serde(default)]
    #[schema(value_type = Vec<GameMove>, max_items = 32)]
    moves: Vec<Value>,
    /// At most 16 conditional orders, in the forms that the kind lists under `orders`:
    /// `gold always`, `roll until 3 stars`. For a decision without a queued move, the server
    /// follows the first order that applies. Default: unchanged.
    #[schema(max_items = 16)]
    conditional: Option<Vec<String>>,
}

/// Your orders in a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Orders)]
pub struct OrdersResource {
    /// Whether the server plays moves for you that leave no choice: the only legal one, apart from
    /// undoing.
    play_forced_moves: bool,
    /// The queued moves, the next one first.
    #[schema(value_type = Vec<GameMove>)]
    moves: Vec<Value>,
    /// The conditional orders in full, in the order in which the server tries them.
    conditional: Vec<String>,
}

impl From<Orders> for OrdersResource {
    fn from(orders: Orders) -> OrdersResource {
        OrdersResource {
            play_forced_moves: orders.forced,
            moves: orders.moves,
            conditional: orders.conditional,
        }
    }
}

policy!(get_orders: Scope(GamesRead));
/// Get your orders
///
/// Returns your orders for a game in which you have a seat, without those that the server has
/// carried out. No other player can see them.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 200, description = "Your orders.", body = OrdersResource),
        (status = 409, description = "not-seated", body = ProblemBody),
    ),
)]
#[get("/orders")]
pub(crate) async fn get_orders(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<Json<OrdersResource>> {
    let orders = orders::show(&state, &caller, &id).await?;
    Ok(Json(orders.into()))
}

policy!(set_orders: Scope(GamesPlay));
/// Give orders for your next turns
///
/// Replaces your orders for a game: moves that the server plays for you as soon as it is your turn,
/// or at once if it is your turn now. `moves` replaces the earlier list; if you omit it, the list
/// is empty. Only for players of the game. The response contains the orders that the server has
/// still to carry out.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 200, description = "The remaining orders.", body = OrdersResource),
        (status = 409, description = "not-running, not-seated", body = ProblemBody),
        (status = 422, description = "illegal-move: not a move or conditional order of this game", body = ProblemBody),
        (status = 503, description = "unavailable: send the request again", body = ProblemBody),
    ),
)]
#[put("/orders")]
pub(crate) async fn set_orders(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Json<OrdersBody>,
) -> Result<Json<OrdersResource>> {
    let OrdersBody {
        play_forced_moves: forced,
        moves,
        conditional,
    } = body.0;
    let orders = orders::put(&state, &caller, &id, forced, moves, conditional).await?;
    Ok(Json(orders.into()))
}
