//! `Idempotency-Key`: a client may repeat a request that creates something, and then gets the first
//! answer again (draft-ietf-httpapi-idempotency-key-header). The calls that make games and deals
//! handle the key themselves.

use std::time::Duration;

use actix_web::body::{EitherBody, MessageBody, to_bytes};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, LOCATION,
};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use base::idempotency::{self, Answer, Asker, Request, Sent};
use base::refusal::Refusal;
use common::texts::message;
use rules::canonical;
use serde_json::Value;
use tokio::time::sleep;

use crate::http::policy::{self, Key, Needs};
use crate::http::problem::{Problem, Result};
use crate::http::{State, caller};

/// How often the server tries to release a key while the database is down, once a second.
const TRIES: usize = 60;
/// The longest key, in bytes.
pub(crate) const LONGEST_KEY: usize = 255;
/// The shortest key of the calls that handle it themselves, in bytes.
pub(crate) const SHORTEST_HANDLED: usize = 1;

/// The headers that are stored with an answer.
const TOLD: [HeaderName; 3] = [CONTENT_TYPE, LOCATION, ETAG];

/// Returns the stored answer if the request is a repetition. Otherwise carries the request out and
/// stores its answer.
pub(crate) async fn answered<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let (sent, together) = match named(&mut request).await {
        Ok(Some(named)) => named,
        Ok(None) => return Ok(next.call(request).await?.map_into_left_body()),
        Err(problem) => return Ok(request.error_response(problem).map_into_right_body()),
    };
    let app = State::of(request.request())?.clone();
    let before = match together {
        true => idempotency::kept(&app, &sent).await,
        false => idempotency::begin(&app, &sent).await,
    };
    match before {
        Ok(None) => {}
        Ok(Some(answer)) => return Ok(request.into_response(told(answer)).map_into_right_body()),
        Err(refusal) => {
            let problem = Problem::from(refusal);
            return Ok(request.error_response(problem).map_into_right_body());
        }
    }
    if together {
        return carried_out(request, next, &app, sent).await;
    }
    let (response, may_have_changed) = idempotency::watched(next.call(request)).await;
    let response = response?;
    let status = response.status();
    if !status.is_success() {
        // A server that failed after it began to commit may have carried out the request, so it
        // keeps the key. A rejected request has changed nothing. Neither has one that failed
        // earlier, for example because there was no permit or no connection. After status 500
        // nothing is certain.
        let is_unknown = match status {
            StatusCode::INTERNAL_SERVER_ERROR => true,
            status => status.is_server_error() && may_have_changed,
        };
        if !is_unknown && idempotency::drop(&app, &sent).await.is_err() {
            actix_web::rt::spawn(give_back(app, sent));
        }
        return Ok(response.map_into_left_body());
    }
    let (request, head, body, answer) = taken(response).await;
    idempotency::keep(&app, &sent, &answer)
        .await
        .map_err(Problem::from)?;
    let response = head.set_body(body).map_into_boxed_body();
    Ok(ServiceResponse::new(request, response).map_into_right_body())
}

/// Releases a key once the database is up again.
async fn give_back(app: State, sent: Request) {
    for _ in 0..TRIES {
        sleep(Duration::from_secs(1)).await;
        if idempotency::drop(&app, &sent).await.is_ok() {
            return;
        }
    }
}

/// Carries out a request whose answer commits in the same transaction as its changes. If the
/// request fails, nothing is stored.
async fn carried_out<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
    app: &State,
    sent: Request,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let sent = Sent::new(sent);
    let response = sent.during(next.call(request)).await?;
    if response.status().is_success() {
        let (request, head, body, answer) = taken(response).await;
        let response = match sent.finish(app, &answer).await {
            Ok(()) => head.set_body(body).map_into_boxed_body(),
            Err(refusal) => Problem::from(refusal).error_response(),
        };
        return Ok(ServiceResponse::new(request, response).map_into_right_body());
    }
    sent.undo().await;
    // The same request may have been carried out in the meantime.
    if response.status() == StatusCode::CONFLICT
        && let Ok(Some(answer)) = idempotency::kept(app, sent.request()).await
    {
        return Ok(response.into_response(told(answer)).map_into_right_body());
    }
    Ok(response.map_into_left_body())
}

