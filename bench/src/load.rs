//! Load: a number of requests in flight, as a closed loop (each request waits for the response to
//! the last) or an open loop (at a constant rate), and the results.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use hdrhistogram::Histogram;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::client::Connection;
use crate::cpu::{Cpu, Meter};

/// The number of concurrent games or readers.
pub(crate) const IN_FLIGHT: usize = 64;

/// Writes the next request of a slot. Returns `false` if there is none left.
pub(crate) type Work = Box<dyn FnMut(&mut Vec<u8>) -> bool>;

/// The results for one kind of request.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Measured {
    /// Responses per second.
    pub(crate) a_second: f64,
    /// CPU time of the server per request, in microseconds.
    pub(crate) server: f64,
    /// CPU time of PostgreSQL per request, in microseconds.
    pub(crate) postgres: f64,
    /// CPU time of the client per request, in microseconds.
    pub(crate) client: f64,
    /// The latency, if measured.
    pub(crate) latency: Option<Latency>,
}

/// The latency of responses, in milliseconds.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Latency {
    /// The median.
    pub(crate) p50: f64,
    /// The 99th percentile.
    pub(crate) p99: f64,
    /// The maximum.
    pub(crate) max: f64,
}

impl Measured {
    /// Computes the results of this many requests in this time.
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

    /// Returns the median of each figure.
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

/// Returns the median; of an even number, the mean of the middle two.
pub(crate) fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    let middle = all.len() / 2;
    match all.len() {
        0 => f64::NAN,
        n if n % 2 == 0 => f64::midpoint(all[middle - 1], all[middle]),
        _ => all[middle],
    }
}

/// The works to run, each over its own connection.
pub(crate) struct Load {
    address: SocketAddr,
    expected: u16,
    works: Vec<Work>,
}

impl Load {
    /// Creates a load. All responses must have the status `expected`.
    pub(crate) fn new(address: SocketAddr, expected: u16, works: Vec<Work>) -> Load {
        Load {
            address,
            expected,
            works,
        }
    }

    /// Runs for this time; with a rate, at this many requests per second.
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
        // New connections, because the server closes idle ones after a while.
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

/// The shared results of all slots.
struct Tally {
    latency: RefCell<Histogram<u64>>,
    /// Whether a slot ran out of requests before the time was up.
    is_over: Cell<bool>,
}

/// A connection and its work.
struct Slot<'a> {
    connection: Connection,
    work: &'a mut Work,
    expected: u16,
}

impl Slot<'_> {
    /// Runs until then. At a constant rate, the latency of a request counts from its scheduled
    /// time, even if the previous response arrived later.
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

/// Sends scheduled times at a constant rate, to each slot in turn. It runs on its own thread,
/// because the runtime's timer has a resolution of milliseconds.
fn arrive(senders: Vec<UnboundedSender<Instant>>, began: Instant, time: Duration, rate: f64) {
    let interval = Duration::from_secs_f64(1.0 / rate);
    let mut next = began;
    for sender in senders.iter().cycle() {
        if next >= began + time {
            break;
        }
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
        // A slot that has ended has reported the reason.
        let _ = sender.send(next);
        next += interval;
    }
}
