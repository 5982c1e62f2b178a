//! Faults between a node and the database: hanging connections, read-only servers, clock skew and
//! outages.

use std::process::Stdio;
use std::time::Duration;

use admin::health::follow_clock;
use base::config::Role;
use chrono::{TimeDelta, Utc};
use common::clock::Clock;
use db::schema::outbox as mails;
use db::{Database, Patience};
use diesel::sql_types::BigInt;
use diesel::{QueryDsl, QueryableByName};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use embedded_postgres::Cluster;
use futures_util::future::join_all;
use letters::mailer::{self, deliver_due};
use notices::outbox;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio_util::sync::CancellationToken;
use turnpike::cluster::DATABASE;
use turnpike::{App, jobs};

use crate::helpers::*;
use crate::proxy::{Mood, Proxy};
use crate::smtp::MailServer;

/// How long anything may take on a busy machine before it counts as hanging for ever.
const FOR_EVER: Duration = Duration::from_secs(300);

/// Limits that a test can wait for.
const SHORT: Patience = Patience {
    checkout: Duration::from_secs(10),
    sign_of_life: Duration::from_secs(3),
    hold: Duration::from_secs(6),
};

async fn in_time<T>(what: &str, work: impl Future<Output = T>) -> T {
    match tokio::time::timeout(FOR_EVER, work).await {
        Ok(done) => done,
        Err(_) => panic!("{what}: it hangs"),
    }
}

/// Asks until it is so.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    in_time(what, async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

/// Starts a server that reaches its database through a proxy, with short timeouts, and sends mail
/// through a server at this port.
async fn server_behind(proxy: &Proxy, database: &str, mail: u16) -> Server {
    let url = proxy.url(database);
    let pool = as_login(&url);
    let mut server = server_with(
        url,
        |settings| settings.smtp_url = Some(format!("smtp://127.0.0.1:{mail}")),
        |app| app.db = Database::with_patience(&pool, 4, SHORT).unwrap(),
    )
    .await;
    // Later checks connect directly.
    server.database = database.to_owned();
    server
}

async fn status(server: &Server, path: &str) -> u16 {
    let answer = server.send(Method::GET, path, None, None).await;
    answer.status.as_u16()
}

#[tokio::test]
async fn hanging_connection_is_removed_from_the_pool() {
    let database = fresh_database().await;
    let proxy = Proxy::before(&database, Mood::Forward).await;
    let mail = Proxy::silent().await;
    let server = server_behind(&proxy, &database, mail.port).await;
    join_all((0..8).map(|_| status(&server, "/v1/games"))).await;
    for _ in 0..2 {
        let mut busy = server.app.db.get().await.unwrap();
        proxy.turns(Mood::Swallow);
        // One in use, those in the pool, and new ones.
        let asked = diesel::sql_query("SELECT 1").execute(&mut *busy);
        let asks = join_all((0..8).map(|_| status(&server, "/v1/games")));
        let (asked, answers) = in_time("a request", async { tokio::join!(asked, asks) }).await;
        asked.unwrap_err();
        assert_eq!(answers, [503; 8]);
        drop(busy);
        proxy.turns(Mood::Forward);
        until("the pool recovers", async || {
            join_all((0..8).map(|_| status(&server, "/v1/games"))).await == [200; 8]
        })
        .await;
    }
}

#[tokio::test]
async fn game_views_return_503_while_connections_hang_then_recover() {
    let database = fresh_database().await;
    let proxy = Proxy::before(&database, Mood::Forward).await;
    let mail = Proxy::silent().await;
    let server = server_behind(&proxy, &database, mail.port).await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    let game = format!("/v1/games/{game}");
    for _ in 0..2 {
        assert_eq!(status(&server, &game).await, 200);
        proxy.turns(Mood::Swallow);
        let looks = join_all((0..8).map(|_| status(&server, &game)));
        assert_eq!(in_time("a look", looks).await, [503; 8]);
        proxy.turns(Mood::Forward);
        until("looks recover", async || {
            status(&server, &game).await == 200
        })
        .await;
    }
}

#[tokio::test]
async fn database_hosts_that_never_answer_are_skipped() {
    let database = fresh_database().await;
    let (silent, also) = (Proxy::silent().await, Proxy::silent().await);
    let proxy = Proxy::before(&database, Mood::Forward).await;
    let hosts = format!(
        "127.0.0.1:{},127.0.0.1:{},127.0.0.1:{}",
        silent.port, also.port, proxy.port
    );
    let url = proxy.url(&database);
    let url = url.replace(&format!("127.0.0.1:{}", proxy.port), &hosts);
    let mut server = in_time("a start", server_with(url, |_| {}, |_| {})).await;
    server.database = database;
    let ann = in_time("a request", server.player("ann")).await;
    // The committer has a connection of its own.
    let game = ann
        .post("/v1/games", json!({"kind": "ferry-follies"}))
        .await
        .ok();
    let moves = format!("/v1/games/{}/moves", game["id"].as_str().unwrap());
    let leave = json!({"seq": 1, "moves": [{"type": "leave"}]});
    in_time("a move", ann.post(&moves, leave)).await.ok();
}

