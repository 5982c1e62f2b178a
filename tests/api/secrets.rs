//! Searches the logs of every test server and of its database for every secret that it used.
//!
//! The secrets are collected from requests and answers while the test runs, and from the database
//! and the mails at its end. All log levels are searched.

use std::collections::{BTreeSet, HashMap};
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, OnceLock};

use base::config::LogFormat;
use diesel_async::SimpleAsyncConnection;
use reqwest::{Method, StatusCode, Url};
use serde_json::{Value, json};
use tokio_postgres::{NoTls, SimpleQueryMessage};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;
use turnpike::{App, logging};

use crate::helpers::*;

/// The longest line of a log, and the most that one request may write.
const LONGEST_LINE: usize = 1000;
const LONGEST_REQUEST: usize = 4000;

/// The length of the shortest secret to search for. A shorter one would occur by chance.
const SHORTEST: usize = 6;

/// Members of requests and answers that are secret.
const PRIVATE: [&str; 13] = [
    "password",
    "new_password",
    "current_password",
    "code",
    "access_token",
    "refresh_token",
    "token",
    "secret",
    "entropy",
    "seed",
    "server_seed",
    "uri",
    "recovery_codes",
];

/// Values in the database that no log may contain: names in the first column, others in the second.
const KEPT: &str = "
    SELECT name, '' FROM players
    UNION ALL SELECT '', email FROM players
    UNION ALL SELECT '', pending_email FROM players
    UNION ALL SELECT '', email FROM strangers
    UNION ALL SELECT '', mail_id FROM players
    UNION ALL SELECT '', password_hash FROM players
    UNION ALL SELECT '', encode(server_seed, 'hex') FROM games
    UNION ALL SELECT '', encode(server_seed, 'base64') FROM games
    UNION ALL SELECT '', encode(server_seed, 'hex') FROM reservations
    UNION ALL SELECT '', encode(server_seed, 'base64') FROM reservations
    UNION ALL SELECT '', encode(server_seed, 'hex') FROM deals
    UNION ALL SELECT '', encode(server_seed, 'base64') FROM deals
    UNION ALL SELECT '', encode(secret, 'hex') FROM signing_keys
    UNION ALL SELECT '', encode(secret, 'base64') FROM signing_keys
    UNION ALL SELECT '', encode(secret, 'hex') FROM totp_secrets
    UNION ALL SELECT '', encode(hash, 'hex') FROM feeds
    UNION ALL SELECT '', url FROM webhooks
    UNION ALL SELECT '', encode(secret, 'hex') FROM webhooks
    UNION ALL SELECT '', encode(secret, 'base64') FROM webhooks
    UNION ALL SELECT '', name FROM passkeys
    UNION ALL SELECT '', encode(credential, 'hex') FROM passkeys
    UNION ALL SELECT '', encode(user_handle, 'hex') FROM passkeys
    UNION ALL SELECT '', entropy FROM seats
    UNION ALL SELECT '', invited_email FROM seats
    UNION ALL SELECT '', address FROM outbox
    UNION ALL SELECT '', payload->>'code' FROM outbox
    UNION ALL SELECT '', note FROM notes
    UNION ALL SELECT '', said FROM messages
    UNION ALL SELECT '', sender FROM inbound
    UNION ALL SELECT '', recipient FROM inbound";

/// The log of this process, since the oldest server under watch started.
static LOG: Mutex<Log> = Mutex::new(Log {
    text: Vec::new(),
    forgotten: 0,
    watched_from: Vec::new(),
});

struct Log {
    text: Vec<u8>,
    /// How much was forgotten before the text.
    forgotten: usize,
    /// The positions at which the watchers began.
    watched_from: Vec<usize>,
}

impl Log {
    fn end(&self) -> usize {
        self.forgotten + self.text.len()
    }

