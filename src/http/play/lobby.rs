//! Games before they begin, and how clients list and view games.

use ::games::KINDS;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, LINK};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use base::refusal::Refusal;
use base::typed_text;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::Datelike;
use common::clock::{Moment, rfc3339};
use common::ids::{DealId, GameId};
use common::texts::message;
use db::sets::{GameStatus, PlayerResult, Visibility};
use play::lobby::{self, Guest, NewGame, Once, Origin, Reservation};
use play::look::{self, Look, Order, Page, Position, Search};
use rules::{Bot, Seat};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use url::form_urlencoded;
use utoipa::{IntoParams, ToSchema};

use crate::http::cached_views::{Asked, JSON, Made, json};
use crate::http::caller::{Anybody, SignedIn};
use crate::http::json::{BodyIfAny, HashedBody, Json, NothingSaid, object, objects};
use crate::http::openapi::schemas::{GameOptionsInput, ProblemBody};
use crate::http::openapi::sets;
use crate::http::play::fields::Fields;
use crate::http::play::found;
use crate::http::play::pace::PaceBody;
use crate::http::play::resources::{GamePage, GameResource, GameSummary};
use crate::http::problem::{
    Problem, Result, at_least_one, at_most_one, invalid, one_of, wrong_parameter,
};
use crate::http::query::{self, Instant, Query, limit};
use crate::http::server::idempotency::{self, SHORTEST_HANDLED};
use crate::http::{At, DateTime, State};

/// The parameters of a new game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GameInput)]
pub struct NewGameBody {
    /// The kind of game. With a `deal`, the kind of the deal.
    #[schema(example = "thats-life", value_type = String)]
    kind: Option<String>,
    /// The options. Omitted options have their defaults. With a `deal`, the game has the deal's.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = GameOptionsInput)]
    options: Option<Value>,
    /// The number of seats. Default: the fewest that the kind allows. With a `deal`, the game has
    /// the deal's.
    #[schema(minimum = 1)]
    seats: Option<u8>,
    /// Who can see the game and take its free seats.
    #[serde(default)]
    visibility: Visibility,
    /// The players for whom you reserve seats, and bots.
    #[serde(default, deserialize_with = "objects")]
    invite: Vec<GuestBody>,
    /// Your contribution to the seed: at most 64 bytes of UTF-8 without line breaks.
    #[serde(default)]
    #[schema(max_length = 64)]
    entropy: String,
    /// The `id` of a reservation. The game gets its id and its seed.
    reservation: Option<String>,
    /// A server seed of your choice, 64 hex digits. The game is marked as `practice`.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    seed: Option<String>,
    /// The `id` of a deal. The game has its seed, kind, options and seats.
    deal: Option<String>,
    /// The clocks of the game. Default: no clocks.
    #[serde(default, deserialize_with = "object")]
    pace: Option<PaceBody>,
}

/// Reads a member that is present. Null is not the same as a missing member.
fn given<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// Returns the options of a game for which none are given: an empty object.
pub(in crate::http) fn no_options() -> Value {
    Value::Object(serde_json::Map::default())
}

/// One invitee: a player, a mail address with or without an account, or a bot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Invitee)]
pub struct GuestBody {
    /// The player's name.
    player: Option<String>,
    /// The mail address.
    email: Option<String>,
    /// The bot. It takes the seat at once and moves by itself.
    #[schema(value_type = Option<sets::Bot>)]
    bot: Option<Bot>,
}

impl GuestBody {
    fn parse(self) -> Result<Guest> {
        match (self.player, self.email, self.bot) {
            (None, None, Some(bot)) => Ok(Guest::Bot(bot)),
            (Some(name), None, None) => {
                typed_text::shows("player", &name)?;
                Ok(Guest::Player(name))
            }
            (None, Some(email), None) => email
                .parse()
                .map(Guest::Email)
                .or_else(|_| invalid("why-address-form")),
            _ => one_of(&["player", "email", "bot"]),
        }
    }
}

