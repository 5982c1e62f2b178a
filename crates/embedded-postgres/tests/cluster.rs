//! Tests the private PostgreSQL cluster on a machine that has PostgreSQL: starts, stops and all
//! kinds of interruptions.
//!
//! The end of a download is not tested, because it needs the network.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::future::Future;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

use embedded_postgres::{Cluster, ClusterState, Error, Name, Settings};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

/// Makes a second run of this test binary the process that owns a cluster. The value is `ephemeral`
/// or `persistent`, and the folder.
const OWNER: &str = "EMBEDDED_POSTGRES_TEST_OWNER";

/// The program that the clusters belong to.
const NAME: Name = Name::new("orchard");

/// The database of the clusters.
const DATABASE: &str = NAME.owner();

// A folder below /tmp, so that the paths are short regardless of TMPDIR.
fn folder() -> TempDir {
    tempfile::tempdir_in("/tmp").unwrap()
}

fn ephemeral() -> Settings {
    Settings::new(NAME, env!("CARGO_TARGET_TMPDIR")).ephemeral()
}

async fn try_to_start(settings: Settings) -> Result<Cluster, Error> {
    Cluster::start(settings, |step| println!("\nstep {step}")).await
}

async fn start(data_dir: &Path) -> Cluster {
    try_to_start(Settings::new(NAME, data_dir)).await.unwrap()
}

async fn refusal(data_dir: &Path) -> Error {
    let started = try_to_start(Settings::new(NAME, data_dir)).await;
    started.expect_err("the start should have failed")
}

async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn write(cluster: &Cluster) {
    let client = connect(&cluster.url(DATABASE)).await;
    client
        .batch_execute("CREATE TABLE moves (ply int); INSERT INTO moves VALUES (17)")
        .await
        .unwrap();
}

async fn read(cluster: &Cluster) -> i32 {
    let client = connect(&cluster.url(DATABASE)).await;
    let row = client.query_one("SELECT ply FROM moves", &[]).await;
    row.unwrap().get(0)
}

fn pid(cluster: &Cluster) -> u32 {
    match *cluster.state().borrow() {
        ClusterState::Running { pid } => pid,
        ref other => panic!("not running: {other:?}"),
    }
}

fn signal(pid: u32, signal: Signal) {
    kill(Pid::from_raw(pid.cast_signed()), signal).unwrap();
}

/// Whether a process runs. A zombie process does not.
fn runs(pid: u32) -> bool {
    match std::fs::read(format!("/proc/{pid}/cmdline")) {
        Ok(arguments) => !arguments.is_empty(),
        Err(_) if Path::new("/proc/self").exists() => false,
        Err(_) => kill(Pid::from_raw(pid.cast_signed()), None).is_ok(),
    }
}

/// The time limit for everything, generous enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Polls a condition until it holds, with a time limit.
async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "never: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn in_time<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(answer) => answer,
        Err(_) => panic!("never: {what}"),
    }
}

/// Another process that owns a cluster, and the pid of its postmaster.
struct Owner {
    process: Child,
    postmaster: u32,
}

impl Owner {
    fn start(kind: &str, data_dir: &Path) -> Self {
        Self::start_with(kind, data_dir, None)
    }

    /// Starts it with this folder first in the search path for programs.
    fn start_with(kind: &str, data_dir: &Path, programs: Option<&Path>) -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let others = std::env::split_paths(&path);
        let folders = programs.map(Path::to_owned).into_iter().chain(others);
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "be_the_owner", "--nocapture"])
            .env(OWNER, format!("{kind}:{}", data_dir.display()))
            .env("PATH", std::env::join_paths(folders).unwrap())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let postmaster = lines
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("postmaster ")?.parse().ok())
            .expect("the owner should tell its postmaster");
        Self {
            process,
            postmaster,
        }
    }

    /// Kills the process like `kill -9`, with no chance to clean up.
    fn kill(mut self) -> u32 {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.postmaster
    }

    fn watchdog(&self) -> Option<u32> {
        let parent = format!("PPid:\t{}\n", self.process.id());
        let processes = std::fs::read_dir("/proc").ok()?.flatten();
        processes
            .filter(|process| {
                let text = |file| std::fs::read_to_string(process.path().join(file));
                text("status").is_ok_and(|status| status.contains(&parent))
                    && text("cmdline").is_ok_and(|line| line.contains("orchard-watchdog"))
            })
            .find_map(|process| process.file_name().to_str()?.parse().ok())
    }
}

