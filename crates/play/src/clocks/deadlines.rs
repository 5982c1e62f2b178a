//! Sends reminders and times players out.
//!
//! A time-out is written like a move: it is drafted on a table and written if the game has not
//! changed. So a move and a time-out never both succeed, and only one of several processes writes
//! the time-out. A late move that is written first counts.
//!
//! A mail that arrived before the deadline may contain the move and still be queued. While mails
//! are queued, no player is timed out whose deadline lies after the arrival of the oldest one. No
//! player is timed out for a time in which the server was down (`outages`).
//!
//! The column `games.look_at` is a moment at or before the next one at which a clock of the game
//! needs attention. A move only ever brings it forward, so most moves leave its index alone. A run
//! takes the games whose `look_at` has come, does what is due, and sets it to the next moment.
//!
//! # When something goes wrong
//!
//! - The process dies anywhere: `look_at` is still in the past. The next run does the rest. The key
//!   of a reminder and the compare of the commit prevent that anything happens twice.
//! - A game fails or panics: it is postponed by a minute, so that it does not delay others.
//! - No worker ran for days: the next one records the gap (`outages`), and clocks that ran out in
//!   it get that much more time. Only the latest reminder is sent, if the deadline has not passed.
//! - No mail can come in: time-outs wait until a process accepts mail again, at most three days.
//! - A queued mail may hold the move: a time-out waits for it an hour at most, and the game is
//!   checked again each minute.
//! - A holiday or time zone moves a deadline: `put_right` computes it anew each time.

use std::panic::AssertUnwindSafe;

use common::clock::Moment;
use common::ids::GameId;
use db::signals;
use futures_util::FutureExt;
use notices::outbox::{self, NewMail};
use notices::{Place, reminder};
use rules::{LeadsTo, Seat};

use crate::Play;
use crate::clocks::Clocks;
use crate::clocks::outages::{self, Watch};
use crate::clocks::pace::Pace;
use crate::draft::Draft;
use crate::refusal::{Refusal, Result};
use crate::store::{clocks, watches};
use crate::tables::{Change, First, Sitter, Table};

/// The most games per run.
const BATCH: i64 = 200;

/// The most time-outs that one look at a game may write.
const MOST: usize = 64;

/// The delay before a game whose look failed is looked at again.
const PUT_OFF: chrono::TimeDelta = chrono::TimeDelta::minutes(1);

/// The longest wait of time-outs for queued mail. A stuck mail must not stop the clocks.
const MOST_FOR_MAIL: chrono::TimeDelta = chrono::TimeDelta::hours(1);

/// Does the same as [`look_at_all`], in a process that runs it continuously. Records a heartbeat,
/// again before each game. So a long run is not an outage. After an interruption, the heartbeat
/// records the outage before any player is timed out.
pub async fn watch(app: &Play) -> Result<usize> {
    outages::see(app, Watch::Clocks).await?;
    look(app, Some(Watch::Clocks)).await
}

/// Looks at every game whose clocks are due. Returns their number.
pub async fn look_at_all(app: &Play) -> Result<usize> {
    look(app, None).await
}

/// `noted` is the heartbeat to record before each game.
async fn look(app: &Play, noted: Option<Watch>) -> Result<usize> {
    let due = clocks::due(&mut *app.db.get().await?, app.clock.now(), BATCH).await?;
    for id in &due {
        if let Some(watch) = noted {
            outages::see(app, watch).await?;
        }
        let looked = AssertUnwindSafe(look_at(app, id, noted))
            .catch_unwind()
            .await;
        let looked = looked.unwrap_or_else(|_| Err(Refusal::internal("its clocks panicked")));
        if let Err(refusal) = looked {
            tracing::warn!(%refusal, game.id = %id, "the clocks of a game could not be checked");
            // A game that fails must not block the others.
            if let Err(refusal) = put_off(app, id).await {
                tracing::warn!(%refusal, game.id = %id, "the next check of a game's clocks could not be postponed");
            }
        }
    }
    Ok(due.len())
}

