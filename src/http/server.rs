//! The web server: what wraps every request.

use std::net::TcpListener;
use std::time::Duration;

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, DefaultHeaders, Next, from_fn};
use actix_web::web::{self, Data, PathConfig, QueryConfig};
use actix_web::{App as ActixApp, Error, HttpRequest, HttpResponse, HttpServer, ResponseError};
use tracing::Instrument;
use tracing_actix_web::TracingLogger;
use utoipa_actix_web::AppExt;

use super::State;
use super::json::MAX_BODY;
use super::trace::RequestSpan;
use crate::problem::Problem;

/// How long an idle connection stays open: longer than clients and proxies keep one, as a rule, so
/// that it is they who close it. A request that is sent just while the server closes is lost.
const KEEP_ALIVE: Duration = Duration::from_secs(120);

/// How long a new connection may take to send the head of its first request. Clients open
/// connections in advance.
const FIRST_REQUEST: Duration = Duration::from_secs(30);

/// Starts answering on `listener`. The server runs until its handle stops it; then it finishes
/// the requests that are under way.
pub fn start(app: State, listener: TcpListener, workers: usize) -> std::io::Result<Server> {
    let server = HttpServer::new(move || {
        ActixApp::new()
            .into_utoipa_app()
            .app_data(Data::clone(&app))
            .configure(super::api)
            .into_app()
            .configure(super::pages)
            .app_data(web::PayloadConfig::new(MAX_BODY))
            .app_data(PathConfig::default().error_handler(|_, _| Problem::NotFound.into()))
            .app_data(
                QueryConfig::default()
                    .error_handler(|error, _| Problem::invalid(format!("{error}.")).into()),
            )
            .default_service(web::to(nothing_here))
            .wrap(from_fn(to_the_end))
            .wrap(Compress::default())
            .wrap(cors())
            .wrap(security_headers())
            .wrap(from_fn(super::health::count))
            .wrap(TracingLogger::<RequestSpan>::new())
    });
    Ok(server
        .workers(workers)
        .shutdown_timeout(20)
        .keep_alive(KEEP_ALIVE)
        .client_request_timeout(FIRST_REQUEST)
        .disable_signals()
        .listen(listener)?
        .run())
}

/// Lets a request that was begun run to its end even when the client goes away meanwhile: a
/// handler that is dropped half-way would leave a transaction open with its locks.
async fn to_the_end(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    actix_web::rt::spawn(next.call(request).in_current_span())
        .await
        .unwrap_or_else(|panic| Err(Problem::internal(panic).into()))
}

/// A path that exists under other methods is told apart from one that does not exist.
async fn nothing_here(request: HttpRequest) -> HttpResponse {
    if request.resource_map().has_resource(request.path()) {
        Problem::MethodNotAllowed.error_response()
    } else {
        Problem::NotFound.error_response()
    }
}

/// Any page may call the API: it takes no cookies, only tokens that the page was given.
fn cors() -> Cors {
    Cors::default()
        .allow_any_origin()
        .allow_any_method()
        .allow_any_header()
        .expose_any_header()
        .max_age(86400)
}

fn security_headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add(("X-Content-Type-Options", "nosniff"))
        .add(("X-Frame-Options", "DENY"))
        .add(("Referrer-Policy", "no-referrer"))
        .add(("Cache-Control", "no-store"))
        .add((
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
             script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
        ))
}
