//! A server, players, and a proxy that cuts connections.

use std::{
    env, io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Notify,
};
use turnpike_client::{
    Error, Options, Tokens, Turnpike,
    api::{AccountUpdate, Bot, GameInput, Invitee, MovesInput, ProblemCode, SignUp},
};

pub const PASSWORD: &str = "correct horse battery";

/// Time limit for anything on a busy machine.
pub const TIME_LIMIT: Duration = Duration::from_secs(300);

pub fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The server that these tests run against.
pub fn server() -> String {
    env::var("TURNPIKE_URL")
        .expect("TURNPIKE_URL names no server: run ./check, or ../with-server cargo test")
}

/// Returns an unused name.
pub fn new_name() -> String {
    format!("r{:013x}", fastrand::u64(..1 << 52))
}

/// Returns options that record all new tokens, and the record.
pub fn recording(options: Options) -> (Options, Arc<Mutex<Vec<Tokens>>>) {
    let received = Arc::new(Mutex::new(Vec::new()));
    let record = received.clone();
    let on_tokens = Arc::new(move |tokens: &Tokens| lock(&record).push(tokens.clone()));
    (
        Options {
            on_tokens,
            ..options
        },
        received,
    )
}

/// Signs up a player without automatic moves. Also returns the newest tokens.
pub async fn player_with(url: &str, options: Options) -> (Turnpike, Tokens) {
    let (options, received) = recording(options);
    let name = new_name();
    let body = SignUp::new(format!("{name}@example.org"), name, PASSWORD.into());
    let turnpike = Turnpike::sign_up(url, body, &options)
        .await
        .expect("somebody new");
    // The client does not retry a change, and a busy server may reject it.
    loop {
        let change = AccountUpdate {
            play_forced_moves: Some(false),
            ..AccountUpdate::default()
        };
        match turnpike
            .api
            .update_account(change)
            .await
            .map_err(Error::from)
        {
            Ok(_) => break,
            Err(error) => assert_eq!(error.code(), Some(&ProblemCode::Unavailable), "{error}"),
        }
    }
    let tokens = lock(&received).last().cloned();
    (turnpike, tokens.expect("tokens"))
}

pub async fn player(url: &str) -> Turnpike {
    player_with(url, Options::default()).await.0
}

/// Creates a game against a bot in which this player has to roll. Returns its id.
pub async fn new_game(turnpike: &Turnpike) -> Result<String, Error> {
    let bot = Invitee {
        bot: Some(Bot::Greedy),
        ..Invitee::default()
    };
    let body = GameInput {
        invite: Some(vec![bot]),
        ..GameInput::new("thats-life".into())
    };
    Ok(turnpike.api.create_game(body).await?.id)
}

pub fn in_words(seq: i32, text: &str) -> MovesInput {
    let text = json!({ "type": "text", "text": text });
    MovesInput::new(vec![serde_json::from_value(text).expect("a move")], seq)
}

/// What a proxy does with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Passes,
    /// The connection is cut before the server gets the request.
    CutBefore,
    /// The connection is cut before the client gets the response.
    CutAfter,
}

type Decide = Box<dyn FnMut(&str) -> Fate + Send>;

/// A proxy between a client and the server that records requests and cuts connections.
#[derive(Clone)]
pub struct Proxy {
    pub url: String,
    /// The heads of all requests.
    seen: Arc<Mutex<Vec<String>>>,
    decide: Arc<Mutex<Decide>>,
    cut: Arc<Notify>,
}

impl Proxy {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let proxy = Proxy {
            url: format!("http://{address}"),
            seen: Arc::default(),
            decide: Arc::new(Mutex::new(Box::new(|_| Fate::Passes))),
            cut: Arc::default(),
        };
        let accepting = proxy.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(accepting.clone().pass(client));
            }
        });
        proxy
    }

    /// Returns the number of requests that begin like this.
    pub fn count(&self, beginning: &str) -> usize {
        self.heads(beginning).len()
    }

    /// Returns the heads of all requests that begin like this.
    pub fn heads(&self, beginning: &str) -> Vec<String> {
        lock(&self.seen)
            .iter()
            .filter(|head| head.starts_with(beginning))
            .cloned()
            .collect()
    }

    /// Clears the recorded requests.
    pub fn forget(&self) {
        lock(&self.seen).clear();
    }

    /// Applies a fate to the first requests that begin like this.
    pub fn once(&self, beginning: &str, fate: Fate, times: usize) {
        let (beginning, mut left) = (beginning.to_owned(), times);
        *lock(&self.decide) = Box::new(move |head| {
            if left == 0 || !head.starts_with(&beginning) {
                return Fate::Passes;
            }
            left -= 1;
            fate
        });
    }

    /// Cuts all open connections.
    pub fn cut_all(&self) {
        self.cut.notify_waiters();
    }

    async fn pass(self, mut client: TcpStream) -> io::Result<()> {
        let server = server();
        let mut upstream = TcpStream::connect(server.trim_start_matches("http://")).await?;
        let (mut asked, mut answered) = (vec![0; 65536], vec![0; 65536]);
        let mut fate = Fate::Passes;
        loop {
            tokio::select! {
                // A cut has priority over data that arrives at the same time.
                biased;
                _ = self.cut.notified() => return Ok(()),
                read = client.read(&mut asked) => {
                    let data = &asked[..read?];
                    let head = String::from_utf8_lossy(data);
                    if head.lines().next().is_some_and(|line| line.ends_with(" HTTP/1.1")) {
                        fate = lock(&self.decide)(&head);
                        lock(&self.seen).push(head.into());
                    }
                    if data.is_empty() || fate == Fate::CutBefore {
                        return Ok(());
                    }
                    upstream.write_all(data).await?;
                }
                read = upstream.read(&mut answered) => {
                    let data = &answered[..read?];
                    if data.is_empty() || fate == Fate::CutAfter {
                        return Ok(());
                    }
                    client.write_all(data).await?;
                }
            }
        }
    }
}
