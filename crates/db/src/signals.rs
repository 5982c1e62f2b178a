//! Hints between nodes that the view of a game may have changed. Each process has one connection
//! that receives hints and sends its own.
//!
//! A hint names a game and its players, but not what has changed. So the loss of a hint does no
//! harm. A waiting request also looks by itself now and then. After a reconnection all of them look
//! again ([`Heard::All`]), because hints may have been lost.
//!
//! The node sends all hints from here, after the commit, because a transaction that notifies
//! commits alone in the whole cluster. The committer's caller sends the hint about a move. For all
//! other changes, the code that makes the change notes the hint ([`changed`]), and the code that
//! runs the transaction sends it after the commit ([`noting`]).
//!
//! The queue keeps one hint for each game, and at most `MOST`.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use common::ids::{GameId, PlayerId};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client};
use tokio_util::task::AbortOnDropHandle;

use crate::connect;

/// The first statement of the connection.
const LISTEN: &str = "LISTEN turnpike_streams";

const TELL: &str =
    "SELECT pg_notify('turnpike_streams', hint) FROM unnest($1::text[]) AS hints (hint)";

/// The largest number of games with a queued hint. Requests that wait for other games find out by
/// themselves.
const MOST: usize = 10_000;

/// How long hints are collected before they are sent together.
const PAUSE: Duration = Duration::from_millis(20);

/// How often the connection is checked while there are no hints to send.
const QUIET: Duration = Duration::from_secs(10);

/// The time limit for its answer.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// The first pause between attempts to connect; each is twice as long as the one before.
const SHORTEST: Duration = Duration::from_millis(100);

/// The longest of these pauses.
const LONGEST: Duration = Duration::from_secs(3);

/// The subject of a received hint.
pub enum Heard {
    /// This game may have changed; these players are involved in it.
    Game(GameId, Vec<PlayerId>),
    /// Any game may have changed: hints may have been lost.
    All,
}

/// A game that may have changed, and the players who are involved in it.
pub type Hint = (GameId, Vec<PlayerId>);

tokio::task_local! {
    /// The hints of the transaction that this task runs.
    static NOTED: RefCell<Vec<Hint>>;
}

/// Notes that the view of a game changes in the current transaction, and the players who are or
/// were involved in it.
pub fn changed(game: &GameId, players: impl IntoIterator<Item = PlayerId>) {
    let hint = (game.clone(), players.into_iter().collect());
    // There is nothing to note outside of `noting`: the change belongs to no request or job.
    let _ = NOTED.try_with(|noted| noted.borrow_mut().push(hint));
}

/// Runs a transaction. Returns its result, and the hints to send after the commit.
pub async fn noting<W: Future>(work: W) -> (W::Output, Vec<Hint>) {
    let mut work = pin!(NOTED.scope(RefCell::default(), work));
    let done = work.as_mut().await;
    let noted = work.as_mut().take_value();
    (done, noted.map(RefCell::into_inner).unwrap_or_default())
}

/// Reads a hint of another node: an id, then numbers of players.
fn read(hint: &str) -> Option<Hint> {
    let mut words = hint.split(' ');
    let game = GameId::stored(words.next()?.to_owned());
    let players = words.map(|word| word.parse().map(PlayerId));
    Some((game, players.collect::<Result<_, _>>().ok()?))
}

/// The hints to send.
#[derive(Default)]
struct Waiting {
    hints: Mutex<HashMap<GameId, BTreeSet<PlayerId>>>,
    wake: Notify,
}

/// A handle to the listener, which connects on first use.
pub struct Signals {
    waiting: Arc<Waiting>,
    _listener: AbortOnDropHandle<()>,
}

impl Signals {
    /// Starts the listener, which ends when the handle is dropped. It calls `hear` for each hint of
    /// another node; `hear` must not take long.
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

    /// Makes the listener connect, because a request waits for hints.
    pub fn listen(&self) {
        self.waiting.wake.notify_one();
    }

    /// Returns a handle that sends hints to other nodes.
    pub fn sender(&self) -> Sender {
        Sender(Arc::clone(&self.waiting))
    }
}

/// Sends hints to other nodes while there is a connection.
#[derive(Clone)]
pub struct Sender(Arc<Waiting>);

impl Sender {
    /// Sends a hint to all other nodes: this game has changed, and these players are involved in
    /// it. A queued hint about the same game keeps its players.
    pub fn tell(&self, game: GameId, players: Vec<PlayerId>) {
        let hints = self.0.hints.lock();
        let mut hints = hints.unwrap_or_else(PoisonError::into_inner);
        if hints.len() < MOST || hints.contains_key(&game) {
            hints.entry(game).or_default().extend(players);
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
                    tracing::warn!(error, "hints between nodes were interrupted; reconnecting");
                }
                Err(error) => {
                    let error = connect::told(&error);
                    tracing::warn!(error, "hints between nodes are not received");
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
            // This process knows its own changes.
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

    /// Sends hints until the connection fails. Returns the cause.
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

/// Formats a hint for other nodes.
fn hint(game: &GameId, players: &BTreeSet<PlayerId>) -> String {
    let players = players.iter().map(PlayerId::to_string);
    let words: Vec<String> = [game.to_string()].into_iter().chain(players).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn change_outside_of_the_transaction_is_not_among_its_hints() {
        let [one, other] = ["Xk3mPq7RtZ2", "Yk3mPq7RtZ2"].map(|it| GameId::stored(it.to_owned()));
        let (done, noted) = noting(async {
            changed(&one, [PlayerId(3)]);
            7
        })
        .await;
        changed(&other, []);
        assert_eq!((done, noted), (7, vec![(one, vec![PlayerId(3)])]));
    }

    #[test]
    fn hint_round_trips() {
        let game = GameId::stored("Xk3mPq7RtZ2".to_owned());
        let players = vec![PlayerId(3), PlayerId(41)];
        let sent = hint(&game, &BTreeSet::from_iter(players.clone()));
        assert_eq!(read(&sent), Some((game, players)));
        assert_eq!(read("Xk3mPq7RtZ2 nobody"), None);
    }

    #[test]
    fn merged_hints_about_one_game_keep_all_players() {
        let waiting = Arc::<Waiting>::default();
        let sender = Sender(Arc::clone(&waiting));
        let game = GameId::stored("Xk3mPq7RtZ2".to_owned());
        sender.tell(game.clone(), vec![PlayerId(3), PlayerId(41)]);
        sender.tell(game.clone(), vec![PlayerId(41), PlayerId(7)]);
        let hints = waiting.hints.lock().unwrap();
        let players = BTreeSet::from([3, 7, 41].map(PlayerId));
        assert_eq!(*hints, HashMap::from([(game, players)]));
    }
}
