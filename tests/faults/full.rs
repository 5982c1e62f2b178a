//! A table of all faults under load: how many acknowledged moves and notices each one loses.
//!
//! Each row of [`FAULTS`] is a fault. To add one, write a function that strikes once, and restores
//! the world afterwards. By default the test strikes once with each fault. With
//! `TURNPIKE_FAULTS=full` it strikes as often as the row says, for docs/RELIABILITY.md:
//!
//!     TURNPIKE_FAULTS=full cargo test --test faults table -- --nocapture
//!
//! `TURNPIKE_FAULT` selects rows by a part of their names.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::pin::Pin;
use std::rc::Rc;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use db::schema::{entries, outbox, snapshots};
use diesel::prelude::*;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use egress::sender::{Sender, Ways};
use futures_util::future::join_all;
use integrations::webhooks::worker;
use letters::mailer;
use play::audit;
use play::clocks::deadlines;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio_util::sync::CancellationToken;
use turnpike::App;

use crate::disk::Disk;
use crate::helpers::*;
use crate::postgres::{Part, Place, Postgres, lines, until};
use crate::proxy::{Mood, Proxy};
use crate::receiver::Receiver;
use crate::stream_client::StreamClient;
use crate::table::*;

/// Number of games played at the same time.
const GAMES: usize = 4;

/// A database, with an optional standby, and two nodes on it.
struct World {
    primary: Postgres,
    standby: Option<Postgres>,
    /// The disk that a fault fills.
    disk: Option<Disk>,
    /// The proxy between the nodes and the database.
    proxy: Option<Proxy>,
    /// The receivers of webhooks and pushes.
    receivers: Option<Receivers>,
    nodes: Rc<[Server; 2]>,
    games: Vec<String>,
    ledger: Rc<RefCell<Ledger>>,
}

impl World {
    /// How often a player got a 503.
    fn refused(&self) -> usize {
        self.ledger.borrow().refused
    }
}

type Strike = for<'a> fn(&'a mut World) -> Pin<Box<dyn Future<Output = ()> + 'a>>;

/// The special environment that a fault needs.
#[derive(Clone, Copy)]
enum Needs {
    Nothing,
    /// A standby that every commit waits for.
    Standby,
    /// A small disk for a part of the database.
    DiskFor(Part),
    /// A small disk for the mailbox.
    DiskForMail,
    /// A proxy in front of the database.
    Proxy,
    /// Guests whose notices go to receivers that never answer, and a webhook that works.
    DeadReceivers,
}

/// A fault, its needs, how often it strikes in the full form, and how.
struct Fault {
    name: &'static str,
    needs: Needs,
    times: usize,
    strike: Strike,
}

const FAULTS: [Fault; 15] = [
    Fault {
        name: "every session of the servers is terminated",
        needs: Needs::Nothing,
        times: 10,
        strike: |world| Box::pin(sessions_end(world)),
    },
    Fault {
        name: "PostgreSQL crashes",
        needs: Needs::Nothing,
        times: 10,
        strike: |world| Box::pin(crashes(world)),
    },
    Fault {
        name: "the rows of a game are locked",
        needs: Needs::Nothing,
        times: 10,
        strike: |world| Box::pin(locks(world)),
    },
    Fault {
        name: "a bit of every snapshot flips",
        needs: Needs::Nothing,
        times: 10,
        strike: |world| Box::pin(flips(world)),
    },
    Fault {
        name: "the wait for the synchronous standby is broken off",
        needs: Needs::Standby,
        times: 10,
        strike: |world| Box::pin(breaks_off(world)),
    },
    Fault {
        name: "the primary crashes while its standby is away",
        needs: Needs::Standby,
        times: 10,
        strike: |world| Box::pin(crashes_alone(world)),
    },
    Fault {
        name: "the primary is lost, the synchronous standby takes over",
        needs: Needs::Standby,
        times: 10,
        strike: |world| Box::pin(fails_over(world)),
    },
    Fault {
        name: "the disk of the database's data is full",
        needs: Needs::DiskFor(Part::Data),
        times: 10,
        strike: |world| Box::pin(data_has_no_room(world)),
    },
    Fault {
        name: "the disk of the database's log (WAL) is full",
        needs: Needs::DiskFor(Part::Wal),
        times: 10,
        strike: |world| Box::pin(wal_has_no_room(world)),
    },
    Fault {
        name: "the mailbox's disk is full",
        needs: Needs::DiskForMail,
        times: 10,
        strike: |world| Box::pin(mail_has_no_room(world)),
    },
    Fault {
        name: "PostgreSQL crashes under requests that have a key",
        needs: Needs::Nothing,
        times: 3,
        strike: |world| Box::pin(crashes_under_keys(world)),
    },
    // Each strike takes half a minute, the longest time limit for a hanging connection.
    Fault {
        name: "all connections to the database hang, under many streams",
        needs: Needs::Proxy,
        times: 3,
        strike: |world| Box::pin(connections_hang(world)),
    },
    Fault {
        name: "two hundred bodies that never end",
        needs: Needs::Nothing,
        times: 10,
        strike: |world| Box::pin(bodies_do_not_end(world)),
    },
    Fault {
        name: "receivers that never answer, and names that never resolve",
        needs: Needs::DeadReceivers,
        times: 10,
        strike: |world| Box::pin(receivers_are_dead(world)),
    },
    Fault {
        name: "the clock of the database jumps ahead and back",
        needs: Needs::Nothing,
        times: 3,
        strike: |world| Box::pin(clock_jumps(world)),
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
    // Meanwhile the other games continue.
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
            node.app.tables.forget(&game.clone().try_into().unwrap());
        }
    }
}

