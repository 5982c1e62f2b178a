//! Webhooks: making, changing and testing them, and their deliveries.

use actix_web::{HttpResponse, delete, get, post, put};
use base::refusal::Refusal;
use common::clock::rfc3339;
use common::ids::WebhookId;
use db::sets::{DeliveryStatus, DisabledBy, WebhookFormat};
use integrations::webhooks::{self, Delivery, Event, Wanted, Webhook};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::caller::{Lasts, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::openapi::sets::WebhookEvent;
use crate::http::problem::Result;
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(list_webhooks)
        .service(create_webhook)
        .service(get_webhook)
        .service(update_webhook)
        .service(delete_webhook)
        .service(test_webhook)
        .service(rotate_webhook_secret)
        .service(list_deliveries);
}

/// The settings of a webhook.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebhookInput)]
pub struct WebhookBody {
    /// The receiver's URL: `https://`, port 443 or 1024 and above, a host on the public internet.
    #[schema(max_length = 2000)]
    url: String,
    /// The format of the bodies. Default: `standard`.
    #[serde(default)]
    format: WebhookFormat,
    /// The events to deliver.
    #[schema(value_type = Vec<WebhookEvent>, min_items = 1)]
    events: Vec<Event>,
    /// The id of the only game whose events are delivered. Default: all your games.
    game_id: Option<String>,
    /// Whether the webhook is enabled. Default: `true`.
    #[serde(default = "yes")]
    enabled: bool,
}

fn yes() -> bool {
    true
}

impl WebhookBody {
    fn wanted(self) -> Result<Wanted> {
        let game = self.game_id.map(TryInto::try_into).transpose();
        Ok(Wanted {
            url: self.url,
            format: self.format,
            events: self.events,
            game: game.map_err(Refusal::from)?,
            enabled: self.enabled,
        })
    }
}

/// A webhook.
#[derive(Serialize, ToSchema)]
#[schema(as = Webhook)]
pub struct WebhookResource {
    /// The webhook's id.
    #[schema(examples("Gx3kPq7LmZ2"))]
    id: String,
    /// The receiver's URL.
    url: String,
    /// The format of the bodies.
    format: WebhookFormat,
    /// The events that the server delivers.
    #[schema(value_type = Vec<WebhookEvent>)]
    events: Vec<String>,
    /// The id of the only game whose events are delivered; null for all your games.
    #[schema(required)]
    game_id: Option<String>,
    /// Whether the webhook is enabled.
    enabled: bool,
    /// When the webhook was disabled; null if it is enabled.
    #[schema(required)]
    disabled_at: Option<DateTime>,
    /// The reason why the webhook is disabled; null if it is enabled.
    #[schema(required)]
    disabled_by: Option<DisabledBy>,
    /// The start of the current series of failures; null if there is none.
    #[schema(required)]
    failing_since: Option<DateTime>,
    /// Until when the previous secret signs too; null if it no longer does.
    #[schema(required)]
    old_secret_expires_at: Option<DateTime>,
    /// When the webhook was created.
    created_at: DateTime,
    /// The id of the token that created the webhook, which ends with it; null if you created it
    /// yourself.
    #[schema(required)]
    token_id: Option<String>,
}

impl From<Webhook> for WebhookResource {
    fn from(webhook: Webhook) -> WebhookResource {
        WebhookResource {
            id: webhook.id,
            url: webhook.url,
            format: webhook.format,
            events: webhook.events.split(' ').map(Event::public_name).collect(),
            game_id: webhook.game_id.map(|id| id.to_string()),
            enabled: webhook.disabled_at.is_none(),
            disabled_at: webhook.disabled_at.map(rfc3339),
            disabled_by: webhook.disabled_by,
            failing_since: webhook.failing_since.map(rfc3339),
            old_secret_expires_at: webhook.old_until.map(rfc3339),
            created_at: rfc3339(webhook.created_at),
            token_id: webhook.token_id,
        }
    }
}

/// A webhook with its secret.
#[derive(Serialize, ToSchema)]
pub struct WebhookWithSecret {
    #[serde(flatten)]
    about: WebhookResource,
    /// The signing secret. Shown only once.
    #[schema(examples("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))]
    secret: String,
}

