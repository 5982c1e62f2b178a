//! A TCP proxy that simulates network faults: it silently stops forwarding, accepts connections and
//! never answers, or closes them.

use std::path::PathBuf;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_postgres::config::Host;

/// The behaviour of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Forwards.
    Forward,
    /// Takes everything and answers nothing. A connection that was ever treated so stays dead.
    Swallow,
    /// Closes new connections.
    HangUp,
}

/// A proxy before the database of a test, or before nothing. It stops when it is dropped.
pub struct Proxy {
    pub port: u16,
    mood: watch::Sender<Mood>,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    /// A proxy before the server of this database.
    pub async fn before(database: &str, mood: Mood) -> Proxy {
        let config: tokio_postgres::Config = database.parse().unwrap();
        let Host::Unix(folder) = &config.get_hosts()[0] else {
            panic!("the databases of tests are reached by a socket");
        };
        Proxy::start(folder.join(".s.PGSQL.5432"), mood).await
    }

    /// Accepts connections and never sends anything.
    pub async fn silent() -> Proxy {
        Proxy::start(PathBuf::new(), Mood::Swallow).await
    }

    async fn start(socket: PathBuf, mood: Mood) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (mood, moods) = watch::channel(mood);
        let task = tokio::spawn(async move {
            let mut calls = tokio::task::JoinSet::new();
            loop {
                let (caller, _) = listener.accept().await.unwrap();
                calls.spawn(forward(caller, socket.clone(), moods.clone()));
            }
        });
        Proxy { port, mood, task }
    }

    /// Behaves like this from now on.
    pub fn turns(&self, mood: Mood) {
        self.mood.send_replace(mood);
    }

    /// The URL of this database by way of the proxy.
    pub fn url(&self, database: &str) -> String {
        let name = database.split(['/', '?']).nth(3).unwrap();
        format!("postgresql://turnpike@127.0.0.1:{}/{name}", self.port)
    }
}

async fn forward(mut caller: TcpStream, socket: PathBuf, mut moods: watch::Receiver<Mood>) {
    let mood = *moods.borrow();
    match mood {
        Mood::HangUp => return,
        Mood::Swallow => {}
        Mood::Forward => {
            let mut server = UnixStream::connect(socket).await.unwrap();
            tokio::select! {
                _ = copy_bidirectional(&mut caller, &mut server) => return,
                _ = moods.wait_for(|mood| *mood != Mood::Forward) => {}
            }
        }
    }
    // Both ends stay open, and nothing goes through.
    std::future::pending::<()>().await;
}
