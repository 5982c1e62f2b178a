//! Facts about a whole database, for the commands of operators: its contents, its version, its
//! sessions.

use common::clock::Moment;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Text, Timestamptz};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use crate::{Conn, connect};

/// The contents of a database, as a backup lists them.
#[derive(QueryableByName)]
pub struct Contents {
    /// The newest migration.
    #[diesel(sql_type = Text)]
    pub revision: String,
    /// The number of games.
    #[diesel(sql_type = BigInt)]
    pub games: i64,
    /// The number of log entries.
    #[diesel(sql_type = BigInt)]
    pub entries: i64,
    /// The number of accounts.
    #[diesel(sql_type = BigInt)]
    pub players: i64,
}

/// Counts the contents of a database that has the tables.
pub async fn contents(conn: &mut Conn) -> QueryResult<Contents> {
    let query = "SELECT (SELECT max(version)::text FROM __diesel_schema_migrations) AS revision,
        (SELECT count(*) FROM games) AS games, (SELECT count(*) FROM entries) AS entries,
        (SELECT count(*) FROM players) AS players";
    diesel::sql_query(query).get_result(conn).await
}

/// A transaction that sees the database at one moment. `pg_dump` can see it at the same moment.
pub struct Snapshot {
    /// The name that `pg_dump --snapshot` takes.
    pub name: String,
    /// The contents at that moment.
    pub contents: Contents,
    /// That moment.
    pub at: Moment,
    /// The major version of PostgreSQL.
    pub major: u32,
    /// The snapshot ends with the connection.
    _conn: Conn,
}

impl Snapshot {
    /// Takes a snapshot of the database at `url`.
    pub async fn take(url: &str) -> anyhow::Result<Snapshot> {
        #[derive(QueryableByName)]
        struct Exported {
            #[diesel(sql_type = Text)]
            name: String,
            #[diesel(sql_type = Timestamptz)]
            at: Moment,
        }
        let mut conn = connect::owner(url).await?;
        conn.batch_execute(
            "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0",
        )
        .await?;
        conn.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            .await?;
        let export = "SELECT pg_export_snapshot() AS name, clock_timestamp() AS at";
        let Exported { name, at } = diesel::sql_query(export).get_result(&mut conn).await?;
        Ok(Snapshot {
            major: server(&mut conn).await?.major(),
            contents: contents(&mut conn).await?,
            name,
            at,
            _conn: conn,
        })
    }
}

/// A database server, and the login of a connection to it.
#[derive(QueryableByName)]
pub struct Server {
    /// Its version, such as `15.3`.
    #[diesel(sql_type = Text)]
    pub version: String,
    /// Its version as a number, such as 150003.
    #[diesel(sql_type = Integer)]
    number: i32,
    /// The name of the login.
    #[diesel(sql_type = Text)]
    pub login: String,
    /// Whether the login is a superuser.
    #[diesel(sql_type = Bool)]
    pub is_superuser: bool,
    /// Whether the login can create temporary tables, whose size is not limited.
    #[diesel(sql_type = Bool)]
    pub may_make_temporary: bool,
}

impl Server {
    /// Returns the major version.
    pub fn major(&self) -> u32 {
        u32::try_from(self.number / 10_000).unwrap_or_default()
    }
}

/// Returns the server of this connection.
pub async fn server(conn: &mut Conn) -> QueryResult<Server> {
    let query = "SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
        current_setting('server_version_num')::int AS number, session_user::text AS login,
        (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) AS is_superuser,
        has_database_privilege(session_user, current_database(), 'TEMPORARY') AS may_make_temporary";
    diesel::sql_query(query).get_result(conn).await
}

/// Whether the database has no tables.
pub async fn is_empty(conn: &mut Conn) -> QueryResult<bool> {
    let empty = "NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relkind IN ('r', 'p', 'v', 'm', 'f'))";
    diesel::select(diesel::dsl::sql::<Bool>(empty))
        .get_result(conn)
        .await
}

/// Returns the other sessions in this database: the program of each, and its machine.
pub async fn other_sessions(conn: &mut Conn) -> QueryResult<Vec<String>> {
    #[derive(QueryableByName)]
    struct Session {
        #[diesel(sql_type = Text)]
        whose: String,
    }
    // Every role sees these columns. Processes of PostgreSQL itself have no user.
    let query =
        "SELECT DISTINCT concat_ws(' from ', COALESCE(NULLIF(application_name, ''), 'a program'),
            host(client_addr)) AS whose
        FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL
        ORDER BY whose";
    let sessions = diesel::sql_query(query).load::<Session>(conn).await?;
    Ok(sessions.into_iter().map(|it| it.whose).collect())
}

/// Takes from all roles the right to create temporary tables, as the first migration does. A dump
/// does not contain this. Does nothing if the login does not own the database.
pub async fn revoke_temporary(conn: &mut Conn) -> QueryResult<()> {
    conn.batch_execute(
        "DO $$ BEGIN
            EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
        EXCEPTION WHEN insufficient_privilege THEN NULL;
        END $$",
    )
    .await
}
