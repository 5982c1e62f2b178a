//! The operator's actions on accounts and games, and the log of these actions.

use chrono::NaiveDate;
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{
    admin_acts, games, messages, outbox, players, reports, seats, suspensions, webhooks,
};
use db::seated::Seated;
use db::sets::{GameStatus, OutboxEnd, OutboxStatus};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Integer, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use serde_json::Value;

/// Returns the seats of suspended players in running games without clocks that have several seats.
/// Without a clock, nothing else would end the wait for these players.
pub async fn waited_for(conn: &mut Conn) -> QueryResult<Vec<Seated>> {
    seats::table
        .inner_join(games::table)
        .inner_join(suspensions::table.on(seats::player_id.eq(suspensions::player_id.nullable())))
        .filter(games::status.eq(GameStatus::Running))
        .filter(games::pace.is_null())
        .filter(games::seat_count.gt(1))
        .order((seats::game_id, seats::seat))
        .select(Seated::as_select())
        .load(conn)
        .await
}

/// Empties a message. Returns whether it had a text.
pub async fn empty_message(conn: &mut Conn, game: &GameId, n: i64) -> QueryResult<bool> {
    diesel::update(messages::table.find((game, n)))
        .filter(messages::said.is_not_null())
        .set(messages::said.eq(None::<String>))
        .execute(conn)
        .await
        .map(|emptied| emptied > 0)
}

/// A report as an admin sees it. No `Debug`, because it is confidential.
#[derive(Queryable, Selectable)]
#[diesel(table_name = reports)]
pub struct OpenReport {
    /// Its id.
    pub id: String,
    /// The game.
    pub game_id: GameId,
    /// The name of the reported player.
    #[diesel(select_expression = players::name)]
    pub reported: String,
    /// The number of the reported message.
    pub message: Option<i64>,
    /// The text of that message.
    pub said: Option<String>,
    /// The reporter's reason.
    pub reason: String,
    /// The time of the report.
    pub created_at: Moment,
}

/// Returns the unresolved reports, the oldest first.
pub async fn open_reports(conn: &mut Conn, limit: i64) -> QueryResult<Vec<OpenReport>> {
    reports::table
        .inner_join(players::table.on(players::id.eq(reports::reported_id)))
        .filter(reports::resolved_at.is_null())
        .order((reports::created_at, reports::id))
        .limit(limit)
        .select(OpenReport::as_select())
        .load(conn)
        .await
}

/// Returns the player whom a report is about.
pub async fn reported(conn: &mut Conn, id: &str) -> QueryResult<Option<PlayerId>> {
    reports::table
        .find(id)
        .select(reports::reported_id)
        .first(conn)
        .await
        .optional()
}

/// Marks a report as resolved. Returns whether it exists.
pub async fn resolve_report(conn: &mut Conn, id: &str, now: Moment) -> QueryResult<bool> {
    diesel::update(reports::table.find(id))
        .set(reports::resolved_at.eq(now))
        .execute(conn)
        .await
        .map(|found| found > 0)
}

/// Pauses a running game. The caller has locked it.
pub async fn pause(conn: &mut Conn, id: &GameId, now: Moment) -> QueryResult<usize> {
    diesel::update(games::table.find(id))
        .set((
            games::paused_at.eq(now),
            games::look_at.eq(None::<Moment>),
            games::revision.eq(games::revision + 1),
        ))
        .execute(conn)
        .await
}

/// Resumes a game. The caller has locked it.
pub async fn resume(
    conn: &mut Conn,
    id: &GameId,
    clocks: Option<&Value>,
    look_at: Option<Moment>,
) -> QueryResult<usize> {
    diesel::update(games::table.find(id))
        .set((
            games::paused_at.eq(None::<Moment>),
            games::clocks.eq(clocks),
            games::look_at.eq(look_at),
            games::revision.eq(games::revision + 1),
        ))
        .execute(conn)
        .await
}

