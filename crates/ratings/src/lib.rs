//! Ratings of players, for each kind of game and size of table, and their [`statistics`].
//!
//! Ratings follow from the results of finished games, in the order in which [`rate`] found them.
//! `rated_games` stores that order, and which players each game counted for, because accounts
//! change: guests sign up, and players delete their accounts. So [`recompute`] returns exactly the
//! stored ratings, although nodes may store games out of the order of their ends. Moves do not know
//! of ratings. Decision 91 has the rules and the reasons.
//!
//! Left out on purpose: ratings of bots, of games with one seat, and of games whose seed a player
//! may know.

mod book;
mod places;
mod skill;
pub mod statistics;
mod store;

use std::collections::{BTreeMap, HashMap};

use accounts::identity::PlayerName;
use accounts::store::players;
use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::sets::TableSize;
use db::{Conn, connect};
use diesel::QueryResult;
use diesel_async::AsyncConnection;
use play::Play;
use play::refusal::{Refusal, Result};
use play::store::entries;
use rules::Outcome;
use serde::Deserialize;

use crate::book::Book;
use crate::places::{Places, Tables};
use crate::store::{Finished, RatedRow, RatingRow};

pub use crate::store::Search;

/// How many games a transaction rates.
const BATCH: i64 = 100;

/// How far before the end of the last rated game [`rate`] looks for games that were stored late.
const LATE: TimeDelta = TimeDelta::hours(1);

/// The same for [`rate_late`].
const VERY_LATE: TimeDelta = TimeDelta::days(7);

/// A rating, as everybody may see it.
pub struct Rating {
    /// The player's name.
    pub player: String,
    /// Whether a program plays with the account.
    pub automated: bool,
    /// The kind of game.
    pub kind: String,
    /// The size of the table.
    pub seats: TableSize,
    /// The rating in points.
    pub rating: i32,
    /// Its uncertainty in points, which has grown since the last game.
    pub uncertainty: i32,
    /// Whether the rating is still, or again, too uncertain for the leaderboard.
    pub provisional: bool,
    /// The number of rated games.
    pub games: i32,
}

impl Rating {
    fn of(player: String, automated: bool, row: RatingRow, now: Moment) -> Rating {
        let points = |thousandths: i32| (f64::from(thousandths) / 1_000.0).round() as i32;
        let skill = row.skill(now);
        Rating {
            player,
            automated,
            rating: points(skill.rating),
            uncertainty: points(skill.uncertainty),
            provisional: row.settled_until <= now,
            kind: row.kind,
            seats: row.seats,
            games: row.games,
        }
    }
}

/// A page of a leaderboard.
pub struct Page {
    /// The ratings, the best first.
    pub ratings: Vec<Rating>,
    /// [`Search::after`] of the next page; `None` on the last page.
    pub next: Option<(i32, String)>,
}

/// Returns a page of a leaderboard.
pub async fn best(app: &Play, search: Search) -> Result<Page> {
    let (now, limit) = (app.clock.now(), search.limit);
    let one_more = Search {
        limit: limit + 1,
        ..search
    };
    let mut conn = app.db.get().await?;
    let mut rows = store::best(&mut conn, &one_more, now).await?;
    let has_more = rows.len() as i64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(0));
    let last = rows.last().filter(|_| has_more);
    let next = last.map(|(player, row)| (row.rating, player.name_key.clone()));
    let ratings = rows.into_iter();
    let ratings = ratings.map(|(player, row)| Rating::of(player.name, player.automated, row, now));
    Ok(Page {
        ratings: ratings.collect(),
        next,
    })
}

/// Returns the ratings of the player called `name`.
pub async fn of_player(app: &Play, name: &str) -> Result<Vec<Rating>> {
    let key = PlayerName::key_of(name).ok_or(Refusal::NOT_FOUND)?;
    let mut conn = app.db.get().await?;
    let player = players::by_name(&mut conn, &key).await?;
    let player = player.ok_or(Refusal::NOT_FOUND)?;
    let (_, deleted) = store::guests_and_deleted(&mut conn, &[player.id]).await?;
    if !deleted.is_empty() {
        return Ok(Vec::new());
    }
    let rows = store::of_players(&mut conn, &[player.id])
        .await?
        .into_iter();
    let now = app.clock.now();
    let rating = |row| Rating::of(player.name.clone(), player.automated, row, now);
    Ok(rows.map(rating).collect())
}

