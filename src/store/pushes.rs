//! Browsers and phones that are told by Web Push.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::Value;

use db::Conn;
use db::schema::{push_subscriptions as subscriptions, sessions, tokens, webhook_deliveries};
use db::sets::DeliveryStatus;

/// The event that a push is among deliveries.
pub const PUSH: &str = "push";

/// The event that a test of a browser or phone is.
pub const PUSH_TEST: &str = "push.test";

/// A browser or phone that is told. Whoever knows the endpoint can disturb its owner: no `Debug`.
#[derive(Clone, HasQuery, Insertable)]
#[diesel(table_name = subscriptions)]
pub struct Subscription {
    /// Whose it is.
    pub player_id: PlayerId,
    /// Its id.
    pub id: String,
    /// The session with which it ends; none where a token asked for it.
    pub session_id: Option<String>,
    /// The token with which it ends; none where a session asked for it.
    pub token_id: Option<String>,
    /// Where to.
    pub endpoint: String,
    /// Its public key: a point of P-256, uncompressed (RFC 8291 section 2.1).
    pub public_key: Vec<u8>,
    /// Its secret, which tells what is meant for it (RFC 8291 section 2.1).
    pub auth: Vec<u8>,
    /// What it runs on, if it told.
    pub device: Option<String>,
    /// Whether it is told what is said, too.
    pub chat: bool,
    /// When it was made.
    pub created_at: Moment,
    /// When something was last taken for it.
    pub told_at: Option<Moment>,
}

/// Whether its session or token is still good.
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

/// Those of a player that are told, the oldest first.
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

/// The same, each with whether mail may wait for it: a session asked for it, or a token with this scope.
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

/// Those of these that are told.
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

/// Which of these players have one that is told, and whether one that is told what is said.
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

/// The name of this token, if there is one still; nobody ends it until the end of the transaction.
pub async fn held(conn: &mut Conn, token: &str) -> QueryResult<Option<String>> {
    tokens::table
        .find(token)
        .select(tokens::name)
        .for_key_share()
        .first(conn)
        .await
        .optional()
}

/// Adds one, in place of the one with the same endpoint, and of the oldest where there are `most`: those of sessions
/// and those of each token are counted apart, so that no token ends what others asked for. Returns whether it is new:
/// there was none with this endpoint and key, or that was of sessions and this is of a token, or the other way round.
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

/// Removes one of this player; answers whether there was one.
pub async fn remove(conn: &mut Conn, player: PlayerId, id: &str) -> QueryResult<bool> {
    diesel::delete(subscriptions::table.find((player, id)))
        .execute(conn)
        .await
        .map(|removed| removed > 0)
}

/// Removes all of a player.
pub async fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(subscriptions::table.filter(subscriptions::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Ends those of all players.
pub async fn remove_everybodys(conn: &mut Conn) -> QueryResult<usize> {
    diesel::delete(subscriptions::table).execute(conn).await
}

/// Removes those whose session was ended or whose token has expired.
pub async fn forget(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(subscriptions::table.filter(not(is_good(now))))
        .execute(conn)
        .await
}

/// Notes that something was taken.
pub async fn note(conn: &mut Conn, player: PlayerId, id: &str, now: Moment) -> QueryResult<usize> {
    diesel::update(subscriptions::table.find((player, id)))
        .set((subscriptions::told_at.eq(now), subscriptions::misses.eq(0)))
        .execute(conn)
        .await
}

/// Notes that something was not taken, and removes it where that was so `most` times in a row.
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

/// Has this one told something: `body`, with what is to be known of it here.
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

/// Has this one tested, unless a test waits for it already. Tests at the same moment wait for each other.
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
