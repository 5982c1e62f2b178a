//! Additional sender addresses from which players write to their seats. Only keyed hashes of the
//! addresses are stored.

use common::ids::PlayerId;
use db::Conn;
use db::schema::reply_senders;
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;

/// The checks of a mail whose sender the player confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Queryable)]
pub struct Yes {
    /// Whether a mail server vouched for it. Then later mails need that as well.
    pub proven: bool,
    /// Whether the mail server classified it as forged. Then later mails may be classified so, too.
    pub forged: bool,
}

/// Returns the checks under which the player trusts this sender; `None` if the sender is not
/// trusted.
pub async fn find(conn: &mut Conn, player: PlayerId, sender: &str) -> QueryResult<Option<Yes>> {
    reply_senders::table
        .find((player, sender))
        .select((reply_senders::proven, reply_senders::forged))
        .first(conn)
        .await
        .optional()
}

/// Stores a sender as trusted. If the sender was trusted with weaker checks before, the weaker
/// checks stay sufficient.
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

/// Deletes all senders of a player.
pub async fn remove(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    let own = reply_senders::table.filter(reply_senders::player_id.eq(player));
    diesel::delete(own).execute(conn).await
}