    /// Drops text that no watcher needs, once it is most of the text.
    fn forget(&mut self) {
        let first = self.watched_from.iter().copied().min();
        let unwatched = first.unwrap_or(self.end()) - self.forgotten;
        if unwatched > self.text.len() / 2 {
            self.text.drain(..unwatched);
            self.text.shrink_to(self.text.len() * 2);
            self.forgotten += unwatched;
        }
    }
}

/// The log of the database.
static DATABASE_LOG: OnceLock<PathBuf> = OnceLock::new();

/// The secrets of each server, by its address.
static SECRETS: LazyLock<Mutex<HashMap<String, BTreeSet<String>>>> = LazyLock::new(Mutex::default);

struct Sink;

impl std::io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock().unwrap().text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The path of the log of the database of this run.
pub fn database_log_is(file: PathBuf) {
    DATABASE_LOG.set(file).unwrap();
}

/// Remembers the secrets of a request.
pub fn sent(request: &reqwest::Request) {
    let mut found = BTreeSet::new();
    if let Some(header) = request.headers().get("authorization")
        && let Some((_, token)) = header.to_str().unwrap().split_once(' ')
    {
        found.insert(token.to_owned());
    }
    if let Some(body) = request.body().and_then(reqwest::Body::as_bytes)
        && let Ok(body) = serde_json::from_slice(body)
    {
        gather(&body, &mut found);
    }
    found.extend(addresses(request.url().as_str()));
    found.extend(secret_of(request.url().as_str()));
    remember(request.url(), found);
}

/// Remembers the secrets of an answer.
pub fn answered(url: &Url, text: &str) {
    let mut found = BTreeSet::new();
    if let Ok(body) = serde_json::from_str(text) {
        gather(&body, &mut found);
    }
    remember(url, found);
}

fn remember(url: &Url, found: BTreeSet<String>) {
    let address = url.origin().ascii_serialization();
    let mut secrets = SECRETS.lock().unwrap();
    secrets.entry(address).or_default().extend(found);
}

fn gather(body: &Value, found: &mut BTreeSet<String>) {
    match body {
        Value::Object(members) => {
            // A problem's code is not secret.
            let problem = members.contains_key("status") && members.contains_key("type");
            for (name, value) in members {
                if PRIVATE.contains(&name.as_str()) && !problem {
                    match value {
                        Value::String(text) => drop(found.insert(text.clone())),
                        Value::Number(number) => drop(found.insert(number.to_string())),
                        Value::Array(texts) => {
                            found.extend(texts.iter().filter_map(Value::as_str).map(str::to_owned));
                        }
                        _ => {}
                    }
                }
                gather(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| gather(value, found)),
        Value::String(text) => {
            found.extend(addresses(text));
            found.extend(secret_of(text));
        }
        _ => {}
    }
}

/// Returns the secret in the query of a URL, if there is one.
fn secret_of(url: &str) -> Option<String> {
    let (_, secret) = url.split_once("?secret=")?;
    Some(secret.to_owned())
}

/// The mail addresses in a text.
fn addresses(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || "@.+_-=".contains(c)))
        .filter(|word| word.contains('@') && !word.starts_with("games@"))
        .map(str::to_owned)
}

/// Watches the log while a server runs.
pub struct Watch {
    address: String,
    from: usize,
    database_from: u64,
}

/// Keeps everything that this process logs. Install it before anything is logged: a line without a
/// listener is never delivered to later listeners on other threads.
pub fn keep_log() {
    static STARTED: OnceLock<()> = OnceLock::new();
    STARTED.get_or_init(|| {
        logging::subscriber(LogFormat::Text, EnvFilter::new("trace"), || Sink, false).init();
    });
}

impl Watch {
    /// From now on.
    pub fn begin(address: &str) -> Watch {
        let length = |log: &PathBuf| std::fs::metadata(log).map_or(0, |log| log.len());
        let mut log = LOG.lock().unwrap();
        let from = log.end();
        log.watched_from.push(from);
        Watch {
            address: address.to_owned(),
            from,
            database_from: DATABASE_LOG.get().map_or(0, length),
        }
    }

