//! When a process last did work that must be done regularly, and the outages in which none did.

use chrono::TimeDelta;
use common::clock::Moment;
use db::Conn;
use db::schema::{inbound, outages, watches};
use db::sets::{InboundStatus, Watch};
use diesel::prelude::*;
use diesel::sql_types::{Interval, Text, Timestamptz};
use diesel_async::RunQueryDsl;

/// A period in which no process did the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, HasQuery)]
pub struct Outage {
    /// When a process had last done it.
    pub began_at: Moment,
    /// When a process did it again.
    pub ended_at: Moment,
}

/// Returns when a process last did the work. Locks the row until the transaction ends, so that only
/// one of several returning processes finds the outage.
pub async fn lock(conn: &mut Conn, what: Watch) -> QueryResult<Option<Moment>> {
    watches::table
        .find(what)
        .select(watches::seen_at)
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// Returns when a process last did the work.
pub async fn seen_at(conn: &mut Conn, what: Watch) -> QueryResult<Option<Moment>> {
    watches::table
        .find(what)
        .select(watches::seen_at)
        .first(conn)
        .await
        .optional()
}

/// Records that this process does the work now.
pub async fn see(conn: &mut Conn, what: Watch, now: Moment) -> QueryResult<usize> {
    diesel::insert_into(watches::table)
        .values((watches::what.eq(what), watches::seen_at.eq(now)))
        .on_conflict(watches::what)
        .do_update()
        .set(watches::seen_at.eq(now))
        .execute(conn)
        .await
}

/// Moves the heartbeats of the processes forward.
pub async fn move_on(conn: &mut Conn, by: TimeDelta) -> QueryResult<usize> {
    diesel::update(watches::table.filter(watches::what.eq_any([Watch::Clocks, Watch::Mail])))
        .set(watches::seen_at.eq(watches::seen_at + by.into_sql::<Interval>()))
        .execute(conn)
        .await
}

/// Records that this process does the work now, unless another one has done it since `before`.
/// Returns whether this one does it.
pub async fn take_turn(
    conn: &mut Conn,
    what: Watch,
    before: Moment,
    now: Moment,
) -> QueryResult<bool> {
    diesel::sql_query(
        "INSERT INTO watches (what, seen_at) VALUES ($1, $2)
         ON CONFLICT (what) DO UPDATE SET seen_at = excluded.seen_at
         WHERE watches.seen_at <= $3",
    )
    .bind::<Text, _>(what)
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(before)
    .execute(conn)
    .await
    .map(|noted| noted > 0)
}

/// Stores an outage.
pub async fn put_outage(conn: &mut Conn, what: Watch, outage: Outage) -> QueryResult<usize> {
    diesel::insert_into(outages::table)
        .values((
            outages::what.eq(what),
            outages::began_at.eq(outage.began_at),
            outages::ended_at.eq(outage.ended_at),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Returns all stored outages, the oldest first.
pub async fn outages(conn: &mut Conn) -> QueryResult<Vec<Outage>> {
    Outage::query().order(outages::began_at).load(conn).await
}

/// Deletes outages that ended before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(outages::table.filter(outages::ended_at.lt(before)))
        .execute(conn)
        .await
}

/// Returns the arrival time of the oldest incoming mail that waits.
pub async fn oldest_waiting_mail(conn: &mut Conn) -> QueryResult<Option<Moment>> {
    inbound::table
        .filter(inbound::status.eq(InboundStatus::Waiting))
        .select(diesel::dsl::min(inbound::received_at))
        .get_result(conn)
        .await
}
