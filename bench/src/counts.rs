//! What requests and mails cost, counted: instructions, statements, rows and bytes. The counts are
//! the same on a slow and on a fast machine, so `.ci/run` compares them with `bench/counts.txt`.
//!
//! The server runs under callgrind, which counts the instructions of user code. Requests come one
//! at a time over one connection.

use std::cell::Cell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{fs, iter};

use games::KINDS;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rules::{Game, SeedSource, ServerSeed};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_postgres::Client;
use tokio_postgres::types::ToSql;

use crate::client::{self, Connection, request};
use crate::play::{self, Player, Script};
use crate::server::{self, Data, Database, Server, folder};
use crate::sink::Sink;

/// The table that is checked in.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");

/// By how much a count may exceed the one in the table.
const TOLERANCE: f64 = 0.03;

/// The item that varies by a quarter, with what else the machine does, and by how much it may
/// exceed the table.
const UNSTEADY: (&str, f64) = ("mail without picture: instructions", 0.3);

/// How often everything is counted again while something is higher than in the table.
const REPEATS: usize = 2;

/// The database.
const DATABASE: &str = "turnpike_counts";

/// The game of most items.
const KIND: &str = "thats-life";

/// How many of each are counted. A background job that runs once more or less changes the count by
/// less than a hundredth then.
const MOVES: usize = 120;
const COLD: usize = 40;
const GETS: usize = 384;
const LISTS: usize = 48;

/// The number of rounds in which mails are counted. The cheapest counts, because no job that runs
/// once a minute is in it.
const ROUNDS: usize = 3;
const TURNS: usize = 3;
const PLAIN: usize = 40;
const REPLIES: usize = 8;

/// The length of a round in which only the background jobs are counted.
const IDLE: Duration = Duration::from_secs(5);

/// The polling interval for the outbox.
const LOOK: Duration = Duration::from_millis(20);

/// How often something happens before it is counted, so that caches are filled.
const BEFORE: usize = 8;

/// The secret for incoming mail, and the settings for it.
const SECRET: &str = "a secret for the counts";
const MAIL_IN: [&str; 4] = [
    "--mail-domain",
    "play.example.org",
    "--inbound-secret",
    SECRET,
];

/// How it counts.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A program of the server; without it, this one is built.
    #[arg(long)]
    turnpike: Option<PathBuf>,
    /// Writes the counts to the table. The reason goes beside each count that changed.
    #[arg(long, value_name = "REASON")]
    accept: Option<String>,
    /// Keeps callgrind's files in this folder, for `callgrind_annotate`.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// Counts everything, and compares it with the table.
pub(crate) async fn run(options: Options) -> ExitCode {
    for tool in ["taskset", "valgrind", "vgdb"] {
        let found = Command::new(tool).arg("--help").output().is_ok();
        assert!(found, "{tool} is needed: install util-linux and valgrind");
    }
    let program = options.turnpike.unwrap_or_else(server::build);
    let table = Table::read();
    let mut found = count(&program, options.keep.clone()).await;
    let repeats = match options.accept {
        None if table.is_comparable() => REPEATS,
        _ => 0,
    };
    for _ in 0..repeats {
        if !table.is_exceeded(&found) {
            break;
        }
        println!("Something is higher than in the table. Counting again.");
        let again = count(&program, options.keep.clone()).await;
        for ((_, figure), (_, again)) in found.iter_mut().zip(again) {
            *figure = figure.min(again);
        }
    }
    match options.accept {
        Some(reason) => table.accept(&found, &reason),
        None => table.compare(&found),
    }
}

async fn count(program: &Path, keep: Option<PathBuf>) -> Vec<(String, f64)> {
    let database = Database::start_with("shared_preload_libraries = 'pg_stat_statements'").await;
    database.vacuum_by_hand().await;
    database.make(DATABASE).await;
    let mut counter = Counter::new(database, program.to_owned(), keep).await;
    counter.requests().await;
    counter.start_and_mails().await;
    counter.memory().await;
    let Counter {
        found, database, ..
    } = counter;
    database.stop().await;
    found
}

/// What is counted, and the counts.
struct Counter {
    database: Database,
    admin: Client,
    program: PathBuf,
    players: Vec<Player>,
    sink: Sink,
    /// The number of created games.
    made: usize,
    /// The folder of callgrind's files.
    files: PathBuf,
    _folder: TempDir,
    found: Vec<(String, f64)>,
}

