//! Rate limits that all nodes share (generic cell rate algorithm). Each key has a time until which
//! its attempts count.

use chrono::TimeDelta;
use common::clock::Moment;
use db::Conn;
use db::schema::quotas;
use diesel::prelude::*;
use diesel::sql_types::{Binary, Double, Timestamptz};
use diesel_async::RunQueryDsl;

/// The largest difference between the clocks of two nodes.
const SKEW: TimeDelta = TimeDelta::minutes(1);

/// Counts an attempt, which costs `each`, unless the attempts would then cost more than `room`.
/// Returns how long to wait if the attempt is rejected.
pub async fn take(
    conn: &mut Conn,
    key: &[u8],
    each: TimeDelta,
    room: TimeDelta,
    now: Moment,
) -> QueryResult<Option<TimeDelta>> {
    let latest = now + room - each;
    // A cost above `room` is possible only if the clock was ahead (`ahead`). It counts as zero.
    let counted = diesel::sql_query(
        "INSERT INTO quotas (key, spent_until) VALUES ($1, $2 + make_interval(secs => $3))
         ON CONFLICT (key) DO UPDATE
         SET spent_until = make_interval(secs => $3)
             + CASE WHEN quotas.spent_until > $5 THEN $2 ELSE greatest(quotas.spent_until, $2) END
         WHERE quotas.spent_until <= $4 OR quotas.spent_until > $5",
    )
    .bind::<Binary, _>(key)
    .bind::<Timestamptz, _>(now)
    .bind::<Double, _>(each.as_seconds_f64())
    .bind::<Timestamptz, _>(latest)
    .bind::<Timestamptz, _>(now + room + SKEW)
    .execute(conn)
    .await?;
    if counted > 0 {
        return Ok(None);
    }
    let spent: Option<Moment> = quotas::table
        .find(key)
        .select(quotas::spent_until)
        .first(conn)
        .await
        .optional()?;
    Ok(Some(
        spent.map_or(TimeDelta::zero(), |until| until - latest),
    ))
}

/// Refunds an attempt.
pub async fn give_back(conn: &mut Conn, key: &[u8], each: TimeDelta) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE quotas SET spent_until = spent_until - make_interval(secs => $2) WHERE key = $1",
    )
    .bind::<Binary, _>(key)
    .bind::<Double, _>(each.as_seconds_f64())
    .execute(conn)
    .await
}

/// Clears the attempts of these keys.
pub async fn forget(conn: &mut Conn, keys: &[Vec<u8>]) -> QueryResult<usize> {
    diesel::delete(quotas::table.filter(quotas::key.eq_any(keys)))
        .execute(conn)
        .await
}

/// Deletes keys whose attempts no longer count.
pub async fn forget_idle(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(quotas::table.filter(quotas::spent_until.lt(now)))
        .execute(conn)
        .await
}
