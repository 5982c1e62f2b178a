//! Lists of games: filters, order and pages.

use accounts::store::players::lower;
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{games, seats};
use db::sets::{GameStatus, PlayerResult};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::Value;

use crate::store::games::GameRow;
use crate::store::on_deal::{is_listed, takes_players};

/// The [`PlayerResult`] of a row of `seats` in a finished game with several seats.
pub const RESULT: &str = "CASE
    WHEN (games.result #>> ARRAY['standings', seats.seat::text, 'rank'])::int > 1 THEN 'loss'
    WHEN jsonb_array_length(jsonb_path_query_array(
        games.result, '$.standings[*].rank ? (@ == 1)')) > 1 THEN 'draw'
    ELSE 'win' END";

/// A position in a list: the time of a game in the list's order, and its id.
pub type Position = (Moment, GameId);

/// Selects games for a list. A game that is not listed for everybody (`is_listed`) appears only for
/// its creator, and for players who have a seat or are invited.
#[derive(Clone)]
pub struct Filter {
    /// Only games with this status. Open games also need a deal that takes players, if they are on
    /// one.
    pub status: Option<GameStatus>,
    /// Only the games with these ids.
    pub ids: Option<Vec<GameId>>,
    /// Only games of this kind.
    pub kind: Option<String>,
    /// Only games in which this player has a seat.
    pub player: Option<PlayerId>,
    /// Only games in which this opponent of `player` has a seat.
    pub opponent: Option<PlayerId>,
    /// Only games that ended so for `player`.
    pub result: Option<PlayerResult>,
    /// Only games with this number of seats.
    pub seats: Option<i16>,
    /// Whether the list goes by creation or by end.
    pub order: Order,
    /// Only games created (or finished, by `order`) at this time or later.
    pub since: Option<Moment>,
    /// Only games created (or finished) before this time.
    pub until: Option<Moment>,
    /// Only games in which this player has a seat or is invited.
    pub mine: Option<PlayerId>,
    /// Only games in which a seat is reserved for this player or offered to them.
    pub asked: Option<PlayerId>,
    /// Only running games that wait for this player.
    pub waiting: Option<PlayerId>,
    /// The player who sees the list, with their own private games.
    pub viewer: Option<PlayerId>,
    /// The current time. Deals that close later are open.
    pub now: Moment,
    /// The viewer's address, for invitations by address.
    pub address: Option<String>,
    /// Players whose open games are left out, unless the viewer has a seat in them.
    pub barred: Vec<PlayerId>,
    /// Only games after this one in the list (latest first), that is, older ones.
    pub before: Option<Position>,
    /// The largest number of games.
    pub limit: i64,
}

/// The order of a list of games, the latest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By creation.
    #[default]
    Created,
    /// By end. The list has only finished games.
    Finished,
}

impl Order {
    /// Returns the position of a game in this order.
    pub(crate) fn position_of(self, row: &GameRow) -> Position {
        (self.time_of(row), row.id.clone())
    }

    fn time_of(self, row: &GameRow) -> Moment {
        match self {
            Order::Created => row.created_at,
            Order::Finished => row.finished_at.unwrap_or(row.created_at),
        }
    }

    /// Returns the column with the time.
    const fn column(self) -> &'static str {
        match self {
            Order::Created => "games.created_at",
            Order::Finished => "games.finished_at",
        }
    }
}

/// Returns a page of games, the latest first.
///
/// It reads about as many rows as it returns, and the rows of the viewer and of `Filter::player`.
/// Public games and the viewer's other games are therefore two queries, each with its own indexes.
pub async fn list(conn: &mut Conn, filter: &Filter) -> QueryResult<Vec<GameRow>> {
    let own_only = filter.mine.or(filter.asked).or(filter.waiting);
    let mut found = match own_only {
        Some(_) => Vec::new(),
        None => page(conn, filter, None).await?,
    };
    if let Some(viewer) = filter.viewer {
        found.extend(page(conn, filter, Some((viewer, own_only.is_some()))).await?);
        // The same order as in the queries: `COLLATE "C"` compares bytes.
        let time = |row: &GameRow| filter.order.time_of(row);
        found.sort_by(|a, b| (time(b), &*b.id).cmp(&(time(a), &*a.id)));
        found.truncate(usize::try_from(filter.limit).unwrap_or(0));
    }
    Ok(found)
}

