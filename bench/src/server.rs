//! The server that is measured, as operators start it, and the database that it works with.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use embedded_postgres::{Cluster, ClusterState, Name, Settings};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

/// What the server's migrations know its owner by.
const NAME: Name = Name::new("turnpike");

/// A PostgreSQL of our own, with the settings of the server's private one: what is committed is on
/// disk.
pub(crate) struct Database {
    cluster: Cluster,
    folder: TempDir,
}

impl Database {
    /// Makes and starts it, with room for pgbench beside several servers.
    pub(crate) async fn start() -> Database {
        let folder = folder();
        let cluster = started(folder.path()).await;
        let admin = connect(&cluster, "postgres").await;
        let room = "ALTER SYSTEM SET max_connections = 300";
        admin.batch_execute(room).await.unwrap();
        drop(admin);
        cluster.stop().await.unwrap();
        Database {
            cluster: started(folder.path()).await,
            folder,
        }
    }

    /// Makes a database in it, for the owner and the role of the server.
    pub(crate) async fn make(&self, name: &str) {
        let owner = NAME.owner();
        let make = format!("CREATE DATABASE {name} TEMPLATE {owner} OWNER {owner}");
        self.admin("postgres")
            .await
            .batch_execute(&make)
            .await
            .unwrap();
    }

    /// A connection as the superuser.
    pub(crate) async fn admin(&self, database: &str) -> Client {
        connect(&self.cluster, database).await
    }

    /// Vacuums nothing by itself from now on: that happens once a minute, and whoever is measured just then
    /// would pay for all that was written since. Everything is vacuumed between measurements.
    pub(crate) async fn vacuum_by_hand(&self) {
        let admin = self.admin("postgres").await;
        for statement in [
            "ALTER SYSTEM SET autovacuum = off",
            "SELECT pg_reload_conf()",
        ] {
            admin.batch_execute(statement).await.unwrap();
        }
    }

    /// Vacuums all tables of a database.
    pub(crate) async fn vacuum(&self, database: &str) {
        let admin = self.admin(database).await;
        admin.batch_execute("VACUUM ANALYZE").await.unwrap();
    }

    /// Writes out all data, so that no measurement pays for what another has changed.
    pub(crate) async fn settle(&self) {
        let admin = self.admin("postgres").await;
        admin.batch_execute("CHECKPOINT").await.unwrap();
    }

    /// What PostgreSQL is.
    pub(crate) async fn version(&self) -> String {
        let admin = self.admin("postgres").await;
        let row = admin.query_one("SHOW server_version", &[]).await.unwrap();
        row.get(0)
    }

    /// The process id of its first process.
    pub(crate) fn postmaster(&self) -> u32 {
        match &*self.cluster.state().borrow() {
            ClusterState::Running { pid } => *pid,
            state => panic!("PostgreSQL is {state:?}"),
        }
    }

    /// A program of PostgreSQL that finds its way to a database.
    pub(crate) fn program(&self, name: &str, database: &str) -> Command {
        let beside = self.cluster.programs().join(name);
        let path = if beside.exists() { beside } else { name.into() };
        let mut command = Command::new(path);
        command
            .envs(self.cluster.libpq_environment())
            .env("PGDATABASE", database);
        command
    }

    /// How the server finds its way to a database.
    pub(crate) fn url(&self, name: &str) -> String {
        self.cluster.app_url(name)
    }

    /// Stops it.
    pub(crate) async fn stop(self) {
        self.cluster.stop().await.unwrap();
    }
}

async fn started(folder: &Path) -> Cluster {
    let settings = Settings::new(NAME, folder);
    let cluster = Cluster::start(settings, |step| eprintln!("{step}"));
    cluster.await.unwrap()
}

async fn connect(cluster: &Cluster, database: &str) -> Client {
    let url = cluster.superuser_url(database);
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// A new folder that PostgreSQL, which may be another user, can enter.
pub(crate) fn folder() -> TempDir {
    use std::os::unix::fs::PermissionsExt;

    let open = std::fs::Permissions::from_mode(0o755);
    tempfile::Builder::new()
        .prefix("turnpike-bench-")
        .permissions(open)
        .tempdir()
        .unwrap()
}

/// Where a server has its data.
#[derive(Clone, Copy)]
pub(crate) enum Data<'a> {
    /// In this database.
    In(&'a Database, &'a str),
    /// In a private database in this folder.
    Private(&'a Path),
}

/// A server that runs. It stops when it is dropped.
pub(crate) struct Server {
    process: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts it with no limits on readers and connections: all of them come from one address. Comes
    /// back once it listens: a worker for who asks for its metrics.
    pub(crate) fn start(
        program: &Path,
        data: Data<'_>,
        role: &str,
        smtp: Option<SocketAddr>,
    ) -> Server {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars() {
            if name.starts_with("TURNPIKE_") || name == "DATABASE_URL" || name == "SMTP_URL" {
                command.env_remove(name);
            }
        }
        command
            .args(["serve", "--role", role, "--listen", "127.0.0.1:0"])
            .args(["--reads", "0", "--connections-per-client", "0"])
            .args(["--mail-pause", "0"])
            .stderr(Stdio::piped());
        match data {
            Data::In(database, name) => {
                command.env("DATABASE_URL", database.url(name));
                command.env("TURNPIKE_MIGRATE_URL", database.cluster.url(name));
                command
                    .arg("--data-dir")
                    .arg(database.folder.path().join(name));
            }
            Data::Private(folder) => {
                command.arg("--data-dir").arg(folder);
            }
        }
        if role == "worker" {
            command.args(["--metrics-listen", "127.0.0.1:0"]);
        }
        if let Some(sink) = smtp {
            command.env("SMTP_URL", format!("smtp://{sink}"));
        }
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let begun = match role {
            "worker" => "showing metrics",
            _ => "listening",
        };
        let address = loop {
            let line = lines.next().expect("the server started").unwrap();
            let line: Value = serde_json::from_str(&line).expect(&line);
            if line["message"] == begun {
                break line["address"].as_str().unwrap().parse().unwrap();
            }
        };
        // Whoever writes to a pipe that nobody reads is stopped; what it warns of belongs to the result.
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if line.contains("\"WARN\"") || line.contains("\"ERROR\"") {
                    eprintln!("{line}");
                }
            }
        });
        Server { process, address }
    }

    /// Its process id.
    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let pid = Pid::from_raw(self.process.id().cast_signed());
        if kill(pid, Signal::SIGTERM).is_ok() {
            let _ = self.process.wait();
        }
    }
}

/// Builds the server as this program was built, and says where it is.
pub(crate) fn build() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let profile = match cfg!(debug_assertions) {
        true => "dev",
        false => "dist",
    };
    let built = Command::new(cargo)
        .args(["build", "--locked", "--bin", "turnpike"])
        .args(["--profile", profile])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(built.status.success(), "the server does not build");
    let messages = String::from_utf8(built.stdout).unwrap();
    let mut messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let program = messages.find_map(|message| {
        let program = message["executable"].as_str()?;
        (message["target"]["name"] == "turnpike").then(|| program.into())
    });
    program.unwrap()
}
