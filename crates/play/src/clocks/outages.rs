//! Outages: times in which the server was down. No player is timed out for them.
//!
//! The processes that watch the clocks or receive mail record a heartbeat in the database every few
//! seconds. A gap between heartbeats is an outage, whichever process comes back first. A seat whose
//! time ran out during an outage gets the length of the outage added. Its player could not move, or
//! the move may be in a mail server that will retry. A move or an extension that comes before the
//! first look also takes the outage into account.

use chrono::TimeDelta;
use common::clock::Moment;
use db::Conn;
pub use db::sets::Watch;

use crate::Play;
use crate::clocks::{Clocks, Stretch, ahead};
use crate::refusal::Result;
use crate::store::watches;
use crate::store::watches::Outage;

/// The longest gap between heartbeats that is not an outage.
const NOTICED: TimeDelta = TimeDelta::seconds(30);

/// The longest wait of time-outs for inbound mail to work again. The operator may have turned it
/// off for good.
const MOST_WITHOUT_MAIL: TimeDelta = TimeDelta::days(3);

/// How long an outage is kept. All clocks have been looked at long before.
const REMEMBERED: TimeDelta = TimeDelta::days(60);

/// The state of the previous heartbeat.
enum Found {
    /// It was recent.
    Nothing,
    /// It was this long ago.
    Outage(TimeDelta),
    /// It has this time, which is in the future.
    Ahead(Moment),
}

/// Records a heartbeat of this process, and the outage that it ends, if there is one.
pub async fn see(app: &Play, what: Watch) -> Result<()> {
    let found = app
        .transaction(async |conn| {
            let before = watches::lock(conn, what).await?;
            // Only now: a sandbox moves its clock while it holds the lock.
            let now = app.clock.now();
            match before {
                Some(before) if before > now + ahead::NOTICED => return Ok(Found::Ahead(before)),
                // Another process's clock may be slightly ahead.
                Some(before) if before >= now => return Ok(Found::Nothing),
                _ => {}
            }
            watches::see(conn, what, now).await?;
            let Some(began_at) = before.filter(|before| now - *before > NOTICED) else {
                return Ok(Found::Nothing);
            };
            let outage = Outage {
                began_at,
                ended_at: now,
            };
            watches::put_outage(conn, what, outage).await?;
            Ok(Found::Outage(now - began_at))
        })
        .await?;
    match found {
        Found::Nothing => {}
        Found::Outage(length) => {
            let seconds = length.num_seconds();
            match what {
                Watch::Mail => {
                    tracing::warn!(seconds, "no mail could come in; time-outs are postponed");
                }
                _ => tracing::warn!(seconds, "no worker ran; time-outs are postponed"),
            }
        }
        // This process doubts its own clock, so the other one may be right.
        Found::Ahead(_) if app.clock.is_in_doubt() => {}
        Found::Ahead(seen) => {
            let (mut conn, now) = (app.db.get().await?, app.clock.now());
            ahead::take_back(&mut conn, seen - now, now).await?;
        }
    }
    Ok(())
}

/// Returns the past outages, oldest first. Overlapping ones are merged.
pub async fn over(conn: &mut Conn) -> Result<Vec<Stretch>> {
    let all = watches::outages(conn).await?;
    let all = all.into_iter().map(|outage| Stretch {
        begins: outage.began_at,
        ends: outage.ended_at,
    });
    Ok(merged(all))
}

/// Returns the outages in which one of these clocks may have run out, oldest first. They are the
/// past ones, and a current one that is not recorded yet. Reads nothing in the usual case that no
/// clock has run out.
pub(crate) async fn felt(app: &Play, clocks: Option<&Clocks>, now: Moment) -> Result<Vec<Stretch>> {
    match clocks.is_some_and(|clocks| clocks.ran_out(now)) {
        true => Box::pin(noted(app, now)).await,
        false => Ok(Vec::new()),
    }
}

/// Reads these outages from the database.
async fn noted(app: &Play, now: Moment) -> Result<Vec<Stretch>> {
    let mut conn = app.db.get().await?;
    let mut all = over(&mut conn).await?;
    let unseen = watches::seen_at(&mut conn, Watch::Clocks)
        .await?
        .filter(|seen| now - *seen > NOTICED);
    let without_mail = match app.config.mail_in {
        Some(_) => without_mail_since(&mut conn, now).await?,
        None => None,
    };
    let lasting = [unseen, without_mail].into_iter().flatten();
    all.extend(lasting.map(|begins| Stretch { begins, ends: now }));
    all.sort_by_key(|outage| outage.begins);
    Ok(merged(all.into_iter()))
}

fn merged(outages: impl Iterator<Item = Stretch>) -> Vec<Stretch> {
    let mut merged: Vec<Stretch> = Vec::new();
    for outage in outages {
        match merged.last_mut() {
            Some(last) if outage.begins <= last.ends => last.ends = last.ends.max(outage.ends),
            _ => merged.push(outage),
        }
    }
    merged
}

/// Returns since when no mail can be received, if that is the case now.
pub(super) async fn without_mail_since(conn: &mut Conn, now: Moment) -> Result<Option<Moment>> {
    let seen = watches::seen_at(conn, Watch::Mail).await?;
    Ok(seen.filter(|seen| (NOTICED..MOST_WITHOUT_MAIL).contains(&(now - *seen))))
}

/// Deletes old outages.
pub async fn forget(app: &Play) -> Result<()> {
    let before = app.clock.now() - REMEMBERED;
    watches::remove_old(&mut *app.db.get().await?, before).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_outages_are_merged() {
        let at = |hour| Moment::UNIX_EPOCH + TimeDelta::hours(hour);
        let stretch = |(begins, ends)| Stretch {
            begins: at(begins),
            ends: at(ends),
        };
        let all = [(1, 3), (2, 5), (4, 5), (6, 7)].map(stretch);
        assert_eq!(
            merged(all.into_iter()),
            [(1, 5), (6, 7)].map(stretch).to_vec()
        );
    }
}
