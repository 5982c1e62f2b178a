//! A private PostgreSQL for the whole run, with a database and a server for each test.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem::take;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex as StdMutex};

use accounts::passwords::Passwords;
use actix_web::dev::ServerHandle;
use argon2::Params;
use base::config::{Role, Settings, SignUp, default_data_dir};
use chrono::{TimeDelta, TimeZone, Utc};
use common::chance::Chance;
use common::clock::{Clock, Moment};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use embedded_postgres::{Cluster, Settings as ClusterSettings};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::sync::{Mutex, OnceCell};
use turnpike::cluster::{self, DATABASE};
use turnpike::http::server::Bounds;
use turnpike::{App, http};

use crate::conformance;
use crate::secrets::{self, Watch};

/// Lifetime of an access token.
const TOKEN_LIFE: TimeDelta = TimeDelta::seconds(900);

/// The password of all players.
pub const PASSWORD: &str = "correct horse battery";

/// The settings of a temporary cluster like that of a server.
pub fn ephemeral() -> ClusterSettings {
    cluster::settings(default_data_dir()).ephemeral()
}

/// The cluster of this run, with a migrated database to clone. It is removed when the process ends.
async fn cluster() -> &'static Cluster {
    static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();
    CLUSTER
        .get_or_init(|| async {
            secrets::keep_log();
            let settings = ephemeral();
            secrets::database_log_is(settings.data_dir.join("postgres.log"));
            let cluster = Cluster::start(settings, |_| ()).await.unwrap();
            let url = cluster.url(DATABASE);
            std::thread::spawn(move || {
                let runtime = tokio::runtime::Runtime::new().unwrap();
                runtime.block_on(db::migrate(&url)).unwrap();
            })
            .join()
            .unwrap();
            cluster
        })
        .await
}

/// Creates a database with all tables, and returns its URL.
pub async fn fresh_database() -> String {
    copy_of(DATABASE).await
}

/// Creates a database from this dump, and returns its URL.
pub async fn database_of(dump: &str) -> String {
    let url = copy_of("template1").await;
    let mut owner = db::connect::owner(&url).await.unwrap();
    owner.batch_execute(dump).await.unwrap();
    url
}

async fn copy_of(template: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let cluster = cluster().await;
    let mut owner = db::connect::owner(&cluster.url("postgres")).await.unwrap();
    drop_what_is_left(&mut owner).await;
    owner
        .batch_execute(&format!("CREATE DATABASE {name} TEMPLATE {template}"))
        .await
        .unwrap();
    MINE.with_borrow_mut(|mine| mine.0.push(name.clone()));
    cluster.url(&name)
}

/// The databases of finished tests, ten megabytes each.
static LEFT: StdMutex<Vec<String>> = StdMutex::new(Vec::new());

thread_local! {
    /// The databases of this thread's test. The thread ends with the test.
    static MINE: RefCell<Mine> = const { RefCell::new(Mine(Vec::new())) };
}

struct Mine(Vec<String>);

impl Drop for Mine {
    fn drop(&mut self) {
        LEFT.lock().unwrap().append(&mut self.0);
    }
}

/// Drops the databases of finished tests without connections.
async fn drop_what_is_left(owner: &mut AsyncPgConnection) {
    use diesel_async::RunQueryDsl as _;
    let left = take(&mut *LEFT.lock().unwrap());
    for name in left {
        let connected = format!("SELECT FROM pg_stat_activity WHERE datname = '{name}'");
        let connected = diesel::sql_query(connected).execute(owner).await;
        let drop = format!("DROP DATABASE {name}");
        // The remains of a test can still connect. Try again later.
        if connected.unwrap() > 0 || owner.batch_execute(&drop).await.is_err() {
            LEFT.lock().unwrap().push(name);
        }
    }
}

/// The URL of this database with the server's login.
pub fn as_login(database: &str) -> String {
    database.replace("//turnpike@", "//turnpike_app@")
}

/// The socket of this database's cluster.
pub fn socket_of(database: &str) -> PathBuf {
    let config: tokio_postgres::Config = database.parse().unwrap();
    match config.get_hosts() {
        [tokio_postgres::config::Host::Unix(folder)] => folder.join(".s.PGSQL.5432"),
        hosts => panic!("{hosts:?}"),
    }
}

/// Connects to this database as the superuser, who has all privileges.
pub async fn superuser(database: &str) -> AsyncPgConnection {
    let name = database.split(['/', '?']).nth(3).unwrap();
    let url = cluster().await.superuser_url(name);
    db::connect::owner(&url).await.unwrap()
}

