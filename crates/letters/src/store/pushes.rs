//! Web Push subscriptions of browsers and phones.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{push_subscriptions as subscriptions, sessions, tokens, webhook_deliveries};
use db::sets::DeliveryStatus;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use notices::outbox::PUSH;
use serde_json::Value;

/// The event name of a test push.
pub const PUSH_TEST: &str = "push.test";

/// A subscription of a browser or phone. No `Debug`, because its endpoint allows others to disturb
/// its owner.
#[derive(Clone, HasQuery, Insertable)]
#[diesel(table_name = subscriptions)]
pub struct Subscription {
    /// The player.
    pub player_id: PlayerId,
    /// Its id.
    pub id: String,
    /// The session with which it ends; `None` if it belongs to a token.
    pub session_id: Option<String>,
    /// The token with which it ends; `None` if it belongs to a session.
    pub token_id: Option<String>,
    /// The target of the pushes.
    pub endpoint: String,
    /// Its public key: a point of P-256, uncompressed (RFC 8291 section 2.1).
    pub public_key: Vec<u8>,
    /// Its authentication secret (RFC 8291 section 2.1).
    pub auth: Vec<u8>,
    /// The device that it runs on, if known.
    pub device: Option<String>,
    /// Whether it gets chat messages, too.
    pub chat: bool,
    /// When it was made.
    pub created_at: Moment,
    /// When the push service last accepted something for it.
    pub told_at: Option<Moment>,
}

/// Whether the session or token of a subscription is valid.
#[diesel::dsl::auto_type(no_type_alias)]
fn is_good(now: Moment) -> _ {
    let session = sessions::table
        .filter(sessions::id.nullable().eq(subscriptions::session_id))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::expires_at.gt(now));
    let token = tokens::table
        .filter(tokens::id.nullable().eq(subscriptions::token_id))
        .filter(tokens::expires_at.gt(now));
    exists(session).or(exists(token))
}

/// Returns the valid subscriptions of a player, the oldest first.
pub async fn of_player(
    conn: &mut Conn,
    player: PlayerId,
    now: Moment,
) -> QueryResult<Vec<Subscription>> {
    subscriptions::table
        .filter(is_good(now))
        .filter(subscriptions::player_id.eq(player))
        .order((subscriptions::created_at, subscriptions::id))
        .select(Subscription::as_select())
        .load(conn)
        .await
}

/// Returns the valid subscriptions of a player, the oldest first. Each comes with whether mail may
/// wait for it: it belongs to a session, or to a token with this scope.
pub async fn that_mail_waits_for(
    conn: &mut Conn,
    player: PlayerId,
    scope: &str,
    now: Moment,
) -> QueryResult<Vec<(Subscription, bool)>> {
    let may = tokens::table
        .filter(tokens::id.nullable().eq(subscriptions::token_id))
        .filter(tokens::scopes.like(format!("%{scope}%")));
    subscriptions::table
        .filter(is_good(now))
        .filter(subscriptions::player_id.eq(player))
        .order((subscriptions::created_at, subscriptions::id))
        .select((
            Subscription::as_select(),
            subscriptions::session_id.is_not_null().or(exists(may)),
        ))
        .load(conn)
        .await
}

/// Returns the valid ones of these subscriptions.
pub async fn by_ids(
    conn: &mut Conn,
    players: &[PlayerId],
    ids: &[&str],
    now: Moment,
) -> QueryResult<Vec<Subscription>> {
    subscriptions::table
        .filter(is_good(now))
        .filter(subscriptions::player_id.eq_any(players))
        .filter(subscriptions::id.eq_any(ids))
        .select(Subscription::as_select())
        .load(conn)
        .await
}

/// Returns those of these players with valid subscriptions, each with whether a subscription gets
/// chat messages. A player with both kinds appears twice.
pub async fn with_any(
    conn: &mut Conn,
    players: &[PlayerId],
    now: Moment,
) -> QueryResult<Vec<(PlayerId, bool)>> {
    subscriptions::table
        .filter(is_good(now))
        .filter(subscriptions::player_id.eq_any(players))
        .select((subscriptions::player_id, subscriptions::chat))
        .distinct()
        .load(conn)
        .await
}

/// Returns the name of this token, if it exists. The token cannot be deleted until the transaction
/// ends.
pub async fn held(conn: &mut Conn, token: &str) -> QueryResult<Option<String>> {
    tokens::table
        .find(token)
        .select(tokens::name)
        .for_key_share()
        .first(conn)
        .await
        .optional()
}

