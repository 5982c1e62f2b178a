//! How often somebody may try, counted for all nodes: each key has a moment until which what was
//! tried is spent (the generic cell rate algorithm).

use chrono::TimeDelta;
use common::clock::Moment;
use diesel::prelude::*;
use diesel::sql_types::{Binary, Double, Timestamptz};
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::quotas;

/// By how much the clocks of two nodes may differ.
const SKEW: TimeDelta = TimeDelta::minutes(1);

/// Counts one try, which is spent for `each`, unless more than `room` would be spent then. Answers
/// how long to wait where it is refused.
pub async fn take(
    conn: &mut Conn,
    key: &[u8],
    each: TimeDelta,
    room: TimeDelta,
    now: Moment,
) -> QueryResult<Option<TimeDelta>> {
    let latest = now + room - each;
    // More than `room` is spent only where the clock was ahead (`ahead`): that counts as nothing.
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

/// Takes a try back that was counted.
pub async fn give_back(conn: &mut Conn, key: &[u8], each: TimeDelta) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE quotas SET spent_until = spent_until - make_interval(secs => $2) WHERE key = $1",
    )
    .bind::<Binary, _>(key)
    .bind::<Double, _>(each.as_seconds_f64())
    .execute(conn)
    .await
}

/// Forgets what was tried under these keys.
pub async fn forget(conn: &mut Conn, keys: &[Vec<u8>]) -> QueryResult<usize> {
    diesel::delete(quotas::table.filter(quotas::key.eq_any(keys)))
        .execute(conn)
        .await
}

/// Forgets who has not tried for so long that nothing is spent.
pub async fn forget_idle(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(quotas::table.filter(quotas::spent_until.lt(now)))
        .execute(conn)
        .await
}
