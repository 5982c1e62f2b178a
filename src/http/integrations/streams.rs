//! Streams as server-sent events (`text/event-stream`): who may listen, the format of an event, and
//! the end of a stream.
//!
//! A stream asks for the next events only after the client has read the ones before, so unread
//! events stay in the database. The stream ends when the reader loses access, when an error occurs,
//! and at once when the server stops. [`crate::http::server::connections`] disconnects a reader
//! that reads nothing, as it does for any answer. Between events, a timer sends a comment now and
//! then. The comment keeps the connection in use, and shows that the server lives even while the
//! database hangs.
//!
//! `integrations::streams` decides what a stream contains.

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
use integrations::streams::{Reader, spread};
use play::Refusal;
use serde::Serialize;
use tokio::time::sleep;

use crate::App;
use crate::http::State;
use crate::http::caller::{client, pass};
use crate::http::problem::{Problem, Result};
use crate::http::server::connections::Bounds;

/// The media type of streams.
pub(crate) const EVENTS: &str = "text/event-stream";

/// How many milliseconds clients must at least wait before they reconnect. Some wait up to twice as
/// long, so that clients do not all reconnect at once after a restart.
const RETRY: u32 = 2_000;

/// Signals that the server must stop.
#[derive(Clone)]
pub(crate) struct Stopping(pub(crate) Arc<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>);

impl Stopping {
    /// Makes a signal that fires when the future from `asked` is ready.
    pub(crate) fn when<F>(asked: impl Fn() -> F + Send + Sync + 'static) -> Stopping
    where
        F: Future<Output = ()> + Send + 'static,
    {
        Stopping(Arc::new(move || Box::pin(asked())))
    }
}

/// A client that wants to listen, and the position from which it continues.
pub(crate) struct Listener {
    /// The reader.
    pub(crate) reader: Reader,
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

    /// Returns the position that the client has reached, if it sends one.
    pub(crate) fn cursor<C: FromStr>(&self) -> Result<Option<C>> {
        let cursor = self.after.as_ref().map(|it| it.parse());
        cursor.transpose().map_err(|_| unknown())
    }

    /// Returns the reader, and the signal that ends the stream.
    pub(crate) fn parts(self) -> (Reader, Stopping) {
        (self.reader, self.stopping)
    }
}

fn unknown() -> Problem {
    Problem::from(Refusal::invalid("why-last-event"))
}

/// A source of events.
pub(crate) trait Tells {
    /// Waits for events and returns them. An error ends the stream.
    async fn next(&mut self, app: &App) -> Result<Vec<Event>, Refusal>;
}

/// An event in the format of the stream.
pub(crate) struct Event(Vec<u8>);

impl Event {
    /// Formats an event with this name and data. When the client reconnects, it sends the `id` of
    /// its last event.
    pub(crate) fn new(
        id: impl std::fmt::Display,
        name: &str,
        data: &impl Serialize,
    ) -> Result<Event, Refusal> {
        // The output of serde_json contains no line breaks.
        let mut event = Vec::new();
        write!(event, "id: {id}\nevent: {name}\ndata: ").map_err(Refusal::internal)?;
        serde_json::to_writer(&mut event, data).map_err(Refusal::internal)?;
        event.extend_from_slice(b"\n\n");
        Ok(Event(event))
    }
}

/// Streams events as long as there may be more, with a heartbeat about every `heartbeat` while
/// there are none.
pub(crate) fn answer(
    state: State,
    stopping: Stopping,
    heartbeat: Duration,
    tells: impl Tells + 'static,
) -> HttpResponse {
    // This field is part of the first event, because some clients take a separate block for an
    // empty event.
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
    // The timer interrupts the wait for an event, but not the work on it, which continues in
    // `events`.
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
        // No proxy may buffer the stream. An answer that has a content coding is not compressed.
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"))
        .insert_header((CONTENT_ENCODING, "identity"))
        .streaming(pieces)
}

/// Returns the bytes of these events, with the field `retry` before the first. Returns `None` at
/// the end of the stream.
fn piece(told: Result<Vec<Event>, Refusal>, retry: &mut Option<String>) -> Option<Bytes> {
    match told {
        Ok(events) => {
            let mut bytes = retry.take().unwrap_or_default().into_bytes();
            bytes.extend(events.into_iter().flat_map(|event| event.0));
            Some(bytes.into())
        }
        Err(refusal) => {
            // The answer has begun, so the request's own log line cannot report this error.
            if matches!(refusal, Refusal::General(base::Refusal::Internal(_))) {
                tracing::error!(%refusal, "an event stream was cut off by an error");
            }
            None
        }
    }
}
