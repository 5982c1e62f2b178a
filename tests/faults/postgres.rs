//! PostgreSQL as operators run it: separate clusters that tests can stop, kill and replicate to a
//! standby.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, User, geteuid};
use tempfile::TempDir;

use crate::disk::Disk;

/// Time limit for anything on a busy machine.
pub const PATIENCE: Duration = Duration::from_mins(10);

/// A folder that PostgreSQL's user can write to, removed on drop.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Arc<Place> {
        let dir = tempfile::Builder::new()
            .prefix("tp-faults")
            .tempdir_in("/tmp");
        let place = Place(dir.unwrap());
        if let Some(user) = other_user() {
            let (uid, gid) = (user.uid.as_raw(), user.gid.as_raw());
            std::os::unix::fs::chown(place.0.path(), Some(uid), Some(gid)).unwrap();
        }
        Arc::new(place)
    }

    /// Creates a folder in it that PostgreSQL's user can write to.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = self.0.path().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        if let Some(user) = other_user() {
            let (uid, gid) = (user.uid.as_raw(), user.gid.as_raw());
            std::os::unix::fs::chown(&folder, Some(uid), Some(gid)).unwrap();
        }
        folder
    }
}

/// The part of a cluster on a small disk.
#[derive(Clone, Copy)]
pub enum Part {
    /// The write-ahead log, `pg_wal`.
    Wal,
    /// Everything else.
    Data,
}

/// The user that runs PostgreSQL if the tests run as root, which PostgreSQL does not allow.
fn other_user() -> Option<User> {
    let by_name = |name| User::from_name(name).ok().flatten();
    geteuid()
        .is_root()
        .then(|| by_name("postgres").or_else(|| by_name("nobody")).unwrap())
}

/// A command of PostgreSQL, of the newest installed version.
fn program(name: &str) -> Command {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let newest = versions
        .filter_map(|it| it.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .max();
    let mut command = match newest {
        Some(version) => Command::new(format!("/usr/lib/postgresql/{version}/bin/{name}")),
        None => Command::new(name),
    };
    command.env("LC_ALL", "C").current_dir("/");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    if let Some(user) = other_user() {
        command.uid(user.uid.as_raw()).gid(user.gid.as_raw());
    }
    command
}

/// A cluster, killed on drop.
pub struct Postgres {
    place: Arc<Place>,
    name: &'static str,
    process: Option<Child>,
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.crash();
    }
}

impl Postgres {
    /// Starts a cluster with a migrated, empty database.
    pub async fn new() -> Postgres {
        Postgres::made_in(Place::new(), &[]).await
    }

    /// The same, with a part of it on a small disk. Returns `None` if mounting is not allowed.
    pub async fn on_small_disk(part: Part) -> Option<(Postgres, Disk)> {
        let place = Place::new();
        let wal = place.folder("one-wal");
        let (folder, size) = match part {
            Part::Wal => (wal.clone(), 128),
            Part::Data => (place.folder("one-data"), 128),
        };
        let disk = Disk::mount(&folder, size)?;
        let wal = format!("--waldir={}", wal.display());
        let postgres = Postgres::made_in(place, &[&wal, "--wal-segsize=1"]).await;
        Some((postgres, disk))
    }

