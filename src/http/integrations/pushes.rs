//! Web Push: the browsers and phones that receive push messages, and test messages to them.

use actix_web::{HttpResponse, delete, get, post};
use base::refusal::Refusal;
use common::clock::rfc3339;
use common::ids::SubscriptionId;
use egress::guard::host;
use egress::push::Keys;
use integrations::pushes::{self, Subscription, Wanted};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::caller::{Lasts, RunsOn, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::Result;
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(list_push_subscriptions)
        .service(create_push_subscription)
        .service(delete_push_subscription)
        .service(test_push_subscription);
}

/// A new push subscription: `endpoint` and `keys` of the browser's `PushSubscription.toJSON()`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PushSubscriptionInput)]
pub struct PushBody {
    /// The URL of the push service that receives the notifications.
    #[schema(max_length = 2000)]
    endpoint: String,
    /// The keys that encrypt the notifications.
    keys: PushKeys,
    /// When the subscription expires, in milliseconds since 1970. The server ignores this: the push
    /// service reports the end.
    #[serde(default, rename = "expirationTime")]
    #[expect(dead_code, reason = "browsers send it")]
    expiration_time: Option<f64>,
}

/// The keys of a browser or phone, in base64url.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PushSubscriptionKeys)]
pub struct PushKeys {
    /// The public key: a point of P-256, 65 bytes.
    #[schema(max_length = 100)]
    p256dh: String,
    /// The authentication secret: 16 bytes.
    #[schema(max_length = 30)]
    auth: String,
}

/// A push subscription of a browser or phone.
#[derive(Serialize, ToSchema)]
#[schema(as = PushSubscription)]
pub struct PushResource {
    /// The subscription's id.
    #[schema(examples("Gx3kPq7LmZ2"))]
    id: String,
    /// The host of the push service.
    #[schema(examples("updates.push.services.mozilla.com"))]
    push_service: String,
    /// The device and program, in a few words; null if the client did not send it.
    #[schema(required, examples("Firefox on Android"))]
    device: Option<String>,
    /// When the subscription was created.
    created_at: DateTime,
    /// When the push service last accepted a notification; null if never.
    #[schema(required)]
    last_notified_at: Option<DateTime>,
}

impl From<Subscription> for PushResource {
    fn from(subscription: Subscription) -> PushResource {
        PushResource {
            push_service: host(&subscription.endpoint).unwrap_or_default(),
            id: subscription.id,
            device: subscription.device,
            created_at: rfc3339(subscription.created_at),
            last_notified_at: subscription.told_at.map(rfc3339),
        }
    }
}

/// Your push subscriptions.
#[derive(Serialize, ToSchema)]
#[schema(as = PushSubscriptionList)]
pub struct PushList {
    /// The server's public key: the `applicationServerKey` for new subscriptions.
    #[schema(examples(
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    ))]
    application_server_key: String,
    /// The subscriptions, the oldest first; at most 20 of sessions, and 5 of each token.
    subscriptions: Vec<PushResource>,
}

policy!(list_push_subscriptions: Scope(GamesRead));
/// List your push subscriptions
///
/// Returns your browsers and phones that get notifications, and the server's public key for new
/// subscriptions. A token can only list subscriptions that it has created itself.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The subscriptions, and the server's public key.", body = PushList))
)]
#[get("/v1/me/push-subscriptions")]
pub(crate) async fn list_push_subscriptions(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
) -> Result<Json<PushList>> {
    let subscriptions = pushes::list(&app, &caller, &until).await?.into_iter();
    Ok(Json(PushList {
        application_server_key: app.pushes.get().public().to_owned(),
        subscriptions: subscriptions.map(Into::into).collect(),
    }))
}

policy!(create_push_subscription: Scope(GamesRead), key = Together);
/// Subscribe a browser or phone
///
/// Creates a subscription: a browser or phone gets notifications about your games from now on. The
/// subscription ends with the session or token that created it. A token also needs the scope `chat`
/// for notifications about chat, and `mail:manage` so that mail waits for the notification;
/// otherwise the server sends mail at once. You get a mail about each new subscription. One with
/// the same `endpoint` replaces the earlier one. Beyond 20 subscriptions of sessions, or 5 of a
/// token, the oldest ends.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The subscription.", body = PushResource),
        (status = 422, description = "bad-url", body = ProblemBody),
    )
)]
#[post("/v1/me/push-subscriptions")]
pub(crate) async fn create_push_subscription(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    RunsOn(device): RunsOn,
    Json(body): Json<PushBody>,
) -> Result<HttpResponse> {
    let keys = Keys::read(&body.keys.p256dh, &body.keys.auth);
    let wanted = Wanted {
        endpoint: body.endpoint,
        keys: keys.ok_or_else(|| Refusal::invalid("why-push-keys"))?,
        device,
    };
    let made = pushes::subscribe(&app, &caller, until, wanted).await?;
    Ok(HttpResponse::Created().json(PushResource::from(made)))
}

policy!(delete_push_subscription: Scope(GamesRead));
/// Delete a push subscription
///
/// Deletes the subscription of one browser or phone, which gets no more notifications. A token can
/// only delete subscriptions that it has created itself.
#[utoipa::path(
    tag = "accounts",
    params(("subscription" = String, Path, description = "The subscription's id.")),
    responses((status = 204, description = "The subscription is deleted."))
)]
#[delete("/v1/me/push-subscriptions/{subscription}")]
pub(crate) async fn delete_push_subscription(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    id: At<SubscriptionId>,
) -> Result<HttpResponse> {
    pushes::end(&app, &caller, &until, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(test_push_subscription: Scope(GamesRead), key = Together);
/// Test a push subscription
///
/// Sends a test notification. `last_notified_at` of the subscription is the time at which its push service
/// accepted it.
#[utoipa::path(
    tag = "accounts",
    params(("subscription" = String, Path, description = "The subscription's id.")),
    responses((status = 202, description = "The server sends a test notification."))
)]
#[post("/v1/me/push-subscriptions/{subscription}/test")]
pub(crate) async fn test_push_subscription(
    app: State,
    SignedIn(caller): SignedIn,
    Lasts(until): Lasts,
    id: At<SubscriptionId>,
) -> Result<HttpResponse> {
    pushes::test(&app, &caller, &until, &id).await?;
    Ok(HttpResponse::Accepted().finish())
}
