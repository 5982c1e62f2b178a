//! A player's calendar and feed, at URLs that contain a secret: creates, renews and ends the URLs,
//! and reads their content.
//!
//! Calendar programs send no headers, so the secret is in the URL. The database stores its hash.
//! The secret opens only these two. Like tokens, it ends with a new password, with "sign out
//! everywhere", with a suspension, and with the account. `integrations::feeds::documents` formats
//! the content.

pub mod documents;
pub mod store;

use std::net::IpAddr;

use accounts::access::Caller;
use accounts::store::players::Player;
use accounts::store::sessions;
use common::clock::Moment;
use common::ids::{self, GameId};
use db::sets::GameStatus;
use play::clocks::Clocks;
use play::look::{self, Search};
use play::refusal::{Refusal, Result};
use play::store::games::{GameRow, SeatRow};
use rules::Seat;

use crate::Integrations;
use crate::webhooks::may_be_told;

/// The most games of each category: the newest.
const MOST: i64 = 200;

/// A secret that opens a player's calendar and feed. No `Debug`.
pub struct Secret(pub String);

/// The owner of a calendar or feed.
pub struct Reader {
    /// The player.
    pub player: Player,
    /// When the URLs were created.
    pub made_at: Moment,
}

impl Reader {
    /// Returns the player as a caller.
    pub fn caller(&self) -> Caller {
        Caller::without_session(self.player.id)
    }
}

/// A running clock of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The start.
    pub since: Moment,
    /// The deadline.
    pub deadline: Moment,
}

/// The action that a game expects from the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Play a move.
    Turn {
        /// The number of the player's last entry before this turn. It stays the same throughout the
        /// turn.
        after: i64,
        /// The clock, if it runs.
        clock: Option<Clock>,
    },
    /// Take a seat that is reserved for the player.
    Seat,
    /// Take over a seat from another player.
    Takeover,
}

/// A game that waits for the player.
pub struct Waiting {
    /// Its row.
    pub row: GameRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// The expected action.
    pub wanted: Wanted,
    /// Since when the game waits.
    pub since: Moment,
}

/// Returns when the caller's URLs were created, if there are any.
pub async fn made_at(app: &Integrations, caller: &Caller) -> Result<Option<Moment>> {
    let mut conn = app.db.get().await?;
    let found = store::of_player(&mut conn, caller.player).await?;
    Ok(found.map(|feed| feed.made_at))
}

/// Creates URLs for the caller and ends the previous ones. Returns the secret, which is shown only
/// once.
pub async fn renew(app: &Integrations, caller: &Caller) -> Result<(Secret, Moment)> {
    let (now, secret) = (app.clock.now(), ids::secret_token());
    let hash = ids::secret_hash(&secret);
    app.once(async |conn| {
        // The session may have been closed meanwhile, by a suspension or by "sign out everywhere".
        if !sessions::hold_open(conn, &caller.session).await? {
            return Err(Refusal::NOT_SIGNED_IN);
        }
        store::renew(conn, caller.player, &hash, now).await?;
        Ok(())
    })
    .await?;
    Ok((Secret(secret), now))
}

/// Ends the caller's URLs, if there are any.
pub async fn end(app: &Integrations, caller: &Caller) -> Result<()> {
    let mut conn = app.db.get().await?;
    store::remove(&mut conn, caller.player).await?;
    Ok(())
}

/// Returns the owner of a secret. Every invalid secret returns 404, malformed ones too.
pub async fn reader(app: &Integrations, client: IpAddr, secret: &Secret) -> Result<Reader> {
    app.limits.feed(client)?;
    let hash = ids::secret_hash(&secret.0);
    let found = store::by_hash(&mut *app.db.get().await?, &hash).await?;
    let feed = found.ok_or(Refusal::NOT_FOUND)?;
    let player = may_be_told(app, feed.player_id).await?;
    Ok(Reader {
        player: player.ok_or(Refusal::NOT_FOUND)?,
        made_at: feed.made_at,
    })
}

/// Returns the games in which it is the player's turn, newest first.
pub async fn turns(app: &Integrations, reader: &Reader) -> Result<Vec<Waiting>> {
    let caller = reader.caller();
    let search = Search {
        status: Some(GameStatus::Running),
        waiting: true,
        limit: MOST,
        ..Search::default()
    };
    let games = look::list(app, Some(&caller), &search).await?.games;
    let own = |seats: &[SeatRow]| {
        let own = seats.iter().find(|it| it.player_id == Some(caller.player));
        own.map(|it| it.seat)
    };
    let owed: Vec<(&GameId, Seat)> = games
        .iter()
        .filter_map(|(row, seats)| Some((&row.id, own(seats)?)))
        .collect();
    let since = store::since(&mut *app.db.get().await?, &owed).await?;
    let mut turns = Vec::new();
    for (row, seats) in games {
        let found = since.iter().find(|it| it.game_id == row.id);
        let (Some(seat), Some(found)) = (own(&seats), found) else {
            continue;
        };
        let clock = clock(&row, seat)?;
        let began = found.moved_at.or(row.started_at).unwrap_or(row.created_at);
        turns.push(Waiting {
            wanted: Wanted::Turn {
                after: found.ply,
                clock,
            },
            since: clock.map_or(began, |clock| clock.since.min(began)),
            row,
            seats,
        });
    }
    Ok(turns)
}

/// Returns the running clock of a seat. While the game is paused, its deadline is unknown, so there
/// is none.
fn clock(row: &GameRow, seat: Seat) -> Result<Option<Clock>> {
    let clocks = row.clocks.as_ref().filter(|_| row.paused_at.is_none());
    let clocks = clocks.map(Clocks::read).transpose()?;
    let running = clocks.as_ref().and_then(|clocks| clocks.running(seat));
    Ok(running.map(|running| Clock {
        since: running.since,
        deadline: running.deadline,
    }))
}

/// Returns the games in which a seat is reserved for the player or offered to them. Open games come
/// before running ones, each newest first.
pub async fn invitations(app: &Integrations, reader: &Reader) -> Result<Vec<Waiting>> {
    let caller = reader.caller();
    let mut games = Vec::new();
    for status in [GameStatus::Open, GameStatus::Running] {
        let search = Search {
            status: Some(status),
            asked: true,
            limit: MOST,
            ..Search::default()
        };
        games.extend(look::list(app, Some(&caller), &search).await?.games);
    }
    let ids: Vec<&GameId> = games.iter().map(|(row, _)| &row.id).collect();
    let asked = store::asked(&mut *app.db.get().await?, caller.player, &ids).await?;
    let waiting = games.into_iter().map(|(row, seats)| {
        let told = asked.iter().find(|it| it.game_id == row.id);
        Waiting {
            wanted: match row.status {
                GameStatus::Open => Wanted::Seat,
                _ => Wanted::Takeover,
            },
            since: told.map_or(row.created_at, |it| it.at),
            row,
            seats,
        }
    });
    Ok(waiting.collect())
}