impl NewGameBody {
    fn parse(self) -> Result<NewGame> {
        let origin = match (self.seed, self.reservation, self.deal) {
            (None, None, None) => Origin::Drawn,
            (Some(seed), None, None) => Origin::Chosen(parse_seed(&seed)?),
            (None, Some(id), None) => Origin::Reserved(reserved(id)?),
            (None, None, Some(id)) => Origin::Deal(deal(id)?),
            _ => return at_most_one(&["seed", "reservation", "deal"]),
        };
        if self.kind.is_none() && !matches!(origin, Origin::Deal(_)) {
            return at_least_one(&["kind", "deal"]);
        }
        Ok(NewGame {
            kind: self.kind,
            options: self.options,
            seats: self.seats,
            visibility: self.visibility,
            guests: self
                .invite
                .into_iter()
                .map(GuestBody::parse)
                .collect::<Result<_, _>>()?,
            entropy: self.entropy,
            origin,
            pace: self.pace.map(PaceBody::parse).transpose()?,
        })
    }
}

fn parse_seed(seed: &str) -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(seed, &mut bytes).or_else(|_| invalid("why-seed"))?;
    Ok(bytes)
}

/// Parses the id of a deal. If the text cannot be an id, there is no such deal.
fn deal(id: String) -> Result<DealId> {
    let none = message("why-no-deal").with("id", id.as_str());
    Ok(id
        .try_into()
        .map_err(|_| play::Refusal::InvalidGame(none))?)
}

/// Parses the id of a reservation. If the text cannot be an id, there is no such reservation.
fn reserved(id: String) -> Result<GameId> {
    Ok(id
        .try_into()
        .map_err(|_| play::Refusal::ReservationInvalid)?)
}

/// Returns the idempotency key of a request with the request's hash, if the caller sends a key.
pub(in crate::http) fn once(request: &HttpRequest, hash: Vec<u8>) -> Result<Option<Once>> {
    let key = idempotency::key(request, SHORTEST_HANDLED)?;
    Ok(key.map(|key| Once { key, request: hash }))
}

/// A reserved id and seed for a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Reservation)]
pub struct ReservationResource {
    /// The id of the future game: send it as `reservation`.
    #[schema(example = "Xk3mPq7RtZ2")]
    id: String,
    /// SHA-256 of the server seed of the future game, in hex.
    seed_commitment: String,
    /// When the reservation expires.
    expires_at: DateTime,
    /// The signed receipt of the reservation.
    receipt: String,
}

impl From<Reservation> for ReservationResource {
    fn from(made: Reservation) -> ReservationResource {
        ReservationResource {
            id: made.id.to_string(),
            seed_commitment: made.seed_commitment.to_string(),
            expires_at: rfc3339(made.expires_at),
            receipt: made.receipt,
        }
    }
}

policy!(reserve_game: Scope(GamesPlay), key = Together);
/// Reserve the id and the seed of a game
///
/// Commits the server to a seed before it knows your entropy. Choose your entropy after the
/// response, then create the game or the rematch with `reservation`. A reservation is valid for 24
/// hours and only for you. The request has no body, or an empty object.
#[utoipa::path(
    tag = "games",
    responses(
        (status = 201, description = "The reservation.", body = ReservationResource),
        (status = 400, description = "malformed-json, invalid-request", body = ProblemBody),
        (status = 413, description = "too-large", body = ProblemBody),
        (status = 415, description = "unsupported-media-type, unsupported-encoding", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
)]
#[post("/v1/games/reservations")]
pub(crate) async fn reserve_game(
    state: State,
    SignedIn(caller): SignedIn,
    // Entropy must not arrive before the server has committed to the seed.
    BodyIfAny(NothingSaid {}): BodyIfAny<NothingSaid>,
) -> Result<HttpResponse> {
    let made = lobby::reserve(&state, &caller).await?;
    Ok(HttpResponse::Created().json(ReservationResource::from(made)))
}