/// Rates the games that have finished since the last run. Several processes may do so at once: one
/// of them works.
pub async fn rate(app: &Play) -> Result<()> {
    rate_since(app, LATE).await
}

/// Rates games that [`rate`] missed because they were stored more than an hour late. Also deletes
/// the ratings of deleted players.
pub async fn rate_late(app: &Play) -> Result<()> {
    store::remove_deleted(&mut *app.db.get().await?).await?;
    rate_since(app, VERY_LATE).await
}

async fn rate_since(app: &Play, back: TimeDelta) -> Result<()> {
    let mut after = None;
    loop {
        let from = after.take();
        after = app
            .transaction(async |conn| Ok(rate_batch(conn, from, back).await?))
            .await?;
        if after.is_none() {
            return Ok(());
        }
    }
}

/// Rates the games of a batch that begins after this position, by default so long before the end of
/// the last rated game. The transaction of the caller stores the ratings together with the note
/// that these games were rated. Returns the position of the next batch.
async fn rate_batch(
    conn: &mut Conn,
    after: Option<(Moment, String)>,
    back: TimeDelta,
) -> QueryResult<Option<(Moment, String)>> {
    if !store::try_to_write(conn).await? {
        return Ok(None);
    }
    let after = match after {
        Some(after) => after,
        None => {
            let newest = store::newest(conn).await?;
            let from = newest.map_or(Moment::UNIX_EPOCH, |newest| newest - back);
            (from, String::new())
        }
    };
    let mut games = store::finished(conn, &after, BATCH).await?;
    let last = games.last().filter(|_| games.len() as i64 == BATCH);
    let next = last.map(|game| (game.finished_at, game.id.to_string()));
    let ids: Vec<&GameId> = games.iter().map(|game| &game.id).collect();
    let rated = store::rated(conn, &ids).await?;
    games.retain(|game| !rated.contains(&game.id));
    if !games.is_empty() {
        rate_games(conn, &games).await?;
    }
    Ok(next)
}

/// Rates these games, in their order.
async fn rate_games(conn: &mut Conn, games: &[Finished]) -> QueryResult<()> {
    let tables = tables(conn, games).await?;
    let mut places = places_in(&tables, games);
    let players: Vec<PlayerId> = tables.players().collect();
    let (guests, deleted) = store::guests_and_deleted(conn, &players).await?;
    let mut book = Book::of(store::of_players(conn, &players).await?);
    let first = store::last_number(conn).await? + 1;
    let mut rated = Vec::new();
    for (n, game) in (first..).zip(games) {
        let mut places = places.remove(&game.id).unwrap_or_default();
        if tables.has_seat_of_guests(&game.id, &guests) {
            places.clear();
        }
        places.retain(|player, _| !guests.contains(player) && !deleted.contains(player));
        if places::count(&places) {
            book.apply(game, &places);
        } else {
            places.clear();
        }
        rated.push(RatedRow {
            n,
            game_id: game.id.clone(),
            players: places.into_keys().collect(),
        });
    }
    store::put(conn, &book.changes()).await?;
    store::add_rated(conn, &rated).await?;
    Ok(())
}

/// Returns the people and the departures of these games.
async fn tables(conn: &mut Conn, games: &[Finished]) -> QueryResult<Tables> {
    let ids: Vec<&GameId> = games.iter().map(|game| &game.id).collect();
    Ok(Tables {
        sitters: store::sitters(conn, &ids).await?,
        former: store::former(conn, &ids).await?,
        left: entries::left(conn, &ids).await?,
    })
}

/// Returns the places of all players in these games. A game without a readable result has none.
fn places_in(tables: &Tables, games: &[Finished]) -> HashMap<GameId, Places> {
    let mut all = HashMap::new();
    for game in games {
        let outcome = game.result.as_ref().map(Outcome::deserialize);
        let Some(Ok(outcome)) = outcome else {
            let code = "damaged-game";
            tracing::warn!(code, game.id = %*game.id, "the result of a game cannot be read; the game is not rated");
            continue;
        };
        all.insert(game.id.clone(), tables.places(game, &outcome));
    }
    all
}

