//! Streams as server-sent events (`text/event-stream`): who may listen, how an event is written, when an answer
//! ends.
//!
//! An answer asks for what is next only when the client has taken what came before: what a slow reader has not
//! taken stays in the database. It ends when the reader may no longer listen, when something fails, and at once
//! when the server is to stop; a reader that takes nothing is cut off by [`super::guard`], as for any
//! answer. Between events a timer sends a comment now and then, which keeps the connection in use and shows that the
//! server lives, also while the database hangs.
//!
//! What is told is `service::streams`' business.

use std::future::{Ready, ready};
use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, HeaderName, HeaderValue};
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use futures_util::future::BoxFuture;
use futures_util::{StreamExt, stream};
use serde::Serialize;
use tokio::time::sleep;

use super::State;
use super::caller::{client, pass};
use super::guard::Bounds;
use crate::http::problem::{Problem, Result};
use crate::refusal::Refusal;
use crate::service::App;
use crate::service::streams::{Reader, spread};

/// The media type.
pub(super) const EVENTS: &str = "text/event-stream";

/// For how many milliseconds clients are asked to wait before they come again, at least; at most twice as many:
/// they do not come all at once after a start.
const RETRY: u32 = 2_000;

/// Tells when the server is to stop.
#[derive(Clone)]
pub(super) struct Stopping(pub(super) Arc<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>);

impl Stopping {
    /// When these futures are done.
    pub(super) fn when<F>(asked: impl Fn() -> F + Send + Sync + 'static) -> Stopping
    where
        F: Future<Output = ()> + Send + 'static,
    {
        Stopping(Arc::new(move || Box::pin(asked())))
    }
}

/// Who wants to listen, and from where on.
pub(super) struct Listener {
    /// Who they are.
    pub(super) reader: Reader,
    after: Option<String>,
    stopping: Stopping,
}

impl FromRequest for Listener {
    type Error = Problem;
    type Future = Ready<Result<Listener>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Listener::of(request))
    }
}

impl Listener {
    fn of(request: &HttpRequest) -> Result<Listener> {
        let data = request.app_data::<Data<Bounds>>();
        let (Some(bounds), Some(stopping)) = (data, request.app_data::<Data<Stopping>>()) else {
            return Err(Problem::internal("a request has no bounds"));
        };
        let behind_proxy = State::of(request)?.config.behind_proxy;
        let after = request.headers().get("Last-Event-ID");
        let after = after.filter(|it| !it.is_empty()).map(HeaderValue::to_str);
        Ok(Listener {
            reader: Reader {
                pass: pass(request)?,
                client: client(request, behind_proxy),
                terms: bounds.streams,
            },
            after: after.transpose().map_err(|_| unknown())?.map(str::to_owned),
            stopping: Stopping::clone(stopping),
        })
    }

    /// What the client was told, if it says so.
    pub(super) fn cursor<C: FromStr>(&self) -> Result<Option<C>> {
        let cursor = self.after.as_ref().map(|it| it.parse());
        cursor.transpose().map_err(|_| unknown())
    }

    /// What is needed to follow, and what ends it.
    pub(super) fn parts(self) -> (Reader, Stopping) {
        (self.reader, self.stopping)
    }
}

fn unknown() -> Problem {
    Problem::from(Refusal::invalid("why-last-event"))
}

/// What is told by a stream.
pub(super) trait Tells {
    /// Waits for events and returns them. An error ends the stream.
    async fn next(&mut self, app: &App) -> Result<Vec<Event>, Refusal>;
}

/// An event as it is written.
pub(super) struct Event(Vec<u8>);

impl Event {
    /// An event with this name and data, and what the client says when it comes again.
    pub(super) fn new(
        id: impl std::fmt::Display,
        name: &str,
        data: &impl Serialize,
    ) -> Result<Event, Refusal> {
        // What serde_json writes stands on one line.
        let mut event = Vec::new();
        write!(event, "id: {id}\nevent: {name}\ndata: ").map_err(Refusal::internal)?;
        serde_json::to_writer(&mut event, data).map_err(Refusal::internal)?;
        event.extend_from_slice(b"\n\n");
        Ok(Event(event))
    }
}

/// An answer that goes on as long as there may be something to tell, with a sign of life about every `heartbeat` while there
/// is nothing.
pub(super) fn answer(
    state: State,
    stopping: Stopping,
    heartbeat: Duration,
    tells: impl Tells + 'static,
) -> HttpResponse {
    // A field of the first event: some clients take a block of its own for an empty event.
    let retry = format!("retry: {}\n", rand::random_range(RETRY..2 * RETRY));
    let begun = (state, stopping, tells, Some(retry));
    let events = stream::unfold(begun, async |(state, stopping, mut tells, mut retry)| {
        let piece = tokio::select! {
            biased;
            () = (stopping.0)() => return None,
            told = tells.next(&state) => piece(told, &mut retry)?,
        };
        Some((Ok::<_, Problem>(piece), (state, stopping, tells, retry)))
    });
    // The timer breaks off the wait for an event, but not the work on it, which `events` keeps.
    let begun = (Box::pin(events), heartbeat);
    let pieces = stream::unfold(begun, async |(mut events, heartbeat)| {
        let piece = tokio::select! {
            biased;
            piece = events.next() => piece?,
            () = sleep(spread(heartbeat)) => Ok(Bytes::from_static(b":\n\n")),
        };
        Some((piece, (events, heartbeat)))
    });
    HttpResponse::Ok()
        .content_type(EVENTS)
        .insert_header((CACHE_CONTROL, "no-store"))
        // Nothing on the way is to wait for more; what has an encoding is not compressed.
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"))
        .insert_header((CONTENT_ENCODING, "identity"))
        .streaming(pieces)
}

/// The bytes of these events, the first of them with the field `retry` once; `None` at the end of the stream.
fn piece(told: Result<Vec<Event>, Refusal>, retry: &mut Option<String>) -> Option<Bytes> {
    match told {
        Ok(events) => {
            let mut bytes = retry.take().unwrap_or_default().into_bytes();
            bytes.extend(events.into_iter().flat_map(|event| event.0));
            Some(bytes.into())
        }
        Err(refusal) => {
            // The answer has begun: no line about the request tells it.
            if matches!(refusal, Refusal::Internal(_)) {
                tracing::error!(%refusal, "a stream broke off");
            }
            None
        }
    }
}