#[tokio::test]
async fn node_with_read_only_database_is_not_ready() {
    let cluster = Cluster::start(ephemeral(), |_| ()).await.unwrap();
    let database = cluster.url(DATABASE);
    db::migrate(&database).await.unwrap();
    let mut superuser = db::connect::owner(&cluster.superuser_url("postgres"))
        .await
        .unwrap();
    // This connection must be able to repair what it breaks.
    let stays = "SET default_transaction_read_only = off";
    superuser.batch_execute(stays).await.unwrap();
    let server = server_with(database, |_| {}, |_| {}).await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    let game = format!("/v1/games/{game}");
    assert_eq!(status(&server, "/health/ready").await, 200);
    assert_eq!(status(&server, &game).await, 200);
    for _ in 0..2 {
        // The view of each session after its server has become a standby.
        superuser
            .batch_execute("ALTER SYSTEM SET default_transaction_read_only = on")
            .await
            .unwrap();
        superuser
            .batch_execute("SELECT pg_reload_conf()")
            .await
            .unwrap();
        until("the node is not ready any more", async || {
            status(&server, "/health/ready").await == 503
        })
        .await;
        assert_eq!(status(&server, "/health/live").await, 200);
        // The server does not use its memory of a game either: a standby may be behind.
        assert_eq!(status(&server, &game).await, 503);
        let body = json!({"name": "ann", "password": PASSWORD});
        server
            .send(Method::POST, "/v1/sessions", None, Some(&body))
            .await
            .problem(503, "unavailable");
        superuser
            .batch_execute("ALTER SYSTEM RESET default_transaction_read_only")
            .await
            .unwrap();
        superuser
            .batch_execute("SELECT pg_reload_conf()")
            .await
            .unwrap();
        until("the node is ready again", async || {
            status(&server, "/health/ready").await == 200
        })
        .await;
        server.session("ann").await;
        assert_eq!(status(&server, &game).await, 200);
    }
    drop(server);
    cluster.stop().await.unwrap();
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

async fn count(database: &str, what: &str) -> i64 {
    let mut conn = superuser(database).await;
    let row = diesel::sql_query(format!("SELECT count(*) AS count FROM {what}"));
    row.get_result::<Count>(&mut conn).await.unwrap().count
}

#[tokio::test]
async fn mail_worker_recovers_from_hanging_connection() {
    let database = fresh_database().await;
    let proxy = Proxy::before(&database, Mood::Forward).await;
    let mail = MailServer::start().await;
    let server = server_behind(&proxy, &database, mail.port).await;
    server.player("ann").await;
    assert_eq!(count(&database, "outbox WHERE status = 'waiting'").await, 1);
    proxy.turns(Mood::Swallow);
    let stop = CancellationToken::new();
    let (app, end) = (server.app.clone(), stop.clone());
    let worker = tokio::spawn(async move { mailer::run(&app, &end).await });
    // Time enough for the worker to find out as well.
    let asked = status(&server, "/v1/games");
    assert_eq!(in_time("a request", asked).await, 503);
    proxy.turns(Mood::Forward);
    until("the mail goes out", async || {
        count(&database, "outbox WHERE status = 'sent'").await == 1
    })
    .await;
    stop.cancel();
    in_time("the worker stops", worker).await.unwrap();
}

#[tokio::test]
async fn recording_of_sent_mail_is_retried_when_connection_is_lost() {
    let mail = MailServer::start().await;
    let url = mail.url();
    let set = |settings: &mut base::config::Settings| settings.smtp_url = Some(url);
    let server = server_with(fresh_database().await, set, |_| {}).await;
    // The session that records a sent mail ends three times.
    let away = "CREATE SEQUENCE tries;
        CREATE FUNCTION goes_away() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
            IF nextval('tries') <= 3 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
            RETURN NEW;
        END $$;
        CREATE TRIGGER goes_away BEFORE UPDATE ON outbox FOR EACH ROW WHEN (NEW.status = 'sent')
            EXECUTE FUNCTION goes_away()";
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(away).await.unwrap();
    server.player("ann").await;
    in_time("a mail", deliver_due(&server.app)).await.unwrap();
    let row = mails::table.select((mails::status, mails::attempts));
    let row: (String, i32) = row.first(&mut conn).await.unwrap();
    assert_eq!(row, ("sent".to_owned(), 1));
    assert_eq!(mail.taken().len(), 1);
}

#[tokio::test]
async fn mail_gauges_are_updated_while_the_database_hangs() {
    const PLAYERS: usize = 16;
    turnpike::metrics::start().unwrap();
    let database = fresh_database().await;
    let proxy = Proxy::before(&database, Mood::Forward).await;
    let mail = Proxy::silent().await;
    let server = server_behind(&proxy, &database, mail.port).await;
    let names = (0..PLAYERS).map(|n| format!("player{n}"));
    for name in names {
        server.player(&name).await;
    }
    let shows = async |line: &str| {
        let metrics = turnpike::metrics::render();
        metrics.lines().any(|shown| shown == line)
    };
    let stop = CancellationToken::new();
    jobs::start(&server.app.clone(), Role::All, &stop);
    until("the mails that wait are counted", async || {
        shows(&format!("turnpike_mails_waiting {PLAYERS}")).await
            && shows("turnpike_database_up 1").await
    })
    .await;
    proxy.turns(Mood::Swallow);
    server.app.clock.forward(TimeDelta::hours(5));
    until("what is owed goes on growing old", async || {
        shows("turnpike_database_up 0").await && shows("turnpike_mails_oldest_seconds 18000").await
    })
    .await;
    stop.cancel();
}

/// Starts a node whose machine's clock is off by this much, before it has asked the database.
async fn node_off_by(database: &str, off: TimeDelta) -> Server {
    server_with(
        database.to_owned(),
        // A mail that cannot be delivered waits.
        |settings| settings.smtp_url = Some("smtp://127.0.0.1:1".into()),
        |app: &mut App| {
            app.clock = Clock::following(tokio::time::Instant::now(), Utc::now() + off);
        },
    )
    .await
}

#[tokio::test]
async fn nodes_with_clock_skew_lease_each_mail_exactly_once() {
    let database = fresh_database().await;
    let ahead = node_off_by(&database, TimeDelta::minutes(6)).await;
    let right = node_off_by(&database, TimeDelta::zero()).await;
    for node in [&ahead, &right] {
        follow_clock(&node.app).await.unwrap();
    }
    ahead.player("ann").await;
    // It is not due in six minutes but now, for both.
    let now = right.app.clock.now();
    let mut conn = right.app.db.get().await.unwrap();
    let leased = outbox::lease(&mut conn, now, now + TimeDelta::minutes(5), 4, 4).await;
    assert_eq!(leased.unwrap().len(), 1, "the mail is left");
    assert_eq!(
        deliver_due(&ahead.app).await.unwrap(),
        0,
        "the mail is leased twice"
    );
    let (one, other) = (ahead.app.clock.now(), right.app.clock.now());
    assert!((one - other).abs() < TimeDelta::minutes(1), "{one} {other}");
}

#[tokio::test]
async fn older_program_does_not_start_on_newer_schema() {
    let database = fresh_database().await;
    db::migrate(&database).await.unwrap();
    let newer = "INSERT INTO __diesel_schema_migrations (version) VALUES ('29990101000001')";
    let mut owner = db::connect::owner(&database).await.unwrap();
    owner.batch_execute(newer).await.unwrap();
    let refused = db::migrate(&database).await.unwrap_err().to_string();
    assert!(refused.contains("a newer Turnpike"), "{refused}");
    assert!(refused.contains("29990101000001"), "{refused}");
    let login = as_login(&database);
    let refused = db::prepare(&login, None).await.unwrap_err().to_string();
    assert!(refused.contains("a newer Turnpike"), "{refused}");
}

#[tokio::test]
async fn server_waits_for_unavailable_database_at_startup() {
    let database = fresh_database().await;
    let proxy = Proxy::before(&database, Mood::HangUp).await;
    let data = tempfile::tempdir().unwrap();
    let mut process = tokio::process::Command::new(env!("CARGO_BIN_EXE_turnpike"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .args(["--metrics-listen", "127.0.0.1:0", "--data-dir"])
        .arg(data.path())
        .env_clear()
        .env("DATABASE_URL", as_login(&proxy.url(&database)))
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
    let mut says = async |what: &str| {
        let said = async {
            loop {
                let Some(line) = lines.next_line().await.unwrap() else {
                    panic!("the server died before it said {what:?}");
                };
                if line.contains(what) {
                    return line;
                }
            }
        };
        in_time(what, said).await
    };
    let line: Value = serde_json::from_str(&says("\"showing metrics\"").await).unwrap();
    let inside = format!("http://{}", line["address"].as_str().unwrap());
    drop(rustls::crypto::ring::default_provider().install_default());
    let asks = async |path: &str| {
        let answer = reqwest::get(format!("{inside}{path}")).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    says("waiting for it").await;
    assert_eq!(asks("/health/live").await.0, 200);
    let (status, problem) = asks("/health/ready").await;
    assert!(
        status == 503 && problem.contains("unavailable"),
        "{problem}"
    );
    let (status, metrics) = asks("/metrics").await;
    assert_eq!(status, 200);
    assert!(metrics.contains("\nturnpike_database_up 0\n"), "{metrics}");
    says("waiting for it").await;
    proxy.turns(Mood::Swallow);
    says("no answer within").await;
    proxy.turns(Mood::Forward);
    says("\"listening\"").await;
    assert_eq!(asks("/health/ready").await.0, 200);
    process.kill().await.unwrap();
}
