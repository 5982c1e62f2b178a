//! Tables that Citus spreads over several PostgreSQL.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};

use crate::{Conn, connect};

/// Whether Citus is installed in the database. Then its tables are distributed.
pub(crate) const IS_DISTRIBUTED: &str = "to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL";

/// Whether the tables are distributed.
pub async fn is_distributed(conn: &mut Conn) -> QueryResult<bool> {
    diesel::select(sql::<Bool>(IS_DISTRIBUTED))
        .get_result(conn)
        .await
}

/// Distributes the tables of the database at `url`, which is up to date. Nothing takes that back.
pub async fn distribute(url: &str) -> anyhow::Result<()> {
    let mut conn = connect::owner(url).await?;
    conn.transaction(async |conn| conn.batch_execute(include_str!("../distribute.sql")).await)
        .await?;
    Ok(())
}
