//! The log lines, the metrics and the spans about requests.
//!
//! The log contains an id, the method, the route, the status, and the code of a refusal. It
//! deliberately omits the path as it was sent, the query, and the text of a problem: links contain
//! codes, and a problem may quote user input. The log line of a request is short, no matter what
//! the client sent.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use metrics::{Counter, Histogram};
use tracing::field::Empty;
use tracing::{Instrument, Span};

use crate::http::problem::Problem;
use crate::traces::Traced;

/// The header with the id of the request, as in the log.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The header with the ids of the caller's trace.
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// Follows a request from its beginning to its answer.
pub(crate) async fn follow(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let began = Instant::now();
    let method = known(request.method());
    // The path as the router matches it, not as it was sent.
    let path = request.match_info().as_str();
    let route = request.resource_map().match_pattern(path);
    let id = format!("{:016x}", rand::random::<u64>());
    let span = tracing::info_span!(
        "request",
        request.id = id,
        http.method = method,
        http.route = route,
        http.status_code = Empty,
    );
    let traced = Traced::start(&id, method, route.as_deref(), || {
        request.headers().get(TRACEPARENT)?.to_str().ok()
    });
    let mut answered = next.call(request).instrument(span.clone()).await;
    let status = tell(&span, &answered);
    if let Some(traced) = traced {
        traced.end(status.as_u16());
    }
    if let Ok(response) = &mut answered {
        // The caller can give this id to the operator with a question about the request.
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        count(method, route, status.as_u16(), began.elapsed());
    }
    answered
}

/// Logs a request that was rejected or has failed. Returns the status of the answer.
fn tell<B: MessageBody>(span: &Span, answered: &Result<ServiceResponse<B>, Error>) -> StatusCode {
    let (status, error) = match answered {
        Ok(response) => (response.status(), response.response().error()),
        Err(error) => (error.as_response_error().status_code(), Some(error)),
    };
    if status.is_success() || status.is_redirection() {
        return status;
    }
    // Recording this is expensive, and only these lines need it.
    span.record("http.status_code", status.as_u16());
    let problem = error.and_then(|error| error.as_error::<Problem>());
    let code = problem.map(Problem::code);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        // The client sends the request again. The metrics count the requests that were shed, and
        // show whether the database is up.
        let error = problem.map(tracing::field::display);
        span.in_scope(|| tracing::warn!(code, error, "request rejected as unavailable"));
    } else if status.is_server_error() {
        let error = problem.map(tracing::field::display);
        span.in_scope(|| tracing::error!(code, error, "request failed"));
    } else if status.is_client_error() {
        span.in_scope(|| tracing::debug!(code, "request rejected"));
    }
    status
}

/// Returns the name of a standard method. A client may send any other word, of any length, and
/// metrics keep their labels for ever.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

/// A method, a route and a status.
type Labels = (&'static str, Option<String>, u16);

/// The metrics of requests with these labels.
struct Meter {
    requests: Counter,
    seconds: Histogram,
}

thread_local! {
    /// The meters of this thread. Looking up a metric by its labels costs more than counting.
    static METERS: RefCell<HashMap<Labels, Meter>> = RefCell::default();
}

/// Counts a request and its duration. Skips requests in the first moment after a start.
fn count(method: &'static str, route: Option<String>, status: u16, took: Duration) {
    // A meter that is made earlier would never count anything.
    if !crate::metrics::is_counting() {
        return;
    }
    METERS.with_borrow_mut(|meters| {
        let meter = meters
            .entry((method, route, status))
            .or_insert_with_key(|(method, route, status)| {
                let route = route.clone().unwrap_or_else(|| "none".to_owned());
                Meter {
                    requests: metrics::counter!(
                        "turnpike_http_requests_total",
                        "method" => *method, "route" => route.clone(), "status" => status.to_string()
                    ),
                    seconds: metrics::histogram!(
                        "turnpike_http_request_seconds", "method" => *method, "route" => route
                    ),
                }
            });
        meter.requests.increment(1);
        meter.seconds.record(took);
    });
}

#[cfg(test)]
mod tests {
    use actix_web::body::BoxBody;

    use super::*;
    use crate::logging::tests::lines_of;
    use base::refusal::Refusal;

    /// Returns the level of the log line about a request with this refusal.
    fn level(refusal: Refusal) -> String {
        let answered: Result<ServiceResponse<BoxBody>, Error> = Err(Problem::from(refusal).into());
        let lines = lines_of(|| {
            tell(&Span::none(), &answered);
        });
        lines[0]["level"].as_str().unwrap().to_owned()
    }

    #[test]
    fn shed_request_is_logged_as_a_warning() {
        assert_eq!(level(Refusal::unavailable("no permit for moves")), "WARN");
        assert_eq!(level(Refusal::internal("a fault")), "ERROR");
    }
}
