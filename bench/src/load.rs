//! Load: so many requests in flight, closed (each waits for the answer before it) or open (they come
//! at a constant rate), and what came of it.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use hdrhistogram::Histogram;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::client::Connection;
use crate::cpu::{Cpu, Meter};

/// How many games, or readers, are in flight at once.
pub(crate) const IN_FLIGHT: usize = 64;

/// Writes the next request of one of those; `false` when there is none left.
pub(crate) type Work = Box<dyn FnMut(&mut Vec<u8>) -> bool>;

/// What was measured of one kind of request.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Measured {
    /// How many were answered a second.
    pub(crate) a_second: f64,
    /// Time of the processors for each, in microseconds: of the server,
    pub(crate) server: f64,
    /// of PostgreSQL,
    pub(crate) postgres: f64,
    /// and of the client.
    pub(crate) client: f64,
    /// How long answers took, where it is known.
    pub(crate) latency: Option<Latency>,
}

/// How long answers took, in milliseconds.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Latency {
    /// Half of them at most so long,
    pub(crate) p50: f64,
    /// ninety-nine of a hundred,
    pub(crate) p99: f64,
    /// and all.
    pub(crate) max: f64,
}

impl Measured {
    /// So many in this time.
    pub(crate) fn of(count: u64, time: Duration, cpu: Cpu) -> Measured {
        let each = |used: Duration| used.as_secs_f64() * 1e6 / count as f64;
        Measured {
            a_second: count as f64 / time.as_secs_f64(),
            server: each(cpu.server),
            postgres: each(cpu.postgres),
            client: each(cpu.client),
            latency: None,
        }
    }

    /// The median of each figure.
    pub(crate) fn median(all: &[Measured]) -> Measured {
        let of = |figure: fn(&Measured) -> f64| median(all.iter().map(figure).collect());
        let latency = |figure: fn(&Latency) -> f64| {
            let known = all.iter().filter_map(|one| one.latency.as_ref());
            median(known.map(figure).collect())
        };
        Measured {
            a_second: of(|one| one.a_second),
            server: of(|one| one.server),
            postgres: of(|one| one.postgres),
            client: of(|one| one.client),
            latency: all
                .iter()
                .any(|one| one.latency.is_some())
                .then(|| Latency {
                    p50: latency(|one| one.p50),
                    p99: latency(|one| one.p99),
                    max: latency(|one| one.max),
                }),
        }
    }
}

/// The one in the middle; of two, the mean.
pub(crate) fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    let middle = all.len() / 2;
    match all.len() {
        0 => f64::NAN,
        n if n % 2 == 0 => f64::midpoint(all[middle - 1], all[middle]),
        _ => all[middle],
    }
}

/// Work to do, each over a connection of its own.
pub(crate) struct Load {
    address: SocketAddr,
    expected: u16,
    works: Vec<Work>,
}

impl Load {
    /// All answers are to have this status.
    pub(crate) fn new(address: SocketAddr, expected: u16, works: Vec<Work>) -> Load {
        Load {
            address,
            expected,
            works,
        }
    }

    /// Works for so long; with a rate (a second), at that rate.
    pub(crate) async fn run(
        &mut self,
        time: Duration,
        rate: Option<f64>,
        meter: &Meter,
    ) -> Measured {
        let tally = Tally {
            latency: RefCell::new(Histogram::new_with_bounds(1, 600_000_000, 3).unwrap()),
            is_over: Cell::new(false),
        };
        // A connection on which nothing comes is closed after a while: these are new.
        let mut slots = Vec::new();
        for work in &mut self.works {
            slots.push(Slot {
                connection: Connection::open(self.address).await,
                work,
                expected: self.expected,
            });
        }
        let (senders, receivers): (Vec<_>, Vec<_>) = match rate {
            Some(_) => slots.iter().map(|_| unbounded_channel()).unzip(),
            None => (Vec::new(), Vec::new()),
        };
        let mut arrivals = receivers.into_iter();
        let before = meter.read();
        let began = Instant::now();
        let slots = slots
            .iter_mut()
            .map(|slot| slot.run(arrivals.next(), began + time, &tally));
        if let Some(rate) = rate {
            std::thread::spawn(move || arrive(senders, began, time, rate));
        }
        join_all(slots).await;
        let took = began.elapsed();
        assert!(!tally.is_over.get(), "there was not enough to do");
        let cpu = meter.read() - before;
        let latency = tally.latency.into_inner();
        let milliseconds = |micros: u64| micros as f64 / 1e3;
        Measured {
            latency: Some(Latency {
                p50: milliseconds(latency.value_at_quantile(0.5)),
                p99: milliseconds(latency.value_at_quantile(0.99)),
                max: milliseconds(latency.max()),
            }),
            ..Measured::of(latency.len(), took, cpu)
        }
    }
}

/// What all slots add to.
struct Tally {
    latency: RefCell<Histogram<u64>>,
    /// Whether some slot had nothing left to do before the time was up.
    is_over: Cell<bool>,
}

/// A connection and what is sent over it.
struct Slot<'a> {
    connection: Connection,
    work: &'a mut Work,
    expected: u16,
}

impl Slot<'_> {
    /// Works until then. Where requests arrive, each counts from when it was to be sent, whether or
    /// not the one before it was answered by then.
    async fn run(
        &mut self,
        mut arrivals: Option<UnboundedReceiver<Instant>>,
        until: Instant,
        tally: &Tally,
    ) {
        let mut request = Vec::new();
        loop {
            let begun = match &mut arrivals {
                None => Instant::now(),
                Some(arrivals) => match arrivals.recv().await {
                    Some(at) => at,
                    None => break,
                },
            };
            if begun >= until {
                break;
            }
            request.clear();
            if !(self.work)(&mut request) {
                tally.is_over.set(true);
                break;
            }
            let answer = self.connection.exchange(&request).await;
            if answer.status != self.expected {
                let body = String::from_utf8_lossy(answer.body).into_owned();
                let request = String::from_utf8_lossy(&request);
                panic!("{} {body}\nto {request}", answer.status);
            }
            let micros = u64::try_from(begun.elapsed().as_micros()).unwrap();
            tally.latency.borrow_mut().saturating_record(micros);
        }
    }
}

/// Hands out moments at a constant rate, one to each slot in turn. On a thread of its own: the clock of
/// the runtime counts milliseconds.
fn arrive(senders: Vec<UnboundedSender<Instant>>, began: Instant, time: Duration, rate: f64) {
    let interval = Duration::from_secs_f64(1.0 / rate);
    let mut next = began;
    for sender in senders.iter().cycle() {
        if next >= began + time {
            break;
        }
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
        // A slot that is gone has told why.
        let _ = sender.send(next);
        next += interval;
    }
}