/// Waits until a session waits for the standby, and returns its process id.
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
    // Set up a new pair for the next failover.
    world.standby = Some(standby.standby());
    world.primary = standby;
    world.standby.as_mut().unwrap().start().await;
    world.primary.waits_for_standby(true).await;
}

/// Waits until a player gets a 503.
async fn somebody_is_refused(world: &World) {
    let before = world.refused();
    until("a refusal", async || {
        (world.refused() > before).then_some(())
    })
    .await;
}

async fn data_has_no_room(world: &mut World) {
    let _ballast = world.disk.as_ref().unwrap().fills();
    somebody_is_refused(world).await;
}

async fn wal_has_no_room(world: &mut World) {
    let ballast = world.disk.as_ref().unwrap().fills();
    let before = world.refused();
    // PostgreSQL crashes when the disk has no room for the next segment of its log. Then it
    // restarts and crashes again, or it fails to restart and gives up.
    until("a refusal", async || {
        if let Some(mut conn) = world.primary.try_superuser("postgres").await {
            let fills = "SELECT pg_logical_emit_message(false, 'fills', repeat('x', 1000000))";
            drop(conn.batch_execute(fills).await);
        }
        (world.refused() > before).then_some(())
    })
    .await;
    drop(ballast);
    world.primary.comes_back().await;
}

async fn mail_has_no_room(world: &mut World) {
    let mut conn = world.primary.superuser("turnpike").await;
    let failed = outbox::table.filter(outbox::last_error.like("the mailbox cannot be written%"));
    let mut failures = async || -> i64 { failed.count().get_result(&mut conn).await.unwrap() };
    let before = failures().await;
    let _ballast = world.disk.as_ref().unwrap().fills();
    until("a mail that has no room", async || {
        (failures().await > before).then_some(())
    })
    .await;
}

/// Number of game streams at each node.
const STREAMS: usize = 20;

/// Number of heartbeats of each stream while the database hangs.
const BEATS: usize = 40;

/// The interval of heartbeats, roughly. They must come long before a read of the game times out.
const HEARTBEAT: Duration = Duration::from_millis(250);

async fn connections_hang(world: &mut World) {
    let (mut ears, mut own) = (Vec::new(), Vec::new());
    for node in world.nodes.iter() {
        for game in world.games.iter().cycle().take(STREAMS) {
            let path = format!("/v1/games/{game}/events");
            ears.push(StreamClient::at(node, &path, None, None).await);
        }
        let session = node.session("ann").await;
        let token = session["access_token"].as_str();
        own.push(StreamClient::at(node, "/v1/me/events", token, None).await);
    }
    join_all(ears.iter_mut().chain(&mut own).map(|ear| ear.lives(1))).await;
    let proxy = world.proxy.as_ref().unwrap();
    proxy.turns(Mood::Swallow);
    let refused = somebody_is_refused(world);
    let alive = join_all(ears.iter_mut().map(|ear| ear.lives(BEATS)));
    tokio::join!(refused, alive);
    proxy.turns(Mood::Forward);
    // Each stream continues with the events that its player does not know yet.
    moves(&world.ledger, 1).await;
    join_all(own.iter_mut().map(|ear| ear.until(|it| it.name == "game"))).await;
}

