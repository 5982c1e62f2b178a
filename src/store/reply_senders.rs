//! From where else than from their own address players write to their seats: only keyed hashes of
//! the addresses are stored.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::schema::reply_senders;

/// Whether this sender is believed only where a mail server vouches for it; `None` when it is not
/// believed at all.
pub async fn find(
    conn: &mut AsyncPgConnection,
    player: i64,
    sender: &str,
) -> QueryResult<Option<bool>> {
    reply_senders::table
        .find((player, sender))
        .select(reply_senders::proven)
        .first(conn)
        .await
        .optional()
}

/// Keeps that this sender is believed. Where it was believed without proof, it stays so.
pub async fn put(
    conn: &mut AsyncPgConnection,
    player: i64,
    sender: &str,
    proven: bool,
) -> QueryResult<usize> {
    let row = (
        reply_senders::player_id.eq(player),
        reply_senders::id.eq(sender),
        reply_senders::proven.eq(proven),
    );
    let insert = diesel::insert_into(reply_senders::table).values(row);
    match proven {
        true => insert.on_conflict_do_nothing().execute(conn).await,
        false => {
            insert
                .on_conflict((reply_senders::player_id, reply_senders::id))
                .do_update()
                .set(reply_senders::proven.eq(false))
                .execute(conn)
                .await
        }
    }
}

/// Forgets all senders of a player.
pub async fn remove(conn: &mut AsyncPgConnection, player: i64) -> QueryResult<usize> {
    let own = reply_senders::table.filter(reply_senders::player_id.eq(player));
    diesel::delete(own).execute(conn).await
}
