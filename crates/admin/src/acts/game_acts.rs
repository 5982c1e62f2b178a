//! Operator actions on games: pause, resume, end, and replace a player.
//!
//! A game that the operator ends is cancelled, even if it is running. It has no result and no
//! winner. Its moves stay readable.
//!
//! A pause is a time in the game's row. When the game resumes, each clock restarts with the time
//! that was left.

use base::permits;
use common::clock::Moment;
use common::ids::GameId;
use db::seated::note_changes;
use db::sets::GameStatus;
use db::{Conn, signals};
use notices::{OperatorNotice, What, outbox};
use play::clocks::{Calendar, Clocks, outages};
use play::refusal::{Refusal, Result};
use play::store::games::{self, GameRow, SeatRow};
use play::{orders, replacement, tables};
use rules::Seat;

use crate::{Admin, store};

async fn lock(conn: &mut Conn, id: &GameId) -> Result<(GameRow, Vec<SeatRow>)> {
    let row = games::lock(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
    let seats = games::seats(conn, &[id]).await?;
    Ok((row, seats))
}

/// Notifies all players at the table.
async fn tell(
    conn: &mut Conn,
    seats: &[SeatRow],
    notice: OperatorNotice,
    now: Moment,
) -> Result<()> {
    let players = seats.iter().filter_map(|seat| seat.player_id);
    let mails: Vec<_> = players.map(|player| notice.mail(player, now)).collect();
    outbox::put(conn, &mails).await?;
    Ok(())
}

pub(super) async fn pause(app: &Admin, id: &GameId, reason: &str) -> Result<String> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let (row, seats) = lock(conn, id).await?;
        if row.status != GameStatus::Running {
            return Err(Refusal::NotRunning);
        }
        if row.paused_at.is_some() {
            return Ok("The game stands still already.".to_owned());
        }
        store::pause(conn, id, now).await?;
        signals::changed(id, games::involved(&seats));
        let notice = OperatorNotice::new(What::Paused, reason).about(id);
        tell(conn, &seats, notice, now).await?;
        Ok("The game stands still.".to_owned())
    })
    .await
}

pub(super) async fn resume(app: &Admin, id: &GameId, reason: &str) -> Result<String> {
    let now = app.clock.now();
    let outcome = app
        .transaction(async |conn| {
            let (row, seats) = lock(conn, id).await?;
            let Some(paused_at) = row.paused_at else {
                return Ok("The game does not stand still.".to_owned());
            };
            let clocks = clocks_after(conn, &row, &seats, paused_at, now).await?;
            let (clocks, look_at) = clocks.unzip();
            let stored = clocks.as_ref().map(Clocks::to_json);
            store::resume(conn, id, stored.as_ref(), look_at.flatten()).await?;
            signals::changed(id, games::involved(&seats));
            let notice = OperatorNotice::new(What::Resumed, reason).about(id);
            tell(conn, &seats, notice, now).await?;
            Ok("The game goes on.".to_owned())
        })
        .await?;
    permits::done();
    // Play the orders that players gave during the pause.
    orders::take_up(app, std::slice::from_ref(id)).await;
    app.bots.wake(id);
    Ok(outcome)
}

/// Returns the clocks at the time a game resumes, and the time at which they next need attention.
async fn clocks_after(
    conn: &mut Conn,
    row: &GameRow,
    seats: &[SeatRow],
    paused_at: Moment,
    now: Moment,
) -> Result<Option<(Clocks, Option<Moment>)>> {
    let (Some(pace), Some(stored)) = (tables::pace(row)?, &row.clocks) else {
        return Ok(None);
    };
    let away = tables::holidays_of(conn, &pace, row, seats).await?;
    let calendar = |seat| Calendar::of_seat(pace.pause.as_ref(), &away, seat);
    let outages = outages::over(conn).await?;
    let clocks = Clocks::read(stored)?.resumed(&pace, calendar, &outages, paused_at, now);
    let look_at = clocks.look_at(calendar);
    Ok(Some((clocks, look_at)))
}

pub(super) async fn end(app: &Admin, id: &GameId, reason: &str) -> Result<String> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let (row, seats) = lock(conn, id).await?;
        match row.status {
            GameStatus::Open | GameStatus::Running => {}
            GameStatus::Cancelled => return Ok("The game is cancelled already.".to_owned()),
            GameStatus::Finished => return Err(Refusal::NotRunning),
        }
        note_changes(conn, std::slice::from_ref(id)).await?;
        store::cancel(conn, id, now).await?;
        let notice = OperatorNotice::new(What::Ended, reason).about(id);
        tell(conn, &seats, notice, now).await?;
        Ok("The game is cancelled.".to_owned())
    })
    .await
}

pub(super) async fn replace(
    app: &Admin,
    id: &GameId,
    seat: u8,
    by: Option<&str>,
    reason: &str,
) -> Result<String> {
    let now = app.clock.now();
    let seats = games::seats(&*app.db.get().await?, &[id]).await?;
    let seat = Seat::of(seat).ok_or(Refusal::NOT_FOUND)?;
    let row = seats.get(seat.index()).ok_or(Refusal::NOT_FOUND)?;
    let player = row.player_id.ok_or(Refusal::NotSeated)?;
    let notice = |what| OperatorNotice::new(what, reason).about(id);
    match by {
        Some(name) => {
            let told = |to: &str| notice(What::Offered).called(to).mail(player, now);
            replacement::offer_for(app, id, player, name, told).await?;
            Ok(format!("The seat is offered to {name}."))
        }
        None => {
            let told = notice(What::Replaced).mail(player, now);
            replacement::to_bot(app, id, row.seat, player, Some(told)).await?;
            Ok("A bot has the seat.".to_owned())
        }
    }
}
