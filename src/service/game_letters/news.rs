//! What letters tell of clocks, and of what happens around a game and not in it.

use chrono_tz::Tz;
use diesel_async::AsyncPgConnection;
use rules::LeadsTo;

use super::About;
use crate::mail::letter::News;
use crate::mail::time::{self, TimeLeft};
use crate::mail::{Letter, Line};
use crate::problem::{Problem, database};
use crate::service::accounts::zone_of;
use crate::service::clocks::Clocks;
use crate::service::clocks::shown::{Times, seat_times};
use crate::service::notices::{Reminder, TableNews};
use crate::store::games::SeatRow;
use crate::store::outbox::Mail;
use crate::store::{holidays, players};

impl About<'_> {
    pub(super) fn row_of_seat(&self) -> Option<&SeatRow> {
        self.seats.get(self.seat.index())
    }

    /// Where the reader's clock on the wall hangs.
    pub(super) async fn zone(
        &self,
        conn: &mut AsyncPgConnection,
        mail: &Mail,
    ) -> Result<Tz, Problem> {
        let Some(player) = mail.player_id else {
            return Ok(Tz::UTC);
        };
        let player = players::by_id(conn, player).await.map_err(database)?;
        Ok(player.as_ref().map_or(Tz::UTC, zone_of))
    }

    /// How long the reader has.
    pub(super) async fn time(
        &self,
        conn: &mut AsyncPgConnection,
        mail: &Mail,
    ) -> Result<Option<TimeLeft>, Problem> {
        if self.row.pace.is_none() {
            return Ok(None);
        }
        let zone = self.zone(conn, mail).await?;
        self.time_left(conn, zone).await
    }

    /// How long the reader has, on a clock of this zone.
    pub(super) async fn time_left(
        &self,
        conn: &mut AsyncPgConnection,
        zone: Tz,
    ) -> Result<Option<TimeLeft>, Problem> {
        if self.row.pace.is_none() {
            return Ok(None);
        }
        let now = self.app.clock.now();
        let sitters: Vec<i64> = self
            .seats
            .iter()
            .filter_map(|seat| seat.player_id)
            .collect();
        let times = Times {
            holidays: holidays::of(conn, &sitters, self.row.created_at)
                .await
                .map_err(database)?,
            now,
        };
        let shown = seat_times(self.row, self.seats, &times)?;
        let Some((pace, Some(own))) =
            shown.map(|(pace, seats)| (pace, seats.into_iter().nth(self.seat.index())))
        else {
            return Ok(None);
        };
        let grace = match pace.grace_hours {
            0 => String::new(),
            1 => " and an hour of grace".to_owned(),
            hours => format!(" and {hours} hours of grace"),
        };
        let then = match pace.on_timeout {
            LeadsTo::Leave => "you leave the game",
            LeadsTo::Bot => "a bot takes your seat for good",
            LeadsTo::Move => "a bot plays this turn for you",
            LeadsTo::End => "the game ends, and you are last",
        };
        Ok(own.deadline.map(|deadline| TimeLeft {
            left: time::length(deadline - now),
            until: time::on_clock(deadline, zone),
            still_until: own
                .stands_still_until
                .map(|until| time::on_clock(until, zone)),
            then: format!("After that{grace}, {then}.").into(),
        }))
    }

    /// Whether the deadline is still the one that a reminder was written for.
    pub(super) fn reminds_rightly(&self, mail: &Mail) -> Result<bool, Problem> {
        let reminder: Reminder = serde_json::from_value(mail.payload.clone())
            .map_err(|_| Problem::internal("the payload of a reminder cannot be read"))?;
        let clocks = self.row.clocks.as_ref().map(Clocks::read).transpose()?;
        let deadline = clocks
            .as_ref()
            .and_then(|clocks| clocks.running(self.seat))
            .map(|running| running.deadline);
        Ok(deadline == Some(reminder.deadline) && self.app.clock.now() < reminder.deadline)
    }

    /// What happened around the game; `None` when it is not true any more.
    pub(super) async fn news(
        &self,
        conn: &mut AsyncPgConnection,
        mail: &Mail,
    ) -> Result<Option<Letter>, Problem> {
        let news: TableNews = serde_json::from_value(mail.payload.clone())
            .map_err(|_| Problem::internal("the payload of news cannot be read"))?;
        let table = self.table();
        let (title, id) = (table.title(), table.id.clone());
        let sits = self
            .row_of_seat()
            .is_some_and(|seat| seat.player_id == mail.player_id);
        let runs = self.row.status == "running";
        let mut why = "You get this mail because you sit at this table.";
        let (what, sentences) = match news {
            TableNews::TimedOut { leads_to } => {
                let then = match leads_to {
                    LeadsTo::Leave => "You have left the game.",
                    LeadsTo::Bot => "A bot has taken your seat. You can go on looking.",
                    LeadsTo::Move => "A bot has played for you, and you go on with your next turn.",
                    LeadsTo::End => "The game is over as it stood, and you are last.",
                };
                let sentence = format!("your time ran out in {title}. This is game {id}. {then}");
                ("Time is up", vec![sentence])
            }
            TableNews::OrdersCancelled => {
                if !sits || !runs {
                    return Ok(None);
                }
                let sentence = format!(
                    "your turn came in {title}, but the move that you had ordered was not legal then. \
                     This is game {id}. Your orders are cancelled; nothing of them is played any more."
                );
                ("Orders cancelled", vec![sentence])
            }
            TableNews::Extended { by, days } => {
                let Some(time) = self.time(conn, mail).await?.filter(|_| sits) else {
                    return Ok(None);
                };
                let days = if days == 1 {
                    "a day".to_owned()
                } else {
                    format!("{days} days")
                };
                let sentence = format!(
                    "{by} has given you {days} more for your move in {title}. This is game {id}. \
                     You have {}: until {}.",
                    time.left, time.until
                );
                ("More time", vec![sentence])
            }
            TableNews::Holiday {
                player,
                id: holiday,
            } => {
                let found = holidays::find(conn, &holiday).await.map_err(database)?;
                let Some(away) = found.filter(|away| away.ends_at > self.app.clock.now()) else {
                    return Ok(None);
                };
                let zone = self.zone(conn, mail).await?;
                let sentences = vec![
                    format!(
                        "{player} is on holiday from {} to {}.",
                        time::on_clock(away.begins_at, zone),
                        time::on_clock(away.ends_at, zone)
                    ),
                    format!(
                        "Meanwhile the clock of {player} stands still in {title} (game {id}), and in \
                         every other game of yours with {player} whose pace allows it. There is \
                         nothing for you to do."
                    ),
                ];
                ("Holiday", sentences)
            }
            TableNews::Offered { by } => {
                let still = self
                    .row_of_seat()
                    .is_some_and(|seat| seat.invited_id == mail.player_id);
                if !still || !runs {
                    return Ok(None);
                }
                why = "You get this mail because a player offers you a seat.";
                let call = format!(
                    "{}/v1/games/{id}/seats/{}/replacement",
                    table.public_url, self.seat
                );
                let sentences = vec![
                    format!(
                        "{by} asks you to take over a seat in a game of {} that is running. \
                         This is game {id}.",
                        table.game
                    ),
                    "You would play on as the game stands. Open the page of the game, or accept \
                     through the API, with your access token:"
                        .to_owned(),
                    format!("POST {call}"),
                ];
                ("A seat for you", sentences)
            }
            TableNews::TakenOver { from, by } => {
                let sentence = format!(
                    "{by} has taken over the seat of {from} in {title}. This is game {id}. The game \
                     goes on as it stands."
                );
                ("A seat changed hands", vec![sentence])
            }
        };
        let sentences: Vec<Line> = sentences.into_iter().map(Line::from).collect();
        News {
            table,
            what: what.into(),
            sentences: sentences.clone(),
            why: why.into(),
        }
        .letter()
        .map(|letter| Some(letter.with_gist(sentences)))
        .map_err(Problem::internal)
    }
}