policy!(create_game: Scope(GamesPlay), key = Handled);
/// Create a game
///
/// Creates a game with you in seat 0. It starts as soon as the last seat is taken. With an
/// `Idempotency-Key` you can repeat the request for 24 hours: it creates one game. A request with a
/// `reservation` can be repeated too; a different request with the same one is
/// `reservation-invalid`. With a `deal` you play the same shuffles and dice as others, once per
/// player, until the deal closes. Until then only the players see the game.
#[utoipa::path(
    tag = "games",
    request_body = NewGameBody,
    responses(
        (status = 201, description = "The new game.", body = GameResource, headers(("Location"))),
        (status = 403, description = "forbidden", body = ProblemBody),
        (status = 409, description = "reservation-invalid, deal-played, deal-closed", body = ProblemBody),
        (status = 422, description = "invalid-game, deal-mismatch; key-reused: the key belongs to another request", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
)]
#[post("/v1/games")]
pub(crate) async fn create_game(
    state: State,
    request: HttpRequest,
    SignedIn(caller): SignedIn,
    sent: HashedBody<NewGameBody>,
) -> Result<HttpResponse> {
    let once = once(&request, sent.hash)?;
    let id = lobby::create(&state, &caller, sent.body.parse()?, once.as_ref()).await?;
    let game = found(&state, &caller, &id).await?;
    Ok(HttpResponse::Created()
        .insert_header(("Location", format!("/v1/games/{id}")))
        .json(game))
}

/// Which games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Only games with this status.
    status: Option<GameStatus>,
    /// Only these games: up to 100 ids, separated by commas. The response omits games that do not
    /// exist or that you may not see.
    #[param(example = "Xk3mPq7RtZ2,Gx3kPq7LmZ2")]
    ids: Option<String>,
    /// Only games of this kind.
    kind: Option<String>,
    /// Only games in which this player has a seat.
    player: Option<String>,
    /// Only games in which this player has a seat, too. Needs `player`.
    opponent: Option<String>,
    /// Only finished games with this result for the `player`.
    result: Option<PlayerResult>,
    /// Only games created at this time or later.
    #[param(value_type = Option<DateTime>, example = "2026-03-01T00:00:00Z")]
    since: Option<Instant>,
    /// Only games created before this time.
    #[param(value_type = Option<DateTime>, example = "2026-04-01T00:00:00Z")]
    until: Option<Instant>,
    /// Only your own games and your invitations.
    #[serde(default)]
    mine: bool,
    /// Only running games in which it is your turn.
    #[serde(default)]
    my_turn: bool,
    /// Only these members of each game, and its `id`: names, separated by commas.
    #[param(value_type = Option<String>)]
    fields: Option<Fields>,
    /// The maximum number of games. Default with `ids`: all of them.
    #[param(default = 20, minimum = 1, maximum = 100)]
    limit: Option<i64>,
    /// `next` of the previous page.
    cursor: Option<String>,
}

/// How many games a page has by default.
pub(super) const LISTED: i64 = 20;

/// How many games a page has at most.
pub(super) const MOST_LISTED: u32 = 100;

/// Splits a list of ids at its commas.
pub(in crate::http) fn split_ids(list: &str, most: usize) -> Result<Vec<&str>> {
    let ids: Vec<&str> = list.split(',').map(str::trim).collect();
    if ids.len() > most {
        let many = message("why-most-ids").with("most", most);
        return Err(Refusal::InvalidRequest(many).into());
    }
    Ok(ids)
}

/// Parses a list of ids. Skips texts that cannot be ids, because they name no game.
fn read_ids(list: &str) -> Result<Vec<GameId>> {
    let ids = split_ids(list, MOST_LISTED as usize)?.into_iter();
    Ok(ids.filter_map(|id| id.to_owned().try_into().ok()).collect())
}

/// Rejects a kind of game that does not exist.
pub(super) fn check_kind(kind: Option<&str>) -> Result<()> {
    if let Some(kind) = kind
        && KINDS.latest(kind).is_none()
    {
        let none = message("why-no-kind").with("game", kind);
        return wrong_parameter("kind", none);
    }
    Ok(())
}