/// Splits a response into its parts, and returns the answer to store.
async fn taken<B: MessageBody>(
    response: ServiceResponse<B>,
) -> (HttpRequest, HttpResponse<()>, Bytes, Answer) {
    let (request, response) = response.into_parts();
    let (head, body) = response.into_parts();
    let body = to_bytes(body).await.unwrap_or_default();
    let answer = Answer {
        status: head.status().as_u16(),
        headers: TOLD
            .iter()
            .filter_map(|name| Some((name, head.headers().get(name)?.to_str().ok()?)))
            .map(|(name, value)| (name.to_string(), value.to_owned()))
            .collect(),
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    (request, head, body, answer)
}

/// Returns the request under its key, and whether its call stores the answer with its changes
/// ([`Key::Together`]). Returns `None` if the request has no key, if its call stores no answer, or
/// if the handler will reject the request anyway.
async fn named(request: &mut ServiceRequest) -> Result<Option<(Request, bool)>> {
    let policy = policy::of_request(request.request());
    let Some((policy, together)) = policy.and_then(|policy| match policy.key {
        Key::Reserved => Some((policy, false)),
        Key::Together => Some((policy, true)),
        Key::Ignored | Key::Handled => None,
    }) else {
        return Ok(None);
    };
    // A caller who must sign in first gets that error with any key.
    let player = caller::player(request.request());
    if player.is_none() && policy.needs != Needs::Nothing {
        return Ok(None);
    }
    let Some(key) = key(request.request(), idempotency::SHORTEST_KEY)? else {
        return Ok(None);
    };
    // The body has arrived completely. The handler rejects a body that is too large or not JSON.
    let body = request.extract::<Bytes>().await.unwrap_or_default();
    let asked = format!("{} {}", request.match_info().as_str(), meaning(&body));
    // The body is decompressed now.
    request.headers_mut().remove(CONTENT_ENCODING);
    request.set_payload(Payload::from(body));
    let behind_proxy = State::of(request.request())?.config.behind_proxy;
    let caller = match player {
        Some(player) => Asker::Player(player),
        None => Asker::Client(caller::client(request.request(), behind_proxy)),
    };
    Ok(Some((Request::new(caller, &key, &asked), together)))
}

/// Returns the key in the `Idempotency-Key` header: a string of RFC 8941, or the same without its
/// quotes.
pub(crate) fn key(request: &HttpRequest, shortest: usize) -> Result<Option<String>> {
    let Some(value) = request.headers().get("idempotency-key") else {
        return Ok(None);
    };
    let bare = value.to_str().ok().map(|value| {
        let quoted = value.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        quoted.unwrap_or(value)
    });
    match bare {
        Some(key)
            if (shortest..=LONGEST_KEY).contains(&key.len())
                && key.bytes().all(|b| b.is_ascii_graphic()) =>
        {
            Ok(Some(key.to_owned()))
        }
        _ => {
            let form = message("why-key-form").with("least", shortest);
            Err(Refusal::InvalidRequest(form.with("most", LONGEST_KEY)).into())
        }
    }
}

/// Returns the pattern of the headers that [`key`] accepts. A bare key may contain quotes, but not at
/// both ends.
pub(crate) fn pattern(shortest: usize) -> String {
    let visible = |others: usize| {
        let (least, most) = (shortest.saturating_sub(others), LONGEST_KEY - others);
        format!("[!-~]{{{least},{most}}}")
    };
    let (whole, most, all) = (visible(0), visible(1), visible(2));
    format!("^(\"{whole}\"|[!#-~]{most}|\"{all}[!#-~])$")
}

/// Returns JSON in canonical form, and any other body unchanged.
pub(crate) fn meaning(body: &[u8]) -> String {
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => canonical::to_string(&value),
        Err(_) => String::from_utf8_lossy(body).into_owned(),
    }
}

fn told(answer: Answer) -> HttpResponse {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    let mut response = HttpResponse::build(status);
    for (name, value) in answer.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.insert_header((name, value));
        }
    }
    response.body(answer.body)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use serde_json::json;

    use super::*;

    #[test]
    fn pattern_matches_the_accepted_keys() {
        let long = "k".repeat(LONGEST_KEY);
        let keys = [
            "k".to_owned(),
            "k".repeat(14),
            "k".repeat(15),
            "k".repeat(16),
            format!("\"{}", "k".repeat(15)),
            format!("{}\"", "k".repeat(15)),
            format!("k{}k", "\"".repeat(14)),
            "\"".repeat(16),
            "\"".repeat(18),
            "\"\"".to_owned(),
            format!("{} {}", "k".repeat(8), "k".repeat(8)),
            format!("{long}k"),
            format!("\"{long}k\""),
            long,
        ];
        for shortest in [SHORTEST_HANDLED, idempotency::SHORTEST_KEY] {
            let pattern = jsonschema::validator_for(&json!({"pattern": pattern(shortest)}));
            let pattern = pattern.unwrap();
            for bare in &keys {
                for sent in [bare.clone(), format!("\"{bare}\"")] {
                    let request = TestRequest::default();
                    let request = request.append_header(("Idempotency-Key", &*sent));
                    let is_taken = key(&request.to_http_request(), shortest).is_ok();
                    assert_eq!(
                        pattern.is_valid(&json!(sent)),
                        is_taken,
                        "{shortest}: {sent}"
                    );
                }
            }
        }
    }
}
