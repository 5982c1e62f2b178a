//! A server with many stored games, and its players.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use rules::{Dice, GameSeed, Seat};
use serde_json::{Value, json};

use super::disk::Aged;
use super::seed;
use super::stored::{PLAYERS, Set, Stored};
use crate::client::{self, Connection, spread};
use crate::cpu::Meter;
use crate::load::{IN_FLIGHT, Load, Measured, Work};
use crate::play::{self, Player};
use crate::server::{Data, Database, Server};
use crate::sink::Sink;

/// The number of prepared moves for each second: more than can be played.
const A_SECOND: u64 = 20_000;

/// The warm-up before each measurement, in which the server loads the games that stay in memory.
const TRIAL: Duration = Duration::from_secs(3);

/// The number of games that are verified against their log after they were played.
const EXAMINED: usize = 8;

/// A program with its own database.
pub(super) struct Site<'a> {
    program: &'a Path,
    database: &'a Database,
    pub(super) name: String,
    sets: Vec<Set>,
    players: Vec<Player>,
    /// The slots that play games to their ends, and the ones that move in another game each time.
    slots: BTreeMap<Manner, Vec<Slot>>,
}

/// How moves are spread over the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Manner {
    /// The games in flight are played to their ends, then others.
    OnAndOn,
    /// Each move is in another game.
    Scattered,
}

/// A concurrent client. It has its own games, so no slot waits for another.
struct Slot {
    manner: Manner,
    first: usize,
    chance: Dice,
    /// The number of planned moves in each game.
    planned: HashMap<usize, usize>,
    ready: VecDeque<Planned>,
}

/// A prepared move.
struct Planned {
    number: usize,
    seat: Seat,
    tail: Vec<u8>,
}

impl Planned {
    fn next(game: &mut Stored, number: usize) -> Option<Planned> {
        let (seat, seq, mv) = game.play_on(number)?;
        let body = json!({"seq": seq, "moves": [mv]});
        Some(Planned {
            number,
            seat,
            tail: client::tail(&body.to_string()),
        })
    }

    fn write(&self, set: Set, players: &[Player], request: &mut Vec<u8>) {
        let player = &players[set.players(self.number)[self.seat.index()]];
        let path = format!("/v1/games/{}/moves", set.id(self.number));
        request.extend(client::head("POST", &path, Some(&player.token)));
        request.extend_from_slice(&self.tail);
    }
}

/// The distance between the numbers of two games of a slot.
const APART: usize = 2 * IN_FLIGHT;

impl Slot {
    /// Prepares moves until there are this many.
    fn plan(&mut self, set: Set, moves: usize) {
        match self.manner {
            Manner::OnAndOn => self.plan_games(set, moves),
            Manner::Scattered => self.plan_moves(set, moves),
        }
    }

    /// Draws a game in progress, with equal probability.
    fn draw(&mut self, set: Set) -> usize {
        let games = u32::try_from(set.count / APART).unwrap();
        loop {
            let number = self.first + APART * self.chance.below(games) as usize;
            if !set.is_over(number) {
                return number;
            }
        }
    }

    fn plan_games(&mut self, set: Set, moves: usize) {
        // With few games, a slot would soon run out of games in progress.
        let most = set.count / APART / 2;
        while self.ready.len() < moves && self.planned.len() < most {
            let number = self.draw(set);
            if self.planned.contains_key(&number) {
                continue;
            }
            let mut game = set.game(number);
            let rest: Vec<_> = std::iter::from_fn(|| Planned::next(&mut game, number)).collect();
            self.planned.insert(number, rest.len());
            self.ready.extend(rest);
        }
    }

    fn plan_moves(&mut self, set: Set, moves: usize) {
        let mut drawn = BTreeMap::<usize, Vec<usize>>::new();
        for place in self.ready.len()..moves {
            drawn.entry(self.draw(set)).or_default().push(place);
        }
        let mut ready = BTreeMap::new();
        for (number, places) in drawn {
            let mut game = set.game(number);
            let planned = self.planned.entry(number).or_default();
            for _ in 0..*planned {
                game.play_on(number);
            }
            for place in places {
                // The game may be over by now.
                if let Some(next) = Planned::next(&mut game, number) {
                    *planned += 1;
                    ready.insert(place, next);
                }
            }
        }
        self.ready.extend(ready.into_values());
    }
}

