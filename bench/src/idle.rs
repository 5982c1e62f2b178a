//! Measures a server with many idle connections or event streams: their memory, their CPU time, and
//! the latency of requests beside them.

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

/// How long the idle server is observed.
const QUIET: Duration = Duration::from_secs(10);

/// How long requests are sent beside the connections.
const ASKING: Duration = Duration::from_secs(3);

/// The number of games.
const GAMES: usize = 256;

/// The largest numbers of streams for a player and for a client address.
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

/// Runs the measurements, and prints a table.
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

/// Opens a stream: of a player, up to the limit for each, and then of a game for a spectator. Each
/// client address has as many as the limit allows.
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

/// The observed server.
struct Watch<'a> {
    database: &'a Database,
    server: &'a Server,
    look: Rc<Vec<Vec<u8>>>,
}

impl Watch<'_> {
    /// Prints a line. Returns the memory of the server before the requests, in bytes.
    async fn told(&self, open: usize) -> u64 {
        let meter = Meter {
            server: Some(self.server.pid()),
            postmaster: self.database.postmaster(),
        };
        // By then, the effects of earlier work are over and counted.
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

    /// Returns the number of transactions in the server's database so far.
    async fn transactions(&self) -> i64 {
        let admin = self.database.admin("postgres").await;
        let count = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = $1";
        admin.query_one(count, &[&DATABASE]).await.unwrap().get(0)
    }
}
