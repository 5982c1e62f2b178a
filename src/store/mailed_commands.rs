//! Commands that came by mail and wait to be confirmed, under the hash of a secret.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Seat;
use serde_json::Value;

use db::Conn;
use db::schema::mailed_commands;
use db::sets::Stored;

/// Commands to be kept. No `Debug`: they are what somebody wrote.
#[derive(Insertable)]
#[diesel(table_name = mailed_commands)]
pub struct NewCommands<'a> {
    /// The hash of the secret that confirms them.
    pub hash: &'a [u8],
    /// In whose name they came.
    pub player_id: PlayerId,
    /// The lines.
    pub lines: Value,
    /// Until when they may be confirmed.
    pub expires_at: Moment,
    /// The seat that they are for; none for the desk.
    #[diesel(embed)]
    pub seat: KeptSeat,
}

/// The seat that commands are for, where they are for one. No `Debug`: it tells who writes.
#[derive(Clone, Default, Insertable, Queryable, Selectable)]
#[diesel(table_name = mailed_commands)]
pub struct KeptSeat {
    /// The game.
    pub game_id: Option<GameId>,
    /// The seat.
    pub seat: Option<Stored<Seat>>,
    /// The `seq` of the mail that they answered.
    pub seq: Option<i32>,
    /// From where they came, under a keyed hash.
    pub sender: Option<String>,
    /// Whether a mail server vouched for that.
    pub proven: bool,
    /// Whether the mail server called it a forgery.
    pub forged: bool,
}

/// Keeps commands.
pub async fn insert(conn: &mut Conn, new: &NewCommands<'_>) -> QueryResult<usize> {
    diesel::insert_into(mailed_commands::table)
        .values(new)
        .execute(conn)
        .await
}

/// Whose commands lie under this hash, and for which seat, if they may still be confirmed.
pub async fn find(
    conn: &mut Conn,
    hash: &[u8],
    now: Moment,
) -> QueryResult<Option<(PlayerId, KeptSeat)>> {
    mailed_commands::table
        .find(hash)
        .filter(mailed_commands::expires_at.gt(now))
        .select((mailed_commands::player_id, KeptSeat::as_select()))
        .first(conn)
        .await
        .optional()
}

/// Takes the commands under this hash for the mail that confirms them: no other mail gets them,
/// and the same one gets them again.
pub async fn claim(conn: &mut Conn, hash: &[u8], mail: i64) -> QueryResult<Option<Value>> {
    let free = mailed_commands::claimed_by
        .is_null()
        .or(mailed_commands::claimed_by.eq(mail));
    diesel::update(mailed_commands::table.find(hash).filter(free))
        .set(mailed_commands::claimed_by.eq(mail))
        .returning(mailed_commands::lines)
        .get_result(conn)
        .await
        .optional()
}

/// Removes the commands under this hash: they are carried out.
pub async fn remove(conn: &mut Conn, hash: &[u8]) -> QueryResult<usize> {
    diesel::delete(mailed_commands::table.find(hash))
        .execute(conn)
        .await
}

/// Removes all commands in the name of this player: nobody confirms them any more.
pub async fn remove_of(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(mailed_commands::table.filter(mailed_commands::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Removes what expired before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(mailed_commands::table.filter(mailed_commands::expires_at.lt(before)))
        .execute(conn)
        .await
}