impl Counter {
    async fn new(database: Database, program: PathBuf, keep: Option<PathBuf>) -> Counter {
        let folder = folder();
        let files = keep.unwrap_or_else(|| folder.path().to_owned());
        fs::create_dir_all(&files).unwrap();
        let server = Server::start(&program, Data::In(&database, DATABASE), "web", None);
        let players = play::sign_up(server.address).await;
        let admin = database.admin(DATABASE).await;
        for statement in [
            "CREATE EXTENSION pg_stat_statements",
            "UPDATE players SET email_confirmed_at = created_at",
        ] {
            admin.batch_execute(statement).await.unwrap();
        }
        Counter {
            database,
            admin,
            program,
            players,
            sink: Sink::start(),
            made: 0,
            files,
            _folder: folder,
            found: Vec::new(),
        }
    }

    /// Starts a server that is not counted.
    fn helper(&self) -> Server {
        let data = Data::In(&self.database, DATABASE);
        Server::run(Command::new(&self.program), data, "web", None, &MAIL_IN)
    }

    /// Starts a server under callgrind on one core: the number of its threads does not depend on
    /// the machine.
    fn counted(&self, name: &str, role: &str) -> Counted {
        let file = self.files.join(name);
        let mut command = Command::new("taskset");
        command.args(["-c", &first_core()]);
        command.args(["valgrind", "--tool=callgrind", "--log-file=/dev/null"]);
        command.arg(format!("--callgrind-out-file={}", file.display()));
        command.arg(&self.program);
        let data = Data::In(&self.database, DATABASE);
        let smtp = Some(self.sink.address);
        Counted {
            server: Server::run(command, data, role, smtp, &MAIL_IN),
            file,
            dumps: Cell::new(0),
            idle: [0.0; 3],
        }
    }

    /// Stores new games with fixed ids and seeds: the same moves are played in every run.
    async fn games(&mut self, kind: &str, count: usize) -> Vec<Script> {
        let mut made = Vec::new();
        for _ in 0..count {
            self.made += 1;
            let new = Stored::new(kind, self.made);
            new.insert(&self.admin, &self.players).await;
            made.push(new.script);
        }
        made
    }

    /// Forgets what was counted so far.
    async fn begin(&self, counted: &Counted) -> Instant {
        let reset = "SELECT pg_stat_statements_reset()";
        self.admin.batch_execute(reset).await.unwrap();
        counted.tell("zero");
        Instant::now()
    }

    /// Returns the instructions, statements and rows since `begin`.
    async fn since(&self, counted: &Counted) -> [f64; 3] {
        let instructions = counted.instructions();
        let query = "SELECT coalesce(sum(calls), 0)::float8, coalesce(sum(rows), 0)::float8 \
            FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid WHERE NOT rolsuper";
        let sums = self.admin.query_one(query, &[]).await.unwrap();
        [instructions, sums.get(0), sums.get(1)]
    }

    /// Learns what the background jobs of a server cost a second.
    async fn idle(&self, counted: &mut Counted) {
        counted.idle = [f64::INFINITY; 3];
        for _ in 0..ROUNDS {
            let began = self.begin(counted).await;
            tokio::time::sleep(IDLE).await;
            let took = began.elapsed().as_secs_f64();
            let figures = self.since(counted).await;
            for (idle, figure) in counted.idle.iter_mut().zip(figures) {
                *idle = idle.min(figure / took);
            }
        }
    }

    /// Returns what each of so many pieces of work cost, without the background jobs.
    async fn each(&self, count: usize, counted: &Counted, began: Instant) -> [f64; 3] {
        let took = began.elapsed().as_secs_f64();
        let mut figures = self.since(counted).await;
        for (figure, idle) in figures.iter_mut().zip(counted.idle) {
            *figure = (*figure - idle * took) / count as f64;
        }
        figures
    }

    fn note(&mut self, what: &str, unit: &str, figure: f64) {
        eprintln!("{what}: {figure:.1} {unit}");
        self.found.push((format!("{what}: {unit}"), figure));
    }

