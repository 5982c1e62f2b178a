//! Mail that has come in: stored before it is accepted, leased while it is dealt with.
//!
//! Each is leased (`leases`). Not here: what a mail means and what is answered.

use common::clock::Moment;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Timestamptz};
use diesel_async::RunQueryDsl;

use db::Conn;
use db::leases::held;
use db::schema::inbound;
use db::sets::{InboundEnd, InboundStatus};
use db::sweep::sweep;

/// A mail that came in. It holds addresses and what somebody wrote: no `Debug`.
#[derive(Insertable)]
#[diesel(table_name = inbound)]
pub struct NewArrival<'a> {
    /// What names it: the same key is the same mail.
    pub key: &'a [u8],
    /// Whom it is from, as the envelope says; empty for a bounce.
    pub sender: &'a str,
    /// Whom it is for, as the envelope says.
    pub recipient: &'a str,
    /// The mail.
    pub raw: &'a [u8],
    /// When it came.
    pub received_at: Moment,
    /// When it may be dealt with.
    pub due_at: Moment,
}

/// Stores a mail; `false` when it had come before.
pub async fn put(conn: &mut Conn, mail: &NewArrival<'_>) -> QueryResult<bool> {
    diesel::insert_into(inbound::table)
        .values(mail)
        .on_conflict_do_nothing()
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// A mail that a worker holds the lease of. It holds addresses and what somebody wrote: no `Debug`.
#[derive(Clone, QueryableByName)]
#[diesel(table_name = inbound)]
pub struct Arrival {
    /// Its number.
    pub id: i64,
    /// Whom it is from, as the envelope says; empty for a bounce.
    pub sender: String,
    /// Whom it is for, as the envelope says.
    pub recipient: String,
    /// The mail.
    pub raw: Vec<u8>,
    /// The `seq` with which its moves were first tried.
    pub seq: Option<i32>,
    /// When something that must not be done twice was begun.
    pub begun_at: Option<Moment>,
    /// How often it was leased, this time included.
    pub attempts: i32,
    /// Whether the worker before died over it: its lease ran out.
    #[diesel(sql_type = Bool)]
    pub abandoned: bool,
}

/// Leases up to `count` mails that are due at `now` and that nobody else holds, the oldest first.
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

/// Keeps the `seq` with which the mail's moves are tried, so that they are tried with the same
/// one after a crash.
pub async fn set_seq(conn: &mut Conn, id: i64, seq: i32) -> QueryResult<usize> {
    diesel::update(inbound::table.find(id))
        .set(inbound::seq.eq(seq))
        .execute(conn)
        .await
}

/// Notes that something is begun which must not be done twice.
pub async fn begin(conn: &mut Conn, id: i64, now: Moment) -> QueryResult<usize> {
    diesel::update(inbound::table.find(id))
        .set(inbound::begun_at.eq(now))
        .execute(conn)
        .await
}

/// Ends a mail and empties it; `vain` stands for what it said, where that led to nothing. `false` when
/// somebody else has ended it or holds it now.
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

/// How often this was said since `since` and led to nothing.
pub async fn said_in_vain(conn: &mut Conn, vain: &[u8], since: Moment) -> QueryResult<i64> {
    inbound::table
        .filter(inbound::vain.eq(vain))
        .filter(inbound::done_at.gt(since))
        .count()
        .get_result(conn)
        .await
}

/// Puts a mail back, to be tried again at `due`.
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

/// Forgets mails that were dealt with before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let over = "status <> 'waiting' AND done_at < $1";
    sweep(conn, "inbound", over, before).await
}

/// When the oldest of the mails that wait came.
pub async fn oldest_waiting(conn: &mut Conn) -> QueryResult<Option<Moment>> {
    inbound::table
        .filter(inbound::status.eq(InboundStatus::Waiting))
        .select(diesel::dsl::min(inbound::received_at))
        .get_result(conn)
        .await
}

/// How many mails wait.
pub async fn waiting(conn: &mut Conn) -> QueryResult<i64> {
    inbound::table
        .filter(inbound::status.eq(InboundStatus::Waiting))
        .count()
        .get_result(conn)
        .await
}
