//! Setting back the times that were stored while the clock was ahead.

use chrono::TimeDelta;
use common::clock::Moment;
use diesel::prelude::*;
use diesel::sql_types::{Double, Timestamptz};
use diesel_async::RunQueryDsl;

use super::Conn;
use super::leases::LEASE;
use super::schema::games;

/// Moments that lie ahead, which were stored while the clock was: table, column, and how those rows are
/// known. They come nearer by as much as the clock was ahead.
///
/// A row that was written meanwhile was written after now. An entry of a queue that was tried again may be
/// one of before; when it comes nearer twice, it is tried a little early. Not here: sessions, tokens and
/// former names, which last for months anyway, and quotas, whose rule bounds them (`quotas::take`).
const AHEAD: [(&str, &str, &str); 6] = [
    ("grants", "expires_at", "created_at > $1"),
    ("inbound", "due_at", "received_at > $1 OR attempts > 0"),
    ("mail_addresses", "not_before", "last_at > $1"),
    ("mail_codes", "expires_at", "created_at > $1"),
    ("outbox", "due_at", "created_at > $1 OR attempts > 0"),
    (
        "webhook_deliveries",
        "due_at",
        "created_at > $1 OR attempts > 0",
    ),
];

/// Queues, whose leases end soon.
const LEASED: [&str; 3] = ["inbound", "outbox", "webhook_deliveries"];

/// Moments that are over: none of them lies after now.
const PAST: [(&str, &str); 15] = [
    ("answers", "created_at"),
    ("grants", "created_at"),
    ("idempotency_keys", "created_at"),
    ("inbound", "received_at"),
    ("mail_addresses", "last_at"),
    ("mail_codes", "created_at"),
    ("outages", "ended_at"),
    ("outbox", "created_at"),
    ("outbox", "pushed_at"),
    ("outbox", "push_taken_at"),
    ("presence", "seen_at"),
    ("resignations", "asked_at"),
    ("watches", "seen_at"),
    ("webhook_deliveries", "created_at"),
    ("webhooks", "failing_since"),
];

/// How long a replaced secret of a webhook still signs.
const OVERLAP: TimeDelta = TimeDelta::hours(24);

/// Sets back what a clock stored that was ahead by `by`, and has the clocks of games looked at that were
/// changed then. Returns how many rows it changed. Each statement is a transaction of its own. Other
/// processes, which were ahead too, may do the same.
pub async fn set_back(conn: &mut Conn, by: TimeDelta, now: Moment) -> QueryResult<usize> {
    let mut rows = 0;
    for (table, column, is_of_then) in AHEAD {
        let update = format!(
            "UPDATE {table} SET {column} = greatest({column} - make_interval(secs => $2), $1)
             WHERE {column} > $1 + make_interval(secs => $2) AND ({is_of_then})"
        );
        rows += diesel::sql_query(update)
            .bind::<Timestamptz, _>(now)
            .bind::<Double, _>(by.as_seconds_f64())
            .execute(conn)
            .await?;
    }
    let leases = LEASED.map(|table| (table, "leased_until", now + LEASE));
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