impl From<(Webhook, String)> for WebhookWithSecret {
    fn from((webhook, secret): (Webhook, String)) -> WebhookWithSecret {
        WebhookWithSecret {
            about: webhook.into(),
            secret,
        }
    }
}

/// Your webhooks.
#[derive(Serialize, ToSchema)]
pub struct WebhookList {
    /// The webhooks, the oldest first; at most 10.
    webhooks: Vec<WebhookResource>,
}

/// A delivery to a webhook.
#[derive(Serialize, ToSchema)]
#[schema(as = WebhookDelivery)]
pub struct DeliveryResource {
    /// The delivery's id: the header `webhook-id`.
    id: String,
    /// The event; `webhook.test` for a test.
    event: String,
    /// The status of the delivery.
    status: DeliveryStatus,
    /// The number of attempts.
    attempts: i32,
    /// The HTTP status of the last response; null if there was none.
    #[schema(required)]
    response_status: Option<i32>,
    /// When the event happened.
    created_at: DateTime,
    /// When the server last attempted the delivery; null before the first attempt.
    #[schema(required)]
    last_attempt_at: Option<DateTime>,
    /// When the server attempts the delivery next; null if it does not.
    #[schema(required)]
    next_attempt_at: Option<DateTime>,
}

impl From<Delivery> for DeliveryResource {
    fn from(delivery: Delivery) -> DeliveryResource {
        let waits = delivery.status == DeliveryStatus::Waiting;
        DeliveryResource {
            id: delivery.id,
            event: Event::public_name(&delivery.event),
            status: delivery.status,
            attempts: delivery.attempts,
            response_status: delivery.code,
            created_at: rfc3339(delivery.created_at),
            last_attempt_at: delivery.tried_at.map(rfc3339),
            next_attempt_at: waits.then(|| rfc3339(delivery.due_at)),
        }
    }
}

/// The deliveries to a webhook.
#[derive(Serialize, ToSchema)]
#[schema(as = WebhookDeliveryList)]
pub struct DeliveryList {
    /// The deliveries of the last 30 days, the newest first; at most 100.
    deliveries: Vec<DeliveryResource>,
}

policy!(list_webhooks: Scope(GamesRead));
/// List your webhooks
///
/// Returns your webhooks without their secrets, the oldest first. A token can only list webhooks
/// that it has created itself.
#[utoipa::path(
    tag = "webhooks",
    responses((status = 200, description = "The webhooks, the oldest first.", body = WebhookList))
)]
#[get("/v1/me/webhooks")]
pub(crate) async fn list_webhooks(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
) -> Result<Json<WebhookList>> {
    let webhooks = webhooks::list(&app, &caller, &until).await?.into_iter();
    Ok(Json(WebhookList {
        webhooks: webhooks.map(Into::into).collect(),
    }))
}

// A webhook that a token creates ends with the token.
policy!(create_webhook: Scope(GamesRead), key = Together);
/// Create a webhook
///
/// Creates a webhook and returns it with its secret, which is shown only once. From now on the
/// server sends the listed events to the URL: `callbacks` below describes each event. A webhook
/// that a token creates ends with the token, which also needs the scope `chat` for `chat.message`.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 201, description = "The webhook with its secret.", body = WebhookWithSecret),
        (status = 403, description = "forbidden: you have 10 webhooks", body = ProblemBody),
        (status = 404, description = "not-found: the game does not exist", body = ProblemBody),
        (status = 422, description = "bad-url", body = ProblemBody),
    )
)]
#[post("/v1/me/webhooks")]
pub(crate) async fn create_webhook(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    Json(body): Json<WebhookBody>,
) -> Result<HttpResponse> {
    let made = webhooks::make(&app, &caller, &until, body.wanted()?).await?;
    Ok(HttpResponse::Created().json(WebhookWithSecret::from(made)))
}

