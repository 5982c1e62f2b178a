//! The connections of clients: how many connections a client may hold, and how long each may keep
//! the server waiting for a request, or for the client to read an answer.
//!
//! The web server itself limits the time for the head of the first request and the idle time
//! between requests. This module limits the rest: the heads of later requests, answers that the
//! client does not read, and the number of connections per client.
//! [`crate::http::server::admission`] limits the time for bodies.

use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use base::config::Config;
use base::refusal::Refusal;
use common::hosts::Counted;
use integrations::streams::Terms;
use rules::Language;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep};

use crate::http::problem::{self, Problem};

/// How long an idle connection stays open. Clients and proxies usually keep connections for a
/// shorter time, so they close them first. A request that arrives just while the server closes the
/// connection is lost.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(120);

/// The number of connections if the limit on open files is unknown.
const CONNECTIONS: usize = 20_000;

/// The time limit for the last answer on a connection to reach the client.
const GOODBYE: Duration = Duration::from_secs(1);

/// How many clients at once may receive the answer that they hold too many connections. The server
/// disconnects the others without an answer.
const TOLD_AT_ONCE: usize = 64;

/// The time limits for clients, and the numbers of connections they may hold.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// For the head of the first request. It is long, because clients open connections in advance.
    pub first_head: Duration,
    /// For the head of a later request, from its first byte.
    pub head: Duration,
    /// For the whole body.
    pub body: Duration,
    /// For any byte in either direction.
    pub idle: Duration,
    /// For the client to read part of its answer.
    pub stall: Duration,
    /// For draining data that a client still sends after its last answer.
    pub linger: Duration,
    /// How many connections one client may hold.
    pub per_client: usize,
    /// How many connections there may be in all.
    pub connections: usize,
    /// How many of them may be streams, and how often a stream sends a heartbeat: well within
    /// `idle`.
    pub streams: Terms,
}

impl Bounds {
    /// Returns the usual limits. Behind a proxy, the proxy is the only client. So there is no limit
    /// per client, and the proxy must limit its own clients.
    pub fn of(config: &Config) -> Bounds {
        let per_client = config
            .connections_per_client
            .filter(|_| !config.behind_proxy);
        Bounds {
            first_head: Duration::from_secs(30),
            head: Duration::from_secs(15),
            body: Duration::from_secs(30),
            idle: KEEP_ALIVE + Duration::from_secs(10),
            stall: Duration::from_secs(60),
            linger: Duration::from_secs(1),
            per_client: per_client.map_or(usize::MAX, |most| most.get() as usize),
            connections: CONNECTIONS,
            streams: Terms::with_connections(CONNECTIONS),
        }
    }

    /// Returns the same limits for this number of connections.
    pub fn with_connections(self, connections: usize) -> Bounds {
        Bounds {
            connections,
            streams: Terms::with_connections(connections),
            ..self
        }
    }
}

/// Rejects the connections of clients that hold too many.
#[derive(Clone)]
pub(crate) struct Doorkeeper(Arc<Semaphore>);

impl Doorkeeper {
    pub(crate) fn new() -> Doorkeeper {
        Doorkeeper(Arc::new(Semaphore::new(TOLD_AT_ONCE)))
    }

    /// Answers a client that it holds too many connections, and disconnects it.
    pub(crate) fn refuse(&self, stream: TcpStream) {
        metrics::counter!("turnpike_shed_total", "lane" => "connections", "why" => "full")
            .increment(1);
        let Ok(telling) = Arc::clone(&self.0).try_acquire_owned() else {
            return;
        };
        actix_web::rt::spawn(async move {
            drop(tokio::time::timeout(GOODBYE, tell(stream)).await);
            drop(telling);
        });
    }
}

/// Sends `unavailable` without waiting for a request, and waits for the client to close the
/// connection. If the server closed it with unread data, the answer could be lost.
async fn tell(mut stream: TcpStream) -> io::Result<()> {
    let body = Problem::from(Refusal::Unavailable(Default::default()))
        .to_json(Language::default())
        .to_string();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: {}\r\nContent-Length: {}\r\n\
         Retry-After: 1\r\nConnection: close\r\n\r\n{body}",
        problem::PROBLEM_JSON,
        body.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    tokio::io::copy(&mut stream, &mut tokio::io::sink())
        .await
        .map(drop)
}

