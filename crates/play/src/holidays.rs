//! Holidays: days on which a player's clocks stop, in games that allow it.
//!
//! Days are in the player's time zone. A started day counts as a whole day against the yearly
//! allowance. A holiday never changes the past: it begins now at the earliest, and keeps its past
//! days when it ends early. So the deadline of every running clock can be recomputed from the
//! clock's start.

use chrono::{Datelike, NaiveDate, NaiveTime, TimeDelta};
use chrono_tz::Tz;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use common::texts::message;
use db::sets::GameStatus;
use db::{Conn, signals};
use notices::{TableNews, outbox};

use crate::Play;
use crate::clocks::calendar::moments;
use crate::clocks::{Calendar, Clocks};
use crate::refusal::{Refusal, Result};
use crate::store::holidays;
pub use crate::store::holidays::Holiday;
use crate::store::{clocks, games};
use crate::tables;
use accounts::access::Caller;
use accounts::account;
use accounts::account::zone_of;
use accounts::store::players;
use accounts::store::players::Player;

/// How far ahead a holiday may end.
const MOST_AHEAD: TimeDelta = TimeDelta::days(730);

/// A player's holidays and remaining allowance.
pub struct Holidays {
    /// The current and future holidays, in order.
    pub holidays: Vec<Holiday>,
    /// The days per year.
    pub allowance: u16,
    /// The days left this year.
    pub left: u16,
    /// The current date in the player's time zone.
    pub today: NaiveDate,
}

/// Returns the caller's holidays.
pub async fn list(app: &Play, caller: &Caller) -> Result<Holidays> {
    let mut conn = app.db.get().await?;
    let player = players::by_id(&mut conn, caller.player)
        .await?
        .ok_or(Refusal::NOT_SIGNED_IN)?;
    let now = app.clock.now();
    let today = now.with_timezone(&zone_of(&player)).date_naive();
    let taken = this_year(&mut conn, player.id, today).await?;
    let allowance = app.config.holiday_days;
    let used = days_in(&taken, today.year());
    Ok(Holidays {
        holidays: taken
            .into_iter()
            .filter(|holiday| holiday.ends_at > now)
            .collect(),
        allowance,
        left: allowance.saturating_sub(used),
        today,
    })
}

/// Returns the holidays with days in this year or later.
async fn this_year(
    conn: &mut Conn,
    player: PlayerId,
    today: NaiveDate,
) -> diesel::QueryResult<Vec<Holiday>> {
    let last_year = NaiveDate::from_ymd_opt(today.year() - 1, 12, 31).unwrap_or(today);
    holidays::ending_after(conn, player, last_year).await
}

/// Counts the days of the holidays in a year.
fn days_in(holidays: &[Holiday], year: i32) -> u16 {
    let days: i64 = holidays
        .iter()
        .map(|holiday| days_of(holiday.first_day, holiday.last_day, year))
        .sum();
    u16::try_from(days).unwrap_or(u16::MAX)
}

fn days_of(first: NaiveDate, last: NaiveDate, year: i32) -> i64 {
    let begin = NaiveDate::from_ymd_opt(year, 1, 1);
    let end = NaiveDate::from_ymd_opt(year, 12, 31);
    let (Some(begin), Some(end)) = (begin, end) else {
        return 0;
    };
    ((last.min(end) - first.max(begin)).num_days() + 1).max(0)
}

/// Takes a holiday, from a given day or from now. Both days are included.
pub async fn take(
    app: &Play,
    caller: &Caller,
    first: Option<NaiveDate>,
    last: NaiveDate,
) -> Result<Holiday> {
    let now = app.clock.now();
    let holiday = app
        .once(async |conn| {
            let player = account::locked(conn, caller.player).await?;
            let holiday = plan(app, conn, &player, first, last, now).await?;
            app.limits.holiday(player.id)?;
            holidays::insert(conn, &holiday).await?;
            replan(conn, &player, &holiday, Told::Taken, now).await?;
            Ok(holiday)
        })
        .await?;
    app.outbox.notify_one();
    Ok(holiday)
}