policy!(get_webhook: Scope(GamesRead));
/// Get a webhook
///
/// Returns a webhook without its secret: its settings, and whether it is disabled or failing. A
/// token can only read webhooks that it has created itself.
#[utoipa::path(
    tag = "webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.")),
    responses((status = 200, description = "The webhook.", body = WebhookResource))
)]
#[get("/v1/me/webhooks/{webhook}")]
pub(crate) async fn get_webhook(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    id: At<WebhookId>,
) -> Result<Json<WebhookResource>> {
    Ok(Json(
        webhooks::find(&app, &caller, &until, &id).await?.into(),
    ))
}

policy!(update_webhook: Scope(GamesRead));
/// Change, enable or disable a webhook
///
/// Replaces the settings of a webhook and returns it. Disabling a webhook drops its pending
/// deliveries. A token can only change webhooks that it has created itself.
#[utoipa::path(
    tag = "webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.")),
    responses(
        (status = 200, description = "The webhook.", body = WebhookResource),
        (status = 422, description = "bad-url", body = ProblemBody),
    )
)]
#[put("/v1/me/webhooks/{webhook}")]
pub(crate) async fn update_webhook(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    id: At<WebhookId>,
    Json(body): Json<WebhookBody>,
) -> Result<Json<WebhookResource>> {
    let changed = webhooks::change(&app, &caller, &until, &id, body.wanted()?).await?;
    Ok(Json(changed.into()))
}

policy!(delete_webhook: Scope(GamesRead));
/// Delete a webhook
///
/// Deletes a webhook with its pending deliveries. A token can only delete webhooks that it has
/// created itself.
#[utoipa::path(
    tag = "webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.")),
    responses((status = 204, description = "The webhook is deleted."))
)]
#[delete("/v1/me/webhooks/{webhook}")]
pub(crate) async fn delete_webhook(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    id: At<WebhookId>,
) -> Result<HttpResponse> {
    webhooks::remove(&app, &caller, &until, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(test_webhook: Scope(GamesRead), key = Together);
/// Test a webhook
///
/// Sends the event `webhook.test` once, even if the webhook is disabled. The list of deliveries
/// shows the result.
#[utoipa::path(
    tag = "webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.")),
    responses((status = 202, description = "The delivery of the test.", body = DeliveryResource))
)]
#[post("/v1/me/webhooks/{webhook}/test")]
pub(crate) async fn test_webhook(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    id: At<WebhookId>,
) -> Result<HttpResponse> {
    let delivery = webhooks::test(&app, &caller, &until, &id).await?;
    Ok(HttpResponse::Accepted().json(DeliveryResource::from(delivery)))
}

policy!(rotate_webhook_secret: Scope(GamesRead), key = Together);
/// Rotate a webhook's secret
///
/// Creates a new secret and returns it with the webhook. The secret is shown only once. For 24
/// hours the previous secret signs as well: `webhook-signature` then has two signatures.
#[utoipa::path(
    tag = "webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.")),
    responses((status = 200, description = "The webhook with its new secret.", body = WebhookWithSecret))
)]
#[post("/v1/me/webhooks/{webhook}/secret")]
pub(crate) async fn rotate_webhook_secret(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    id: At<WebhookId>,
) -> Result<Json<WebhookWithSecret>> {
    Ok(Json(
        webhooks::rotate(&app, &caller, &until, &id).await?.into(),
    ))
}

policy!(list_deliveries: Scope(GamesRead));
/// List the deliveries to a webhook
///
/// Returns the deliveries of the last 30 days, the newest first, with the receiver's last response
/// and the time of the next attempt. A token can only read deliveries to webhooks that it has
/// created itself.
#[utoipa::path(
    tag = "webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.")),
    responses((status = 200, description = "The deliveries, the newest first.", body = DeliveryList))
)]
#[get("/v1/me/webhooks/{webhook}/deliveries")]
pub(crate) async fn list_deliveries(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    id: At<WebhookId>,
) -> Result<Json<DeliveryList>> {
    let deliveries = webhooks::deliveries(&app, &caller, &until, &id).await?;
    Ok(Json(DeliveryList {
        deliveries: deliveries.into_iter().map(Into::into).collect(),
    }))
}
