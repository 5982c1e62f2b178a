//! Webhooks and their deliveries. The statements that store notices and messages queue the
//! deliveries about them (`notices::deliveries`, `social::store::messages`).

use std::collections::BTreeMap;

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{tokens, webhook_deliveries as deliveries, webhooks};
use db::sets::{DeliveryStatus, DisabledBy, WebhookFormat};
use db::sweep::sweep;
use diesel::dsl::{count_star, exists};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::store::Leased;

/// A webhook. No `Debug`, because it holds secrets.
#[derive(Clone, HasQuery, Insertable, AsChangeset)]
#[diesel(primary_key(player_id, id))]
#[diesel(treat_none_as_null = true)]
pub struct Webhook {
    /// The player.
    pub player_id: PlayerId,
    /// Its id.
    pub id: String,
    /// The only game that it reports; `None` for all of the player's games.
    pub game_id: Option<GameId>,
    /// The target URL.
    pub url: String,
    /// The format of its bodies.
    pub format: WebhookFormat,
    /// The events that it gets, separated by spaces.
    pub events: String,
    /// The secret that signs.
    pub secret: Vec<u8>,
    /// The previous secret.
    pub old_secret: Option<Vec<u8>>,
    /// Until when the previous secret signs as well.
    pub old_until: Option<Moment>,
    /// When it was made.
    pub created_at: Moment,
    /// Since when it is off.
    pub disabled_at: Option<Moment>,
    /// Why it is off.
    pub disabled_by: Option<DisabledBy>,
    /// Start of the current series of failures.
    pub failing_since: Option<Moment>,
    /// When it first accepted something.
    pub taken_at: Option<Moment>,
    /// The token with which it ends; `None` if a session made it.
    pub token_id: Option<String>,
}

/// Adds a webhook.
pub async fn insert(conn: &mut Conn, webhook: &Webhook) -> QueryResult<usize> {
    diesel::insert_into(webhooks::table)
        .values(webhook)
        .execute(conn)
        .await
}

/// Returns the number of a player's webhooks.
pub async fn count(conn: &mut Conn, player: PlayerId) -> QueryResult<i64> {
    webhooks::table
        .filter(webhooks::player_id.eq(player))
        .select(count_star())
        .first(conn)
        .await
}

/// Returns the webhooks of a player, the oldest first.
pub async fn of_player(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<Webhook>> {
    Webhook::query()
        .filter(webhooks::player_id.eq(player))
        .order((webhooks::created_at, webhooks::id))
        .load(conn)
        .await
}

/// Returns a webhook of this player.
pub async fn find(conn: &mut Conn, player: PlayerId, id: &str) -> QueryResult<Option<Webhook>> {
    Webhook::query()
        .filter(webhooks::player_id.eq(player))
        .filter(webhooks::id.eq(id))
        .first(conn)
        .await
        .optional()
}

/// Returns a webhook of this player, locked against changes until the transaction ends.
pub async fn lock(conn: &mut Conn, player: PlayerId, id: &str) -> QueryResult<Option<Webhook>> {
    Webhook::query()
        .filter(webhooks::player_id.eq(player))
        .filter(webhooks::id.eq(id))
        .for_no_key_update()
        .first(conn)
        .await
        .optional()
}

/// Updates the row of a webhook.
pub async fn update(conn: &mut Conn, webhook: &Webhook) -> QueryResult<usize> {
    diesel::update(webhooks::table.find((webhook.player_id, &webhook.id)))
        .set(webhook)
        .execute(conn)
        .await
}

/// Deletes a webhook of this player, with its deliveries. Returns whether it existed.
pub async fn remove(conn: &mut Conn, player: PlayerId, id: &str) -> QueryResult<bool> {
    let removed = diesel::delete(webhooks::table.find((player, id)))
        .execute(conn)
        .await?;
    let told = deliveries::table
        .filter(deliveries::player_id.eq(player))
        .filter(deliveries::webhook_id.eq(id));
    diesel::delete(told).execute(conn).await?;
    Ok(removed > 0)
}

/// Records that a webhook fails now. Returns the start of the current series of failures.
pub async fn fails(
    conn: &mut Conn,
    player: PlayerId,
    id: &str,
    now: Moment,
) -> QueryResult<Option<Moment>> {
    diesel::sql_query(
        "UPDATE webhooks SET failing_since = COALESCE(failing_since, $3)
         WHERE player_id = $1 AND id = $2 RETURNING failing_since AS at",
    )
    .bind::<BigInt, _>(player)
    .bind::<Text, _>(id)
    .bind::<Timestamptz, _>(now)
    .get_result::<At>(conn)
    .await
    .optional()
    .map(|noted| noted.and_then(|noted| noted.at))
}

/// Records that a webhook accepted something now. Usually nothing changes, and no row is written.
pub async fn works(conn: &mut Conn, player: PlayerId, id: &str, now: Moment) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE webhooks SET failing_since = NULL, taken_at = COALESCE(taken_at, $3)
         WHERE player_id = $1 AND id = $2
             AND (failing_since IS NOT NULL OR taken_at IS NULL)",
    )
    .bind::<BigInt, _>(player)
    .bind::<Text, _>(id)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await
}