/// Cancels an open or running game. The caller has locked it.
pub async fn cancel(conn: &mut Conn, id: &GameId, now: Moment) -> QueryResult<usize> {
    diesel::update(games::table.find(id))
        .set((
            games::status.eq(GameStatus::Cancelled),
            games::rematch_of.eq(None::<GameId>),
            games::changed_at.eq(now),
            games::paused_at.eq(None::<Moment>),
            games::look_at.eq(None::<Moment>),
            games::revision.eq(games::revision + 1),
        ))
        .execute(conn)
        .await
}

/// A mail that the server gave up. No `Debug`, because it is confidential.
#[derive(Queryable)]
pub struct DeadMail {
    /// The game it is about.
    pub game: Option<GameId>,
    /// The kind of the letter.
    pub kind: String,
    /// The player it was for, if it was for one.
    pub player: Option<String>,
    /// The number of attempts to send it.
    pub attempts: i32,
    /// The time of the fact that it reports.
    pub created_at: Moment,
    /// When it was given up.
    pub done_at: Option<Moment>,
    /// The last error, of the mail server or of this one.
    pub error: Option<String>,
}

/// Returns the mails that the server gave up, the newest first.
pub async fn dead_mails(conn: &mut Conn, limit: i64) -> QueryResult<Vec<DeadMail>> {
    outbox::table
        .left_join(players::table.on(outbox::player_id.eq(players::id.nullable())))
        .filter(outbox::status.eq(OutboxStatus::Ended(OutboxEnd::Dead)))
        .order((outbox::done_at.desc(), outbox::game_id, outbox::key))
        .limit(limit)
        .select((
            sql::<Nullable<Text>>("NULLIF(outbox.game_id, '')"),
            outbox::kind,
            players::name.nullable(),
            outbox::attempts - outbox::put_off,
            outbox::created_at,
            outbox::done_at,
            outbox::last_error,
        ))
        .load(conn)
        .await
}

/// A player as the operator sees them. No `Debug`, because it holds an address.
#[derive(QueryableByName)]
pub struct FoundPlayer {
    /// The name.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// The address, if there is one.
    #[diesel(sql_type = Nullable<Text>)]
    pub email: Option<String>,
    /// Whether the address is confirmed.
    #[diesel(sql_type = Bool)]
    pub confirmed: bool,
    /// When the player signed up.
    #[diesel(sql_type = Timestamptz)]
    pub created_at: Moment,
    /// Whether the player is a guest, who has not signed up.
    #[diesel(sql_type = Bool)]
    pub guest: bool,
    /// Whether a program plays with the account.
    #[diesel(sql_type = Bool)]
    pub automated: bool,
    /// Whether the player is an admin.
    #[diesel(sql_type = Bool)]
    pub admin: bool,
    /// Whether the account is suspended.
    #[diesel(sql_type = Bool)]
    pub suspended: bool,
}

/// Returns the newest players, or those whose name or address contains this text in any case.
pub async fn find_players(
    conn: &mut Conn,
    text: Option<&str>,
    limit: i64,
) -> QueryResult<Vec<FoundPlayer>> {
    diesel::sql_query(
        "SELECT name, email, email_confirmed_at IS NOT NULL AS confirmed, created_at, guest, automated,
             EXISTS (SELECT FROM admins WHERE player_id = players.id) AS admin,
             EXISTS (SELECT FROM suspensions WHERE player_id = players.id) AS suspended
         FROM players
         WHERE deleted_at IS NULL
             AND ($1 IS NULL OR strpos(lower(name), lower($1)) > 0 OR strpos(lower(email), lower($1)) > 0)
         ORDER BY id DESC LIMIT $2",
    )
    .bind::<Nullable<Text>, _>(text)
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}

/// An entry of the log of actions. No `Debug`, because it is confidential.
#[derive(HasQuery)]
#[diesel(table_name = admin_acts)]
pub struct ActRow {
    /// Its number.
    pub id: i64,
    /// The time of the action.
    pub at: Moment,
    /// The operator's name at that time.
    pub who: String,
    /// The action.
    pub act: Value,
    /// The reason.
    pub reason: String,
    /// Why the action failed, if it did.
    pub failure: Option<String>,
}