/// Returns a page of public games, or of the games of this viewer: all of them, or only those that
/// are not listed for everybody.
async fn page(
    conn: &mut Conn,
    filter: &Filter,
    own: Option<(PlayerId, bool)>,
) -> QueryResult<Vec<GameRow>> {
    use diesel::dsl::{not, sql};
    use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz};

    let at_table = |player: PlayerId| {
        exists(
            seats::table
                .filter(seats::game_id.eq(games::id))
                .filter(seats::player_id.eq(player)),
        )
    };
    let mut query = GameRow::query()
        .order((
            sql::<Timestamptz>(filter.order.column()).desc(),
            sql::<Text>("games.id COLLATE \"C\"").desc(),
        ))
        .limit(filter.limit)
        .into_boxed();
    query = match own {
        // A literal lets PostgreSQL use the partial indexes.
        None => query
            .filter(sql::<Bool>("games.visibility = 'public'"))
            .filter(is_listed(filter.now)),
        Some((viewer, public_too)) => {
            // PostgreSQL reads the few rows of the array before the games. With `EXISTS`, it might
            // read all games.
            let involved =
                sql::<Bool>("games.id = ANY(ARRAY(SELECT game_id FROM seats WHERE player_id = ")
                    .bind::<BigInt, _>(viewer)
                    .sql(" OR invited_id = ")
                    .bind::<BigInt, _>(viewer)
                    .sql(" OR lower(invited_email) = lower(")
                    .bind::<Nullable<Text>, _>(filter.address.clone())
                    .sql(")))");
            let query = query.filter(games::creator_id.eq(viewer).or(involved));
            match public_too {
                true => query,
                false => query.filter(not(is_listed(filter.now))),
            }
        }
    };
    if let Some(viewer) = filter.viewer.filter(|_| !filter.barred.is_empty()) {
        query = query.filter(
            games::status
                .ne(GameStatus::Open)
                .or(games::creator_id.ne_all(&filter.barred))
                .or(at_table(viewer)),
        );
    }
    if filter.order == Order::Finished {
        // A literal, as above.
        query = query.filter(sql::<Bool>("games.status = 'finished'"));
    }
    if let Some(status) = filter.status {
        query = query.filter(games::status.eq(status));
        if status == GameStatus::Open {
            query = query.filter(takes_players(filter.now));
        }
    }
    if let Some(ids) = &filter.ids {
        query = query.filter(games::id.eq_any(ids));
    }
    if let Some(kind) = &filter.kind {
        query = query.filter(games::kind.eq(kind));
    }
    if let Some(seats) = filter.seats {
        query = query.filter(games::seat_count.eq(seats));
    }
    if let Some(opponent) = filter.opponent {
        query = query.filter(at_table(opponent));
    }
    if let Some(player) = filter.player {
        let seated =
            sql::<Bool>("games.id = ANY(ARRAY(SELECT game_id FROM seats WHERE player_id = ")
                .bind::<BigInt, _>(player)
                .sql("))");
        query = query.filter(seated);
        if let Some(result) = filter.result {
            // One standing a seat, in seat order. Equal seats share a rank.
            let ended = sql::<Bool>(
                "(games.status = 'finished' AND games.seat_count > 1 AND EXISTS (
                    SELECT FROM seats WHERE seats.game_id = games.id AND seats.player_id = ",
            )
            .bind::<BigInt, _>(player)
            .sql(" AND ")
            .sql(RESULT)
            .sql(" = ")
            .bind::<Text, _>(result)
            .sql("))");
            query = query.filter(ended);
        }
    }
    let time = || sql::<Timestamptz>(filter.order.column());
    if let Some(since) = filter.since {
        query = query.filter(time().ge(since));
    }
    if let Some(until) = filter.until {
        query = query.filter(time().lt(until));
    }
    // A seat's columns may be null, and so may the values in the comparison. Both count as false.
    let invited = |player: PlayerId| {
        let to_address = lower(seats::invited_email).eq(lower(filter.address.clone()));
        seats::invited_id.eq(player).or(to_address)
    };
    if let Some(player) = filter.mine {
        let involved = seats::table.filter(seats::game_id.eq(games::id)).filter(
            seats::player_id
                .eq(player)
                .or(invited(player))
                .assume_not_null(),
        );
        query = query.filter(exists(involved));
    }
    if let Some(player) = filter.asked {
        query = query.filter(exists(
            seats::table
                .filter(seats::game_id.eq(games::id))
                .filter(invited(player).assume_not_null()),
        ));
    }
    if let Some(player) = filter.waiting {
        query = query
            .filter(games::status.eq(GameStatus::Running))
            .filter(exists(
                seats::table
                    .filter(seats::game_id.eq(games::id))
                    .filter(seats::player_id.eq(player))
                    .filter(sql::<Bool>("(games.acting >> seats.seat::int) & 1 = 1")),
            ));
    }
    if let Some((at, id)) = &filter.before {
        // An index scan can start at a comparison of rows.
        let before = sql::<Bool>("(")
            .sql(filter.order.column())
            .sql(", games.id COLLATE \"C\") < (")
            .bind::<Timestamptz, _>(*at)
            .sql(", ")
            .bind::<Text, _>(id.clone())
            .sql(")");
        query = query.filter(before);
    }
    query.load(conn).await
}

