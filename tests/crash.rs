//! The server is killed in the middle of play, as a power cut would do it, and started again:
//! what was acknowledged is there, and every mail that was owed is sent, under one id.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

/// How many games are played at once.
const GAMES: usize = 16;

/// After how many acknowledged moves the server is killed.
const MOVES: usize = 400;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(data_dir: &Path) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_turnpike"))
            .args(["--listen", "127.0.0.1:0", "--data-dir"])
            .arg(data_dir)
            .env_remove("DATABASE_URL")
            .env_remove("SMTP_URL")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("the server started").unwrap();
            let Ok(line) = serde_json::from_str::<Value>(&line) else {
                panic!("the server said: {line}");
            };
            if line["message"] == "listening" {
                break line["address"].as_str().unwrap().to_owned();
            }
        };
        // Whoever writes to a pipe that nobody reads is stopped.
        std::thread::spawn(move || lines.for_each(drop));
        Server {
            process,
            url: format!("http://{address}"),
        }
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks it to stop and waits until it has.
    fn stop(mut self) {
        let pid = self.process.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &pid])
                .status()
                .unwrap()
                .success()
        );
        let status = self.process.wait().unwrap();
        assert!(status.success(), "the server stopped with {status}");
    }
}

#[derive(Clone)]
struct Player {
    client: Client,
    url: String,
    token: String,
}

impl Player {
    async fn sign_in(url: &str, name: &str, is_new: bool) -> Player {
        // Fails when another test was first, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::new();
        let body = json!({"name": name, "email": format!("{name}@example.org"), "password": "correct horse"});
        if is_new {
            let answer = client
                .post(format!("{url}/v1/players"))
                .json(&body)
                .send()
                .await;
            assert!(answer.unwrap().status().is_success());
        }
        let body = json!({"name": name, "password": "correct horse"});
        let answer = client
            .post(format!("{url}/v1/sessions"))
            .json(&body)
            .send()
            .await;
        let session: Value = answer.unwrap().json().await.unwrap();
        Player {
            client,
            url: url.to_owned(),
            token: session["access_token"].as_str().unwrap().to_owned(),
        }
    }

    async fn get(&self, path: &str) -> Option<Value> {
        let request = self.client.get(format!("{}{path}", self.url));
        answer(request.bearer_auth(&self.token)).await
    }

    async fn post(&self, path: &str, body: &Value) -> Option<Value> {
        let request = self.client.post(format!("{}{path}", self.url)).json(body);
        answer(request.bearer_auth(&self.token)).await
    }
}

/// The body of a success; `None` when the server is gone.
async fn answer(request: reqwest::RequestBuilder) -> Option<Value> {
    let answer = request.send().await.ok()?;
    let status = answer.status();
    let body: Value = answer.json().await.ok()?;
    assert!(status.is_success(), "{status} {body}");
    Some(body)
}

/// What the server said of a game's head, by ply.
type Acknowledged = BTreeMap<u64, String>;

/// Plays a game until the server is gone or the game is over.
async fn play(players: [Player; 2], id: String, count: Arc<AtomicUsize>) -> (String, Acknowledged) {
    let mut acknowledged = Acknowledged::new();
    'game: loop {
        for player in &players {
            let Some(legal) = player.get(&format!("/v1/games/{id}/legal")).await else {
                break 'game;
            };
            let Some(mv) = legal["moves"].as_array().and_then(|moves| moves.last()) else {
                continue;
            };
            let body = json!({"seq": legal["seq"], "moves": [mv]});
            let Some(played) = player.post(&format!("/v1/games/{id}/moves"), &body).await else {
                break 'game;
            };
            let head = played["head"].as_str().unwrap().to_owned();
            acknowledged.insert(played["ply"].as_u64().unwrap(), head);
            count.fetch_add(1, Ordering::Relaxed);
            if played["status"] == "finished" {
                break 'game;
            }
        }
    }
    (id, acknowledged)
}

async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(began.elapsed() < PATIENCE, "{what} did not come about");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The ids of the mails in the local mailbox.
fn message_ids(data_dir: &Path) -> Vec<String> {
    let files = std::fs::read_dir(data_dir.join("mailbox")).unwrap();
    files
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap_or_default())
        .filter_map(|mail| {
            let line = mail.lines().find(|line| line.starts_with("Message-ID:"))?;
            Some(line.trim_start_matches("Message-ID:").trim().to_owned())
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let data = tempfile::Builder::new()
        .prefix("turnpike-crash")
        .tempdir_in("/tmp")
        .unwrap();
    let server = Server::start(data.path());
    let ann = Player::sign_in(&server.url, "ann", true).await;
    let ben = Player::sign_in(&server.url, "ben", true).await;
    let count = Arc::new(AtomicUsize::new(0));
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let body = json!({"kind": "thats-life", "seats": 2});
        let game = ann.post("/v1/games", &body).await.unwrap();
        let id = game["id"].as_str().unwrap().to_owned();
        ben.post(&format!("/v1/games/{id}/seats"), &json!({}))
            .await
            .unwrap();
        let (players, count) = ([ann.clone(), ben.clone()], Arc::clone(&count));
        games.push(tokio::spawn(play(players, id, count)));
    }
    until("play", async || {
        (count.load(Ordering::Relaxed) >= MOVES).then_some(())
    })
    .await;
    server.kill();
    let mut acknowledged = Vec::new();
    for game in games {
        acknowledged.push(game.await.unwrap());
    }

    let server = Server::start(data.path());
    let ann = Player::sign_in(&server.url, "ann", false).await;
    let mut owed = BTreeSet::new();
    for (id, heads) in &acknowledged {
        let log = ann.get(&format!("/v1/games/{id}/log")).await.unwrap();
        let entries = log["entries"].as_array().unwrap();
        for (ply, head) in heads {
            let entry = &entries[usize::try_from(*ply).unwrap() - 1];
            assert_eq!(
                entry["hash"].as_str(),
                Some(head.as_str()),
                "game {id}, ply {ply}"
            );
        }
        // Who is to act after somebody else's move has a mail that says so.
        let game = ann.get(&format!("/v1/games/{id}")).await.unwrap();
        if let (Some(last), Some(acting)) = (entries.last(), game["to_act"][0].as_u64())
            && last["seat"] != acting
        {
            owed.insert(format!("your_turn.{}.{acting}.{id}", last["n"]));
        }
    }
    assert!(!owed.is_empty(), "some games wait for a player");
    let sent = until("mail", async || {
        let sent = message_ids(data.path());
        let told = |key: &String| sent.iter().any(|id| id.contains(key.as_str()));
        owed.iter().all(told).then_some(sent)
    })
    .await;
    let distinct: BTreeSet<&String> = sent.iter().collect();
    assert_eq!(sent.len(), distinct.len(), "a mail lies there twice");

    // The games go on, to the end.
    let ben = Player::sign_in(&server.url, "ben", false).await;
    let (id, _) = acknowledged.swap_remove(0);
    play(
        [ann.clone(), ben],
        id.clone(),
        Arc::new(AtomicUsize::new(0)),
    )
    .await;
    let export = ann.get(&format!("/v1/games/{id}/export")).await.unwrap();
    let record = rules::record::Record::from_json(&export.to_string()).unwrap();
    rules::record::verify(&record).unwrap();
    assert!(record.result.is_some());
    server.stop();
}