#[derive(QueryableByName)]
struct At {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<Moment>,
}

/// A delivery, as the webhook's owner sees it.
#[derive(HasQuery)]
#[diesel(table_name = deliveries)]
pub struct Delivery {
    /// Its id.
    pub id: String,
    /// The event.
    pub event: String,
    /// Its state.
    pub status: DeliveryStatus,
    /// The number of attempts.
    pub attempts: i32,
    /// The last status code.
    pub code: Option<i32>,
    /// When the event happened.
    pub created_at: Moment,
    /// When the next attempt is due.
    pub due_at: Moment,
    /// When the last attempt was.
    pub tried_at: Option<Moment>,
}

/// Returns the newest deliveries of a webhook, at most `limit`.
pub async fn told(
    conn: &mut Conn,
    player: PlayerId,
    webhook: &str,
    limit: i64,
) -> QueryResult<Vec<Delivery>> {
    Delivery::query()
        .filter(deliveries::player_id.eq(player))
        .filter(deliveries::webhook_id.eq(webhook))
        .order((deliveries::created_at.desc(), deliveries::id.desc()))
        .limit(limit)
        .load(conn)
        .await
}

/// Queues an event that is not about a game, unless the same event is queued already. Returns the
/// queued delivery. The caller has locked the webhook.
pub async fn tell_once(
    conn: &mut Conn,
    webhook: &Webhook,
    event: &str,
    now: Moment,
) -> QueryResult<Delivery> {
    let waiting = waiting_for(webhook.player_id, &webhook.id).filter(deliveries::event.eq(event));
    let waiting = waiting.select(Delivery::as_select());
    if let Some(waiting) = waiting.first(conn).await.optional()? {
        return Ok(waiting);
    }
    diesel::insert_into(deliveries::table)
        .values((
            deliveries::player_id.eq(webhook.player_id),
            deliveries::webhook_id.eq(&webhook.id),
            deliveries::event.eq(event),
            deliveries::created_at.eq(now),
            deliveries::due_at.eq(now),
        ))
        .returning(Delivery::as_select())
        .get_result(conn)
        .await
}

/// The waiting deliveries of a webhook.
#[diesel::dsl::auto_type(no_type_alias)]
fn waiting_for<'a>(player: PlayerId, webhook: &'a str) -> _ {
    let waiting: DeliveryStatus = DeliveryStatus::Waiting;
    deliveries::table
        .filter(deliveries::player_id.eq(player))
        .filter(deliveries::webhook_id.eq(webhook))
        .filter(deliveries::status.eq(waiting))
}

/// Drops the waiting deliveries of a webhook that is turned off.
pub async fn drop_waiting(
    conn: &mut Conn,
    player: PlayerId,
    webhook: &str,
    now: Moment,
) -> QueryResult<usize> {
    diesel::update(waiting_for(player, webhook))
        .set((
            deliveries::status.eq(DeliveryStatus::Dropped),
            deliveries::done_at.eq(now),
            deliveries::body.eq(None::<String>),
        ))
        .execute(conn)
        .await
}

/// Deletes the bodies of a webhook's waiting deliveries, so that the next attempt writes them anew.
pub async fn write_anew(conn: &mut Conn, player: PlayerId, webhook: &str) -> QueryResult<usize> {
    diesel::update(waiting_for(player, webhook))
        .set(deliveries::body.eq(None::<String>))
        .execute(conn)
        .await
}

/// The number of deliveries that may be leased in addition to those under way.
pub struct Room {
    /// The number for each [`Share`](crate::store::Share), in order. The first one limits the
    /// total.
    pub places: [i64; 3],
    /// The limit of simultaneous deliveries for one player.
    pub of_player: i64,
    /// The limit of simultaneous deliveries to one host.
    pub to_host: i64,
    /// The number under way for each player.
    pub players: (Vec<PlayerId>, Vec<i64>),
    /// The number under way to each host.
    pub hosts: (Vec<String>, Vec<i64>),
}