/// Returns the game of this kind that is next to `near` in the order of ids, of the finished games
/// that lists show to everybody. After the last id comes the first.
pub async fn finished_near(
    conn: &mut Conn,
    kind: &str,
    near: &GameId,
    now: Moment,
) -> QueryResult<Option<GameRow>> {
    use diesel::dsl::sql;
    use diesel::sql_types::{Bool, Text};

    for from in [&**near, ""] {
        let found = GameRow::query()
            .filter(games::kind.eq(kind))
            .filter(sql::<Bool>(
                "games.visibility = 'public' AND games.status = 'finished'",
            ))
            .filter(is_listed(now))
            .filter(sql::<Bool>("games.id COLLATE \"C\" >= ").bind::<Text, _>(from.to_owned()))
            .order(sql::<Text>("games.id COLLATE \"C\""))
            .first(conn)
            .await
            .optional()?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Returns the number of running games that lists show to everybody, for each of these players who
/// has any.
///
/// It reads the seats of the players or all running public games, as PostgreSQL prefers.
pub async fn running_of(
    conn: &mut Conn,
    players: &[PlayerId],
    now: Moment,
) -> QueryResult<Vec<(Option<PlayerId>, i64)>> {
    use diesel::dsl::{count_star, sql};
    use diesel::sql_types::Bool;

    seats::table
        .inner_join(games::table)
        .filter(seats::player_id.eq_any(players))
        // A literal, as above.
        .filter(sql::<Bool>(
            "games.visibility = 'public' AND games.status = 'running'",
        ))
        .filter(is_listed(now))
        .group_by(seats::player_id)
        .select((seats::player_id, count_star()))
        .load(conn)
        .await
}

/// The state of a game that streams of many games send.
#[derive(Clone, HasQuery)]
#[diesel(table_name = games)]
pub struct Followed {
    /// Its id.
    pub id: GameId,
    /// Its kind.
    pub kind: String,
    /// Its status.
    pub status: GameStatus,
    /// The number of log entries.
    pub ply: i64,
    /// The bit mask of the seats that are to act.
    pub acting: i32,
    /// How it ended.
    pub result: Option<Value>,
    /// When its status or its log changed last.
    pub changed_at: Moment,
}

impl From<&GameRow> for Followed {
    fn from(row: &GameRow) -> Followed {
        Followed {
            id: row.id.clone(),
            kind: row.kind.clone(),
            status: row.status,
            ply: row.ply,
            acting: row.acting,
            result: row.result.clone(),
            changed_at: row.changed_at,
        }
    }
}

/// Returns the games among these that lists show to everybody, the latest change last.
pub async fn listed_among(
    conn: &mut Conn,
    ids: &[GameId],
    now: Moment,
) -> QueryResult<Vec<Followed>> {
    Followed::query()
        .filter(games::id.eq_any(ids))
        .filter(is_listed(now))
        .order(games::changed_at)
        .load(conn)
        .await
}

/// Returns games that lists show to everybody and that changed after this position, a time and an
/// id, in this order. At most `limit`.
///
/// No index has the order, because a move would have to rewrite it. The query reads all running and
/// all cancelled public games, but of the others only those after the position.
pub async fn listed_since(
    conn: &mut Conn,
    after: &(Moment, String),
    now: Moment,
    limit: i64,
) -> QueryResult<Vec<Followed>> {
    use diesel::dsl::sql;
    use diesel::sql_types::{Bool, Text, Timestamptz};

    let (at, id) = after;
    let mut found = Vec::new();
    // Literals let PostgreSQL use the partial indexes.
    for narrow in [
        "games.status = 'open' AND games.created_at >= ",
        "games.status = 'running' AND games.changed_at >= ",
        "games.status = 'cancelled' AND games.changed_at >= ",
        "games.status = 'finished' AND games.finished_at >= ",
    ] {
        let after = sql::<Bool>("(games.changed_at, games.id COLLATE \"C\") > (")
            .bind::<Timestamptz, _>(*at)
            .sql(", ")
            .bind::<Text, _>(id)
            .sql(")");
        let games = Followed::query()
            .filter(sql::<Bool>("games.visibility = 'public'"))
            .filter(sql::<Bool>(narrow).bind::<Timestamptz, _>(*at))
            .filter(after)
            .filter(is_listed(now))
            .order((games::changed_at, sql::<Text>("games.id COLLATE \"C\"")))
            .limit(limit);
        found.extend(games.load::<Followed>(conn).await?);
    }
    found.sort_by(|a, b| (a.changed_at, &*a.id).cmp(&(b.changed_at, &*b.id)));
    found.truncate(usize::try_from(limit).unwrap_or(0));
    Ok(found)
}
