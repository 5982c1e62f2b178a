//! The queries of the statistics.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{former_sitters, games, seats};
use db::sets::{GameStatus, PlayerResult, Stored};
use diesel::dsl::{exists, not, sql};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Double, Integer, Nullable, SmallInt, Text};
use diesel_async::RunQueryDsl;
use play::store::lists::RESULT;
use play::store::on_deal::is_listed;
use rules::{Seat, SeedSource};

/// Whether a game is over and nobody chose its seed.
#[diesel::dsl::auto_type(no_type_alias)]
fn counts() -> _ {
    let finished: GameStatus = GameStatus::Finished;
    let chosen: Stored<SeedSource> = Stored(SeedSource::Chosen);
    games::status
        .eq(finished)
        .and(games::seed_source.ne(chosen))
}

/// Returns the games in which the player has a seat: the last `limit` that the player joined.
pub(super) async fn joined(
    conn: &mut Conn,
    player: PlayerId,
    limit: i64,
) -> QueryResult<Vec<GameId>> {
    seats::table
        .filter(seats::player_id.eq(player))
        .order(seats::joined_at.desc().nulls_last())
        .limit(limit)
        .select(seats::game_id)
        .load(conn)
        .await
}

/// A finished game of a player.
#[derive(Queryable)]
pub(super) struct Finished {
    pub(super) id: GameId,
    pub(super) kind: String,
    pub(super) seat_count: i16,
    pub(super) finished_at: Moment,
    pub(super) seat: Stored<Seat>,
    /// Whether another player had the seat before.
    pub(super) taken_over: bool,
    /// Whether only bots had the other seats.
    pub(super) bots: bool,
    pub(super) result: PlayerResult,
    pub(super) score: i32,
    pub(super) left: bool,
}

/// Returns those of these games of the player that count, the latest end first.
pub(super) async fn finished(
    conn: &mut Conn,
    player: PlayerId,
    ids: &[GameId],
    now: Moment,
) -> QueryResult<Vec<Finished>> {
    let bots = sql::<Bool>(
        "games.seat_count > 1
         AND (games.bots | (1 << seats.seat::int)) = (1 << games.seat_count::int) - 1
         AND NOT EXISTS (
             SELECT FROM former_sitters
             WHERE former_sitters.game_id = games.id
                 AND former_sitters.player_id <> seats.player_id
         )",
    );
    // The result of a damaged game may have no standings.
    let whole = "games.result #> ARRAY['standings', seats.seat::text] IS NOT NULL";
    let score = "(games.result #>> ARRAY['standings', seats.seat::text, 'score'])::int";
    let left = "(games.result #>> ARRAY['standings', seats.seat::text, 'left'])::bool";
    seats::table
        .inner_join(games::table)
        .filter(seats::player_id.eq(player))
        .filter(seats::game_id.eq_any(ids))
        .filter(counts())
        .filter(is_listed(now))
        .filter(sql::<Bool>(whole))
        .order((
            games::finished_at.desc(),
            sql::<Text>("games.id COLLATE \"C\"").desc(),
        ))
        .select((
            games::id,
            games::kind,
            games::seat_count,
            games::finished_at.assume_not_null(),
            seats::seat,
            seats::former_id.is_not_null(),
            bots,
            sql::<Text>(RESULT),
            sql::<Integer>(score),
            sql::<Bool>(left),
        ))
        .load(conn)
        .await
}

/// Returns when the games ended whose seat the player gave away or lost to a bot, the latest first.
/// At most `limit`.
pub(super) async fn given_up(
    conn: &mut Conn,
    player: PlayerId,
    now: Moment,
    limit: i64,
) -> QueryResult<Vec<Moment>> {
    let has_seat = seats::table
        .filter(seats::game_id.eq(games::id))
        .filter(seats::player_id.eq(player));
    former_sitters::table
        .inner_join(games::table)
        .filter(former_sitters::player_id.eq(player))
        .filter(counts())
        .filter(is_listed(now))
        .filter(not(exists(has_seat)))
        .order(games::finished_at.desc())
        .limit(limit)
        .select(games::finished_at.assume_not_null())
        .load(conn)
        .await
}

/// The record of a player against another one.
#[derive(QueryableByName)]
pub(super) struct Met {
    #[diesel(sql_type = Text)]
    pub(super) name: String,
    #[diesel(sql_type = BigInt)]
    pub(super) games: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) won: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) lost: i64,
}

/// Returns the records in these games, of one seat each, against the players who had other seats
/// most often. At most `limit`.
pub(super) async fn met(
    conn: &mut Conn,
    ids: &[&GameId],
    seats: &[Stored<Seat>],
    limit: i64,
) -> QueryResult<Vec<Met>> {
    diesel::sql_query(
        "SELECT players.name, count(*) AS games,
             count(*) FILTER (WHERE own < theirs) AS won,
             count(*) FILTER (WHERE own > theirs) AS lost
         FROM (
             SELECT other.player_id,
                 (games.result #>> ARRAY['standings', own.seat::text, 'rank'])::int AS own,
                 (games.result #>> ARRAY['standings', other.seat::text, 'rank'])::int AS theirs
             FROM unnest($1, $2) AS own (game_id, seat)
                 JOIN games ON games.id = own.game_id
                 JOIN seats AS other ON other.game_id = games.id AND other.seat <> own.seat
         ) AS met JOIN players ON players.id = met.player_id
         WHERE players.deleted_at IS NULL
         GROUP BY players.id
         ORDER BY games DESC, players.name_key
         LIMIT $3",
    )
    .bind::<Array<Text>, _>(ids)
    .bind::<Array<SmallInt>, _>(seats)
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}

/// What the logs of some games say about a player.
#[derive(QueryableByName)]
pub(super) struct Logged {
    /// The number of games in which the player's time ran out.
    #[diesel(sql_type = BigInt)]
    pub(super) timed_out: i64,
    /// The median of the seconds that the player took to answer a move.
    #[diesel(sql_type = Nullable<Double>)]
    pub(super) median: Option<f64>,
}

/// Reads the logs of these games, each for one seat.
pub(super) async fn logged(
    conn: &mut Conn,
    ids: &[&GameId],
    seats: &[Stored<Seat>],
) -> QueryResult<Logged> {
    diesel::sql_query(
        "SELECT count(DISTINCT game_id) FILTER (WHERE kind = 'timeout') AS timed_out,
             percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM took)::float8)
                 FILTER (WHERE kind = 'move' AND before <> seat) AS median
         FROM (
             SELECT game_id, seat, kind, at - lag(at) OVER log AS took, lag(seat) OVER log AS before
             FROM entries
             WHERE game_id = ANY($1)
             WINDOW log AS (PARTITION BY game_id ORDER BY n)
         ) AS logs JOIN unnest($1, $2) AS own (game_id, seat) USING (game_id, seat)",
    )
    .bind::<Array<Text>, _>(ids)
    .bind::<Array<SmallInt>, _>(seats)
    .get_result(conn)
    .await
}
