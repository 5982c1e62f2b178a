//! Deals: their rows, and what is asked of the games on them.

use std::sync::Arc;

use diesel::dsl::{count_star, exists};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::Value;

use super::Conn;
use super::games::{GameRow, is_public};
use super::options::Options;
use super::schema::{deals, former_sitters, games, players, seats};
use super::sets::GameStatus;
use crate::clock::Moment;
use crate::ids::{DealId, PlayerId};

/// A deal's row. It holds a seed: no `Debug`.
#[derive(Queryable, Selectable)]
#[diesel(table_name = deals)]
#[expect(missing_docs, reason = "the migration describes the columns")]
pub struct DealRow {
    pub id: DealId,
    pub kind: String,
    pub rules: String,
    #[diesel(deserialize_as = Options)]
    pub options: Arc<Value>,
    pub seat_count: i16,
    pub server_seed: Vec<u8>,
    pub seed_commitment: Vec<u8>,
    pub created_at: Moment,
    pub closes_at: Moment,
    #[diesel(select_expression = players::name)]
    pub made_by: String,
}

impl DealRow {
    /// Whether it is closed.
    pub fn is_closed(&self, now: Moment) -> bool {
        self.closes_at <= now
    }
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

/// The deal with this id.
pub async fn find(conn: &mut Conn, id: &DealId) -> QueryResult<Option<DealRow>> {
    deals::table
        .inner_join(players::table)
        .filter(deals::id.eq(id))
        .select(DealRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Keeps whoever else takes a seat on this deal for the same player waiting until the transaction
/// ends.
pub async fn hold_seat(conn: &mut Conn, id: &DealId, player: PlayerId) -> QueryResult<usize> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))")
        .bind::<diesel::sql_types::Text, _>(id)
        .bind::<diesel::sql_types::BigInt, _>(player)
        .execute(conn)
        .await
}

/// Whether the player has a seat in a game on this deal, or had one once it had begun. One that was called
/// off before has shown nothing.
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

/// Whether the player has a seat in a game on this deal that is over.
pub async fn has_finished(conn: &mut Conn, id: &DealId, player: PlayerId) -> QueryResult<bool> {
    let over = seats::table
        .inner_join(games::table)
        .filter(games::deal_id.eq(id))
        .filter(games::status.eq(GameStatus::Finished))
        .filter(seats::player_id.eq(player));
    diesel::select(exists(over)).get_result(conn).await
}

/// How many games have begun on this deal.
pub async fn begun(conn: &mut Conn, id: &DealId) -> QueryResult<i64> {
    games::table
        .filter(games::deal_id.eq(id))
        .filter(games::start.is_not_null())
        .select(count_star())
        .first(conn)
        .await
}

/// The games on this deal that were over before it closed, the highest score first and else in the
/// order in which they ended; of private ones those at which `viewer` sits.
pub async fn finished(
    conn: &mut Conn,
    deal: &DealRow,
    viewer: Option<PlayerId>,
    limit: i64,
) -> QueryResult<Vec<GameRow>> {
    use diesel::dsl::sql;
    use diesel::sql_types::Integer;

    let highest = sql::<Integer>(
        "(SELECT max((it->>'score')::int) FROM jsonb_array_elements(games.result->'standings') AS it)",
    );
    let sits = exists(
        seats::table
            .filter(seats::game_id.eq(games::id))
            .filter(seats::player_id.eq(viewer).assume_not_null()),
    );
    GameRow::query()
        .filter(games::deal_id.eq(&deal.id))
        .filter(games::status.eq(GameStatus::Finished))
        .filter(games::finished_at.lt(deal.closes_at))
        .filter(is_public(deal.closes_at).or(sits))
        .order((highest.desc(), games::finished_at, games::id))
        .limit(limit)
        .load(conn)
        .await
}
