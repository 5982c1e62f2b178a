//! More time for a player, given by an opponent.

use chrono::TimeDelta;
use diesel_async::AsyncConnection;
use rules::Seat;

use super::outages;
use crate::refusal::Refusal;
use crate::service::App;
use crate::service::access::Caller;
use crate::service::look;
use crate::service::notices::TableNews;
use crate::service::tables::{self, Sitter};
use crate::store::sets::GameStatus;
use crate::store::{clocks, outbox};

/// The most days that one opponent gives for one decision.
pub const MOST_DAYS: u8 = 30;

/// How often it is tried again when the game goes on meanwhile.
const TRIES: usize = 8;

/// Gives the player in `seat` so many days more for the decision that is owed. Each opponent can do
/// so once for a decision; asking again changes nothing.
pub async fn give(app: &App, caller: &Caller, id: &str, seat: u8, days: u8) -> Result<(), Refusal> {
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(Refusal::invalid(format!("“days” is 1 to {MOST_DAYS}.")));
    }
    let look = look::glance(app, Some(caller.player), id, None).await?;
    if look.row.status != GameStatus::Running {
        return Err(Refusal::NotRunning);
    }
    let seat = Seat(seat);
    if usize::from(seat.0) >= look.seats.len() {
        return Err(Refusal::NotFound);
    }
    let mut place = app.tables.lock(id).await?;
    let table = tables::seated(&mut place, app, id).await?;
    for _ in 0..TRIES {
        table.catch_up(app).await?;
        table.stands.goes_on()?;
        let by = table.seat_of(caller.player).ok_or(Refusal::NotSeated)?;
        if by == seat {
            return Err(Refusal::forbidden(
                "Only an opponent can give you more time.",
            ));
        }
        let (Some(pace), Some(mut clocks)) = (table.pace.clone(), table.clocks.clone()) else {
            return Err(Refusal::NoClock);
        };
        let running = clocks.running(seat).ok_or(Refusal::NoClock)?;
        if running.extended_by >> by.0 & 1 == 1 {
            // It is there, which does not say that a standby has it.
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
            let what = format!("{ply}-{by}");
            mails.push(news.mail(id, ply, seat, *player, &what, app.clock.now()));
        }
        let at = table.version();
        let look_at = clocks.look_at(|seat| table.calendar(seat));
        let stored = clocks.to_json();
        let mut conn = app.db.get().await?;
        let same = conn
            .transaction::<_, Refusal, _>(async |conn| {
                let same = clocks::replace(conn, id, &at, &stored, look_at).await?;
                if same {
                    outbox::put(conn, &mails).await?;
                }
                Ok(same)
            })
            .await?;
        if same {
            table.clocks = Some(clocks);
            table.revision += 1;
            app.outbox.notify_one();
            return Ok(());
        }
    }
    Err(Refusal::unavailable("others were first each time"))
}