    /// Counts moves, GETs and lists.
    async fn requests(&mut self) {
        let mut moves = Vec::new();
        for kind in KINDS.current().map(|kind| kind.info().id) {
            let mut games = self.games(kind, 14).await;
            let requests = games
                .iter_mut()
                .flat_map(|game| iter::from_fn(|| game.next(&self.players)));
            let requests: Vec<Vec<u8>> = requests.take(BEFORE + MOVES).collect();
            assert_eq!(requests.len(), BEFORE + MOVES, "{kind} is over too soon");
            moves.push((kind, requests));
        }
        let played = self.games(KIND, BEFORE + COLD).await.into_iter();
        let first_moves = played.map(|mut game| game.next(&self.players).unwrap());
        let first_moves: Vec<Vec<u8>> = first_moves.collect();
        let seen = self.games(KIND, BEFORE + COLD).await;
        let get = |path: &str, token: Option<&str>| request("GET", path, token, &Value::Null);
        let look = |game: Script| {
            let token = &self.players[game.seats[0]].token;
            get(&format!("/v1/games/{}", game.id), Some(token))
        };
        let looks: Vec<Vec<u8>> = seen.into_iter().map(look).collect();

        let token = self.players[0].token.clone();
        let mut counted = self.counted("requests", "web");
        let mut connection = Connection::open(counted.server.address).await;
        let list = get("/v1/games?limit=20", None);
        ask(&mut connection, 200, &list).await;
        self.idle(&mut counted).await;
        let mut ask = async |what: &str, status: u16, requests: &[Vec<u8>]| {
            self.ask(what, &counted, &mut connection, status, requests)
                .await;
        };
        for (kind, requests) in &moves {
            ask(&format!("move of {kind}"), 200, requests).await;
        }
        ask("move in a game that is not in memory", 200, &first_moves).await;
        ask("GET of a game that is not in memory", 200, &looks).await;
        let again = vec![looks[0].clone(); BEFORE + GETS];
        ask("GET of a game", 200, &again).await;
        let tag = {
            let mut connection = Connection::open(counted.server.address).await;
            let answer = connection.exchange(&looks[0]).await;
            answer.header("etag").unwrap()
        };
        let known = format!("if-none-match: {tag}\r\n\r\n");
        let unchanged = [looks[0].strip_suffix(b"\r\n").unwrap(), known.as_bytes()].concat();
        ask(
            "GET of a game, unchanged",
            304,
            &vec![unchanged; BEFORE + GETS],
        )
        .await;
        for (what, path, token) in [
            ("list of 20 public games", "/v1/games?limit=20", None),
            (
                "list of 20 games, signed in",
                "/v1/games?limit=20",
                Some(&*token),
            ),
            (
                "list of a player's games",
                "/v1/games?mine=true&limit=20",
                Some(&*token),
            ),
        ] {
            ask(what, 200, &vec![get(path, token); BEFORE + LISTS]).await;
        }
    }

    /// Sends the first requests to fill the caches, and counts the others.
    async fn ask(
        &mut self,
        what: &str,
        counted: &Counted,
        connection: &mut Connection,
        status: u16,
        requests: &[Vec<u8>],
    ) {
        let (before, requests) = requests.split_at(BEFORE);
        for request in before {
            ask(connection, status, request).await;
        }
        let began = self.begin(counted).await;
        for request in requests {
            ask(connection, status, request).await;
        }
        let each = self.each(requests.len(), counted, began).await;
        for (unit, figure) in ["instructions", "statements", "rows"].into_iter().zip(each) {
            self.note(what, unit, figure);
        }
    }

    /// Counts a start up to the first answer, and mails.
    async fn start_and_mails(&mut self) {
        let helper = self.helper();
        let games = self.games(KIND, 1 + ROUNDS * TURNS).await;
        self.admin.batch_execute("TRUNCATE outbox").await.unwrap();
        let mut counted = self.counted("start", "all");
        let mut connection = Connection::open(counted.server.address).await;
        let list = request("GET", "/v1/games", None, &Value::Null);
        ask(&mut connection, 200, &list).await;
        let instructions = counted.instructions();
        self.note("start to the first answer", "instructions", instructions);
        self.idle(&mut counted).await;

        let mut games = games.into_iter();
        let first = games.by_ref().take(1).collect();
        self.turns(&helper, first).await;
        self.mails_are_sent().await;
        self.sink.take();
        let turns = |_| self.turns(&helper, games.by_ref().take(TURNS).collect());
        let instructions = self.mails(&counted, TURNS, turns).await;
        self.note("turn mail", "instructions", instructions);
        let [mails, pictures, bytes] = self.sink.take();
        let turns = (ROUNDS * TURNS) as u64;
        assert_eq!([mails, pictures], [turns; 2], "mails and pictures");
        self.note("turn mail", "bytes", bytes as f64 / mails as f64);
        let turn = self.sink.head();

        self.cancelled(&helper, 1).await;
        self.mails_are_sent().await;
        let cancelled = |_| self.cancelled(&helper, PLAIN);
        let instructions = self.mails(&counted, PLAIN, cancelled).await;
        self.note("mail without picture", "instructions", instructions);

        self.replies(&helper, &turn, 0..1).await;
        self.mails_are_sent().await;
        let replies = |round| {
            let first = 1 + round * REPLIES;
            self.replies(&helper, &turn, first..first + REPLIES)
        };
        let instructions = self.mails(&counted, REPLIES, replies).await;
        let what = "reply that asks for the log, and its answer";
        self.note(what, "instructions", instructions);
    }

