//! A measured server: the requests to it, and the results.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use games::KINDS;
use serde_json::Value;

use crate::client::{Connection, request, spread};
use crate::cpu::{Meter, memory};
use crate::load::{IN_FLIGHT, Load, Work, median};
use crate::play::{self, Player, Pool, Script};
use crate::server::{Data, Database, Server, folder};
use crate::sink::Sink;
use crate::table::{self, Results};

/// The most important game.
const KIND: &str = "thats-life";

/// The warm-up in which moves are played to learn how many games are needed, and the most moves in
/// that time.
const TRIAL: (Duration, usize) = (Duration::from_millis(500), 15_000);

/// The number of concurrent sign-ins. The server lets further ones wait, and then asks them to
/// retry.
const SIGNING_IN: usize = 4;

/// The number of starts in the measurement of the startup time.
const STARTS: usize = 7;

/// The pace of the load.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    /// The time of each measurement.
    pub(crate) time: Duration,
    /// The requests per second; `None` for as fast as the server responds.
    pub(crate) rate: Option<f64>,
}

/// A program, its database, and the players and games in it.
pub(crate) struct Subject<'a> {
    /// The program.
    pub(crate) program: PathBuf,
    /// The results of its measurements.
    pub(crate) results: Results,
    pub(super) database: &'a Database,
    pub(super) name: String,
    pub(super) pace: Pace,
    /// The server for requests, which does not send mails.
    server: Server,
    pub(super) players: Vec<Player>,
    /// Games in progress, to be read.
    pub(super) shown: Vec<Script>,
    /// The number of created games.
    made: usize,
}

