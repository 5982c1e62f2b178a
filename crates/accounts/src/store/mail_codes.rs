//! Hashes of codes that the server sent by mail.
//!
//! `accounts::codes` decides how a code looks and how long it is valid.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::mail_codes;
use db::sets::Purpose;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use subtle::ConstantTimeEq;

/// A new code. No `Debug`, because it holds an address.
#[derive(Insertable)]
#[diesel(table_name = mail_codes)]
pub struct NewCode<'a> {
    /// The player.
    pub player_id: PlayerId,
    /// Its purpose.
    pub purpose: Purpose,
    /// The address it was sent to.
    pub email: &'a str,
    /// The hash of the code.
    pub code_hash: Vec<u8>,
    /// The hash of the secret in the link, if the mail has one.
    pub link_hash: Option<Vec<u8>>,
    /// When it was made.
    pub created_at: Moment,
    /// When it expires.
    pub expires_at: Moment,
}

/// The counter of failed attempts that applies. The two are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tries {
    /// Attempts by anybody who knows the player's name.
    ByName,
    /// Attempts by the signed-in player.
    Own,
}

#[derive(HasQuery)]
#[diesel(table_name = mail_codes)]
struct Code {
    id: i64,
    email: String,
    code_hash: Vec<u8>,
    expires_at: Moment,
    attempts: i32,
    own_attempts: i32,
}

/// Stores a code. Earlier codes of the player for the same purpose become invalid. Their links stay
/// valid, so that nobody can invalidate a link by requesting another code.
pub async fn replace(conn: &mut Conn, code: &NewCode<'_>) -> QueryResult<()> {
    diesel::update(
        mail_codes::table
            .filter(mail_codes::player_id.eq(code.player_id))
            .filter(mail_codes::purpose.eq(code.purpose))
            .filter(mail_codes::replaced_at.is_null()),
    )
    .set(mail_codes::replaced_at.eq(code.created_at))
    .execute(conn)
    .await?;
    diesel::insert_into(mail_codes::table)
        .values(code)
        .execute(conn)
        .await?;
    Ok(())
}

/// Invalidates the player's open codes and links for a purpose.
pub async fn void(
    conn: &mut Conn,
    player: PlayerId,
    purpose: Purpose,
    now: Moment,
) -> QueryResult<usize> {
    diesel::update(
        mail_codes::table
            .filter(mail_codes::player_id.eq(player))
            .filter(mail_codes::purpose.eq(purpose))
            .filter(mail_codes::used_at.is_null()),
    )
    .set(mail_codes::used_at.eq(now))
    .execute(conn)
    .await
}

/// Invalidates all open codes and links of the player.
pub async fn void_all(conn: &mut Conn, player: PlayerId, now: Moment) -> QueryResult<usize> {
    diesel::update(
        mail_codes::table
            .filter(mail_codes::player_id.eq(player))
            .filter(mail_codes::used_at.is_null()),
    )
    .set(mail_codes::used_at.eq(now))
    .execute(conn)
    .await
}

/// Uses up the player's open code if it has this hash. Returns the address it was sent to. Counts a
/// wrong code, so the caller must commit the transaction in either case.
pub async fn take(
    conn: &mut Conn,
    player: PlayerId,
    purpose: Purpose,
    hash: &[u8],
    (whose, max_attempts): (Tries, i32),
    now: Moment,
) -> QueryResult<Option<String>> {
    let open = Code::query()
        .filter(mail_codes::player_id.eq(player))
        .filter(mail_codes::purpose.eq(purpose))
        .filter(mail_codes::used_at.is_null())
        .filter(mail_codes::replaced_at.is_null())
        .order(mail_codes::id.desc())
        .for_update()
        .first(conn)
        .await
        .optional()?;
    let Some(code) = open else {
        return Ok(None);
    };
    let attempts = match whose {
        Tries::ByName => code.attempts,
        Tries::Own => code.own_attempts,
    };
    if code.expires_at <= now || attempts >= max_attempts {
        return Ok(None);
    }
    if bool::from(code.code_hash.ct_eq(hash)) {
        void(conn, player, purpose, now).await?;
        return Ok(Some(code.email));
    }
    let row = diesel::update(mail_codes::table.find(code.id));
    match whose {
        Tries::ByName => row.set(mail_codes::attempts.eq(attempts + 1)).execute(conn),
        Tries::Own => row
            .set(mail_codes::own_attempts.eq(attempts + 1))
            .execute(conn),
    }
    .await?;
    Ok(None)
}

/// Returns the player whose valid link has this hash.
pub async fn owner_of_link(
    conn: &mut Conn,
    purpose: Purpose,
    hash: &[u8],
    now: Moment,
) -> QueryResult<Option<PlayerId>> {
    mail_codes::table
        .filter(mail_codes::link_hash.eq(hash))
        .filter(mail_codes::purpose.eq(purpose))
        .filter(mail_codes::used_at.is_null())
        .filter(mail_codes::expires_at.gt(now))
        .select(mail_codes::player_id)
        .first(conn)
        .await
        .optional()
}

/// Uses up a link, and the player's other codes and links for the same purpose. The caller has
/// locked the player. Returns the address the link was sent to.
pub async fn take_link(
    conn: &mut Conn,
    player: PlayerId,
    purpose: Purpose,
    hash: &[u8],
    now: Moment,
) -> QueryResult<Option<String>> {
    let email: Option<String> = mail_codes::table
        .filter(mail_codes::link_hash.eq(hash))
        .filter(mail_codes::player_id.eq(player))
        .filter(mail_codes::purpose.eq(purpose))
        .filter(mail_codes::used_at.is_null())
        .filter(mail_codes::expires_at.gt(now))
        .select(mail_codes::email)
        .first(conn)
        .await
        .optional()?;
    if email.is_some() {
        void(conn, player, purpose, now).await?;
    }
    Ok(email)
}

/// Deletes codes that expired before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(mail_codes::table.filter(mail_codes::expires_at.lt(before)))
        .execute(conn)
        .await
}