/// A running server with its database.
pub struct Server {
    pub app: Arc<App>,
    pub address: String,
    pub database: String,
    client: Client,
    handle: ServerHandle,
    watch: Watch,
    _data: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
        if !std::thread::panicking() {
            self.watch.end(&self.app, &self.database);
        }
    }
}

/// A complete response.
pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|_| panic!("no JSON: {} {}", self.status, self.text))
    }

    /// Returns the body of a success, and panics with the problem otherwise.
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        if self.text.is_empty() {
            Value::Null
        } else {
            self.json()
        }
    }

    /// Checks that this is a problem document (RFC 9457) with this status and code.
    pub fn problem(self, status: u16, code: &str) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        assert_eq!(self.headers["content-type"], "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["type"], format!("/problems/{code}"));
        assert_eq!(problem["status"], status);
        assert!(problem["title"].is_string() && problem["detail"].is_string());
        problem
    }
}

/// Starts a server on a new database.
pub async fn server() -> Server {
    server_on(fresh_database().await).await
}

/// Starts a server on this database. Two servers on one database are two nodes.
pub async fn server_on(database: String) -> Server {
    server_with(database, |_| {}, |_| {}).await
}

/// The usual settings of a test's server.
pub fn settings(database: &str, data_dir: &Path) -> Settings {
    Settings {
        listen: "127.0.0.1:0".into(),
        data_dir: Some(data_dir.to_owned()),
        database_url: Some(database.to_owned()),
        migrate_url: None,
        smtp_url: None,
        public_url: Some("http://turnpike.test".into()),
        site_name: "Turnpike".into(),
        site_logo: None,
        site_imprint: None,
        site_terms: None,
        site_privacy: None,
        site_contact: None,
        mail_from: None,
        mail_domain: None,
        mail_listen: None,
        inbound_secret: None,
        mail_authserv_id: None,
        mail_sign_up: Ok(true),
        sign_up: Ok(SignUp::Open),
        sign_ups_per_client: "100".into(),
        blocked_mail_domains: Vec::new(),
        dkim_key: Vec::new(),
        dkim_selector: Vec::new(),
        dkim_domain: None,
        // Players in tests have always just been active.
        mail_pause: Some("0".into()),
        operator_email: None,
        role: Ok(Role::All),
        pool: "4".into(),
        // No rate limit: tests read as fast as they can.
        reads: "0".into(),
        connections_per_client: "0".into(),
        metrics_listen: None,
        otlp_endpoint: None,
        behind_proxy: Ok(false),
        log_failed_sign_ins: Ok(false),
        sandbox: Ok(false),
        holiday_days: "30".into(),
        webhooks_allow: String::new(),
        log_format: None,
    }
}

/// The random numbers of another server on this database: the same in each run with the same
/// `TURNPIKE_SEED`.
fn chance(database: &str) -> Chance {
    static SERVERS: LazyLock<StdMutex<BTreeMap<String, u32>>> = LazyLock::new(StdMutex::default);
    let mut servers = SERVERS.lock().unwrap();
    let nth = servers.entry(database.to_owned()).or_default();
    *nth += 1;
    let seed = std::env::var("TURNPIKE_SEED").unwrap_or_default();
    println!("TURNPIKE_SEED={seed}");
    Chance::set(Sha256::digest(format!("{seed} {nth}")).into())
}

/// Starts a server with changed settings or parts.
pub async fn server_with(
    database: String,
    change: impl FnOnce(&mut Settings),
    exchange: impl FnOnce(&mut App),
) -> Server {
    server_bounded(database, change, exchange, |_| {}).await
}

/// Starts a server with changed settings, parts or limits.
pub async fn server_bounded(
    database: String,
    change: impl FnOnce(&mut Settings),
    exchange: impl FnOnce(&mut App),
    bound: impl FnOnce(&mut Bounds),
) -> Server {
    // Another dependency enables TLS in the client, but chooses no provider.
    drop(rustls::crypto::ring::default_provider().install_default());
    let data = tempfile::tempdir().unwrap();
    let url = as_login(&database);
    let mut settings = settings(&url, data.path());
    settings.migrate_url = Some(database.clone());
    change(&mut settings);
    let clock = Clock::set(Utc.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap());
    let mut app = App::new(settings.check().unwrap(), &url, clock)
        .await
        .unwrap();
    app.chance = chance(&database);
    // Hash cheaply: the real cost would dominate the run time. `accounts::passwords` tests it.
    let cheap = Params::new(Params::MIN_M_COST, Params::MIN_T_COST, 1, None);
    app.passwords = Passwords::at_cost(cheap.unwrap());
    exchange(&mut app);
    let app = Arc::new(app);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let watch = Watch::begin(&address);
    let mut bounds = Bounds::of(&app.config);
    bound(&mut bounds);
    let server = http::server::start(Arc::clone(&app).into(), listener, 1, bounds).unwrap();
    let handle = server.handle();
    tokio::spawn(server);
    Server {
        app,
        address,
        database,
        client: Client::new(),
        handle,
        watch,
        _data: data,
    }
}