    /// Returns the log since then, of this server and of those beside it.
    pub fn log(&self) -> String {
        let log = LOG.lock().unwrap();
        String::from_utf8_lossy(&log.text[self.from - log.forgotten..]).into_owned()
    }

    fn database_log(&self) -> String {
        let mut text = Vec::new();
        if let Some(log) = DATABASE_LOG.get() {
            let mut log = std::fs::File::open(log).unwrap();
            log.seek(SeekFrom::Start(self.database_from)).unwrap();
            log.read_to_end(&mut text).unwrap();
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Checks that nothing was logged that must not be.
    pub fn end(&self, app: &App, database: &str) {
        let (names, kept) = std::thread::scope(|scope| {
            let look = || {
                let mut runtime = tokio::runtime::Builder::new_current_thread();
                let runtime = runtime.enable_all().build().unwrap();
                runtime.block_on(async { (kept(database).await, mailed(app).await) })
            };
            let ((names, mut kept), mailed) = scope.spawn(look).join().unwrap();
            kept.extend(mailed);
            kept.extend(app.mailbox_key.as_ref().map(|key| key.token().unwrap()));
            (names, kept)
        });
        let secrets = SECRETS.lock().unwrap().remove(&self.address);
        let mut secrets = secrets.unwrap_or_default();
        secrets.extend(kept);
        secrets.retain(|secret| secret.len() >= SHORTEST);
        let (log, database_log) = (self.log(), self.database_log());
        for line in log.lines().chain(database_log.lines()) {
            for secret in &secrets {
                assert!(!line.contains(secret.as_str()), "logged {secret}: {line}");
            }
            for word in line.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
                assert!(!names.contains(word), "logged the name {word}: {line}");
            }
        }
        bounded(&log);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut log = LOG.lock().unwrap();
        let mine = log.watched_from.iter().position(|from| *from == self.from);
        log.watched_from.swap_remove(mine.unwrap());
        log.forget();
    }
}

/// Checks that no line is too long, and that no request logged too much.
fn bounded(log: &str) {
    let mut requests: HashMap<&str, usize> = HashMap::new();
    for line in log.lines() {
        assert!(line.len() <= LONGEST_LINE, "{} bytes: {line}", line.len());
        let request = line.split("request.id=").nth(1);
        if let Some(id) = request.and_then(|rest| rest.split([' ', '}']).next()) {
            let written = requests.entry(id).or_default();
            *written += line.len();
            assert!(*written <= LONGEST_REQUEST, "one request: {line}");
        }
    }
}

/// Returns the secrets in the database, or none if a test has made it unreachable.
async fn kept(database: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut names, mut all) = (BTreeSet::new(), BTreeSet::new());
    let Ok((client, connection)) = tokio_postgres::connect(database, NoTls).await else {
        return (names, all);
    };
    tokio::spawn(connection);
    let Ok(rows) = client.simple_query(KEPT).await else {
        return (names, all);
    };
    for row in rows {
        if let SimpleQueryMessage::Row(row) = row {
            names.extend(row.get(0).map(str::to_owned));
            all.extend(row.get(1).map(str::to_owned));
        }
    }
    names.retain(|name| name.len() >= 3);
    (names, all)
}

/// Addresses and tokens in the mails of the local mailbox.
async fn mailed(app: &App) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Some(mailbox) = app.mail.mailbox() else {
        return found;
    };
    for mail in mailbox.list(None, usize::MAX).await.unwrap_or_default() {
        let head = mail.source.split("\n\n").next().unwrap_or_default();
        for text in [head, &mail.text] {
            found.extend(addresses(text));
            let links = text
                .split(|c: char| c.is_whitespace() || "<>".contains(c))
                .filter(|word| word.contains("://"));
            let parts = links.flat_map(|link| link.split(['/', '?', '=', '#', '&']));
            found.extend(parts.filter(|part| part.len() > 16).map(str::to_owned));
        }
    }
    // Message ids are not secret, and neither are addresses of servers.
    found.retain(|secret| !secret.ends_with("@turnpike.test"));
    found
}

