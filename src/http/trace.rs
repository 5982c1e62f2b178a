//! What the log knows of a request: an id, the method, the route, the status, and the code of a
//! refusal.
//!
//! Deliberately not the path as it was sent, its query, or the text of a problem: links carry
//! codes, and a problem may quote what was typed. A request's line is short, whatever was sent.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::{Error, HttpMessage};
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::{RequestId, RootSpanBuilder};

use super::health;
use crate::http::problem::Problem;

/// Makes the span that all log lines of a request carry.
pub(super) struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().copied();
        tracing::info_span!(
            "request",
            request.id = id.map(tracing::field::display),
            http.method = health::known(request.method()),
            http.route = request.match_pattern(),
            http.status_code = Empty,
        )
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let (status, error) = match outcome {
            Ok(response) => (response.status(), response.response().error()),
            Err(error) => (error.as_response_error().status_code(), Some(error)),
        };
        if status.is_success() || status.is_redirection() {
            return;
        }
        // Costly, and told with these lines alone.
        span.record("http.status_code", status.as_u16());
        let problem = error.and_then(|error| error.as_error::<Problem>());
        let code = problem.map(Problem::code);
        if status.is_server_error() {
            let error = problem.map(tracing::field::display);
            span.in_scope(|| tracing::error!(code, error, "a request could not be answered"));
        } else if status.is_client_error() {
            span.in_scope(|| tracing::debug!(code, "a request was refused"));
        }
    }
}
