//! Compares the schema with the one that this program needs, and migrates the database.

use std::time::Duration;

use anyhow::Context;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::result::Error::DatabaseError;
use diesel::sql_types::{Array, Bool, Nullable, Text};
use diesel_async::{AsyncMigrationHarness, RunQueryDsl, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::{Conn, connect};

/// The schema of a new database, and the migrations since. The schema also records the versions
/// that it contains.
const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// The steps from the [oldest](OLDEST) supported database to the schema in [`MIGRATIONS`]. The last
/// step has the version of the schema, so that a database that took the steps skips the schema.
const UPGRADES: EmbeddedMigrations = embed_migrations!("upgrades");

/// The last version in the oldest supported database.
const OLDEST: &str = "20261122000142";

/// The time limit for the queries before a migration.
const PATIENCE: Duration = Duration::from_secs(30);

/// The login that the server uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Login {
    /// A login with the rights that the server needs, which owns nothing.
    OfItsOwn,
    /// A login with the rights of the tables' owner.
    Owner,
}

/// Migrates the database at `url` to the current schema. Several servers may do so at once: they
/// take turns.
pub async fn migrate(url: &str) -> anyhow::Result<()> {
    let mut conn = connect::owner(url).await?;
    // The lock lasts until the connection closes.
    conn.batch_execute("SELECT pg_advisory_lock(7487526910)")
        .await?;
    inspect(&mut conn).await?;
    tokio::task::spawn_blocking(move || {
        run_pending(conn)
            .map_err(|error| anyhow::anyhow!("the database could not be migrated: {error}"))
    })
    .await?
}

fn run_pending(conn: Conn) -> diesel::migration::Result<()> {
    let mut harness = AsyncMigrationHarness::new(conn);
    let new = harness.applied_migrations()?.is_empty();
    if !new {
        harness.run_pending_migrations(UPGRADES)?;
    }
    harness.run_pending_migrations(MIGRATIONS)?;
    Ok(())
}

/// Ensures that the database at `url` is up to date before a server uses it. The login in `owner`
/// migrates it, or the login in `url` if it has the rights. Returns the login in `url`.
pub async fn prepare(url: &str, owner: Option<&str>) -> anyhow::Result<Login> {
    if let Some(owner) = owner {
        migrate(owner).await?;
    }
    let (login, lacks) = inspect(&mut connect::owner(url).await?).await?;
    if lacks {
        anyhow::ensure!(
            login == Login::Owner,
            "the database is not up to date, and the login in DATABASE_URL may not change that: run \
             `turnpike migrate` with the owner's address in TURNPIKE_MIGRATE_URL"
        );
        migrate(url).await?;
    }
    Ok(login)
}

/// Returns the login of a connection to a database that is up to date. Returns `None` if the
/// database may have to be [prepared](prepare).
pub async fn up_to_date(conn: &mut Conn) -> Option<Login> {
    let (login, lacks) = inspect(conn).await.ok()?;
    (!lacks).then_some(login)
}

/// Returns the login, and whether the database lacks a migration. Fails if the database has a
/// migration that this program does not know.
pub async fn inspect(conn: &mut Conn) -> anyhow::Result<(Login, bool)> {
    let asked = async {
        match listed(conn).await {
            Ok((login, done)) => Ok((login, lacks(&done)?)),
            // A new database has no list yet. In an old one, the server's role may not read it.
            Err(DatabaseError(..)) if !is_listed(conn).await? => Ok((login(conn).await?, true)),
            Err(error) => Err(error.into()),
        }
    };
    tokio::time::timeout(PATIENCE, asked)
        .await
        .context("the database does not answer")?
}

#[derive(QueryableByName)]
struct Owns {
    #[diesel(sql_type = Bool)]
    owns: bool,
}

impl Owns {
    const fn login(&self) -> Login {
        match self.owns {
            true => Login::Owner,
            false => Login::OfItsOwn,
        }
    }
}

/// Returns the login and the migrations of the database, in one query, because each start runs it.
async fn listed(conn: &mut Conn) -> QueryResult<(Login, Vec<String>)> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(embed)]
        owns: Owns,
        #[diesel(sql_type = Array<Text>)]
        done: Vec<String>,
    }
    let row: Row = diesel::sql_query(
        "SELECT pg_has_role(session_user, relowner, 'MEMBER') AS owns,
             ARRAY(SELECT version::text FROM __diesel_schema_migrations) AS done
         FROM pg_class WHERE oid = '__diesel_schema_migrations'::regclass",
    )
    .get_result(conn)
    .await?;
    Ok((row.owns.login(), row.done))
}

/// Whether there is a list of migrations that the login may read.
async fn is_listed(conn: &mut Conn) -> QueryResult<bool> {
    let may = "has_table_privilege(to_regclass('__diesel_schema_migrations')::oid, 'SELECT')";
    let may = diesel::dsl::sql::<Nullable<Bool>>(may);
    let may: Option<bool> = diesel::select(may).get_result(conn).await?;
    Ok(may.unwrap_or(false))
}

/// Returns the login. In an empty database, every user becomes the owner except the server's role.
async fn login(conn: &mut Conn) -> QueryResult<Login> {
    let row: Owns = diesel::sql_query(
        "SELECT COALESCE(
             (SELECT pg_has_role(session_user, relowner, 'MEMBER') FROM pg_class
              WHERE oid = to_regclass('__diesel_schema_migrations')),
             session_user <> $1) AS owns",
    )
    .bind::<Text, _>(connect::ROLE)
    .get_result(conn)
    .await?;
    Ok(row.login())
}

/// Returns the versions of all migrations that this program knows.
fn known() -> anyhow::Result<Vec<String>> {
    let mut known = Vec::new();
    for source in [UPGRADES, MIGRATIONS] {
        let migrations = MigrationSource::<Pg>::migrations(&source)
            .map_err(|error| anyhow::anyhow!("the migrations cannot be read: {error}"))?;
        known.extend(migrations.iter().map(|it| it.name().version().to_string()));
    }
    Ok(known)
}

/// Whether this program can use and migrate a database whose newest migration is `revision`.
pub fn supports(revision: &str) -> anyhow::Result<bool> {
    Ok(revision == OLDEST || known()?.iter().any(|known| known == revision))
}

/// Whether a database with these versions lacks one. Fails if the database is newer or older than
/// this program supports.
fn lacks(done: &[String]) -> anyhow::Result<bool> {
    let known = known()?;
    let is_newer = |version: &&String| version.as_str() > OLDEST && !known.contains(version);
    if let Some(newer) = done.iter().find(is_newer) {
        anyhow::bail!(
            "the database was brought up to date by a newer Turnpike (it has the migration {newer}, which \
             this program does not know): start the newer program, or restore a backup from before"
        );
    }
    anyhow::ensure!(
        done.is_empty() || done.iter().any(|version| version == OLDEST),
        "the database is older than this program supports (it lacks the migration {OLDEST}): run \
         `turnpike migrate` of a Turnpike from before 30 November 2026 first"
    );
    Ok(known.iter().any(|version| !done.contains(version)))
}
