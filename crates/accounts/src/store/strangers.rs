//! People without an account who wrote a mail, or were invited by mail. The server asks them to
//! confirm that they wrote the mail, or to accept the invitation. Their answer creates an account.
//! The key is the hash of a secret that their answer must contain.
//!
//! Once the account exists, the row refers to it and contains no personal data any more.
//! `mail_commands` decides when to ask and what an answer means.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::strangers;
use db::sets::Stored;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Language;
use serde_json::{Value, json};

/// A new question to a person without an account. No `Debug`, because it holds an address.
#[derive(Insertable)]
#[diesel(table_name = strangers)]
pub struct NewStranger<'a> {
    /// The hash of the secret that the answer must contain.
    pub hash: &'a [u8],
    /// The person's address.
    pub email: &'a str,
    /// The preferred name of the account.
    pub name: &'a str,
    /// The commands to execute once the account exists, as lines to the desk.
    pub lines: Value,
    /// The language of texts to the person.
    pub language: Stored<Language>,
    /// The last moment to answer.
    pub expires_at: Moment,
    /// The game of an invitation.
    pub game_id: Option<&'a GameId>,
}

/// A question to a person without an account. No `Debug`, because it holds an address.
#[derive(Clone, HasQuery)]
#[diesel(table_name = strangers)]
pub struct Stranger {
    /// The person's address, until the account exists.
    pub email: Option<String>,
    /// The preferred name of the account.
    pub name: String,
    /// The commands to execute once the account exists, as lines to the desk.
    pub lines: Value,
    /// The language of texts to the person. A word that this version does not know is read as
    /// English.
    pub language: String,
    /// The number of the mail that created the account.
    pub claimed_by: Option<i64>,
    /// The account.
    pub player_id: Option<PlayerId>,
    /// The game of an invitation.
    pub game_id: Option<GameId>,
}

/// Whether a question with this hash exists, expired or not.
pub async fn exists(conn: &mut Conn, hash: &[u8]) -> QueryResult<bool> {
    let row = strangers::table.find(hash);
    diesel::select(diesel::dsl::exists(row))
        .get_result(conn)
        .await
}

/// Stores a question, unless it exists already.
pub async fn insert(conn: &mut Conn, new: &NewStranger<'_>) -> QueryResult<usize> {
    diesel::insert_into(strangers::table)
        .values(new)
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Returns the question with this hash, unless it has expired.
pub async fn find(conn: &mut Conn, hash: &[u8], now: Moment) -> QueryResult<Option<Stranger>> {
    Stranger::query()
        .filter(strangers::hash.eq(hash))
        .filter(strangers::expires_at.gt(now))
        .first(conn)
        .await
        .optional()
}

/// Returns the question with this hash, unless it has expired. Locks it until the transaction ends.
pub async fn lock(conn: &mut Conn, hash: &[u8], now: Moment) -> QueryResult<Option<Stranger>> {
    Stranger::query()
        .filter(strangers::hash.eq(hash))
        .filter(strangers::expires_at.gt(now))
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// Records that the mail with this number created the account, and deletes the person's address and
/// name.
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

/// Deletes the commands, which have been executed.
pub async fn done(conn: &mut Conn, hash: &[u8]) -> QueryResult<usize> {
    diesel::update(strangers::table.find(hash))
        .set(strangers::lines.eq(json!([])))
        .execute(conn)
        .await
}

/// Deletes all unanswered questions.
pub async fn remove_unanswered(conn: &mut Conn) -> QueryResult<usize> {
    diesel::delete(strangers::table.filter(strangers::player_id.is_null()))
        .execute(conn)
        .await
}

/// Deletes a question, because the person declined.
pub async fn remove(conn: &mut Conn, hash: &[u8]) -> QueryResult<usize> {
    diesel::delete(strangers::table.find(hash))
        .execute(conn)
        .await
}

/// Deletes expired questions.
pub async fn remove_old(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(strangers::table.filter(strangers::expires_at.le(now)))
        .execute(conn)
        .await
}
