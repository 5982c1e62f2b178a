//! Codes that were sent by mail, as hashes.
//!
//! What a code looks like and how long it is good for is `service::codes`' business.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use subtle::ConstantTimeEq;

use super::schema::mail_codes;
use crate::clock::Moment;

/// A code to be stored. No `Debug`: it holds an address.
#[derive(Insertable)]
#[diesel(table_name = mail_codes)]
pub struct NewCode<'a> {
    /// Whose it is.
    pub player_id: i64,
    /// What it is for.
    pub purpose: &'a str,
    /// Where it was sent.
    pub email: &'a str,
    /// The hash of the code.
    pub code_hash: Vec<u8>,
    /// When it was made.
    pub created_at: Moment,
    /// Until when it is good.
    pub expires_at: Moment,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = mail_codes)]
struct Code {
    id: i64,
    email: String,
    code_hash: Vec<u8>,
    expires_at: Moment,
    attempts: i32,
}

/// Stores a code; earlier ones of the player for the same purpose are void.
pub async fn replace(conn: &mut AsyncPgConnection, code: &NewCode<'_>) -> QueryResult<()> {
    void(conn, code.player_id, &[code.purpose], code.created_at).await?;
    diesel::insert_into(mail_codes::table)
        .values(code)
        .execute(conn)
        .await?;
    Ok(())
}

/// Makes the player's open codes for these purposes void.
pub async fn void(
    conn: &mut AsyncPgConnection,
    player: i64,
    purposes: &[&str],
    now: Moment,
) -> QueryResult<usize> {
    diesel::update(
        mail_codes::table
            .filter(mail_codes::player_id.eq(player))
            .filter(mail_codes::purpose.eq_any(purposes))
            .filter(mail_codes::used_at.is_null()),
    )
    .set(mail_codes::used_at.eq(now))
    .execute(conn)
    .await
}

/// Uses up the player's open code if it has this hash, and answers where it had been sent. A
/// wrong one is counted: the transaction must be committed in either case.
pub async fn take(
    conn: &mut AsyncPgConnection,
    player: i64,
    purpose: &str,
    hash: &[u8],
    max_attempts: i32,
    now: Moment,
) -> QueryResult<Option<String>> {
    let open = mail_codes::table
        .filter(mail_codes::player_id.eq(player))
        .filter(mail_codes::purpose.eq(purpose))
        .filter(mail_codes::used_at.is_null())
        .order(mail_codes::id.desc())
        .select(Code::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()?;
    let Some(code) = open.filter(|code| code.expires_at > now && code.attempts < max_attempts)
    else {
        return Ok(None);
    };
    let row = diesel::update(mail_codes::table.find(code.id));
    if bool::from(code.code_hash.ct_eq(hash)) {
        row.set(mail_codes::used_at.eq(now)).execute(conn).await?;
        Ok(Some(code.email))
    } else {
        row.set(mail_codes::attempts.eq(code.attempts + 1))
            .execute(conn)
            .await?;
        Ok(None)
    }
}

/// Removes codes that were over before `before`.
pub async fn remove_old(conn: &mut AsyncPgConnection, before: Moment) -> QueryResult<usize> {
    diesel::delete(mail_codes::table.filter(mail_codes::expires_at.lt(before)))
        .execute(conn)
        .await
}
