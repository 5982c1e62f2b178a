//! Kills the server during play, as a power cut would, and starts it again. All acknowledged moves
//! must be there, and the server must send each pending mail, under one id.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

#[path = "process/citus.rs"]
mod citus;
mod process;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ::games::KINDS;
use citus::Citus;
use futures_util::future::join_all;
use process::{Player, Server, begin, program, stop, until};
use reqwest::Method;
use serde_json::{Value, json};

/// Number of games played at the same time.
const GAMES: usize = 16;

/// Number of acknowledged moves after which the test kills the server.
const MOVES: usize = 400;

/// The heads of a game that the server returned, by ply.
type Acknowledged = BTreeMap<u64, String>;

/// Plays a game until the server is gone, the game is over, or `most` moves are played and another
/// player is to move.
async fn play(
    players: [Player; 2],
    id: String,
    most: usize,
    count: Arc<AtomicUsize>,
) -> (String, Acknowledged) {
    let mut acknowledged = Acknowledged::new();
    'game: loop {
        for (seat, player) in players.iter().enumerate() {
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
            let waits = acknowledged.len() >= most && played["to_act"] != json!([seat]);
            if played["status"] == "finished" || waits {
                break 'game;
            }
        }
    }
    (id, acknowledged)
}

/// Kills the server, as a power cut would.
fn kill(mut server: Server) {
    server.process.kill().unwrap();
    server.process.wait().unwrap();
}

