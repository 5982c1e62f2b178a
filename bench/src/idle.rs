//! A server with many connections that were used once and stay open, or over which streams are told that
//! nothing happens: what they hold, what they cost, and what becomes of a request beside them.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use serde_json::Value;
use tokio::time::sleep;

use crate::client::{Connection, request};
use crate::cpu::{Meter, memory};
use crate::load::Load;
use crate::play::{self, Player, Script};
use crate::server::{self, Data, Database, Server};
use crate::sink::Sink;

/// The server's database.
const DATABASE: &str = "turnpike_idle";

/// For how long is looked at what a server does of itself.
const QUIET: Duration = Duration::from_secs(10);

/// For how long requests are sent beside the connections.
const ASKING: Duration = Duration::from_secs(3);

/// How many games there are.
const GAMES: usize = 256;

/// How many streams a player has, and a client, at most.
const PER_PLAYER: usize = 32;
const PER_CLIENT: usize = 128;

/// How it is measured.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many connections are opened; the limit of open files must allow them.
    #[arg(long, default_value = "10000")]
    connections: usize,
    /// Follows games over them, and as many players as there are.
    #[arg(long)]
    streams: bool,
    /// A program of the server; without it, this one is built.
    #[arg(long)]
    turnpike: Option<PathBuf>,
}

/// Measures, and prints a table.
pub(crate) async fn run(options: Options) -> ExitCode {
    let program = options.turnpike.unwrap_or_else(server::build);
    println!("{}\n{}\n", crate::machine(), crate::version(&program));
    let (_, files) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    setrlimit(Resource::RLIMIT_NOFILE, files, files).unwrap();
    let (database, sink) = (Database::start().await, Sink::start());
    database.make(DATABASE).await;
    let server = Server::start(
        &program,
        Data::In(&database, DATABASE),
        "all",
        Some(sink.address),
    );
    let players = play::sign_up(server.address).await;
    let games = play::make(server.address, &players, "thats-life", 0, GAMES).await;
    let token = &players[games[0].seats[0]].token;
    let look = request(
        "GET",
        &format!("/v1/games/{}", games[0].id),
        Some(token),
        &Value::Null,
    );
    let watch = Watch {
        database: &database,
        server: &server,
        look: Rc::new(vec![look]),
    };

    println!(
        "| open | memory MB | p50 ms | p99 ms | CPU ms a second: server | PostgreSQL | transactions a minute |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let before = watch.told(0).await;
    let mut open = Vec::new();
    for i in 0..options.connections {
        open.push(match options.streams {
            true => stream(&server, &players, &games, i).await,
            false => {
                let mut connection = Connection::open(server.address).await;
                assert_eq!(connection.exchange(&watch.look[0]).await.status, 200);
                connection
            }
        });
    }
    let after = watch.told(open.len()).await;
    drop(open);
    watch.told(0).await;
    println!(
        "\n{:.0} bytes a connection",
        (after - before) as f64 / options.connections as f64
    );
    drop(server);
    database.stop().await;
    ExitCode::SUCCESS
}

/// Opens a stream: of a player, as many of each as there may be, or of a game for somebody who looks on. Each client
/// has as many as it may have.
async fn stream(server: &Server, players: &[Player], games: &[Script], i: usize) -> Connection {
    let [.., high, low] = u32::try_from(i / PER_CLIENT).unwrap().to_be_bytes();
    let client = Ipv4Addr::new(127, 1, high, low);
    let mut connection = Connection::open_from(client, server.address).await;
    let get = |path: &str, token| request("GET", path, token, &Value::Null);
    match players.get(i / PER_PLAYER) {
        Some(player) => {
            let request = get("/v1/me/events", Some(&*player.token));
            connection.follow(&request, b"event: game").await;
        }
        None => {
            let path = format!("/v1/games/{}/events", games[i % games.len()].id);
            connection.follow(&get(&path, None), b"event: game").await;
        }
    }
    connection
}

/// What is looked at.
struct Watch<'a> {
    database: &'a Database,
    server: &'a Server,
    look: Rc<Vec<Vec<u8>>>,
}

impl Watch<'_> {
    /// Prints a line, and says how much memory the server held before anything was asked.
    async fn told(&self, open: usize) -> u64 {
        let meter = Meter {
            server: Some(self.server.pid()),
            postmaster: self.database.postmaster(),
        };
        // What came before is over by then, and counted.
        sleep(QUIET).await;
        let (before, transactions) = (meter.read(), self.transactions().await);
        sleep(QUIET).await;
        let used = meter.read() - before;
        let transactions = self.transactions().await - transactions;
        let memory = memory(self.server.pid());
        let mut load = Load::new(self.server.address, 200, vec![play::again(&self.look, 0)]);
        let latency = load.run(ASKING, None, &meter).await.latency.unwrap();
        let a_second = |used: Duration| used.as_secs_f64() * 1e3 / QUIET.as_secs_f64();
        println!(
            "| {open} | {:.1} | {:.2} | {:.2} | {:.1} | {:.1} | {:.0} |",
            memory as f64 / 1e6,
            latency.p50,
            latency.p99,
            a_second(used.server),
            a_second(used.postgres),
            transactions as f64 * 60.0 / QUIET.as_secs_f64(),
        );
        memory
    }

    /// How many transactions there have been in its database.
    async fn transactions(&self) -> i64 {
        let admin = self.database.admin("postgres").await;
        let count = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = $1";
        admin.query_one(count, &[&DATABASE]).await.unwrap().get(0)
    }
}