    /// Returns the instructions for each of so many mails. The server stands still until all mails
    /// of a round are written. Otherwise the speed of the machine decides how many it finds at
    /// once.
    async fn mails<W: Future<Output = ()>>(
        &self,
        counted: &Counted,
        count: usize,
        mut write: impl FnMut(usize) -> W,
    ) -> f64 {
        let mut least = f64::INFINITY;
        for round in 0..ROUNDS {
            self.begin(counted).await;
            counted.signal(Signal::SIGSTOP);
            write(round).await;
            counted.signal(Signal::SIGCONT);
            let began = Instant::now();
            self.mails_are_sent().await;
            let [instructions, ..] = self.each(count, counted, began).await;
            least = least.min(instructions);
        }
        least
    }

    /// Plays until it is another player's turn in each game.
    async fn turns(&self, server: &Server, games: Vec<Script>) {
        let mut connection = Connection::open(server.address).await;
        for mut game in games {
            // A turn is a roll and a move.
            for _ in 0..2 {
                let request = game.next(&self.players).unwrap();
                ask(&mut connection, 200, &request).await;
            }
        }
    }

    /// Creates and cancels games with another seated player, who gets a mail.
    async fn cancelled(&self, server: &Server, count: usize) {
        let mut connection = Connection::open(server.address).await;
        let token = |player: usize| Some(self.players[player].token.as_str());
        for _ in 0..count {
            let body = json!({"kind": KIND, "seats": 3});
            let made = connection.call("POST", "/v1/games", token(0), &body).await;
            let path = format!("/v1/games/{}", made["id"].as_str().unwrap());
            let seats = format!("{path}/seats");
            connection.call("POST", &seats, token(1), &json!({})).await;
            connection
                .call("DELETE", &path, token(0), &Value::Null)
                .await;
        }
    }

    /// Delivers replies to a turn mail with this header section.
    async fn replies(&self, server: &Server, turn: &str, numbers: Range<usize>) {
        let header = |name: &str| {
            let mut lines = turn.lines().filter_map(|line| line.split_once(": "));
            let found = lines.find(|(it, _)| it.eq_ignore_ascii_case(name));
            found.unwrap_or_else(|| panic!("no {name} in {turn}")).1
        };
        let (from, to) = (header("to"), header("reply-to"));
        let address = to.rsplit('<').next().unwrap().trim_end_matches('>');
        let mut connection = Connection::open(server.address).await;
        for number in numbers {
            let mail = format!(
                "From: {from}\r\nTo: {to}\r\nSubject: Re: your turn\r\n\
                Message-ID: <{number}@example.org>\r\n\r\nlog\r\n\r\n> Your turn\r\n"
            );
            let head = client::head("POST", "/v1/inbound/mime", Some(SECRET));
            let rest = format!(
                "x-envelope-to: {address}\r\ncontent-type: message/rfc822\r\n\
                content-length: {}\r\n\r\n{mail}",
                mail.len()
            );
            ask(&mut connection, 202, &[&head, rest.as_bytes()].concat()).await;
        }
    }

