//! Sends requests: adds tokens, retries calls that are safe to repeat, and caches responses. It
//! knows paths, but no members of bodies except the `id` of a chat message.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use http::{
    Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
    header::{
        ACCEPT, ACCEPT_LANGUAGE, AUTHORIZATION, CACHE_CONTROL, ETAG, IF_MATCH, IF_NONE_MATCH,
        RETRY_AFTER,
    },
};
use quick_cache::sync::Cache;
use reqwest::{Body, Request, Response};
use reqwest_middleware::{Error, Middleware, Next, Result};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use crate::{api::ProblemCode, session::Bearer};

const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(10);
const KEPT_ANSWERS: usize = 64;
const KEPT_BYTES: usize = 256 * 1024;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

pub(crate) struct Transport {
    /// How long to retry one call, including waits.
    patience: Duration,
    /// The timeout of one attempt.
    timeout: Duration,
    bearer: Option<Arc<dyn Bearer>>,
    kept: Cache<String, Answer>,
}

type Answer = http::Response<Bytes>;

/// The outcome of one attempt.
enum Outcome {
    Answer(Answer),
    /// A stream of events, which is not read here.
    Stream(Response),
}

impl Transport {
    pub(crate) fn new(
        patience: Duration,
        timeout: Duration,
        bearer: Option<Arc<dyn Bearer>>,
    ) -> Self {
        Transport {
            patience,
            timeout,
            bearer,
            kept: Cache::new(KEPT_ANSWERS),
        }
    }

    async fn attempt(
        &self,
        request: Request,
        extensions: &mut Extensions,
        next: Next<'_>,
    ) -> Result<Outcome> {
        let is_stream = request
            .headers()
            .get(ACCEPT)
            .is_some_and(|it| it == "text/event-stream");
        let outcome = timeout(self.timeout, async {
            let response = next.run(request, extensions).await?;
            if is_stream && response.status().is_success() {
                return Ok(Outcome::Stream(response));
            }
            let (status, headers) = (response.status(), response.headers().clone());
            let mut answer = Answer::new(response.bytes().await?);
            *answer.status_mut() = status;
            *answer.headers_mut() = headers;
            Ok(Outcome::Answer(answer))
        });
        outcome.await.map_err(Error::middleware)?
    }

    fn keep(&self, key: String, answer: &Answer) {
        let headers = answer.headers();
        let is_changing = text(headers, CACHE_CONTROL).is_some_and(|it| it.contains("no-store"));
        if is_changing || !headers.contains_key(ETAG) || answer.body().len() > KEPT_BYTES {
            self.kept.remove(&key);
        } else {
            self.kept.insert(key, answer.clone());
        }
    }
}

#[async_trait]
impl Middleware for Transport {
    /// Sends a request until there is a response, or an error that a retry does not fix.
    async fn handle(
        &self,
        mut request: Request,
        extensions: &mut Extensions,
        next: Next<'_>,
    ) -> Result<Response> {
        if makes_something(&request) && !request.headers().contains_key(IDEMPOTENCY_KEY) {
            let key = HeaderValue::try_from(format!("{:032x}", fastrand::u128(..)))
                .map_err(Error::middleware)?;
            request.headers_mut().insert(IDEMPOTENCY_KEY, key);
        }
        let repeatable = is_repeatable(&request);
        let key = (request.method() == Method::GET).then(|| key_of(&request));
        let kept = key.as_ref().and_then(|key| self.kept.get(key));
        if let Some(etag) = kept.as_ref().and_then(|kept| kept.headers().get(ETAG)) {
            request.headers_mut().insert(IF_NONE_MATCH, etag.clone());
        }

        let until = Instant::now() + self.patience;
        let mut token = match &self.bearer {
            Some(bearer) => Some(bearer.token().await.map_err(Error::middleware)?),
            None => None,
        };
        let mut renewed = false;
        let mut longest = FIRST_WAIT;
        loop {
            if let Some(token) = &token {
                let value =
                    HeaderValue::try_from(format!("Bearer {token}")).map_err(Error::middleware)?;
                request.headers_mut().insert(AUTHORIZATION, value);
            }
            let Some(copy) = request.try_clone() else {
                return next.run(request, extensions).await;
            };
            let (failure, least) = match self.attempt(copy, extensions, next.clone()).await {
                Ok(Outcome::Stream(response)) => return Ok(response),
                Ok(Outcome::Answer(answer)) => {
                    let status = answer.status();
                    if let (StatusCode::NOT_MODIFIED, Some(kept)) = (status, &kept) {
                        return Ok(kept.clone().into());
                    }
                    if !status.is_client_error() && !status.is_server_error() {
                        if let Some(key) = key {
                            self.keep(key, &answer);
                        }
                        return Ok(answer.into());
                    }
                    let code = code_of(&answer);
                    if let (Some(ProblemCode::NotSignedIn), Some(bearer), Some(refused), false) =
                        (&code, &self.bearer, &token, renewed)
                    {
                        token = bearer.instead(refused).await.map_err(Error::middleware)?;
                        if token.is_none() {
                            return Ok(answer.into());
                        }
                        renewed = true;
                        continue;
                    }
                    // The server did not process a rate-limited request, and will soon have the
                    // response to one that is under way. A retry does not repair a damaged game.
                    let comes_back = status == StatusCode::TOO_MANY_REQUESTS
                        || code == Some(ProblemCode::RequestInProgress);
                    let in_doubt = is_in_doubt(status) && code != Some(ProblemCode::DamagedGame);
                    if !(comes_back || in_doubt && repeatable) {
                        return Ok(answer.into());
                    }
                    let least = text(answer.headers(), RETRY_AFTER).and_then(|it| it.parse().ok());
                    (
                        Ok(answer.into()),
                        least.map_or(Duration::ZERO, Duration::from_secs),
                    )
                }
                Err(error) if repeatable && !is_our_fault(&error) => (Err(error), Duration::ZERO),
                Err(error) => return Err(error),
            };
            let wait = least + longest.mul_f64(0.5 + fastrand::f64());
            if Instant::now() + wait > until {
                return failure;
            }
            sleep(wait).await;
            longest = LONGEST_WAIT.min(longest * 2);
        }
    }
}

