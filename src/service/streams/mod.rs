//! Streams: what changes, told as it does, to one viewer.
//!
//! A stream holds a *cursor*, which says what its reader was told, and nothing else of what it tells: all of
//! that is read from the database when it is woken ([`crate::listeners`]), page by page, when the reader has
//! taken the page before. A reader that comes again with its cursor, at whatever node, is told what follows. Who the
//! reader is, and whether they may still know of it, is asked anew at each look. A stream looks at least once in the
//! time of a heartbeat; the heartbeats themselves come from a timer in `http::streams` and never wait for the database.
//!
//! What is told of a game is in [`game`], of all games of a player in [`player`]. How it is written is
//! `http::streams`' business.

pub mod game;
mod pass;
pub mod player;

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

pub use self::pass::Pass;
use super::access::Caller;
use super::app::App;
use crate::listeners::{Full, Listening, Most, Topic};
use crate::refusal::{Refusal, Result};

/// How long hints are gathered after a look, so that a busy game is not looked at for each move.
const PAUSE: Duration = Duration::from_millis(100);

/// How long whoever could not look waits until they try again: the database is away.
const AWAY: Duration = Duration::from_secs(2);

/// In how many seconds whoever has too many streams may come again.
const COME_BACK: u64 = 20;

/// How many streams a player has at most.
const PER_PLAYER: usize = 32;

/// How many streams a client has at most.
const PER_CLIENT: usize = 128;

/// After how much quiet a stream shows that it lives.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// How many streams there are, and how often each shows that it lives.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How many there are at most.
    pub most: Most,
    /// How long a reader hears nothing, about.
    pub heartbeat: Duration,
}

impl Terms {
    /// The usual ones of a server with so many connections: a quarter of them is left to others.
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

/// Who wants to listen.
pub struct Reader {
    /// Who they are.
    pub pass: Pass,
    /// From where they come.
    pub client: std::net::IpAddr,
    /// On which terms.
    pub terms: Terms,
}

/// What a look has found.
struct Found<N> {
    news: Vec<N>,
    /// Whether there is more to be found.
    more: bool,
}

/// What a stream tells of.
trait Source {
    /// What is told.
    type News;

    /// The database was away. What it has now may be older than what was told.
    fn was_away(&mut self) {}

    /// What there is to tell this caller, and puts the cursor behind it.
    async fn look(&mut self, app: &App, caller: Option<&Caller>) -> Result<Found<Self::News>>;
}

/// A stream.
struct Following<S> {
    source: S,
    pass: Pass,
    listening: Listening,
    heartbeat: Duration,
    /// When it looks next without a hint.
    due: Instant,
    /// Before when it does not look, whatever it is told.
    rests: Instant,
}

impl<S: Source> Following<S> {
    /// Begins, if there is a place for one more stream.
    fn begin(
        app: &App,
        reader: Reader,
        caller: Option<&Caller>,
        topic: Topic,
        source: S,
    ) -> Result<Self> {
        let Reader {
            pass,
            client,
            terms,
        } = reader;
        let player = caller.map(|caller| caller.player);
        let listening = app.listeners.listen(topic, player, client, terms.most);
        let listening = listening.map_err(|full| match full {
            Full::Own => Refusal::TooMany {
                retry_after: COME_BACK,
            },
            Full::All => Refusal::unavailable("there are as many streams as there may be"),
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
    async fn next(&mut self, app: &App) -> Result<Vec<S::News>> {
        loop {
            self.rest().await;
            // What comes from here on is another hint.
            self.listening.looks();
            // An idle stream does not hold what a look needs.
            let found = Box::pin(async {
                let _place = app.lanes.streams.take().await?;
                let caller = self.pass.caller(app).await?;
                self.source.look(app, caller.as_ref()).await
            });
            let found = found.await;
            let now = Instant::now();
            self.rests = now + PAUSE;
            match found {
                Ok(Found { news, more }) => {
                    self.due = match more {
                        true => now,
                        false => now + spread(self.heartbeat),
                    };
                    if !news.is_empty() {
                        return Ok(news);
                    }
                }
                // Nothing is lost: the cursor stands where it stood.
                Err(Refusal::Unavailable(_)) => {
                    self.source.was_away();
                    self.due = now + AWAY;
                }
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// Waits until it is time to look.
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

/// About as long: what began together does not go on together.
pub fn spread(pause: Duration) -> Duration {
    pause.mul_f64(rand::random_range(0.75..1.25))
}