    async fn mails_are_sent(&self) {
        let any = "SELECT EXISTS (SELECT FROM outbox WHERE status = 'waiting') \
            OR EXISTS (SELECT FROM inbound WHERE status = 'waiting')";
        while self.admin.query_one(any, &[]).await.unwrap().get(0) {
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Notes the memory that a server has allocated a second after its start.
    async fn memory(&mut self) {
        let mut command = Command::new("taskset");
        command.args(["-c", &first_core()]).arg(&self.program);
        let data = Data::In(&self.database, DATABASE);
        let smtp = Some(self.sink.address);
        let server = Server::run(command, data, "all", smtp, &MAIL_IN);
        let mut connection = Connection::open(server.address).await;
        let list = request("GET", "/v1/games", None, &Value::Null);
        ask(&mut connection, 200, &list).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("RssAnon:"));
        let kilobytes = line
            .unwrap()
            .trim()
            .trim_end_matches(" kB")
            .parse()
            .unwrap();
        self.note("memory after the start", "kilobytes", kilobytes);
    }
}

async fn ask(connection: &mut Connection, status: u16, request: &[u8]) {
    let answer = connection.exchange(request).await;
    let body = String::from_utf8_lossy(answer.body);
    assert_eq!(
        answer.status,
        status,
        "{} {body}",
        String::from_utf8_lossy(request)
    );
}

/// A game that has just begun.
struct Stored {
    script: Script,
    game: Game,
    seed: ServerSeed,
}

impl Stored {
    fn new(kind: &str, number: usize) -> Stored {
        let kind = KINDS.latest(kind).unwrap();
        let seats = play::least_seats(kind);
        let mut seed = [9; 32];
        seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
        let seed = ServerSeed(seed);
        let mut header = play::header(kind, format!("counted{number:04}"), seats, &seed);
        header.seed_source = SeedSource::Secret;
        let (game, _) = Game::start(kind, header.clone(), &seed, None).unwrap();
        let players = (0..seats)
            .map(|seat| (number + seat) % play::PLAYERS)
            .collect();
        Stored {
            script: play::play_out(kind, header, players, &seed),
            game,
            seed,
        }
    }

    /// Writes its rows as the server does.
    async fn insert(&self, admin: &Client, players: &[Player]) {
        let (header, info) = (self.game.header(), self.game.kind().info());
        let seats = i16::from(self.game.seats());
        let insert = "INSERT INTO games (id, kind, rules, options, seat_count, visibility, status, \
                creator_id, server_seed, seed_source, seed_commitment, game_seed, start, ply, head, \
                acting, created_at, started_at, changed_at) \
            SELECT $1, $2, $3, $4::text::jsonb, $5, 'public', 'running', id, $7, 'secret', $8, $9, \
                $10, 0, $11, $12, now(), now(), now() FROM players WHERE name = $6";
        let name = |seat: usize| &players[self.script.seats[seat]].name;
        let (options, acting) = (header.options.to_string(), self.game.acting().bits());
        let (head, secrets) = (self.game.head(), self.game.secrets());
        let values: [&(dyn ToSql + Sync); 12] = [
            &header.id,
            &info.id,
            &header.rules,
            &options,
            &seats,
            name(0),
            &&self.seed.0[..],
            &&header.seed_commitment.0[..],
            &&secrets.seed.0[..],
            &&head.0[..],
            &&head.0[..],
            &i32::from(acting),
        ];
        admin.execute(insert, &values).await.unwrap();
        let sit = "INSERT INTO seats (game_id, seat, player_id, entropy, joined_at) \
            SELECT $1, $2, id, '', now() FROM players WHERE name = $3";
        for (seat, number) in (0..seats).enumerate() {
            let values: [&(dyn ToSql + Sync); 3] = [&header.id, &number, name(seat)];
            admin.execute(sit, &values).await.unwrap();
        }
    }
}

/// A server under callgrind.
struct Counted {
    server: Server,
    /// The prefix of callgrind's files.
    file: PathBuf,
    dumps: Cell<usize>,
    /// The instructions, statements and rows of the background jobs a second.
    idle: [f64; 3],
}

impl Counted {
    /// Sends a signal to the server.
    fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.server.pid().cast_signed()), signal).unwrap();
    }

    /// Sends a command to callgrind.
    fn tell(&self, command: &str) {
        let mut vgdb = Command::new("vgdb");
        vgdb.arg(format!("--pid={}", self.server.pid()))
            .arg(command);
        let told = vgdb
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(told.success(), "callgrind does not {command}");
    }

    /// Returns how many instructions the server has executed since the last call, or since `zero`.
    fn instructions(&self) -> f64 {
        self.tell("dump");
        self.dumps.set(self.dumps.get() + 1);
        let file = format!("{}.{}", self.file.display(), self.dumps.get());
        let dump = fs::read_to_string(&file).expect(&file);
        let line = dump.lines().find_map(|line| line.strip_prefix("summary: "));
        line.expect(&file).trim().parse().expect(&file)
    }
}