/// Number of clients that reserve games at the same time.
const CLIENTS: usize = 4;

/// Each client repeats a request with its key until it succeeds. The server must carry it out once.
async fn crashes_under_keys(world: &mut World) {
    let nodes = Rc::clone(&world.nodes);
    let session = nodes[0].session("ann").await;
    let token = session["access_token"].as_str().unwrap();
    let mut conn = world.primary.superuser("turnpike").await;
    let query = "SELECT count(*)::text AS line FROM reservations";
    let before: usize = lines(&mut conn, query).await[0].parse().unwrap();
    let (made, refused, over) = (Cell::new(0), Cell::new(0), Cell::new(false));
    let round = before;
    let client = async |n: usize| {
        for count in 0.. {
            let key = format!("reservation-{n}-{count}-{round}");
            loop {
                let sent = nodes[0].request(reqwest::Method::POST, "/v1/games/reservations");
                let sent = sent.bearer_auth(token).header("Idempotency-Key", &key);
                let sent = sent.json(&json!({})).send().await;
                match sent.map(|answer| answer.status().as_u16()) {
                    Ok(201) => break made.set(made.get() + 1),
                    Ok(503) | Err(_) => refused.set(refused.get() + 1),
                    Ok(status) => panic!("{status}"),
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            if over.get() {
                return;
            }
        }
    };
    let crash = async {
        until("requests", async || (made.get() >= CLIENTS).then_some(())).await;
        world.primary.crash();
        until("a refusal", async || {
            (refused.get() >= CLIENTS).then_some(())
        })
        .await;
        world.primary.start().await;
        over.set(true);
    };
    tokio::join!(join_all((0..CLIENTS).map(client)), crash);
    let mut conn = world.primary.superuser("turnpike").await;
    let after: usize = lines(&mut conn, query).await[0].parse().unwrap();
    assert_eq!(after - before, made.get(), "requests that were carried out");
}

async fn bodies_do_not_end(world: &mut World) {
    let mut slow = Vec::new();
    for node in world.nodes.iter() {
        let address = node.address.strip_prefix("http://").unwrap();
        for _ in 0..100 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let half = b"POST /v1/players HTTP/1.1\r\nHost: x\r\n\
                Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{";
            stream.write_all(half).await.unwrap();
            slow.push(stream);
        }
    }
    // Meanwhile play continues.
    moves(&world.ledger, 10).await;
}

/// Number of guests whose receivers never answer.
const DEAD: usize = 60;

/// Receivers of webhooks and pushes. Only one works.
struct Receivers {
    works: Receiver,
    _dns: UdpSocket,
    _silent: TcpListener,
}

impl Receivers {
    /// Gives Ann a webhook that works. Half of the guests get addresses that accept connections and
    /// never answer, the others names for which the DNS server never answers.
    async fn of(node: &Server, primary: &Postgres, dns: UdpSocket) -> Receivers {
        let (works, silent) = (
            Receiver::start().await,
            TcpListener::bind("0.0.0.0:0").await.unwrap(),
        );
        let port = silent.local_addr().unwrap().port();
        let ann = Player::of(node, "ann", &node.session("ann").await);
        let wanted = json!({"url": works.url, "events": ["game.turn"]});
        assert_eq!(ann.post("/v1/me/webhooks", wanted).await.status, 201);
        for n in 1..=DEAD {
            let begun = node.send(Method::POST, "/v1/players/guest", None, None);
            let guest = Player::of(node, "guest", &begun.await.ok()["session"]);
            // The example of RFC 8291, section 5.
            let wanted = json!({"endpoint": format!("http://127.0.1.{n}:{port}/"), "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            }});
            assert_eq!(
                guest.post("/v1/me/push-subscriptions", wanted).await.status,
                201
            );
        }
        let mut conn = primary.superuser("turnpike").await;
        conn.batch_execute(
            "UPDATE webhooks SET taken_at = created_at;
             UPDATE push_subscriptions SET endpoint = 'https://n' || id || '.example.org/'
             WHERE substring(host FROM '127.0.1.([0-9]+)')::int % 2 = 0",
        )
        .await
        .unwrap();
        Receivers {
            works,
            _dns: dns,
            _silent: silent,
        }
    }
}

/// The working webhook gets the next turns, before the server has even tried most of the other
/// deliveries.
async fn receivers_are_dead(world: &mut World) {
    let mut conn = world.primary.superuser("turnpike").await;
    // Queue notices and tests that have been due for an hour.
    conn.batch_execute(
        "DELETE FROM webhook_deliveries WHERE event LIKE 'push%';
         INSERT INTO webhook_deliveries (player_id, webhook_id, event, facts, body, created_at, due_at)
         SELECT player_id, id, event,
             jsonb_build_object('kind', 'your_turn', 'until', created_at + '1 h'::interval), '{}',
             created_at, created_at - '1 h'::interval
         FROM push_subscriptions, generate_series(1, 12), unnest(ARRAY['push', 'push.test']) AS event",
    )
    .await
    .unwrap();
    let works = &world.receivers.as_ref().unwrap().works;
    let stop = CancellationToken::new();
    let runs = world
        .nodes
        .iter()
        .map(async |node| worker::run(&node.app, &stop).await);
    let mut taken = 0;
    let turns = until("turns at the webhook that works", async || {
        taken += works.got().len();
        (taken >= 5).then_some(())
    });
    tokio::select! {
        _ = join_all(runs) => {}
        () = turns => {}
    }
    let untried = "SELECT count(*)::text AS line FROM webhook_deliveries
        WHERE event LIKE 'push%' AND tried_at IS NULL";
    let untried: usize = lines(&mut conn, untried).await[0].parse().unwrap();
    assert!(untried > 12 * DEAD, "{untried} of {}", 24 * DEAD);
}

/// Both nodes accept the jump, as they do if they start at that moment. The players stay signed in.
async fn clock_jumps(world: &mut World) {
    let [node, other] = &*world.nodes;
    let jump = TimeDelta::minutes(13);
    let sets = |by: TimeDelta| {
        for node in world.nodes.iter() {
            node.app.clock.forward(by);
        }
    };
    let signs_in = async |password: &str| {
        let body = json!({"name": "ann", "password": password});
        let sign_in = async || {
            let asked = node.send(reqwest::Method::POST, "/v1/sessions", None, Some(&body));
            let status = asked.await.status.as_u16();
            (status != 503).then_some(status)
        };
        until("an answer", sign_in).await
    };
    deadlines::watch(&node.app).await.unwrap();
    sets(jump);
    deadlines::watch(&node.app).await.unwrap();
    while signs_in("wrong password").await != 429 {}
    moves(&world.ledger, 10).await;
    sets(-jump);
    deadlines::watch(&other.app).await.unwrap();
    // Only the wrong passwords of the last minute still count.
    sets(TimeDelta::minutes(1));
    assert_eq!(signs_in(PASSWORD).await, 201, "ann is locked out");
    let soon = node.app.clock.now() + TimeDelta::minutes(6);
    let late = outbox::table.filter(outbox::status.eq("waiting")).filter(
        outbox::due_at
            .gt(soon)
            .or(outbox::leased_until.gt(soon).assume_not_null()),
    );
    let mut conn = world.primary.superuser("turnpike").await;
    // Pending deliveries end first.
    until("no mail that is put off", async || {
        let late: i64 = late.count().get_result(&mut conn).await.unwrap();
        (late == 0).then_some(())
    })
    .await;
}

/// The requests that the players sent, and the responses that they got.
#[derive(Default)]
struct Ledger {
    /// The head after each ply, by game.
    acknowledged: BTreeMap<(String, i64), String>,
    /// The requested entries: game, seat, seq.
    asked: BTreeSet<(String, i16, i32)>,
    /// The notices due after acknowledged moves: game, ply and seat.
    owed: BTreeSet<(String, i64, u64)>,
    /// How often a player got a 503.
    refused: usize,
}

/// A row of the table.
struct Row {
    acknowledged: usize,
    lost: usize,
    doubled: usize,
    owed: usize,
    mailed: usize,
    owed_lost: usize,
    broken: usize,
    /// The ratings that differ from those of a computation from zero.
    misrated: usize,
    recovery: Duration,
}

/// Sends a client's request. Returns `None` if the client must retry.
async fn asks(request: reqwest::RequestBuilder, ledger: &RefCell<Ledger>) -> Option<Value> {
    let answer = request.send().await.ok()?;
    let status = answer.status();
    let body: Value = answer.json().await.ok()?;
    match status.as_u16() {
        200 | 201 => Some(body),
        409 => None,
        503 => {
            ledger.borrow_mut().refused += 1;
            None
        }
        _ => panic!("{status} {body}"),
    }
}

/// Plays a game, alternating between both nodes, until it is over or `stop` is set. After `stop` it
/// finishes the current turn, so that the next player gets a notice.
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
    let (mut turn, mut has_passed) = (0, false);
    while !(stop.get() && has_passed) {
        turn += 1;
        let seat = turn % 2;
        let player = players[seat];
        let Some(legal) = asks(request(player, reqwest::Method::GET, "/legal"), ledger).await
        else {
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
        // Retry like a phone, up to this limit.
        for _ in 0..400 {
            let send = request(player, reqwest::Method::POST, "/moves").json(&body);
            if let Some(played) = asks(send, ledger).await {
                let ply = played["ply"].as_i64().unwrap();
                let mut ledger = ledger.borrow_mut();
                let head = played["head"].as_str().unwrap().to_owned();
                ledger.acknowledged.insert((game.to_owned(), ply), head);
                let next = played["to_act"][0].as_u64().filter(|it| *it != seat as u64);
                has_passed = next.is_some();
                if let Some(next) = next {
                    ledger.owed.insert((game.to_owned(), ply, next));
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

/// Plays games until `stop` is set: the prepared ones, and new ones after them. So a fault always
/// strikes under load, however quickly games end.
async fn keeps_playing(
    players: &[&Player<'_>; 2],
    nodes: &[Server; 2],
    prepared: impl Iterator<Item = &String>,
    ledger: &RefCell<Ledger>,
    stop: &Cell<bool>,
) {
    for game in prepared {
        plays(players, nodes, game, ledger, stop).await;
    }
    let game = json!({"kind": "thats-life", "seats": 2, "entropy": "another"});
    let seat = json!({"entropy": "another"});
    let sends = async |player: &Player<'_>, path: &str, body: &Value| {
        let request = nodes[0]
            .request(Method::POST, path)
            .bearer_auth(&player.token);
        let answer = asks(request.json(body), ledger).await;
        if answer.is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        answer
    };
    while !stop.get() {
        // If a response is lost, another game will do.
        let Some(created) = sends(players[0], "/v1/games", &game).await else {
            continue;
        };
        let game = id(&created);
        let seats = format!("/v1/games/{game}/seats");
        if sends(players[1], &seats, &seat).await.is_some() {
            plays(players, nodes, &game, ledger, stop).await;
        }
    }
}

/// Sets up the environment of a fault. Returns `None` if this machine does not allow it.
async fn begins(fault: &Fault, times: usize, mailbox: &Path) -> Option<World> {
    let (primary, mut disk) = match fault.needs {
        Needs::DiskFor(part) => {
            let (primary, disk) = Postgres::on_small_disk(part).await?;
            (primary, Some(disk))
        }
        _ => (Postgres::new().await, None),
    };
    let (mut standby, mut proxy, mut dns) = (None, None, None);
    let mut url = primary.url();
    match fault.needs {
        Needs::Nothing | Needs::DiskFor(_) => {}
        Needs::Standby => {
            let mut second = primary.standby();
            second.start().await;
            primary.waits_for_standby(true).await;
            url = primary.url_with(&second);
            standby = Some(second);
        }
        Needs::DiskForMail => disk = Some(Disk::mount(mailbox, 128)?),
        Needs::Proxy => {
            let before = Proxy::before(&url, Mood::Forward).await;
            url = before.url(&url);
            proxy = Some(before);
        }
        Needs::DeadReceivers => dns = Some(UdpSocket::bind("127.0.0.1:0").await.unwrap()),
    }
    let impatient = |app: &mut App| {
        if let Some(dns) = &dns {
            let ways = Ways {
                dns: Some(dns.local_addr().unwrap()),
                looking_up: Duration::from_secs(2),
                connecting: Duration::from_secs(4),
                answering: Duration::from_secs(8),
            };
            app.webhooks = Sender::new("127.0.0.0/8".parse().unwrap(), ways).unwrap();
        }
    };
    let node = async || {
        let mut node = server_bounded(
            url.clone(),
            |settings| settings.data_dir = Some(mailbox.to_owned()),
            impatient,
            |bounds| bounds.streams.heartbeat = HEARTBEAT,
        )
        .await;
        // Checks after the test bypass the proxy.
        node.database = primary.url();
        node
    };
    let nodes = Rc::new([node().await, node().await]);
    let mut games = Vec::new();
    {
        let [ann, ben] = nodes[0].two_players().await;
        // More than are played at the same time, because some end.
        for _ in 0..GAMES * times {
            games.push(a_game_of("thats-life", json!({}), &[&ann, &ben]).await);
        }
    }
    let receivers = match dns {
        Some(dns) => Some(Receivers::of(&nodes[0], &primary, dns).await),
        None => None,
    };
    Some(World {
        primary,
        standby,
        disk,
        proxy,
        receivers,
        nodes,
        games,
        ledger: Rc::default(),
    })
}

/// Strikes this many times under load, and counts the losses. Returns `None` if this machine does
/// not allow it.
async fn suffers(fault: &Fault, times: usize) -> Option<Row> {
    let place = Place::new();
    let mailbox = place.folder("mail");
    let mut world = begins(fault, times, &mailbox).await?;
    let (nodes, games, ledger) = (
        Rc::clone(&world.nodes),
        world.games.clone(),
        Rc::clone(&world.ledger),
    );
    let sessions = [nodes[0].session("ann").await, nodes[0].session("ben").await];
    let ann = Player::of(&nodes[0], "ann", &sessions[0]);
    let ben = Player::of(&nodes[0], "ben", &sessions[1]);
    let stop = Cell::new(false);
    let players = [&ann, &ben];
    let load = join_all((0..GAMES).map(async |first| {
        let prepared = games.iter().skip(first).step_by(GAMES);
        keeps_playing(&players, &nodes, prepared, &ledger, &stop).await;
    }));
    let end_mail = CancellationToken::new();
    let mail = join_all(
        nodes
            .iter()
            .map(async |node| mailer::run(&node.app, &end_mail).await),
    );
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
    let rates = async {
        while !stop.get() {
            for node in nodes.iter() {
                // During the fault it may fail. The next attempt rates the same games.
                drop(ratings::rate(&node.app).await);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let play = async {
        tokio::join!(load, strikes, rates);
        end_mail.cancel();
    };
    tokio::join!(play, mail);
    all_mail_leaves(&world).await;
    Some(counts(&world, &mailbox, recovery).await)
}

/// Sends all pending mails, including those that wait for a retry.
async fn all_mail_leaves(world: &World) {
    let mut conn = world.primary.superuser("turnpike").await;
    let waiting = outbox::table.filter(outbox::status.eq("waiting"));
    let node = &world.nodes[0];
    until("an empty outbox", async || {
        // Mails that failed during the fault wait for a retry.
        node.app.clock.forward(TimeDelta::hours(1));
        drop(mailer::deliver_due(&node.app).await);
        let left: i64 = waiting.count().get_result(&mut conn).await.unwrap();
        (left == 0).then_some(())
    })
    .await;
}

/// The ids of the mails in the mailbox, without the host.
fn mail_ids(mailbox: &Path) -> BTreeSet<String> {
    let files = std::fs::read_dir(mailbox.join("mailbox")).unwrap();
    let id = |file: std::io::Result<std::fs::DirEntry>| {
        let mail = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let id = mail
            .lines()
            .find_map(|line| line.strip_prefix("Message-ID: <"));
        let (local, _) = id.expect("a whole mail").split_once('@').unwrap();
        local.to_owned()
    };
    files.map(id).collect()
}

/// Waits until the server has acknowledged this many more moves.
async fn moves(ledger: &RefCell<Ledger>, more: usize) {
    let before = ledger.borrow().acknowledged.len();
    until("moves", async || {
        (ledger.borrow().acknowledged.len() >= before + more).then_some(())
    })
    .await;
}

async fn counts(world: &World, mailbox: &Path, recovery: Duration) -> Row {
    let ledger = world.ledger.take();
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
    let became: BTreeMap<(String, String), String> = outbox::table
        .select(((outbox::game_id, outbox::key), outbox::status))
        .load::<((String, String), String)>(&mut conn)
        .await
        .unwrap()
        .into_iter()
        .collect();
    let mails = mail_ids(mailbox);
    // The key of an entry: its number and the beginning of its hash.
    let place = |game: &str, ply: i64| {
        let head = &ledger.acknowledged[&(game.to_owned(), ply)];
        format!("{ply}-{}", &head[..8])
    };
    let is_there = |(game, ply, seat): &&(String, i64, u64)| {
        mails.contains(&format!("your_turn.{}.{seat}.{game}", place(game, *ply)))
    };
    let is_told = |(game, ply, seat): &&(String, i64, u64)| {
        let notice = (
            game.clone(),
            format!("your_turn/{}/{seat}", place(game, *ply)),
        );
        match became.get(&notice).map(String::as_str) {
            Some("sent") => is_there(&&(game.clone(), *ply, *seat)),
            // The player moved before the worker wrote the mail.
            Some("dropped") => heads.contains_key(&(game.clone(), ply + 1)),
            _ => false,
        }
    };
    let asked = |(game, _, seat, seq, _): &&(String, i64, i16, i32, Vec<u8>)| {
        !ledger.asked.contains(&(game.clone(), *seat, *seq))
    };
    let is_lost = |(place, head): &(&(String, i64), &String)| heads.get(*place) != Some(*head);
    Row {
        acknowledged: ledger.acknowledged.len(),
        lost: ledger.acknowledged.iter().filter(is_lost).count(),
        doubled: log.iter().filter(asked).count(),
        owed: ledger.owed.len(),
        mailed: ledger.owed.iter().filter(is_there).count(),
        owed_lost: ledger
            .owed
            .iter()
            .filter(|it| !is_told(it))
            .inspect(|(game, ply, seat)| {
                let notice = (
                    game.clone(),
                    format!("your_turn/{}/{seat}", place(game, *ply)),
                );
                println!("lost: {notice:?}, {:?}", became.get(&notice));
            })
            .count(),
        broken: audit::database(&world.primary.url(), |_| {})
            .await
            .unwrap()
            .faults
            .iter()
            .filter(|fault| !fault.contains(": snapshot "))
            .count(),
        misrated: misrated(world).await,
        recovery,
    }
}

/// Rates the games that are left, and returns the number of ratings that differ from those of a
/// computation from zero.
async fn misrated(world: &World) -> usize {
    let app = &world.nodes[0].app;
    until("all games rated", async || {
        let rated = ratings::rate_late(app).await;
        rated.is_ok().then_some(())
    })
    .await;
    let report = ratings::check(&world.primary.url()).await.unwrap();
    for difference in &report.differences {
        println!("rating: {difference}");
    }
    report.differences.len()
}

#[tokio::test]
async fn table_of_faults() {
    let full = std::env::var("TURNPIKE_FAULTS").is_ok_and(|it| it == "full");
    println!(
        "| fault | times | acknowledged | moves lost | doubled | mails owed | mails sent | mails lost | broken histories | longest recovery |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let only = std::env::var("TURNPIKE_FAULT").unwrap_or_default();
    for fault in FAULTS.iter().filter(|it| it.name.contains(&only)) {
        let times = if full { fault.times } else { 1 };
        let Some(row) = suffers(fault, times).await else {
            println!("| {} | left out: no disk can be mounted here |", fault.name);
            continue;
        };
        println!(
            "| {} | {times} | {} | {} | {} | {} | {} | {} | {} | {:.1} s |",
            fault.name,
            row.acknowledged,
            row.lost,
            row.doubled,
            row.owed,
            row.mailed,
            row.owed_lost,
            row.broken,
            row.recovery.as_secs_f64()
        );
        assert_eq!(
            (
                row.lost,
                row.doubled,
                row.owed_lost,
                row.broken,
                row.misrated
            ),
            (0, 0, 0, 0, 0),
            "{}",
            fault.name
        );
        assert!(row.mailed > 0, "{}: nobody was told", fault.name);
    }
}