/// The progress of the requests on a connection, as they report it to the guard.
#[derive(Default)]
pub(crate) struct Signals(Cell<Stage>);

#[derive(Clone, Copy, Default)]
enum Stage {
    /// No request has begun.
    #[default]
    Idle,
    /// The head of a request has begun to arrive.
    Asking(Instant),
    /// A request is being answered. Admission limits the time for its body.
    Serving,
    /// The last answer was given.
    Ending(Instant),
}

impl Signals {
    /// Marks that the server has begun to answer a request. Returns whether the request waited
    /// behind another one until then.
    pub(crate) fn serving(&self) -> bool {
        !matches!(self.0.replace(Stage::Serving), Stage::Asking(_))
    }

    /// Marks that a request was answered.
    pub(crate) fn served(&self) {
        self.0.set(Stage::Idle);
    }

    /// Marks that the connection accepts no more requests, even if more data arrives.
    pub(crate) fn ending(&self) {
        self.0.set(Stage::Ending(Instant::now()));
    }
}

/// A client's connection with its time limits.
pub(crate) struct Guarded {
    stream: TcpStream,
    signals: Rc<Signals>,
    bounds: Bounds,
    timer: Pin<Box<Sleep>>,
    /// When the last byte was sent or received.
    active: Instant,
    /// Since when the client has not read any of its answer.
    stalled: Option<Instant>,
    _counted: Counted,
}

impl Guarded {
    /// Puts a connection under guard.
    pub(crate) fn new(stream: TcpStream, bounds: Bounds, counted: Counted) -> Guarded {
        Guarded {
            stream,
            signals: Rc::default(),
            bounds,
            timer: Box::pin(tokio::time::sleep(bounds.idle)),
            active: Instant::now(),
            stalled: None,
            _counted: counted,
        }
    }

    /// Returns the object through which the requests of this connection report their progress.
    pub(crate) fn signals(&self) -> Rc<Signals> {
        Rc::clone(&self.signals)
    }

    /// Returns when the server stops waiting for the client, if it is waiting for the client.
    fn deadline(&self) -> Option<Instant> {
        let stage = match self.signals.0.get() {
            Stage::Idle => Some(self.active + self.bounds.idle),
            Stage::Asking(since) => Some(since + self.bounds.head),
            Stage::Serving => None,
            Stage::Ending(since) => Some(since + GOODBYE),
        };
        let stall = self.stalled.map(|since| since + self.bounds.stall);
        stage.into_iter().chain(stall).min()
    }

    /// Fails if the deadline has passed. Otherwise arranges to be polled again at the deadline.
    fn watch(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        while let Some(deadline) = self.deadline() {
            if deadline <= Instant::now() {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            // A timer that fires too early is reset then, because deadlines mostly move back.
            if self.timer.is_elapsed() || self.timer.deadline() > deadline {
                self.timer.as_mut().reset(deadline);
            }
            if self.timer.as_mut().poll(cx).is_pending() {
                break;
            }
        }
        Poll::Pending
    }

    /// Records the result of a write.
    fn noted(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            (self.active, self.stalled) = (Instant::now(), None);
            return written;
        }
        self.stalled.get_or_insert_with(Instant::now);
        self.watch(cx).map(Err)
    }
}

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        if read.is_pending() {
            return self.watch(cx).map(Err);
        }
        if into.filled().len() > before {
            self.active = Instant::now();
            if matches!(self.signals.0.get(), Stage::Idle) {
                self.signals.0.set(Stage::Asking(self.active));
            }
        }
        read
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.noted(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.noted(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if matches!(self.signals.0.get(), Stage::Ending(_))
            && let Poll::Ready(error) = self.watch(cx)
        {
            return Poll::Ready(Err(error));
        }
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
