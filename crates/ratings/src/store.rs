//! The queries of this domain.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{former_sitters, games, players, rated_games, ratings, seats};
use db::sets::{Stored, TableSize};
use diesel::dsl::{max, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text, Timestamptz};
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;
use rules::Seat;
use serde_json::Value;

use crate::skill::Skill;

/// The key of the lock of the only writer of ratings.
const WRITER: &str = "4203167751";

/// How many rows a statement inserts. PostgreSQL takes 65,535 parameters.
const ROWS: usize = 1_000;

/// A finished game.
#[derive(Clone, HasQuery)]
#[diesel(table_name = games)]
pub(crate) struct Finished {
    pub(crate) id: GameId,
    pub(crate) kind: String,
    pub(crate) seat_count: i16,
    pub(crate) result: Option<Value>,
    #[diesel(select_expression = games::finished_at.assume_not_null())]
    pub(crate) finished_at: Moment,
}

impl Finished {
    /// Returns the size of its table.
    pub(crate) fn size(&self) -> TableSize {
        match self.seat_count {
            ..=2 => TableSize::Two,
            3.. => TableSize::More,
        }
    }
}

/// A player in a seat.
pub(crate) struct Sitter {
    pub(crate) game: GameId,
    pub(crate) seat: Seat,
    pub(crate) player: PlayerId,
}

/// A game in the order of rating, with the players whose ratings it changed.
#[derive(HasQuery, Insertable)]
#[diesel(table_name = rated_games)]
pub(crate) struct RatedRow {
    pub(crate) n: i64,
    pub(crate) game_id: GameId,
    pub(crate) players: Vec<PlayerId>,
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Eq, HasQuery, Insertable)]
#[diesel(table_name = ratings)]
pub(crate) struct RatingRow {
    pub(crate) player_id: PlayerId,
    pub(crate) kind: String,
    pub(crate) seats: TableSize,
    pub(crate) rating: i32,
    pub(crate) uncertainty: i32,
    pub(crate) games: i32,
    pub(crate) last_at: Moment,
    pub(crate) settled_until: Moment,
}

impl RatingRow {
    /// Returns the skill at this time.
    pub(crate) fn skill(&self, now: Moment) -> Skill {
        let stored = Skill {
            rating: self.rating,
            uncertainty: self.uncertainty,
        };
        stored.after(now - self.last_at)
    }

    pub(crate) fn key(&self) -> crate::book::Key {
        (self.player_id, self.kind.clone(), self.seats)
    }
}

/// Becomes the only writer of ratings until the transaction ends, unless there is one. Returns
/// whether that worked.
pub(crate) async fn try_to_write(conn: &mut Conn) -> QueryResult<bool> {
    let lock = sql::<Bool>(&format!("pg_try_advisory_xact_lock({WRITER})"));
    diesel::select(lock).get_result(conn).await
}

/// Waits to become the only writer of ratings until the transaction ends.
pub(crate) async fn write(conn: &mut Conn) -> QueryResult<usize> {
    diesel::sql_query(format!("SELECT pg_advisory_xact_lock({WRITER})"))
        .execute(conn)
        .await
}

/// Returns when the game that was rated last had finished.
pub(crate) async fn newest(conn: &mut Conn) -> QueryResult<Option<Moment>> {
    let last: Option<GameId> = rated_games::table
        .order(rated_games::n.desc())
        .select(rated_games::game_id)
        .first(conn)
        .await
        .optional()?;
    let Some(last) = last else { return Ok(None) };
    games::table
        .find(last)
        .select(games::finished_at)
        .first(conn)
        .await
}

/// Returns the number of the game that was rated last, or 0.
pub(crate) async fn last_number(conn: &mut Conn) -> QueryResult<i64> {
    let last: Option<i64> = rated_games::table
        .select(max(rated_games::n))
        .first(conn)
        .await?;
    Ok(last.unwrap_or(0))
}

/// Returns games that may be rated and finished after this position, a time and an id, in this
/// order: those with a secret seed and several seats. At most `limit`.
pub(crate) async fn finished(
    conn: &mut Conn,
    after: &(Moment, String),
    limit: i64,
) -> QueryResult<Vec<Finished>> {
    // Literals let PostgreSQL use the partial index.
    let ratable = "games.status = 'finished' AND games.seed_source = 'secret'
        AND games.seat_count > 1 AND (games.finished_at, games.id COLLATE \"C\") > (";
    let after = sql::<Bool>(ratable)
        .bind::<Timestamptz, _>(after.0)
        .sql(", ")
        .bind::<Text, _>(&after.1)
        .sql(")");
    Finished::query()
        .filter(after)
        .order((games::finished_at, sql::<Text>("games.id COLLATE \"C\"")))
        .limit(limit)
        .load(conn)
        .await
}

/// Returns the games among these that were rated.
pub(crate) async fn rated(conn: &mut Conn, ids: &[&GameId]) -> QueryResult<Vec<GameId>> {
    rated_games::table
        .filter(rated_games::game_id.eq_any(ids))
        .select(rated_games::game_id)
        .load(conn)
        .await
}

/// Returns the rated games after number `n`, in order. At most `limit`.
pub(crate) async fn rated_after(conn: &mut Conn, n: i64, limit: i64) -> QueryResult<Vec<RatedRow>> {
    RatedRow::query()
        .filter(rated_games::n.gt(n))
        .order(rated_games::n)
        .limit(limit)
        .load(conn)
        .await
}

/// Adds rated games.
pub(crate) async fn add_rated(conn: &mut Conn, rows: &[RatedRow]) -> QueryResult<usize> {
    diesel::insert_into(rated_games::table)
        .values(rows)
        .execute(conn)
        .await
}

/// Returns these games.
pub(crate) async fn games(conn: &mut Conn, ids: &[&GameId]) -> QueryResult<Vec<Finished>> {
    Finished::query()
        .filter(games::id.eq_any(ids))
        .filter(games::finished_at.is_not_null())
        .load(conn)
        .await
}

/// Returns the players who sit in these games.
pub(crate) async fn sitters(conn: &mut Conn, ids: &[&GameId]) -> QueryResult<Vec<Sitter>> {
    let rows = seats::table
        .filter(seats::game_id.eq_any(ids))
        .filter(seats::player_id.is_not_null())
        .select((
            seats::game_id,
            seats::seat,
            seats::player_id.assume_not_null(),
        ))
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(Sitter::of).collect())
}

