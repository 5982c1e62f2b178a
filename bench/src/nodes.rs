//! The cost of several processes on one database: one, two and three processes behind haproxy, and
//! one without a proxy.
//!
//! All of them share the machine's cores with haproxy, PostgreSQL and the client. So a second
//! process cannot make anything faster; the measurement shows only its cost.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode};
use std::rc::Rc;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::client::{request, spread};
use crate::cpu::{self, Meter};
use crate::load::{IN_FLIGHT, Load, Work, median};
use crate::play::{self, Player, Pool, Script};
use crate::server::{self, Data, Database, Server, folder};

/// The largest number of processes.
const MOST: usize = 3;

/// The database of the processes.
const DATABASE: &str = "turnpike_nodes";

/// The warm-up before each measurement.
const TRIAL: Duration = Duration::from_millis(500);

/// An upper bound for the moves per second.
const MOVES: usize = 20_000;

/// The haproxy configuration of `docs/examples/cluster`.
const RULES: &str = "\
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    option redispatch
backend nodes
    option httpchk GET /health/ready
    default-server check inter 1s fall 2 rise 1
";

/// Routes all requests of a game to one node, as in docs/OPERATING.md.
const BY_GAME: &str = "    \
    http-request set-var(txn.game) path,field(4,/) if { path_beg /v1/games/ }
    balance hash var(txn.game)
    hash-type consistent
";

/// How it is measured.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How often everything is measured; the table has the medians.
    #[arg(long, default_value = "3")]
    rounds: usize,
    /// For how many seconds each thing is measured in a round.
    #[arg(long, default_value = "6", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// How many stored games are looked at.
    #[arg(long, default_value = "1800")]
    games: usize,
    /// A program of the server; without it, this one is built.
    #[arg(long)]
    turnpike: Option<PathBuf>,
}

/// How requests reach a process.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Directly,
    /// Round robin.
    InTurn,
    /// All requests of a game go to the same process.
    ByGame,
}

impl Way {
    /// Returns the ways to measure with this number of processes.
    fn with(count: usize) -> [Way; 2] {
        match count {
            1 => [Way::Directly, Way::InTurn],
            _ => [Way::InTurn, Way::ByGame],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Way::Directly => "directly",
            Way::InTurn => "in turn",
            Way::ByGame => "by game",
        }
    }
}

/// The column heads: the measured figures.
const COLUMNS: [&str; 9] = [
    "a second",
    "÷ one behind haproxy",
    "p50 ms",
    "p99 ms",
    "CPU µs: haproxy",
    "servers",
    "PostgreSQL",
    "client",
    "share of the busiest",
];

/// A line: its name, and its figures for each round.
struct Line {
    what: String,
    rounds: Vec<[f64; COLUMNS.len()]>,
}

/// Runs the measurements, and prints a table.
pub(crate) async fn run(options: Options) -> ExitCode {
    let program = options.turnpike.unwrap_or_else(server::build);
    println!("{}\n{}\n", crate::machine(), crate::version(&program));
    let database = Database::start().await;
    database.make(DATABASE).await;
    let data = Data::In(&database, DATABASE);
    let servers: Vec<_> = (0..MOST)
        .map(|_| Server::start(&program, data, "web", None))
        .collect();
    let mut bench = Bench {
        players: play::sign_up(servers[0].address).await,
        time: Duration::from_secs(options.seconds),
        database: &database,
        servers,
        pool: Pool::default(),
        made: 0,
    };
    let looks = bench.looks(options.games).await;

    let mut lines: Vec<Line> = Vec::new();
    for round in 1..=options.rounds {
        eprintln!("round {round}");
        let address = bench.servers[0].address;
        play::sign_in(address, &mut bench.players).await;
        for what in ["moves", "GETs of games"] {
            // PostgreSQL must not use plans for empty tables.
            let admin = database.admin(DATABASE).await;
            admin.batch_execute("ANALYZE").await.unwrap();
            let mut one = f64::NAN;
            for (count, way) in
                (1..=MOST).flat_map(|count| Way::with(count).map(|way| (count, way)))
            {
                let line = format!("{what}, {count}, {}", way.name());
                let works = match what {
                    "moves" => bench.moves().await,
                    _ => {
                        let looks = Rc::new(looks(&bench.players));
                        (0..IN_FLIGHT).map(|i| play::again(&looks, i)).collect()
                    }
                };
                let mut figures = bench.measure(count, way, works).await;
                if (count, way) == (1, Way::InTurn) {
                    one = figures[0];
                }
                figures[1] = figures[0] / one;
                eprintln!("{line:<28} {figures:.2?}");
                match lines.iter_mut().find(|it| it.what == line) {
                    Some(known) => known.rounds.push(figures),
                    None => lines.push(Line {
                        what: line,
                        rounds: vec![figures],
                    }),
                }
            }
        }
    }
    print(&lines);
    drop(bench);
    database.stop().await;
    ExitCode::SUCCESS
}

