//! PostgreSQL with Citus: a coordinator and two workers on this machine.

use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use nix::unistd::{User, geteuid};
use tempfile::TempDir;

use crate::process::{program, until};

/// A cluster with a database whose tables are distributed. It is killed on drop.
pub(crate) struct Citus {
    programs: PathBuf,
    place: TempDir,
    /// The coordinator, then the workers, each with its port.
    nodes: Vec<(u16, Child)>,
}

impl Drop for Citus {
    fn drop(&mut self) {
        for node in 0..self.nodes.len() {
            self.kill(node);
        }
    }
}

/// The newest PostgreSQL on this machine that has Citus.
fn installed() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let names = versions.filter_map(|it| it.file_name().into_string().ok());
    let has_citus =
        |name: &String| Path::new(&format!("/usr/lib/postgresql/{name}/lib/citus.so")).exists();
    let newest = names.filter(has_citus).max()?;
    Some(format!("/usr/lib/postgresql/{newest}/bin").into())
}

/// The user that runs PostgreSQL if the tests run as root, which PostgreSQL does not allow.
fn other_user() -> Option<User> {
    let user = || User::from_name("postgres").ok().flatten();
    geteuid().is_root().then(|| user().unwrap())
}

impl Citus {
    /// Starts a cluster. Returns `None`, and prints that, if Citus is not installed.
    pub(crate) async fn start() -> Option<Citus> {
        let Some(programs) = installed() else {
            println!("SKIPPED: Citus is not installed in /usr/lib/postgresql");
            return None;
        };
        let place = tempfile::Builder::new()
            .prefix("tp-citus")
            .tempdir_in("/tmp");
        let place = place.unwrap();
        if let Some(user) = other_user() {
            let (uid, gid) = (user.uid.as_raw(), user.gid.as_raw());
            chown(place.path(), Some(uid), Some(gid)).unwrap();
        }
        let mut citus = Citus {
            programs,
            place,
            nodes: Vec::new(),
        };
        // Bound together, so that they differ.
        let ports = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        for port in ports.map(|it| it.local_addr().unwrap().port()) {
            let mut made = citus.command("initdb", port);
            run(made.args(["--auth=trust", "--username=postgres", "--no-sync"]));
            let process = citus.spawn(port);
            citus.nodes.push((port, process));
        }
        for node in 0..3 {
            citus.comes_back(node).await;
            let make = "SET citus.enable_create_role_propagation = off;
                CREATE ROLE turnpike_app LOGIN;
                CREATE ROLE turnpike LOGIN IN ROLE turnpike_app";
            citus.sql(node, "postgres", make);
            citus.sql(node, "postgres", "CREATE DATABASE turnpike OWNER turnpike");
            citus.sql(node, "turnpike", "CREATE EXTENSION citus");
        }
        let [coordinator, one, two] = [0, 1, 2].map(|node| citus.nodes[node].0);
        let add = format!(
            "SELECT citus_set_coordinator_host('127.0.0.1', {coordinator});
             SELECT citus_add_node('127.0.0.1', {one});
             SELECT citus_add_node('127.0.0.1', {two})"
        );
        citus.sql(0, "turnpike", &add);
        let mut migrate = Command::new(env!("CARGO_BIN_EXE_turnpike"));
        migrate.args(["migrate", "--distribute"]);
        migrate.env("TURNPIKE_MIGRATE_URL", citus.url("turnpike"));
        run(&mut migrate);
        // Operators may run it again.
        run(&mut migrate);
        Some(citus)
    }

    /// The server with this database.
    pub(crate) fn program(&self, data_dir: &Path) -> Command {
        let mut program = program(data_dir);
        program.env("DATABASE_URL", self.url("turnpike_app"));
        program
    }

    fn url(&self, role: &str) -> String {
        format!("postgresql://{role}@127.0.0.1:{}/turnpike", self.nodes[0].0)
    }

    /// A program of PostgreSQL for the node with this port.
    fn command(&self, name: &str, port: u16) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.env("LC_ALL", "C").current_dir("/");
        // Certificates of the caller do not count.
        command.env("HOME", self.place.path());
        command.env("PGDATA", self.place.path().join(port.to_string()));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(user) = other_user() {
            command.uid(user.uid.as_raw()).gid(user.gid.as_raw());
        }
        command
    }

    fn spawn(&self, port: u16) -> Child {
        let mut postgres = self.command("postgres", port);
        for setting in [
            "shared_preload_libraries=citus",
            "max_prepared_transactions=200",
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "citus.enable_statistics_collection=off",
            "citus.node_conninfo=sslmode=disable",
            "citus.shard_count=4",
            // How long a game may wait for the outcome of a move whose worker was killed.
            "citus.recover_2pc_interval=1s",
        ] {
            postgres.args(["-c", setting]);
        }
        postgres.args(["-c", &format!("port={port}")]);
        postgres.stdin(Stdio::null()).spawn().unwrap()
    }

    fn psql(&self, node: usize, database: &str, sql: &str) -> Command {
        let port = self.nodes[node].0;
        let mut psql = self.command("psql", port);
        psql.args(["--host=127.0.0.1", "--username=postgres", "--no-psqlrc"]);
        psql.args([
            "--set=ON_ERROR_STOP=1",
            "--command",
            sql,
            "--dbname",
            database,
        ]);
        psql.arg(format!("--port={port}"));
        psql
    }

    /// Runs SQL as the superuser.
    fn sql(&self, node: usize, database: &str, sql: &str) {
        run(&mut self.psql(node, database, sql));
    }

    /// Kills all processes of a node, as a power cut would.
    pub(crate) fn kill(&mut self, node: usize) {
        let process = &mut self.nodes[node].1;
        let pid = process.id().to_string();
        // The first process must not see how the others end.
        for (program, signal) in [("kill", ["-STOP"].as_slice()), ("pkill", &["-KILL", "-P"])] {
            let _ = Command::new(program).args(signal).arg(&pid).status();
        }
        let _ = process.kill();
        process.wait().unwrap();
    }

    /// Starts a killed node again, and waits until it accepts connections.
    pub(crate) async fn comes_back(&mut self, node: usize) {
        let port = self.nodes[node].0;
        until("a node of Citus", async || {
            if self.nodes[node].1.try_wait().unwrap().is_some() {
                self.nodes[node].1 = self.spawn(port);
            }
            let asked = self.psql(node, "postgres", "SELECT").status();
            asked.unwrap().success().then_some(())
        })
        .await;
    }
}

fn run(command: &mut Command) {
    let output = command.stderr(Stdio::piped()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
}
