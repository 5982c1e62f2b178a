//! Tables that Citus spreads over several PostgreSQL.

use diesel::QueryResult;
use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};
use tokio::sync::OnceCell;

use crate::{Conn, connect};

/// Whether Citus is installed in the database. Then its tables are distributed.
pub(crate) const IS_DISTRIBUTED: &str = "to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL";

/// Whether the tables of games are distributed already, where Citus is installed.
const IS_DONE: &str = "EXISTS (
    SELECT FROM pg_dist_partition WHERE logicalrelid = 'games'::regclass)";

/// Whether the tables are distributed. A process asks its database once: nobody distributes tables
/// while servers run.
pub async fn is_distributed(conn: &mut Conn) -> QueryResult<bool> {
    static KNOWN: OnceCell<bool> = OnceCell::const_new();
    let known = KNOWN.get_or_try_init(async || holds(conn, IS_DISTRIBUTED).await);
    known.await.copied()
}

async fn holds(conn: &mut Conn, condition: &str) -> QueryResult<bool> {
    diesel::select(sql::<Bool>(condition))
        .get_result(conn)
        .await
}

/// Distributes the tables of the database at `url`, which is up to date, unless they are distributed
/// already. Nothing takes that back.
pub async fn distribute(url: &str) -> anyhow::Result<()> {
    let mut conn = connect::owner(url).await?;
    if !holds(&mut conn, IS_DISTRIBUTED).await? {
        anyhow::bail!("Citus is not installed in this database: it needs CREATE EXTENSION citus");
    }
    if !holds(&mut conn, IS_DONE).await? {
        conn.transaction(async |conn| conn.batch_execute(include_str!("../distribute.sql")).await)
            .await?;
    }
    Ok(())
}
