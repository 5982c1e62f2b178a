//! The outbox: mail that is to be sent, written with the fact that it tells.
//!
//! A row is leased for a while, sent with no transaction open, and then marked. Two workers never
//! hold the same lease; a worker that dies leaves a lease that runs out. Whoever holds a row knows
//! it by its number of attempts, which every lease counts up.
//!
//! Not here: what a mail says and when it is tried again.

use std::fmt;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::{Value, json};

use super::schema::outbox;
use crate::clock::Moment;

/// A mail to be sent.
#[derive(Clone, PartialEq, Insertable)]
#[diesel(table_name = outbox)]
pub struct NewMail {
    /// The game it is about; empty for mail about an account.
    pub game_id: String,
    /// The name of this notice within its game: what has the same name is the same mail.
    pub key: String,
    /// Which letter it is.
    pub kind: String,
    /// The player it is for; none for an invited address without an account.
    pub player_id: Option<i64>,
    /// The address, where it is not simply that of the player.
    pub address: Option<String>,
    /// The seat it is about.
    pub seat: Option<i16>,
    /// The ply it is about.
    pub ply: Option<i64>,
    /// What else the letter needs, secret codes included; emptied once it is sent.
    pub payload: Value,
    /// When the fact happened.
    pub created_at: Moment,
    /// When it may be sent.
    pub due_at: Moment,
}

impl fmt::Debug for NewMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Address and payload are secret.
        f.debug_struct("NewMail")
            .field("game_id", &self.game_id)
            .field("key", &self.key)
            .field("due_at", &self.due_at)
            .finish_non_exhaustive()
    }
}

/// Puts mails into the outbox; one that is there already stays as it is.
pub async fn put(conn: &mut AsyncPgConnection, mails: &[NewMail]) -> QueryResult<usize> {
    diesel::insert_into(outbox::table)
        .values(mails)
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// A mail that a worker holds the lease of. Its address and payload are secret: no `Debug`.
#[derive(Clone, QueryableByName, Queryable, Selectable)]
#[diesel(table_name = outbox)]
pub struct Mail {
    /// The game it is about; empty for mail about an account.
    pub game_id: String,
    /// The name of this notice within its game.
    pub key: String,
    /// Which letter it is.
    pub kind: String,
    /// The player it is for; none for an invited address without an account.
    pub player_id: Option<i64>,
    /// The address, where it is not simply that of the player.
    pub address: Option<String>,
    /// The seat it is about.
    pub seat: Option<i16>,
    /// The ply it is about.
    pub ply: Option<i64>,
    /// What else the letter needs.
    pub payload: Value,
    /// How often it was leased, this time included.
    pub attempts: i32,
    /// How many of these leases were no tries to send it.
    pub put_off: i32,
    /// When the fact happened.
    pub created_at: Moment,
}

impl Mail {
    /// How often it was tried to send it, this time included.
    pub fn tries(&self) -> i32 {
        self.attempts - self.put_off
    }
}

/// Leases up to `count` mails that are due at `now` and that nobody else holds: codes and answers,
/// for which somebody waits, then the others, the longest due first. (`rank` tells them apart; each
/// is asked for alone, so that the index ends the search.)
pub async fn lease(
    conn: &mut AsyncPgConnection,
    now: Moment,
    until: Moment,
    count: usize,
) -> QueryResult<Vec<Mail>> {
    diesel::sql_query(
        "WITH urgent AS MATERIALIZED (
             SELECT game_id, key FROM outbox
             WHERE status = 'waiting' AND rank = 0 AND due_at <= $1
                 AND (leased_until IS NULL OR leased_until <= $1)
             ORDER BY due_at LIMIT $3
             FOR UPDATE SKIP LOCKED),
         others AS MATERIALIZED (
             SELECT game_id, key FROM outbox
             WHERE status = 'waiting' AND rank = 1 AND due_at <= $1
                 AND (leased_until IS NULL OR leased_until <= $1)
             ORDER BY due_at LIMIT $3 - (SELECT count(*) FROM urgent)
             FOR UPDATE SKIP LOCKED),
         due AS (SELECT * FROM urgent UNION ALL SELECT * FROM others)
         UPDATE outbox SET leased_until = $2, attempts = attempts + 1
         FROM due WHERE outbox.game_id = due.game_id AND outbox.key = due.key
         RETURNING outbox.game_id, outbox.key, kind, player_id, address, seat, ply, payload,
             attempts, put_off, created_at",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(until)
    .bind::<BigInt, _>(i64::try_from(count).unwrap_or(i64::MAX))
    .load(conn)
    .await
}

/// How the story of a mail ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A mail server has taken it.
    Sent,
    /// It was not true any more, or there was nobody to tell.
    Dropped,
    /// It was given up.
    Dead,
}

impl End {
    const fn status(self) -> &'static str {
        match self {
            End::Sent => "sent",
            End::Dropped => "dropped",
            End::Dead => "dead",
        }
    }
}

