//! Hints between nodes that a game may look different: one connection a process listens to them and sends
//! its own.
//!
//! A hint says where to look and nothing of what is there, so none has to arrive. Whoever waits for one looks
//! by themselves now and then; and all look again after the connection was made anew ([`Heard::All`]), since
//! nobody knows what was missed.
//!
//! All is told from here, once it is written: a transaction that notifies commits alone in the whole cluster.
//! Of a move the node that wrote it knows; of all else triggers tell the session that did it, in a notice,
//! which is kept until the session is done (`Hints`).
//!
//! What waits to be sent is kept once for each game, and no more of it than `MOST`.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use common::ids::{GameId, PlayerId};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client};
use tokio_util::task::AbortOnDropHandle;

use crate::connect;

/// What the connection does first.
const LISTEN: &str = "LISTEN turnpike_streams";

const TELL: &str =
    "SELECT pg_notify('turnpike_streams', hint) FROM unnest($1::text[]) AS hints (hint)";

/// Of how many games hints wait at most. Of others those who look on find out by themselves.
const MOST: usize = 10_000;

/// How long hints are gathered that are sent together.
const PAUSE: Duration = Duration::from_millis(20);

/// How often the connection is asked for a sign of life while nothing is sent.
const QUIET: Duration = Duration::from_secs(10);

/// How long it may take to answer.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// The first pause between tries to connect; each is twice the one before.
const SHORTEST: Duration = Duration::from_millis(100);

/// The longest of these pauses.
const LONGEST: Duration = Duration::from_secs(3);

/// What may be different.
pub enum Heard {
    /// This game, with these players having to do with it.
    Game(GameId, Vec<PlayerId>),
    /// Anything: nobody knows what was missed.
    All,
}

/// A game that may look different, and the players who have to do with it.
type Hint = (GameId, Vec<PlayerId>);

/// What another node, or a trigger, says: an id, then numbers of players.
fn read(hint: &str) -> Option<Hint> {
    let mut words = hint.split(' ');
    let game = GameId::stored(words.next()?.to_owned());
    let players = words.map(|word| word.parse().map(PlayerId));
    Some((game, players.collect::<Result<_, _>>().ok()?))
}

/// Which condition a trigger's notice names (`tell_streams`).
const CHANGED: &str = "TP070";

/// What triggers have told a session and was not passed on yet.
#[derive(Clone, Default)]
pub struct Hints(Arc<Mutex<Vec<Hint>>>);

impl Hints {
    /// Keeps what a trigger has said; of anything else, nothing.
    pub fn hear(&self, message: &AsyncMessage) {
        if let AsyncMessage::Notice(notice) = message
            && notice.code().code() == CHANGED
            && let Some(hint) = read(notice.message())
        {
            self.lock().push(hint);
        }
    }

    /// What was told since this was asked last.
    pub fn take(&self) -> Vec<Hint> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Hint>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is to be sent.
#[derive(Default)]
struct Waiting {
    hints: Mutex<HashMap<GameId, Vec<PlayerId>>>,
    wake: Notify,
}

/// A handle to whoever listens. The connection is made when it is first needed.
pub struct Signals {
    waiting: Arc<Waiting>,
    _listener: AbortOnDropHandle<()>,
}

impl Signals {
    /// Starts listening, until the handle is dropped. `hear` is called for each hint of others, and must
    /// not take long.
    pub fn start(url: String, hear: impl Fn(Heard) + Send + Sync + 'static) -> Signals {
        let waiting = Arc::<Waiting>::default();
        let listener = Listener {
            url,
            waiting: Arc::clone(&waiting),
            hear: Arc::new(hear),
        };
        Signals {
            waiting,
            _listener: AbortOnDropHandle::new(tokio::spawn(listener.run())),
        }
    }

    /// Has the connection made, if there is none: somebody waits for hints.
    pub fn listen(&self) {
        self.waiting.wake.notify_one();
    }

    /// What tells other nodes.
    pub fn sender(&self) -> Sender {
        Sender(Arc::clone(&self.waiting))
    }
}

/// Tells other nodes what has changed, while there is a connection.
#[derive(Clone)]
pub struct Sender(Arc<Waiting>);

impl Sender {
    /// Tells all other nodes that a game has changed, of these players.
    pub fn tell(&self, game: GameId, players: Vec<PlayerId>) {
        let hints = self.0.hints.lock();
        let mut hints = hints.unwrap_or_else(PoisonError::into_inner);
        if hints.len() < MOST {
            hints.insert(game, players);
        }
        drop(hints);
        self.0.wake.notify_one();
    }
}

struct Listener {
    url: String,
    waiting: Arc<Waiting>,
    hear: Arc<dyn Fn(Heard) + Send + Sync>,
}

impl Listener {
    async fn run(self) {
        self.waiting.wake.notified().await;
        let mut pause = SHORTEST;
        loop {
            match self.connect().await {
                Ok(client) => {
                    pause = SHORTEST;
                    (self.hear)(Heard::All);
                    let error = self.serve(&client).await;
                    let error = connect::told(&error);
                    tracing::warn!(error, "hints between nodes do not arrive for a moment");
                }
                Err(error) => {
                    let error = connect::told(&error);
                    tracing::warn!(error, "nobody listens to hints between nodes");
                }
            }
            sleep(pause).await;
            pause = LONGEST.min(2 * pause);
        }
    }

    async fn connect(&self) -> anyhow::Result<Client> {
        let own = Arc::new(AtomicI32::new(0));
        let (hear, sender) = (Arc::clone(&self.hear), Arc::clone(&own));
        let heard = move |message: &AsyncMessage| {
            let AsyncMessage::Notification(notification) = message else {
                return;
            };
            // What this process tells, it knows.
            if notification.process_id() == sender.load(Ordering::Relaxed) {
                return;
            }
            if let Some((game, players)) = read(notification.payload()) {
                hear(Heard::Game(game, players));
            }
        };
        let client = connect::listener(&self.url, Arc::new(heard)).await?;
        let begun = async {
            let pid = client.query_one("SELECT pg_backend_pid()", &[]).await?;
            own.store(pid.get(0), Ordering::Relaxed);
            client.batch_execute(LISTEN).await
        };
        timeout(SIGN_OF_LIFE, begun).await??;
        Ok(client)
    }

    /// Sends hints until the connection is no more use; says why.
    async fn serve(&self, client: &Client) -> anyhow::Error {
        loop {
            let _ = timeout(QUIET, self.waiting.wake.notified()).await;
            sleep(PAUSE).await;
            let hints = self.waiting.hints.lock();
            let hints = std::mem::take(&mut *hints.unwrap_or_else(PoisonError::into_inner));
            let hints: Vec<String> = hints
                .iter()
                .map(|(game, players)| hint(game, players))
                .collect();
            match timeout(SIGN_OF_LIFE, client.execute(TELL, &[&hints])).await {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return error.into(),
                Err(late) => return late.into(),
            }
        }
    }
}

/// What other nodes are told of a game.
fn hint(game: &GameId, players: &[PlayerId]) -> String {
    let players = players.iter().map(PlayerId::to_string);
    let words: Vec<String> = [game.to_string()].into_iter().chain(players).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_says_what_it_said() {
        let game = GameId::stored("Xk3mPq7RtZ2".to_owned());
        let players = vec![PlayerId(3), PlayerId(41)];
        assert_eq!(read(&hint(&game, &players)), Some((game, players)));
        assert_eq!(read("Xk3mPq7RtZ2 nobody"), None);
    }
}