#[tokio::test]
async fn rejected_move_does_not_log_the_hand_of_the_player() {
    let server = server().await;
    let mut players = Vec::new();
    for name in ["ann", "ben", "cleo"] {
        players.push(server.player(name).await);
    }
    for kind in ["paris-connection", "flip-freighters"] {
        let body = json!({"kind": kind, "seats": 3});
        let game = players[0].post("/v1/games", body).await.ok();
        let game = game["id"].as_str().unwrap().to_owned();
        for other in &players[1..] {
            let seats = format!("/v1/games/{game}/seats");
            other.post(&seats, json!({})).await.ok();
        }
        for player in &players {
            let body = json!({"seq": 1, "moves": [{"text": "a move that is none"}]});
            let refused = player.post(&format!("/v1/games/{game}/moves"), body).await;
            assert!(refused.status.is_client_error());
            let mut held = BTreeSet::new();
            strings(&refused.json()["legal"], &mut held);
            let log = server.log();
            for text in held {
                assert!(!log.contains(&format!("\"{text}\"")), "logged {text}");
            }
            assert!(!log.contains("a move that is none"));
        }
    }
}

fn strings(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(text.clone())),
        Value::Array(values) => values.iter().for_each(|value| strings(value, found)),
        Value::Object(members) => members.values().for_each(|value| strings(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn database_does_not_log_rejected_rows() {
    let server = server().await;
    server.player("fergus").await;
    let mut conn = server.app.db.get().await.unwrap();
    let twice = "INSERT INTO players (name, name_key, email, created_at, mail_id)
        SELECT name, name_key, email, created_at, mail_id FROM players";
    conn.batch_execute(twice).await.unwrap_err();
}

#[tokio::test]
async fn secret_in_the_wrong_member_is_not_logged() {
    let server = server().await;
    let bodies = [
        json!({"name": "dora@example.org", "email": "dora@example.org", "password": PASSWORD}),
        json!({"name": "dora", "email": "dora@example.org", "password": 8_675_309_112_233_u64}),
        json!({"name": "dora", "email": PASSWORD, "password": PASSWORD}),
    ];
    for body in bodies {
        let refused = server
            .send(Method::POST, "/v1/players", None, Some(&body))
            .await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    }
    let request = server
        .request(Method::POST, "/v1/sessions")
        .header("content-type", "application/json")
        .body(r#"{"name": "dora", "password": "an unfinished secret"#);
    assert_eq!(answer(request).await.status, StatusCode::BAD_REQUEST);
    assert!(!server.log().contains("an unfinished secret"));
}

#[tokio::test]
async fn log_lines_of_oversized_requests_are_short() {
    let server = server().await;
    let method = Method::from_bytes("X".repeat(4000).as_bytes()).unwrap();
    let path = format!("/{}", "y".repeat(4000));
    let ann = server.player("ann").await;
    let game = json!({"kind": "flip-freighters", "seats": 1});
    let game = ann.post("/v1/games", game).await.ok();
    let moves = format!("/v1/games/{}/moves", game["id"].as_str().unwrap());
    let refused = json!({"seq": 1, "moves": [{"text": "fly"}]});
    let refused = ann.post(&moves, refused).await;
    assert!(refused.status.is_client_error() && refused.text.len() > 10_000);
    let body = json!({"name": "z".repeat(40_000), "password": PASSWORD});
    for (method, path) in [
        (method, "/v1/players"),
        (Method::GET, &path),
        (Method::POST, "/v1/players"),
    ] {
        let refused = server.send(method, path, None, Some(&body)).await;
        assert!(refused.status.is_client_error());
    }
}
