//! The connections of clients: how many one client may hold, and how long each may keep us waiting
//! for a request, or for taking an answer.
//!
//! The web server itself bounds the head of the first request and the idle time between requests.
//! Here is what it leaves open: heads of later requests, answers that nobody takes, and who holds
//! how many connections. Bodies are waited for in [`super::admission`].

use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use common::hosts::Counted;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep};

use super::problem;
use rules::Language;

use crate::config::Config;
use crate::http::problem::Problem;
use crate::refusal::Refusal;
use crate::service::streams::Terms;

/// How long an idle connection stays open: longer than clients and proxies keep one, as a rule, so
/// that it is they who close it. A request that is sent just while the server closes is lost.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(120);

/// How many connections there are, where nothing is known of how many files may be open.
const CONNECTIONS: usize = 20_000;

/// How long the last words to a client may take to get there.
const GOODBYE: Duration = Duration::from_secs(1);

/// How many clients are told at once that they hold too many connections. The others find
/// themselves hung up on.
const TOLD_AT_ONCE: usize = 64;

/// For how long clients are waited for, and how many connections they may hold.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// For the head of the first request. Clients open connections in advance.
    pub first_head: Duration,
    /// For the head of a later one, once it has begun.
    pub head: Duration,
    /// For a body, to its end.
    pub body: Duration,
    /// For any byte at all, either way.
    pub idle: Duration,
    /// For a client to take some of its answer.
    pub stall: Duration,
    /// For the rest of what a client sends, to be thrown away after its last answer.
    pub linger: Duration,
    /// How many connections one client holds.
    pub per_client: usize,
    /// How many connections there are in all.
    pub connections: usize,
    /// How many of them are streams, and how often those show that they live: well within `idle`.
    pub streams: Terms,
}

impl Bounds {
    /// The usual ones. A proxy is the only client where there is one, and keeps its own clients
    /// from taking everything.
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

    /// The same with so many connections.
    pub fn with_connections(self, connections: usize) -> Bounds {
        Bounds {
            connections,
            streams: Terms::with_connections(connections),
            ..self
        }
    }
}

/// Tells clients that they hold too many connections.
#[derive(Clone)]
pub(super) struct Doorkeeper(Arc<Semaphore>);

impl Doorkeeper {
    /// Has told nobody yet.
    pub(super) fn new() -> Doorkeeper {
        Doorkeeper(Arc::new(Semaphore::new(TOLD_AT_ONCE)))
    }

    /// Tells a client that it holds too many connections, and hangs up.
    pub(super) fn refuse(&self, stream: TcpStream) {
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

/// Says `unavailable` before anything was asked, and waits for the other side to hang up: what is
/// closed over unread bytes may be lost on the way.
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

/// What the requests of a connection say to those who watch over it.
#[derive(Default)]
pub(super) struct Signals(Cell<Stage>);

#[derive(Clone, Copy, Default)]
enum Stage {
    /// Nothing was asked.
    #[default]
    Idle,
    /// The head of a request has begun to arrive.
    Asking(Instant),
    /// A request is being answered; how long its body may take is not decided here.
    Serving,
    /// The last answer was given.
    Ending(Instant),
}

impl Signals {
    /// A request has begun to be answered. Says whether it stood behind another one until then.
    pub(super) fn serving(&self) -> bool {
        !matches!(self.0.replace(Stage::Serving), Stage::Asking(_))
    }

    /// A request was answered.
    pub(super) fn served(&self) {
        self.0.set(Stage::Idle);
    }

    /// No more requests are taken on this connection, whatever still arrives.
    pub(super) fn ending(&self) {
        self.0.set(Stage::Ending(Instant::now()));
    }
}

/// A client's connection, under watch.
pub(super) struct Guarded {
    stream: TcpStream,
    signals: Rc<Signals>,
    bounds: Bounds,
    timer: Pin<Box<Sleep>>,
    /// When the last byte went either way.
    active: Instant,
    /// Since when the client takes nothing of what it is being told.
    stalled: Option<Instant>,
    _counted: Counted,
}

impl Guarded {
    /// Watches over a connection.
    pub(super) fn new(stream: TcpStream, bounds: Bounds, counted: Counted) -> Guarded {
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

    /// Where the requests of this connection say how far they are.
    pub(super) fn signals(&self) -> Rc<Signals> {
        Rc::clone(&self.signals)
    }

    /// Until when the client is waited for, if it is the client that is waited for.
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

    /// Fails when the client was waited for long enough; sees to it that it is looked again then.
    fn watch(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        while let Some(deadline) = self.deadline() {
            if deadline <= Instant::now() {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            // A timer that goes off too early is set anew then: deadlines mostly move back.
            if self.timer.is_elapsed() || self.timer.deadline() > deadline {
                self.timer.as_mut().reset(deadline);
            }
            if self.timer.as_mut().poll(cx).is_pending() {
                break;
            }
        }
        Poll::Pending
    }

    /// Notes how a write went.
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