impl<'a> Site<'a> {
    /// Stores the games.
    pub(super) async fn new(
        program: &'a Path,
        database: &'a Database,
        name: String,
        sets: Vec<Set>,
    ) -> Site<'a> {
        database.make(&name).await;
        // The first start creates the tables.
        drop(Server::start(
            program,
            Data::In(database, &name),
            "web",
            None,
        ));
        seed::players(database, &name).await;
        for set in &sets {
            seed::games(database, &name, *set).await;
        }
        let slots = |(manner, first)| {
            let slot = |place| Slot {
                manner,
                first: first + place,
                chance: Dice::new(GameSeed([5; 32]), (first + place) as u64),
                planned: HashMap::new(),
                ready: VecDeque::new(),
            };
            (manner, (0..IN_FLIGHT).map(slot).collect())
        };
        let manners = [(Manner::OnAndOn, 0), (Manner::Scattered, IN_FLIGHT)];
        Site {
            program,
            database,
            name,
            sets,
            players: (0..PLAYERS)
                .map(|i| Player::new(format!("player-{i}")))
                .collect(),
            slots: manners.map(slots).into(),
        }
    }

    /// Starts a server, which has no game in memory yet, and signs all players in. Only one server
    /// runs at a time, because pgbench needs most of the connections.
    pub(super) async fn open(&mut self, role: &str, smtp: Option<SocketAddr>) -> Server {
        let data = Data::In(self.database, &self.name);
        let server = Server::start(self.program, data, role, smtp);
        play::sign_in(server.address, &mut self.players).await;
        server
    }

    /// Returns the view of a game, and the game as a server may store it.
    pub(super) async fn state(&mut self) -> (Value, Vec<u8>) {
        let server = self.open("web", None).await;
        let set = self.sets[0];
        let path = format!("/v1/games/{}", set.id(1));
        let token = &self.players[set.players(1)[0]].token;
        let mut connection = Connection::open(server.address).await;
        let game = connection.call("GET", &path, Some(token), &Value::Null);
        (game.await["view"].clone(), set.game(1).game.snapshot())
    }

    /// Prepares enough moves for a measurement of this many seconds.
    pub(super) fn plan(&mut self, seconds: u64) {
        let moves = ((seconds + TRIAL.as_secs()) * A_SECOND) as usize;
        self.plan_moves(Manner::OnAndOn, moves);
        self.plan_moves(Manner::Scattered, moves);
    }

    fn plan_moves(&mut self, manner: Manner, moves: usize) {
        let (set, each) = (self.sets[0], moves.div_ceil(IN_FLIGHT));
        let threads = available_parallelism().map_or(1, usize::from);
        let slots = self.slots.get_mut(&manner).unwrap();
        std::thread::scope(|scope| {
            for slots in slots.chunks_mut(IN_FLIGHT.div_ceil(threads)) {
                scope.spawn(move || slots.iter_mut().for_each(|slot| slot.plan(set, each)));
            }
        });
    }

    /// Measures moves in games that are drawn at random from all.
    pub(super) async fn moves(
        &mut self,
        server: &Server,
        manner: Manner,
        time: Duration,
        rate: Option<f64>,
    ) -> Measured {
        let (set, players) = (self.sets[0], Rc::new(self.players.clone()));
        let take = |slot: &mut Slot| Rc::new(RefCell::new(std::mem::take(&mut slot.ready)));
        let slots = self.slots.get_mut(&manner).unwrap();
        let ready: Vec<_> = slots.iter_mut().map(take).collect();
        let works = ready.iter().map(|ready| -> Work {
            let (ready, players) = (Rc::clone(ready), Rc::clone(&players));
            Box::new(move |request| {
                let next = ready.borrow_mut().pop_front();
                next.inspect(|it| it.write(set, &players, request))
                    .is_some()
            })
        });
        let measured = self.load(server, works.collect(), time, rate).await;
        for (slot, ready) in self.slots.get_mut(&manner).unwrap().iter_mut().zip(ready) {
            slot.ready = ready.take();
        }
        measured
    }

    /// Measures reads of random games by one of their players.
    pub(super) async fn looks(&self, server: &Server, time: Duration) -> Measured {
        let (set, players) = (self.sets[0], Rc::new(self.players.clone()));
        let works = (0..IN_FLIGHT as u64).map(|place| -> Work {
            let mut chance = Dice::new(GameSeed([6; 32]), place);
            let players = Rc::clone(&players);
            Box::new(move |request| {
                let number = chance.below(u32::try_from(set.count).unwrap()) as usize;
                let path = format!("/v1/games/{}", set.id(number));
                let token = &players[set.players(number)[0]].token;
                request.extend(client::head("GET", &path, Some(token)));
                request.extend_from_slice(b"\r\n");
                true
            })
        });
        self.load(server, works.collect(), time, None).await
    }

    async fn load(
        &self,
        server: &Server,
        works: Vec<Work>,
        time: Duration,
        rate: Option<f64>,
    ) -> Measured {
        let meter = self.meter(server);
        let mut load = Load::new(server.address, 200, works);
        load.run(TRIAL, rate, &meter).await;
        self.database.settle().await;
        load.run(time, rate, &meter).await
    }

    /// Measures this many moves in every game of a set, game by game.
    pub(super) async fn each(&mut self, server: &Server, set: usize, moves: usize) -> Measured {
        let (which, set) = (set, self.sets[set]);
        // A slot stores the progress of the set's games; there are more slots than sets.
        let slots = self.slots.get_mut(&Manner::OnAndOn).unwrap();
        let planned = &mut slots[which].planned;
        let games = (0..set.count).map(|number| {
            let (mut game, planned) = (set.game(number), planned.entry(number).or_default());
            for _ in 0..*planned {
                game.play_on(number);
            }
            *planned += moves;
            let next = |_| Planned::next(&mut game, number).unwrap();
            (0..moves).map(next).collect::<Vec<_>>()
        });
        let mut games: Vec<VecDeque<Vec<u8>>> = games
            .map(|moves| {
                let request = |planned: Planned| {
                    let mut request = Vec::new();
                    planned.write(set, &self.players, &mut request);
                    request
                };
                moves.into_iter().map(request).collect()
            })
            .collect();
        self.database.settle().await;
        let meter = self.meter(server);
        let (before, began) = (meter.read(), Instant::now());
        for _ in 0..moves {
            let requests = games.iter_mut().filter_map(VecDeque::pop_front).collect();
            spread(
                server.address,
                IN_FLIGHT,
                requests,
                async |connection, request: Vec<u8>| {
                    let answer = connection.exchange(&request).await;
                    let body = String::from_utf8_lossy(answer.body);
                    assert_eq!(answer.status, 200, "{body}");
                },
            )
            .await;
        }
        let (took, used) = (began.elapsed(), meter.read() - before);
        Measured::of((moves * set.count) as u64, took, used)
    }

    /// Plays this many moves within these minutes, with all jobs running, and observes the stored
    /// data.
    pub(super) async fn age(&mut self, minutes: u64, moves: f64, sink: &Sink) -> Aged {
        let time = Duration::from_secs(60 * minutes);
        let server = self.open("all", Some(sink.address)).await;
        self.plan_moves(Manner::Scattered, moves as usize * 11 / 10);
        sink.take();
        let mut aged = Aged::begin(self.database, &self.name).await;
        let rate = moves / time.as_secs_f64();
        let played = self.moves(&server, Manner::Scattered, time, Some(rate));
        let watched = aged.watch(time);
        let (measured, ()) = futures_util::future::join(played, watched).await;
        aged.end(measured, sink).await;
        aged
    }

    /// Has the server verify every stored game from its seed and its log.
    pub(super) fn audit(&self) {
        self.told(&["verify", "--database"]);
    }

    /// Has the server verify a sample of the games that were played on.
    pub(super) fn examine(&self) {
        let pairs = |slots| self.sets.iter().zip::<&Vec<Slot>>(slots);
        for (set, slot) in self.slots.values().flat_map(pairs) {
            for number in slot.planned.keys().take(EXAMINED) {
                let id = set.id(*number);
                let told = self.told(&["admin", "--reason", "a sample", "verify", &id]);
                assert!(told.contains(": true: "), "{told}");
            }
        }
    }

    /// Runs the program and returns its output.
    fn told(&self, arguments: &[&str]) -> String {
        let told = Command::new(self.program)
            .args(arguments)
            .env("DATABASE_URL", self.database.url(&self.name))
            .output()
            .unwrap();
        let [said, error] =
            [told.stdout, told.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
        assert!(told.status.success(), "{arguments:?}: {said}{error}");
        eprint!("{arguments:?}: {said}");
        said
    }

    fn meter(&self, server: &Server) -> Meter {
        Meter {
            server: Some(server.pid()),
            postmaster: self.database.postmaster(),
        }
    }
}