/// Not a test by itself: the other process in the tests that kill one.
#[tokio::test]
async fn be_the_owner() {
    let Ok(order) = std::env::var(OWNER) else {
        return;
    };
    let (kind, data_dir) = order.split_once(':').unwrap();
    let settings = Settings {
        ephemeral: kind == "ephemeral",
        ..Settings::new(NAME, data_dir)
    };
    let cluster = try_to_start(settings)
        .await
        .unwrap_or_else(|it| panic!("{it}"));
    write(&cluster).await;
    println!("\npostmaster {}", pid(&cluster));
    // Runs until it is killed, or until the test that started it is gone.
    let _ = std::io::stdin().read(&mut [0]);
}

#[tokio::test]
async fn data_survives_a_restart() {
    let dir = folder();
    let cluster = start(dir.path()).await;
    write(&cluster).await;
    let (postmaster, url) = (pid(&cluster), cluster.url(DATABASE));
    cluster.stop().await.unwrap();
    assert!(!runs(postmaster));

    let cluster = start(dir.path()).await;
    assert_eq!(read(&cluster).await, 17);
    assert_eq!(cluster.url(DATABASE), url);
    cluster.stop().await.unwrap();
}

#[tokio::test]
async fn cluster_has_the_documented_settings_and_roles() {
    let dir = folder();
    let cluster = start(dir.path()).await;
    let client = connect(&cluster.url(DATABASE)).await;
    for (setting, value) in [
        ("server_encoding", "UTF8"),
        ("data_checksums", "on"),
        ("fsync", "on"),
        ("synchronous_commit", "on"),
        ("full_page_writes", "on"),
        ("max_connections", "100"),
        ("shared_buffers", "128MB"),
        ("TimeZone", "UTC"),
        ("log_timezone", "UTC"),
        ("listen_addresses", ""),
        ("is_superuser", "off"),
    ] {
        let row = client
            .query_one("SELECT current_setting($1)", &[&setting])
            .await
            .unwrap();
        assert_eq!(row.get::<_, &str>(0), value, "{setting}");
    }
    let collation = "SELECT datcollate::text FROM pg_database WHERE datname = 'orchard'";
    let row = client.query_one(collation, &[]).await.unwrap();
    assert_eq!(row.get::<_, &str>(0), "C");

    // The login that owns nothing; the owner grants its rights.
    let app = connect(&cluster.app_url("postgres")).await;
    let row = app.query_one("SELECT session_user::text", &[]).await;
    assert_eq!(row.unwrap().get::<_, &str>(0), "orchard_app");

    // A database for each test, cloned from a template.
    client
        .batch_execute("CREATE DATABASE one_test TEMPLATE orchard")
        .await
        .unwrap();
    let superuser = connect(&cluster.superuser_url("postgres")).await;
    let row = superuser.query_one("SHOW is_superuser", &[]).await.unwrap();
    assert_eq!(row.get::<_, &str>(0), "on");
    drop((app, client, superuser));
    cluster.stop().await.unwrap();
}

#[tokio::test]
async fn nologin_role_can_log_in_after_a_restart() {
    let dir = folder();
    let cluster = start(dir.path()).await;
    let superuser = connect(&cluster.superuser_url("postgres")).await;
    let before = "ALTER ROLE orchard_app NOLOGIN";
    superuser.batch_execute(before).await.unwrap();
    drop(superuser);
    cluster.stop().await.unwrap();
    let cluster = start(dir.path()).await;
    connect(&cluster.app_url(DATABASE)).await;
    cluster.stop().await.unwrap();
}

/// Returns a command for one of PostgreSQL's programs, run as PostgreSQL's user.
fn program(cluster: &Cluster, data_dir: &Path, name: &str) -> Command {
    let owner = data_dir.join("postgres").metadata().unwrap();
    let mut command = Command::new(cluster.programs().join(name));
    command.uid(owner.uid()).gid(owner.gid()).current_dir("/");
    command
}

