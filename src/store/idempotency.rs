//! Requests that may come again: what their senders call them, and what came of them.

use common::clock::Moment;
use common::ids::{DealId, GameId, PlayerId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::idempotency_keys;

/// What is known of a request that came before.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct Known {
    /// The hash of what it asked for.
    pub request: Vec<u8>,
    /// The game that it made.
    pub game_id: Option<GameId>,
    /// The deal that it made.
    pub deal_id: Option<DealId>,
}

/// Takes a key for a request; what is known of the one that took it at `since` or later, if one
/// did. Whoever comes at the same moment waits here until the other is done.
pub async fn take(
    conn: &mut Conn,
    player: PlayerId,
    key: &str,
    request: &[u8],
    since: Moment,
    now: Moment,
) -> QueryResult<Option<Known>> {
    let row = idempotency_keys::table.find((player, key));
    diesel::delete(row.filter(idempotency_keys::created_at.lt(since)))
        .execute(conn)
        .await?;
    let taken = diesel::insert_into(idempotency_keys::table)
        .values((
            idempotency_keys::player_id.eq(player),
            idempotency_keys::key.eq(key),
            idempotency_keys::request.eq(request),
            idempotency_keys::created_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    if taken > 0 {
        return Ok(None);
    }
    row.select((
        idempotency_keys::request,
        idempotency_keys::game_id,
        idempotency_keys::deal_id,
    ))
    .first(conn)
    .await
    .map(Some)
}

/// Keeps which game a request has made.
pub async fn keep(
    conn: &mut Conn,
    player: PlayerId,
    key: &str,
    game: &GameId,
) -> QueryResult<usize> {
    diesel::update(idempotency_keys::table.find((player, key)))
        .set(idempotency_keys::game_id.eq(game))
        .execute(conn)
        .await
}

/// Keeps which deal a request has made.
pub async fn keep_deal(
    conn: &mut Conn,
    player: PlayerId,
    key: &str,
    deal: &DealId,
) -> QueryResult<usize> {
    diesel::update(idempotency_keys::table.find((player, key)))
        .set(idempotency_keys::deal_id.eq(deal))
        .execute(conn)
        .await
}

/// Forgets requests that came before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let old = idempotency_keys::table.filter(idempotency_keys::created_at.lt(before));
    diesel::delete(old).execute(conn).await
}