/// Checks a requested holiday against existing ones and the allowance.
async fn plan(
    app: &Play,
    conn: &mut Conn,
    player: &Player,
    first: Option<NaiveDate>,
    last: NaiveDate,
    now: Moment,
) -> Result<Holiday> {
    let no = |what| Err(Refusal::HolidayNotAllowed(what));
    let zone = zone_of(player);
    let today = now.with_timezone(&zone).date_naive();
    let first_day = first.unwrap_or(today);
    if first_day < today {
        return no(message("why-holiday-past"));
    }
    if last < first_day || last > today + MOST_AHEAD {
        return no(message("why-holiday-end"));
    }
    let taken = this_year(conn, player.id, today).await?;
    // A holiday that was ended early today does not block the rest of the day.
    let clash = taken.iter().find(|other| {
        other.ends_at > now && other.first_day <= last && first_day <= other.last_day
    });
    if let Some(other) = clash {
        let clash = message("why-holiday-clash").with("first", other.first_day.to_string());
        return no(clash.with("last", other.last_day.to_string()));
    }
    for year in first_day.year()..=last.year() {
        let left = app
            .config
            .holiday_days
            .saturating_sub(days_in(&taken, year));
        if days_of(first_day, last, year) > i64::from(left) {
            let few = message("why-holiday-days").with("days", left);
            return no(few.with("year", year.to_string()));
        }
    }
    Ok(Holiday {
        id: ids::short_id(),
        player_id: player.id,
        first_day,
        last_day: last,
        begins_at: begin(zone, first_day).max(now),
        ends_at: begin(zone, last + TimeDelta::days(1)),
        created_at: now,
    })
}

/// Returns the beginning of a day.
fn begin(zone: Tz, day: NaiveDate) -> Moment {
    moments(zone, day.and_time(NaiveTime::MIN)).0
}

/// Cancels a holiday, or ends it now if it has begun.
pub async fn end(app: &Play, caller: &Caller, id: &str) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = account::locked(conn, caller.player).await?;
        let holiday = holidays::find(conn, id)
            .await?
            .filter(|holiday| holiday.player_id == player.id && holiday.ends_at > now)
            .ok_or(Refusal::NOT_FOUND)?;
        let begun = holiday.begins_at < now;
        if !begun {
            holidays::remove(conn, id).await?;
        } else {
            let today = now.with_timezone(&zone_of(&player)).date_naive();
            let last_day = today.clamp(holiday.first_day, holiday.last_day);
            holidays::end(conn, id, last_day, now).await?;
        }
        replan(conn, &player, &holiday, Told::Back { begun }, now).await
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// The news about a holiday for opponents.
#[derive(Clone, Copy)]
enum Told {
    /// It was taken.
    Taken,
    /// It ended early or was cancelled.
    Back { begun: bool },
}

/// Recomputes the deadlines in all games of a player whose holidays have changed, and notifies each
/// opponent once. Opponents learn of the end only if they were notified of the holiday.
async fn replan(
    conn: &mut Conn,
    player: &Player,
    holiday: &Holiday,
    told: Told,
    now: Moment,
) -> Result<()> {
    let taken = TableNews::Holiday {
        player: player.name.clone(),
        id: holiday.id.clone(),
    };
    let mut known = vec![player.id];
    for id in clocks::paced_games(conn, player.id).await? {
        let Some(row) = games::lock(conn, &id).await? else {
            continue;
        };
        let (Some(pace), Some(stored)) = (tables::pace(&row)?, &row.clocks) else {
            continue;
        };
        if row.status != GameStatus::Running || !pace.holidays {
            continue;
        }
        let seats = games::seats(conn, &[&id]).await?;
        let away = tables::holidays_of(conn, &pace, &row, &seats).await?;
        let calendar = |seat| Calendar::of_seat(pace.pause.as_ref(), &away, seat);
        let mut clocks = Clocks::read(stored)?;
        clocks.replan(&pace, calendar);
        let look_at = clocks.look_at(calendar);
        let at = clocks::Version {
            ply: row.ply,
            head: row.head.clone().unwrap_or_default(),
            revision: row.revision,
        };
        clocks::replace(conn, &id, &at, &clocks.to_json(), look_at).await?;
        signals::changed(&id, games::involved(&seats));
        let mut mails = Vec::new();
        for seat in &seats {
            let Some(opponent) = seat.player_id.filter(|other| !known.contains(other)) else {
                continue;
            };
            known.push(opponent);
            let (ply, seat) = (row.ply.unsigned_abs(), seat.seat);
            let first = taken.mail(&id, ply, seat, opponent, &holiday.id, now);
            mails.push(match told {
                Told::Taken => first,
                Told::Back { .. } if outbox::is_unsent(conn, &id, &first.key).await? => continue,
                Told::Back { begun } => {
                    let player = player.name.clone();
                    let back = TableNews::Back { player, begun };
                    back.mail(
                        &id,
                        ply,
                        seat,
                        opponent,
                        &format!("{}/back", holiday.id),
                        now,
                    )
                }
            });
        }
        outbox::put(conn, &mails).await?;
    }
    Ok(())
}
