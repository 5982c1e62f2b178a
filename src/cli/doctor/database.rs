//! Checks the database: whether it answers, its version, the rights of its logins, its schema and
//! its clock, and the programs that back it up.

use base::config::Config;
use common::clock::Clock;
use db::{Conn, Login, connect, facts, pulse};
use embedded_postgres::Clients;
use tokio::time::Instant;

use super::Findings;
use crate::cluster;

/// The oldest supported version of PostgreSQL.
const OLDEST: u32 = 14;

/// The difference of the clocks that is not worth a word, in seconds.
const SAME: f64 = 2.0;

/// Runs all checks. A private database that does not run is started for them.
pub(super) async fn check(config: &Config, findings: &mut Findings) -> anyhow::Result<()> {
    if let Some(url) = &config.database_url {
        of_url(config, url, findings).await;
        return Ok(());
    }
    let folder = &config.data_dir;
    if !folder.join("postgres/PG_VERSION").exists() {
        findings.warn(
            "database",
            format!(
                "{} has no database. The first start of the server creates one.",
                folder.display()
            ),
        );
        return Ok(());
    }
    match cluster::for_command(folder).await {
        Err(error) => findings.fail("database", format!("{error:#}")),
        Ok((running, started)) => {
            of_url(config, &running.app_url, findings).await;
            if let Some(cluster) = started {
                cluster.stop().await?;
            }
        }
    }
    Ok(())
}

async fn of_url(config: &Config, url: &str, findings: &mut Findings) {
    let mut conn = match connect::owner(url).await {
        Ok(conn) => conn,
        Err(error) => {
            let way_out = match (&config.database_url, connect::is_of_settings(&error)) {
                (None, _) => "Run this command as the user of the server.",
                (_, true) => "Correct user, password or database in DATABASE_URL.",
                (_, false) => "Start PostgreSQL, or correct the host in DATABASE_URL.",
            };
            let told = connect::told(&error);
            return findings.fail("database", format!("no connection: {told}. {way_out}"));
        }
    };
    if let Some(major) = server(&mut conn, findings).await {
        programs(config, major, findings);
    }
    schema(config, &mut conn, findings).await;
    clock(&mut conn, findings).await;
}

/// Checks the version of the server and the rights of the login. Returns the major version.
async fn server(conn: &mut Conn, findings: &mut Findings) -> Option<u32> {
    let server = match facts::server(conn).await {
        Ok(server) => server,
        Err(error) => {
            findings.fail("database", format!("no answer: {error}"));
            return None;
        }
    };
    let version = &server.version;
    match server.major() {
        ..OLDEST => findings.fail(
            "database",
            format!("PostgreSQL {version} is too old. Use version {OLDEST} or newer."),
        ),
        _ => findings.ok("database", format!("PostgreSQL {version} answers")),
    }
    if server.is_superuser {
        findings.warn(
            "roles",
            format!(
                "the server's login {} is a superuser. Create the two roles of docs/OPERATING.md, \
                 \"Use your own PostgreSQL\".",
                server.login
            ),
        );
    }
    Some(server.major())
}

/// Checks the schema, and that the server's login does not own it.
async fn schema(config: &Config, conn: &mut Conn, findings: &mut Findings) {
    let (login, lacks) = match db::inspect(conn).await {
        Ok(found) => found,
        Err(error) => return findings.fail("schema", format!("{error:#}")),
    };
    let mut owner = login == Login::Owner || config.database_url.is_none();
    match login {
        Login::OfItsOwn => findings.ok("roles", "the server's login owns nothing"),
        Login::Owner => findings.warn(
            "roles",
            "the server's login owns the tables: SQL injection could rewrite games. Give \
             turnpike_app a password, and set DATABASE_URL and TURNPIKE_MIGRATE_URL.",
        ),
    }
    if let Some(url) = &config.migrate_url {
        let found = match connect::owner(url).await {
            Ok(mut conn) => db::inspect(&mut conn).await,
            Err(error) => Err(anyhow::anyhow!(connect::told(&error))),
        };
        match found {
            Ok((Login::Owner, _)) => {
                owner = true;
                findings.ok("roles", "the login in TURNPIKE_MIGRATE_URL owns the tables");
            }
            Ok((Login::OfItsOwn, _)) => findings.fail(
                "roles",
                "the login in TURNPIKE_MIGRATE_URL does not own the tables. Give it the owner's.",
            ),
            Err(error) => findings.fail(
                "roles",
                format!("no connection with TURNPIKE_MIGRATE_URL: {error:#}. Correct it."),
            ),
        }
    }
    match (lacks, owner) {
        (false, _) => match facts::contents(conn).await {
            Ok(contents) => findings.ok(
                "schema",
                format!(
                    "up to date ({}), with {} games and {} accounts",
                    contents.revision, contents.games, contents.players
                ),
            ),
            Err(error) => findings.fail("schema", format!("cannot be read: {error}")),
        },
        (true, true) => findings.warn(
            "schema",
            "not up to date. The next start of the server migrates it. Back up first.",
        ),
        (true, false) => findings.fail(
            "schema",
            "not up to date, and the server's login may not migrate it. Run `turnpike migrate` with \
             the owner's address in TURNPIKE_MIGRATE_URL.",
        ),
    }
}

/// Compares the clock of this machine with the one of the database's machine.
async fn clock(conn: &mut Conn, findings: &mut Findings) {
    let asked = Instant::now();
    let Ok(there) = pulse::now(conn).await else {
        return findings.fail("clock", "the database does not tell the time");
    };
    let here = Clock::default().now();
    let half = asked.elapsed().as_secs_f64() / 2.0;
    let off = (here - there).as_seconds_f64() - half;
    match off.abs() < SAME + half {
        true => findings.ok("clock", "agrees with the database"),
        false => findings.warn(
            "clock",
            format!(
                "this machine is {:.0} seconds {} the database's. Keep both right by NTP: the server \
                 follows the database.",
                off.abs(),
                if off > 0.0 { "ahead of" } else { "behind" }
            ),
        ),
    }
}

/// Checks that this machine can back up and restore.
fn programs(config: &Config, major: u32, findings: &mut Findings) {
    match Clients::find(&cluster::settings(&config.data_dir), major) {
        Some(found) if found.major == major => findings.ok(
            "pg_dump",
            format!("version {major} is in {}", found.folder.display()),
        ),
        Some(found) => findings.warn(
            "pg_dump",
            format!(
                "version {} is newer than PostgreSQL {major}: backups work, but a restore may not. \
                 Install postgresql-client-{major}.",
                found.major
            ),
        ),
        None => findings.warn(
            "pg_dump",
            format!(
                "missing, in version {major} or newer: `turnpike backup` and `restore` need it here. \
                 Install postgresql-client-{major}."
            ),
        ),
    }
}