#[tokio::test]
async fn base_backup_contains_everything_committed_before_it() {
    let (dir, copies) = (folder(), folder());
    // The state in which an older version has left it.
    start(dir.path()).await.stop().await.unwrap();
    let hba = dir.path().join("postgres-hba.conf");
    std::fs::write(hba, "local all all peer map=orchard\n").unwrap();
    let cluster = start(dir.path()).await;
    let client = connect(&cluster.url(DATABASE)).await;
    let table = "CREATE TABLE moves (ply int PRIMARY KEY)";
    client.batch_execute(table).await.unwrap();
    let committed = AtomicI32::new(0);
    let over = AtomicBool::new(false);
    let plays = async {
        let play = "INSERT INTO moves SELECT count(*) + 1 FROM moves";
        while !over.load(Ordering::Relaxed) {
            client.batch_execute(play).await.unwrap();
            committed.fetch_add(1, Ordering::Relaxed);
        }
    };
    let owner = dir.path().join("postgres").metadata().unwrap();
    let (uid, gid) = (Some(owner.uid()), Some(owner.gid()));
    std::os::unix::fs::chown(copies.path(), uid, gid).unwrap();
    let copy = copies.path().join("postgres");
    let copies_it = async {
        while committed.load(Ordering::Relaxed) < 100 {
            tokio::task::yield_now().await;
        }
        let before = committed.load(Ordering::Relaxed);
        let [host, port, ..] = cluster.libpq_environment();
        let mut backup = program(&cluster, dir.path(), "pg_basebackup");
        backup
            .envs([host, port])
            .args(["--username=postgres", "--checkpoint=fast", "--pgdata"])
            .arg(&copy);
        let copied = tokio::task::spawn_blocking(move || backup.output().unwrap());
        let copied = copied.await.unwrap();
        over.store(true, Ordering::Relaxed);
        assert!(
            copied.status.success(),
            "{}",
            String::from_utf8_lossy(&copied.stderr)
        );
        before
    };
    let ((), before) = tokio::join!(plays, copies_it);
    drop(client);
    let mut verify = program(&cluster, dir.path(), "pg_verifybackup");
    assert!(verify.arg(&copy).output().unwrap().status.success());
    cluster.stop().await.unwrap();

    let cluster = start(copies.path()).await;
    let client = connect(&cluster.url(DATABASE)).await;
    let query = "SELECT count(*)::int, max(ply) FROM moves";
    let row = client.query_one(query, &[]).await.unwrap();
    let (count, last): (i32, i32) = (row.get(0), row.get(1));
    assert!(count >= before, "{count} of {before}");
    assert_eq!(count, last);
    cluster.stop().await.unwrap();
}

#[tokio::test]
async fn data_directory_is_private() {
    let dir = folder();
    let names = [
        "lock",
        "postgres",
        "postgres-hba.conf",
        "postgres-ident.conf",
        "postgres-run",
        "postgres.log",
    ];
    for _ in 0..2 {
        let cluster = start(dir.path()).await;
        connect(&cluster.app_url(DATABASE)).await;
        let mut found: Vec<String> = Vec::new();
        for entry in dir.path().read_dir().unwrap().flatten() {
            let mode = entry.metadata().unwrap().mode() & 0o777;
            let name = entry.file_name().into_string().unwrap();
            assert_eq!(mode & 0o077, 0, "{name} is {mode:o}");
            found.push(name);
        }
        found.sort();
        assert_eq!(found, names);
        cluster.stop().await.unwrap();
        // The state in which an older version has left it.
        let open = PermissionsExt::from_mode(0o644);
        std::fs::set_permissions(dir.path().join("postgres.log"), open).unwrap();
    }
}

#[tokio::test]
async fn stop_does_not_wait_for_clients() {
    let dir = folder();
    let cluster = start(dir.path()).await;
    let client = connect(&cluster.url(DATABASE)).await;
    in_time("stop", cluster.stop()).await.unwrap();
    assert!(client.simple_query("SELECT 1").await.is_err());
}

#[tokio::test]
async fn second_start_is_rejected_and_harms_nothing() {
    let dir = folder();
    let owner = Owner::start("persistent", dir.path());
    let text = refusal(dir.path()).await.to_string();
    let holder = format!("another process ({}) is using", owner.process.id());
    assert!(text.contains(&holder), "{text}");
    assert!(text.contains(dir.path().to_str().unwrap()), "{text}");
    assert!(runs(owner.postmaster));
    owner.kill();
    start(dir.path()).await.stop().await.unwrap();
}

