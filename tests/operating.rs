//! `turnpike backup`, `restore` and `doctor`, on servers that run.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod process;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{fs, iter, thread};

use embedded_postgres::Cluster;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Any;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use process::{PATIENCE, Player, Server, stop, until};
use prost::Message;
use serde_json::{Value, json};
use tempfile::TempDir;
use turnpike::cluster::{self, DATABASE};

// Not in TMPDIR: paths of sockets must be short.
fn folder() -> TempDir {
    tempfile::tempdir_in("/tmp").unwrap()
}

/// Runs the program with these settings and arguments.
fn turnpike(settings: &[(&str, &str)], arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turnpike"))
        .args(arguments)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap())
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

/// Returns what a successful command printed.
fn succeeds(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {said} {errors}", output.status);
    said
}

/// Returns the error of a failed command.
fn fails(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    said
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Plays games of two players, one after the other, until the server is gone.
async fn play(players: [Player; 2], count: Arc<AtomicUsize>) {
    'games: loop {
        let body = json!({"kind": "thats-life", "seats": 2});
        let Some(game) = players[0].post("/v1/games", &body).await else {
            return;
        };
        let id = game["id"].as_str().unwrap().to_owned();
        let seat = format!("/v1/games/{id}/seats");
        players[1].post(&seat, &json!({})).await;
        loop {
            for player in &players {
                let Some(legal) = player.get(&format!("/v1/games/{id}/legal")).await else {
                    return;
                };
                let Some(mv) = legal["moves"].as_array().and_then(|moves| moves.last()) else {
                    continue;
                };
                let body = json!({"seq": legal["seq"], "moves": [mv]});
                let moves = format!("/v1/games/{id}/moves");
                let Some(played) = player.post(&moves, &body).await else {
                    return;
                };
                count.fetch_add(1, Ordering::Relaxed);
                if played["status"] == "finished" {
                    continue 'games;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_and_mails_show_the_settings_of_the_site() {
    let folder = folder();
    let mut program = process::program(folder.path());
    program
        .env("TURNPIKE_SITE_NAME", "Chez Ann & Ben")
        .env("TURNPIKE_SITE_LOGO", "https://example.org/logo.svg")
        .env("TURNPIKE_SITE_IMPRINT", "https://example.org/imprint")
        .env("TURNPIKE_SITE_CONTACT", "mailto:help@example.org");
    let (process, line) = process::begin(&mut program, "listening");
    let url = format!("http://{}", line["address"].as_str().unwrap());
    Player::sign_in(&url, "ann", true).await;
    let reset = reqwest::Client::new().post(format!("{url}/v1/password-resets"));
    let reset = reset.json(&json!({"email": "ann@example.org"}));
    assert!(reset.send().await.unwrap().status().is_success());
    let get = async |path: &str| {
        let request = reqwest::Client::new().get(format!("{url}{path}"));
        let request = request.header("Accept", "text/html");
        request
            .header("Accept-Language", "de")
            .send()
            .await
            .unwrap()
    };
    let home = get("/").await;
    let policy = home.headers()["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains("img-src 'self' https://example.org data:"),
        "{policy}"
    );
    let home = home.text().await.unwrap();
    for shown in [
        "– Chez Ann &#38; Ben</title>",
        "<img src=\"https://example.org/logo.svg\" alt=\"\">",
        "<a href=\"https://example.org/imprint\" data-l10n-id=\"common-site-imprint\">",
        "<a href=\"mailto:help@example.org\" data-l10n-id=\"common-site-contact\">",
    ] {
        assert!(home.contains(shown), "{shown}: {home}");
    }
    assert!(!home.contains("common-site-terms"), "{home}");
    let missing = get("/nothing-here").await.text().await.unwrap();
    let imprint = "<a href=\"https://example.org/imprint\">Impressum</a>";
    assert!(missing.contains(imprint), "{missing}");
    let manifest = get("/manifest.webmanifest").await.text().await.unwrap();
    assert!(
        manifest.contains("\"short_name\": \"Chez Ann & Ben\""),
        "{manifest}"
    );
    let until = Instant::now() + PATIENCE;
    while mails(folder.path()) == 0 && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    stop(process);
    let files = fs::read_dir(folder.path().join("mailbox")).unwrap();
    let mail = files
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .find(|mail| mail.contains("From: "))
        .unwrap();
    // RFC 2047 writes a name with `&` in base64.
    let from = mail.lines().find(|line| line.starts_with("From: "));
    assert!(from.unwrap().contains("Q2hleiBBbm4gJiBCZW4="), "{mail}");
    for shown in [
        "Subject: [Chez Ann & Ben] ",
        "\nImprint: https://example.org/imprint",
        "\nContact: mailto:help@example.org",
    ] {
        assert!(mail.contains(shown), "{shown}: {mail}");
    }
}

/// The mails in the local mailbox of this data directory.
fn mails(folder: &Path) -> usize {
    let files = fs::read_dir(folder.join("mailbox")).into_iter().flatten();
    let names = files.map(|file| file.unwrap().file_name());
    names
        .filter(|name| name.to_str().unwrap().ends_with(".eml"))
        .count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_made_during_play_is_restored_into_an_empty_folder() {
    let (data, place) = (folder(), folder());
    let server = Server::start(data.path());
    let ann = Player::sign_in(&server.url, "ann", true).await;
    let ben = Player::sign_in(&server.url, "ben", true).await;
    let count = Arc::new(AtomicUsize::new(0));
    let games: Vec<_> = (0..4)
        .map(|_| tokio::spawn(play([ann.clone(), ben.clone()], Arc::clone(&count))))
        .collect();
    let played = async |most| {
        let is_played = async || (count.load(Ordering::Relaxed) >= most).then_some(());
        until("play", is_played).await;
    };
    played(60).await;
    let is_sent = async || (mails(data.path()) > 0).then_some(());
    until("a mail", is_sent).await;

    let file = place.path().join("turnpike-2026-12-02");
    let file = text(&file);
    let of = |folder: &TempDir| [("TURNPIKE_DATA_DIR", text(folder.path()).to_owned())];
    let run = |folder: &TempDir, arguments: &[&str]| {
        let [(name, value)] = of(folder);
        turnpike(&[(name, &value)], arguments)
    };
    let (from, acknowledged) = (data.path(), count.load(Ordering::Relaxed));
    let backup = tokio::task::block_in_place(|| run(&data, &["backup", file]));
    let said = succeeds(&backup);
    assert!(
        said.contains("checked) has ") && said.contains("2 accounts"),
        "{said}"
    );
    let entries = said.split(" entries").next().unwrap();
    let entries: usize = entries.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(entries >= acknowledged, "{entries} of {acknowledged}");
    played(acknowledged + 20).await;
    assert_eq!(
        fs::metadata(file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);

    let said = fails(&run(&data, &["backup", file]));
    assert!(
        said.contains("exists") && said.contains("--replace"),
        "{said}"
    );
    let running = fails(&run(&data, &["restore", file]));
    assert!(
        running.contains("exists, with other contents") || running.contains("another process"),
        "{running}"
    );
    succeeds(&run(&data, &["restore", "--check-only", file]));

    let new = folder();
    let said = succeeds(&run(&new, &["restore", file]));
    assert!(
        said.contains(&format!("{entries} entries, ")) && said.contains(": all true"),
        "{said}"
    );
    assert!(said.contains("Start the server."), "{said}");
    assert!((1..=mails(from)).contains(&mails(new.path())));
    let token = |folder: &Path| fs::read_to_string(folder.join("mailbox-token")).unwrap();
    assert_eq!(token(from), token(new.path()));
    let again = fails(&run(&new, &["restore", file]));
    assert!(
        again.contains("the database is not empty: it has "),
        "{again}"
    );
    assert!(again.contains("-old"), "{again}");

    // A changed byte: in the dump, and in the list.
    let whole = fs::read(file).unwrap();
    let at = whole
        .windows(12)
        .position(|it| it == b"\"accounts\": ")
        .unwrap();
    for at in [2_000, at + 12] {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        let damaged = place.path().join("damaged");
        fs::write(&damaged, changed).unwrap();
        for more in [&["--check-only"][..], &[]] {
            let arguments = [&["restore", text(&damaged)], more].concat();
            let empty = folder();
            let said = fails(&run(&empty, &arguments));
            assert!(said.contains("is damaged or incomplete"), "{said}");
            assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0);
        }
    }
    server.stop();
    for game in games {
        game.await.unwrap();
    }
    // Without a server, the command starts the database itself.
    let said = succeeds(&run(&data, &["backup", "--replace", file]));
    assert!(said.contains("checked"), "{said}");
    assert!(!from.join("postgres/postmaster.pid").exists());
    let restored = Server::start(new.path());
    let ann = Player::sign_in(&restored.url, "ann", false).await;
    assert_eq!(ann.get("/v1/me").await.unwrap()["name"], "ann");
    restored.stop();
}

#[test]
fn backup_without_a_database_creates_none() {
    let data = folder();
    let settings = [("TURNPIKE_DATA_DIR", text(data.path()))];
    let file = data.path().join("backup");
    let said = fails(&turnpike(&settings, &["backup", text(&file)]));
    assert!(said.contains("has no database"), "{said}");
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 0);
}

/// Programs that write their arguments and password into `log`, and then run PostgreSQL's own.
fn watched_programs(folder: &Path, programs: &Path) -> String {
    for name in ["pg_dump", "pg_restore"] {
        let script = format!(
            "#!/bin/sh\necho \"{name} $* PGPASSWORD=$PGPASSWORD\" >>{log}\nexec {real} \"$@\"\n",
            log = folder.join("log").display(),
            real = programs.join(name).display(),
        );
        fs::write(folder.join(name), script).unwrap();
        let executable = PermissionsExt::from_mode(0o755);
        fs::set_permissions(folder.join(name), executable).unwrap();
    }
    format!("{}:{}", folder.display(), std::env::var("PATH").unwrap())
}

/// Runs statements as the superuser.
async fn execute(cluster: &Cluster, database: &str, statements: &str) {
    let url = cluster.superuser_url(database);
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls)
        .await
        .unwrap();
    let driver = tokio::spawn(connection);
    client.batch_execute(statements).await.unwrap();
    drop(client);
    driver.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn own_postgres_is_backed_up_and_restored_without_showing_the_password() {
    let (data, node, place) = (folder(), folder(), folder());
    let cluster = Cluster::start(cluster::settings(data.path()), |_| ())
        .await
        .unwrap();
    db::migrate(&cluster.url(DATABASE)).await.unwrap();
    let player = "INSERT INTO players (name, name_key, created_at) VALUES ('ann', 'ann', now())";
    execute(&cluster, DATABASE, player).await;
    execute(&cluster, "postgres", "CREATE DATABASE other OWNER turnpike").await;
    // The password is not needed here, and must not be seen.
    let with_password = |url: String| url.replacen("@/", ":s3cret@/", 1);
    let path = watched_programs(place.path(), cluster.programs());
    let run = |database: &str, arguments: &[&str]| {
        let url = with_password(cluster.app_url(database));
        let owner = with_password(cluster.url(database));
        let settings = [
            ("DATABASE_URL", &*url),
            ("TURNPIKE_MIGRATE_URL", &*owner),
            ("TURNPIKE_DATA_DIR", text(node.path())),
            ("TURNPIKE_LISTEN", "127.0.0.1:0"),
            ("PATH", &*path),
        ];
        tokio::task::block_in_place(|| turnpike(&settings, arguments))
    };
    let file = place.path().join("backup");
    let file = text(&file);
    let said = succeeds(&run(DATABASE, &["backup", file]));
    assert!(said.contains("0 games, 0 entries and 1 account."), "{said}");

    let refused = fails(&run(DATABASE, &["restore", file]));
    assert!(
        refused.contains("not empty: it has 0 games and 1 accounts"),
        "{refused}"
    );
    let other = cluster.url("other");
    let session = tokio_postgres::connect(&other, tokio_postgres::NoTls);
    let (session, connection) = session.await.unwrap();
    let driver = tokio::spawn(connection);
    let refused = fails(&run("other", &["restore", file]));
    assert!(refused.contains("stop all servers"), "{refused}");
    drop(session);
    driver.await.unwrap().unwrap();
    let said = succeeds(&run("other", &["restore", file]));
    assert!(said.contains(": all true"), "{said}");

    let log = fs::read_to_string(place.path().join("log")).unwrap();
    let passed: Vec<&str> = log.lines().filter(|it| it.contains("--dbname")).collect();
    assert_eq!(passed.len(), 2, "{log}");
    for line in passed {
        let (arguments, password) = line.split_once(" PGPASSWORD=").unwrap();
        assert!(
            !arguments.contains("s3cret") && password == "s3cret",
            "{line}"
        );
    }
    // Both logins have their rights in the restored database.
    let said = succeeds(&run("other", &["doctor"]));
    assert!(
        said.contains("ok    roles     the server's login owns nothing"),
        "{said}"
    );
    assert!(said.contains("ok    schema    up to date"), "{said}");

    let newer = "INSERT INTO __diesel_schema_migrations (version) VALUES ('20990101000000')";
    execute(&cluster, "other", newer).await;
    succeeds(&run("other", &["backup", "--replace", file]));
    let refused = fails(&run("nowhere", &["restore", file]));
    assert!(
        refused.contains("20990101000000, which this program does not"),
        "{refused}"
    );
    cluster.stop().await.unwrap();
}

/// Returns the state and the message of each check.
fn checks(output: &Output) -> Vec<(String, String, String)> {
    let whole: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(whole["ok"], output.status.success(), "{whole}");
    let checks = whole["checks"].as_array().unwrap().iter();
    let member = |it: &Value, name: &str| it[name].as_str().unwrap().to_owned();
    checks
        .map(|it| {
            (
                member(it, "check"),
                member(it, "state"),
                member(it, "message"),
            )
        })
        .collect()
}

#[test]
fn doctor_finds_a_running_server_well() {
    let data = folder();
    let nothing = succeeds(&turnpike(
        &[
            ("TURNPIKE_DATA_DIR", text(data.path())),
            ("TURNPIKE_LISTEN", "127.0.0.1:0"),
        ],
        &["doctor"],
    ));
    assert!(nothing.contains("warn  database "), "{nothing}");
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 0);
    let server = Server::start(data.path());
    let listen = server.url.trim_start_matches("http://").to_owned();
    let settings = [
        ("TURNPIKE_DATA_DIR", text(data.path())),
        ("TURNPIKE_LISTEN", &*listen),
        ("TURNPIKE_PUBLIK_URL", "x"),
    ];
    let said = succeeds(&turnpike(&settings, &["doctor"]));
    for line in [
        "warn  settings  TURNPIKE_PUBLIK_URL is not a setting.",
        "ok    database  PostgreSQL ",
        "ok    roles     the server's login owns nothing",
        "ok    schema    up to date",
        "ok    clock     agrees with the database",
        "ok    pg_dump   version ",
        "ok    mail      SMTP_URL is not set",
        "ok    port      Turnpike listens on 127.0.0.1:",
        "ok    web       http://127.0.0.1:",
        "  disk  ",
        "  files  ",
    ] {
        assert!(said.contains(line), "{line} is not in:\n{said}");
    }
    server.stop();
    let stopped = turnpike(&settings, &["doctor", "--json"]);
    let found = checks(&stopped);
    let is = |check: &str, state: &str, message: &str| {
        let has = |it: &(String, String, String)| {
            it.0 == check && it.1 == state && it.2.contains(message)
        };
        assert!(
            found.iter().any(has),
            "{check} {state} {message}: {found:#?}"
        );
    };
    is("database", "ok", "answers");
    is("port", "ok", "is free");
    is("web", "warn", "No server runs on this machine");
    assert!(!data.path().join("postgres/postmaster.pid").exists());
}

#[test]
fn doctor_says_what_to_do_and_shows_no_password() {
    let data = folder();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = taken.local_addr().unwrap().to_string();
    // It answers as no server of ours does.
    std::thread::spawn(move || taken.incoming().for_each(drop));
    let settings = [
        ("TURNPIKE_DATA_DIR", text(data.path())),
        ("TURNPIKE_LISTEN", &*listen),
        ("DATABASE_URL", "postgres://x:s3cret@127.0.0.1:1/x"),
        ("SMTP_URL", "smtp://x:s3cret@127.0.0.1:1"),
    ];
    let output = turnpike(&settings, &["doctor"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for line in [
        "fail  database  no connection: ",
        "Start PostgreSQL, or correct the host in DATABASE_URL.",
        "fail  mail      127.0.0.1 does not accept the connection: ",
        "warn  dns       the sender's domain “127.0.0.1”",
        "fail  port      another program has 127.0.0.1:",
    ] {
        assert!(said.contains(line), "{line} is not in:\n{said}");
    }
    assert!(!said.contains("s3cret"), "{said}");
    let invalid = turnpike(&[("TURNPIKE_POOL", "many")], &["doctor", "--json"]);
    let found = checks(&invalid);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].2.starts_with("TURNPIKE_POOL: “many”"), "{found:?}");
}

/// A collector of traces on this machine.
struct Collector {
    url: String,
    /// The head and body of each request.
    got: Receiver<(String, Vec<u8>)>,
}

impl Collector {
    /// Answers so, and then no more.
    fn start(mut answers: impl Iterator<Item = u16> + Send + 'static) -> Collector {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, got) = mpsc::channel();
        thread::spawn(move || {
            let mut unanswered = Vec::new();
            for stream in listener.incoming() {
                let mut reader = BufReader::new(stream.unwrap());
                let mut head = String::new();
                while !head.ends_with("\r\n\r\n") {
                    reader.read_line(&mut head).unwrap();
                }
                let lower = head.to_lowercase();
                let (_, length) = lower.split_once("content-length: ").unwrap();
                let length = length.lines().next().unwrap().parse().unwrap();
                let mut body = vec![0; length];
                reader.read_exact(&mut body).unwrap();
                let mut stream = reader.into_inner();
                match answers.next() {
                    Some(status) => write!(
                        stream,
                        "HTTP/1.1 {status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                    )
                    .unwrap(),
                    None => unanswered.push(stream),
                }
                if sender.send((head, body)).is_err() {
                    return;
                }
            }
        });
        Collector { url, got }
    }
}

/// The value of an attribute.
fn attribute<'a>(attributes: &'a [KeyValue], key: &str) -> &'a Any {
    let found = attributes.iter().find(|it| it.key == key).expect(key);
    found.value.as_ref().unwrap().value.as_ref().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn collector_gets_spans_of_requests_without_the_words_of_clients() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (folder, collector) = (folder(), Collector::start(iter::repeat(200)));
    let mut program = process::program(folder.path());
    program.env("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url);
    let (process, line) = process::begin(&mut program, "listening");
    let url = format!("http://{}", line["address"].as_str().unwrap());
    let path = "/v1/kinds/secret-of-the-path?secret=of-the-query";
    let answer = reqwest::Client::new()
        .get(format!("{url}{path}"))
        .header("authorization", "Bearer secret-of-the-header")
        .header("user-agent", "secret-of-the-client")
        .header(
            "traceparent",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        )
        .header("tracestate", "secret=of-the-trace");
    let answer = answer.send().await.unwrap();
    let id = answer.headers()["x-request-id"].to_str().unwrap();
    let missing = reqwest::get(format!("{url}/secret-of-another")).await;
    assert_eq!(missing.unwrap().status(), 404);
    // The server sends the last spans before it ends.
    stop(process);
    let text = |it: &str| Any::StringValue(it.to_owned());
    let mut spans = Vec::new();
    for (head, body) in collector.got.try_iter() {
        assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
        let sent = head + &String::from_utf8_lossy(&body);
        for hidden in ["secret", "127.0.0.1:", "of-the"] {
            let (_, sent) = sent.split_once("\r\n\r\n").unwrap();
            assert!(!sent.contains(hidden), "{hidden} in {sent}");
        }
        let batch = ExportTraceServiceRequest::decode(&body[..]).unwrap();
        for of_service in batch.resource_spans {
            let service = of_service.resource.unwrap().attributes;
            assert_eq!(*attribute(&service, "service.name"), text("turnpike"));
            let scopes = of_service.scope_spans.into_iter();
            spans.extend(scopes.flat_map(|it| it.spans));
        }
    }
    assert_eq!(spans.len(), 2, "{spans:?}");
    let [span, missing] = &spans[..] else {
        panic!()
    };
    assert_eq!(span.name, "GET /v1/kinds/{kind}");
    assert_eq!(span.kind(), SpanKind::Server);
    assert_eq!(span.trace_state, "");
    let of_caller = "0af7651916cd43dd8448eb211c80319c b7ad6b7169203331";
    let parent = hex::encode(&span.trace_id) + " " + &hex::encode(&span.parent_span_id);
    assert_eq!(parent, of_caller);
    assert!(span.start_time_unix_nano <= span.end_time_unix_nano);
    for (key, value) in [
        ("request.id", text(id)),
        ("http.request.method", text("GET")),
        ("http.route", text("/v1/kinds/{kind}")),
        (
            "http.response.status_code",
            Any::IntValue(answer.status().as_u16().into()),
        ),
    ] {
        assert_eq!(*attribute(&span.attributes, key), value, "{key}");
    }
    assert_eq!(
        (missing.name.as_str(), missing.attributes.len()),
        ("GET", 3)
    );
    assert!(missing.parent_span_id.is_empty(), "{missing:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failing_collector_is_logged_once_and_stops_neither_requests_nor_the_end() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (folder, collector) = (
        folder(),
        Collector::start([500, 200, 500, 500, 500].into_iter()),
    );
    let mut program = process::program(folder.path());
    program
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url)
        .env("OTEL_BSP_SCHEDULE_DELAY", "1")
        .stderr(Stdio::piped());
    let mut process = program.spawn().unwrap();
    let lines = BufReader::new(process.stderr.take().unwrap()).lines();
    let mut lines = lines.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    let listens = lines.find(|line| line["message"] == "listening").unwrap();
    let url = format!("http://{}/v1/kinds", listens["address"].as_str().unwrap());
    // The last one gets no answer.
    for _ in 0..6 {
        assert_eq!(reqwest::get(&url).await.unwrap().status(), 200);
        collector.got.recv_timeout(PATIENCE).unwrap();
    }
    assert_eq!(reqwest::get(&url).await.unwrap().status(), 200);
    stop(process);
    let about = lines.filter(|it| it["target"] == "turnpike::traces");
    let about: Vec<_> = about
        .map(|it| it["message"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        about,
        [
            "the collector does not take traces: they are lost unless a retry succeeds",
            "the collector takes traces again",
            "the collector does not take traces: they are lost unless a retry succeeds",
            "the collector of traces did not take the last spans in time",
        ]
    );
}
