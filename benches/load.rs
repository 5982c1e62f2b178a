//! The load generator: many games played at once over HTTP against a release build.
//!
//! `cargo bench --bench load -- [GAMES] [SECONDS]` starts the server on a private database, plays
//! that many games of That's Life! at once by legal moves, and says how many durable moves a
//! second were answered, how long an answer took, and how that compares with requests that touch
//! no game, in the same run: the ratio is what can be compared between machines.
#![expect(clippy::unwrap_used, reason = "a benchmark stops when something fails")]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

/// How many people play.
const PLAYERS: usize = 32;

#[tokio::main]
async fn main() {
    let numbers: Vec<u64> = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .collect();
    let games = numbers.first().copied().unwrap_or(64);
    let time = Duration::from_secs(numbers.get(1).copied().unwrap_or(10));
    let _ = rustls::crypto::ring::default_provider().install_default();
    let data = tempfile::tempdir_in("/tmp").unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_turnpike"))
        .args(["--listen", "127.0.0.1:0"])
        // Everybody plays from one address, as fast as they can.
        .args([
            "--reads",
            "0",
            "--connections-per-client",
            "0",
            "--data-dir",
        ])
        .arg(data.path())
        .env_remove("DATABASE_URL")
        .env_remove("SMTP_URL")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
    let url = loop {
        let line: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        if line["message"] == "listening" {
            break format!("http://{}", line["address"].as_str().unwrap());
        }
    };
    std::thread::spawn(move || lines.for_each(drop));

    let mut players = Vec::new();
    for i in 0..PLAYERS {
        players.push(sign_up(&url, &format!("player-{i}")).await);
    }
    let plain = measure(games, time / 4, |_| {
        let (client, url) = (players[0].0.clone(), format!("{url}/health/live"));
        async move |seen: &mut Vec<Duration>| {
            let began = Instant::now();
            client
                .get(&url)
                .send()
                .await
                .unwrap()
                .bytes()
                .await
                .unwrap();
            seen.push(began.elapsed());
            true
        }
    })
    .await;
    let moves = measure(games, time, |i| {
        let one = players[i % PLAYERS].clone();
        let other = players[(i + 1) % PLAYERS].clone();
        let (url, mut table) = (url.clone(), None);
        async move |seen: &mut Vec<Duration>| {
            if table.is_none() {
                table = Some(Table::open(&url, [&one, &other]).await);
            }
            if let Some(open) = &mut table
                && open.play(seen).await
            {
                table = None;
            }
            true
        }
    })
    .await;
    println!("{games} games at once");
    println!("  without a game  {plain}");
    println!("  durable moves   {moves}");
    println!("  ratio           {:.2}", moves.rate / plain.rate);
    let pid = server.id().to_string();
    Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    server.wait().unwrap();
}

/// What was measured.
struct Measured {
    rate: f64,
    median: Duration,
    slowest_percent: Duration,
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:>8.0} a second, median {:.1?}, 99 % within {:.1?}",
            self.rate, self.median, self.slowest_percent
        )
    }
}

/// Runs as many loops as asked for at once, each until the time is up.
async fn measure<W, F>(loops: u64, time: Duration, make: W) -> Measured
where
    W: Fn(usize) -> F,
    F: for<'a> AsyncFnMut(&'a mut Vec<Duration>) -> bool + 'static,
{
    let over = Arc::new(AtomicBool::new(false));
    let local = tokio::task::LocalSet::new();
    let began = Instant::now();
    let tasks: Vec<_> = (0..usize::try_from(loops).unwrap())
        .map(|i| {
            let (mut work, over) = (make(i), Arc::clone(&over));
            local.spawn_local(async move {
                let mut seen = Vec::new();
                while !over.load(Ordering::Relaxed) && work(&mut seen).await {}
                seen
            })
        })
        .collect();
    let mut seen: Vec<Duration> = Vec::new();
    local
        .run_until(async {
            tokio::time::sleep(time).await;
            over.store(true, Ordering::Relaxed);
            for task in tasks {
                seen.extend(task.await.unwrap());
            }
        })
        .await;
    let rate = seen.len() as f64 / began.elapsed().as_secs_f64();
    seen.sort();
    let at = |part: f64| seen[((seen.len() - 1) as f64 * part) as usize];
    Measured {
        rate,
        median: at(0.5),
        slowest_percent: at(0.99),
    }
}

type Player = (Client, String);

async fn sign_up(url: &str, name: &str) -> Player {
    let client = Client::new();
    let body = json!({"name": name, "email": format!("{name}@example.org"), "password": "correct horse battery"});
    let answer = client
        .post(format!("{url}/v1/players"))
        .json(&body)
        .send()
        .await
        .unwrap();
    assert!(answer.status().is_success());
    let body = json!({"name": name, "password": "correct horse battery"});
    let answer = client
        .post(format!("{url}/v1/sessions"))
        .json(&body)
        .send()
        .await
        .unwrap();
    let session: Value = answer.json().await.unwrap();
    (client, session["access_token"].as_str().unwrap().to_owned())
}

async fn post(player: &Player, url: &str, body: &Value) -> Value {
    let request = player.0.post(url).bearer_auth(&player.1).json(body);
    let answer = request.send().await.unwrap();
    let status = answer.status();
    let body = answer.json().await.unwrap();
    assert!(status.is_success(), "{status} {body}");
    body
}

/// A game of two that knows from the answers who plays next, and what.
struct Table {
    players: [Player; 2],
    moves: String,
    seqs: [u64; 2],
    acting: usize,
    next: Value,
}

impl Table {
    async fn open(url: &str, players: [&Player; 2]) -> Table {
        let body = json!({"kind": "thats-life", "seats": 2});
        let game = post(players[0], &format!("{url}/v1/games"), &body).await;
        let game = format!("{url}/v1/games/{}", game["id"].as_str().unwrap());
        post(players[1], &format!("{game}/seats"), &json!({})).await;
        Table {
            players: players.map(Player::clone),
            moves: format!("{game}/moves"),
            seqs: [1, 1],
            acting: 0,
            next: json!({"type": "roll"}),
        }
    }

    /// Plays one move; true when the game is over.
    async fn play(&mut self, seen: &mut Vec<Duration>) -> bool {
        let body = json!({"seq": self.seqs[self.acting], "moves": [self.next]});
        let began = Instant::now();
        let played = post(&self.players[self.acting], &self.moves, &body).await;
        seen.push(began.elapsed());
        self.seqs[self.acting] = played["seq"].as_u64().unwrap();
        if let Some(mv) = played["legal"]["moves"].get(0) {
            self.next = mv.clone();
        } else if let Some(acting) = played["to_act"][0].as_u64() {
            self.acting = usize::try_from(acting).unwrap();
            self.next = json!({"type": "roll"});
        }
        played["status"] == "finished"
    }
}