#[tokio::test]
async fn start_right_after_a_kill_finds_the_data() {
    let dir = folder();
    let killed = Owner::start("persistent", dir.path()).kill();
    let cluster = start(dir.path()).await;
    assert!(!runs(killed));
    assert_eq!(read(&cluster).await, 17);
    cluster.stop().await.unwrap();
}

#[tokio::test]
async fn postgres_stops_when_its_owner_is_killed() {
    let dir = folder();
    let postmaster = Owner::start("persistent", dir.path()).kill();
    eventually("the postmaster ends", || !runs(postmaster)).await;
    let pid_file = dir.path().join("postgres/postmaster.pid");
    assert!(!pid_file.exists(), "it was not shut down in order");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn leftover_postmaster_is_stopped_by_the_next_start() {
    let dir = folder();
    let owner = Owner::start("persistent", dir.path());
    signal(owner.watchdog().unwrap(), Signal::SIGKILL);
    let leftover = owner.kill();
    assert!(runs(leftover));
    let cluster = start(dir.path()).await;
    assert!(!runs(leftover));
    assert_eq!(read(&cluster).await, 17);
    cluster.stop().await.unwrap();
}

#[tokio::test]
async fn killed_postmaster_is_restarted() {
    let dir = folder();
    let cluster = start(dir.path()).await;
    write(&cluster).await;
    let mut state = cluster.state();
    // A busy backend does not notice the death of its postmaster, and would prevent a new one from
    // starting.
    let busy = connect(&cluster.url(DATABASE)).await;
    let busy = tokio::spawn(async move {
        let endless = "SELECT count(*) FROM generate_series(1, 1000000000000) /* endless */";
        busy.simple_query(endless).await
    });
    let watcher = connect(&cluster.superuser_url("postgres")).await;
    let active =
        "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%/* endless */'";
    let computing = async {
        while watcher.query(active, &[]).await.unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    in_time("the backend computes", computing).await;
    let mut killed = pid(&cluster);
    for _ in 0..2 {
        signal(killed, Signal::SIGKILL);
        let replaced =
            |state: &ClusterState| matches!(state, ClusterState::Running { pid } if *pid != killed);
        in_time("a restart", state.wait_for(replaced))
            .await
            .unwrap();
        assert_eq!(read(&cluster).await, 17);
        killed = pid(&cluster);
    }
    assert!(busy.await.unwrap().is_err());
    cluster.stop().await.unwrap();
    assert!(!runs(killed));
}

#[tokio::test]
async fn stop_during_a_restart_succeeds() {
    let dir = folder();
    let cluster = start(dir.path()).await;
    let (mut state, killed) = (cluster.state(), pid(&cluster));
    signal(killed, Signal::SIGKILL);
    // On a busy machine, the restart may be over before this task runs again.
    let restarting =
        |state: &ClusterState| !matches!(state, ClusterState::Running { pid } if *pid == killed);
    in_time("its death is noticed", state.wait_for(restarting))
        .await
        .unwrap();
    in_time("stop", cluster.stop()).await.unwrap();
    start(dir.path()).await.stop().await.unwrap();
}

/// Writes a postmaster's pid file and its socket's lock file, as a crash of the machine leaves
/// them.
fn leave_stale_files(data_dir: &Path, pid: u32) {
    let cluster = data_dir.join("postgres");
    let run = data_dir.join("postgres-run");
    let text = format!(
        "{pid}\n{}\n1700000000\n5432\n{}\n\n",
        cluster.display(),
        run.display()
    );
    std::fs::write(cluster.join("postmaster.pid"), &text).unwrap();
    std::fs::write(run.join(".s.PGSQL.5432.lock"), &text).unwrap();
    std::fs::write(run.join(".s.PGSQL.5432"), "").unwrap();
}

#[tokio::test]
async fn stale_pid_files_do_not_prevent_a_start() {
    let dir = folder();
    start(dir.path()).await.stop().await.unwrap();

    let mut gone = Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    leave_stale_files(dir.path(), gone.id());
    start(dir.path()).await.stop().await.unwrap();

    // Another process now has this id, and must not be harmed.
    let mut innocent = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
    leave_stale_files(dir.path(), innocent.id());
    start(dir.path()).await.stop().await.unwrap();
    assert!(innocent.try_wait().unwrap().is_none());
    drop(innocent.stdin.take());
    assert!(innocent.wait().unwrap().success());

    std::fs::write(dir.path().join("postgres/postmaster.pid"), "no number").unwrap();
    start(dir.path()).await.stop().await.unwrap();
}

#[tokio::test]
async fn unfinished_cluster_is_created_again() {
    let dir = folder();
    for half_made in ["postgres", "postgres.init-0123"] {
        std::fs::create_dir_all(dir.path().join(half_made).join("base/1")).unwrap();
        std::fs::write(dir.path().join(half_made).join("PG_VERSION"), "15\n").unwrap();
    }
    let cluster = start(dir.path()).await;
    write(&cluster).await;
    cluster.stop().await.unwrap();
    assert!(!dir.path().join("postgres.init-0123").exists());
}

#[tokio::test]
async fn cancelled_start_leaves_nothing_running() {
    let dir = folder();
    for patience in [0, 30, 300, 900] {
        let start = start_when_free(dir.path());
        if let Ok(started) = tokio::time::timeout(Duration::from_millis(patience), start).await {
            started.stop().await.unwrap();
        }
    }
    let started = in_time("it starts", start_when_free(dir.path())).await;
    started.stop().await.unwrap();
}

/// Starts a cluster as soon as no other process is cleaning up in the folder.
async fn start_when_free(data_dir: &Path) -> Cluster {
    loop {
        match try_to_start(Settings::new(NAME, data_dir)).await {
            Err(Error::Locked { .. }) => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            started => return started.unwrap(),
        }
    }
}

#[tokio::test]
async fn dropped_cluster_stops() {
    let dir = folder();
    let cluster = start(dir.path()).await;
    let (postmaster, mut state) = (pid(&cluster), cluster.state());
    drop(cluster);
    let stopped = |state: &ClusterState| matches!(state, ClusterState::Stopped);
    in_time("it stops", state.wait_for(stopped)).await.unwrap();
    assert!(!runs(postmaster));
}

#[test]
fn cluster_outlives_the_runtime_that_started_it() {
    let runtime = || tokio::runtime::Runtime::new().unwrap();
    let cluster = runtime().block_on(try_to_start(ephemeral())).unwrap();
    runtime().block_on(write(&cluster));
    assert_eq!(runtime().block_on(read(&cluster)), 17);
    runtime().block_on(cluster.stop()).unwrap();
}

#[tokio::test]
async fn long_data_dir_with_special_characters_works() {
    let dir = folder();
    std::fs::set_permissions(dir.path(), PermissionsExt::from_mode(0o711)).unwrap();
    let data_dir = dir.path().join("long, \"odd\" näme".repeat(10));
    let cluster = start(&data_dir).await;
    write(&cluster).await;
    cluster.stop().await.unwrap();
    let cluster = start(&data_dir).await;
    assert_eq!(read(&cluster).await, 17);
    cluster.stop().await.unwrap();
}

#[tokio::test]
async fn inaccessible_folder_is_named_in_the_error() {
    let dir = folder();
    let closed = dir.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    std::fs::set_permissions(dir.path(), PermissionsExt::from_mode(0o711)).unwrap();
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o700)).unwrap();
    let data_dir = closed.join("data");
    if closed.metadata().unwrap().uid() != 0 {
        // An ordinary user runs PostgreSQL as the same user, who can enter the folder.
        return start(&data_dir).await.stop().await.unwrap();
    }
    let text = refusal(&data_dir).await.to_string();
    assert!(
        text.contains(&format!("enter {};", closed.display())),
        "{text}"
    );
    assert_eq!(closed.metadata().unwrap().mode() & 0o777, 0o700);
}

