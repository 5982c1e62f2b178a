//! The table: every fault under load, and what came of what was acknowledged meanwhile.
//!
//! A fault is a row of [`FAULTS`]. To add one, write a function that strikes once, and leaves the
//! world as it was or better. The short form strikes once each; `TURNPIKE_FAULTS=full` ten times,
//! for docs/RELIABILITY.md:
//!
//!     TURNPIKE_FAULTS=full cargo test --test faults table -- --nocapture

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::rc::Rc;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use futures_util::future::join_all;
use serde_json::{Value, json};
use turnpike::service::audit;
use turnpike::store::schema::{entries, outbox, snapshots};

use crate::helpers::*;
use crate::postgres::{Postgres, lines, until};
use crate::table::*;

/// How many games are played at once.
const GAMES: usize = 4;

/// A database, perhaps with a standby, and two nodes on it.
struct World {
    primary: Postgres,
    standby: Option<Postgres>,
    nodes: Rc<[Server; 2]>,
    games: Vec<String>,
}

type Strike = for<'a> fn(&'a mut World) -> Pin<Box<dyn Future<Output = ()> + 'a>>;

/// A fault, whether there is a synchronous standby, and how it strikes.
struct Fault {
    name: &'static str,
    standby: bool,
    strike: Strike,
}

const FAULTS: [Fault; 7] = [
    Fault {
        name: "every session of the servers is terminated",
        standby: false,
        strike: |world| Box::pin(sessions_end(world)),
    },
    Fault {
        name: "PostgreSQL crashes",
        standby: false,
        strike: |world| Box::pin(crashes(world)),
    },
    Fault {
        name: "the rows of a game are locked",
        standby: false,
        strike: |world| Box::pin(locks(world)),
    },
    Fault {
        name: "a bit of every snapshot flips",
        standby: false,
        strike: |world| Box::pin(flips(world)),
    },
    Fault {
        name: "the wait for the synchronous standby is broken off",
        standby: true,
        strike: |world| Box::pin(breaks_off(world)),
    },
    Fault {
        name: "the primary crashes while its standby is away",
        standby: true,
        strike: |world| Box::pin(crashes_alone(world)),
    },
    Fault {
        name: "the primary is lost, the synchronous standby takes over",
        standby: true,
        strike: |world| Box::pin(fails_over(world)),
    },
];

async fn sessions_end(world: &mut World) {
    let mut conn = world.primary.superuser("postgres").await;
    conn.batch_execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'turnpike'",
    )
    .await
    .unwrap();
}

async fn crashes(world: &mut World) {
    world.primary.crash();
    world.primary.start().await;
}

async fn locks(world: &mut World) {
    let mut holder = world.primary.superuser("turnpike").await;
    let game = &world.games[0];
    let lock = format!(
        "BEGIN; SELECT 1 FROM games WHERE id = '{game}' FOR UPDATE;
         SELECT 1 FROM seats WHERE game_id = '{game}' FOR UPDATE"
    );
    holder.batch_execute(&lock).await.unwrap();
    // The others play on meanwhile.
    let mut conn = world.primary.superuser("turnpike").await;
    let query = format!("SELECT sum(ply)::text AS line FROM games WHERE id <> '{game}'");
    let before: i64 = lines(&mut conn, &query).await[0].parse().unwrap();
    until("moves of others", async || {
        let now: i64 = lines(&mut conn, &query).await[0].parse().unwrap();
        (now > before + 10).then_some(())
    })
    .await;
    holder.batch_execute("COMMIT").await.unwrap();
}

async fn flips(world: &mut World) {
    let mut conn = world.primary.superuser("turnpike").await;
    let all = until("snapshots", async || {
        let all: Vec<(String, i64, Vec<u8>)> = snapshots::table
            .select((snapshots::game_id, snapshots::n, snapshots::state))
            .load(&mut conn)
            .await
            .unwrap();
        (all.len() >= GAMES).then_some(all)
    })
    .await;
    for (game, n, mut state) in all {
        let middle = state.len() / 2;
        state[middle] ^= 1;
        diesel::update(snapshots::table.find((game, n)))
            .set(snapshots::state.eq(state))
            .execute(&mut conn)
            .await
            .unwrap();
    }
    for node in world.nodes.iter() {
        for game in &world.games {
            node.app.tables.forget(game);
        }
    }
}

