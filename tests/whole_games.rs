//! Plays whole games of every kind against bots, over the API of a server with default settings:
//! with every number of seats and every value of every option. Exports and verifies each game.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

#[path = "process/citus.rs"]
mod citus;
mod process;

use ::games::KINDS;
use citus::Citus;
use futures_util::stream::{self, StreamExt};
use process::{Player, Server, begin, stop, until};
use reqwest::Method;
use rules::record::{Record, verify};
use rules::{Dice, GameSeed};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Number of games played at the same time.
const AT_ONCE: usize = 8;

/// A game to play.
struct Table {
    kind: &'static str,
    seats: u8,
    options: Value,
    bot: &'static str,
}

/// Returns a game for every number of seats with default options, and a game for every other value
/// of every option. The latter take the numbers of seats in turn; with `TURNPIKE_GAMES=all` each
/// value is played with every number of seats.
fn tables() -> Vec<Table> {
    let all = std::env::var("TURNPIKE_GAMES").is_ok_and(|games| games == "all");
    let mut bots = ["greedy", "random"].into_iter().cycle();
    let mut tables = Vec::new();
    for kind in KINDS.current() {
        let info = kind.info();
        let default = kind.options(&json!({})).unwrap();
        let values = trials::options::option_values(kind).into_iter();
        let others = values
            .flat_map(|(name, values)| values.into_iter().map(move |value| (name.clone(), value)))
            .filter(|(name, value)| *value != default[name])
            .map(|(name, value)| json!({ name: value }));
        let seats: Vec<u8> = info.seats.collect();
        let mut played: Vec<(u8, Value)> = seats.iter().map(|seats| (*seats, json!({}))).collect();
        for (i, options) in others.enumerate() {
            let at = match all {
                true => &seats[..],
                false => &seats[i % seats.len()..][..1],
            };
            played.extend(at.iter().map(|seats| (*seats, options.clone())));
        }
        tables.extend(played.into_iter().map(|(seats, options)| Table {
            kind: info.id,
            seats,
            options,
            bot: bots.next().unwrap(),
        }));
    }
    tables
}

/// Finds a legal move as a client without rules does: in the list, or word by word.
async fn some_move(ann: &Player, path: &str, dice: &mut Dice) -> Option<(Value, Value)> {
    let legal = ann.get(&format!("{path}/legal")).await.unwrap();
    let moves = legal["moves"].as_array().unwrap();
    if legal["complete"] == true {
        let at = dice.below(moves.len().max(1) as u32) as usize;
        return Some((legal["seq"].clone(), moves.get(at)?.clone()));
    }
    let mut words = String::new();
    loop {
        let query = words.replace(' ', "%20").replace('>', "%3E");
        let path = format!("{path}/legal/completions?text={query}");
        let branch = ann.get(&path).await.unwrap();
        let next = branch["next"].as_array().unwrap();
        let ends = usize::from(!branch["move"].is_null());
        let at = dice.below((next.len() + ends).max(1) as u32) as usize;
        match next.get(at) {
            Some(word) => {
                words = format!("{words} {}", word.as_str().unwrap())
                    .trim()
                    .to_owned()
            }
            None if ends == 1 => return Some((legal["seq"].clone(), branch["move"].clone())),
            None => return None,
        }
    }
}

async fn plays(ann: Player, table: Table) {
    let what = format!(
        "{} with {} seats and {}",
        table.kind, table.seats, table.options
    );
    let guests = vec![json!({"bot": table.bot}); usize::from(table.seats) - 1];
    let new = json!({"kind": table.kind, "seats": table.seats, "options": table.options,
        "invite": guests, "entropy": what.chars().take(40).collect::<String>()});
    let game = ann.post("/v1/games", &new).await.unwrap();
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let mut dice = Dice::new(GameSeed([table.seats; 32]), 0);
    let mut now = game;
    while now["status"] != "finished" {
        if now["to_act"].as_array().unwrap().contains(&json!(0)) {
            let (seq, mv) = some_move(&ann, &path, &mut dice).await.expect(&what);
            let body = json!({"seq": seq, "moves": [mv]});
            now = ann.post(&format!("{path}/moves"), &body).await.unwrap();
        } else {
            now = until(&what, async || {
                let game = ann.get(&path).await.unwrap();
                let mine = game["to_act"].as_array().unwrap().contains(&json!(0));
                (mine || game["status"] == "finished").then_some(game)
            })
            .await;
        }
    }
    let export = ann.get(&format!("{path}/export")).await.unwrap();
    let record = Record::from_json(&export.to_string()).unwrap();
    let verified = verify(&record, KINDS).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    assert!(verified.result.is_some(), "{what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_game_is_played_to_its_end() {
    let data = folder();
    let server = Server::start(data.path());
    let tables = tables();
    println!("{} games", tables.len());
    play_all(&server.url, tables).await;
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_game_is_played_to_its_end_on_citus() {
    let Some(citus) = Citus::start().await else {
        return;
    };
    let data = folder();
    let (process, line) = begin(&mut citus.program(data.path()), "listening");
    let mut tables = tables();
    tables.dedup_by_key(|table| table.kind);
    let url = format!("http://{}", line["address"].as_str().unwrap());
    play_all(&url, tables).await;
    stop(process);
}

fn folder() -> TempDir {
    let mut folder = tempfile::Builder::new();
    folder.prefix("turnpike-games");
    folder.tempdir_in("/tmp").unwrap()
}

async fn play_all(url: &str, tables: Vec<Table>) {
    let ann = Player::sign_in(url, "ann", true).await;
    // No turn mails: drawing their pictures would take most of the time. `api` covers play by mail.
    let none = json!({"turns": "off", "news": "off"});
    ann.call(Method::PUT, "/v1/me/mail-settings", &none)
        .await
        .unwrap();
    stream::iter(tables)
        .for_each_concurrent(AT_ONCE, async |table| plays(ann.clone(), table).await)
        .await;
}