impl ListQuery {
    fn parse(self) -> Result<(Option<Fields>, Search)> {
        check_kind(self.kind.as_deref())?;
        check_players(
            self.player.as_deref(),
            self.opponent.as_deref(),
            self.result,
        )?;
        let ids = self.ids.as_deref().map(read_ids).transpose()?;
        let usual = match ids {
            Some(_) => MOST_LISTED.into(),
            None => LISTED,
        };
        let limit = limit(self.limit, usual, MOST_LISTED)?;
        let after = read_cursor(Order::Created, self.cursor.as_deref())?;
        let search = Search {
            status: self.status,
            ids,
            kind: self.kind,
            player: self.player,
            opponent: self.opponent,
            result: self.result,
            seats: None,
            order: Order::Created,
            since: self.since.map(|it| it.0),
            until: self.until.map(|it| it.0),
            mine: self.mine,
            asked: false,
            waiting: self.my_turn,
            after,
            limit,
        };
        Ok((self.fields, search))
    }
}

/// Rejects names that no player can have, and an opponent or a result without a player.
pub(super) fn check_players(
    player: Option<&str>,
    opponent: Option<&str>,
    result: Option<PlayerResult>,
) -> Result<()> {
    if player.is_none() && opponent.is_some() {
        return wrong_parameter("opponent", message("why-opponent"));
    }
    if player.is_none() && result.is_some() {
        return wrong_parameter("result", message("why-result"));
    }
    for (parameter, name) in [("player", player), ("opponent", opponent)] {
        if let Some(name) = name {
            typed_text::shows(parameter, name)?;
        }
    }
    Ok(())
}

/// Returns the cursor of a position in a list in this order.
pub(super) fn write_cursor(order: Order, (at, id): &Position) -> String {
    URL_SAFE_NO_PAD.encode(format!("{}{} {id}", mark(order), at.timestamp_micros()))
}

/// Returns the beginning of a cursor, which tells the lists apart.
const fn mark(order: Order) -> &'static str {
    match order {
        Order::Created => "",
        Order::Finished => "finished ",
    }
}

/// Parses the cursor of a list in this order, if there is one.
pub(super) fn read_cursor(order: Order, cursor: Option<&str>) -> Result<Option<Position>> {
    query::cursor(cursor, |cursor| position(order, cursor))
}

fn position(order: Order, cursor: &str) -> Option<Position> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let (micros, id) = text.strip_prefix(mark(order))?.split_once(' ')?;
    let at = Moment::from_timestamp_micros(micros.parse().ok()?)?;
    // PostgreSQL may be unable to store times outside these years.
    if !(1970..10_000).contains(&at.year()) {
        return None;
    }
    Some((at, id.to_owned().try_into().ok()?))
}

policy!(list_games: Scope(GamesRead), cost = 3);
/// List games
///
/// Returns games, the newest first, one page at a time. Private games, and games on an open deal,
/// appear only for their creator, their players and the invited. With `status=open`, the response
/// omits games that nobody can join because their deal is closed. With
/// `fields`, games contain only these members. Needs no token.
#[utoipa::path(
    tag = "games",
    params(ListQuery),
    responses((status = 200, description = "A page of games.", body = GamePage, headers(("Link")))),
    security((), ("access_token" = []))
)]
#[get("/v1/games")]
pub(crate) async fn list_games(
    state: State,
    request: HttpRequest,
    Anybody(caller): Anybody,
    Query(query): Query<ListQuery>,
) -> Result<HttpResponse> {
    let (fields, search) = query.parse()?;
    let Page {
        games: page,
        next,
        times,
    } = look::list(&state, caller.as_ref(), &search).await?;
    let me = caller.map(|caller| caller.player);
    let games: Vec<GameSummary> = page
        .iter()
        .map(|(row, seats)| GameSummary::new(row, seats, me == Some(row.creator_id), &times))
        .collect::<Result<_, _>>()?;
    let next = next.map(|position| write_cursor(Order::Created, &position));
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        answer.insert_header((LINK, after(&request, next)?));
    }
    Ok(match fields {
        None => answer.json(GamePage { games, next }),
        Some(fields) => {
            let games = games.iter().map(|game| fields.of(game));
            let games = games.collect::<Result<Vec<Value>>>()?;
            answer.json(json!({"games": games, "next": next}))
        }
    })
}