/// Returns the first core that this process may use.
fn first_core() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mut lines = status.lines();
    let cores = lines
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))
        .unwrap();
    let first = cores.trim().split([',', '-']).next().unwrap();
    first.to_owned()
}

/// The table that is checked in: the items with their counts, and the reasons for changes.
struct Table {
    /// The compiler and the profile: counts of another build are not comparable.
    build: String,
    counts: Vec<Count>,
}

struct Count {
    what: String,
    figure: f64,
    reason: String,
}

impl Table {
    fn read() -> Table {
        let text = fs::read_to_string(TABLE).unwrap_or_default();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let counts = lines.map(|line| {
            let mut parts = line.splitn(3, '\t').map(str::to_owned);
            let mut part = || parts.next().unwrap_or_default();
            let (figure, what, reason) = (part(), part(), part());
            let figure = figure.trim().parse().expect(line);
            Count {
                what,
                figure,
                reason,
            }
        });
        Table {
            build: text
                .lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches("# ")
                .to_owned(),
            counts: counts.collect(),
        }
    }

    fn find(&self, what: &str) -> Option<&Count> {
        self.counts.iter().find(|count| count.what == what)
    }

    /// Whether the counts in the table are of such a build.
    fn is_comparable(&self) -> bool {
        self.build == build()
    }

    /// Whether something is higher than in the table.
    fn is_exceeded(&self, found: &[(String, f64)]) -> bool {
        found.iter().any(|(what, figure)| {
            let before = self.find(what);
            before.is_some_and(|before| change(what, before.figure, *figure) == Change::Higher)
        })
    }

    /// Prints what is higher or lower than in the table. Fails if something is higher.
    fn compare(&self, found: &[(String, f64)]) -> ExitCode {
        if !self.is_comparable() {
            println!(
                "{TABLE} is of another build ({}), this is {}",
                self.build,
                build()
            );
            return ExitCode::SUCCESS;
        }
        let mut code = ExitCode::SUCCESS;
        for (what, figure) in found {
            let before = self.find(what).map(|count| count.figure);
            match before.map(|before| (before, change(what, before, *figure))) {
                Some((before, Change::Higher)) => {
                    println!("HIGHER {what}: {figure:.1}, in the table {before:.1}");
                    code = ExitCode::FAILURE;
                }
                Some((before, Change::Lower)) => {
                    println!("lower {what}: {figure:.1}, in the table {before:.1}")
                }
                Some((_, Change::None)) => {}
                None => {
                    println!("NEW {what}: {figure:.1}");
                    code = ExitCode::FAILURE;
                }
            }
        }
        println!("{} counts compared with {TABLE}", found.len());
        println!("Accept changes with `cargo run -p bench -- counts --accept REASON`.");
        code
    }

    /// Writes the counts that changed into the table, with the reason.
    fn accept(&self, found: &[(String, f64)], reason: &str) -> ExitCode {
        let mut text = format!(
            "# {}\n# A count, its item and the reason for its last change.\n",
            build()
        );
        for (what, figure) in found {
            let known = self.find(what).filter(|_| self.build == build());
            let (figure, reason) = match known {
                Some(count) if change(what, count.figure, *figure) == Change::None => {
                    (count.figure, count.reason.as_str())
                }
                _ => (*figure, reason),
            };
            text.push_str(&format!("{figure:>14.1}\t{what}\t{reason}\n"));
        }
        fs::write(TABLE, text).unwrap();
        ExitCode::SUCCESS
    }
}

#[derive(PartialEq)]
enum Change {
    Higher,
    Lower,
    None,
}

/// Compares two counts of an item. Half a statement or row may come from background jobs.
fn change(what: &str, before: f64, now: f64) -> Change {
    let tolerance = if what == UNSTEADY.0 {
        UNSTEADY.1
    } else {
        TOLERANCE
    };
    let span = before * tolerance + 0.5;
    match now - before {
        more if more > span => Change::Higher,
        more if more < -span => Change::Lower,
        _ => Change::None,
    }
}

/// Returns the compiler, the processor and the profile.
fn build() -> String {
    let rustc = Command::new("rustc")
        .arg("--version")
        .output()
        .unwrap()
        .stdout;
    let profile = if cfg!(debug_assertions) {
        "dev"
    } else {
        "release"
    };
    format!(
        "{}, {}, {profile}",
        String::from_utf8_lossy(&rustc).trim(),
        std::env::consts::ARCH
    )
}