/// Leases deliveries that are due at `now` and not leased, as many as there is room for. It takes
/// the first one of each player, then the second ones, the longest due first. Tests come last.
/// Events that are not in `known` are left to nodes that know them.
pub async fn lease(
    conn: &mut Conn,
    now: Moment,
    until: Moment,
    room: &Room,
    known: &[&str],
    tests: &[&str],
) -> QueryResult<Vec<Leased>> {
    diesel::sql_query(
        "WITH oldest AS MATERIALIZED (
             SELECT told.ctid AS place, told.player_id, told.due_at, it.host, it.share,
                 COALESCE(busy.n, 0) AS of_player, COALESCE(there.n, 0) AS to_host
             FROM webhook_deliveries AS told
             LEFT JOIN webhooks ON webhooks.player_id = told.player_id AND webhooks.id = told.webhook_id
             LEFT JOIN push_subscriptions AS devices
                 ON devices.player_id = told.player_id AND devices.id = told.webhook_id
             CROSS JOIN LATERAL (SELECT COALESCE(webhooks.host, devices.host, '') AS host,
                 CASE WHEN told.event = ANY ($4) THEN 2
                     WHEN webhooks.taken_at IS NOT NULL AND webhooks.failing_since IS NULL THEN 0
                     WHEN devices.told_at IS NOT NULL AND devices.misses = 0 THEN 0
                     ELSE 1 END AS share) AS it
             LEFT JOIN unnest($8, $9) AS busy(player_id, n) ON busy.player_id = told.player_id
             LEFT JOIN unnest($10, $11) AS there(host, n) ON there.host = it.host
             WHERE told.status = 'waiting' AND told.due_at <= $1
                 AND (told.leased_until IS NULL OR told.leased_until <= $1) AND told.event = ANY ($3)
                 AND ($5)[it.share + 1] > 0
                 AND COALESCE(busy.n, 0) < $6 AND COALESCE(there.n, 0) < $7
             ORDER BY told.due_at LIMIT 2000),
         counted AS (
             SELECT place, host, share, due_at,
                 of_player + row_number() OVER (PARTITION BY player_id ORDER BY share = 2, due_at) AS turn,
                 to_host + row_number() OVER (PARTITION BY host ORDER BY share, due_at) AS nth
             FROM oldest),
         fair AS (
             SELECT place, host, share, due_at, turn,
                 row_number() OVER (PARTITION BY share ORDER BY turn, due_at) AS nth
             FROM counted WHERE turn <= $6 AND nth <= $7),
         due AS MATERIALIZED (
             SELECT place, host, share FROM fair WHERE nth <= ($5)[share + 1]
             ORDER BY share = 2, turn, due_at LIMIT ($5)[1]),
         free AS MATERIALIZED (
             SELECT told.ctid AS place, due.host, due.share
             FROM due JOIN webhook_deliveries AS told ON told.ctid = due.place
             WHERE told.status = 'waiting' AND told.due_at <= $1
                 AND (told.leased_until IS NULL OR told.leased_until <= $1)
             FOR UPDATE OF told SKIP LOCKED)
         UPDATE webhook_deliveries SET leased_until = $2, attempts = attempts + 1
         FROM free WHERE webhook_deliveries.ctid = free.place
         RETURNING player_id, webhook_id, id, event, game_id, facts, body, attempts, created_at,
             free.host, free.share",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(until)
    .bind::<Array<Text>, _>(known)
    .bind::<Array<Text>, _>(tests)
    .bind::<Array<BigInt>, _>(room.places.as_slice())
    .bind::<BigInt, _>(room.of_player)
    .bind::<BigInt, _>(room.to_host)
    .bind::<Array<BigInt>, _>(&room.players.0)
    .bind::<Array<BigInt>, _>(&room.players.1)
    .bind::<Array<Text>, _>(&room.hosts.0)
    .bind::<Array<BigInt>, _>(&room.hosts.1)
    .load(conn)
    .await
}

/// Returns the webhooks of these deliveries, by their ids. Leaves out webhooks whose token is no
/// longer valid.
pub async fn of_leased(
    conn: &mut Conn,
    leased: &[Leased],
    now: Moment,
) -> QueryResult<BTreeMap<String, Webhook>> {
    let ids = leased.iter().map(|it| &it.webhook_id);
    let token = tokens::table
        .filter(tokens::id.nullable().eq(webhooks::token_id))
        .filter(tokens::expires_at.gt(now));
    let found = Webhook::query()
        .filter(webhooks::player_id.eq_any(leased.iter().map(|it| it.player_id)))
        .filter(webhooks::id.eq_any(ids))
        .filter(webhooks::token_id.is_null().or(exists(token)))
        .load(conn)
        .await?;
    Ok(found.into_iter().map(|it| (it.id.clone(), it)).collect())
}

