//! Statistics of a player: results by kind of game, opponents, and reliability.
//!
//! They follow from the finished games that everybody may see, so they are the same for all
//! readers, and nothing is stored. A request reads [`MOST`] games and the logs of [`RECENT`]: its
//! cost does not grow with the number of games, but for the player's rows of `seats`.
//!
//! Left out on purpose: practice games, because the players could know the dice.

mod store;

use std::collections::BTreeMap;

use accounts::identity::PlayerName;
use accounts::store::players;
use common::clock::Moment;
use common::ids::GameId;
use db::sets::{PlayerResult, Stored};
use play::Play;
use play::refusal::{Refusal, Result};
use rules::Seat;

use self::store::Finished;

/// How many games of a player are read: those that the player joined last.
pub const MOST: i64 = 1_000;

/// How many opponents are listed.
const OPPONENTS: i64 = 10;

/// How many games the reliability covers.
const RECENT: usize = 50;

/// The statistics of a player.
pub struct Statistics {
    /// The results, by kind of game.
    pub kinds: Vec<Record>,
    /// The records against the most frequent opponents, the most frequent first.
    pub opponents: Vec<Opponent>,
    /// How reliably the player finishes games.
    pub recent: Recent,
}

/// The results of a player in a kind of game with one number of seats.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The kind of game.
    pub kind: String,
    /// The number of seats.
    pub seats: i16,
    /// Whether all opponents were bots.
    pub bots: bool,
    /// The number of finished games.
    pub finished: i64,
    /// In how many of them the player has the first rank alone.
    pub won: i64,
    /// In how many of them the player shares the first rank.
    pub drawn: i64,
    /// In how many of them the player has another rank.
    pub lost: i64,
    /// The best score of a game that the player did not leave.
    pub best_score: Option<i32>,
    /// How many games the player has won since the last other result.
    pub streak: i64,
    /// The most games that the player has won in a row.
    pub longest_streak: i64,
}

/// The record of a player against another one.
pub struct Opponent {
    /// The opponent's name.
    pub player: String,
    /// The number of games in which both had a seat at the end.
    pub games: i64,
    /// In how many of them the player ranks above the opponent.
    pub won: i64,
    /// In how many of them both have the same rank.
    pub drawn: i64,
    /// In how many of them the player ranks below the opponent.
    pub lost: i64,
}

/// The player's latest games.
#[derive(Default)]
pub struct Recent {
    /// The number of games.
    pub games: i64,
    /// How many of them the player left, including those whose seat another player or a bot took.
    pub left: i64,
    /// In how many of them the player's time ran out. A seat that a bot took over counts as left.
    pub timed_out: i64,
    /// The median time in seconds between a move of another seat and the player's next move.
    pub median_seconds: Option<i64>,
}

/// Returns the statistics of the player called `name`.
pub async fn of_player(app: &Play, name: &str) -> Result<Statistics> {
    let key = PlayerName::key_of(name).ok_or(Refusal::NOT_FOUND)?;
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let player = players::by_name(&mut conn, &key).await?;
    let player = player.ok_or(Refusal::NOT_FOUND)?.id;
    let joined = store::joined(&mut conn, player, MOST).await?;
    let games = store::finished(&mut conn, player, &joined, now).await?;
    let given_up = store::given_up(&mut conn, player, now, RECENT as i64).await?;
    let (ids, seats) = own_seats(&games);
    let met = store::met(&mut conn, &ids, &seats, OPPONENTS).await?;
    let (mut recent, kept) = recent(&games, &given_up);
    let (ids, seats) = own_seats(kept);
    let logged = store::logged(&mut conn, &ids, &seats).await?;
    recent.timed_out = logged.timed_out;
    recent.median_seconds = logged.median.map(|it| it.round() as i64);
    let opponents = met.into_iter().map(|it| Opponent {
        drawn: it.games - it.won - it.lost,
        player: it.name,
        games: it.games,
        won: it.won,
        lost: it.lost,
    });
    Ok(Statistics {
        kinds: records(games),
        opponents: opponents.collect(),
        recent,
    })
}

/// Counts the results of games, of which the latest comes first.
fn records(games: Vec<Finished>) -> Vec<Record> {
    let mut records: BTreeMap<_, Record> = BTreeMap::new();
    for game in games.into_iter().rev() {
        let key = (game.kind, game.seat_count, game.bots);
        let it = records.entry(key).or_default();
        it.finished += 1;
        if !game.left {
            it.best_score = it.best_score.max(Some(game.score));
        }
        if game.seat_count == 1 {
            continue;
        }
        match game.result {
            PlayerResult::Win => it.won += 1,
            PlayerResult::Draw => it.drawn += 1,
            PlayerResult::Loss => it.lost += 1,
        }
        it.streak = match game.result {
            PlayerResult::Win => it.streak + 1,
            _ => 0,
        };
        it.longest_streak = it.longest_streak.max(it.streak);
    }
    let records = records
        .into_iter()
        .map(|((kind, seats, bots), record)| Record {
            kind,
            seats,
            bots,
            ..record
        });
    records.collect()
}

/// Returns the ids of games, and the player's seat in each.
fn own_seats<'a>(
    games: impl IntoIterator<Item = &'a Finished>,
) -> (Vec<&'a GameId>, Vec<Stored<Seat>>) {
    games.into_iter().map(|game| (&game.id, game.seat)).unzip()
}

/// Counts the player's latest games, which are among `games` and those that the player gave up. Also
/// returns those in which the seat was the player's from the start.
fn recent<'a>(games: &'a [Finished], given_up: &[Moment]) -> (Recent, Vec<&'a Finished>) {
    let own = games.iter().map(|game| (game.finished_at, Some(game)));
    let mut all: Vec<_> = own.chain(given_up.iter().map(|at| (*at, None))).collect();
    all.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    all.truncate(RECENT);
    let has_left = |game: &Option<&Finished>| game.is_none_or(|game| game.left);
    let recent = Recent {
        games: all.len() as i64,
        left: all.iter().filter(|(_, game)| has_left(game)).count() as i64,
        ..Recent::default()
    };
    let kept = all.into_iter().filter_map(|(_, game)| game);
    (recent, kept.filter(|game| !game.taken_over).collect())
}