/// Ends a mail and empties its payload and address. `false` when somebody else has ended it, or, unless it
/// was sent, when somebody else holds it now.
pub async fn end(
    conn: &mut AsyncPgConnection,
    mail: &Mail,
    end: End,
    error: Option<&str>,
    now: Moment,
) -> QueryResult<bool> {
    let row = outbox::table
        .find((&mail.game_id, &mail.key))
        .filter(outbox::status.eq("waiting"))
        // What was sent was sent, whoever holds the row by now.
        .filter(
            outbox::attempts
                .eq(mail.attempts)
                .or((end == End::Sent).into_sql::<Bool>()),
        );
    diesel::update(row)
        .set((
            outbox::status.eq(end.status()),
            outbox::payload.eq(json!({})),
            outbox::address.eq(None::<String>),
            outbox::leased_until.eq(None::<Moment>),
            outbox::done_at.eq(now),
            outbox::last_error.eq(error),
        ))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// Puts a mail back, to be tried again at `due`. `false` when somebody else holds it now.
pub async fn retry(
    conn: &mut AsyncPgConnection,
    mail: &Mail,
    error: &str,
    due: Moment,
) -> QueryResult<bool> {
    let row = outbox::table
        .find((&mail.game_id, &mail.key))
        .filter(outbox::status.eq("waiting"))
        .filter(outbox::attempts.eq(mail.attempts));
    diesel::update(row)
        .set((
            outbox::due_at.eq(due),
            outbox::leased_until.eq(None::<Moment>),
            outbox::last_error.eq(error),
        ))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// Puts a mail off until `due`: that was no try to send it. `false` when somebody else holds it.
pub async fn put_off(conn: &mut AsyncPgConnection, mail: &Mail, due: Moment) -> QueryResult<bool> {
    put_aside(conn, mail, "waiting", due).await
}

/// Keeps a mail for the digest of its reader that is due then. `false` when somebody else holds it.
pub async fn hold(conn: &mut AsyncPgConnection, mail: &Mail, due: Moment) -> QueryResult<bool> {
    put_aside(conn, mail, "held", due).await
}

async fn put_aside(
    conn: &mut AsyncPgConnection,
    mail: &Mail,
    status: &str,
    due: Moment,
) -> QueryResult<bool> {
    let row = outbox::table
        .find((&mail.game_id, &mail.key))
        .filter(outbox::status.eq("waiting"))
        .filter(outbox::attempts.eq(mail.attempts));
    diesel::update(row)
        .set((
            outbox::status.eq(status),
            outbox::due_at.eq(due),
            outbox::put_off.eq(outbox::put_off + 1),
            outbox::leased_until.eq(None::<Moment>),
        ))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// The mails that are kept for the digest of this player that is due at `until`, the oldest first.
pub async fn held(
    conn: &mut AsyncPgConnection,
    player: i64,
    until: Moment,
) -> QueryResult<Vec<Mail>> {
    outbox::table
        .filter(outbox::player_id.eq(player))
        .filter(outbox::status.eq("held"))
        .filter(outbox::due_at.le(until))
        .order((outbox::created_at, outbox::game_id, outbox::key))
        .select(Mail::as_select())
        .load(conn)
        .await
}

/// Ends the mails that a digest has told, or that were not worth one.
pub async fn end_held(
    conn: &mut AsyncPgConnection,
    player: i64,
    until: Moment,
    end: End,
    now: Moment,
) -> QueryResult<usize> {
    let told = outbox::table
        .filter(outbox::player_id.eq(player))
        .filter(outbox::status.eq("held"))
        .filter(outbox::due_at.le(until));
    diesel::update(told)
        .set((
            outbox::status.eq(end.status()),
            outbox::payload.eq(json!({})),
            outbox::address.eq(None::<String>),
            outbox::done_at.eq(now),
        ))
        .execute(conn)
        .await
}

/// Lets go what is kept for the digests of this player: it is due now, and looked at again.
pub async fn release(conn: &mut AsyncPgConnection, player: i64, now: Moment) -> QueryResult<usize> {
    diesel::update(
        outbox::table
            .filter(outbox::player_id.eq(player))
            .filter(outbox::status.eq("held")),
    )
    .set((outbox::status.eq("waiting"), outbox::due_at.eq(now)))
    .execute(conn)
    .await
}

/// As [`release`], for all that was kept for a digest before `before` and that none has told.
pub async fn release_forgotten(
    conn: &mut AsyncPgConnection,
    before: Moment,
    now: Moment,
) -> QueryResult<usize> {
    diesel::update(
        outbox::table
            .filter(outbox::status.eq("held"))
            .filter(outbox::due_at.lt(before)),
    )
    .set((outbox::status.eq("waiting"), outbox::due_at.eq(now)))
    .execute(conn)
    .await
}

/// Removes mails that were sent or dropped before `before`. Those that were given up stay, for
/// somebody to look at.
pub async fn remove_old(conn: &mut AsyncPgConnection, before: Moment) -> QueryResult<usize> {
    let over = outbox::table
        .filter(outbox::status.eq_any(["sent", "dropped"]))
        .filter(outbox::done_at.lt(before));
    diesel::delete(over).execute(conn).await
}

/// How full the outbox is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Mails that are still to be sent.
    pub waiting: i64,
    /// Mails that were given up.
    pub dead: i64,
    /// When the longest waiting one was due.
    pub oldest_due: Option<Moment>,
}

/// Counts the mails that wait and those that were given up.
pub async fn counts(conn: &mut AsyncPgConnection) -> QueryResult<Counts> {
    let (waiting, oldest_due) = outbox::table
        .filter(outbox::status.eq("waiting"))
        .select((diesel::dsl::count_star(), diesel::dsl::min(outbox::due_at)))
        .first(conn)
        .await?;
    let dead = outbox::table
        .filter(outbox::status.eq("dead"))
        .count()
        .get_result(conn)
        .await?;
    Ok(Counts {
        waiting,
        dead,
        oldest_due,
    })
}
