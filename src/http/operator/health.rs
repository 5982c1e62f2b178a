//! Health checks for the operator. They are not part of the API contract.

use std::time::Duration;

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, route};
use admin::health;
use base::refusal::Refusal;
use serde_json::json;

use crate::http::State;
use crate::http::problem::Result;

/// How long the readiness check may take. A node that takes longer counts as not ready.
const PATIENCE: Duration = Duration::from_secs(4);

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Registers the health checks.
pub(crate) fn pages(config: &mut ServiceConfig) {
    config.service(live).service(ready);
}

/// Answers whenever the process runs.
#[route("/health/live", method = "GET", method = "HEAD")]
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "live", "version": VERSION}))
}

/// Answers if the process can do its work: its writes to the database are durable.
#[route("/health/ready", method = "GET", method = "HEAD")]
async fn ready(state: State) -> Result<HttpResponse> {
    readiness(&state).await
}

/// Answers the readiness check.
pub(crate) async fn readiness(state: &State) -> Result<HttpResponse> {
    match tokio::time::timeout(PATIENCE, health::ready(state)).await {
        Ok(answered) => answered?,
        Err(_) => {
            return Err(
                Refusal::unavailable("it takes too long to see whether it is ready").into(),
            );
        }
    }
    Ok(HttpResponse::Ok().json(json!({"status": "ready", "version": VERSION})))
}
