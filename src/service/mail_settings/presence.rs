//! Who is active in another client than a mail program just now.
//!
//! A request is noted in memory alone. Now and then what was noted is written down in one
//! statement, at most once a minute for each player, so that mail workers in other processes know
//! as well.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;

use crate::clock::Moment;
use crate::ids::PlayerId;
use crate::refusal::Result;
use crate::service::App;
use crate::store::{Conn, presence};

/// How often, at most, it is written down that a player was seen.
const WRITTEN_EVERY: TimeDelta = TimeDelta::minutes(1);

/// How long this process remembers somebody: longer than any mail waits.
const REMEMBERED: TimeDelta = TimeDelta::hours(2);

#[derive(Clone, Copy)]
struct Seen {
    at: Moment,
    written: Option<Moment>,
}

/// When players were last seen by this process.
#[derive(Default)]
pub struct Presence(Mutex<HashMap<PlayerId, Seen>>);

impl Presence {
    fn all(&self) -> MutexGuard<'_, HashMap<PlayerId, Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a player is here.
    pub fn note(&self, player: PlayerId, now: Moment) {
        let mut all = self.all();
        let seen = all.entry(player).or_insert(Seen {
            at: now,
            written: None,
        });
        seen.at = now;
    }

    fn of(&self, player: PlayerId) -> Option<Moment> {
        self.all().get(&player).map(|seen| seen.at)
    }

    /// Who is to be written down, in the order of their numbers.
    fn unwritten(&self, now: Moment) -> Vec<(PlayerId, Moment)> {
        let mut all = self.all();
        all.retain(|_, seen| now - seen.at < REMEMBERED);
        let mut due: Vec<(PlayerId, Moment)> = all
            .iter()
            .filter(|(_, seen)| {
                seen.written
                    .is_none_or(|written| seen.at - written >= WRITTEN_EVERY)
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

/// Writes down who was seen.
pub async fn write_down(app: &App) -> Result<()> {
    let seen = app.presence.unwritten(app.clock.now());
    if seen.is_empty() {
        return Ok(());
    }
    let mut conn = app.db.get().await?;
    presence::write(&mut conn, &seen).await?;
    app.presence.written(&seen);
    Ok(())
}

/// When these players were last seen, by this process or another.
pub async fn last_seen(
    app: &App,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_written_down_once_a_minute() {
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