/// Waits until somebody waits for the standby.
async fn somebody_waits(primary: &Postgres) -> String {
    until("a wait for the standby", async || {
        let mut conn = primary.superuser("postgres").await;
        let query = "SELECT pid::text AS line FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        lines(&mut conn, query).await.pop()
    })
    .await
}

async fn breaks_off(world: &mut World) {
    world.standby.as_mut().unwrap().stop();
    for how in ["pg_cancel_backend", "pg_terminate_backend"] {
        let pid = somebody_waits(&world.primary).await;
        let mut conn = world.primary.superuser("postgres").await;
        conn.batch_execute(&format!("SELECT {how}({pid})"))
            .await
            .unwrap();
    }
    world.standby.as_mut().unwrap().start().await;
}

async fn crashes_alone(world: &mut World) {
    world.standby.as_mut().unwrap().stop();
    somebody_waits(&world.primary).await;
    crashes(world).await;
    somebody_waits(&world.primary).await;
    world.standby.as_mut().unwrap().start().await;
}

async fn fails_over(world: &mut World) {
    world.primary.crash();
    let standby = world.standby.take().unwrap();
    standby.promote().await;
    // The next failover is that of a new pair.
    world.standby = Some(standby.standby());
    world.primary = standby;
    world.standby.as_mut().unwrap().start().await;
    world.primary.waits_for_standby(true).await;
}

/// What the players were told, and what they have asked.
#[derive(Default)]
struct Ledger {
    /// The head after each ply, by game.
    acknowledged: BTreeMap<(String, i64), String>,
    /// The entries that were asked for: game, seat, seq.
    asked: BTreeSet<(String, i16, i32)>,
    /// The notices that follow from what was acknowledged: game and key.
    owed: BTreeSet<(String, String)>,
}

/// A row of the table.
struct Row {
    acknowledged: usize,
    lost: usize,
    doubled: usize,
    owed: usize,
    owed_lost: usize,
    broken: usize,
    recovery: Duration,
}

/// Sends what a client sends, until it has an answer; `None` for what is tried again.
async fn asks(request: reqwest::RequestBuilder) -> Option<Value> {
    let answer = request.send().await.ok()?;
    let status = answer.status();
    let body: Value = answer.json().await.ok()?;
    match status.as_u16() {
        200 => Some(body),
        409 | 503 => None,
        _ => panic!("{status} {body}"),
    }
}

