//! The statistics of a player.

use actix_web::get;
use ratings::statistics::{self, Opponent, Record, Statistics};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::caller::Anybody;
use crate::http::json::Json;
use crate::http::paths::Name;
use crate::http::problem::Result;
use crate::http::{At, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config.service(get_player_statistics);
}

/// A player's results in a kind of game, against people or against bots alone.
#[derive(Serialize, ToSchema)]
pub struct KindRecord {
    /// The kind of game.
    kind: String,
    /// The number of seats.
    seats: i16,
    /// Whether all opponents were bots.
    bots: bool,
    /// The number of finished games.
    finished: i64,
    /// First alone.
    won: i64,
    /// First with others.
    drawn: i64,
    /// Any other rank.
    lost: i64,
    /// Null if all were left.
    #[schema(required)]
    best_score: Option<i32>,
    /// The wins since the last other result.
    streak: i64,
    /// The most wins in a row.
    longest_streak: i64,
}

impl From<Record> for KindRecord {
    fn from(record: Record) -> KindRecord {
        KindRecord {
            kind: record.kind,
            seats: record.seats,
            bots: record.bots,
            finished: record.finished,
            won: record.won,
            drawn: record.drawn,
            lost: record.lost,
            best_score: record.best_score,
            streak: record.streak,
            longest_streak: record.longest_streak,
        }
    }
}

/// A player's record against an opponent.
#[derive(Serialize, ToSchema)]
pub struct OpponentRecord {
    /// The opponent's name.
    player: String,
    /// The number of games.
    games: i64,
    /// Ranked above the opponent.
    won: i64,
    /// The same rank.
    drawn: i64,
    /// Ranked below the opponent.
    lost: i64,
}

impl From<Opponent> for OpponentRecord {
    fn from(opponent: Opponent) -> OpponentRecord {
        OpponentRecord {
            player: opponent.player,
            games: opponent.games,
            won: opponent.won,
            drawn: opponent.drawn,
            lost: opponent.lost,
        }
    }
}

/// The statistics of a player.
#[derive(Serialize, ToSchema)]
pub struct PlayerStatistics {
    /// By kind of game.
    kinds: Vec<KindRecord>,
    /// The ten most frequent.
    opponents: Vec<OpponentRecord>,
    /// The number of recent games.
    recent: i64,
    /// Recent games that the player left.
    left: i64,
    /// Recent games with a time-out.
    timed_out: i64,
    /// To answer a move.
    #[schema(required)]
    median_seconds: Option<i64>,
}

impl From<Statistics> for PlayerStatistics {
    fn from(statistics: Statistics) -> PlayerStatistics {
        let Statistics {
            kinds,
            opponents,
            recent,
        } = statistics;
        PlayerStatistics {
            kinds: kinds.into_iter().map(KindRecord::from).collect(),
            opponents: opponents.into_iter().map(OpponentRecord::from).collect(),
            recent: recent.games,
            left: recent.left,
            timed_out: recent.timed_out,
            median_seconds: recent.median_seconds,
        }
    }
}

policy!(get_player_statistics: Any, permit = Some(LookBack), cost = 3);
/// Get a player's statistics
///
/// Covers the finished public games among the last 1,000 that the player joined. Needs no token.
#[utoipa::path(
    tag = "accounts",
    params(("name" = String, Path, description = "The player's name, in any case.")),
    responses((status = 200, description = "The statistics.", body = PlayerStatistics)),
    security((), ("access_token" = [])),
)]
#[get("/v1/players/{name}/statistics")]
pub(crate) async fn get_player_statistics(
    state: State,
    _: Anybody,
    name: At<Name>,
) -> Result<Json<PlayerStatistics>> {
    let statistics = statistics::of_player(&state, &name).await?;
    Ok(Json(statistics.into()))
}
