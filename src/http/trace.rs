//! What the log knows of a request: an id, the method, the route and the status.
//!
//! Deliberately not the path as it was sent, its query, or the text of a problem: links carry
//! codes, and a problem may quote what was typed.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::{Error, HttpMessage};
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::{RequestId, RootSpanBuilder};

/// Makes the span that all log lines of a request carry.
pub(super) struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().copied();
        tracing::info_span!(
            "request",
            request.id = id.map(tracing::field::display),
            http.method = %request.method(),
            http.route = request.match_pattern(),
            http.status_code = Empty,
        )
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        span.record("http.status_code", status.as_u16());
    }
}