/// Plays a game through both nodes by turns until it is over or is stopped.
async fn plays(
    players: &[&Player<'_>],
    nodes: &[Server; 2],
    game: &str,
    ledger: &RefCell<Ledger>,
    stop: &Cell<bool>,
) {
    let round = Cell::new(0);
    let request = |player: &Player<'_>, method, path: &str| {
        round.set(round.get() + 1);
        let path = format!("/v1/games/{game}{path}");
        let node: &Server = &nodes[round.get() % 2];
        node.request(method, &path).bearer_auth(&player.token)
    };
    let mut turn = 0;
    while !stop.get() {
        turn += 1;
        let seat = turn % 2;
        let player = players[seat];
        let Some(legal) = asks(request(player, reqwest::Method::GET, "/legal")).await else {
            continue;
        };
        let Some(mv) = legal["moves"].as_array().and_then(|moves| moves.last()) else {
            continue;
        };
        let body = json!({"seq": legal["seq"], "moves": [mv]});
        let seq = i32::try_from(legal["seq"].as_i64().unwrap()).unwrap();
        ledger
            .borrow_mut()
            .asked
            .insert((game.to_owned(), seat as i16, seq));
        // A phone that retries, at most until the other node knows better.
        for _ in 0..400 {
            let send = request(player, reqwest::Method::POST, "/moves").json(&body);
            if let Some(played) = asks(send).await {
                let ply = played["ply"].as_i64().unwrap();
                let mut ledger = ledger.borrow_mut();
                let head = played["head"].as_str().unwrap().to_owned();
                ledger.acknowledged.insert((game.to_owned(), ply), head);
                if let Some(next) = played["to_act"][0].as_u64().filter(|it| *it != seat as u64) {
                    let key = format!("your_turn/{ply}/{next}");
                    ledger.owed.insert((game.to_owned(), key));
                }
                if played["status"] == "finished" {
                    return;
                }
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Strikes so many times under load, and counts.
async fn suffers(fault: &Fault, times: usize) -> Row {
    let primary = Postgres::new().await;
    let mut standby = None;
    let mut url = primary.url();
    if fault.standby {
        let mut second = primary.standby();
        second.start().await;
        primary.waits_for_standby(true).await;
        url = primary.url_with(&second);
        standby = Some(second);
    }
    let nodes = Rc::new([server_on(url.clone()).await, server_on(url).await]);
    let [ann, ben] = nodes[0].two_players().await;
    let mut games = Vec::new();
    // Some come to an end.
    for _ in 0..GAMES * times {
        games.push(a_game_of("thats-life", json!({}), &[&ann, &ben]).await);
    }
    let mut world = World {
        primary,
        standby,
        nodes: Rc::clone(&nodes),
        games: games.clone(),
    };
    let (ledger, stop) = (RefCell::new(Ledger::default()), Cell::new(false));
    let players = [&ann, &ben];
    let load = join_all((0..GAMES).map(async |first| {
        for game in games.iter().skip(first).step_by(GAMES) {
            plays(&players, &nodes, game, &ledger, &stop).await;
        }
    }));
    let mut recovery = Duration::ZERO;
    let strikes = async {
        for _ in 0..times {
            moves(&ledger, 30).await;
            (fault.strike)(&mut world).await;
            let over = Instant::now();
            moves(&ledger, 1).await;
            recovery = recovery.max(over.elapsed());
        }
        moves(&ledger, 30).await;
        stop.set(true);
    };
    tokio::join!(load, strikes);
    counts(&world, &ledger.into_inner(), recovery).await
}

/// Waits until so many more moves were acknowledged.
async fn moves(ledger: &RefCell<Ledger>, more: usize) {
    let before = ledger.borrow().acknowledged.len();
    until("moves", async || {
        (ledger.borrow().acknowledged.len() >= before + more).then_some(())
    })
    .await;
}

async fn counts(world: &World, ledger: &Ledger, recovery: Duration) -> Row {
    let mut conn = world.primary.superuser("turnpike").await;
    let log: Vec<(String, i64, i16, i32, Vec<u8>)> = entries::table
        .select((
            entries::game_id,
            entries::n,
            entries::seat,
            entries::seq,
            entries::hash,
        ))
        .load(&mut conn)
        .await
        .unwrap();
    let heads: BTreeMap<(String, i64), String> = log
        .iter()
        .map(|(game, n, _, _, hash)| ((game.clone(), *n), hex::encode(hash)))
        .collect();
    let told: BTreeSet<(String, String)> = outbox::table
        .select((outbox::game_id, outbox::key))
        .load::<(String, String)>(&mut conn)
        .await
        .unwrap()
        .into_iter()
        .collect();
    let asked = |(game, _, seat, seq, _): &&(String, i64, i16, i32, Vec<u8>)| {
        !ledger.asked.contains(&(game.clone(), *seat, *seq))
    };
    let is_lost = |(place, head): &(&(String, i64), &String)| heads.get(*place) != Some(*head);
    Row {
        acknowledged: ledger.acknowledged.len(),
        lost: ledger.acknowledged.iter().filter(is_lost).count(),
        doubled: log.iter().filter(asked).count(),
        owed: ledger.owed.len(),
        owed_lost: ledger.owed.difference(&told).count(),
        broken: audit::database(&world.primary.url())
            .await
            .unwrap()
            .faults
            .iter()
            .filter(|fault| !fault.contains(": snapshot "))
            .count(),
        recovery,
    }
}

#[tokio::test]
async fn table_of_faults() {
    let full = std::env::var("TURNPIKE_FAULTS").is_ok_and(|it| it == "full");
    let times = if full { 10 } else { 1 };
    println!(
        "| fault | times | acknowledged | lost | doubled | notices owed | lost | broken histories | longest recovery |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for fault in &FAULTS {
        let row = suffers(fault, times).await;
        println!(
            "| {} | {times} | {} | {} | {} | {} | {} | {} | {:.1} s |",
            fault.name,
            row.acknowledged,
            row.lost,
            row.doubled,
            row.owed,
            row.owed_lost,
            row.broken,
            row.recovery.as_secs_f64()
        );
        assert_eq!(
            (row.lost, row.doubled, row.owed_lost, row.broken),
            (0, 0, 0, 0),
            "{}",
            fault.name
        );
        assert!(row.owed > 0, "{}: nobody was to be told", fault.name);
    }
}