impl<'a> Subject<'a> {
    /// Starts a program on its own database, with players, and with games in which some moves were
    /// played.
    pub(crate) async fn new(
        program: PathBuf,
        database: &'a Database,
        name: String,
        pace: Pace,
        games: usize,
    ) -> Subject<'a> {
        database.make(&name).await;
        let server = Server::start(&program, Data::In(database, &name), "web", None);
        let players = play::sign_up(server.address).await;
        let confirm = "UPDATE players SET email_confirmed_at = created_at";
        database
            .admin(&name)
            .await
            .execute(confirm, &[])
            .await
            .unwrap();
        let shown = play::make(server.address, &players, KIND, 0, games).await;
        let mut subject = Subject {
            program,
            results: Results::default(),
            database,
            name,
            pace,
            server,
            players,
            shown,
            made: games,
        };
        for _ in 0..4 {
            subject.advance(subject.server.address).await;
        }
        subject
    }

    /// Returns the view of a game, and the game as a server may store it.
    pub(crate) async fn state(&self) -> (Value, Vec<u8>) {
        let script = &self.shown[0];
        let mut connection = Connection::open(self.server.address).await;
        let path = format!("/v1/games/{}", script.id);
        let token = self.players[script.seats[0]].token.as_str();
        let game = connection
            .call("GET", &path, Some(token), &Value::Null)
            .await;
        (game["view"].clone(), script.middle.clone())
    }

    /// Restarts the server, which resets its limit on created games: all rounds together exceed
    /// that limit. Signs all players in again, because tokens expire during a run.
    pub(crate) async fn refresh(&mut self) {
        let data = Data::In(self.database, &self.name);
        self.server = Server::start(&self.program, data, "web", None);
        play::sign_in(self.server.address, &mut self.players).await;
    }

    /// Plays a move in each of the games to be read.
    pub(super) async fn advance(&mut self, address: SocketAddr) {
        let moves = self
            .shown
            .iter_mut()
            .map(|script| script.next(&self.players));
        let moves = moves
            .map(|request| request.expect("no game is over so soon"))
            .collect();
        spread(
            address,
            IN_FLIGHT,
            moves,
            async |connection, request: Vec<u8>| {
                let answer = connection.exchange(&request).await;
                assert_eq!(
                    answer.status,
                    200,
                    "{}",
                    String::from_utf8_lossy(answer.body)
                );
            },
        )
        .await;
    }

    /// Measures moves of the most important game.
    pub(crate) async fn moves(&mut self) {
        self.play(KIND, table::MOVES, None, self.pace).await;
    }

    /// Measures moves of the other games.
    pub(crate) async fn other_moves(&mut self) {
        for kind in KINDS.current() {
            let id = kind.info().id;
            if id != KIND {
                let what = format!("moves of {id}");
                self.play(id, &what, None, self.pace).await;
            }
        }
    }

    /// Measures moves of the most important game on another server, for a quarter of the time.
    pub(super) async fn moves_at(&mut self, server: &Server, what: &str) {
        let Pace { time, rate } = self.pace;
        let pace = Pace {
            time: time / 4,
            rate,
        };
        self.play(KIND, what, Some(server), pace).await;
    }

    async fn play(&mut self, kind: &str, what: &str, server: Option<&Server>, pace: Pace) {
        let server = server.unwrap_or(&self.server);
        let (address, meter) = (server.address, self.meter(server));
        let pool = Pool::default();
        let left = |pool: &Pool| pool.borrow().iter().map(Script::left).sum::<usize>();
        let players = Rc::new(self.players.clone());
        let works = (0..IN_FLIGHT)
            .map(|_| play::moves(&pool, &players))
            .collect();
        let mut load = Load::new(address, 200, works);
        let (trial, mut needed) = TRIAL;
        for measured in [false, true] {
            while left(&pool) < needed {
                let games = play::make(address, &players, kind, self.made, 2 * IN_FLIGHT).await;
                self.made += games.len();
                pool.borrow_mut().extend(games);
            }
            let Pace { time, rate } = pace;
            if measured {
                self.settle().await;
                let played = load.run(time, rate, &meter).await;
                self.results.add(what, played);
            } else {
                let rate = load.run(trial, None, &meter).await.a_second;
                needed = (1.5 * rate * time.as_secs_f64()) as usize + TRIAL.1;
            }
        }
    }

    /// Measures reads of games.
    pub(crate) async fn looks(&mut self) {
        let looks = self.requests(|id| format!("/v1/games/{id}"));
        self.ask(table::LOOK, 200, &looks).await;
    }

    /// Measures reads of games that have not changed since the last read.
    pub(crate) async fn unchanged(&mut self) {
        let address = self.server.address;
        let looks = self.requests(|id| format!("/v1/games/{id}"));
        let again = async |connection: &mut Connection, look: Vec<u8>| {
            let answer = connection.exchange(&look).await;
            let tag = answer.header("etag")?;
            let known = format!("if-none-match: {tag}\r\n\r\n");
            Some([look.strip_suffix(b"\r\n")?, known.as_bytes()].concat())
        };
        let looks = spread(address, IN_FLIGHT, looks, again).await;
        if let Some(looks) = looks.into_iter().collect::<Option<Vec<_>>>() {
            self.ask(table::UNCHANGED, 304, &looks).await;
        }
    }

    /// Measures lists, logs and exports of games, and sign-ins.
    pub(crate) async fn others(&mut self) {
        let list = self.requests(|_| "/v1/games".to_owned());
        self.ask("GET of the list of games", 200, &list).await;
        let logs = self.requests(|id| format!("/v1/games/{id}/log"));
        self.ask("GET of a log", 200, &logs).await;
        let exports = self.requests(|id| format!("/v1/games/{id}/export"));
        self.ask("GET of an export", 200, &exports).await;
        let signing_in = self
            .players
            .iter()
            .map(|player| request("POST", "/v1/sessions", None, &player.credentials()));
        let signing_in = Rc::new(signing_in.collect());
        let works = (0..SIGNING_IN)
            .map(|i| play::again(&signing_in, i))
            .collect();
        self.work("sign-ins", 201, works).await;
    }

    /// Vacuums the database and writes all data to the disk, so that no measurement pays for an
    /// earlier one.
    pub(super) async fn settle(&self) {
        self.database.vacuum(&self.name).await;
        self.database.settle().await;
    }

    fn requests(&self, path: impl Fn(&str) -> String) -> Vec<Vec<u8>> {
        let one = |script: &Script| {
            let token = &self.players[script.seats[0]].token;
            request("GET", &path(&script.id), Some(token), &Value::Null)
        };
        self.shown.iter().map(one).collect()
    }

    async fn ask(&mut self, what: &str, expected: u16, requests: &[Vec<u8>]) {
        let requests = Rc::new(requests.to_vec());
        let works = (0..IN_FLIGHT).map(|i| play::again(&requests, i)).collect();
        self.work(what, expected, works).await;
    }

    async fn work(&mut self, what: &str, expected: u16, works: Vec<Work>) {
        let meter = self.meter(&self.server);
        let mut load = Load::new(self.server.address, expected, works);
        load.run(TRIAL.0, None, &meter).await;
        self.settle().await;
        let Pace { time, rate } = self.pace;
        let measured = load.run(time, rate, &meter).await;
        self.results.add(what, measured);
    }

    /// Measures the startup time.
    pub(crate) async fn starts(&mut self, sink: &Sink) {
        self.empty_outbox().await;
        self.settle().await;
        let look = self.requests(|id| format!("/v1/games/{id}")).swap_remove(0);
        let data = Data::In(self.database, &self.name);
        let times = self.first_answers(data, sink, &look).await;
        self.results.note(table::START, median(times));
        let private = folder();
        let list = request("GET", "/v1/games", None, &Value::Null);
        let data = Data::Private(private.path());
        drop(self.first_answer(data, sink, &list).await);
        let times = self.first_answers(data, sink, &list).await;
        self.results.note(table::PRIVATE, median(times));
    }

    async fn first_answers(&self, data: Data<'_>, sink: &Sink, look: &[u8]) -> Vec<f64> {
        let mut times = Vec::new();
        for _ in 0..STARTS {
            times.push(self.first_answer(data, sink, look).await.1);
        }
        times
    }

    /// Measures the memory of a server with all roles.
    pub(crate) async fn memory(&mut self, sink: &Sink) {
        self.empty_outbox().await;
        let looks = self.requests(|id| format!("/v1/games/{id}"));
        let data = Data::In(self.database, &self.name);
        let server = self.first_answer(data, sink, &looks[0]).await.0;
        let megabytes = || memory(server.pid()) as f64 / 1e6;
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.results.note(table::MEMORY, megabytes());
        for _ in 0..2 {
            self.advance(server.address).await;
        }
        spread(
            server.address,
            IN_FLIGHT,
            looks,
            async |connection, look: Vec<u8>| {
                assert_eq!(connection.exchange(&look).await.status, 200);
            },
        )
        .await;
        self.results.note(table::TOUCHED, megabytes());
    }

    /// Starts another server. Also returns the milliseconds until its first response.
    async fn first_answer(&self, data: Data<'_>, sink: &Sink, look: &[u8]) -> (Server, f64) {
        let began = Instant::now();
        let server = Server::start(&self.program, data, "all", Some(sink.address));
        let mut connection = Connection::open(server.address).await;
        assert_eq!(connection.exchange(look).await.status, 200);
        (server, began.elapsed().as_secs_f64() * 1e3)
    }

    pub(super) fn meter(&self, server: &Server) -> Meter {
        Meter {
            server: Some(server.pid()),
            postmaster: self.database.postmaster(),
        }
    }

    /// Returns the address of the server.
    pub(super) fn address(&self) -> SocketAddr {
        self.server.address
    }
}
