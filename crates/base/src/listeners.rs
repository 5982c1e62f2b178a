//! Streams that wait for changes. They are woken when there may be something to send, and their
//! number is limited.
//!
//! A wake-up is only a hint to look and carries no data. Several hints count as one, so nothing
//! queues up before a slow reader. Hints come from this process after a write, and from all other
//! processes (`db::signals`).

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use common::hosts::network;
use common::ids::{GameId, PlayerId};
use tokio::sync::{broadcast, watch};

use db::signals::{Heard, Hint, Sender, Signals};
use futures_util::future::select_all;

/// The subject of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Changes of a game.
    Game(GameId),
    /// Changes of anything that concerns a player.
    Player(PlayerId),
    /// Changes of any game.
    Games,
}

/// How many hints a stream of all games may be behind. Then it has to look at all games.
const BEHIND: usize = 4_096;

/// Receives the games that hints name; `None` stands for any.
pub type Hinted = broadcast::Receiver<Option<GameId>>;

/// The limits on the number of streams.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// For one player.
    pub per_player: usize,
    /// For one client: an IPv4 address, or the /64 of an IPv6 address.
    pub per_client: usize,
    /// For the whole process.
    pub all: usize,
}

/// Why a stream cannot start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The player or the client has reached its limit.
    Own,
    /// The process has reached its limit.
    All,
}

/// The waiting streams and their counts.
struct Hub {
    topics: Mutex<HashMap<Topic, watch::Sender<()>>>,
    /// The games that hints name, for streams of all games.
    hinted: broadcast::Sender<Option<GameId>>,
    held: Mutex<Held>,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub {
            topics: Mutex::default(),
            hinted: broadcast::Sender::new(BEHIND),
            held: Mutex::default(),
        }
    }
}

/// The numbers of streams: in all, by player and by client.
#[derive(Default)]
struct Held {
    all: usize,
    players: HashMap<PlayerId, usize>,
    clients: HashMap<IpAddr, usize>,
}

fn locked<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    fn hear(&self, heard: Heard) {
        if self.hinted.receiver_count() > 0 {
            // Fails only if the last receiver has just gone.
            let _ = self.hinted.send(match &heard {
                Heard::Game(game, _) => Some(game.clone()),
                Heard::All => None,
            });
        }
        let topics = locked(&self.topics);
        let wake = |topic: &Topic| {
            if let Some(waiting) = topics.get(topic) {
                waiting.send_replace(());
            }
        };
        match heard {
            Heard::Game(game, players) => {
                wake(&Topic::Game(game));
                wake(&Topic::Games);
                for player in players {
                    wake(&Topic::Player(player));
                }
            }
            Heard::All => topics
                .values()
                .for_each(|waiting| waiting.send_modify(|()| {})),
        }
    }
}

/// All streams of this process.
pub struct Listeners {
    hub: Arc<Hub>,
    signals: Signals,
    others: Sender,
}

/// A waiting stream. It ends when it is dropped.
pub struct Listening {
    /// The hints for each topic. The order of a pair matters: the last stream of a topic removes it
    /// when no receiver is left.
    hints: Vec<(watch::Receiver<()>, Subscribed)>,
    /// The position of the topic whose hint ended the last wait.
    heard: Option<usize>,
    _place: Place,
}

/// The topic of one stream. Dropping it removes the topic if nobody waits for it any more.
struct Subscribed {
    hub: Arc<Hub>,
    topic: Topic,
}

/// One stream in the counts. Dropping it frees the slot.
struct Place {
    hub: Arc<Hub>,
    player: Option<PlayerId>,
    client: IpAddr,
}

impl Listeners {
    /// Starts without streams.
    pub fn start(url: String) -> Listeners {
        let hub = Arc::<Hub>::default();
        let hears = Arc::clone(&hub);
        let signals = Signals::start(url, move |heard| hears.hear(heard));
        let others = signals.sender();
        Listeners {
            hub,
            signals,
            others,
        }
    }

    /// Returns the number of streams.
    pub fn count(&self) -> usize {
        locked(&self.hub.held).all
    }

    /// Starts to receive the games that hints name.
    pub fn hinted(&self) -> Hinted {
        self.hub.hinted.subscribe()
    }

    /// Starts to wait for hints of these topics, if the limits permit another stream.
    pub fn listen(
        &self,
        topics: impl IntoIterator<Item = Topic>,
        player: Option<PlayerId>,
        client: IpAddr,
        most: Most,
    ) -> Result<Listening, Full> {
        let place = self.place(player, network(client), most)?;
        let hints = topics.into_iter().map(|topic| {
            let hints = locked(&self.hub.topics)
                .entry(topic.clone())
                .or_default()
                .subscribe();
            let hub = Arc::clone(&self.hub);
            (hints, Subscribed { hub, topic })
        });
        let hints = hints.collect();
        self.signals.listen();
        Ok(Listening {
            hints,
            heard: None,
            _place: place,
        })
    }

    fn place(&self, player: Option<PlayerId>, client: IpAddr, most: Most) -> Result<Place, Full> {
        let mut held = locked(&self.hub.held);
        let of_player = player.and_then(|player| held.players.get(&player));
        if of_player.is_some_and(|it| *it >= most.per_player)
            || held
                .clients
                .get(&client)
                .is_some_and(|it| *it >= most.per_client)
        {
            return Err(Full::Own);
        }
        if held.all >= most.all {
            return Err(Full::All);
        }
        held.all += 1;
        *held.clients.entry(client).or_default() += 1;
        if let Some(player) = player {
            *held.players.entry(player).or_default() += 1;
        }
        metrics::gauge!("turnpike_streams").set(held.all as f64);
        Ok(Place {
            hub: Arc::clone(&self.hub),
            player,
            client,
        })
    }