fn print(lines: &[Line]) {
    println!("| processes | {} |", COLUMNS.join(" | "));
    println!("| --- |{}", " --- |".repeat(COLUMNS.len()));
    for Line { what, rounds } in lines {
        let columns = (0..COLUMNS.len()).map(|i| median(rounds.iter().map(|it| it[i]).collect()));
        let told = columns.map(|it| match it {
            it if it.is_nan() => String::new(),
            it if it < 2.0 => format!("{it:.2}"),
            it if it < 20.0 => format!("{it:.1}"),
            it => format!("{it:.0}"),
        });
        println!("| {what} | {} |", told.collect::<Vec<_>>().join(" | "));
    }
}

/// The state of the benchmark.
struct Bench<'a> {
    database: &'a Database,
    servers: Vec<Server>,
    players: Vec<Player>,
    time: Duration,
    /// Games that are ready to be played.
    pool: Pool,
    /// The number of created games.
    made: usize,
}

impl Bench<'_> {
    /// Prepares enough moves, one game after the other in each slot.
    async fn moves(&mut self) -> Vec<Work> {
        let needed = MOVES * (self.time + TRIAL).as_secs_f64().ceil() as usize;
        while self.pool.borrow().iter().map(Script::left).sum::<usize>() < needed {
            let games = self.make(2 * IN_FLIGHT).await;
            self.pool.borrow_mut().extend(games);
        }
        let players = Rc::new(self.players.clone());
        (0..IN_FLIGHT)
            .map(|_| play::moves(&self.pool, &players))
            .collect()
    }

    async fn make(&mut self, count: usize) -> Vec<Script> {
        let address = self.servers[0].address;
        let made = play::make(address, &self.players, "thats-life", self.made, count).await;
        self.made += count;
        made
    }

    /// Creates games and plays a move in each. Returns a function that builds the requests to read
    /// them with the players' current tokens.
    async fn looks(&mut self, count: usize) -> impl Fn(&[Player]) -> Vec<Vec<u8>> + use<> {
        let mut games = self.make(count).await;
        let moves = games
            .iter_mut()
            .map(|it| it.next(&self.players).unwrap())
            .collect();
        let play = async |connection: &mut crate::client::Connection, request: Vec<u8>| {
            assert_eq!(connection.exchange(&request).await.status, 200);
        };
        spread(self.servers[0].address, IN_FLIGHT, moves, play).await;
        move |players| {
            let look = |game: &Script| {
                let token = &players[game.seats[0]].token;
                request(
                    "GET",
                    &format!("/v1/games/{}", game.id),
                    Some(token),
                    &Value::Null,
                )
            };
            games.iter().map(look).collect()
        }
    }

    /// Measures this work on this number of processes.
    async fn measure(&self, count: usize, way: Way, works: Vec<Work>) -> [f64; COLUMNS.len()] {
        let servers = &self.servers[..count];
        let proxy = (way != Way::Directly).then(|| Proxy::start(servers, way));
        let address = proxy.as_ref().map_or(servers[0].address, |it| it.address);
        let meter = Meter {
            server: None,
            postmaster: self.database.postmaster(),
        };
        let mut load = Load::new(address, 200, works);
        load.run(TRIAL, None, &meter).await;
        self.database.settle().await;

        let pids: Vec<u32> = servers.iter().map(Server::pid).collect();
        let pids = proxy.iter().map(|it| it.process.id()).chain(pids);
        let before: Vec<_> = pids.clone().map(|pid| (pid, cpu::used(pid))).collect();
        let measured = load.run(self.time, None, &meter).await;
        let all = measured.a_second * self.time.as_secs_f64();
        let mut used = before
            .into_iter()
            .map(|(pid, before)| (cpu::used(pid) - before).as_secs_f64() * 1e6 / all);
        let proxy = if proxy.is_some() {
            used.next().unwrap()
        } else {
            0.0
        };
        let used: Vec<f64> = used.collect();
        let latency = measured.latency.unwrap();
        [
            measured.a_second,
            f64::NAN,
            latency.p50,
            latency.p99,
            proxy,
            used.iter().sum(),
            measured.postgres,
            measured.client,
            used.iter().copied().fold(0.0, f64::max) / used.iter().sum::<f64>(),
        ]
    }
}

/// haproxy in front of some processes. It stops when it is dropped.
struct Proxy {
    process: Child,
    address: SocketAddr,
    _folder: TempDir,
}

impl Proxy {
    /// Starts haproxy, and returns once it listens.
    fn start(servers: &[Server], way: Way) -> Proxy {
        // Another program could take the port before haproxy does, but that is unlikely.
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let by_game = if way == Way::ByGame { BY_GAME } else { "" };
        let mut rules = format!("{RULES}{by_game}");
        for (n, server) in servers.iter().enumerate() {
            rules.push_str(&format!("    server node{n} {}\n", server.address));
        }
        rules.push_str(&format!(
            "frontend turnpike\n    bind {address}\n    option forwardfor\n    default_backend nodes\n"
        ));
        let folder = folder();
        let file = folder.path().join("haproxy.cfg");
        fs::write(&file, rules).unwrap();
        let process = Command::new("haproxy")
            .arg("-db")
            .arg("-f")
            .arg(file)
            .spawn()
            .unwrap();
        let proxy = Proxy {
            process,
            address,
            _folder: folder,
        };
        while TcpStream::connect(address).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        proxy
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
