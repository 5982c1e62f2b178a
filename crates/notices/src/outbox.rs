//! The outbox: mail to be sent, stored in the same transaction as the fact that it reports.
//!
//! A worker leases a mail (`leases`), sends it, and marks it.
//!
//! Codes and answers are leased before all other mails, because their readers wait for them.
//! PostgreSQL derives `rank` from the kind, so that no writer has to set it.
//!
//! Other modules decide what a mail says and when it is retried.

use std::fmt;

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use common::notice::NoticeKind;
use db::Conn;
use db::leases::held;
use db::schema::{outbox, webhook_deliveries};
use db::sets::{DeliveryStatus, OutboxEnd, OutboxStatus, Stored};
use db::sweep::sweep;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use rules::Seat;
use serde_json::{Value, json};
use strum::VariantArray;

use crate::deliveries::{events, queue_deliveries};

/// The event name of a push among the deliveries.
pub const PUSH: &str = "push";

diesel::define_sql_function! {
    /// The later of two times.
    fn greatest(one: Timestamptz, other: Timestamptz) -> Timestamptz;
}

/// The seat of a game that a mail is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: Seat,
    /// The ply, if it is about one.
    pub ply: Option<u64>,
}

/// The recipient of a mail. No `Debug`, because it may hold an address.
#[derive(Clone, PartialEq, Eq)]
pub enum To {
    /// A player, at their address when the mail is sent.
    Player(PlayerId),
    /// A player, at this address.
    PlayerAt(PlayerId, String),
    /// An address without an account.
    Address(String),
}

impl To {
    /// Returns the player, if it is for one.
    pub const fn player(&self) -> Option<PlayerId> {
        match self {
            To::Player(player) | To::PlayerAt(player, _) => Some(*player),
            To::Address(_) => None,
        }
    }

    fn address(&self) -> Option<&str> {
        match self {
            To::PlayerAt(_, address) | To::Address(address) => Some(address),
            To::Player(_) => None,
        }
    }
}

/// A new mail.
#[derive(Clone, PartialEq)]
pub struct NewMail {
    /// The seat it is about; `None` for mail about an account.
    pub about: Option<About>,
    /// The name of this notice within its game. A mail with a known name is a duplicate.
    pub key: String,
    /// The kind of the letter.
    pub kind: NoticeKind,
    /// The recipient.
    pub to: To,
    /// Other data for the letter, including secret codes. It is emptied when the mail ends.
    pub payload: Value,
    /// The time of the fact that it reports.
    pub created_at: Moment,
    /// When it may be sent.
    pub due_at: Moment,
}

/// The columns for the subject of a mail.
pub struct Columns<'a> {
    /// Empty if there is no game, because the column is part of the key.
    pub game: &'a str,
    /// The seat, if there is one.
    pub seat: Option<Seat>,
    /// The ply, if there is one.
    pub ply: Option<i64>,
}

impl NewMail {
    /// Returns the columns for its subject.
    pub fn columns(&self) -> Columns<'_> {
        let about = self.about.as_ref();
        let ply = about.and_then(|about| about.ply);
        Columns {
            game: about.map_or("", |about| &about.game),
            seat: about.map(|about| about.seat),
            ply: ply.and_then(|ply| i64::try_from(ply).ok()),
        }
    }

    /// Returns its webhook events, separated by spaces.
    pub fn events(&self) -> &'static str {
        events(self.kind, self.columns().ply)
    }
}

impl fmt::Debug for NewMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address and the payload are secret.
        f.debug_struct("NewMail")
            .field("about", &self.about)
            .field("key", &self.key)
            .field("due_at", &self.due_at)
            .finish_non_exhaustive()
    }
}