impl Server {
    /// Stops gracefully, as in a deployment: the server finishes pending requests.
    pub async fn stops(&self) {
        self.handle.stop(true).await;
    }

    /// The log since the start of the server, including that of servers running at the same time.
    pub fn log(&self) -> String {
        self.watch.log()
    }

    /// Sends a request.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Answer {
        let mut request = self
            .client
            .request(method, format!("{}{path}", self.address));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        answer(request).await
    }

    /// Signs a player in, and returns the session.
    pub async fn session(&self, name: &str) -> Value {
        let body = json!({"name": name, "password": PASSWORD});
        self.send(Method::POST, "/v1/sessions", None, Some(&body))
            .await
            .ok()
    }

    /// Starts a request that the test builds by hand.
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.address))
    }

    /// Signs up a player called `name` with the address `name@example.org`, who plays every move.
    pub async fn player(&self, name: &str) -> Player<'_> {
        let player = self.player_as_they_come(name).await;
        player.plays_every_move().await;
        player
    }

    /// Signs up a player with default settings.
    pub async fn player_as_they_come(&self, name: &str) -> Player<'_> {
        let body =
            json!({"name": name, "email": format!("{name}@example.org"), "password": PASSWORD});
        self.send(Method::POST, "/v1/players", None, Some(&body))
            .await
            .ok();
        Player::of(self, name, &self.session(name).await)
    }
}

/// Sends a request that the test built by hand.
pub async fn answer(request: reqwest::RequestBuilder) -> Answer {
    let (client, request) = request.build_split();
    let request = request.unwrap();
    secrets::sent(&request);
    let (method, url) = (request.method().clone(), request.url().clone());
    let response = client.execute(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let goes_on = headers
        .get("content-type")
        .is_some_and(|it| it == "text/event-stream");
    let text = match goes_on {
        true => first_event(response).await,
        false => response.text().await.unwrap(),
    };
    let answer = Answer {
        status,
        headers,
        text,
    };
    secrets::answered(&url, &answer.text);
    conformance::check_answer(&method, &url, &answer);
    answer
}

/// Reads a stream up to its first event.
async fn first_event(mut response: reqwest::Response) -> String {
    let mut text = String::new();
    while !text.contains("data: ")
        && let Some(chunk) = response.chunk().await.unwrap()
    {
        text += std::str::from_utf8(&chunk).unwrap();
    }
    text
}

/// A signed-in player.
pub struct Player<'a> {
    pub server: &'a Server,
    pub name: String,
    pub token: String,
    pub refresh_token: String,
    /// The newest access token, with the time when it was issued.
    newest: Mutex<(Moment, String)>,
}

impl Player<'_> {
    /// Turns off automatic forced moves, and turns on answers to every mail. So the test controls
    /// every move.
    pub async fn plays_every_move(&self) {
        self.patch("/v1/me", json!({"play_forced_moves": false}))
            .await
            .ok();
        let mail = json!({"always_reply": true});
        self.put("/v1/me/mail-settings", mail).await.ok();
    }

    /// The player of this session, which is new or just renewed.
    pub fn of<'a>(server: &'a Server, name: &str, session: &Value) -> Player<'a> {
        let token = |which: &str| session[which].as_str().unwrap().to_owned();
        Player {
            server,
            name: name.to_owned(),
            token: token("access_token"),
            refresh_token: token("refresh_token"),
            newest: Mutex::new((server.app.clock.now(), token("access_token"))),
        }
    }

    /// The same player at another node.
    pub fn at<'a>(&self, server: &'a Server) -> Player<'a> {
        Player {
            server,
            name: self.name.clone(),
            token: self.token.clone(),
            refresh_token: self.refresh_token.clone(),
            newest: Mutex::new(self.newest.try_lock().unwrap().clone()),
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(&body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(&body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let token = self.fresh_token().await;
        self.server.send(method, path, Some(&token), body).await
    }

    /// Returns the token, or a new one if the clock was set forward past its expiry.
    async fn fresh_token(&self) -> String {
        let now = self.server.app.clock.now();
        let mut newest = self.newest.lock().await;
        if now - newest.0 >= TOKEN_LIFE {
            let session = self.server.session(&self.name).await;
            *newest = (now, session["access_token"].as_str().unwrap().to_owned());
        }
        newest.1.clone()
    }
}