/// Whether a request creates something and accepts an idempotency key.
fn makes_something(request: &Request) -> bool {
    let path = path(request);
    let makes = matches!(
        *path,
        [.., "v1", "games" | "deals" | "players"]
            | [.., "v1", "players", "guest"]
            | [.., "v1", "admin", "acts"]
            | [.., "v1", "games", "reservations"]
            | [.., "v1", "games", _, "invitations" | "rematch" | "reports"]
            | [.., "v1", "games", _, "seats", _, "extension"]
            | [
                ..,
                "v1",
                "me",
                "feeds"
                    | "grants"
                    | "holidays"
                    | "keep"
                    | "passkeys"
                    | "push"
                    | "tokens"
                    | "webhooks"
            ]
            | [.., "v1", "me", "push" | "webhooks", _, "secret" | "test"]
    );
    request.method() == Method::POST && makes
}

/// Whether a request is safe to repeat when its outcome is unknown.
fn is_repeatable(request: &Request) -> bool {
    match *request.method() {
        Method::GET | Method::HEAD => true,
        // After a change with `If-Match`, the repetition would fail: the version has changed.
        Method::PUT => !request.headers().contains_key(IF_MATCH),
        Method::POST => match *path(request) {
            [.., "v1", "games", _, "chat"] => has_id(request.body()),
            // A repeated move has the same `seq`. A seat that the caller has stays the caller's.
            [.., "v1", "games", _, "moves" | "seats"] | [.., "v1", "sessions", "refresh"] => true,
            _ => request.headers().contains_key(IDEMPOTENCY_KEY),
        },
        _ => false,
    }
}

fn path(request: &Request) -> Vec<&str> {
    request
        .url()
        .path_segments()
        .into_iter()
        .flatten()
        .collect()
}

/// Whether a chat message has an `id`.
fn has_id(message: Option<&Body>) -> bool {
    let message: Option<Value> = message
        .and_then(Body::as_bytes)
        .and_then(|it| serde_json::from_slice(it).ok());
    message.is_some_and(|it| it.get("id").is_some())
}

/// Whether a status leaves open whether the server processed the request.
fn is_in_doubt(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT
    )
}

/// Whether the request could not be built.
fn is_our_fault(error: &Error) -> bool {
    matches!(error, Error::Reqwest(error) if error.is_builder())
}

/// Returns the cache key of a request.
fn key_of(request: &Request) -> String {
    format!(
        "{} {}",
        text(request.headers(), ACCEPT_LANGUAGE).unwrap_or_default(),
        request.url()
    )
}

fn code_of(answer: &Answer) -> Option<ProblemCode> {
    #[derive(Deserialize)]
    struct Coded {
        code: ProblemCode,
    }
    serde_json::from_slice(answer.body())
        .ok()
        .map(|Coded { code }| code)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}
