//! The private PostgreSQL of the server, `turnpike database` and `turnpike admin`.
//!
//! `crates/embedded-postgres/tests` covers starting, watching and stopping PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use embedded_postgres::Cluster;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;
use turnpike::cluster;

// A folder in /tmp, not in TMPDIR: paths of sockets must be short.
fn folder() -> TempDir {
    tempfile::tempdir_in("/tmp").unwrap()
}

/// Runs `turnpike database` with this command.
fn on_the_database(data_dir: &Path, command: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turnpike"))
        .args(["database", "--data-dir"])
        .arg(data_dir)
        .args(command)
        .env_remove("DATABASE_URL")
        .env_remove("TURNPIKE_MIGRATE_URL")
        .output()
        .unwrap()
}

fn succeeds(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {said}", output.status);
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Deployed servers have these names. With other names a new version would find no database.
#[test]
fn data_directory_keeps_the_names_of_deployed_servers() {
    let dir = folder();
    let on = |command: &[&str]| succeeds(&on_the_database(dir.path(), command));
    let asks = |query: &str| on(&["psql", "-XAtc", query]);
    let roles = "SELECT string_agg(rolname, ' ' ORDER BY rolname) FROM pg_roles
                 WHERE rolname NOT LIKE 'pg\\_%'";
    assert_eq!(asks(roles), "postgres turnpike turnpike_app");
    let databases = "SELECT string_agg(datname || ' of ' || datdba::regrole, ', ' ORDER BY datname)
                     FROM pg_database WHERE NOT datistemplate";
    assert_eq!(
        asks(databases),
        "postgres of postgres, turnpike of turnpike"
    );
    let member = "SELECT pg_has_role('turnpike', 'turnpike_app', 'MEMBER')";
    assert_eq!(asks(member), "t");
    let urls = on(&["sh", "-c", "echo $DATABASE_URL $TURNPIKE_MIGRATE_URL"]);
    let mut urls = urls.split(' ');
    for role in ["turnpike_app", "turnpike"] {
        let begins = format!("postgresql://{role}@/turnpike?host=");
        assert!(urls.next().unwrap().starts_with(&begins), "{begins}");
    }
    let mut names: Vec<_> = std::fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let kept = "lock postgres postgres-hba.conf postgres-ident.conf postgres-run postgres.log";
    assert_eq!(names.join(" "), kept);
}

#[test]
fn data_document_lists_every_table() {
    let dir = folder();
    succeeds(&admin(dir.path(), &["admins"]));
    let query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'
                 ORDER BY tablename COLLATE \"C\"";
    let found = succeeds(&on_the_database(dir.path(), &["psql", "-XAtc", query]));
    let document = include_str!("../docs/DATA.md");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut listed: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    listed.sort_unstable();
    assert_eq!(listed.join("\n"), found);
}

#[test]
fn dump_restored_into_a_new_cluster_keeps_data_and_privileges() {
    let dir = folder();
    let turnpike = env!("CARGO_BIN_EXE_turnpike");
    let on = |command: &[&str]| succeeds(&on_the_database(dir.path(), command));
    on(&[turnpike, "migrate"]);
    let player = "INSERT INTO players (name, name_key, created_at) VALUES ('ann', 'ann', now())";
    on(&["psql", "-v", "ON_ERROR_STOP=1", "-c", player]);
    let dump = dir.path().join("turnpike.dump");
    let dump = dump.to_str().unwrap();
    on(&["pg_dump", "--format=custom", "--file", dump]);

    let (old, aside) = (dir.path().join("postgres"), dir.path().join("postgres-old"));
    std::fs::rename(&old, &aside).unwrap();
    let restore = [
        "pg_restore",
        "--exit-on-error",
        "--no-owner",
        "--schema=public",
        "--dbname=turnpike",
        dump,
    ];
    on(&restore);
    assert!(old.exists());
    assert_eq!(
        on(&["psql", "-XAt", "-c", "SELECT name FROM players"]),
        "ann"
    );
    // The restored database gives the server's login the same privileges.
    let rights = "SELECT has_table_privilege('turnpike_app', 'entries', 'INSERT'),
                         has_table_privilege('turnpike_app', 'entries', 'DELETE')";
    assert_eq!(on(&["psql", "-XAt", "-c", rights]), "t|f");
    on(&[turnpike, "migrate"]);
    on(&[turnpike, "verify", "--database"]);
}

/// Runs `turnpike admin` on the private database in this data directory.
fn admin(data_dir: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turnpike"))
        .arg("admin")
        .args(arguments)
        .env("TURNPIKE_DATA_DIR", data_dir)
        .env_remove("DATABASE_URL")
        .env_remove("TURNPIKE_MIGRATE_URL")
        .output()
        .unwrap()
}

#[tokio::test]
async fn admin_uses_the_private_database_with_and_without_a_server() {
    let dir = folder();
    assert_eq!(succeeds(&admin(dir.path(), &["players"])), "None.");
    assert!(!dir.path().join("postgres/postmaster.pid").exists());
    let cluster = Cluster::start(cluster::settings(dir.path()), |_| ())
        .await
        .unwrap();
    let arguments = ["--reason", "A test.", "rotate-secrets", "--all"];
    let said = succeeds(&admin(dir.path(), &arguments));
    assert!(said.contains("Replaced: access-tokens, "), "{said}");
    cluster.stop().await.unwrap();
}

#[test]
fn admin_names_unknown_players_and_games() {
    let dir = folder();
    let said = |arguments: &[&str]| {
        let output = admin(dir.path(), arguments);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let suspend = said(&["--reason", "x", "suspend", "nobody2"]);
    assert!(
        suspend.contains("turnpike: no player is called nobody2"),
        "{suspend}"
    );
    let end = said(&["--reason", "x", "end", "Gx3kPq7LmZ2"]);
    assert!(end.contains("there is no game Gx3kPq7LmZ2"), "{end}");
    let file = dir.path().join("export");
    let export = said(&["export", "nobody2", file.to_str().unwrap()]);
    assert!(export.contains("no player is called nobody2"), "{export}");
    assert!(!file.exists());
}

#[test]
fn failed_admin_command_prints_the_database_error() {
    let dir = folder();
    let turnpike = env!("CARGO_BIN_EXE_turnpike");
    succeeds(&on_the_database(dir.path(), &[turnpike, "migrate"]));
    let break_it = "ALTER TABLE reports RENAME TO elsewhere";
    succeeds(&on_the_database(dir.path(), &["psql", "-c", break_it]));
    // A command needs only one connection.
    let command = ["env", "TURNPIKE_POOL=1", turnpike, "admin", "reports"];
    let failed = on_the_database(dir.path(), &command);
    let said = String::from_utf8_lossy(&failed.stderr);
    let told = "turnpike: internal: relation \"reports\" does not exist";
    assert!(said.contains(told), "{said}");
}

#[tokio::test]
async fn database_command_stops_postgres_and_returns_the_exit_status() {
    let dir = folder();
    let ended = on_the_database(dir.path(), &["sh", "-c", "echo $PGUSER; exit 7"]);
    assert_eq!(ended.status.code(), Some(7));
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "turnpike\n");
    assert!(!dir.path().join("postgres/postmaster.pid").exists());
    // On SIGTERM the program stops first the command, then PostgreSQL in order.
    let mut asked = Command::new(env!("CARGO_BIN_EXE_turnpike"))
        .args(["database", "--data-dir"])
        .arg(dir.path())
        .args(["sh", "-c", "echo; exec cat"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(asked.stdout.take().unwrap());
    said.read_line(&mut String::new()).unwrap();
    // `wait` would close standard input, which also ends the command.
    let stdin = asked.stdin.take();
    kill(Pid::from_raw(asked.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert_eq!(asked.wait().unwrap().code(), Some(128 + 15));
    drop(stdin);
    assert!(!dir.path().join("postgres/postmaster.pid").exists());
    // A running server locks the database.
    let settings = cluster::settings(dir.path());
    let cluster = Cluster::start(settings, |_| ()).await.unwrap();
    let refused = on_the_database(dir.path(), &["true"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1));
    assert!(said.contains("another process"), "{said}");
    assert!(said.contains("--data-dir"), "{said}");
    cluster.stop().await.unwrap();
}
