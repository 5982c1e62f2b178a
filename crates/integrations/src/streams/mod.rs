//! Streams: send changes to one viewer as they happen.
//!
//! A stream stores only a *cursor*, which says how far its reader has come. When the stream is
//! woken ([`base::listeners`]), it reads the content from the database, page by page, each after
//! the reader has taken the previous one. A reader can reconnect with its cursor on any node and
//! continues there. Each look checks the reader's credentials and access again. A stream looks at
//! least about once per heartbeat interval. The heartbeats themselves come from a timer in
//! `http::integrations::streams` and never wait for the database.
//!
//! [`game`] has the content for one game, [`player`] for all games of a player, [`followed`] for
//! many games of any players.
//! `http::integrations::streams` formats it.

pub mod followed;
pub mod game;
mod pass;
pub mod player;
mod public;
pub mod store;

use std::time::Duration;

use base::listeners::{Full, Listening, Most, Topic};
use play::refusal::{Refusal, Result};
use sha2::{Digest, Sha256};
use tokio::time::{Instant, sleep_until};

use crate::Integrations;
pub use crate::streams::pass::Pass;
use accounts::access::Caller;

/// How long a stream collects hints after a look, so that a busy game does not cause a look for
/// each move.
const PAUSE: Duration = Duration::from_millis(100);

/// The wait before the next attempt while the database is unavailable.
const AWAY: Duration = Duration::from_secs(2);

/// The `Retry-After` for a reader with too many streams, in seconds.
const COME_BACK: u64 = 20;

/// The most streams of a player.
const PER_PLAYER: usize = 32;

/// The most streams of a client.
const PER_CLIENT: usize = 128;

/// The default heartbeat interval.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// The limits on streams, and the heartbeat interval.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The limits on the number of streams.
    pub most: Most,
    /// The approximate heartbeat interval.
    pub heartbeat: Duration,
}

impl Terms {
    /// Returns the default terms of a server with so many connections. A quarter of them stays free
    /// for other requests.
    pub const fn with_connections(connections: usize) -> Terms {
        Terms {
            most: Most {
                per_player: PER_PLAYER,
                per_client: PER_CLIENT,
                all: connections / 4 * 3,
            },
            heartbeat: HEARTBEAT,
        }
    }
}

/// A client that wants to open a stream.
pub struct Reader {
    /// The client's credentials.
    pub pass: Pass,
    /// The client's IP address.
    pub client: std::net::IpAddr,
    /// The limits and the heartbeat interval.
    pub terms: Terms,
}

/// A hash of an item that was sent.
type Print = [u8; 6];

fn print(told: &str) -> Print {
    let [a, b, c, d, e, f, ..]: [u8; 32] = Sha256::digest(told).into();
    [a, b, c, d, e, f]
}

/// The result of a look.
struct Found<N> {
    news: Vec<N>,
    /// Whether there is more to read.
    more: bool,
}

/// The content of a stream.
trait Source {
    /// An item of the stream.
    type News;

    /// Notes that the database was unavailable. It may now be older than what the stream has sent.
    fn was_away(&mut self) {}

    /// Notes which topics had hints, by their position, before a look that covers only these.
    /// `None` before a look at everything.
    fn hinted(&mut self, _topics: Option<Vec<usize>>) {}

    /// Returns the news for this caller and moves the cursor behind them.
    async fn look(
        &mut self,
        app: &Integrations,
        caller: Option<&Caller>,
    ) -> Result<Found<Self::News>>;
}

/// An open stream.
struct Following<S> {
    source: S,
    pass: Pass,
    listening: Listening,
    heartbeat: Duration,
    /// The time of the next look without a hint.
    due: Instant,
    /// The earliest time of the next look after a hint.
    rests: Instant,
}

impl<S: Source> Following<S> {
    /// Begins a stream, if the limits allow one more.
    fn begin(
        app: &Integrations,
        reader: Reader,
        caller: Option<&Caller>,
        topics: impl IntoIterator<Item = Topic>,
        source: S,
    ) -> Result<Self> {
        let Reader {
            pass,
            client,
            terms,
        } = reader;
        let player = caller.map(|caller| caller.player);
        let listening = app.listeners.listen(topics, player, client, terms.most);
        let listening = listening.map_err(|full| match full {
            Full::Own => base::Refusal::RateLimited {
                retry_after: COME_BACK,
            },
            Full::All => base::Refusal::unavailable("there are as many streams as there may be"),
        })?;
        let now = Instant::now();
        Ok(Following {
            source,
            pass,
            listening,
            heartbeat: terms.heartbeat,
            due: now,
            rests: now,
        })
    }

    /// Waits for news and returns them. An error ends the stream.
    async fn next(&mut self, app: &Integrations) -> Result<Vec<S::News>> {
        // After a failed look, the next one covers the hints that it has taken.
        let mut all = false;
        loop {
            self.rest().await;
            // Changes from here on cause another hint.
            let hinted = self.listening.looks();
            let is_due = self.due <= Instant::now();
            self.source.hinted((!is_due && !all).then_some(hinted));
            // Boxed, so that an idle stream does not hold the memory that a look needs.
            let found = Box::pin(async {
                let _place = app.permits.streams.take().await?;
                let caller = self.pass.caller(app).await?;
                self.source.look(app, caller.as_ref()).await
            });
            let found = found.await;
            let now = Instant::now();
            self.rests = now + PAUSE;
            match found {
                Ok(Found { news, more }) => {
                    all = false;
                    self.due = match more {
                        true => now,
                        false => now + spread(self.heartbeat),
                    };
                    if !news.is_empty() {
                        return Ok(news);
                    }
                }
                // Nothing is lost: the cursor has not moved.
                Err(Refusal::General(base::Refusal::Unavailable(_))) => {
                    self.source.was_away();
                    all = true;
                    self.due = now + AWAY;
                }
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// Waits until the next look.
    async fn rest(&mut self) {
        let hint = async {
            sleep_until(self.rests).await;
            self.listening.hint().await;
        };
        tokio::select! {
            () = sleep_until(self.due) => {}
            () = hint => {}
        }
    }
}

/// Randomises a duration by a quarter, so that streams that begin together do not stay in step.
pub fn spread(pause: Duration) -> Duration {
    pause.mul_f64(rand::random_range(0.75..1.25))
}
