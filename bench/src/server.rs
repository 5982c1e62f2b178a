//! The measured server, started as operators do, and its database.

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

/// The name by which the server's migrations know its owner.
const NAME: Name = Name::new("turnpike");

/// The benchmark's own PostgreSQL, with the settings of the server's private one: commits are
/// durable.
pub(crate) struct Database {
    cluster: Cluster,
    folder: TempDir,
}

impl Database {
    /// Creates and starts PostgreSQL, with enough connections for pgbench and several servers.
    pub(crate) async fn start() -> Database {
        Database::start_with("max_connections = 300").await
    }

    /// Creates and starts PostgreSQL with this setting.
    pub(crate) async fn start_with(setting: &str) -> Database {
        let folder = folder();
        let cluster = started(folder.path()).await;
        let admin = connect(&cluster, "postgres").await;
        let set = format!("ALTER SYSTEM SET {setting}");
        admin.batch_execute(&set).await.unwrap();
        drop(admin);
        cluster.stop().await.unwrap();
        Database {
            cluster: started(folder.path()).await,
            folder,
        }
    }

    /// Creates a database in it, for the server's owner and role.
    pub(crate) async fn make(&self, name: &str) {
        let owner = NAME.owner();
        let make = format!("CREATE DATABASE {name} TEMPLATE {owner} OWNER {owner}");
        self.admin("postgres")
            .await
            .batch_execute(&make)
            .await
            .unwrap();
    }

    /// Connects as the superuser.
    pub(crate) async fn admin(&self, database: &str) -> Client {
        connect(&self.cluster, database).await
    }

    /// Turns autovacuum off. It runs once a minute, and the measurement at that moment would pay
    /// for all earlier writes. Instead, everything is vacuumed between measurements.
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

    /// Writes all data to the disk, so that no measurement pays for the writes of an earlier one.
    pub(crate) async fn settle(&self) {
        let admin = self.admin("postgres").await;
        admin.batch_execute("CHECKPOINT").await.unwrap();
    }

    /// Returns the version of PostgreSQL.
    pub(crate) async fn version(&self) -> String {
        let admin = self.admin("postgres").await;
        let row = admin.query_one("SHOW server_version", &[]).await.unwrap();
        row.get(0)
    }

    /// Returns the process id of PostgreSQL's first process.
    pub(crate) fn postmaster(&self) -> u32 {
        match &*self.cluster.state().borrow() {
            ClusterState::Running { pid } => *pid,
            state => panic!("PostgreSQL is {state:?}"),
        }
    }

    /// Returns a command for a PostgreSQL program that connects to a database.
    pub(crate) fn program(&self, name: &str, database: &str) -> Command {
        let beside = self.cluster.programs().join(name);
        let path = if beside.exists() { beside } else { name.into() };
        let mut command = Command::new(path);
        command
            .envs(self.cluster.libpq_environment())
            .env("PGDATABASE", database);
        command
    }

    /// Returns the URL of a database for the server.
    pub(crate) fn url(&self, name: &str) -> String {
        self.cluster.app_url(name)
    }

    /// Stops PostgreSQL.
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

/// Creates a folder that PostgreSQL can enter, even as another user.
pub(crate) fn folder() -> TempDir {
    use std::os::unix::fs::PermissionsExt;

    let open = std::fs::Permissions::from_mode(0o755);
    tempfile::Builder::new()
        .prefix("turnpike-bench-")
        .permissions(open)
        .tempdir()
        .unwrap()
}

/// The location of a server's data.
#[derive(Clone, Copy)]
pub(crate) enum Data<'a> {
    /// In a database of this PostgreSQL.
    In(&'a Database, &'a str),
    /// In a private database in this folder.
    Private(&'a Path),
}

/// A running server. It stops when it is dropped.
pub(crate) struct Server {
    process: Child,
    /// The address that it listens on.
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server without limits on reads and connections, because all requests come from one
    /// address. Returns once it works; a worker listens only for requests of its metrics.
    pub(crate) fn start(
        program: &Path,
        data: Data<'_>,
        role: &str,
        smtp: Option<SocketAddr>,
    ) -> Server {
        Server::run(Command::new(program), data, role, smtp, &[])
    }

    /// The same with a command that ends with the program, and with further settings.
    pub(crate) fn run(
        mut command: Command,
        data: Data<'_>,
        role: &str,
        smtp: Option<SocketAddr>,
        settings: &[&str],
    ) -> Server {
        for (name, _) in std::env::vars() {
            if name.starts_with("TURNPIKE_") || name == "DATABASE_URL" || name == "SMTP_URL" {
                command.env_remove(name);
            }
        }
        command
            .args(["serve", "--role", role, "--listen", "127.0.0.1:0"])
            .args(["--reads", "0", "--connections-per-client", "0"])
            .args(["--mail-pause", "0"])
            .args(settings)
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
        let (listens, begun) = match role {
            "worker" => ("showing metrics", "background jobs started"),
            _ => ("listening", "listening"),
        };
        let mut address = None;
        let address = loop {
            let line = lines.next().expect("the server started").unwrap();
            let line: Value = serde_json::from_str(&line).expect(&line);
            if line["message"] == listens {
                address = Some(line["address"].as_str().unwrap().parse().unwrap());
            }
            if line["message"] == begun {
                break address.unwrap();
            }
        };
        // The pipe must be read, or the server would block. Its warnings belong to the result.
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if line.contains("\"WARN\"") || line.contains("\"ERROR\"") {
                    eprintln!("{line}");
                }
            }
        });
        Server { process, address }
    }

    /// Returns the process id.
    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let pid = Pid::from_raw(self.process.id().cast_signed());
        if kill(pid, Signal::SIGTERM).is_ok() {
            // A server that stands still could not end.
            let _ = kill(pid, Signal::SIGCONT);
            let _ = self.process.wait();
        }
    }
}

/// Builds the server with the profile that fits this program, and returns its path.
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
