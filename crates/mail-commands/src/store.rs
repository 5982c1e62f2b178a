//! Incoming mail. The server stores a mail before it accepts it, and leases it for processing
//! (`leases`).
//!
//! Other modules decide what a mail means and what the answer is.

use common::clock::Moment;
use db::Conn;
use db::leases::held;
use db::schema::inbound;
use db::sets::{InboundEnd, InboundStatus};
use db::sweep::sweep;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Timestamptz};
use diesel_async::RunQueryDsl;

/// A new incoming mail. No `Debug`, because it holds addresses and private text.
#[derive(Insertable)]
#[diesel(table_name = inbound)]
pub struct NewArrival<'a> {
    /// The key that identifies the mail. A mail with a known key is a duplicate.
    pub key: &'a [u8],
    /// The sender in the envelope; empty for a bounce.
    pub sender: &'a str,
    /// The recipient in the envelope.
    pub recipient: &'a str,
    /// The raw mail.
    pub raw: &'a [u8],
    /// When it arrived.
    pub received_at: Moment,
    /// When it may be processed.
    pub due_at: Moment,
}

/// Stores a mail. Returns `false` if it is a duplicate.
pub async fn put(conn: &mut Conn, mail: &NewArrival<'_>) -> QueryResult<bool> {
    diesel::insert_into(inbound::table)
        .values(mail)
        .on_conflict_do_nothing()
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// A mail that this worker has leased. No `Debug`, because it holds addresses and private text.
#[derive(Clone, QueryableByName)]
#[diesel(table_name = inbound)]
pub struct Arrival {
    /// Its number.
    pub id: i64,
    /// The sender in the envelope; empty for a bounce.
    pub sender: String,
    /// The recipient in the envelope.
    pub recipient: String,
    /// The raw mail.
    pub raw: Vec<u8>,
    /// The `seq` of the first attempt to play its moves.
    pub seq: Option<i32>,
    /// When an action began that must not be repeated.
    pub begun_at: Option<Moment>,
    /// The number of leases, including this one.
    pub attempts: i32,
    /// Whether the previous worker died while processing it, so that its lease expired.
    #[diesel(sql_type = Bool)]
    pub abandoned: bool,
}

/// Leases up to `count` mails that are due at `now` and not leased, the oldest first.
pub async fn lease(
    conn: &mut Conn,
    now: Moment,
    until: Moment,
    count: usize,
) -> QueryResult<Vec<Arrival>> {
    diesel::sql_query(
        "WITH due AS MATERIALIZED (
             SELECT id, leased_until IS NOT NULL AS abandoned FROM inbound
             WHERE status = 'waiting' AND due_at <= $1
                 AND (leased_until IS NULL OR leased_until <= $1)
             ORDER BY due_at, id LIMIT $3
             FOR UPDATE SKIP LOCKED)
         UPDATE inbound SET leased_until = $2, attempts = attempts + 1
         FROM due WHERE inbound.id = due.id
         RETURNING inbound.id, sender, recipient, raw, seq, begun_at, attempts,
             abandoned",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(until)
    .bind::<BigInt, _>(i64::try_from(count).unwrap_or(i64::MAX))
    .load(conn)
    .await
}

/// Stores the `seq` with which the mail's moves are played, so that an attempt after a crash uses
/// the same one.
pub async fn set_seq(conn: &mut Conn, id: i64, seq: i32) -> QueryResult<usize> {
    diesel::update(inbound::table.find(id))
        .set(inbound::seq.eq(seq))
        .execute(conn)
        .await
}

/// Records that an action begins that must not be repeated.
pub async fn begin(conn: &mut Conn, id: i64, now: Moment) -> QueryResult<usize> {
    diesel::update(inbound::table.find(id))
        .set(inbound::begun_at.eq(now))
        .execute(conn)
        .await
}

/// Ends a mail and empties it. `vain` is the hash of a mail that led to nothing. Returns `false` if
/// the mail has ended already or another worker has leased it.
pub async fn end(
    conn: &mut Conn,
    mail: &Arrival,
    end: InboundEnd,
    reason: Option<&str>,
    vain: Option<&[u8]>,
    now: Moment,
) -> QueryResult<bool> {
    diesel::update(held!(inbound, InboundStatus, mail.id, mail.attempts))
        .set((
            inbound::status.eq(InboundStatus::Ended(end)),
            inbound::reason.eq(reason),
            inbound::vain.eq(vain),
            inbound::sender.eq(""),
            inbound::recipient.eq(""),
            inbound::raw.eq(Vec::<u8>::new()),
            inbound::leased_until.eq(None::<Moment>),
            inbound::done_at.eq(now),
        ))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// Returns how many mails with this hash led to nothing since `since`.
pub async fn said_in_vain(conn: &mut Conn, vain: &[u8], since: Moment) -> QueryResult<i64> {
    inbound::table
        .filter(inbound::vain.eq(vain))
        .filter(inbound::done_at.gt(since))
        .count()
        .get_result(conn)
        .await
}

/// Puts a mail back for another attempt at `due`.
pub async fn retry(conn: &mut Conn, mail: &Arrival, due: Moment) -> QueryResult<bool> {
    diesel::update(held!(inbound, InboundStatus, mail.id, mail.attempts))
        .set((
            inbound::due_at.eq(due),
            inbound::leased_until.eq(None::<Moment>),
        ))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// Deletes mails that ended before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let over = "status <> 'waiting' AND done_at < $1";
    sweep(conn, "inbound", over, before).await
}

/// Returns the number of waiting mails.
pub async fn waiting(conn: &mut Conn) -> QueryResult<i64> {
    inbound::table
        .filter(inbound::status.eq(InboundStatus::Waiting))
        .count()
        .get_result(conn)
        .await
}
