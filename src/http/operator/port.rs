//! Health checks and metrics for the operator, on a port of their own. Players and proxies cannot
//! reach that port. It answers no matter how busy the players' port is, and while the server waits
//! for its database.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer, get, route};
use base::refusal::Refusal;

use crate::http::Coming;
use crate::http::operator::health;
use crate::http::problem::{Problem, Result};

/// How long a client may take to send its request.
const PATIENCE: Duration = Duration::from_secs(10);

/// The metrics until the application is available: it waits for its database.
const WAITING: &str = "# HELP turnpike_database_up Whether the queues could be counted: 1 or 0.\n\
    # TYPE turnpike_database_up gauge\nturnpike_database_up 0\n";

/// Starts to serve `listener`. The server runs until its handle stops it.
pub fn start(app: Coming, listener: TcpListener) -> std::io::Result<Server> {
    let server = HttpServer::new(move || {
        App::new()
            .app_data(Data::new(Coming::clone(&app)))
            .service(health::live)
            .service(ready)
            .service(show_metrics)
            .default_service(web::to(async || {
                Err::<HttpResponse, Problem>(Refusal::NotFound.into())
            }))
    });
    Ok(server
        .workers(1)
        .shutdown_timeout(1)
        .client_request_timeout(PATIENCE)
        .disable_signals()
        .listen(listener)?
        .run())
}

/// Answers like the players' port, and with 503 until the application is available.
#[route("/health/ready", method = "GET", method = "HEAD")]
async fn ready(app: Data<Coming>) -> Result<HttpResponse> {
    match app.now() {
        Some(state) => health::readiness(&state).await,
        None => Err(Refusal::unavailable("the server waits for its database").into()),
    }
}

/// Returns the metrics of the process in Prometheus format.
#[get("/metrics")]
async fn show_metrics(app: Data<Coming>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(match app.now() {
            Some(app) => {
                crate::metrics::measure(&app.db);
                crate::metrics::render()
            }
            None => WAITING.to_owned(),
        })
}
