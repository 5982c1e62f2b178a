//! Setting back the times that were stored while the clock was ahead.

use chrono::TimeDelta;
use common::clock::Moment;
use diesel::prelude::*;
use diesel::sql_types::{Double, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::Conn;
use crate::leases::LEASE;
use crate::schema::games;

/// Rows to move back if they were written while the clock was ahead, that is, after now: table, the
/// column with the time that they wait for, and the column with the time of writing.
///
/// Not included: sessions, tokens and former names, which last for months anyway, and quotas, which
/// have a bound of their own (`accounts::store::quotas::take`).
const WRITTEN: [(&str, &str, &str); 6] = [
    ("grants", "expires_at", "created_at"),
    ("inbound", "due_at", "received_at"),
    ("mail_addresses", "not_before", "last_at"),
    ("mail_codes", "expires_at", "created_at"),
    ("outbox", "due_at", "created_at"),
    ("webhook_deliveries", "due_at", "created_at"),
];

/// The queues. Their leases end soon. Older entries that were retried while the clock was ahead
/// move back too. If several processes set times back, the next attempt comes a little early.
const QUEUES: [&str; 3] = ["inbound", "outbox", "webhook_deliveries"];

/// Past times, which become now if they lie ahead.
const PAST: [(&str, &str); 9] = [
    ("answers", "created_at"),
    ("idempotency_keys", "created_at"),
    ("outages", "ended_at"),
    ("outbox", "pushed_at"),
    ("outbox", "push_taken_at"),
    ("presence", "seen_at"),
    ("resignations", "asked_at"),
    ("watches", "seen_at"),
    ("webhooks", "failing_since"),
];

/// How long a replaced secret of a webhook still signs.
const OVERLAP: TimeDelta = TimeDelta::hours(24);

/// Sets back the times that were stored while the clock was ahead by `by`, and schedules a look at
/// the clocks of games that changed meanwhile. Returns the number of changed rows.
///
/// Each statement is a transaction of its own. Other processes that were ahead may run this too.
pub async fn set_back(conn: &mut Conn, by: TimeDelta, now: Moment) -> QueryResult<usize> {
    let mut rows = 0;
    for (table, waits, written) in WRITTEN {
        let update = format!(
            "UPDATE {table} SET {written} = $1, {waits} = CASE WHEN {waits} > $1
                 THEN greatest({waits} - make_interval(secs => $2), $1) ELSE {waits} END
             WHERE {written} > $1"
        );
        rows += shifted(conn, &update, by, now).await?;
    }
    for table in QUEUES {
        let update = format!(
            "UPDATE {table} SET due_at = due_at - make_interval(secs => $2)
             WHERE attempts > 0 AND due_at > $1 + make_interval(secs => $2)"
        );
        rows += shifted(conn, &update, by, now).await?;
    }
    let leases = QUEUES.map(|table| (table, "leased_until", now + LEASE));
    let past = PAST.map(|(table, column)| (table, column, now));
    let overlap = ("webhooks", "old_until", now + OVERLAP);
    rows += diesel::sql_query("DELETE FROM outages WHERE began_at >= $1")
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await?;
    for (table, column, latest) in leases.into_iter().chain(past).chain([overlap]) {
        let update = format!("UPDATE {table} SET {column} = $1 WHERE {column} > $1");
        rows += diesel::sql_query(update)
            .bind::<Timestamptz, _>(latest)
            .execute(conn)
            .await?;
    }
    rows += diesel::update(games::table)
        .filter(games::look_at.gt(now))
        .filter(games::changed_at.gt(now))
        .set(games::look_at.eq(now))
        .execute(conn)
        .await?;
    Ok(rows)
}

async fn shifted(conn: &mut Conn, update: &str, by: TimeDelta, now: Moment) -> QueryResult<usize> {
    diesel::sql_query(update)
        .bind::<Timestamptz, _>(now)
        .bind::<Double, _>(by.as_seconds_f64())
        .execute(conn)
        .await
}
