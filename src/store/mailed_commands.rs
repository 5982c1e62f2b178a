//! Commands that came by mail and wait to be confirmed, under the hash of a secret.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::Value;

use super::schema::mailed_commands;
use crate::clock::Moment;

/// Commands to be kept. No `Debug`: they are what somebody wrote.
#[derive(Insertable)]
#[diesel(table_name = mailed_commands)]
pub struct NewCommands<'a> {
    /// The hash of the secret that confirms them.
    pub hash: &'a [u8],
    /// In whose name they came.
    pub player_id: i64,
    /// The lines.
    pub lines: Value,
    /// Until when they may be confirmed.
    pub expires_at: Moment,
}

/// Keeps commands; earlier ones of the player are void.
pub async fn replace(conn: &mut AsyncPgConnection, new: &NewCommands<'_>) -> QueryResult<()> {
    diesel::delete(mailed_commands::table.filter(mailed_commands::player_id.eq(new.player_id)))
        .execute(conn)
        .await?;
    diesel::insert_into(mailed_commands::table)
        .values(new)
        .execute(conn)
        .await?;
    Ok(())
}

/// The commands under this hash, if they may still be confirmed, with their player.
pub async fn find(
    conn: &mut AsyncPgConnection,
    hash: &[u8],
    now: Moment,
) -> QueryResult<Option<(i64, Value)>> {
    mailed_commands::table
        .find(hash)
        .filter(mailed_commands::expires_at.gt(now))
        .select((mailed_commands::player_id, mailed_commands::lines))
        .first(conn)
        .await
        .optional()
}

/// Removes the commands under this hash: they are carried out.
pub async fn remove(conn: &mut AsyncPgConnection, hash: &[u8]) -> QueryResult<usize> {
    diesel::delete(mailed_commands::table.find(hash))
        .execute(conn)
        .await
}

/// Removes what expired before `before`.
pub async fn remove_old(conn: &mut AsyncPgConnection, before: Moment) -> QueryResult<usize> {
    diesel::delete(mailed_commands::table.filter(mailed_commands::expires_at.lt(before)))
        .execute(conn)
        .await
}
