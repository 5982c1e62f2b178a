//! Deals: their rows, and queries about the games on a deal.

use std::sync::Arc;

use common::clock::Moment;
use common::ids::{DealId, GameId, PlayerId};
use db::Conn;
use db::schema::{deals, former_sitters, games, players, seats};
use db::sets::GameStatus;
use diesel::dsl::{count_star, exists};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Jsonb, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use serde_json::Value;

use crate::store::on_deal::OnDeal;
use crate::store::options::Options;

/// A deal's row. No `Debug`, because it holds a seed.
#[derive(Queryable, Selectable)]
#[diesel(table_name = deals)]
#[expect(missing_docs, reason = "the migration describes the columns")]
pub struct DealRow {
    #[diesel(select_expression = (deals::id, deals::closes_at))]
    #[diesel(select_expression_type = (deals::id, deals::closes_at))]
    pub on: OnDeal,
    pub kind: String,
    pub rules: String,
    #[diesel(deserialize_as = Options)]
    pub options: Arc<Value>,
    pub seat_count: i16,
    pub server_seed: Vec<u8>,
    pub seed_commitment: Vec<u8>,
    pub created_at: Moment,
    #[diesel(select_expression = players::name)]
    pub made_by: String,
}

/// A new deal.
#[derive(Insertable)]
#[diesel(table_name = deals)]
#[expect(missing_docs, reason = "the migration describes the columns")]
pub struct NewDealRow<'a> {
    pub id: &'a DealId,
    pub kind: &'a str,
    pub rules: &'a str,
    pub options: &'a Value,
    pub seat_count: i16,
    pub server_seed: &'a [u8],
    pub seed_commitment: &'a [u8],
    pub creator_id: PlayerId,
    pub created_at: Moment,
    pub closes_at: Moment,
}

/// Adds a deal.
pub async fn insert(conn: &mut Conn, new: &NewDealRow<'_>) -> QueryResult<usize> {
    diesel::insert_into(deals::table)
        .values(new)
        .execute(conn)
        .await
}

/// Returns the deal with this id.
pub async fn find(conn: &mut Conn, id: &DealId) -> QueryResult<Option<DealRow>> {
    deals::table
        .inner_join(players::table)
        .filter(deals::id.eq(id))
        .select(DealRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Locks the pair of a deal and a player until the transaction ends. Other requests that take a
/// seat on this deal for the same player wait.
pub async fn hold_seat(conn: &mut Conn, id: &DealId, player: PlayerId) -> QueryResult<usize> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))")
        .bind::<Text, _>(id)
        .bind::<BigInt, _>(player)
        .execute(conn)
        .await
}

/// Whether the player has a seat in a game on this deal, or had one in a game that had begun. A
/// game that was cancelled before it began does not count, because it revealed nothing.
pub async fn has_seat(conn: &mut Conn, id: &DealId, player: PlayerId) -> QueryResult<bool> {
    let counts = || {
        games::status
            .ne(GameStatus::Cancelled)
            .or(games::start.is_not_null())
    };
    let sits = seats::table
        .inner_join(games::table)
        .filter(games::deal_id.eq(id))
        .filter(seats::player_id.eq(player))
        .filter(counts());
    let sat = former_sitters::table
        .inner_join(games::table)
        .filter(games::deal_id.eq(id))
        .filter(former_sitters::player_id.eq(player));
    Ok(diesel::select(exists(sits)).get_result(conn).await?
        || diesel::select(exists(sat)).get_result(conn).await?)
}

/// Whether the player has a seat in a finished game on this deal.
pub async fn has_finished(conn: &mut Conn, id: &DealId, player: PlayerId) -> QueryResult<bool> {
    let over = seats::table
        .inner_join(games::table)
        .filter(games::deal_id.eq(id))
        .filter(games::status.eq(GameStatus::Finished))
        .filter(seats::player_id.eq(player));
    diesel::select(exists(over)).get_result(conn).await
}

/// Returns the number of games that have begun on this deal.
pub async fn begun(conn: &mut Conn, id: &DealId) -> QueryResult<i64> {
    games::table
        .filter(games::deal_id.eq(id))
        .filter(games::start.is_not_null())
        .select(count_star())
        .first(conn)
        .await
}

/// The result of a game on a deal.
#[derive(QueryableByName)]
pub struct Finished {
    /// The game.
    #[diesel(sql_type = Text)]
    pub id: GameId,
    /// Its rank among the listed games; `None` if no player finished it.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub place: Option<i64>,
    /// Its result.
    #[diesel(sql_type = Nullable<Jsonb>)]
    pub result: Option<Value>,
    /// When it ended.
    #[diesel(sql_type = Timestamptz)]
    pub finished_at: Moment,
}

/// The score of a game is the best one of a player who has a seat and has not left. Bots don't
/// count. A malformed result has no score.
const FINISHED: &str = "
WITH over AS (
    SELECT id, finished_at, visibility, (
        SELECT max((standing->>'score')::numeric)
        FROM seats
        JOIN (SELECT jsonb_path_query(result, '$.standings[*]') AS standing) AS standings
            ON to_jsonb(seats.seat) = standing->'seat'
        WHERE seats.game_id = games.id AND seats.player_id IS NOT NULL AND standing->'left' = 'false'
            AND jsonb_typeof(standing->'score') = 'number'
    ) AS score, EXISTS (
        SELECT FROM seats WHERE seats.game_id = games.id AND seats.player_id = $3
    ) AS own
    FROM games
    WHERE deal_id = $1 AND status = 'finished' AND finished_at < $2
), placed AS (
    SELECT id, own, score, rank() OVER (ORDER BY score DESC NULLS LAST) AS place,
        row_number() OVER (ORDER BY score DESC NULLS LAST, finished_at, id) AS n
    FROM over
    WHERE own OR visibility = 'public'
)
SELECT id, CASE WHEN score IS NOT NULL THEN place END AS place, result, finished_at
FROM placed JOIN games USING (id)
WHERE n <= $4 OR own
ORDER BY n";

/// Returns the games on this deal that ended before it closed, the best first. Games with the same
/// score are in the order in which they ended. Returns at most `limit` games, and all games in
/// which `viewer` has a seat. Other private games are left out.
pub async fn finished(
    conn: &mut Conn,
    deal: &OnDeal,
    viewer: Option<PlayerId>,
    limit: i64,
) -> QueryResult<Vec<Finished>> {
    diesel::sql_query(FINISHED)
        .bind::<Text, _>(&deal.id)
        .bind::<Timestamptz, _>(deal.closes_at)
        .bind::<Nullable<BigInt>, _>(viewer)
        .bind::<BigInt, _>(limit)
        .load(conn)
        .await
}
