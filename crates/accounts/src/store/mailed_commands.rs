//! Commands from mails that wait for a confirmation. The key is the hash of a secret.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::mailed_commands;
use db::sets::Stored;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::Seat;
use serde_json::Value;

/// New commands. No `Debug`, because they are private text.
#[derive(Insertable)]
#[diesel(table_name = mailed_commands)]
pub struct NewCommands<'a> {
    /// The hash of the secret that confirms them.
    pub hash: &'a [u8],
    /// The player in whose name they came.
    pub player_id: PlayerId,
    /// The lines.
    pub lines: Value,
    /// The last moment to confirm them.
    pub expires_at: Moment,
    /// The seat they are for; empty for commands to the desk.
    #[diesel(embed)]
    pub seat: KeptSeat,
}

/// The seat that commands are for, if any. No `Debug`, because it shows who writes.
#[derive(Clone, Default, Insertable, Queryable, Selectable)]
#[diesel(table_name = mailed_commands)]
pub struct KeptSeat {
    /// The game.
    pub game_id: Option<GameId>,
    /// The seat.
    pub seat: Option<Stored<Seat>>,
    /// The `seq` of the mail that they answered.
    pub seq: Option<i32>,
    /// The sender's address as a keyed hash.
    pub sender: Option<String>,
    /// Whether a mail server vouched for the sender.
    pub proven: bool,
    /// Whether the mail server classified the mail as forged.
    pub forged: bool,
}

/// Stores commands.
pub async fn insert(conn: &mut Conn, new: &NewCommands<'_>) -> QueryResult<usize> {
    diesel::insert_into(mailed_commands::table)
        .values(new)
        .execute(conn)
        .await
}

/// Returns the player and the seat of the commands with this hash, if they can still be confirmed.
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

/// Assigns the commands with this hash to the mail that confirms them. A retry for the same mail
/// gets them again, another mail does not.
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

/// Deletes the commands with this hash if they are assigned to this mail.
pub async fn remove_claimed(conn: &mut Conn, hash: &[u8], mail: i64) -> QueryResult<usize> {
    let own = mailed_commands::claimed_by.eq(mail);
    diesel::delete(mailed_commands::table.find(hash).filter(own))
        .execute(conn)
        .await
}

/// Deletes all commands in the name of this player, so that they can no longer be confirmed.
pub async fn remove_of(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(mailed_commands::table.filter(mailed_commands::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Deletes commands that expired before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(mailed_commands::table.filter(mailed_commands::expires_at.lt(before)))
        .execute(conn)
        .await
}
