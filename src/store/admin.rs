//! What those who operate the server do to accounts and games, and the log of it.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{
    admin_acts, admins, games, messages, outbox, players, reports, seats, suspensions,
};
use db::sets::{GameStatus, OutboxEnd, OutboxStatus};
use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use serde_json::Value;

use super::games::Seated;

/// Whether this player may act for the operator.
pub async fn is_admin(conn: &mut Conn, player: PlayerId) -> QueryResult<bool> {
    diesel::select(exists(admins::table.find(player)))
        .get_result(conn)
        .await
}

/// The names of those who may.
pub async fn names(conn: &mut Conn) -> QueryResult<Vec<String>> {
    admins::table
        .inner_join(players::table)
        .filter(players::deleted_at.is_null())
        .order(players::name_key)
        .select(players::name)
        .load(conn)
        .await
}

/// Whether whoever is connected may say who acts for the operator.
pub async fn may_appoint(conn: &mut Conn) -> QueryResult<bool> {
    diesel::select(sql::<Bool>(
        "has_table_privilege('admins', 'INSERT') AND has_table_privilege('admins', 'DELETE')",
    ))
    .get_result(conn)
    .await
}

/// Lets a player act for the operator.
pub async fn appoint(conn: &mut Conn, player: PlayerId, now: Moment) -> QueryResult<usize> {
    diesel::insert_into(admins::table)
        .values((admins::player_id.eq(player), admins::since.eq(now)))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Ends that.
pub async fn dismiss(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(admins::table.find(player))
        .execute(conn)
        .await
}

/// What the player is told of the reason, if the account is suspended.
pub async fn suspension(conn: &mut Conn, player: PlayerId) -> QueryResult<Option<String>> {
    suspensions::table
        .find(player)
        .select(suspensions::reason)
        .first(conn)
        .await
        .optional()
}

/// Suspends an account, or gives another reason.
pub async fn suspend(
    conn: &mut Conn,
    player: PlayerId,
    reason: &str,
    now: Moment,
) -> QueryResult<usize> {
    diesel::insert_into(suspensions::table)
        .values((
            suspensions::player_id.eq(player),
            suspensions::since.eq(now),
            suspensions::reason.eq(reason),
        ))
        .on_conflict(suspensions::player_id)
        .do_update()
        .set(suspensions::reason.eq(reason))
        .execute(conn)
        .await
}

/// Lifts a suspension; says whether there was one.
pub async fn reinstate(conn: &mut Conn, player: PlayerId) -> QueryResult<bool> {
    diesel::delete(suspensions::table.find(player))
        .execute(conn)
        .await
        .map(|lifted| lifted > 0)
}

/// The seats of suspended players in running games without clocks, where others play as well:
/// nobody else would ever end the waiting.
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

/// Empties a message; says whether there was something in it.
pub async fn empty_message(conn: &mut Conn, game: &GameId, n: i64) -> QueryResult<bool> {
    diesel::update(messages::table.find((game, n)))
        .filter(messages::said.is_not_null())
        .set(messages::said.eq(None::<String>))
        .execute(conn)
        .await
        .map(|emptied| emptied > 0)
}

/// A report as an admin sees it. It tells on people: no `Debug`.
#[derive(Queryable, Selectable)]
#[diesel(table_name = reports)]
pub struct OpenReport {
    /// Its id.
    pub id: String,
    /// The game.
    pub game_id: GameId,
    /// Who is reported.
    #[diesel(select_expression = players::name)]
    pub reported: String,
    /// The number of the message that is reported.
    pub message: Option<i64>,
    /// What that message said.
    pub said: Option<String>,
    /// Why.
    pub reason: String,
    /// When.
    pub created_at: Moment,
}

/// The reports that nobody has dealt with, the oldest first.
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

/// Whom a report is about.
pub async fn reported(conn: &mut Conn, id: &str) -> QueryResult<Option<PlayerId>> {
    reports::table
        .find(id)
        .select(reports::reported_id)
        .first(conn)
        .await
        .optional()
}

/// Notes that a report was dealt with; says whether there is one.
pub async fn resolve_report(conn: &mut Conn, id: &str, now: Moment) -> QueryResult<bool> {
    diesel::update(reports::table.find(id))
        .set(reports::resolved_at.eq(now))
        .execute(conn)
        .await
        .map(|found| found > 0)
}

/// Stops a running game, which is locked.
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

/// Lets a game go on, which is locked.
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

/// Cancels a game that is open or runs, and is locked.
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

/// A mail that was given up. It tells on people: no `Debug`.
#[derive(Queryable)]
pub struct DeadMail {
    /// The game it is about.
    pub game: Option<GameId>,
    /// Which letter it is.
    pub kind: String,
    /// The player it was for, where it was for one.
    pub player: Option<String>,
    /// How often it was tried to send it.
    pub attempts: i32,
    /// When the fact happened.
    pub created_at: Moment,
    /// When it was given up.
    pub done_at: Option<Moment>,
    /// What the mail server, or this one, said in the end.
    pub error: Option<String>,
}

/// The mails that were given up, the newest first.
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

/// A player as the operator finds them. It holds an address: no `Debug`.
#[derive(QueryableByName)]
pub struct FoundPlayer {
    /// The name.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// The address, where there is one.
    #[diesel(sql_type = Nullable<Text>)]
    pub email: Option<String>,
    /// Whether the address is confirmed.
    #[diesel(sql_type = Bool)]
    pub confirmed: bool,
    /// When the player signed up.
    #[diesel(sql_type = Timestamptz)]
    pub created_at: Moment,
    /// Whether the player has not signed up.
    #[diesel(sql_type = Bool)]
    pub guest: bool,
    /// Whether a program plays with the account.
    #[diesel(sql_type = Bool)]
    pub automated: bool,
    /// Whether the player may act for the operator.
    #[diesel(sql_type = Bool)]
    pub admin: bool,
    /// Whether the account is suspended.
    #[diesel(sql_type = Bool)]
    pub suspended: bool,
}

/// The newest players, or those whose name or address contains this text in any case.
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

/// A line of the log of acts. It tells on people: no `Debug`.
#[derive(HasQuery)]
#[diesel(table_name = admin_acts)]
pub struct ActRow {
    /// Its number.
    pub id: i64,
    /// When.
    pub at: Moment,
    /// By whom.
    pub who: String,
    /// What.
    pub act: Value,
    /// Why.
    pub reason: String,
    /// Why it came to nothing.
    pub failure: Option<String>,
}

/// A new line of the log of acts.
#[derive(Insertable)]
#[diesel(table_name = admin_acts)]
pub struct NewAct<'a> {
    /// When.
    pub at: Moment,
    /// The admin; nobody for the command line.
    pub admin_id: Option<PlayerId>,
    /// The name then.
    pub who: &'a str,
    /// What.
    pub act: &'a Value,
    /// Why.
    pub reason: &'a str,
    /// Why it came to nothing.
    pub failure: Option<&'a str>,
}

/// Adds a line; answers its number.
pub async fn append(conn: &mut Conn, act: &NewAct<'_>) -> QueryResult<i64> {
    diesel::insert_into(admin_acts::table)
        .values(act)
        .returning(admin_acts::id)
        .get_result(conn)
        .await
}

/// The newest acts, or those before one.
pub async fn acts(conn: &mut Conn, before: Option<i64>, limit: i64) -> QueryResult<Vec<ActRow>> {
    ActRow::query()
        .filter(admin_acts::id.lt(before.unwrap_or(i64::MAX)))
        .order(admin_acts::id.desc())
        .limit(limit)
        .load(conn)
        .await
}