#[tokio::test]
async fn data_dir_closed_to_postgres_is_opened_again() {
    let dir = folder();
    start(dir.path()).await.stop().await.unwrap();
    std::fs::set_permissions(dir.path(), PermissionsExt::from_mode(0o700)).unwrap();
    start(dir.path()).await.stop().await.unwrap();
}

#[tokio::test]
async fn failed_start_shows_the_log() {
    let dir = folder();
    start(dir.path()).await.stop().await.unwrap();
    let settings = dir.path().join("postgres/postgresql.conf");
    let sound = std::fs::read_to_string(&settings).unwrap();
    std::fs::write(&settings, format!("{sound}\nno_such_setting = 1\n")).unwrap();
    let text = refusal(dir.path()).await.to_string();
    assert!(text.contains("no_such_setting"), "{text}");
    assert!(text.contains("postgres.log"), "{text}");

    std::fs::write(&settings, sound).unwrap();
    start(dir.path()).await.stop().await.unwrap();
}

#[tokio::test]
async fn broken_programs_are_skipped() {
    for script in ["#!/bin/sh\nexit 1\n", "#!/no/such/shell\n"] {
        let (dir, elsewhere) = (folder(), folder());
        start(dir.path()).await.stop().await.unwrap();
        let major = std::fs::read_to_string(dir.path().join("postgres/PG_VERSION")).unwrap();
        let programs = elsewhere.path().join(major.trim()).join("bin");
        std::fs::create_dir_all(&programs).unwrap();
        std::fs::set_permissions(elsewhere.path(), PermissionsExt::from_mode(0o755)).unwrap();
        for program in ["postgres", "initdb"] {
            let file = programs.join(program);
            std::fs::write(&file, script).unwrap();
            std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
        }
        let owner = Owner::start_with("persistent", dir.path(), Some(&programs));
        assert!(runs(owner.postmaster));
        owner.kill();
    }
}

