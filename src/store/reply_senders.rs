//! From where else than from their own address players write to their seats: only keyed hashes of
//! the addresses are stored.

use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::reply_senders;

use common::ids::PlayerId;

/// What spoke for a mail to which a player said yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Queryable)]
pub struct Yes {
    /// Whether a mail server vouched for it: then one must from then on.
    pub proven: bool,
    /// Whether the mail server called it a forgery: then it may from then on.
    pub forged: bool,
}

/// What the player said yes to of this sender; `None` when it is not believed at all.
pub async fn find(conn: &mut Conn, player: PlayerId, sender: &str) -> QueryResult<Option<Yes>> {
    reply_senders::table
        .find((player, sender))
        .select((reply_senders::proven, reply_senders::forged))
        .first(conn)
        .await
        .optional()
}

/// Keeps that this sender is believed. Where it was believed with less that spoke for it, it stays so.
pub async fn put(conn: &mut Conn, player: PlayerId, sender: &str, yes: Yes) -> QueryResult<usize> {
    let Yes { proven, forged } = yes;
    diesel::insert_into(reply_senders::table)
        .values((
            reply_senders::player_id.eq(player),
            reply_senders::id.eq(sender),
            reply_senders::proven.eq(proven),
            reply_senders::forged.eq(forged),
        ))
        .on_conflict((reply_senders::player_id, reply_senders::id))
        .do_update()
        .set((
            reply_senders::proven.eq(reply_senders::proven.and(excluded(reply_senders::proven))),
            reply_senders::forged.eq(reply_senders::forged.or(excluded(reply_senders::forged))),
        ))
        .execute(conn)
        .await
}

/// Forgets all senders of a player.
pub async fn remove(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    let own = reply_senders::table.filter(reply_senders::player_id.eq(player));
    diesel::delete(own).execute(conn).await
}
