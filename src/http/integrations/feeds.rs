//! A player's calendar and feed at secret addresses: making, renewing and ending the addresses, and
//! serving both.

use actix_web::{HttpRequest, HttpResponse, delete, get, post};
use common::clock::rfc3339;
use integrations::feeds::{self, documents as written};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::cached_views::{Made, PRIVATE, tagged};
use crate::http::caller::{Client, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::Result;
use crate::http::query::Query;
use crate::http::{DateTime, Routes, State};

/// The media type of calendars.
const CALENDAR: &str = "text/calendar; charset=utf-8";

/// The media type of feeds.
const ATOM: &str = "application/atom+xml; charset=utf-8";

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(get_feeds)
        .service(create_feeds)
        .service(delete_feeds)
        .service(get_calendar)
        .service(get_feed);
}

/// The state of your calendar and feed addresses.
#[derive(Serialize, ToSchema)]
#[schema(as = Feeds)]
pub struct FeedsResource {
    /// When you created the addresses; null if there are none.
    #[schema(required)]
    created_at: Option<DateTime>,
}

/// Your new addresses. Everybody who knows one can read its contents.
#[derive(Serialize, ToSchema)]
#[schema(as = FeedsWithUrls)]
pub struct MadeFeeds {
    /// When you created the addresses.
    created_at: DateTime,
    /// The calendar of your deadlines, for calendar programs. Shown only once.
    #[schema(examples(
        "https://turnpike.example.org/v1/me/calendar.ics?secret=hYpJ0oV5bX3mC8sQ1rT6wZ9dK2fL4gN7aE0uB5iM8oR"
    ))]
    calendar_url: String,
    /// The feed of your turns and invitations, for feed readers. Shown only once.
    #[schema(examples(
        "https://turnpike.example.org/v1/me/feed.atom?secret=hYpJ0oV5bX3mC8sQ1rT6wZ9dK2fL4gN7aE0uB5iM8oR"
    ))]
    feed_url: String,
}

/// What stands in the address of a calendar or a feed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Shown {
    /// The secret from the address that `POST /v1/me/feeds` returned.
    #[serde(default)]
    #[param(required)]
    secret: String,
}

// A leaked token must not give access that outlives its revocation.
policy!(get_feeds: Session);
/// Check whether you have addresses for a calendar and a feed
///
/// Returns when you created the secret addresses, or null if there are none. The addresses
/// themselves are only in the response to `POST /v1/me/feeds`.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "When you created the addresses.", body = FeedsResource))
)]
#[get("/v1/me/feeds")]
pub(crate) async fn get_feeds(
    app: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<FeedsResource>> {
    let made_at = feeds::made_at(&app, &caller).await?.map(rfc3339);
    Ok(Json(FeedsResource {
        created_at: made_at,
    }))
}

policy!(create_feeds: Session, key = Together);
/// Create or replace the addresses of your calendar and feed
///
/// Creates two secret addresses and returns them. Earlier addresses stop working. The addresses
/// also stop working when you set a new password, sign out everywhere or delete your account.
#[utoipa::path(
    tag = "accounts",
    responses((status = 201, description = "The addresses.", body = MadeFeeds))
)]
#[post("/v1/me/feeds")]
pub(crate) async fn create_feeds(app: State, SignedIn(caller): SignedIn) -> Result<HttpResponse> {
    let (secret, made_at) = feeds::renew(&app, &caller).await?;
    let url = |what| format!("{}/v1/me/{what}?secret={}", app.config.public_url, secret.0);
    Ok(HttpResponse::Created().json(MadeFeeds {
        created_at: rfc3339(made_at),
        calendar_url: url("calendar.ics"),
        feed_url: url("feed.atom"),
    }))
}

policy!(delete_feeds: Session);
/// Revoke the addresses of your calendar and feed
///
/// Revokes both secret addresses at once. Calendar and feed programs that use them get a 404.
#[utoipa::path(
    tag = "accounts",
    responses((status = 204, description = "The addresses are revoked."))
)]
#[delete("/v1/me/feeds")]
pub(crate) async fn delete_feeds(app: State, SignedIn(caller): SignedIn) -> Result<HttpResponse> {
    feeds::end(&app, &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(get_calendar: Nothing);
/// Get a player's deadlines as a calendar
///
/// Returns an iCalendar file (RFC 5545) with one event for each deadline: the end of the player's
/// time in each game in which it is their turn. Needs no token, only the secret address
/// (`POST /v1/me/feeds`).
#[utoipa::path(
    tag = "accounts",
    params(Shown),
    responses(
        (status = 200, description = "The calendar.", body = String, content_type = "text/calendar"),
        (status = 304, description = "Your copy is current."),
        (status = 404, description = "not-found: the secret is not valid", body = ProblemBody),
    ),
    security(()),
)]
#[get("/v1/me/calendar.ics")]
pub(crate) async fn get_calendar(
    app: State,
    client: Client,
    request: HttpRequest,
    Query(shown): Query<Shown>,
) -> Result<HttpResponse> {
    let reader = feeds::reader(&app, client.0, &feeds::Secret(shown.secret)).await?;
    let calendar = written::calendar(&app, &reader).await?;
    Ok(answer(&request, CALENDAR, calendar.into()))
}

policy!(get_feed: Nothing);
/// Get a player's turns and invitations as a feed
///
/// Returns an Atom feed (RFC 4287) with an entry for each turn, and for each seat that is reserved
/// for the player or offered to them. Needs no token, only the secret address
/// (`POST /v1/me/feeds`).
#[utoipa::path(
    tag = "accounts",
    params(Shown),
    responses(
        (status = 200, description = "The feed.", body = String, content_type = "application/atom+xml"),
        (status = 304, description = "Your copy is current."),
        (status = 404, description = "not-found: the secret is not valid", body = ProblemBody),
    ),
    security(()),
)]
#[get("/v1/me/feed.atom")]
pub(crate) async fn get_feed(
    app: State,
    client: Client,
    request: HttpRequest,
    Query(shown): Query<Shown>,
) -> Result<HttpResponse> {
    let reader = feeds::reader(&app, client.0, &feeds::Secret(shown.secret)).await?;
    let feed = written::feed(&app, &reader).await?;
    Ok(answer(&request, ATOM, feed.into()))
}

fn answer(request: &HttpRequest, media: &'static str, made: Made) -> HttpResponse {
    let (mut response, is_known) = tagged(request, made.tag, PRIVATE);
    match is_known {
        true => response.finish(),
        false => response.content_type(media).body(made.body),
    }
}