#[tokio::test]
async fn ephemeral_cluster_deletes_its_files() {
    let settings = ephemeral();
    let cluster = try_to_start(settings.clone()).await.unwrap();
    write(&cluster).await;
    let client = connect(&cluster.url(DATABASE)).await;
    let row = client.query_one("SHOW fsync", &[]).await.unwrap();
    assert_eq!(row.get::<_, &str>(0), "off");
    // Enough for the tests on a machine with many cores.
    let row = client.query_one("SHOW max_connections", &[]).await.unwrap();
    assert_eq!(row.get::<_, &str>(0), "1000");
    cluster.stop().await.unwrap();
    assert!(!settings.data_dir.exists());
}

#[tokio::test]
async fn ephemeral_cluster_of_a_killed_owner_deletes_its_files() {
    let settings = ephemeral();
    let postmaster = Owner::start("ephemeral", &settings.data_dir).kill();
    eventually("its files are gone", || !settings.data_dir.exists()).await;
    assert!(!runs(postmaster));
}

#[tokio::test]
async fn ephemeral_cluster_keeps_foreign_files() {
    let dir = folder();
    std::fs::write(dir.path().join("precious"), "data").unwrap();
    let cluster = try_to_start(Settings {
        ephemeral: true,
        ..Settings::new(NAME, dir.path())
    });
    cluster.await.unwrap().stop().await.unwrap();
    let left: Vec<_> = dir.path().read_dir().unwrap().flatten().collect();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].file_name(), "precious");
}

#[test]
fn start_without_postgres_or_network_reports_what_to_install() {
    let dir = folder();
    // A cluster of a version that no machine has yet.
    std::fs::create_dir_all(dir.path().join("postgres/global")).unwrap();
    std::fs::write(dir.path().join("postgres/global/pg_control"), "").unwrap();
    std::fs::write(dir.path().join("postgres/PG_VERSION"), "99\n").unwrap();
    let nowhere = "http://127.0.0.1:1";
    let told = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "be_the_owner", "--nocapture"])
        .env(OWNER, format!("persistent:{}", dir.path().display()))
        .envs(["HTTPS_PROXY", "https_proxy", "ALL_PROXY"].map(|name| (name, nowhere)))
        .envs(["NO_PROXY", "no_proxy"].map(|name| (name, "")))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&told.stdout);
    let steps: Vec<_> = said.lines().filter(|it| it.starts_with("step ")).collect();
    assert_eq!(steps.len(), 1, "{said}");
    assert!(steps[0].ends_with("looking for the newest 99"), "{said}");
    let refused = String::from_utf8_lossy(&told.stderr);
    for part in ["needs PostgreSQL 99", "fetching it failed", "postgresql-99"] {
        assert!(refused.contains(part), "{part:?} is not in {refused}");
    }
    assert!(dir.path().join("postgres-dist").exists());
}