/// Adds mails to the outbox, and queues the deliveries to webhooks that want their events. Does not
/// change existing mails.
pub async fn put(conn: &mut Conn, mails: &[NewMail]) -> QueryResult<usize> {
    if mails.is_empty() {
        return Ok(0);
    }
    let about: Vec<Columns<'_>> = mails.iter().map(NewMail::columns).collect();
    let seats = about.iter().map(|it| it.seat.map(Stored));
    let players = mails.iter().map(|mail| mail.to.player());
    let addresses = mails.iter().map(|mail| mail.to.address());
    diesel::sql_query(concat!(
        "WITH new AS MATERIALIZED (
             SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS new
                 (game_id, key, kind, player_id, address, seat, ply, payload, created_at, due_at, events)),
         told AS (
             INSERT INTO outbox
                 (game_id, key, kind, player_id, address, seat, ply, payload, created_at, due_at)
             SELECT game_id, key, kind, player_id, address, seat, ply, payload, created_at, due_at
             FROM new
             ON CONFLICT DO NOTHING
             RETURNING game_id, key, player_id, seat, created_at),
         queued AS (",
        queue_deliveries!(events: "new", games: "games"),
        ")
         SELECT FROM told",
    ))
    .bind::<Array<Text>, _>(about.iter().map(|it| it.game).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(mails.iter().map(|mail| &mail.key).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(mails.iter().map(|mail| mail.kind.word()).collect::<Vec<_>>())
    .bind::<Array<Nullable<BigInt>>, _>(players.collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(addresses.collect::<Vec<_>>())
    .bind::<Array<Nullable<SmallInt>>, _>(seats.collect::<Vec<_>>())
    .bind::<Array<Nullable<BigInt>>, _>(about.iter().map(|it| it.ply).collect::<Vec<_>>())
    .bind::<Array<Jsonb>, _>(mails.iter().map(|mail| &mail.payload).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(mails.iter().map(|mail| mail.created_at).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(mails.iter().map(|mail| mail.due_at).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(mails.iter().map(NewMail::events).collect::<Vec<_>>())
    .execute(conn)
    .await
}

/// A mail that a worker has leased. No `Debug`, because its address and payload are secret.
#[derive(Clone)]
pub struct Mail {
    /// The game in the row's key; empty if there is none.
    game_id: String,
    /// The seat it is about; `None` for mail about an account.
    pub about: Option<About>,
    /// The name of this notice within its game.
    pub key: String,
    /// The kind of the letter.
    pub kind: NoticeKind,
    /// The player it is for; `None` for an address without an account.
    pub player_id: Option<PlayerId>,
    /// The address, if it is not the player's current one.
    pub address: Option<String>,
    /// Other data for the letter.
    pub payload: Value,
    /// The number of leases, including this one.
    pub attempts: i32,
    /// The number of leases without an attempt to send it.
    pub put_off: i32,
    /// The time of the fact that it reports.
    pub created_at: Moment,
    /// Since when it may be sent.
    pub due_at: Moment,
    /// When the notice was pushed to the reader's browsers and phones.
    pub pushed_at: Option<Moment>,
    /// When a push service last accepted the push.
    pub push_taken_at: Option<Moment>,
}

impl Mail {
    /// Returns the number of attempts to send it, including this one.
    pub fn tries(&self) -> i32 {
        self.attempts - self.put_off
    }

    /// Returns the game it is about.
    pub fn game(&self) -> Option<&GameId> {
        self.about.as_ref().map(|about| &about.game)
    }

    /// Returns the ply it is about.
    pub fn ply(&self) -> Option<u64> {
        self.about.as_ref().and_then(|about| about.ply)
    }

    /// Whether the row has a game but no valid seat.
    pub fn is_torn(&self) -> bool {
        self.about.is_none() && !self.game_id.is_empty()
    }

    fn id(&self) -> (&str, &str) {
        (&self.game_id, &self.key)
    }
}

/// A mail as it is stored.
#[derive(QueryableByName, HasQuery)]
#[diesel(table_name = outbox)]
struct Row {
    game_id: String,
    key: String,
    kind: String,
    player_id: Option<PlayerId>,
    address: Option<String>,
    seat: Option<i16>,
    ply: Option<i64>,
    payload: Value,
    attempts: i32,
    put_off: i32,
    created_at: Moment,
    due_at: Moment,
    pushed_at: Option<Moment>,
    push_taken_at: Option<Moment>,
}

impl Row {
    /// Returns the mail, or `None` if this node does not know its kind.
    fn mail(self) -> Option<Mail> {
        let game = GameId::try_from(self.game_id.clone()).ok();
        Some(Mail {
            kind: self.kind.parse().ok()?,
            // An invalid seat must not prevent the other mails from being read.
            about: game
                .zip(self.seat.and_then(Seat::of))
                .map(|(game, seat)| About {
                    game,
                    seat,
                    ply: self.ply.map(i64::unsigned_abs),
                }),
            game_id: self.game_id,
            key: self.key,
            player_id: self.player_id,
            address: self.address,
            payload: self.payload,
            attempts: self.attempts,
            put_off: self.put_off,
            created_at: self.created_at,
            due_at: self.due_at,
            pushed_at: self.pushed_at,
            push_taken_at: self.push_taken_at,
        })
    }
}

/// Leases up to `count` mails that are due at `now` and not leased: first codes and answers, whose
/// readers wait for them, then up to `others` other mails, the longest due first. Kinds that this
/// node does not know are left to the nodes that wrote them.
///
/// The statement selects each `rank` separately, so that the index ends the search, and finds the
/// locked rows by `ctid`. Joined by key, PostgreSQL read the whole outbox when it expected many due
/// mails: with 38,000 waiting, a lease took 9.5 ms of CPU instead of 0.2.
pub async fn lease(
    conn: &mut Conn,
    now: Moment,
    until: Moment,
    count: usize,
    others: usize,
) -> QueryResult<Vec<Mail>> {
    let [count, others] = [count, others].map(|it| i64::try_from(it).unwrap_or(i64::MAX));
    let rows: Vec<Row> = diesel::sql_query(
        "WITH urgent AS MATERIALIZED (
             SELECT ctid AS place FROM outbox
             WHERE status = 'waiting' AND rank = 0 AND due_at <= $1
                 AND (leased_until IS NULL OR leased_until <= $1) AND kind = ANY($4)
             ORDER BY due_at LIMIT $3
             FOR UPDATE SKIP LOCKED),
         others AS MATERIALIZED (
             SELECT ctid AS place FROM outbox
             WHERE status = 'waiting' AND rank = 1 AND due_at <= $1
                 AND (leased_until IS NULL OR leased_until <= $1) AND kind = ANY($4)
             ORDER BY due_at LIMIT LEAST($5, $3 - (SELECT count(*) FROM urgent))
             FOR UPDATE SKIP LOCKED)
         UPDATE outbox SET leased_until = $2, attempts = attempts + 1
         WHERE ctid = ANY(ARRAY(SELECT place FROM urgent UNION ALL SELECT place FROM others))
         RETURNING outbox.game_id, outbox.key, kind, player_id, address, seat, ply, payload,
             attempts, put_off, created_at, due_at, pushed_at,
             push_taken_at",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(until)
    .bind::<BigInt, _>(count)
    .bind::<Array<Text>, _>(NoticeKind::words())
    .bind::<BigInt, _>(others)
    .load(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::mail).collect())
}

/// How many mails of one kind were dropped.
#[derive(QueryableByName)]
pub struct Dropped {
    /// The word for the kind.
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// How many.
    #[diesel(sql_type = BigInt)]
    pub count: i64,
}

/// Drops outdated turn mails in bulk, without composing them. It looks at some thousand turn mails
/// that were due at `patient`, the longest due first. It drops those of games that are not running,
/// and those whose seat has another owner or is not to act. It also drops a mail if its seat has
/// made an entry since and has got a newer turn mail. (A player who has made an entry and is to act
/// again without a newer mail may want to see the turn in a digest.)
///
/// A newer turn mail is usually among the mails that the statement looks at. Only otherwise does it
/// search all mails of the game. The statement keeps the mails of a seat together with the data
/// about that seat. A join compared every mail with every other one when PostgreSQL expected few
/// (1,019 ms for 4,000 mails instead of 237). The locking step joins only row positions, because
/// PostgreSQL carries all joined columns along with a locked row.
pub async fn drop_superseded(
    conn: &mut Conn,
    now: Moment,
    patient: Moment,
) -> QueryResult<Vec<Dropped>> {
    let kinds = [NoticeKind::YourTurn, NoticeKind::Reminder].map(NoticeKind::word);
    diesel::sql_query(
        "WITH told AS MATERIALIZED (
             SELECT game_id, seat, max(ply) AS newest,
                 array_agg(place) AS places, array_agg(ply) AS plies, array_agg(player_id) AS players
             FROM (SELECT * FROM (
                     SELECT ctid AS place, game_id, seat, ply, player_id, kind FROM outbox
                     WHERE status = 'waiting' AND rank = 1 AND due_at <= $3
                         AND (leased_until IS NULL OR leased_until <= $1)
                     ORDER BY due_at LIMIT 40000) AS oldest
                 WHERE kind = ANY($2) LIMIT 4000) AS turns
             GROUP BY game_id, seat),
         stands AS MATERIALIZED (
             SELECT places, plies, players, player_id, acts, moved,
                 COALESCE(CASE WHEN acts AND moved > newest THEN
                     (SELECT ply FROM outbox
                      WHERE outbox.game_id = told.game_id AND outbox.seat = told.seat
                         AND kind = ANY($2) AND ply > newest LIMIT 1) END, newest) AS called
             FROM told JOIN seats USING (game_id, seat) JOIN games ON games.id = game_id
             CROSS JOIN LATERAL (SELECT
                 games.status = 'running' AND (acting >> seat::int) & 1 = 1 AS acts,
                 (SELECT n FROM entries
                  WHERE entries.game_id = told.game_id AND entries.seat = told.seat
                  ORDER BY n DESC LIMIT 1) AS moved) AS it),
         found AS MATERIALIZED (
             SELECT place
             FROM stands CROSS JOIN LATERAL unnest(places, plies, players) AS due(place, ply, told_id)
             WHERE NOT acts OR LEAST(moved, called) > due.ply OR player_id IS DISTINCT FROM told_id),
         untrue AS MATERIALIZED (
             SELECT outbox.ctid AS place FROM found JOIN outbox ON outbox.ctid = found.place
             WHERE outbox.status = 'waiting'
                 AND (outbox.leased_until IS NULL OR outbox.leased_until <= $1)
             FOR UPDATE OF outbox SKIP LOCKED),
         dropped AS (
             UPDATE outbox SET status = 'dropped', payload = '{}', address = NULL,
                 leased_until = NULL, done_at = $1, last_error = NULL
             FROM untrue WHERE outbox.ctid = untrue.place RETURNING kind)
         SELECT kind, count(*) FROM dropped GROUP BY kind",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Array<Text>, _>(kinds.as_slice())
    .bind::<Timestamptz, _>(patient)
    .load(conn)
    .await
}

/// Whether there is a mail that calls this seat to act at this ply.
pub async fn is_called(conn: &mut Conn, game: &GameId, seat: Seat, ply: u64) -> QueryResult<bool> {
    let ply = i64::try_from(ply).unwrap_or(i64::MAX);
    let called = outbox::table
        .filter(outbox::game_id.eq(game.to_string()))
        .filter(outbox::seat.eq(Stored(seat)))
        .filter(outbox::kind.eq(NoticeKind::YourTurn.word()))
        .filter(outbox::ply.eq(ply));
    diesel::select(exists(called)).get_result(conn).await
}

/// Drops the waiting mails about the start of this game and the turns of this seat so far, because
/// an answer tells the same.
pub async fn drop_told(conn: &mut Conn, told: &About, now: Moment) -> QueryResult<usize> {
    let ply = told.ply.and_then(|ply| i64::try_from(ply).ok());
    let kinds = [NoticeKind::YourTurn, NoticeKind::GameStarted].map(NoticeKind::word);
    let mails = outbox::table
        .filter(outbox::game_id.eq(told.game.to_string()))
        .filter(outbox::seat.eq(Stored(told.seat)))
        .filter(outbox::kind.eq_any(kinds))
        .filter(outbox::ply.le(ply))
        .filter(outbox::status.eq(OutboxStatus::Waiting));
    diesel::update(mails)
        .set((
            outbox::status.eq(OutboxStatus::Ended(OutboxEnd::Dropped)),
            outbox::payload.eq(json!({})),
            outbox::address.eq(None::<String>),
            outbox::leased_until.eq(None::<Moment>),
            outbox::done_at.eq(now),
        ))
        .execute(conn)
        .await
}

/// Whether there is a mail with this key whose content has not reached the reader: it was not sent,
/// and no push service accepted it.
pub async fn is_unsent(conn: &mut Conn, game: &GameId, key: &str) -> QueryResult<bool> {
    let unsent = outbox::table
        .filter(outbox::game_id.eq(game.to_string()))
        .filter(outbox::key.eq(key))
        .filter(outbox::push_taken_at.is_null())
        .filter(outbox::status.ne(OutboxStatus::Ended(OutboxEnd::Sent)));
    diesel::select(exists(unsent)).get_result(conn).await
}

/// Ends mails, and empties their payloads and addresses. Returns the kinds of those that it ended.
/// It skips mails that have ended already. It also skips mails that another worker has leased,
/// unless they were sent.
pub async fn end(
    conn: &mut Conn,
    mails: &[&Mail],
    end: OutboxEnd,
    error: Option<&str>,
    now: Moment,
) -> QueryResult<Vec<String>> {
    let column = |of: fn(&Mail) -> &str| mails.iter().map(|mail| of(mail)).collect::<Vec<_>>();
    let attempts: Vec<i32> = mails.iter().map(|mail| mail.attempts).collect();
    let ended: Vec<Ended> = diesel::sql_query(
        // A sent mail counts as sent even if another worker holds the row by now.
        "UPDATE outbox SET status = $4, payload = '{}', address = NULL, leased_until = NULL,
             done_at = $5, last_error = $6
         FROM unnest($1, $2, $3) AS done(game_id, key, attempts)
         WHERE outbox.game_id = done.game_id AND outbox.key = done.key
             AND outbox.status = 'waiting'
             AND (outbox.attempts = done.attempts OR $4 = 'sent')
         RETURNING outbox.kind",
    )
    .bind::<Array<Text>, _>(column(|mail| &mail.game_id))
    .bind::<Array<Text>, _>(column(|mail| &mail.key))
    .bind::<Array<Integer>, _>(attempts)
    .bind::<Text, _>(OutboxStatus::Ended(end))
    .bind::<Timestamptz, _>(now)
    .bind::<Nullable<Text>, _>(error)
    .load(conn)
    .await?;
    Ok(ended.into_iter().map(|mail| mail.kind).collect())
}

/// A mail that was ended.
#[derive(QueryableByName)]
struct Ended {
    #[diesel(sql_type = Text)]
    kind: String,
}

/// Puts a mail back for another attempt at `due`. Returns `false` if another worker has leased it.
pub async fn retry(conn: &mut Conn, mail: &Mail, error: &str, due: Moment) -> QueryResult<bool> {
    diesel::update(held!(outbox, OutboxStatus, mail.id(), mail.attempts))
        .set((
            outbox::due_at.eq(due),
            outbox::leased_until.eq(None::<Moment>),
            outbox::last_error.eq(error),
        ))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// Postpones a mail until `due` without counting an attempt. Returns `false` if another worker has
/// leased it.
pub async fn put_off(conn: &mut Conn, mail: &Mail, due: Moment) -> QueryResult<bool> {
    put_aside(conn, mail, OutboxStatus::Waiting, due).await
}

/// Postpones a mail until `due`, because its notice is pushed now. Returns `false` if another
/// worker has leased it or the notice was pushed before.
pub async fn pushed(conn: &mut Conn, mail: &Mail, due: Moment, now: Moment) -> QueryResult<bool> {
    let held = held!(outbox, OutboxStatus, mail.id(), mail.attempts);
    // Only once: an earlier call may have succeeded although its answer was lost.
    diesel::update(held.filter(outbox::pushed_at.is_null()))
        .set((
            outbox::pushed_at.eq(now),
            outbox::due_at.eq(due),
            outbox::put_off.eq(outbox::put_off + 1),
            outbox::leased_until.eq(None::<Moment>),
        ))
        .execute(conn)
        .await
        .map(|count| count > 0)
}

/// Returns a mail that waits for its reader after its notice was pushed, if it still waits at
/// `now`.
pub async fn waits_for_reader(
    conn: &mut Conn,
    game: &GameId,
    key: &str,
    now: Moment,
) -> QueryResult<Option<Mail>> {
    let row: Option<Row> = Row::query()
        .find((game.to_string(), key))
        .filter(outbox::status.eq(OutboxStatus::Waiting))
        .filter(outbox::pushed_at.is_not_null())
        .filter(outbox::due_at.gt(now))
        .first(conn)
        .await
        .optional()?;
    Ok(row.and_then(Row::mail))
}

/// Records that a push service accepted the notice of a mail. The mail waits at least until `until`
/// for its reader to come.
pub async fn push_taken(
    conn: &mut Conn,
    game: &GameId,
    key: &str,
    now: Moment,
    until: Moment,
) -> QueryResult<usize> {
    let mail = outbox::table.find((game.to_string(), key));
    diesel::update(mail.filter(outbox::status.eq(OutboxStatus::Waiting)))
        .set((
            outbox::push_taken_at.eq(now),
            outbox::due_at.eq(greatest(outbox::due_at, until)),
        ))
        .execute(conn)
        .await
}

/// Makes a mail due that waits after its notice was pushed, if no push of it was accepted or is
/// pending.
pub async fn not_pushed(
    conn: &mut Conn,
    game: &GameId,
    key: &str,
    now: Moment,
) -> QueryResult<usize> {
    let told = webhook_deliveries::table
        .filter(
            webhook_deliveries::player_id
                .nullable()
                .eq(outbox::player_id),
        )
        .filter(webhook_deliveries::game_id.eq(game.to_string()))
        .filter(webhook_deliveries::event.eq(PUSH))
        .filter(webhook_deliveries::facts.retrieve_as_text("mail").eq(key))
        .filter(
            webhook_deliveries::status.eq_any([DeliveryStatus::Waiting, DeliveryStatus::Delivered]),
        );
    let waits = outbox::table
        .find((game.to_string(), key))
        .filter(outbox::status.eq(OutboxStatus::Waiting))
        .filter(outbox::pushed_at.is_not_null())
        .filter(outbox::due_at.gt(now))
        .filter(not(exists(told)));
    diesel::update(waits)
        .set(outbox::due_at.eq(now))
        .execute(conn)
        .await
}

/// Puts back mails that were leased but not begun, without counting an attempt. They stay as due as
/// before. Skips mails that another worker has leased.
pub async fn put_back(conn: &mut Conn, mails: &[&Mail]) -> QueryResult<usize> {
    let column = |of: fn(&Mail) -> &str| mails.iter().map(|mail| of(mail)).collect::<Vec<_>>();
    let attempts: Vec<i32> = mails.iter().map(|mail| mail.attempts).collect();
    diesel::sql_query(
        "UPDATE outbox SET leased_until = NULL, put_off = put_off + 1
         FROM unnest($1, $2, $3) AS back(game_id, key, attempts)
         WHERE outbox.game_id = back.game_id AND outbox.key = back.key
             AND outbox.status = 'waiting' AND outbox.attempts = back.attempts",
    )
    .bind::<Array<Text>, _>(column(|mail| &mail.game_id))
    .bind::<Array<Text>, _>(column(|mail| &mail.key))
    .bind::<Array<Integer>, _>(attempts)
    .execute(conn)
    .await
}

/// Keeps a mail for the reader's digest that is due at `due`. Returns `false` if another worker has
/// leased it.
pub async fn hold(conn: &mut Conn, mail: &Mail, due: Moment) -> QueryResult<bool> {
    put_aside(conn, mail, OutboxStatus::Held, due).await
}

async fn put_aside(
    conn: &mut Conn,
    mail: &Mail,
    status: OutboxStatus,
    due: Moment,
) -> QueryResult<bool> {
    diesel::update(held!(outbox, OutboxStatus, mail.id(), mail.attempts))
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

/// Returns the mails for the player's digest that is due at `until`, the oldest first. Skips kinds
/// that this node does not know and leaves them to other nodes.
pub async fn held(conn: &mut Conn, player: PlayerId, until: Moment) -> QueryResult<Vec<Mail>> {
    let rows: Vec<Row> = Row::query()
        .filter(outbox::player_id.eq(player))
        .filter(outbox::status.eq(OutboxStatus::Held))
        .filter(outbox::due_at.le(until))
        .filter(outbox::kind.eq_any(NoticeKind::words()))
        .order((outbox::created_at, outbox::game_id, outbox::key))
        .load(conn)
        .await?;
    Ok(rows.into_iter().filter_map(Row::mail).collect())
}

/// Ends the mails of [`held`], after the digest reported them or turned out not to be worth
/// sending.
pub async fn end_held(
    conn: &mut Conn,
    player: PlayerId,
    until: Moment,
    end: OutboxEnd,
    now: Moment,
) -> QueryResult<usize> {
    let told = outbox::table
        .filter(outbox::player_id.eq(player))
        .filter(outbox::status.eq(OutboxStatus::Held))
        .filter(outbox::due_at.le(until))
        .filter(outbox::kind.eq_any(NoticeKind::words()));
    diesel::update(told)
        .set((
            outbox::status.eq(OutboxStatus::Ended(end)),
            outbox::payload.eq(json!({})),
            outbox::address.eq(None::<String>),
            outbox::done_at.eq(now),
        ))
        .execute(conn)
        .await
}

/// Releases the mails that were kept for the player's digests: they are due now, and the current
/// settings apply.
pub async fn release(conn: &mut Conn, player: PlayerId, now: Moment) -> QueryResult<usize> {
    diesel::update(
        outbox::table
            .filter(outbox::player_id.eq(player))
            .filter(outbox::status.eq(OutboxStatus::Held)),
    )
    .set((
        outbox::status.eq(OutboxStatus::Waiting),
        outbox::due_at.eq(now),
    ))
    .execute(conn)
    .await
}

/// Releases, like [`release`], all mails that were kept for a digest before `before` and that no
/// digest has reported.
pub async fn release_forgotten(conn: &mut Conn, before: Moment, now: Moment) -> QueryResult<usize> {
    diesel::update(
        outbox::table
            .filter(outbox::status.eq(OutboxStatus::Held))
            .filter(outbox::due_at.lt(before)),
    )
    .set((
        outbox::status.eq(OutboxStatus::Waiting),
        outbox::due_at.eq(now),
    ))
    .execute(conn)
    .await
}

/// Makes given-up mails due again, if their kind allows it. Returns how many.
pub async fn revive(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    let kinds = NoticeKind::VARIANTS.iter().filter(|it| it.can_be_resent());
    let dead = outbox::table
        .filter(outbox::status.eq(OutboxStatus::Ended(OutboxEnd::Dead)))
        .filter(outbox::kind.eq_any(kinds.map(|kind| kind.word())));
    diesel::update(dead)
        .set((
            outbox::status.eq(OutboxStatus::Waiting),
            outbox::attempts.eq(0),
            outbox::put_off.eq(0),
            outbox::due_at.eq(now),
            outbox::done_at.eq(None::<Moment>),
            outbox::last_error.eq(None::<String>),
        ))
        .execute(conn)
        .await
}

/// Marks all given-up mails as dropped. Returns how many.
pub async fn forget_dead(conn: &mut Conn) -> QueryResult<usize> {
    let dead = outbox::status.eq(OutboxStatus::Ended(OutboxEnd::Dead));
    diesel::update(outbox::table.filter(dead))
        .set(outbox::status.eq(OutboxStatus::Ended(OutboxEnd::Dropped)))
        .execute(conn)
        .await
}

/// Deletes mails that were sent, dropped or rejected before `before`. Given-up mails stay for the
/// operator.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let over = "status IN ('sent', 'dropped', 'refused') AND done_at < $1";
    sweep(conn, "outbox", over, before).await
}

/// Numbers of mails in the outbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Mails that are to be sent.
    pub waiting: i64,
    /// Mails that the recipient's mail server rejected.
    pub refused: i64,
    /// Mails that the server gave up for a cause that the operator can look into.
    pub dead: i64,
    /// The earliest due time of the waiting mails.
    pub oldest_due: Option<Moment>,
}

/// Counts the waiting, rejected and given-up mails.
pub async fn counts(conn: &mut Conn) -> QueryResult<Counts> {
    let (waiting, oldest_due) = outbox::table
        .filter(outbox::status.eq(OutboxStatus::Waiting))
        .select((diesel::dsl::count_star(), diesel::dsl::min(outbox::due_at)))
        .first(conn)
        .await?;
    let ended = async |conn: &mut Conn, end| {
        outbox::table
            .filter(outbox::status.eq(OutboxStatus::Ended(end)))
            .count()
            .get_result(conn)
            .await
    };
    let refused = ended(conn, OutboxEnd::Refused).await?;
    let dead = ended(conn, OutboxEnd::Dead).await?;
    Ok(Counts {
        waiting,
        refused,
        dead,
        oldest_due,
    })
}