/// Adds a subscription. It replaces one with the same endpoint, and the oldest one if there are
/// `most` already. The subscriptions of all sessions together and those of each token are counted
/// separately, so that a token never displaces others. Returns whether it is new: the player had
/// none with this endpoint, key and token.
pub async fn insert(conn: &mut Conn, new: &Subscription, most: i64) -> QueryResult<bool> {
    let before = subscriptions::table
        .filter(subscriptions::player_id.eq(new.player_id))
        .filter(subscriptions::endpoint.eq(&new.endpoint));
    let before: Option<(Vec<u8>, Option<String>)> = diesel::delete(before)
        .returning((subscriptions::public_key, subscriptions::token_id))
        .get_result(conn)
        .await
        .optional()?;
    let is_known =
        before.is_some_and(|(key, token)| key == new.public_key && token == new.token_id);
    let oldest = subscriptions::table
        .filter(subscriptions::player_id.eq(new.player_id))
        .filter(subscriptions::token_id.is_not_distinct_from(&new.token_id))
        .order((subscriptions::created_at.desc(), subscriptions::id))
        .offset(most - 1)
        .select(subscriptions::id);
    let oldest: Vec<String> = oldest.load(conn).await?;
    let oldest = subscriptions::table
        .filter(subscriptions::player_id.eq(new.player_id))
        .filter(subscriptions::id.eq_any(oldest));
    diesel::delete(oldest).execute(conn).await?;
    diesel::insert_into(subscriptions::table)
        .values(new)
        .execute(conn)
        .await?;
    Ok(!is_known)
}

/// Deletes a subscription of this player. Returns whether it existed.
pub async fn remove(conn: &mut Conn, player: PlayerId, id: &str) -> QueryResult<bool> {
    diesel::delete(subscriptions::table.find((player, id)))
        .execute(conn)
        .await
        .map(|removed| removed > 0)
}

/// Deletes the subscriptions of all players.
pub async fn remove_everybodys(conn: &mut Conn) -> QueryResult<usize> {
    diesel::delete(subscriptions::table).execute(conn).await
}

/// Deletes subscriptions whose session or token is no longer valid.
pub async fn forget(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(subscriptions::table.filter(not(is_good(now))))
        .execute(conn)
        .await
}

/// Records that the push service accepted something.
pub async fn note(conn: &mut Conn, player: PlayerId, id: &str, now: Moment) -> QueryResult<usize> {
    diesel::update(subscriptions::table.find((player, id)))
        .set((subscriptions::told_at.eq(now), subscriptions::misses.eq(0)))
        .execute(conn)
        .await
}

/// Records that the push service did not accept something. Deletes the subscription after `most`
/// such failures in a row.
pub async fn miss(conn: &mut Conn, player: PlayerId, id: &str, most: i16) -> QueryResult<usize> {
    let one = subscriptions::table.find((player, id));
    diesel::update(one)
        .set(subscriptions::misses.eq(subscriptions::misses + 1))
        .execute(conn)
        .await?;
    diesel::delete(one.filter(subscriptions::misses.ge(most)))
        .execute(conn)
        .await
}

/// Queues a push: `body`, and the facts that the server needs about it.
pub async fn tell(
    conn: &mut Conn,
    to: &Subscription,
    game: Option<&GameId>,
    facts: &Value,
    body: &str,
    now: Moment,
) -> QueryResult<usize> {
    diesel::insert_into(webhook_deliveries::table)
        .values((
            webhook_deliveries::player_id.eq(to.player_id),
            webhook_deliveries::webhook_id.eq(&to.id),
            webhook_deliveries::event.eq(PUSH),
            webhook_deliveries::game_id.eq(game.map(ToString::to_string)),
            webhook_deliveries::facts.eq(facts),
            webhook_deliveries::body.eq(body),
            webhook_deliveries::created_at.eq(now),
            webhook_deliveries::due_at.eq(now),
        ))
        .execute(conn)
        .await
}

/// Queues a test push, unless one is queued already. Simultaneous calls for a subscription wait for
/// each other.
pub async fn test(conn: &mut Conn, it: &Subscription, now: Moment) -> QueryResult<()> {
    let one = subscriptions::table.find((it.player_id, &it.id));
    let locked: Option<String> = one
        .select(subscriptions::id)
        .for_no_key_update()
        .first(conn)
        .await
        .optional()?;
    let waiting = webhook_deliveries::table
        .filter(webhook_deliveries::player_id.eq(it.player_id))
        .filter(webhook_deliveries::webhook_id.eq(&it.id))
        .filter(webhook_deliveries::event.eq(PUSH_TEST))
        .filter(webhook_deliveries::status.eq(DeliveryStatus::Waiting));
    let waits: bool = diesel::select(exists(waiting)).get_result(conn).await?;
    if locked.is_some() && !waits {
        diesel::insert_into(webhook_deliveries::table)
            .values((
                webhook_deliveries::player_id.eq(it.player_id),
                webhook_deliveries::webhook_id.eq(&it.id),
                webhook_deliveries::event.eq(PUSH_TEST),
                webhook_deliveries::created_at.eq(now),
                webhook_deliveries::due_at.eq(now),
            ))
            .execute(conn)
            .await?;
    }
    Ok(())
}
