//! Health, for whoever runs the server, and what is counted of requests. Not part of the contract.

use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::ServiceConfig;
use actix_web::{Error, HttpResponse, route};
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

/// Counts and times every request, by route.
pub(super) async fn count(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let began = Instant::now();
    let method = known(request.method()).to_owned();
    let response = next.call(request).await?;
    let route = response
        .request()
        .match_pattern()
        .unwrap_or_else(|| "none".to_owned());
    let status = response.status().as_u16().to_string();
    metrics::counter!(
        "turnpike_http_requests_total",
        "method" => method.clone(), "route" => route.clone(), "status" => status
    )
    .increment(1);
    metrics::histogram!("turnpike_http_request_seconds", "method" => method, "route" => route)
        .record(began.elapsed());
    Ok(response)
}