/// The result of a computation from zero.
pub struct Report {
    /// The number of rated games.
    pub games: u64,
    /// The number of ratings.
    pub ratings: usize,
    /// The differences to the stored ratings, one sentence each.
    pub differences: Vec<String>,
}

/// Computes all ratings in the database at `url` again, and compares them with the stored ones.
pub async fn check(url: &str) -> anyhow::Result<Report> {
    let mut conn = connect::reader(url).await?;
    let report = conn
        .build_transaction()
        .repeatable_read()
        .read_only()
        .run(async |conn| compare(conn).await)
        .await?;
    Ok(report)
}

/// Computes all ratings in the database at `url` again, and stores them in place of the stored ones
/// in the same transaction.
pub async fn recompute(url: &str) -> anyhow::Result<Report> {
    let mut conn = connect::owner(url).await?;
    let report = conn.transaction(async |conn| {
        store::write(conn).await?;
        let (games, rows) = from_zero(conn).await?;
        store::clear(conn).await?;
        let rows: Vec<&RatingRow> = rows.values().collect();
        store::put(conn, &rows).await?;
        QueryResult::Ok(Report {
            games,
            ratings: rows.len(),
            differences: Vec::new(),
        })
    });
    Ok(report.await?)
}

async fn compare(conn: &mut Conn) -> QueryResult<Report> {
    let (games, mut computed) = from_zero(conn).await?;
    let stored = store::all(conn).await?;
    let players: Vec<PlayerId> = stored.iter().map(|row| row.player_id).collect();
    let (_, deleted) = store::guests_and_deleted(conn, &players).await?;
    let mut report = Report {
        games,
        ratings: computed.len(),
        differences: Vec::new(),
    };
    let stored = stored
        .into_iter()
        .filter(|row| !deleted.contains(&row.player_id));
    for row in stored {
        let other = computed.remove(&row.key());
        if other.as_ref() != Some(&row) {
            report
                .differences
                .push(difference(Some(&row), other.as_ref()));
        }
    }
    let missing = computed.values().map(|row| difference(None, Some(row)));
    report.differences.extend(missing);
    Ok(report)
}

/// Computes the ratings of all players who still have an account. Returns the number of games.
async fn from_zero(conn: &mut Conn) -> QueryResult<(u64, BTreeMap<book::Key, RatingRow>)> {
    let mut book = Book::default();
    let (mut last, mut count) = (0, 0);
    loop {
        let rated = store::rated_after(conn, last, BATCH).await?;
        let Some(end) = rated.last() else { break };
        last = end.n;
        let ids: Vec<&GameId> = rated.iter().map(|it| &it.game_id).collect();
        let games = store::games(conn, &ids).await?;
        let mut places = places_in(&tables(conn, &games).await?, &games);
        for row in rated.iter().filter(|row| !row.players.is_empty()) {
            let game = games.iter().find(|game| game.id == row.game_id);
            let Some((game, mut places)) = game.zip(places.remove(&row.game_id)) else {
                continue;
            };
            places.retain(|player, _| row.players.contains(player));
            book.apply(game, &places);
            count += 1;
        }
    }
    let mut rows = book.into_rows();
    let players: Vec<PlayerId> = rows.keys().map(|(player, ..)| *player).collect();
    let (_, deleted) = store::guests_and_deleted(conn, &players).await?;
    rows.retain(|(player, ..), _| !deleted.contains(player));
    Ok((count, rows))
}

/// Describes the difference between a stored and a computed rating.
fn difference(stored: Option<&RatingRow>, computed: Option<&RatingRow>) -> String {
    let shown = |row: Option<&RatingRow>| match row {
        None => "none".to_owned(),
        Some(row) => {
            let points = |thousandths: i32| f64::from(thousandths) / 1_000.0;
            let (rating, uncertainty) = (points(row.rating), points(row.uncertainty));
            format!("{rating:.3} ± {uncertainty:.3} after {} games", row.games)
        }
    };
    let subject = stored.or(computed).map(|row| {
        let size = row.seats;
        format!("player {}, {} ({size})", row.player_id.0, row.kind)
    });
    format!(
        "{}: stored {}, computed {}",
        subject.unwrap_or_default(),
        shown(stored),
        shown(computed)
    )
}