    /// Wakes the streams of these games and players, on all nodes, after the commit.
    pub fn changed(&self, hints: impl IntoIterator<Item = Hint>) {
        for (game, players) in hints {
            self.hub.hear(Heard::Game(game.clone(), players.clone()));
            self.others.tell(game, players);
        }
    }
}

impl Listening {
    /// Waits for a hint that came after the last call of [`Listening::looks`].
    pub async fn hint(&mut self) {
        let hints = self.hints.iter_mut();
        let waits = select_all(hints.map(|(hints, _)| Box::pin(hints.changed())));
        let (hint, at, _) = waits.await;
        if hint.is_err() {
            std::future::pending::<()>().await;
        }
        self.heard = Some(at);
    }

    /// Discards earlier hints, because the stream is about to look. Returns the positions of the
    /// topics that had any.
    pub fn looks(&mut self) -> Vec<usize> {
        let heard = self.heard.take();
        let mut had = Vec::new();
        for (at, (hints, _)) in self.hints.iter_mut().enumerate() {
            // The sender exists as long as this receiver.
            if heard == Some(at) || hints.has_changed().unwrap_or(true) {
                had.push(at);
                hints.mark_unchanged();
            }
        }
        had
    }
}

impl Drop for Subscribed {
    fn drop(&mut self) {
        let mut topics = locked(&self.hub.topics);
        if topics
            .get(&self.topic)
            .is_some_and(|it| it.receiver_count() == 0)
        {
            topics.remove(&self.topic);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = locked(&self.hub.held);
        held.all -= 1;
        one_less(&mut held.clients, &self.client);
        if let Some(player) = &self.player {
            one_less(&mut held.players, player);
        }
        metrics::gauge!("turnpike_streams").set(held.all as f64);
    }
}

fn one_less<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, of: &K) {
    if let Some(count) = counts.get_mut(of) {
        *count -= 1;
        if *count == 0 {
            counts.remove(of);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Barrier;
    use std::thread;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    /// Returns the streams of a server without any events.
    fn nobody() -> Listeners {
        let url = "postgres://localhost/nothing";
        Listeners::start(url.to_owned())
    }

    fn most(per_player: usize, per_client: usize, all: usize) -> Most {
        Most {
            per_player,
            per_client,
            all,
        }
    }

    #[tokio::test]
    async fn dropped_listener_frees_its_slot_and_topic() {
        let listeners = nobody();
        let ann = Some(PlayerId(1));
        let listen =
            |player, most| listeners.listen([Topic::Player(PlayerId(1))], player, HERE, most);
        let one = listen(ann, most(1, 2, 3)).ok().unwrap();
        assert_eq!(listen(ann, most(1, 2, 3)).err(), Some(Full::Own));
        let two = listen(None, most(1, 2, 3)).ok().unwrap();
        assert_eq!(listen(None, most(1, 2, 3)).err(), Some(Full::Own));
        assert_eq!(listen(None, most(1, 3, 2)).err(), Some(Full::All));
        assert_eq!(listeners.count(), 2);
        drop(one);
        assert_eq!(locked(&listeners.hub.topics).len(), 1);
        drop(two);
        assert!(locked(&listeners.hub.topics).is_empty());
        let held = locked(&listeners.hub.held);
        assert!((held.all, held.clients.len(), held.players.len()) == (0, 0, 0));
    }

    #[tokio::test]
    async fn streams_of_one_topic_that_end_at_once_leave_no_topic() {
        let listeners = nobody();
        for _ in 0..5_000 {
            let listen = || {
                let topic = Topic::Player(PlayerId(1));
                listeners
                    .listen([topic], None, HERE, most(1, 2, 2))
                    .ok()
                    .unwrap()
            };
            let (one, two) = (listen(), listen());
            let start = Barrier::new(2);
            let end = |stream: Listening| {
                start.wait();
                drop(stream);
            };
            thread::scope(|threads| {
                threads.spawn(|| end(one));
                end(two);
            });
            assert!(locked(&listeners.hub.topics).is_empty());
        }
    }

    #[tokio::test]
    async fn look_knows_which_topics_had_hints() {
        let listeners = nobody();
        let games = ["a", "b", "c"].map(|it| GameId::stored(it.to_owned()));
        let topics = games.clone().map(Topic::Game);
        let mut waits = listeners
            .listen(topics, None, HERE, most(1, 1, 1))
            .ok()
            .unwrap();
        let [a, _, c] = games;
        listeners.changed([(c, Vec::new()), (a, Vec::new())]);
        waits.hint().await;
        assert_eq!(waits.looks(), [0, 2]);
        assert!(waits.looks().is_empty());
    }

    #[tokio::test]
    async fn hints_are_merged_until_the_next_look() {
        let listeners = nobody();
        let game = GameId::stored("Xk3mPq7RtZ2".to_owned());
        let topic = Topic::Game(game.clone());
        let mut waits = listeners
            .listen([topic], None, HERE, most(1, 1, 1))
            .ok()
            .unwrap();
        for _ in 0..3 {
            listeners.changed([(game.clone(), Vec::new())]);
        }
        waits.hint().await;
        waits.looks();
        let again = tokio::time::timeout(std::time::Duration::ZERO, waits.hint());
        assert!(again.await.is_err());
        listeners.changed([(game, Vec::new())]);
        waits.hint().await;
    }
}
