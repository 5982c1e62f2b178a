//! Following: a player's private list of other players.
//!
//! Nobody else sees the list, and nobody gets mail about it. A block by either player ends it
//! (`accounts::avoided`).

use std::collections::HashMap;

use accounts::access::Caller;
use accounts::account::{locked, refuse_guest};
use accounts::avoided::refuse_blocked;
use accounts::store::{avoided, players, suspensions};
use common::clock::Moment;
use common::ids::PlayerId;
use common::texts::message;
use play::refusal::{Refusal, Result};
use play::store::lists;

use crate::Social;
use crate::store::following;

pub use crate::store::following::Search;

/// The most players whom a player may follow.
pub const MOST: i64 = 500;

/// A followed player.
pub struct Followed {
    /// The player's name.
    pub name: String,
    /// Since when the caller follows the player.
    pub since: Moment,
    /// The number of the player's running games that lists show to everybody.
    pub running: i64,
}

/// A page of followed players.
pub struct Page {
    /// The players, in the order of their names.
    pub players: Vec<Followed>,
    /// [`Search::after`] of the next page; `None` on the last page.
    pub next: Option<String>,
}

/// Follows a player. Repeating it changes nothing.
///
/// Guests, suspended players and players who have blocked the caller share one answer, so that a
/// block is not obvious.
pub async fn follow(app: &Social, caller: &Caller, name: &str) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let mut other = players::by_name(conn, &name.to_lowercase())
            .await?
            .ok_or(Refusal::NOT_FOUND)?;
        if other.id == caller.player {
            return Err(Refusal::invalid("why-yourself"));
        }
        // Both are locked in the order of their ids: neither is deleted or blocked meanwhile, and
        // concurrent requests of the caller respect the limit.
        for id in [caller.player.min(other.id), caller.player.max(other.id)] {
            if id == caller.player {
                refuse_guest(&locked(conn, id).await?)?;
            } else {
                let held = players::hold(conn, id).await?;
                other = held.ok_or(Refusal::NOT_FOUND)?;
            }
        }
        if following::follows(conn, caller.player, other.id).await? {
            return Ok(());
        }
        refuse_blocked(conn, caller.player, (other.id, &other.name)).await?;
        if other.guest
            || suspensions::suspension(conn, other.id).await?.is_some()
            || avoided::has_blocked(conn, other.id, caller.player).await?
        {
            let why = message("why-cannot-follow").with("name", other.name);
            return Err(base::Refusal::Forbidden(why).into());
        }
        if following::count(conn, caller.player).await? >= MOST {
            let why = message("why-list-full").with("most", MOST);
            return Err(base::Refusal::InvalidRequest(why).into());
        }
        following::put(conn, caller.player, other.id, now).await?;
        Ok(())
    })
    .await
}

/// Stops following a player. Succeeds if the caller does not follow the player.
pub async fn unfollow(app: &Social, caller: &Caller, name: &str) -> Result<()> {
    let mut conn = app.db.get().await?;
    if let Some(other) = players::by_name(&mut conn, &name.to_lowercase()).await? {
        following::remove(&mut conn, caller.player, other.id).await?;
    }
    Ok(())
}

/// Returns a page of the players whom the caller follows.
pub async fn list(app: &Social, caller: &Caller, search: Search) -> Result<Page> {
    let limit = search.limit;
    let one_more = Search {
        limit: limit + 1,
        ..search
    };
    let mut conn = app.db.get().await?;
    let mut rows = following::page(&mut conn, caller.player, &one_more).await?;
    let has_more = rows.len() as i64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(0));
    let next = rows.last().filter(|_| has_more).map(|row| row.key.clone());
    let ids: Vec<PlayerId> = rows.iter().map(|row| row.id).collect();
    let running: HashMap<_, _> = match ids.is_empty() {
        true => HashMap::new(),
        false => lists::running_of(&mut conn, &ids, app.clock.now())
            .await?
            .into_iter()
            .collect(),
    };
    let players = rows.into_iter().map(|row| Followed {
        running: running.get(&Some(row.id)).copied().unwrap_or(0),
        name: row.name,
        since: row.since,
    });
    Ok(Page {
        players: players.collect(),
        next,
    })
}

/// Returns the names of all players whom a player follows, and since when.
pub async fn all(app: &Social, player: PlayerId) -> Result<Vec<(String, Moment)>> {
    let search = Search {
        limit: MOST,
        ..Search::default()
    };
    let rows = following::page(&mut *app.db.get().await?, player, &search).await?;
    Ok(rows.into_iter().map(|row| (row.name, row.since)).collect())
}
