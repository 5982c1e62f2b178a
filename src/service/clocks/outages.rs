//! Times in which the server was away: nobody is timed out for them.
//!
//! Whoever looks after the clocks, and whoever can take mail in, says so every few seconds in the
//! database. Where nobody has for a while, it is an outage, whichever process comes back first: a
//! seat whose time ran out in it has so much longer, because its player could not move, or the move
//! may lie in a mail server that tries again. Whoever is faster than that first look, with a move or
//! more time for somebody, reckons with it as well.

use chrono::TimeDelta;
use common::clock::Moment;
use db::Conn;
pub use db::sets::Watch;

use super::{Clocks, Stretch, ahead};
use crate::refusal::Result;
use crate::service::App;
use crate::store::watches::{self, Outage};

/// How long nobody may look before that is an outage.
const NOTICED: TimeDelta = TimeDelta::seconds(30);

/// How long time-outs wait for mail to come in again, at most: an operator may have closed it for good.
const MOST_WITHOUT_MAIL: TimeDelta = TimeDelta::days(3);

/// How long an outage is remembered: all clocks were looked at long before.
const REMEMBERED: TimeDelta = TimeDelta::days(60);

/// What was found when somebody looked.
enum Found {
    /// Somebody had looked a moment ago.
    Nothing,
    /// Nobody had looked for so long.
    Outage(TimeDelta),
    /// Somebody looked at this moment, which is still to come.
    Ahead(Moment),
}

/// Notes that this process looks now, and keeps the outage that this ends, if it does.
pub async fn see(app: &App, what: Watch) -> Result<()> {
    let now = app.clock.now();
    let found = app
        .transaction(async |conn| {
            let before = watches::lock(conn, what).await?;
            match before {
                Some(before) if before > now + ahead::NOTICED => return Ok(Found::Ahead(before)),
                // Another process may be a little ahead.
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
        Found::Outage(length) => tracing::warn!(
            %what,
            seconds = length.num_seconds(),
            "nobody looked for a while; time-outs are put off by it"
        ),
        // Where this process doubts its own clock, the other one may be right.
        Found::Ahead(_) if app.clock.is_in_doubt() => {}
        Found::Ahead(seen) => {
            let mut conn = app.db.get().await?;
            ahead::take_back(&mut conn, seen - now, now).await?;
        }
    }
    Ok(())
}

/// The outages that are over, the oldest first, those that overlap as one.
pub(in crate::service) async fn over(conn: &mut Conn) -> Result<Vec<Stretch>> {
    let all = watches::outages(conn).await?;
    let all = all.into_iter().map(|outage| Stretch {
        begins: outage.began_at,
        ends: outage.ended_at,
    });
    Ok(merged(all))
}

/// The outages in which one of these clocks may have run out, the oldest first: those that are over,
/// and what nobody has noted yet because it lasts until this moment. Where none has run out, as
/// nearly always, nothing is read for it.
pub(in crate::service) async fn felt(
    app: &App,
    clocks: Option<&Clocks>,
    now: Moment,
) -> Result<Vec<Stretch>> {
    match clocks.is_some_and(|clocks| clocks.ran_out(now)) {
        true => Box::pin(noted(app, now)).await,
        false => Ok(Vec::new()),
    }
}

/// The same, where one of them has run out.
async fn noted(app: &App, now: Moment) -> Result<Vec<Stretch>> {
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

/// Since when no mail can come in, if that is so now.
pub(super) async fn without_mail_since(conn: &mut Conn, now: Moment) -> Result<Option<Moment>> {
    let seen = watches::seen_at(conn, Watch::Mail).await?;
    Ok(seen.filter(|seen| (NOTICED..MOST_WITHOUT_MAIL).contains(&(now - *seen))))
}

/// Forgets what was long ago.
pub async fn forget(app: &App) -> Result<()> {
    let before = app.clock.now() - REMEMBERED;
    watches::remove_old(&mut *app.db.get().await?, before).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_that_overlap_are_one() {
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