/// A new entry of the log of actions.
#[derive(Insertable)]
#[diesel(table_name = admin_acts)]
pub struct NewAct<'a> {
    /// The time of the action.
    pub at: Moment,
    /// The admin; `None` on the command line.
    pub admin_id: Option<PlayerId>,
    /// The operator's current name.
    pub who: &'a str,
    /// The action.
    pub act: &'a Value,
    /// The reason.
    pub reason: &'a str,
    /// Why the action failed, if it did.
    pub failure: Option<&'a str>,
}

/// Adds an entry. Returns its number.
pub async fn append(conn: &mut Conn, act: &NewAct<'_>) -> QueryResult<i64> {
    diesel::insert_into(admin_acts::table)
        .values(act)
        .returning(admin_acts::id)
        .get_result(conn)
        .await
}

/// Returns the newest entries, or the newest before entry `before`. With `player`, the key of a
/// name, only those of acts on the player with this name and on reports about that player.
pub async fn acts(
    conn: &mut Conn,
    before: Option<i64>,
    limit: i64,
    player: Option<&str>,
) -> QueryResult<Vec<ActRow>> {
    let mut acts = ActRow::query()
        .filter(admin_acts::id.lt(before.unwrap_or(i64::MAX)))
        .order(admin_acts::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(player) = player {
        let named = sql::<Bool>("lower(act->>'player') = ").bind::<Text, _>(player);
        let about = sql::<Bool>("act->>'report' IN (SELECT reports.id FROM reports JOIN players ON players.id = reported_id WHERE name_key = ")
            .bind::<Text, _>(player)
            .sql(")");
        acts = acts.filter(named.or(about));
    }
    acts.load(conn).await
}

/// The sign-ups of a day.
#[derive(QueryableByName)]
pub struct SignUps {
    /// The day, in UTC.
    #[diesel(sql_type = Date)]
    pub day: NaiveDate,
    /// The number of new players with an account.
    #[diesel(sql_type = BigInt)]
    pub players: i64,
    /// The number of new guests who are still guests.
    #[diesel(sql_type = BigInt)]
    pub guests: i64,
}

/// Returns the sign-ups of this many days until today, the newest first.
pub async fn sign_ups(conn: &mut Conn, now: Moment, days: i32) -> QueryResult<Vec<SignUps>> {
    diesel::sql_query(
        "SELECT day, count(id) FILTER (WHERE NOT guest) AS players,
             count(id) FILTER (WHERE guest) AS guests
         FROM (SELECT ($1 AT TIME ZONE 'UTC')::date - ago AS day FROM generate_series(0, $2 - 1) AS ago) AS days
             LEFT JOIN (
                 SELECT id, guest, (created_at AT TIME ZONE 'UTC')::date AS begun FROM players
                 WHERE created_at > $1 - $2 * interval '1 day'
             ) AS recent ON begun = day
         GROUP BY day ORDER BY day DESC",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Integer, _>(days)
    .load(conn)
    .await
}

/// A webhook that currently fails. No `Debug`, because it names its owner.
#[derive(Queryable)]
pub struct FailingWebhook {
    /// The name of its owner.
    pub player: String,
    /// The host and port of its address.
    pub host: String,
    /// The start of the current series of failures.
    pub since: Moment,
}

/// Returns the enabled webhooks that fail, those that have failed longest first.
pub async fn failing_webhooks(conn: &mut Conn, limit: i64) -> QueryResult<Vec<FailingWebhook>> {
    webhooks::table
        .inner_join(players::table.on(players::id.eq(webhooks::player_id)))
        .filter(webhooks::disabled_at.is_null())
        .filter(webhooks::failing_since.is_not_null())
        .order((webhooks::failing_since, webhooks::id))
        .limit(limit)
        .select((
            players::name,
            webhooks::host,
            webhooks::failing_since.assume_not_null(),
        ))
        .load(conn)
        .await
}

/// Counts the unresolved reports.
pub async fn count_open_reports(conn: &mut Conn) -> QueryResult<i64> {
    reports::table
        .filter(reports::resolved_at.is_null())
        .count()
        .get_result(conn)
        .await
}