    async fn made_in(place: Arc<Place>, options: &[&str]) -> Postgres {
        let mut postgres = Postgres {
            place,
            name: "one",
            process: None,
        };
        let made = program("initdb")
            .args(["--auth=trust", "--username=postgres", "--no-sync"])
            .args(options)
            .arg("-D")
            .arg(postgres.data())
            .status();
        assert!(made.unwrap().success());
        postgres.start().await;
        let mut conn = postgres.superuser("postgres").await;
        for statement in [
            "CREATE ROLE turnpike_app LOGIN",
            "CREATE ROLE turnpike LOGIN CREATEDB IN ROLE turnpike_app",
            "CREATE DATABASE turnpike OWNER turnpike",
        ] {
            conn.batch_execute(statement).await.unwrap();
        }
        let url = postgres.url();
        let migrated = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(db::migrate(&url)).unwrap();
        });
        migrated.join().unwrap();
        postgres
    }

    /// Creates a standby of this cluster, but does not start it.
    pub fn standby(&self) -> Postgres {
        let standby = Postgres {
            place: Arc::clone(&self.place),
            name: if self.name == "one" { "two" } else { "one" },
            process: None,
        };
        if standby.data().exists() {
            std::fs::remove_dir_all(standby.data()).unwrap();
        }
        let copied = program("pg_basebackup")
            .args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync"])
            .arg("-d")
            .arg(format!(
                "{} application_name=standby",
                self.place_of("postgres")
            ))
            .arg("-D")
            .arg(standby.data())
            .status();
        assert!(copied.unwrap().success());
        standby
    }

    /// Makes commits wait for the standby, or stops that.
    pub async fn waits_for_standby(&self, waits: bool) {
        let names = if waits { "standby" } else { "" };
        let mut conn = self.superuser("postgres").await;
        for statement in [
            format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'"),
            "SELECT pg_reload_conf()".to_owned(),
        ] {
            conn.batch_execute(&statement).await.unwrap();
        }
        drop(conn);
        until("new settings", async || {
            let mut conn = self.superuser("postgres").await;
            let query = "SELECT current_setting('synchronous_standby_names') AS line";
            (lines(&mut conn, query).await == [names]).then_some(())
        })
        .await;
    }

    /// Starts the cluster, and waits until it accepts connections.
    pub async fn start(&mut self) {
        self.spawn();
        self.comes_back().await;
    }

    /// Waits until the cluster accepts connections, and starts it whenever it is not running.
    pub async fn comes_back(&mut self) {
        until("a cluster", async || {
            let has_ended = |process: &mut Child| process.try_wait().unwrap().is_some();
            if self.process.as_mut().is_none_or(has_ended) {
                self.spawn();
            }
            let url = self.superuser_url("postgres");
            AsyncPgConnection::establish(&url).await.ok().map(drop)
        })
        .await;
    }

    fn spawn(&mut self) {
        let socket = self.place.folder(self.name);
        let process = program("postgres")
            .arg("-D")
            .arg(self.data())
            .args(["-c", "listen_addresses=", "-c", "fsync=off"])
            .args(["-c", "shared_buffers=16MB", "-c", "max_wal_senders=4"])
            .arg("-c")
            .arg(format!("unix_socket_directories={}", socket.display()))
            .stdin(Stdio::null())
            .process_group(0)
            .spawn();
        self.process = Some(process.unwrap());
    }

    /// Stops the cluster in order.
    pub fn stop(&mut self) {
        self.end(Signal::SIGINT);
    }

    /// Stops the cluster like a crash.
    pub fn crash(&mut self) {
        self.end(Signal::SIGQUIT);
    }

    fn end(&mut self, signal: Signal) {
        if let Some(mut process) = self.process.take() {
            let pid = Pid::from_raw(process.id().try_into().unwrap());
            if process.try_wait().unwrap().is_none() {
                kill(pid, signal).unwrap();
            }
            process.wait().unwrap();
        }
    }

    /// Promotes a standby to primary.
    pub async fn promote(&self) {
        let mut conn = self.superuser("postgres").await;
        conn.batch_execute("SELECT pg_promote()").await.unwrap();
    }

    /// The data directory.
    pub fn data(&self) -> PathBuf {
        self.place.0.path().join(format!("{}-data", self.name))
    }

    fn place_of(&self, role: &str) -> String {
        let socket = self.place.0.path().join(self.name);
        format!("host={} port=5432 user={role}", socket.display())
    }

    fn url_of(&self, role: &str, database: &str) -> String {
        url_of(&self.place.0.path().join(self.name), role, database)
    }

    /// The URL for a server.
    pub fn url(&self) -> String {
        self.url_of("turnpike", "turnpike")
    }

    /// The URL of both clusters. A server connects to the primary.
    pub fn url_with(&self, other: &Postgres) -> String {
        let host = |it: &Postgres| {
            let socket = it.place.0.path().join(it.name);
            socket.display().to_string().replace('/', "%2F")
        };
        format!(
            "postgresql://turnpike@{}:5432,{}:5432/turnpike?target_session_attrs=read-write",
            host(self),
            host(other)
        )
    }

    fn superuser_url(&self, database: &str) -> String {
        self.url_of("postgres", database)
    }

    /// Connects as the superuser.
    pub async fn superuser(&self, database: &str) -> AsyncPgConnection {
        self.try_superuser(database).await.unwrap()
    }

    /// The same. Returns `None` if the cluster does not answer.
    pub async fn try_superuser(&self, database: &str) -> Option<AsyncPgConnection> {
        let url = self.superuser_url(database);
        AsyncPgConnection::establish(&url).await.ok()
    }
}

fn url_of(socket: &Path, role: &str, database: &str) -> String {
    let host = socket.display().to_string().replace('/', "%2F");
    format!("postgresql://{role}@/{database}?host={host}&port=5432")
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Returns the column `line` of a query's result.
pub async fn lines(conn: &mut AsyncPgConnection, query: &str) -> Vec<String> {
    let lines = diesel::sql_query(query).load::<Line>(conn).await.unwrap();
    lines.into_iter().map(|line| line.line).collect()
}

/// Asks until there is an answer, and returns it.
pub async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(began.elapsed() < PATIENCE, "{what} did not come about");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
