//! The web server, and the middleware for every request.

pub mod admission;
pub mod allowed_methods;
pub mod bearer;
pub mod connections;
pub mod embedded;
pub mod etags;
pub mod idempotency;
pub mod localized_problems;
pub mod parameters;
pub mod rate_limit_headers;
pub mod state;
pub mod trace;

use std::convert::Infallible;
use std::future::ready;
use std::io;
use std::net::TcpListener;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_cors::Cors;
use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol, Request};
use actix_service::{
    IntoServiceFactory, ServiceFactory, ServiceFactoryExt, fn_service, map_config,
};
use actix_web::body::{self, BodySize, BoxBody, EitherBody, MessageBody};
use actix_web::dev::{AppConfig, Payload, Response, Server, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, ALLOW, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::{Compress, DefaultHeaders, Next, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::web::{self, Data, PathConfig};
use actix_web::{App as ActixApp, Error, HttpMessage, HttpRequest, HttpResponse};
use base::permits::RequestPermit;
use base::refusal::Refusal;
use common::hosts::Hosts;
use futures_util::FutureExt;
use tracing::Instrument;

use crate::http::Coming;
use crate::http::cached_views::Answers;
use crate::http::integrations::streams::Stopping;
use crate::http::json::MAX_BODY;
use crate::http::problem::Problem;
use crate::http::server::admission::Behind;
pub use crate::http::server::connections::Bounds;
use crate::http::server::connections::{Doorkeeper, Guarded, KEEP_ALIVE};

/// Starts to serve `listener` as soon as the application is available. The server runs until its
/// handle stops it, and then finishes the requests in progress. Until it can answer, polling it
/// blocks the thread.
pub fn start(
    app: Coming,
    listener: TcpListener,
    workers: usize,
    bounds: Bounds,
) -> std::io::Result<Server> {
    let server = Server::build()
        .workers(workers)
        .max_concurrent_connections((bounds.connections / workers.max(1)).max(1))
        .shutdown_timeout(20)
        .disable_signals();
    let stopping = server.graceful_shutdown_signal();
    let streams_stop = Stopping::when({
        let stopping = stopping.clone();
        move || {
            let stopping = stopping.clone();
            async move { stopping.notified().await }
        }
    });
    let (hosts, doorkeeper) = (Hosts::new(bounds.per_client), Doorkeeper::new());
    let answers = Data::new(Answers::default());
    let server = server.listen("turnpike", listener, move || {
        let (hosts, doorkeeper) = (hosts.clone(), doorkeeper.clone());
        let accept = move |stream: TcpStream| {
            let peer = stream.peer_addr();
            let accepted = match peer.as_ref().map(|peer| hosts.count(peer.ip())) {
                Ok(Some(counted)) => Ok(Guarded::new(stream, bounds, counted)),
                Ok(None) => {
                    doorkeeper.refuse(stream);
                    Err(io::ErrorKind::ConnectionRefused.into())
                }
                // The client disconnected before the server looked at the connection.
                Err(_) => Err(io::ErrorKind::NotConnected.into()),
            };
            let accepted = accepted.map_err(|error: io::Error| DispatchError::Io(error));
            ready(accepted.map(|stream| (stream, Protocol::Http1, peer.ok())))
        };
        let stopping = stopping.clone();
        let streams_stop = streams_stop.clone();
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .keep_alive(KEEP_ALIVE)
            .client_request_timeout(bounds.first_head)
            .client_disconnect_timeout(bounds.linger)
            .on_connect_ext(|stream: &Guarded, data| {
                data.insert(stream.signals());
            })
            .finish(map_config(
                service(
                    Coming::clone(&app),
                    bounds,
                    Data::clone(&answers),
                    streams_stop.clone(),
                ),
                |()| AppConfig::default(),
            ));
        fn_service(accept).and_then(http)
    });
    Ok(server?.run())
}

/// Builds the service: all routes, and the middleware for every request.
fn service(
    app: Coming,
    bounds: Bounds,
    answers: Data<Answers>,
    stopping: Stopping,
) -> impl ServiceFactory<
    Request,
    Config = AppConfig,
    Response = ServiceResponse<impl MessageBody>,
    Error = impl Into<Response<BoxBody>>,
    InitError = (),
> {
    ActixApp::new()
        .data_factory(move || app.clone().state().map(Ok::<_, Infallible>))
        .app_data(Data::new(bounds))
        .app_data(answers)
        .app_data(Data::new(stopping))
        .configure(crate::http::api)
        .configure(crate::http::pages)
        .app_data(web::PayloadConfig::new(MAX_BODY))
        .app_data(
            PathConfig::default().error_handler(|_, _| Problem::from(Refusal::NotFound).into()),
        )
        .default_service(web::to(nothing_here))
        .wrap(from_fn(crate::http::server::etags::tag))
        .wrap(from_fn(crate::http::server::idempotency::answered))
        .wrap(from_fn(crate::http::server::parameters::are_known))
        .wrap(from_fn(crate::http::server::bearer::of_tokens))
        .wrap(from_fn(to_the_end))
        .wrap(from_fn(crate::http::server::admission::admit))
        .wrap(from_fn(crate::http::server::rate_limit_headers::tell))
        .wrap(from_fn(
            crate::http::server::localized_problems::in_their_language,
        ))
        .wrap(Compress::default())
        .wrap(from_fn(vary))
        .wrap(security_headers())
        .wrap(from_fn(guard_documents))
        .wrap(from_fn(head_and_upgrade))
        .wrap(from_fn(crate::http::server::trace::follow))
        // Outermost, so that it exposes the headers that all others have added.
        .wrap(cors())
        .into_factory()
        .map_err(|error| error.error_response())
}

/// Lets a request run to its end even if the client disconnects. Dropping a handler half-way would
/// leave a transaction open with its locks. A pipelined request runs in a task of its own from the
/// start. The HTTP library stops polling it if a third request arrives whose body does not follow,
/// and drops it only with the connection.
async fn to_the_end(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let permit = request.extensions_mut().remove::<RequestPermit>();
    let behind = request.extensions_mut().remove::<Behind>();
    let work = next.call(request);
    let work = async {
        match permit {
            Some(permit) => permit.during(work).await,
            None => work.await,
        }
    };
    let work = AssertUnwindSafe(work).catch_unwind();
    let done = match behind {
        Some(Behind) => {
            let task = actix_web::rt::spawn(work.in_current_span());
            task.await.unwrap_or_else(|lost| Err(Box::new(lost)))
        }
        None => ToTheEnd(Some(Box::pin(work))).await,
    };
    done.unwrap_or_else(|_| Err(Problem::internal("what was asked panicked").into()))
}

/// A future that continues as a task of its own when it is dropped.
struct ToTheEnd<W: Future + 'static>(Option<Pin<Box<W>>>);

impl<W: Future> Future for ToTheEnd<W> {
    type Output = W::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<W::Output> {
        let Some(work) = &mut self.0 else {
            return Poll::Pending;
        };
        let done = work.as_mut().poll(cx);
        if done.is_ready() {
            self.0 = None;
        }
        done
    }
}

impl<W: Future> Drop for ToTheEnd<W> {
    fn drop(&mut self) {
        if let Some(work) = self.0.take() {
            let rest = async { drop(work.await) };
            actix_web::rt::spawn(rest.in_current_span());
        }
    }
}

/// Distinguishes a path that exists with other methods from one that does not exist.
async fn nothing_here(request: HttpRequest) -> Result<HttpResponse, Problem> {
    // The path as the router matches it, not as it was sent.
    let path = request.match_info().as_str();
    match request.resource_map().match_pattern(path) {
        Some(pattern) => {
            let mut answer = HttpResponse::from_error(Problem::MethodNotAllowed);
            let allowed = HeaderValue::from_str(&allowed_methods::methods(&pattern));
            if let Ok(allowed) = allowed {
                answer.headers_mut().insert(ALLOW, allowed);
            }
            Ok(answer)
        }
        None => Err(Refusal::NotFound.into()),
    }
}

/// Answers HEAD with the headers of the GET (RFC 9110 section 9.3.2). The library omits a body of
/// known length. It would wait for the end of any other body, and a stream has no end. It would read
/// a whole file for download, too. `Range` is for GET only (RFC 9110 section 14.2).
///
/// Ignores a request to upgrade to another protocol (RFC 9110 section 7.8), and says that the
/// connection closes. The library closes it in any case, and would say `Connection: upgrade`. Java's
/// client sends such requests where there is no TLS.
///
/// To WebSocket the library reads the body until the connection closes, so such a request has none.
async fn head_and_upgrade<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, body::None>>, Error> {
    let is_head = request.method() == Method::HEAD;
    if is_head {
        request.head_mut().method = Method::GET;
        request.headers_mut().remove(header::RANGE);
    }
    let is_upgrade = request.head().upgrade();
    if request.method() == Method::CONNECT || is_to_websocket(request.headers()) {
        request.set_payload(Payload::None);
    }
    let mut response = next.call(request).await?;
    if is_upgrade {
        let head = response.response_mut().head_mut();
        head.set_connection_type(ConnectionType::Close);
    }
    Ok(response.map_body(|head, body| {
        let is_file = head.headers.contains_key(header::ACCEPT_RANGES);
        match is_head && (is_file || body.size() == BodySize::Stream) {
            true => EitherBody::right(body::None::new()),
            false => EitherBody::left(body),
        }
    }))
}

/// Whether a request asks for WebSocket, alone or among other protocols.
fn is_to_websocket(headers: &HeaderMap) -> bool {
    let upgrade = headers.get(header::UPGRADE).map(HeaderValue::as_bytes);
    upgrade.is_some_and(|it| {
        it.to_ascii_lowercase()
            .windows(9)
            .any(|part| part == b"websocket")
    })
}

/// The request headers on which the answer of an API call depends.
const OF_CALLS: &str = "Accept-Encoding, Accept-Language, Authorization, Origin";

/// Lists the request headers on which an answer depends in a single `Vary` (RFC 9110 section
/// 12.5.5), because some caches read only the first one.
async fn vary(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let is_call = request.path().starts_with("/v1/");
    let mut answer = next.call(request).await?;
    let headers = answer.headers_mut();
    let all = match is_call {
        true => HeaderValue::from_static(OF_CALLS),
        false => {
            let named = headers.get_all(header::VARY);
            let mut names: Vec<&str> = named.filter_map(|it| it.to_str().ok()).collect();
            names.push("Origin");
            HeaderValue::from_str(&names.join(", ")).map_err(Problem::internal)?
        }
    };
    headers.insert(header::VARY, all);
    Ok(answer)
}

/// Allows any page to call the API. The API uses no cookies, only tokens that the page was given.
fn cors() -> Cors {
    Cors::default()
        .disable_vary_header()
        .allow_any_origin()
        .allow_any_method()
        .allow_any_header()
        // A list of the names would take 190 bytes of each answer.
        .expose_headers(["*"])
        .max_age(86400)
}

/// The browser features that pages may not use: those for which a browser asks its user.
const PERMISSIONS: &str = "accelerometer=(), browsing-topics=(), camera=(), \
    display-capture=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), \
    microphone=(), midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), \
    xr-spatial-tracking=()";

/// Sets headers for browsers on every answer that does not set them itself.
fn security_headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add(("X-Content-Type-Options", "nosniff"))
        .add(("Referrer-Policy", "no-referrer"))
        .add(("Cross-Origin-Resource-Policy", "same-origin"))
        .add(("Cache-Control", "no-store"))
}

/// Headers that a browser heeds only for documents that it displays. An answer may override them.
const OF_DOCUMENTS: [(HeaderName, &str); 4] = [
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::PERMISSIONS_POLICY, PERMISSIONS),
    (header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    ),
];

/// Adds the headers for documents to all answers except scripts and styles. A game's page loads
/// fifty of those, and these headers are longer than many a script. Search engines may index pages,
/// but no other documents. An answer with status 304 stays unchanged, because the browser keeps the
/// headers of its copy (RFC 9110 section 15.4.5).
async fn guard_documents(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut answer = next.call(request).await?;
    let is_known = answer.status() == StatusCode::NOT_MODIFIED;
    let headers = answer.headers_mut();
    let media = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is = |kind: &[u8]| media.is_some_and(|media| media.starts_with(kind));
    if is_known || is(b"text/javascript") || is(b"text/css") {
        return Ok(answer);
    }
    if !is(b"text/html") {
        let name = HeaderName::from_static("x-robots-tag");
        headers.insert(name, HeaderValue::from_static("noindex"));
    }
    for (name, value) in OF_DOCUMENTS {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    Ok(answer)
}
