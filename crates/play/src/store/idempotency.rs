//! Idempotency keys of requests that create games and deals, and what the requests created.

use common::clock::Moment;
use common::ids::{DealId, GameId, PlayerId};
use db::Conn;
use db::schema::idempotency_keys;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// A known request with the same key.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct Known {
    /// The hash of its content.
    pub request: Vec<u8>,
    /// The game that it created.
    pub game_id: Option<GameId>,
    /// The deal that it created.
    pub deal_id: Option<DealId>,
}

/// Takes a key for a request. If a request took the key at `since` or later, returns that request
/// instead. A simultaneous request with the same key waits here until the other one has ended.
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

/// Stores the game that a request created.
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

/// Stores the deal that a request created.
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

/// Deletes keys of requests that arrived before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let old = idempotency_keys::table.filter(idempotency_keys::created_at.lt(before));
    diesel::delete(old).execute(conn).await
}
