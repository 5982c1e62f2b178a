//! The requests that the server sends to webhooks: one callback of `createWebhook` for each event
//! (OpenAPI 3.1 section 4.8.18). The bodies are the types that `integrations` sends.
//!
//! They are no `webhooks` of the document, because openapi-generator 7.26 makes code of those that
//! does not compile (decision 86).

use integrations::webhooks::event::{Body, WebhookGame, WebhookMessage, WebhookTestData};
use integrations::webhooks::{Event, TEST};
use serde_json::{Map, Value, json};
use utoipa::PartialSchema;

use crate::http::openapi::{camel, reference, sets};

/// The headers of each request: name, key in `components/parameters`, example, description.
const HEADERS: [(&str, &str, &str, &str); 3] = [
    (
        "webhook-id",
        "WebhookId",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "The id of the delivery, the same on each attempt. Ignore an id that you have seen before.",
    ),
    (
        "webhook-timestamp",
        "WebhookTimestamp",
        "1772366400",
        "When this attempt was sent, in seconds since 1970. Reject a request that is more than 5 \
         minutes old.",
    ),
    (
        "webhook-signature",
        "WebhookSignature",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "Signatures, separated by spaces; for 24 hours after `POST /v1/me/webhooks/{webhook}/secret` \
         there are two. Each is `v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` \
         in base64. The key is the part of the webhook's secret after `whsec_`, decoded from base64.",
    ),
];

/// The responses that a receiver may give: status, key in `components/responses`, description.
const RESPONSES: [(&str, &str, &str); 3] = [
    (
        "2XX",
        "WebhookAccepted",
        "The receiver accepts the delivery. The server ignores the body.",
    ),
    (
        "410",
        "WebhookGone",
        "The server disables the webhook and notifies its owner by mail.",
    ),
    (
        "default",
        "WebhookRetried",
        "Also a redirect, or no response within 15 seconds. The server retries after 5 seconds, then \
         after growing pauses for three days, and not before `Retry-After`. It disables a webhook \
         that has failed for three days. It does not retry a test.",
    ),
];

/// The description of each event.
const OF_EVENTS: &str = "\
The server sends this request to each enabled webhook that lists the event (`POST /v1/me/webhooks`). \
A delivery may arrive more than once and out of order. Webhooks of the formats `discord`, `slack` and \
`matrix` get a sentence for people instead of this body.";

/// The description of the test.
const OF_TEST: &str = "\
The server sends this request once after `POST /v1/me/webhooks/{webhook}/test`, even if the webhook \
is disabled.";

pub(super) fn add(document: &mut Value) {
    let components = &mut document["components"];
    let schemas = &mut components["schemas"];
    schemas["WebhookPayload"] = json!(Body::<WebhookGame>::schema());
    schemas["WebhookGameData"] = json!(WebhookGame::schema());
    schemas["WebhookMessage"] = json!(WebhookMessage::schema());
    schemas["WebhookTestPayload"] = json!(Body::<WebhookTestData>::schema());
    schemas["WebhookTestData"] = json!(WebhookTestData::schema());
    for (name, key, example, description) in HEADERS {
        components["parameters"][key] = json!({
            "name": name,
            "in": "header",
            "required": true,
            "description": description,
            "schema": {"type": "string"},
            "example": example,
        });
    }
    for (_, key, description) in RESPONSES {
        components["responses"][key] = json!({"description": description});
    }
    let events = sets::described::<Event>();
    let events = events
        .iter()
        .map(|(event, meaning)| callback(event, meaning, OF_EVENTS, "WebhookPayload"));
    let test = callback(
        TEST,
        "You have requested a test.",
        OF_TEST,
        "WebhookTestPayload",
    );
    let callbacks = Value::Object(events.chain([test]).collect());
    document["paths"]["/v1/me/webhooks"]["post"]["callbacks"] = callbacks;
}

/// Returns the callback for an event, with its name.
fn callback(event: &str, meaning: &str, description: &str, schema: &str) -> (String, Value) {
    let refer = |kind: &str, key: &str| json!({"$ref": format!("#/components/{kind}/{key}")});
    let responses: Map<String, Value> = RESPONSES
        .iter()
        .map(|(status, key, _)| ((*status).to_owned(), refer("responses", key)))
        .collect();
    let call = json!({
        "operationId": camel(&format!("notify-{}", event.replace('.', "-"))),
        "summary": meaning.trim_end_matches('.'),
        "description": description,
        "tags": ["webhooks"],
        "security": [],
        "parameters": HEADERS.map(|(_, key, ..)| refer("parameters", key)),
        "requestBody": {"required": true, "content": {"application/json": {"schema": reference(schema)}}},
        "responses": responses,
    });
    (
        event.to_owned(),
        json!({"{$request.body#/url}": {"post": call}}),
    )
}