/// Returns the players who had a seat in these games that another player or a bot took over.
pub(crate) async fn former(conn: &mut Conn, ids: &[&GameId]) -> QueryResult<Vec<Sitter>> {
    let rows = former_sitters::table
        .filter(former_sitters::game_id.eq_any(ids))
        .select((
            former_sitters::game_id,
            former_sitters::seat,
            former_sitters::player_id,
        ))
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(Sitter::of).collect())
}

impl Sitter {
    fn of((game, seat, player): (GameId, Stored<Seat>, PlayerId)) -> Sitter {
        Sitter {
            game,
            seat: seat.0,
            player,
        }
    }
}

/// Returns the guests and the deleted players among these.
pub(crate) async fn guests_and_deleted(
    conn: &mut Conn,
    ids: &[PlayerId],
) -> QueryResult<(Vec<PlayerId>, Vec<PlayerId>)> {
    let these = || players::table.filter(players::id.eq_any(ids));
    let guests = these()
        .filter(players::guest)
        .select(players::id)
        .load(conn)
        .await?;
    let deleted = these()
        .filter(players::deleted_at.is_not_null())
        .select(players::id)
        .load(conn)
        .await?;
    Ok((guests, deleted))
}

/// Returns the ratings of these players.
pub(crate) async fn of_players(conn: &mut Conn, ids: &[PlayerId]) -> QueryResult<Vec<RatingRow>> {
    RatingRow::query()
        .filter(ratings::player_id.eq_any(ids))
        .order((ratings::kind, ratings::seats.desc()))
        .load(conn)
        .await
}

/// Returns all ratings.
pub(crate) async fn all(conn: &mut Conn) -> QueryResult<Vec<RatingRow>> {
    RatingRow::query().load(conn).await
}

/// Stores ratings, in place of earlier ones.
pub(crate) async fn put(conn: &mut Conn, rows: &[&RatingRow]) -> QueryResult<()> {
    for rows in rows.chunks(ROWS) {
        diesel::insert_into(ratings::table)
            .values(rows.to_vec())
            .on_conflict((ratings::player_id, ratings::kind, ratings::seats))
            .do_update()
            .set((
                ratings::rating.eq(excluded(ratings::rating)),
                ratings::uncertainty.eq(excluded(ratings::uncertainty)),
                ratings::games.eq(excluded(ratings::games)),
                ratings::last_at.eq(excluded(ratings::last_at)),
                ratings::settled_until.eq(excluded(ratings::settled_until)),
            ))
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// Deletes all ratings.
pub(crate) async fn clear(conn: &mut Conn) -> QueryResult<usize> {
    diesel::delete(ratings::table).execute(conn).await
}

/// Deletes the ratings of deleted players.
pub(crate) async fn remove_deleted(conn: &mut Conn) -> QueryResult<usize> {
    let deleted = players::table
        .filter(players::deleted_at.is_not_null())
        .select(players::id);
    diesel::delete(ratings::table.filter(ratings::player_id.eq_any(deleted)))
        .execute(conn)
        .await
}

/// Which ratings a leaderboard shows.
pub struct Search {
    /// The kind of game.
    pub kind: &'static str,
    /// The size of the table.
    pub seats: TableSize,
    /// Whether to show provisional ratings, too.
    pub provisional: bool,
    /// The last rating of the previous page, and the key of its player's name.
    pub after: Option<(i32, String)>,
    /// How many ratings to show.
    pub limit: i64,
}

/// The public data of a rated player.
#[derive(HasQuery)]
#[diesel(table_name = players)]
pub(crate) struct Rated {
    pub(crate) name: String,
    pub(crate) name_key: String,
    pub(crate) automated: bool,
}

/// Returns the best ratings first, players with equal ratings in the order of their names.
pub(crate) async fn best(
    conn: &mut Conn,
    search: &Search,
    now: Moment,
) -> QueryResult<Vec<(Rated, RatingRow)>> {
    let mut query = ratings::table
        .inner_join(players::table)
        .filter(ratings::kind.eq(search.kind))
        .filter(ratings::seats.eq(search.seats))
        .filter(players::deleted_at.is_null())
        .into_boxed();
    if !search.provisional {
        query = query.filter(ratings::settled_until.gt(now));
    }
    if let Some((rating, name)) = &search.after {
        let after_name = players::name_key.gt(name);
        let same = ratings::rating.eq(rating).and(after_name);
        query = query
            .filter(ratings::rating.le(rating))
            .filter(ratings::rating.lt(rating).or(same));
    }
    query
        .order((ratings::rating.desc(), players::name_key))
        .limit(search.limit)
        .select((Rated::as_select(), RatingRow::as_select()))
        .load(conn)
        .await
}
