//! Health checks and metrics for the operator, on a port of their own. Players and proxies cannot
//! reach that port. It answers no matter how busy the players' port is.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer, get};
use base::refusal::Refusal;

use crate::http::State;
use crate::http::operator::health;
use crate::http::problem::Problem;

/// How long a client may take to send its request.
const PATIENCE: Duration = Duration::from_secs(10);

/// Starts to serve `listener`. The server runs until its handle stops it.
pub fn start(app: State, listener: TcpListener) -> std::io::Result<Server> {
    let server = HttpServer::new(move || {
        App::new()
            .app_data(Data::new(State::clone(&app)))
            .configure(health::pages)
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

/// Returns the metrics of the process in Prometheus format.
#[get("/metrics")]
async fn show_metrics() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(crate::metrics::render())
}
