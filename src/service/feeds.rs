//! The calendar and the feed of a player, by addresses that hold a secret: making, renewing and ending them, and what
//! stands in them.
//!
//! Programs that show calendars send no headers, so that the secret is in the address. It is stored as a hash, opens these two and
//! nothing else, and ends as tokens do: with a new password, with “sign out everywhere”, with a suspension
//! and with the account. How it is written is `post::feeds`' business.

use std::net::IpAddr;

use common::clock::Moment;
use common::ids::{self, GameId};
use db::sets::GameStatus;
use rules::Seat;

use super::access::Caller;
use super::clocks::Clocks;
use super::look::{self, Search};
use super::webhooks::may_be_told;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::games::{GameRow, SeatRow};
use crate::store::players::Player;
use crate::store::{feeds, sessions};

/// How many games of a kind are told of: the newest.
const MOST: i64 = 200;

/// A secret that opens a player's calendar and feed. No `Debug`.
pub struct Secret(pub String);

/// Whose calendar or feed it is.
pub struct Reader {
    /// The player.
    pub player: Player,
    /// When the addresses were made.
    pub made_at: Moment,
}

impl Reader {
    /// The player, as one who asks for something.
    pub fn caller(&self) -> Caller {
        Caller::without_session(self.player.id)
    }
}

/// A clock that runs for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Since when.
    pub since: Moment,
    /// When the time is over.
    pub deadline: Moment,
}

/// What is wanted of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// To play.
    Turn {
        /// The player's last entry before this turn: it is the same throughout the turn.
        after: i64,
        /// The clock, if it runs.
        clock: Option<Clock>,
    },
    /// To take a seat that is kept for them.
    Seat,
    /// To take over a seat that somebody else has.
    Takeover,
}

/// A game that waits for the player.
pub struct Waiting {
    /// Its row.
    pub row: GameRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// For what it waits.
    pub wanted: Wanted,
    /// Since when.
    pub since: Moment,
}

/// When the caller's addresses were made, if there are any.
pub async fn made_at(app: &App, caller: &Caller) -> Result<Option<Moment>> {
    let mut conn = app.db.get().await?;
    let found = feeds::of_player(&mut conn, caller.player).await?;
    Ok(found.map(|feed| feed.made_at))
}

/// Gives the caller addresses, in place of those before; answers the secret, which is told this once.
pub async fn renew(app: &App, caller: &Caller) -> Result<(Secret, Moment)> {
    let (now, secret) = (app.clock.now(), ids::secret_token());
    let hash = ids::secret_hash(&secret);
    app.once(async |conn| {
        // Whoever is suspended or signed out everywhere just now gets none.
        if !sessions::hold_open(conn, &caller.session).await? {
            return Err(Refusal::NotSignedIn);
        }
        feeds::renew(conn, caller.player, &hash, now).await?;
        Ok(())
    })
    .await?;
    Ok((Secret(secret), now))
}

/// Ends the caller's addresses, if there are any.
pub async fn end(app: &App, caller: &Caller) -> Result<()> {
    let mut conn = app.db.get().await?;
    feeds::remove(&mut conn, caller.player).await?;
    Ok(())
}

/// Whose secret it is. What is none is not found, whatever is wrong with it: all of it is looked up.
pub async fn reader(app: &App, client: IpAddr, secret: &Secret) -> Result<Reader> {
    app.limits.feed(client)?;
    let hash = ids::secret_hash(&secret.0);
    let found = feeds::by_hash(&mut *app.db.get().await?, &hash).await?;
    let feed = found.ok_or(Refusal::NotFound)?;
    let player = may_be_told(app, feed.player_id).await?;
    Ok(Reader {
        player: player.ok_or(Refusal::NotFound)?,
        made_at: feed.made_at,
    })
}

/// The games in which it is the player's turn, the newest first.
pub async fn turns(app: &App, reader: &Reader) -> Result<Vec<Waiting>> {
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
    let since = feeds::since(&mut *app.db.get().await?, &owed).await?;
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

/// The clock of a seat, where it runs. While the game is stopped there is no telling when the time is over.
fn clock(row: &GameRow, seat: Seat) -> Result<Option<Clock>> {
    let clocks = row.clocks.as_ref().filter(|_| row.paused_at.is_none());
    let clocks = clocks.map(Clocks::read).transpose()?;
    let running = clocks.as_ref().and_then(|clocks| clocks.running(seat));
    Ok(running.map(|running| Clock {
        since: running.since,
        deadline: running.deadline,
    }))
}

/// The games in which a seat is kept for the player, or offered to them, the newest first.
pub async fn invitations(app: &App, reader: &Reader) -> Result<Vec<Waiting>> {
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
    let asked = feeds::asked(&mut *app.db.get().await?, caller.player, &ids).await?;
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
