//! Setting back the times that were stored while the clock was ahead.

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel::sql_types::{Double, Timestamptz};
use diesel_async::RunQueryDsl;

use super::Conn;
use super::schema::{games, outages};
use crate::clock::Moment;

/// The times that somebody or something waits for, and those that tell how long ago something was: table,
/// column, and the column that tells when it was written. Not here: sessions, tokens and former names,
/// which last for months anyway, and records of the past.
const TIMES: [(&str, &str, &str); 25] = [
    ("answers", "created_at", "created_at"),
    ("grants", "expires_at", "created_at"),
    ("grants", "created_at", "created_at"),
    ("idempotency_keys", "created_at", "created_at"),
    ("inbound", "received_at", "received_at"),
    ("inbound", "due_at", "due_at"),
    ("inbound", "leased_until", "leased_until"),
    ("mail_addresses", "last_at", "last_at"),
    ("mail_addresses", "not_before", "not_before"),
    ("mail_codes", "expires_at", "created_at"),
    ("mail_codes", "created_at", "created_at"),
    ("outbox", "created_at", "created_at"),
    ("outbox", "due_at", "due_at"),
    ("outbox", "leased_until", "leased_until"),
    ("outbox", "pushed_at", "pushed_at"),
    ("outbox", "push_taken_at", "push_taken_at"),
    ("presence", "seen_at", "seen_at"),
    ("quotas", "spent_until", "spent_until"),
    ("resignations", "asked_at", "asked_at"),
    ("watches", "seen_at", "seen_at"),
    ("webhook_deliveries", "created_at", "created_at"),
    ("webhook_deliveries", "due_at", "due_at"),
    ("webhook_deliveries", "leased_until", "leased_until"),
    ("webhooks", "old_until", "old_until"),
    ("webhooks", "failing_since", "failing_since"),
];

/// Sets these times back by `by` where they are `since` or later, shortens outages likewise, and has the
/// clocks of games looked at that were changed then. Returns how many rows it changed. Each statement is
/// a transaction of its own: done twice, or by two processes at once, it does no harm.
pub async fn set_back(
    conn: &mut Conn,
    since: Moment,
    by: TimeDelta,
    now: Moment,
) -> QueryResult<usize> {
    let mut rows = 0;
    for (table, column, written) in TIMES {
        let update = format!(
            "UPDATE {table} SET {column} = {column} - make_interval(secs => $2) WHERE {written} >= $1"
        );
        rows += diesel::sql_query(update)
            .bind::<Timestamptz, _>(since)
            .bind::<Double, _>(by.as_seconds_f64())
            .execute(conn)
            .await?;
    }
    rows += diesel::delete(outages::table.filter(outages::began_at.ge(since)))
        .execute(conn)
        .await?;
    let shorter = "UPDATE outages
         SET ended_at = greatest(ended_at - make_interval(secs => $2), began_at + interval '1 ms')
         WHERE ended_at >= $1";
    rows += diesel::sql_query(shorter)
        .bind::<Timestamptz, _>(since)
        .bind::<Double, _>(by.as_seconds_f64())
        .execute(conn)
        .await?;
    rows += diesel::update(games::table)
        .filter(games::look_at.gt(now))
        .filter(games::changed_at.ge(since))
        .set(games::look_at.eq(now))
        .execute(conn)
        .await?;
    Ok(rows)
}
