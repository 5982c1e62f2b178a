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

/// More time.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TimeExtension)]
pub struct ExtensionBody {
    /// How many days more.
    #[schema(minimum = 1, maximum = 30)]
    days: u8,
}

policy!(extend_time: Scope(GamesPlay), key = Reserved);
/// Give an opponent more time
///
/// Adds time for the decision that a seat owes. Each opponent can do this once for each decision;
/// repeating it changes nothing. The player gets a mail.
#[utoipa::path(
    tag = "time",
    params(("seat" = u8, Path, description = "The opponent's seat")),
    responses(
        (status = 200, description = "The game", body = GameResource),
        (status = 403, description = "forbidden: it is your own seat", body = ProblemBody),
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

/// Who is to have your seat: a player or a bot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeatOffer)]
pub struct ReplacementBody {
    /// A player's name.
    player: Option<String>,
    /// A bot.
    #[schema(value_type = Option<sets::Bot>)]
    bot: Option<Bot>,
}

policy!(offer_seat: Scope(GamesPlay));
/// Offer your seat in a running game
///
/// Offers your seat to another player, or gives it to a bot. The player gets a mail, is named in
/// the seat's `invited`, and has to accept. A bot takes the seat at once, and you are out of the
/// game.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 200, description = "The game", body = GameResource),
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
/// Only for the player in the seat, while nobody has accepted it. You keep playing. If the seat is
/// not on offer, nothing changes.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 204, description = "The seat is not offered to anybody"),
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
/// Take the seat that is offered to you
///
/// Puts you in the seat, from the current position on, and adds an entry to the log. Only for the
/// player to whom the seat is offered. Repeating the request changes nothing.
#[utoipa::path(
    tag = "time",
    params(("seat" = u8, Path, description = "The seat")),
    responses(
        (status = 200, description = "The game", body = GameResource),
        (status = 403, description = "forbidden: it is not offered to you", body = ProblemBody),
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
/// Decline the seat that is offered to you
///
/// Only for the player to whom the seat is offered. The player who offered it keeps it, and gets a
/// mail.
#[utoipa::path(
    tag = "time",
    params(("seat" = u8, Path, description = "The seat")),
    responses(
        (status = 204, description = "Declined"),
        (status = 403, description = "forbidden: it is not offered to you", body = ProblemBody),
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

/// What you want played when your turn comes. Nobody else sees it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrdersInput)]
pub struct OrdersBody {
    /// Whether a move is to be played where it decides nothing: the only legal one, taking back aside. Left out, it
    /// stays as it is; what games begin with is in your account.
    play_forced_moves: Option<bool>,
    /// At most 32 moves, as for playing: each is played as soon as it is your turn, if it is legal
    /// then. The first that is not cancels the rest, and you are told by mail.
    #[serde(default)]
    #[schema(value_type = Vec<GameMove>, max_items = 32)]
    moves: Vec<Value>,
    /// At most 16 conditional orders, as the kind of game lists them under `orders`: `gold always`, `roll until 3 stars`.
    /// At each of your decisions for which the queue holds nothing, the first that fits is followed. Left out, they
    /// stay as they are.
    #[schema(max_items = 16)]
    conditional: Option<Vec<String>>,
}

/// Your orders in a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Orders)]
pub struct OrdersResource {
    /// Whether a move is played where it decides nothing: the only legal one, taking back aside.
    play_forced_moves: bool,
    /// The moves that are still to be played, the next one first.
    #[schema(value_type = Vec<GameMove>)]
    moves: Vec<Value>,
    /// The conditional orders as the game says them in full, in the order in which they are tried.
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
/// Returns the orders that you have given for a game in which you have a seat, without those that
/// the server has already carried out. Nobody else can see them.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 200, description = "Your orders", body = OrdersResource),
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
/// or at once if it is your turn now. `moves` replaces the earlier list; if you leave it out, the
/// list is empty. Only for players of the game. The response contains the orders that are still to
/// be carried out.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 200, description = "What is left of them", body = OrdersResource),
        (status = 409, description = "not-running, not-seated", body = ProblemBody),
        (status = 422, description = "illegal-move: one of the moves or conditional orders is none of this game", body = ProblemBody),
        (status = 503, description = "unavailable: send it again", body = ProblemBody),
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
