//! Who wrote without an account and is asked whether that was them, with what they want, under the hash of
//! the secret that an answer shows; and who is invited by address.
//!
//! Once an account is made the row names it and holds nothing personal any more. Not here: who is asked, and
//! what an answer means (`post::inbound`).

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Language;
use serde_json::{Value, json};

use db::Conn;
use db::schema::strangers;
use db::sets::Stored;

/// Somebody who is asked. No `Debug`: it holds an address.
#[derive(Insertable)]
#[diesel(table_name = strangers)]
pub struct NewStranger<'a> {
    /// The hash of the secret that an answer shows.
    pub hash: &'a [u8],
    /// Their address.
    pub email: &'a str,
    /// What the account is to be called, if that is free.
    pub name: &'a str,
    /// What is to be done then, as lines to the desk.
    pub lines: Value,
    /// The language that they are written to in.
    pub language: Stored<Language>,
    /// Until when an answer counts.
    pub expires_at: Moment,
    /// The game that an invitation is to.
    pub game_id: Option<&'a GameId>,
}

/// Somebody who was asked. No `Debug`: it holds an address.
#[derive(Clone, HasQuery)]
#[diesel(table_name = strangers)]
pub struct Stranger {
    /// Their address, until the account is made.
    pub email: Option<String>,
    /// What the account is to be called, if that is free.
    pub name: String,
    /// What is to be done then, as lines to the desk.
    pub lines: Value,
    /// The language that they are written to in. A word that is not known is read as English.
    pub language: String,
    /// The number of the mail that made the account.
    pub claimed_by: Option<i64>,
    /// The account that was made.
    pub player_id: Option<PlayerId>,
    /// The game that an invitation is to.
    pub game_id: Option<GameId>,
}

/// Whether there is such a row, expired or not.
pub async fn exists(conn: &mut Conn, hash: &[u8]) -> QueryResult<bool> {
    let row = strangers::table.find(hash);
    diesel::select(diesel::dsl::exists(row))
        .get_result(conn)
        .await
}

/// Keeps who is asked, unless the same question is there.
pub async fn insert(conn: &mut Conn, new: &NewStranger<'_>) -> QueryResult<usize> {
    diesel::insert_into(strangers::table)
        .values(new)
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Who was asked with this secret, if an answer still counts.
pub async fn find(conn: &mut Conn, hash: &[u8], now: Moment) -> QueryResult<Option<Stranger>> {
    Stranger::query()
        .filter(strangers::hash.eq(hash))
        .filter(strangers::expires_at.gt(now))
        .first(conn)
        .await
        .optional()
}

/// The same, locked until the transaction ends.
pub async fn lock(conn: &mut Conn, hash: &[u8], now: Moment) -> QueryResult<Option<Stranger>> {
    Stranger::query()
        .filter(strangers::hash.eq(hash))
        .filter(strangers::expires_at.gt(now))
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// Keeps that the mail of this number has made the account, and forgets whose address it was.
pub async fn claim(
    conn: &mut Conn,
    hash: &[u8],
    player: PlayerId,
    mail: i64,
) -> QueryResult<usize> {
    diesel::update(strangers::table.find(hash))
        .set((
            strangers::email.eq(None::<String>),
            strangers::name.eq(""),
            strangers::player_id.eq(player),
            strangers::claimed_by.eq(mail),
        ))
        .execute(conn)
        .await
}

/// Forgets what was wanted: it is done.
pub async fn done(conn: &mut Conn, hash: &[u8]) -> QueryResult<usize> {
    diesel::update(strangers::table.find(hash))
        .set(strangers::lines.eq(json!([])))
        .execute(conn)
        .await
}

/// Removes everybody who was asked and has not answered.
pub async fn remove_unanswered(conn: &mut Conn) -> QueryResult<usize> {
    diesel::delete(strangers::table.filter(strangers::player_id.is_null()))
        .execute(conn)
        .await
}

/// Removes who does not want an account.
pub async fn remove(conn: &mut Conn, hash: &[u8]) -> QueryResult<usize> {
    diesel::delete(strangers::table.find(hash))
        .execute(conn)
        .await
}

/// Removes those whose answer does not count any more.
pub async fn remove_old(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(strangers::table.filter(strangers::expires_at.le(now)))
        .execute(conn)
        .await
}