/// Returns a link to the page that begins at this cursor, with all other parameters unchanged (RFC
/// 8288).
pub(in crate::http) fn after(request: &HttpRequest, cursor: &str) -> Result<String> {
    let asked: web::Query<Vec<(String, String)>> =
        web::Query::from_query(request.query_string()).map_err(Problem::internal)?;
    let mut query = form_urlencoded::Serializer::new(String::new());
    let kept = asked.iter().filter(|(name, _)| name != "cursor");
    query.extend_pairs(kept).append_pair("cursor", cursor);
    Ok(format!(
        "<{}?{}>; rel=\"next\"",
        request.path(),
        query.finish()
    ))
}

/// What shows that the caller was invited.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ShowQuery {
    /// The secret of an invitation by mail, or of the link to a private game.
    invitation: Option<String>,
}

policy!(get_game: Scope(GamesRead), permit = Some(Look), waits = true);
/// Get a game
///
/// Returns the current state of a game: your view of the position, `ply`, `head`, the seats that
/// are to act, and your next `seq`. Public games need no token. A private game and a game on an
/// open deal are only for their creator, their players and the invited.
#[utoipa::path(
    tag = "games",
    params(ShowQuery),
    responses(
        (status = 200, description = "The game.", body = GameResource),
        (status = 304, description = "Your copy is current."),
    ),
    security((), ("access_token" = []))
)]
#[get("")]
pub(crate) async fn get_game(
    state: State,
    asked: Asked,
    Anybody(caller): Anybody,
    id: At<GameId>,
    Query(query): Query<ShowQuery>,
) -> Result<HttpResponse> {
    let invitation = query.invitation.as_deref();
    let me = caller.map(|caller| caller.player);
    let look = async || {
        let look = look::glance(&state, me, &id, invitation).await?;
        Ok(look.on_the_minute())
    };
    let make = async |look: Look| {
        let asked_as = (look.seat, look.invited);
        let look = look::whole(&state, look, me, invitation).await?;
        let mut game = GameResource::new(&state, &look)?;
        let receipt = std::mem::take(&mut game.receipt);
        let says = json(&game)?;
        game.receipt = receipt;
        let made = Made::known_by(&says, json(&game)?.into());
        Ok(made.for_all_if((look.seat, look.invited) == asked_as))
    };
    let mut answer = asked.answer(JSON, look, make).await?;
    if invitation.is_some() {
        // The address contains a secret, so no cache may store the answer.
        let never = HeaderValue::from_static("no-store");
        answer.headers_mut().insert(CACHE_CONTROL, never);
    }
    Ok(answer)
}

policy!(cancel_game: Scope(GamesPlay));
/// Cancel a game that has not started
///
/// Cancels an open game. The other players get a mail. Only for the creator of the game.
#[utoipa::path(
    tag = "games",
    responses(
        (status = 204, description = "The game is cancelled."),
        (status = 403, description = "forbidden", body = ProblemBody),
        (status = 409, description = "game-not-open", body = ProblemBody),
    ),
)]
#[delete("")]
pub(crate) async fn cancel_game(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<HttpResponse> {
    lobby::cancel(&state, &caller, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The parameters of a new player in a game.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JoinRequest)]
pub struct JoinBody {
    /// Your contribution to the seed: at most 64 bytes of UTF-8 without line breaks.
    #[serde(default)]
    #[schema(max_length = 64)]
    entropy: String,
    /// The secret of an invitation by mail, or of the link to a private game.
    invitation: Option<String>,
}

policy!(join_game: Scope(GamesPlay));
/// Take a seat
///
/// Takes the seat that is reserved for you, or else a free one. The game starts as soon as the last
/// seat is taken. Repeating the request changes nothing.
#[utoipa::path(
    tag = "games",
    responses(
        (status = 200, description = "The game.", body = GameResource),
        (status = 403, description = "suspended, forbidden", body = ProblemBody),
        (status = 409, description = "game-not-open, seat-unavailable, already-seated, deal-played, deal-closed", body = ProblemBody),
    ),
)]
#[post("/seats")]
pub(crate) async fn join_game(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Json<JoinBody>,
) -> Result<Json<GameResource>> {
    let invitation = body.0.invitation.as_deref();
    lobby::join(&state, &caller, &id, &body.0.entropy, invitation).await?;
    Ok(Json(found(&state, &caller, &id).await?))
}