/// Stores the body, so that each attempt sends the same one. Does nothing if the webhook has
/// another URL or format now than the one for which the body was written.
pub async fn keep(
    conn: &mut Conn,
    webhook: &Webhook,
    leased: &Leased,
    body: &str,
) -> QueryResult<usize> {
    // A change of the webhook either waits for this lock and deletes the body, or was first.
    diesel::sql_query(
        "WITH receiver AS MATERIALIZED (
             SELECT FROM webhooks WHERE player_id = $1 AND id = $2 AND url = $4 AND format = $5
             FOR SHARE)
         UPDATE webhook_deliveries SET body = $6
         WHERE player_id = $1 AND webhook_id = $2 AND id = $3 AND EXISTS (SELECT FROM receiver)",
    )
    .bind::<BigInt, _>(leased.player_id)
    .bind::<Text, _>(&leased.webhook_id)
    .bind::<Text, _>(&leased.id)
    .bind::<Text, _>(&webhook.url)
    .bind::<Text, _>(webhook.format)
    .bind::<Text, _>(body)
    .execute(conn)
    .await
}

/// Ends a delivery, or puts it back until `due` if `status` is `Waiting`. `tried` has the answer of
/// the attempt, if there was an attempt. Returns `false` and changes nothing if another worker has
/// leased the delivery, unless it was delivered.
pub async fn mark(
    conn: &mut Conn,
    leased: &Leased,
    status: DeliveryStatus,
    tried: Option<Option<u16>>,
    due: Moment,
    now: Moment,
) -> QueryResult<bool> {
    diesel::sql_query(
        "UPDATE webhook_deliveries SET status = $5, leased_until = NULL, due_at = $7,
             code = CASE WHEN $8 THEN $6 ELSE code END, tried_at = CASE WHEN $8 THEN $9 ELSE tried_at END,
             attempts = CASE WHEN $8 THEN attempts ELSE attempts - 1 END,
             done_at = CASE WHEN $5 = 'waiting' THEN NULL ELSE $9 END,
             body = CASE WHEN $5 = 'waiting' THEN body END
         WHERE player_id = $1 AND webhook_id = $2 AND id = $3 AND status = 'waiting'
             AND (attempts = $4 OR $5 = 'delivered')",
    )
    .bind::<BigInt, _>(leased.player_id)
    .bind::<Text, _>(&leased.webhook_id)
    .bind::<Text, _>(&leased.id)
    .bind::<Integer, _>(leased.attempts)
    .bind::<Text, _>(status)
    .bind::<Nullable<Integer>, _>(tried.flatten().map(i32::from))
    .bind::<Timestamptz, _>(due)
    .bind::<diesel::sql_types::Bool, _>(tried.is_some())
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await
    .map(|marked| marked > 0)
}

/// Returns the number of waiting deliveries.
pub async fn waiting(conn: &mut Conn) -> QueryResult<i64> {
    deliveries::table
        .filter(deliveries::status.eq(DeliveryStatus::Waiting))
        .select(count_star())
        .first(conn)
        .await
}

/// Deletes previous secrets that no longer sign.
pub async fn forget_secrets(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::update(webhooks::table.filter(webhooks::old_until.le(now)))
        .set((
            webhooks::old_secret.eq(None::<Vec<u8>>),
            webhooks::old_until.eq(None::<Moment>),
        ))
        .execute(conn)
        .await
}

/// Drops the oldest waiting deliveries of each webhook beyond `most`.
pub async fn drop_beyond(conn: &mut Conn, most: i64, now: Moment) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE webhook_deliveries SET status = 'dropped', done_at = $2, body = NULL
         FROM (SELECT ctid AS place, row_number() OVER (
                 PARTITION BY player_id, webhook_id ORDER BY created_at DESC, id) AS nth
             FROM webhook_deliveries WHERE status = 'waiting') AS waiting
         WHERE webhook_deliveries.ctid = waiting.place AND nth > $1
             AND webhook_deliveries.status = 'waiting'",
    )
    .bind::<BigInt, _>(most)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await
}

/// Deletes deliveries that ended before `before`.
pub async fn forget(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let over = "status <> 'waiting' AND done_at < $1";
    sweep(conn, "webhook_deliveries", over, before).await
}