/// The ids of the mails in the local mailbox.
fn message_ids(data_dir: &Path) -> Vec<String> {
    let files = std::fs::read_dir(data_dir.join("mailbox")).unwrap();
    files
        .map(|file| file.unwrap().path())
        // The server writes a mail into a temporary file first.
        .filter(|path| path.extension().is_some_and(|it| it == "eml"))
        .filter_map(|path| {
            let mail = std::fs::read_to_string(path).unwrap();
            let line = mail.lines().find(|line| line.starts_with("Message-ID:"))?;
            Some(line.trim_start_matches("Message-ID:").trim().to_owned())
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_server_loses_no_acknowledged_moves_or_pending_mails() {
    let data = tempfile::Builder::new()
        .prefix("turnpike-crash")
        .tempdir_in("/tmp")
        .unwrap();
    let server = Server::start(data.path());
    let ann = Player::sign_in(&server.url, "ann", true).await;
    let ben = Player::sign_in(&server.url, "ben", true).await;
    // Else the server would play forced moves itself, and send no mails about them.
    for player in [&ann, &ben] {
        let own = json!({"play_forced_moves": false});
        player.call(Method::PATCH, "/v1/me", &own).await.unwrap();
    }
    let count = Arc::new(AtomicUsize::new(0));
    let mut games = Vec::new();
    for number in 0..GAMES {
        let body = json!({"kind": "thats-life", "seats": 2});
        let game = ann.post("/v1/games", &body).await.unwrap();
        let id = game["id"].as_str().unwrap().to_owned();
        ben.post(&format!("/v1/games/{id}/seats"), &json!({}))
            .await
            .unwrap();
        // A game that waits for a player shows that the test looks for its mail.
        let most = if number == 0 { 10 } else { usize::MAX };
        let (players, count) = ([ann.clone(), ben.clone()], Arc::clone(&count));
        games.push(tokio::spawn(play(players, id, most, count)));
    }
    until("play", async || {
        (count.load(Ordering::Relaxed) >= MOVES).then_some(())
    })
    .await;
    kill(server);
    let mut acknowledged = Vec::new();
    for game in games {
        acknowledged.push(game.await.unwrap());
    }

    let server = Server::start(data.path());
    let ann = Player::sign_in(&server.url, "ann", false).await;
    let (mut owed, mut unfinished) = (BTreeSet::new(), None);
    for (id, heads) in &acknowledged {
        let entries = log_with(&ann, id, heads).await;
        // A player whose turn it is after another's move must get a turn mail.
        let game = ann.get(&format!("/v1/games/{id}")).await.unwrap();
        if game["status"] != "finished" {
            unfinished = Some(id.clone());
        }
        if let (Some(last), Some(acting)) = (entries.last(), game["to_act"][0].as_u64())
            && last["seat"] != acting
        {
            let head = &last["hash"].as_str().unwrap()[..8];
            owed.insert(format!("your_turn.{}-{head}.{acting}.{id}", last["n"]));
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

    // Play a game to its end.
    let ben = Player::sign_in(&server.url, "ben", false).await;
    let id = unfinished.expect("some games go on");
    play(
        [ann.clone(), ben],
        id.clone(),
        usize::MAX,
        Arc::new(AtomicUsize::new(0)),
    )
    .await;
    let export = ann.get(&format!("/v1/games/{id}/export")).await.unwrap();
    let record = rules::record::Record::from_json(&export.to_string()).unwrap();
    rules::record::verify(&record, KINDS).unwrap();
    assert!(record.result.is_some());
    server.stop();
}

#[test]
fn server_raises_its_limit_of_open_files() {
    let data = tempfile::Builder::new()
        .prefix("turnpike-files")
        .tempdir_in("/tmp")
        .unwrap();
    let server = Server::start(data.path());
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.process.id())).unwrap();
    let files = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"));
    let files: Vec<&str> = files.unwrap().split_whitespace().collect();
    let hard: u64 = files[1].parse().unwrap();
    assert_eq!(files[0].parse(), Ok(hard.min(65_536)));
    server.stop();
}

#[test]
fn server_stops_cleanly_while_it_starts() {
    let data = tempfile::Builder::new()
        .prefix("turnpike-begun")
        .tempdir_in("/tmp")
        .unwrap();
    let (begun, _) = begin(&mut program(data.path()), "made a new PostgreSQL cluster");
    stop(begun);
    // The next start continues with the new cluster.
    Server::start(data.path()).stop();

    let nowhere = "postgres://turnpike@127.0.0.1:1/turnpike";
    let (waiting, _) = begin(
        program(data.path()).env("DATABASE_URL", nowhere),
        "the database is away: waiting for it",
    );
    stop(waiting);
}

/// Checks that the log of a game has all acknowledged heads. Returns its entries.
async fn log_with(player: &Player, id: &str, heads: &Acknowledged) -> Vec<Value> {
    let log = player.get(&format!("/v1/games/{id}/log")).await.unwrap();
    let entries = log["entries"].as_array().unwrap();
    for (ply, head) in heads {
        let entry = &entries[usize::try_from(*ply).unwrap() - 1];
        let hash = entry["hash"].as_str();
        assert_eq!(hash, Some(head.as_str()), "game {id}, ply {ply}");
    }
    entries.clone()
}

/// Plays games until so many moves are acknowledged. Returns the games.
async fn play_many(
    url: &str,
    count: &Arc<AtomicUsize>,
    moves: usize,
) -> Vec<(String, Acknowledged)> {
    let ann = Player::sign_in(url, "ann", true).await;
    let ben = Player::sign_in(url, "ben", true).await;
    let plays = async || {
        let mut played = Vec::new();
        while count.load(Ordering::Relaxed) < moves {
            let body = json!({"kind": "thats-life", "seats": 2});
            let game = ann.post("/v1/games", &body).await.unwrap();
            let id = game["id"].as_str().unwrap().to_owned();
            let path = format!("/v1/games/{id}/seats");
            ben.post(&path, &json!({})).await.unwrap();
            let players = [ann.clone(), ben.clone()];
            played.push(play(players, id, usize::MAX, Arc::clone(count)).await);
        }
        played
    };
    join_all((0..GAMES).map(|_| plays())).await.concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_citus_worker_loses_no_acknowledged_moves() {
    let Some(mut citus) = Citus::start().await else {
        return;
    };
    let moves = std::env::var("TURNPIKE_MOVES").map_or(MOVES, |moves| moves.parse().unwrap());
    let data = tempfile::Builder::new()
        .prefix("turnpike-crash")
        .tempdir_in("/tmp")
        .unwrap();
    let (process, line) = begin(&mut citus.program(data.path()), "listening");
    let url = format!("http://{}", line["address"].as_str().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let (played, ()) = tokio::join!(play_many(&url, &count, moves), async {
        for (strike, worker) in [1, 2, 1, 2].into_iter().enumerate() {
            let at = moves * (strike + 1) / 5;
            let is_due = async || (count.load(Ordering::Relaxed) >= at).then_some(());
            until("play", is_due).await;
            citus.kill(worker);
            citus.comes_back(worker).await;
        }
    });
    let ann = Player::sign_in(&url, "ann", false).await;
    let mut found = 0;
    for (id, heads) in &played {
        let entries = log_with(&ann, id, heads).await;
        assert_eq!(entries.len(), heads.len(), "game {id}");
        let export = ann.get(&format!("/v1/games/{id}/export")).await.unwrap();
        let record = rules::record::Record::from_json(&export.to_string()).unwrap();
        rules::record::verify(&record, KINDS).unwrap();
        found += heads.len();
    }
    println!("{found} moves in {} games", played.len());
    stop(process);
}