policy!(leave_seat: Scope(GamesPlay));
/// Leave your seat, or decline an invitation
///
/// Frees your seat, or the seat that is reserved for you, before the game starts. To leave a
/// running game, play `{"type": "leave"}`.
#[utoipa::path(
    tag = "games",
    responses(
        (status = 204, description = "The seat is free."),
        (status = 403, description = "forbidden", body = ProblemBody),
        (status = 409, description = "game-not-open, not-seated", body = ProblemBody),
    ),
)]
#[delete("/seats/me")]
pub(crate) async fn leave_seat(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<HttpResponse> {
    lobby::leave(&state, &caller, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(free_seat: Scope(GamesPlay));
/// Free a player's seat
///
/// Frees a seat, or withdraws its invitation. Only for the creator of the game, before it starts.
#[utoipa::path(
    tag = "games",
    params(("seat" = u8, Path, description = "The seat.")),
    responses(
        (status = 204, description = "The seat is free."),
        (status = 403, description = "forbidden", body = ProblemBody),
        (status = 409, description = "game-not-open", body = ProblemBody),
    ),
)]
#[delete("/seats/{seat}")]
pub(crate) async fn free_seat(
    state: State,
    SignedIn(caller): SignedIn,
    at: At<(GameId, Seat)>,
) -> Result<HttpResponse> {
    let (id, seat) = at.into_inner();
    lobby::free_seat(&state, &caller, &id, seat).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(invite_player: Scope(GamesPlay), key = Reserved);
/// Reserve a free seat, or give it to a bot
///
/// Reserves a free seat for a player or for a mail address, or puts a bot in it. The server mails
/// the player or the address. To invite a mail address, first confirm your own. Only for the
/// creator of the game, before it starts.
#[utoipa::path(
    tag = "games",
    responses(
        (status = 200, description = "The game.", body = GameResource),
        (status = 403, description = "forbidden", body = ProblemBody),
        (status = 409, description = "game-not-open, seat-unavailable, already-seated, deal-closed", body = ProblemBody),
        (status = 422, description = "invalid-game", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
)]
#[post("/invitations")]
pub(crate) async fn invite_player(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Json<GuestBody>,
) -> Result<Json<GameResource>> {
    lobby::invite(&state, &caller, &id, &body.0.parse()?).await?;
    Ok(Json(found(&state, &caller, &id).await?))
}

/// The parameters of a rematch.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RematchRequest)]
pub struct RematchBody {
    /// Your contribution to the new seed: at most 64 bytes of UTF-8 without line breaks.
    #[serde(default)]
    #[schema(max_length = 64)]
    entropy: String,
    /// The `id` of a reservation, for the case that the request creates the rematch.
    reservation: Option<String>,
}

policy!(create_rematch: Scope(GamesPlay), key = Reserved);
/// Propose a rematch, or join the proposed one
///
/// Creates a game with the same options and players, each of them one seat further on; or takes
/// your seat in the rematch that another player has created. Only for players of the finished game.
/// The rematch has a seed of its own, even after a game on a deal.
#[utoipa::path(
    tag = "games",
    params(("id" = String, Path, description = "The finished game's id.")),
    responses(
        (status = 200, description = "The new game.", body = GameResource),
        (status = 403, description = "suspended, forbidden", body = ProblemBody),
        (status = 409, description = "not-over, not-seated, seat-unavailable, reservation-invalid", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
)]
#[post("/rematch")]
pub(crate) async fn create_rematch(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Json<RematchBody>,
) -> Result<Json<GameResource>> {
    let RematchBody {
        entropy,
        reservation,
    } = body.0;
    let reservation = reservation.map(reserved).transpose()?;
    let id = lobby::rematch(&state, &caller, &id, &entropy, reservation.as_ref()).await?;
    Ok(Json(found(&state, &caller, &id).await?))
}