/// Does what is due for the clocks of a game.
async fn look_at(app: &Play, id: &GameId, noted: Option<Watch>) -> Result<()> {
    let mut change = Change::begin(app, id, First::Database).await?;
    let table = change.table()?;
    if table.stands.goes_on().is_err() {
        // Resuming the game sets the time of the next look.
        let mut conn = app.db.get().await?;
        clocks::look_again(&mut conn, id, &table.version(), None).await?;
        return Ok(());
    }
    put_right(app, table).await?;
    for _ in 0..MOST {
        let now = app.clock.now();
        let (Some(pace), None) = (table.pace.clone(), table.game.turn().outcome()) else {
            return Ok(());
        };
        let late = overdue(table, now);
        // The server's clock may have been set since the last heartbeat.
        if let (Some(watch), Some(_)) = (noted, late) {
            outages::see(app, watch).await?;
        }
        let seat = match late {
            Some(_) if make_up(app, table, &pace).await? => continue,
            Some(_) => overdue(table, heard_until(app, now).await?),
            None => None,
        };
        match seat {
            Some(seat) => {
                if time_out(app, table, &pace, seat, now).await? {
                    let leads_to: &str = pace.on_timeout.into();
                    metrics::counter!("turnpike_timeouts_total", "leads_to" => leads_to)
                        .increment(1);
                    tracing::info!(game.id = %id, ply = table.game.ply(), %seat, leads_to, "a player ran out of time");
                }
            }
            None => {
                if remind(app, table, now).await? {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Recomputes the deadlines of a table if they do not match the calendar. Reasons: a holiday was
/// taken while the game began, a seat changed hands, time zone data changed, or the server's clock
/// was ahead.
pub(crate) async fn put_right(app: &Play, table: &mut Table) -> Result<()> {
    let (Some(pace), Some(stored)) = (table.pace.clone(), table.clocks.clone()) else {
        return Ok(());
    };
    let mut clocks = stored.clone();
    clocks.begin_by(app.clock.now());
    clocks.replan(&pace, |seat| table.calendar(seat));
    if clocks == stored || table.game.turn().outcome().is_some() {
        return Ok(());
    }
    let look_at = clocks.look_at(|seat| table.calendar(seat));
    replace(app, table, clocks, look_at, &[]).await?;
    Ok(())
}

/// Extends the clocks that ran out during an outage. Returns `false` if there are none.
async fn make_up(app: &Play, table: &mut Table, pace: &Pace) -> Result<bool> {
    let Some(mut clocks) = table.clocks.clone() else {
        return Ok(false);
    };
    let outages = outages::over(&mut *app.db.get().await?).await?;
    if !clocks.make_up(pace, |seat| table.calendar(seat), &outages) {
        return Ok(false);
    }
    let look_at = clocks.look_at(|seat| table.calendar(seat));
    replace(app, table, clocks, look_at, &[]).await?;
    Ok(true)
}

/// Writes new clocks, with the mails about them. Returns `false` if the game has changed meanwhile.
/// Then the table is up to date.
pub async fn replace(
    app: &Play,
    table: &mut Table,
    clocks: Clocks,
    look_at: Option<Moment>,
    mails: &[NewMail],
) -> Result<bool> {
    let (at, stored) = (table.version(), clocks.to_json());
    let (id, players) = (&table.id, table.players().collect::<Vec<_>>());
    let same = app
        .transaction(async |conn| {
            let same = clocks::replace(conn, id, &at, &stored, look_at).await?;
            if same {
                outbox::put(conn, mails).await?;
                signals::changed(id, players);
            }
            Ok(same)
        })
        .await?;
    if !same {
        table.catch_up(app).await?;
        return Ok(false);
    }
    table.clocks = Some(clocks);
    table.revision += 1;
    if !mails.is_empty() {
        app.outbox.notify_one();
    }
    Ok(true)
}

/// Returns a seat whose deadline and grace period have passed.
fn overdue(table: &Table, now: Moment) -> Option<Seat> {
    let clocks = table.clocks.as_ref()?;
    let passed = |seat: &Seat| clocks.running(*seat).is_some_and(|it| it.ends <= now);
    table.game.acting().iter().find(passed)
}

/// Returns the time up to which all inbound mail has been processed.
async fn heard_until(app: &Play, now: Moment) -> Result<Moment> {
    if app.config.mail_in.is_none() {
        return Ok(now);
    }
    let mut conn = app.db.get().await?;
    let oldest = watches::oldest_waiting_mail(&mut conn).await?;
    let heard = oldest.map_or(now, |came| came.clamp(now - MOST_FOR_MAIL, now));
    let away = outages::without_mail_since(&mut conn, now).await?;
    Ok(away.map_or(heard, |since| since.min(heard)))
}

async fn time_out(
    app: &Play,
    table: &mut Table,
    pace: &Pace,
    seat: Seat,
    now: Moment,
) -> Result<bool> {
    let mut draft = Draft::on(table, now);
    draft
        .time_out(table, seat, pace.on_timeout, &mut app.chance.dice())
        .map_err(Refusal::internal)?;
    if pace.on_timeout != LeadsTo::End {
        draft.follow_orders(table);
    }
    let written = draft.write(app, table).await?;
    if written && table.acting_bot().is_some() {
        app.bots.wake(&table.id);
    }
    Ok(written)
}

/// Queues the reminders that are due, and sets the time of the next look. Returns `false` if the
/// game has changed meanwhile. Then the table is up to date.
async fn remind(app: &Play, table: &mut Table, now: Moment) -> Result<bool> {
    let Some(mut clocks) = table.clocks.clone() else {
        return Ok(true);
    };
    let (id, place) = (table.id.clone(), Place::of(&table.game));
    let mut mails = Vec::new();
    for (seat, sitter) in table.sitters() {
        let running = clocks
            .0
            .get_mut(seat.index())
            .and_then(|it| it.running.as_mut());
        let (Some(running), Sitter::Player(player)) = (running, sitter) else {
            continue;
        };
        if let Some(due) = running.reminder_due(table.calendar(seat), now) {
            running.reminded = Some(due);
            let deadline = running.deadline;
            mails.push(reminder(&id, place, seat, player, deadline, due, now));
        } else if now >= running.deadline {
            // In the grace period, reminders are pointless.
            running.reminded = Some(running.deadline);
        }
    }
    let look_at = clocks.look_at(|seat| table.calendar(seat));
    // A time-out that waits for mail must not block other games.
    let look_at = look_at.map(|at| if at <= now { now + PUT_OFF } else { at });
    if !mails.is_empty() {
        return replace(app, table, clocks, look_at, &mails).await;
    }
    let mut conn = app.db.get().await?;
    let same = clocks::look_again(&mut conn, &id, &table.version(), look_at).await? > 0;
    drop(conn);
    if !same {
        table.catch_up(app).await?;
    }
    Ok(same)
}

async fn put_off(app: &Play, id: &GameId) -> Result<()> {
    let mut conn = app.db.get().await?;
    clocks::put_off(&mut conn, id, app.clock.now() + PUT_OFF).await?;
    Ok(())
}
