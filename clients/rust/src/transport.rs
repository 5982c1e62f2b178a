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

use crate::{api::ProblemCode, session::TokenSource};

const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(10);
const CACHED_RESPONSES: usize = 64;
const CACHED_BYTES: usize = 256 * 1024;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

pub(crate) struct Transport {
    /// How long to retry one call, including waits.
    retry_timeout: Duration,
    /// The timeout of one attempt.
    timeout: Duration,
    tokens: Option<Arc<dyn TokenSource>>,
    cache: Cache<String, StoredResponse>,
}

type StoredResponse = http::Response<Bytes>;

/// The outcome of one attempt.
enum Outcome {
    Whole(StoredResponse),
    /// A stream of events, which is not read here.
    Stream(Response),
}

impl Transport {
    pub(crate) fn new(
        retry_timeout: Duration,
        timeout: Duration,
        tokens: Option<Arc<dyn TokenSource>>,
    ) -> Self {
        Transport {
            retry_timeout,
            timeout,
            tokens,
            cache: Cache::new(CACHED_RESPONSES),
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
            let mut response = StoredResponse::new(response.bytes().await?);
            *response.status_mut() = status;
            *response.headers_mut() = headers;
            Ok(Outcome::Whole(response))
        });
        outcome.await.map_err(Error::middleware)?
    }

    fn store(&self, key: String, response: &StoredResponse) {
        let headers = response.headers();
        let is_not_stored = text(headers, CACHE_CONTROL).is_some_and(|it| it.contains("no-store"));
        if is_not_stored || !headers.contains_key(ETAG) || response.body().len() > CACHED_BYTES {
            self.cache.remove(&key);
        } else {
            self.cache.insert(key, response.clone());
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
        if creates_something(&request) && !request.headers().contains_key(IDEMPOTENCY_KEY) {
            let key = HeaderValue::try_from(format!("{:032x}", fastrand::u128(..)))
                .map_err(Error::middleware)?;
            request.headers_mut().insert(IDEMPOTENCY_KEY, key);
        }
        let repeatable = is_repeatable(&request);
        let key = (request.method() == Method::GET).then(|| key_of(&request));
        let cached = key.as_ref().and_then(|key| self.cache.get(key));
        if let Some(etag) = cached
            .as_ref()
            .and_then(|cached| cached.headers().get(ETAG))
        {
            request.headers_mut().insert(IF_NONE_MATCH, etag.clone());
        }

        let deadline = Instant::now() + self.retry_timeout;
        let mut token = match &self.tokens {
            Some(tokens) => Some(tokens.token().await.map_err(Error::middleware)?),
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
            let (failure, retry_after) = match self.attempt(copy, extensions, next.clone()).await {
                Ok(Outcome::Stream(response)) => return Ok(response),
                Ok(Outcome::Whole(response)) => {
                    let status = response.status();
                    if let (StatusCode::NOT_MODIFIED, Some(cached)) = (status, &cached) {
                        return Ok(cached.clone().into());
                    }
                    if !status.is_client_error() && !status.is_server_error() {
                        if let Some(key) = key {
                            self.store(key, &response);
                        }
                        return Ok(response.into());
                    }
                    let code = code_of(&response);
                    if let (Some(ProblemCode::NotSignedIn), Some(tokens), Some(rejected), false) =
                        (&code, &self.tokens, &token, renewed)
                    {
                        token = tokens.replace(rejected).await.map_err(Error::middleware)?;
                        if token.is_none() {
                            return Ok(response.into());
                        }
                        renewed = true;
                        continue;
                    }
                    // The server did not process a rate-limited request, and will soon have the
                    // response to one that is under way. A retry does not repair a damaged game.
                    let will_succeed = status == StatusCode::TOO_MANY_REQUESTS
                        || code == Some(ProblemCode::RequestInProgress);
                    let uncertain = is_uncertain(status) && code != Some(ProblemCode::DamagedGame);
                    if !(will_succeed || uncertain && repeatable) {
                        return Ok(response.into());
                    }
                    let retry_after =
                        text(response.headers(), RETRY_AFTER).and_then(|it| it.parse().ok());
                    (
                        Ok(response.into()),
                        retry_after.map_or(Duration::ZERO, Duration::from_secs),
                    )
                }
                Err(error) if repeatable && !is_our_fault(&error) => (Err(error), Duration::ZERO),
                Err(error) => return Err(error),
            };
            let wait = retry_after + longest.mul_f64(0.5 + fastrand::f64());
            if Instant::now() + wait > deadline {
                return failure;
            }
            sleep(wait).await;
            longest = LONGEST_WAIT.min(longest * 2);
        }
    }
}

/// Whether a request creates something and accepts an idempotency key.
fn creates_something(request: &Request) -> bool {
    let path = path(request);
    let creates = matches!(
        *path,
        [.., "v1", "games" | "deals" | "players"]
            | [.., "v1", "players", "guest"]
            | [.., "v1", "admin", "actions"]
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
                    | "passkeys"
                    | "push-subscriptions"
                    | "tokens"
                    | "upgrade"
                    | "webhooks"
            ]
            | [
                ..,
                "v1",
                "me",
                "push-subscriptions" | "webhooks",
                _,
                "secret" | "test"
            ]
    );
    request.method() == Method::POST && creates
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
fn is_uncertain(status: StatusCode) -> bool {
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

fn code_of(response: &StoredResponse) -> Option<ProblemCode> {
    #[derive(Deserialize)]
    struct Coded {
        code: ProblemCode,
    }
    serde_json::from_slice(response.body())
        .ok()
        .map(|Coded { code }| code)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}
