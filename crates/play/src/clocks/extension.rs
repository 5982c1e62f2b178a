//! Extensions: an opponent gives a player more time.

use accounts::access::Caller;
use chrono::TimeDelta;
use common::ids::GameId;
use db::sets::GameStatus;
use notices::{Place, TableNews};
use rules::Seat;

use crate::clocks::deadlines::replace;
use crate::clocks::outages;
use crate::refusal::{Refusal, Result};
use crate::tables::{Change, First, Sitter};
use crate::{Play, look};

/// The most days that one opponent may give for one decision.
pub const MOST_DAYS: u8 = 30;

/// Gives the player in `seat` more days for the current decision. Each opponent may do so once per
/// decision. Repeating the request changes nothing.
pub async fn give(app: &Play, caller: &Caller, id: &GameId, seat: Seat, days: u8) -> Result<()> {
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(Refusal::out_of_range("days", 1, MOST_DAYS));
    }
    let look = look::glance(app, Some(caller.player), id, None).await?;
    if look.row.status != GameStatus::Running {
        return Err(Refusal::NotRunning);
    }
    if seat.index() >= look.seats.len() {
        return Err(Refusal::NOT_FOUND);
    }
    let mut change = Change::begin(app, id, First::Database).await?;
    loop {
        let table = change.table()?;
        table.stands.goes_on()?;
        let by = table.seat_of(caller.player).ok_or(Refusal::NotSeated)?;
        if by == seat {
            return Err(Refusal::forbidden("why-extension-opponent"));
        }
        let (Some(pace), Some(mut clocks)) = (table.pace.clone(), table.clocks.clone()) else {
            return Err(Refusal::NoClock);
        };
        let running = clocks.running(seat).ok_or(Refusal::NoClock)?;
        if running.extended_by >> by.number() & 1 == 1 {
            // The extension exists, but a standby may not have it yet.
            return Ok(app.tables.committer.settle().await?);
        }
        let more = TimeDelta::days(days.into());
        let outages = outages::felt(app, Some(&clocks), app.clock.now()).await?;
        clocks.extend(&pace, table.calendar(seat), &outages, seat, more, by);
        let ply = table.game.ply();
        let mut mails = Vec::new();
        if let Some(Sitter::Player(player)) = table.sitters.get(seat.index()) {
            let news = TableNews::Extended {
                by: table.names.of(by).to_owned(),
                days,
            };
            let what = format!("{}-{by}", Place::of(&table.game));
            mails.push(news.mail(id, ply, seat, *player, &what, app.clock.now()));
        }
        let look_at = clocks.look_at(|seat| table.calendar(seat));
        if replace(app, table, clocks, look_at, &mails).await? {
            return Ok(());
        }
    }
}
