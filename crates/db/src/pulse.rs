//! The time of the database, and the heartbeats of nodes, which prove that it accepts writes.

use common::clock::{Clock, Moment};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use tokio::time::Instant;

use crate::Conn;
use crate::schema::heartbeats;

diesel::define_sql_function! {
    /// The time of the database's machine at this moment.
    fn clock_timestamp() -> Timestamptz;
}

/// Returns a clock that follows the time of this database.
pub async fn clock(conn: &mut Conn) -> anyhow::Result<Clock> {
    let asked = Instant::now();
    let told = now(conn).await?;
    Ok(Clock::following(asked, told))
}

/// Returns the current time of the database.
pub async fn now(conn: &mut Conn) -> QueryResult<Moment> {
    diesel::select(clock_timestamp()).get_result(conn).await
}

/// Stores a heartbeat of this node. On return it is durable, like any other write.
pub async fn beat(conn: &mut Conn, node: &str) -> QueryResult<()> {
    diesel::insert_into(heartbeats::table)
        .values((
            heartbeats::node.eq(node),
            heartbeats::at.eq(clock_timestamp()),
        ))
        .on_conflict(heartbeats::node)
        .do_update()
        .set(heartbeats::at.eq(clock_timestamp()))
        .execute(conn)
        .await
        .map(drop)
}

/// Deletes nodes without a heartbeat since `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(heartbeats::table.filter(heartbeats::at.lt(before)))
        .execute(conn)
        .await
}
