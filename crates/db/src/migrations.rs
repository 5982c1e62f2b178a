//! Whether the schema is the one that this program was written for, and bringing it there.

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

/// The migrations, in the program itself.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// How long the questions before a migration may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Whom the server works as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Login {
    /// Somebody who has the rights that the server needs, and owns nothing.
    OfItsOwn,
    /// Somebody who may do whatever the owner of the tables may.
    Owner,
}

/// Brings the database at `url` up to date. Several servers may do so at once: they take turns.
pub async fn migrate(url: &str) -> anyhow::Result<()> {
    let mut conn = connect::owner(url).await?;
    // Held until the connection closes.
    conn.batch_execute("SELECT pg_advisory_lock(7487526910)")
        .await?;
    look(&mut conn).await?;
    tokio::task::spawn_blocking(move || {
        let mut harness = AsyncMigrationHarness::new(conn);
        harness
            .run_pending_migrations(MIGRATIONS)
            .map(|_| ())
            .map_err(|error| anyhow::anyhow!("the database could not be migrated: {error}"))
    })
    .await?
}

/// Sees to it that the database at `url` is up to date before a server works on it: by the login in
/// `owner`, or by that in `url` when that may.
pub async fn prepare(url: &str, owner: Option<&str>) -> anyhow::Result<Login> {
    if let Some(owner) = owner {
        migrate(owner).await?;
    }
    let (login, lacks) = look(&mut connect::owner(url).await?).await?;
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

/// Who works on a database that is up to date; `None` where it may have to be [prepared](prepare).
pub async fn up_to_date(conn: &mut Conn) -> Option<Login> {
    let (login, lacks) = look(conn).await.ok()?;
    (!lacks).then_some(login)
}

/// Who is signed in, and whether the database lacks a migration. That it has one which this program does
/// not know is a failure.
async fn look(conn: &mut Conn) -> anyhow::Result<(Login, bool)> {
    let asked = async {
        match listed(conn).await {
            Ok((login, done)) => Ok((login, lacks(&done)?)),
            // A new database has no list yet, and one from before the server's role might read it is old.
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

/// Who is signed in, and which migrations the database has: one question, as it is asked at each start.
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

/// Whether there is a list of migrations that whoever is signed in may read.
async fn is_listed(conn: &mut Conn) -> QueryResult<bool> {
    let may = "has_table_privilege(to_regclass('__diesel_schema_migrations')::oid, 'SELECT')";
    let may = diesel::dsl::sql::<Nullable<Bool>>(may);
    let may: Option<bool> = diesel::select(may).get_result(conn).await?;
    Ok(may.unwrap_or(false))
}

/// Who is signed in. In an empty database anybody becomes the owner but the role that must not.
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

/// Whether one is missing in a database that has these.
fn lacks(done: &[String]) -> anyhow::Result<bool> {
    let known: Vec<String> = MigrationSource::<Pg>::migrations(&MIGRATIONS)
        .map_err(|error| anyhow::anyhow!("the migrations cannot be read: {error}"))?
        .iter()
        .map(|migration| migration.name().version().to_string())
        .collect();
    if let Some(newer) = done.iter().find(|version| !known.contains(version)) {
        anyhow::bail!(
            "the database was brought up to date by a newer Turnpike (it has the migration {newer}, which \
             this program does not know): start the newer program, or restore a backup from before"
        );
    }
    Ok(done.len() < known.len())
}
