//! Tracks which players are currently active in a client other than a mail program.
//!
//! Each request is recorded in memory only. A job writes the records to the database in one
//! statement, at most once a minute for each player, so that other processes know them too: the
//! mailer, and nodes that show who is at a table.
//!
//! Asking who is at a table counts as activity. Presence is not part of a game's resource, because
//! its `ETag` would change every minute.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use accounts::access::Caller;
use accounts::store::avoided;
use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::sets::GameStatus;
use play::look;
use play::refusal::{Refusal, Result};
use play::store::entries;
use rules::Seat;

use crate::Social;
use crate::store::presence;

/// The minimum interval between database writes for a player.
const WRITTEN_EVERY: TimeDelta = TimeDelta::minutes(1);

/// How long this process remembers a player: longer than any mail waits.
const REMEMBERED: TimeDelta = TimeDelta::hours(2);

/// How long after a request a player counts as present. An open client sends a request every
/// minute, and other processes learn of it after another minute.
const HERE: TimeDelta = TimeDelta::minutes(3);

#[derive(Clone, Copy)]
struct Seen {
    at: Moment,
    written: Option<Moment>,
}

/// When players were last active on this process.
#[derive(Default)]
pub struct Presence(Mutex<HashMap<PlayerId, Seen>>);

impl Presence {
    fn all(&self) -> MutexGuard<'_, HashMap<PlayerId, Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records activity of a player.
    pub fn note(&self, player: PlayerId, now: Moment) {
        let mut all = self.all();
        let seen = all.entry(player).or_insert(Seen {
            at: now,
            written: None,
        });
        seen.at = now;
    }

    /// Forgets a player who has signed out.
    fn forget(&self, player: PlayerId) {
        self.all().remove(&player);
    }

    fn of(&self, player: PlayerId) -> Option<Moment> {
        self.all().get(&player).map(|seen| seen.at)
    }

    /// Returns the records that are due to be written, in order of player id.
    fn unwritten(&self, now: Moment) -> Vec<(PlayerId, Moment)> {
        let mut all = self.all();
        all.retain(|_, seen| now - seen.at < REMEMBERED);
        let mut due: Vec<(PlayerId, Moment)> = all
            .iter()
            .filter(|(_, seen)| {
                seen.written
                    .is_none_or(|written| (seen.at - written).abs() >= WRITTEN_EVERY)
            })
            .map(|(player, seen)| (*player, seen.at))
            .collect();
        due.sort_unstable();
        due
    }

    fn written(&self, seen: &[(PlayerId, Moment)]) {
        let mut all = self.all();
        for (player, at) in seen {
            if let Some(seen) = all.get_mut(player) {
                seen.written = Some(*at);
            }
        }
    }
}

/// Writes due records to the database.
pub async fn write_down(app: &Social) -> Result<()> {
    let seen = app.presence.unwritten(app.clock.now());
    if seen.is_empty() {
        return Ok(());
    }
    let mut conn = app.db.get().await?;
    presence::write(&mut conn, &seen).await?;
    app.presence.written(&seen);
    Ok(())
}

/// Removes a player who signs out, from this process and from the database. Call it outside of
/// transactions, because writing presence and deleting accounts lock rows in another order.
pub async fn leaves(app: &Social, player: PlayerId) -> Result<()> {
    app.presence.forget(player);
    presence::forget(&mut *app.db.get().await?, player).await?;
    Ok(())
}

/// Returns when these players were last active, on this process or another.
pub async fn last_seen(
    app: &Social,
    conn: &mut Conn,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, Moment>> {
    let mut seen: HashMap<PlayerId, Moment> =
        presence::of(conn, players).await?.into_iter().collect();
    for player in players {
        let elsewhere = seen.get(player).copied();
        if let Some(at) = app.presence.of(*player).max(elsewhere) {
            seen.insert(*player, at);
        }
    }
    Ok(seen)
}

/// Returns the seats of a game whose players are present, for a player at the table. Omits players
/// if either of the two has blocked the other, and players who have left. Returns nothing to a
/// player who has left. Returns nothing after the game is over, so that former opponents cannot
/// watch each other.
pub async fn at_table(app: &Social, caller: &Caller, id: &GameId) -> Result<Vec<Seat>> {
    let look = look::glance(app, Some(caller.player), id, None).await?;
    let own = look.seat.ok_or(Refusal::NotSeated)?;
    if !matches!(look.row.status, GameStatus::Open | GameStatus::Running) {
        return Ok(Vec::new());
    }
    let since = app.clock.now() - HERE;
    let _permit = app.permits.to_read().await?;
    let mut conn = app.db.get().await?;
    let barred = avoided::barred(&mut conn, caller.player).await?;
    let left = entries::left(&conn, &[id]).await?;
    let has_left = |seat: Seat| left.iter().any(|(_, it)| *it == seat);
    if has_left(own) {
        return Ok(Vec::new());
    }
    let mut players: Vec<(Seat, PlayerId)> = look
        .seats
        .iter()
        .filter_map(|seat| Some((seat.seat, seat.player_id?)))
        .collect();
    players.retain(|(seat, player)| !has_left(*seat) && !barred.contains(player));
    let asked: Vec<PlayerId> = players.iter().map(|(_, player)| *player).collect();
    let seen = last_seen(app, &mut conn, &asked).await?;
    players.retain(|(_, player)| seen.get(player).is_some_and(|at| *at >= since));
    Ok(players.into_iter().map(|(seat, _)| seat).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_presence_is_written_once_a_minute() {
        let presence = Presence::default();
        let start: Moment = "2026-03-01T12:00:00Z".parse().unwrap();
        let mut written = 0;
        for second in 0..180 {
            let now = start + TimeDelta::seconds(second);
            presence.note(PlayerId(7), now);
            presence.note(PlayerId(3), now);
            let seen = presence.unwritten(now);
            assert!(seen.is_empty() || seen.iter().map(|(it, _)| it.0).eq([3, 7]));
            presence.written(&seen);
            written += usize::from(!seen.is_empty());
        }
        assert_eq!(written, 3);
        assert_eq!(
            presence.of(PlayerId(7)),
            Some(start + TimeDelta::seconds(179))
        );
        assert!(presence.unwritten(start + TimeDelta::hours(5)).is_empty());
        assert_eq!(presence.of(PlayerId(7)), None);
    }
}
