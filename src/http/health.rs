//! Health, for whoever runs the server, and what is counted of requests. Not part of the contract.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::ServiceConfig;
use actix_web::{Error, HttpResponse, route};
use metrics::{Counter, Histogram};
use serde_json::json;

use super::State;
use crate::http::problem::Result;
use crate::refusal::Refusal;
use crate::service::health;

/// How long a node may take to prove that it can write before it counts as not ready.
const PATIENCE: Duration = Duration::from_secs(4);

/// Registers the pages.
pub(super) fn pages(config: &mut ServiceConfig) {
    config.service(live).service(ready);
}

/// The process runs.
#[route("/health/live", method = "GET", method = "HEAD")]
async fn live() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "live"}))
}

/// The process can do its work: what it writes into its database is durable.
#[route("/health/ready", method = "GET", method = "HEAD")]
async fn ready(state: State) -> Result<HttpResponse> {
    match tokio::time::timeout(PATIENCE, health::ready(&state)).await {
        Ok(answered) => answered?,
        Err(_) => {
            return Err(
                Refusal::unavailable("it takes too long to see whether it is ready").into(),
            );
        }
    }
    Ok(HttpResponse::Ok().json(json!({"status": "ready"})))
}

/// A method that HTTP names: a client may send any other word, of any length, and labels are kept for
/// ever.
pub(super) fn known(method: &Method) -> &'static str {
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

/// What is counted of requests with one method, route and status.
struct Meter {
    requests: Counter,
    seconds: Histogram,
}

thread_local! {
    /// Those of this thread: to look for a metric by its labels costs more than to count.
    static METERS: RefCell<HashMap<(&'static str, String, u16), Meter>> = RefCell::default();
}

/// Counts and times every request, by route; none of the first moment after a start.
pub(super) async fn count(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let began = Instant::now();
    let method = known(request.method());
    let response = next.call(request).await?;
    // A meter that is made before would count nothing for ever.
    if !crate::metrics::is_counting() {
        return Ok(response);
    }
    let route = response.request().match_pattern();
    let route = route.unwrap_or_else(|| "none".to_owned());
    let status = response.status().as_u16();
    METERS.with_borrow_mut(|meters| {
        let key = (method, route, status);
        let meter = meters
            .entry(key)
            .or_insert_with_key(|(method, route, status)| Meter {
                requests: metrics::counter!(
                    "turnpike_http_requests_total",
                    "method" => *method, "route" => route.clone(), "status" => status.to_string()
                ),
                seconds: metrics::histogram!(
                    "turnpike_http_request_seconds", "method" => *method, "route" => route.clone()
                ),
            });
        meter.requests.increment(1);
        meter.seconds.record(began.elapsed());
    });
    Ok(response)
}
